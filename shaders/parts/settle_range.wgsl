// What axes say of a pair, what a solid takes along an axis, and what the gaps of a pair say.
// Twins: Solid::extent and Signs in crates/core/src/exact.

// The frames move while t runs over [0, 1].
override MOVING: u32 = 0u;

// What an axis says of its pair; the least says what holds. A flat solid outranks all codes, of
// which SEPARATE is less than TOUCHING, and TOUCHING less than OVERLAPPING.
const FLAT: u32 = 0u;

fn rank_of(code: u32) -> u32 {
    return code + 1u;
}

fn code_of(rank: u32) -> u32 {
    return select(rank - 1u, UNDECIDED, rank == FLAT);
}

// From the origin of the solid.
struct Range {
    low: Gap,
    high: Gap,
}

// The range of a solid with one edge more.
fn extended(range: Range, edge: Gap, form: u32) -> Range {
    var ends = Range(edge, edge);
    if form == PARALLELOTOPE {
        ends = Range(gap_sum(range.low, edge), gap_sum(range.high, edge));
    }
    var out = range;
    if is_negative(gap_difference(ends.low, range.low)) {
        out.low = ends.low;
    }
    if is_negative(gap_difference(range.high, ends.high)) {
        out.high = ends.high;
    }
    return out;
}

// The code that one axis is worth: the second solid begins at `offsets` from the first.
fn code_along(a: Range, b: Range, offsets: Range) -> u32 {
    let above = gap_difference(gap_sum(offsets.low, b.low), a.high);
    let below = gap_difference(a.low, gap_sum(offsets.high, b.high));
    let is_above = !is_negative(above);
    let is_below = !is_negative(below);
    if (is_above && !is_zero(above)) || (is_below && !is_zero(below)) {
        return SEPARATE;
    }
    return select(OVERLAPPING, TOUCHING, is_above || is_below);
}
