// Gaps of six words.

// Bits of a coordinate, at most: gaps take 3 * 61 + 8 = 191 bits. Pairs in the plane have shorter
// gaps, and no use for so many.
const SPACE_WIDTH_6: u32 = 61u;

fn fits_in_space(width: u32) -> bool {
    return width <= SPACE_WIDTH_6;
}

struct Gap {
    low: vec3<u32>,
    high: vec3<u32>,
}

fn along(axis: Products, edge: Coordinates) -> Gap {
    let p = scaled_products(axis, edge).words;
    let x = Gap(vec3<u32>(p[0].x, p[1].x, p[2].x), vec3<u32>(p[3].x, p[4].x, p[5].x));
    let y = Gap(vec3<u32>(p[0].y, p[1].y, p[2].y), vec3<u32>(p[3].y, p[4].y, p[5].y));
    let z = Gap(vec3<u32>(p[0].z, p[1].z, p[2].z), vec3<u32>(p[3].z, p[4].z, p[5].z));
    return gap_sum(gap_sum(x, y), z);
}

fn no_gap() -> Gap {
    return Gap(vec3<u32>(), vec3<u32>());
}

fn gap_sum(a: Gap, b: Gap) -> Gap {
    return gap_carried(a, b, 0u);
}

fn gap_difference(a: Gap, b: Gap) -> Gap {
    return gap_carried(a, Gap(~b.low, ~b.high), 1u);
}

// As for four words.
fn gap_carried(a: Gap, b: Gap, carry: u32) -> Gap {
    let low = a.low + b.low;
    let high = a.high + b.high;
    let low_over = vec3<u32>(low < a.low);
    let high_over = vec3<u32>(high < a.high);
    let w0 = low.x + carry;
    let w1 = low.y + (low_over.x + u32(w0 < carry));
    let w2 = low.z + (low_over.y + u32(w1 < low.y));
    let w3 = high.x + (low_over.z + u32(w2 < low.z));
    let w4 = high.y + (high_over.x + u32(w3 < high.x));
    let w5 = high.z + (high_over.y + u32(w4 < high.y));
    return Gap(vec3<u32>(w0, w1, w2), vec3<u32>(w3, w4, w5));
}

fn is_negative(a: Gap) -> bool {
    return (a.high.z >> 31u) != 0u;
}

fn is_zero(a: Gap) -> bool {
    return all((a.low | a.high) == vec3<u32>());
}
