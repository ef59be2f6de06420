//! Bytes that come as text.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes of a text in base64, which a browser has written.
pub fn decoded(text: &str) -> Vec<u8> {
    let digit = |byte: u8| DIGITS.iter().position(|&digit| digit == byte).map(|at| at as u32);
    let digits: Vec<u32> = text.bytes().map_while(digit).collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for four in digits.chunks(4) {
        let bits = four.iter().enumerate().fold(0, |bits, (i, digit)| bits | digit << (18 - 6 * i));
        // Two digits have a byte, three have two.
        bytes.extend_from_slice(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}
