// How work is cut. Twin: src/gpu/shader/stage_layout.rs.

// Pairs that one workgroup tests, and the words that their codes fill.
const PAIRS_PER_GROUP: u32 = 64u;
const WORDS_PER_GROUP: u32 = 4u;
// Pairs that one workgroup gathers from, by kind or those that are undecided, and the words of
// their codes.
const PAIRS_PER_SPAN: u32 = 512u;
const WORDS_PER_SPAN: u32 = 32u;
// Undecided pairs that one workgroup settles at a time, in numbers of short and of long
// coordinates.
const SHORT_SLOTS: u32 = 64u;
const LONG_SLOTS: u32 = 32u;
// Groups that one workgroup of the scan takes.
const COUNTS_PER_BLOCK: u32 = 1024u;
