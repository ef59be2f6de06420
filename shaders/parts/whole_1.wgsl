// Whole numbers of one word: coordinates, their products and gaps are ordinary integers.

// Bits of a coordinate, at most: gaps take 3 * 7 + 8 = 29 bits, in the plane 2 * 13 + 5 = 31. See
// settle_space.wgsl, settle_plane.wgsl.
const SPACE_WIDTH_1: u32 = 7u;
const PLANE_WIDTH_1: u32 = 13u;

fn fits_in_space(width: u32) -> bool {
    return width <= SPACE_WIDTH_1;
}

fn fits_in_plane(width: u32) -> bool {
    return width <= PLANE_WIDTH_1;
}

alias Slots = array<Slot, SHORT_SLOTS>;
alias Ranks = array<atomic<u32>, SHORT_SLOTS>;

fn slot_count() -> u32 {
    return SHORT_SLOTS;
}

alias Coordinates = vec3<i32>;
// Products of two coordinates.
alias Products = vec3<i32>;
alias Gap = i32;

fn coordinates(a: Long) -> Coordinates {
    return bitcast<vec3<i32>>(a.low);
}

fn less(a: Coordinates, b: Coordinates) -> Coordinates {
    return a - b;
}

fn are_zero(a: Coordinates) -> bool {
    return all(a == vec3<i32>());
}

fn normal(a: Coordinates, b: Coordinates) -> Products {
    return a.yzx * b.zxy - a.zxy * b.yzx;
}

fn is_null(axis: Products) -> bool {
    return all(axis == vec3<i32>());
}

fn along(axis: Products, edge: Coordinates) -> Gap {
    return axis.x * edge.x + axis.y * edge.y + axis.z * edge.z;
}

fn across(a: Coordinates, b: Coordinates) -> Gap {
    return a.x * b.y - a.y * b.x;
}

fn no_gap() -> Gap {
    return 0i;
}

fn gap_sum(a: Gap, b: Gap) -> Gap {
    return a + b;
}

fn gap_difference(a: Gap, b: Gap) -> Gap {
    return a - b;
}

fn is_negative(a: Gap) -> bool {
    return a < 0i;
}

fn is_zero(a: Gap) -> bool {
    return a == 0i;
}
