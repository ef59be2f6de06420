// Gaps of four words.

// Bits of a coordinate, at most: gaps take 3 * 39 + 8 = 125 bits, in the plane 2 * 61 + 5 = 127.
const SPACE_WIDTH_4: u32 = 39u;
const PLANE_WIDTH_4: u32 = 61u;

fn fits_in_space(width: u32) -> bool {
    return width <= SPACE_WIDTH_4;
}

fn fits_in_plane(width: u32) -> bool {
    return width <= PLANE_WIDTH_4;
}

alias Gap = vec4<u32>;

fn along(axis: Products, edge: Coordinates) -> Gap {
    let p = scaled_products(axis, edge).words;
    let x_y = gap_sum(vec4<u32>(p[0].x, p[1].x, p[2].x, p[3].x), vec4<u32>(p[0].y, p[1].y, p[2].y, p[3].y));
    return gap_sum(x_y, vec4<u32>(p[0].z, p[1].z, p[2].z, p[3].z));
}

fn across(a: Coordinates, b: Coordinates) -> Gap {
    let p = product(a, Long(b.low.yxz, b.high.yxz)).words;
    return gap_difference(
        vec4<u32>(p[0].x, p[1].x, p[2].x, p[3].x),
        vec4<u32>(p[0].y, p[1].y, p[2].y, p[3].y),
    );
}

fn no_gap() -> Gap {
    return vec4<u32>();
}

fn gap_sum(a: Gap, b: Gap) -> Gap {
    return gap_carried(a, b, 0u);
}

fn gap_difference(a: Gap, b: Gap) -> Gap {
    return gap_carried(a, ~b, 1u);
}

// A sum that wraps is too small by one at the least for its carry to make it wrap again, so a carry
// is 0 or 1.
fn gap_carried(a: Gap, b: Gap, carry: u32) -> Gap {
    let partial = a + b;
    let over = vec4<u32>(partial < a);
    let x = partial.x + carry;
    let y = partial.y + (over.x + u32(x < carry));
    let z = partial.z + (over.y + u32(y < partial.y));
    return vec4<u32>(x, y, z, partial.w + (over.z + u32(z < partial.z)));
}

fn is_negative(a: Gap) -> bool {
    return (a.w >> 31u) != 0u;
}

fn is_zero(a: Gap) -> bool {
    return (a.x | a.y | a.z | a.w) == 0u;
}
