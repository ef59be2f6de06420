//! From one bit a pair to one code a pair.

use crate::kernel::lanes::MAX_WIDTH;

/// Returns one code a byte: 0 where `separate` has its bit set, 2 where only `overlapping` has, 3
/// elsewhere.
#[inline(always)]
pub fn spread(separate: u32, overlapping: u32) -> [u8; MAX_WIDTH] {
    spread_settled(separate, 0, overlapping)
}

/// Returns one code a byte: 0 where `separate` has its bit set; elsewhere 1 where `touching` has, 2
/// where only `overlapping` has, 3 where none has.
#[inline(always)]
pub fn spread_settled(separate: u32, touching: u32, overlapping: u32) -> [u8; MAX_WIDTH] {
    let bytes = |bits: u32| BYTES[(bits & 0xff) as usize];
    let touching = touching & !separate;
    let overlapping = overlapping & !touching;
    let codes = |separate: u64, touching: u64, overlapping: u64| {
        3 * (bytes(0xff) - separate) - 2 * touching - (overlapping & !separate)
    };
    let mut out = [0; MAX_WIDTH];
    let low = codes(bytes(separate), bytes(touching), bytes(overlapping));
    let high = codes(bytes(separate >> 8), bytes(touching >> 8), bytes(overlapping >> 8));
    out[..8].copy_from_slice(&low.to_le_bytes());
    out[8..].copy_from_slice(&high.to_le_bytes());
    out
}

/// Byte `i` is bit `i`.
const BYTES: [u64; 256] = {
    let mut bytes = [0; 256];
    let mut bits = 0;
    while bits < bytes.len() {
        let mut bit = 0;
        while bit < 8 {
            bytes[bits] |= ((bits >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    bytes
};
