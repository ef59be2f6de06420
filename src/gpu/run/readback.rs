//! From mapped bytes to codes and lists.

use crate::gpu::shader::layout::codes_size;
use crate::verdict::RawCode;

/// The four codes of each byte.
const CODES: [[RawCode; 4]; 256] = {
    let mut table = [[RawCode::SEPARATE; 4]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut i = 0;
        while i < 4 {
            table[byte][i] = RawCode::from_low_bits(byte as u32 >> (2 * i));
            i += 1;
        }
        byte += 1;
    }
    table
};

/// Appends the codes of `pairs` pairs. Words are little-endian on every GPU, whatever the CPU.
pub(in crate::gpu) fn append_codes(codes: &mut Vec<RawCode>, bytes: &[u8], pairs: u32) {
    let end = codes.len() + pairs as usize;
    for &byte in &bytes[..pairs.div_ceil(4) as usize] {
        codes.extend_from_slice(&CODES[usize::from(byte)]);
    }
    codes.truncate(end);
}

/// Appends the undecided pairs of a chunk that begins at pair `start`, from the list behind the
/// codes in `bytes`. Answers false when the list does not name them all, in order: it was full,
/// or a driver went wrong. Then `codes`, the chunk's own, say which.
pub(in crate::gpu) fn append_undecided(
    undecided: &mut Vec<u32>,
    bytes: &[u8],
    codes: &[RawCode],
    start: u32,
    capacity: u32,
) -> bool {
    let list = &bytes[codes_size(codes.len() as u32) as usize..];
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let count = word(list).min(capacity) as usize;
    let listed = list[4..].chunks_exact(4).take(count).map(word);
    let whole = RawCode::undecided_in(codes).eq(listed.clone());
    if whole {
        undecided.extend(listed.map(|index| start + index));
    } else {
        undecided.extend(RawCode::undecided_in(codes).map(|index| start + index));
    }
    whole
}
