//! Base64 (RFC 4648), as glTF files hold buffers in it.

/// Decodes a text, or returns `None` if it is not base64. Padding may be missing.
pub fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.iter().rposition(|&c| c != b'=').map_or(0, |last| last + 1);
    if text.len() - digits > 2 || digits % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits / 4 * 3 + 2);
    for group in text[..digits].chunks(4) {
        let mut bits = 0_u32;
        for &digit in group {
            bits = bits << 6 | u32::from(value(digit)?);
        }
        bits <<= 6 * (4 - group.len());
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u8> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn the_examples_of_the_rfc() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE", "fooba"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(decode(text.as_bytes()).as_deref(), Some(bytes.as_bytes()), "{text}");
        }
        for text in ["Z", "Zm9v!", "Zg===", "Zm 9v"] {
            assert_eq!(decode(text.as_bytes()), None, "{text}");
        }
    }
}
