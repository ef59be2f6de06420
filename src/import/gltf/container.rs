//! What a glTF file consists of: text alone, or the chunks of a binary file.

use crate::import::error::ImportFault;
use crate::import::open::unmarked;

/// The parts of a file.
pub struct Container<'a> {
    /// The length of the file without its data: of a binary file as far as the data.
    pub length: usize,
    pub json: &'a [u8],
    /// The data of a binary file, for the buffer that has no URI.
    pub data: Option<&'a [u8]>,
}

impl<'a> Container<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, ImportFault> {
        let bytes = unmarked(bytes);
        if bytes.starts_with(b"glTF") {
            return Self::binary(bytes);
        }
        Ok(Self { length: bytes.len(), json: bytes, data: None })
    }

    fn binary(bytes: &'a [u8]) -> Result<Self, ImportFault> {
        let mut rest = body(bytes)?;
        let (kind, json) = chunk(&mut rest)?;
        if kind != *b"JSON" {
            return Err(ImportFault::broken("the first chunk of the binary file is not JSON"));
        }
        let mut data = None;
        // Extensions may add chunks of other kinds. What follows the data is not read.
        while data.is_none() && !rest.is_empty() {
            let (kind, found) = chunk(&mut rest)?;
            data = (kind == *b"BIN\0").then_some(found);
        }
        Ok(Self { length: HEADER + json.len(), json: unmarked(json), data })
    }
}

/// The length of a binary file's header: `glTF`, the version and the length of the whole file.
const HEADER: usize = 12;

/// Returns the chunks of a binary file. What comes behind the length that the header announces is
/// no part of the file.
fn body(bytes: &[u8]) -> Result<&[u8], ImportFault> {
    let field = |at: usize| bytes.get(at..)?.first_chunk().map(|x| u32::from_le_bytes(*x));
    let length = field(8).map(|length| length as usize).filter(|&length| length >= HEADER);
    let length = length.ok_or_else(|| ImportFault::broken("the binary header is cut off"))?;
    if field(4) != Some(2) {
        let what = "a version of the binary header other than 2";
        return Err(ImportFault::Unsupported(what.into()));
    }
    bytes.get(HEADER..length).ok_or_else(|| {
        ImportFault::broken(format!("the file has {} bytes, not {length}", bytes.len()))
    })
}

/// Takes the kind and the content of the next chunk.
fn chunk<'a>(rest: &mut &'a [u8]) -> Result<([u8; 4], &'a [u8]), ImportFault> {
    let next = || {
        let (length, after) = rest.split_first_chunk()?;
        let (kind, after) = after.split_first_chunk()?;
        let (content, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        Some((*kind, content, after))
    };
    let (kind, content, after) =
        next().ok_or_else(|| ImportFault::broken("the file ends within a chunk"))?;
    *rest = after;
    Ok((kind, content))
}
