// The reduction of a workgroup's part of the domain.

var<workgroup> domain_parts: array<Domain, BROAD_GROUP>;

fn nothing_in_domain() -> Domain {
    return Domain(vec3<i32>(BROAD_MOST), 0u, vec3<i32>(BROAD_LEAST), 0xffffffffu, 0u);
}

fn joined(a: Domain, b: Domain) -> Domain {
    return Domain(
        min(a.low, b.low),
        a.invalid + b.invalid,
        max(a.high, b.high),
        min(a.first, b.first),
        a.exponents + b.exponents,
    );
}

// The workgroup's whole, in the first invocation.
fn reduced(lane: u32, own: Domain) -> Domain {
    domain_parts[lane] = own;
    for (var half = BROAD_GROUP / 2u; half > 0u; half = half / 2u) {
        workgroupBarrier();
        if lane < half {
            domain_parts[lane] = joined(domain_parts[lane], domain_parts[lane + half]);
        }
    }
    return domain_parts[lane];
}
