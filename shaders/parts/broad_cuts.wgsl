// How the sort and the tree are cut. Twin: src/gpu/shader/broad_layout.rs.

// Keys that one workgroup sorts: tiles of a key an invocation.
const SORT_TILES: u32 = 8u;
const SORT_BLOCK: u32 = 2048u;
// Children of a node.
const FAN_OUT: u32 = 8u;
const FAN_BITS: u32 = 3u;
// The level of the roots. What lies below one of them is a slice, that one dispatch searches: its
// 37,449 nodes end before a driver that counts to 65,535 ends the loop.
const TOP_LEVEL: u32 = 6u;
const SLICE_BITS: u32 = 18u;
