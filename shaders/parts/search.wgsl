// What the stages of a search share. Twin: src/gpu/shader/search_layout.rs.

// A volume in the world, its links, and a box that holds it and all below it.
struct SearchNode {
    // A frame, with the first child and the number of children in the w of its first two edges.
    frame: Frame,
    low: vec4<f32>,
    high: vec4<f32>,
}

// A level of the search, and what came before it.
struct SearchLevel {
    // Pairs of volumes to be tested.
    pairs: u32,
    // Pairs of deepest volumes found on the levels before.
    hits: u32,
    // Pairs tested on the levels before.
    tests: u32,
    // 1 where some level had more pairs, or all had more hits, than there is room for.
    overflowed: u32,
    // Pairs that a level has room for, and hits that there is room for.
    pair_capacity: u32,
    hit_capacity: u32,
}

// Set in the first index of a pair that is undecided, or some of whose forebears are.
const DOUBT: u32 = 0x80000000u;

// More than any room, and what counts end at: the sum of two of them is still a number.
const BEYOND: u32 = 0x40000000u;

fn sum(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return min(a + b, vec2<u32>(BEYOND));
}
