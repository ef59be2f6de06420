// Settings that every stage reads. Twin: Params in src/gpu/shader/stage_layout.rs.

struct Params {
    pair_count: u32,
    // Pairs asked for: more than pair_count where the buffer of pairs has no room for them.
    offered: u32,
    frame_count: u32,
    // Bit c is set when pairs with code c are listed.
    mask: u32,
    // Entries that their list has room for.
    capacity: u32,
    // Entries that the list of undecided pairs has room for.
    undecided_capacity: u32,
    // Vertices that an indirect draw makes of each entry.
    vertices: u32,
    // FILTERED, NAMED, CODED.
    options: u32,
}

// There are filters; there are user ids; listed indices have the codes of their pairs in the two
// highest bits.
const FILTERED: u32 = 1u;
const NAMED: u32 = 2u;
const CODED: u32 = 4u;
