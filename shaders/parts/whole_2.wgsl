// Whole numbers of two words: coordinates are ordinary integers, their products and gaps are not.

// Bits of a coordinate, at most: gaps take 3 * 18 + 8 = 62 bits, in the plane 2 * 29 + 5 = 63.
const SPACE_WIDTH_2: u32 = 18u;
const PLANE_WIDTH_2: u32 = 29u;

fn fits_in_space(width: u32) -> bool {
    return width <= SPACE_WIDTH_2;
}

fn fits_in_plane(width: u32) -> bool {
    return width <= PLANE_WIDTH_2;
}

alias Slots = array<Slot, SHORT_SLOTS>;
alias Ranks = array<atomic<u32>, SHORT_SLOTS>;

fn slot_count() -> u32 {
    return SHORT_SLOTS;
}

alias Coordinates = vec3<i32>;
alias Products = Long;
alias Gap = vec2<u32>;

fn coordinates(a: Long) -> Coordinates {
    return bitcast<vec3<i32>>(a.low);
}

fn less(a: Coordinates, b: Coordinates) -> Coordinates {
    return a - b;
}

fn are_zero(a: Coordinates) -> bool {
    return all(a == vec3<i32>());
}

// A factor below zero counts 2^32 too much without its sign, so the other is taken off that often.
fn product(a: Coordinates, b: Coordinates) -> Long {
    let x = bitcast<vec3<u32>>(a);
    let y = bitcast<vec3<u32>>(b);
    let wide = wide_product(x, y);
    return Long(wide.low, wide.high - (signs(x) & y) - (signs(y) & x));
}

fn normal(a: Coordinates, b: Coordinates) -> Products {
    return difference_of_long(product(a.yzx, b.zxy), product(a.zxy, b.yzx));
}

fn is_null(axis: Products) -> bool {
    return all((axis.low | axis.high) == vec3<u32>());
}

fn along(axis: Products, edge: Coordinates) -> Gap {
    let y = bitcast<vec3<u32>>(edge);
    let wide = wide_product(axis.low, y);
    let high = wide.high + axis.high * y - (signs(y) & axis.low);
    let x_y = gap_sum(vec2<u32>(wide.low.x, high.x), vec2<u32>(wide.low.y, high.y));
    return gap_sum(x_y, vec2<u32>(wide.low.z, high.z));
}

fn across(a: Coordinates, b: Coordinates) -> Gap {
    let p = product(a, b.yxz);
    return gap_difference(vec2<u32>(p.low.x, p.high.x), vec2<u32>(p.low.y, p.high.y));
}

fn no_gap() -> Gap {
    return vec2<u32>();
}

fn gap_sum(a: Gap, b: Gap) -> Gap {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + u32(low < a.x));
}

fn gap_difference(a: Gap, b: Gap) -> Gap {
    return vec2<u32>(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}

fn is_negative(a: Gap) -> bool {
    return (a.y >> 31u) != 0u;
}

fn is_zero(a: Gap) -> bool {
    return (a.x | a.y) == 0u;
}
