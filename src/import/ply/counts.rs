//! Holds the counts that a file announces against its bytes, before the parser reserves memory.

use crate::import::error::ImportFault;
use ply_rs_bw::ply::{ElementDef, Encoding, Header, PropertyType, ScalarType};

/// Checks that the elements of the header, and the lists among them, fit into `body`.
///
/// A body that ends early or holds something that is not a number passes: the parser finds that.
pub fn check(header: &Header, body: &[u8]) -> Result<(), ImportFault> {
    let mut left = body.len() as u64;
    for (number, element) in header.elements.values().enumerate() {
        left = left_behind(header.encoding, number, element, left)?;
    }
    let mut rest = body;
    for (number, element) in header.elements.values().enumerate() {
        for _ in 0..element.count {
            let behind = match header.encoding {
                Encoding::Ascii => behind_line(element, rest),
                Encoding::BinaryLittleEndian => behind_bytes(element, rest, false),
                Encoding::BinaryBigEndian => behind_bytes(element, rest, true),
            };
            match behind {
                Found::Behind(behind) => rest = behind,
                Found::Nothing => return Ok(()),
                Found::TooLong(count) => {
                    return Err(ImportFault::broken(format!(
                        "element {number} of the header: a list of {count} values does not fit \
                         into the {} bytes left of the file",
                        rest.len()
                    )));
                }
            }
        }
    }
    Ok(())
}

/// The bytes left behind all elements of one kind, if each is as short as it can be.
fn left_behind(
    encoding: Encoding,
    number: usize,
    element: &ElementDef,
    left: u64,
) -> Result<u64, ImportFault> {
    let least = match encoding {
        // The last line may lack its end.
        Encoding::Ascii => 1,
        _ => element
            .properties
            .values()
            .map(|property| match &property.data_type {
                PropertyType::Scalar(kind) | PropertyType::List(kind, _) => width(kind) as u64,
            })
            .sum(),
    };
    let count = element.count as u64;
    let needed = count.checked_mul(least).filter(|_| least > 0 || count == 0);
    needed.and_then(|needed| left.checked_sub(needed)).ok_or_else(|| {
        ImportFault::broken(format!(
            "element {number} of the header: {count} of them do not fit into the {left} bytes \
             left of the file"
        ))
    })
}

/// What follows one element.
enum Found<'a> {
    /// The bytes behind the element.
    Behind(&'a [u8]),
    /// No whole element.
    Nothing,
    /// A list of more values than there are bytes for.
    TooLong(u64),
}

/// Walks over an element of a text file, which is a line.
fn behind_line<'a>(element: &ElementDef, bytes: &'a [u8]) -> Found<'a> {
    let end = bytes.iter().position(|&c| c == b'\n').map_or(bytes.len(), |end| end + 1);
    let (mut line, behind) = bytes.split_at(end);
    for property in element.properties.values() {
        let Some(word) = next_word(&mut line) else { return Found::Nothing };
        if let PropertyType::List(..) = property.data_type {
            let count = std::str::from_utf8(word).ok().and_then(|word| word.parse::<u64>().ok());
            let Some(count) = count else { return Found::Nothing };
            // A value and the blank before it take two bytes.
            if count > line.len() as u64 / 2 {
                return Found::TooLong(count);
            }
            for _ in 0..count {
                if next_word(&mut line).is_none() {
                    return Found::Nothing;
                }
            }
        }
    }
    Found::Behind(behind)
}

fn next_word<'a>(line: &mut &'a [u8]) -> Option<&'a [u8]> {
    let rest = line.trim_ascii_start();
    let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
    let (word, behind) = rest.split_at(end);
    *line = behind;
    (!word.is_empty()).then_some(word)
}

/// Walks over an element of a binary file.
fn behind_bytes<'a>(element: &ElementDef, mut bytes: &'a [u8], big_endian: bool) -> Found<'a> {
    for property in element.properties.values() {
        let length = match &property.data_type {
            PropertyType::Scalar(kind) => width(kind) as u64,
            PropertyType::List(kind, of) => {
                let Some((count, behind)) = bytes.split_at_checked(width(kind)) else {
                    return Found::Nothing;
                };
                bytes = behind;
                let push = |count: u64, byte: &u8| count << 8 | u64::from(*byte);
                let count = match big_endian {
                    true => count.iter().fold(0, push),
                    false => count.iter().rev().fold(0, push),
                };
                let length = count.checked_mul(width(of) as u64);
                match length.filter(|length| *length <= bytes.len() as u64) {
                    Some(length) => length,
                    None => return Found::TooLong(count),
                }
            }
        };
        let Some(behind) = bytes.get(length as usize..) else { return Found::Nothing };
        bytes = behind;
    }
    Found::Behind(bytes)
}

/// The bytes of a number in a binary file.
fn width(kind: &ScalarType) -> usize {
    match kind {
        ScalarType::Char | ScalarType::UChar => 1,
        ScalarType::Short | ScalarType::UShort => 2,
        ScalarType::Int | ScalarType::UInt | ScalarType::Float => 4,
        ScalarType::Double => 8,
    }
}
