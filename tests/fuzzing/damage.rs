//! Bytes that are damaged on the way to a parser.

use fastrand::Rng;

/// What a parser may stumble over.
const TOKENS: [&str; 24] = [
    "-1",
    "0",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "-9223372036854775808",
    "nan",
    "inf",
    "1e999",
    "1e-999",
    "\0",
    "\n",
    "\r\n",
    "\\\n",
    " ",
    "\"",
    "{",
    "]",
    "é",
    "\u{feff}",
    "end_header",
    "data:,",
    "f 1 2 3",
    "facet normal",
];

/// Changes some bytes. What comes in may come from another file.
pub fn damage(rng: &mut Rng, bytes: &mut Vec<u8>, other: &[u8]) {
    for _ in 0..1 + rng.usize(..4) {
        let at = rng.usize(..=bytes.len());
        let most = 1 << rng.u32(..8);
        let end = (at + rng.usize(..=most)).min(bytes.len());
        let piece = |rng: &mut Rng, bytes: &[u8]| {
            let from = rng.usize(..=bytes.len());
            bytes[from..(from + rng.usize(..=64)).min(bytes.len())].to_vec()
        };
        match rng.u32(..9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.u32(..8),
            1 if at < bytes.len() => bytes[at] = rng.u8(..),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let own = piece(rng, bytes);
                drop(bytes.splice(at..end, own));
            }
            5 => {
                let foreign = piece(rng, other);
                drop(bytes.splice(at..end, foreign));
            }
            6 if at + 4 <= bytes.len() => {
                let word = [0, 1, u32::MAX, 1 << 31, 1 << 24, rng.u32(..)][rng.usize(..6)];
                bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
            }
            _ => replace_token(rng, bytes),
        }
    }
}

/// Puts something else in the place of a word or a number.
fn replace_token(rng: &mut Rng, bytes: &mut Vec<u8>) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let at = rng.usize(..=bytes.len());
    let begin = bytes[..at].iter().rposition(|byte| !is_part(byte)).map_or(0, |i| i + 1);
    let end = bytes[at..].iter().position(|byte| !is_part(byte)).map_or(bytes.len(), |i| at + i);
    drop(bytes.splice(begin..end, TOKENS[rng.usize(..TOKENS.len())].bytes()));
}
