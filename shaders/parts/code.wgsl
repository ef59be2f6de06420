// Raw codes, two bits a pair, sixteen in a word. Twin: RawCode in crates/core/src/verdict.rs.

const SEPARATE: u32 = 0u;
const TOUCHING: u32 = 1u;
const OVERLAPPING: u32 = 2u;
const UNDECIDED: u32 = 3u;

const CODES_PER_WORD: u32 = 16u;
