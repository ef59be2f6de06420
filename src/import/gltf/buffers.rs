//! The bytes of a glTF file's buffers, within the file and in others.

use super::document::Buffer;
use super::json::{Text, Whole};
use crate::import::base64::decode;
use crate::import::error::ImportFault;
use crate::import::whole::read_whole;
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

/// The bytes of the buffers.
#[derive(Default)]
pub struct Buffers<'a> {
    /// What was read. A file is read once: thousands of buffers may name it.
    read: Vec<Cow<'a, [u8]>>,
    /// Which of these each buffer has, and how many of its bytes.
    places: Vec<(usize, usize)>,
    /// Which of these each file has, by its path without links.
    files: HashMap<PathBuf, usize>,
}

impl<'a> Buffers<'a> {
    /// Reads the bytes of every buffer. The first without a URI has those in the file itself.
    pub fn read(
        buffers: &[Buffer<'_>],
        mut inside: Option<&'a [u8]>,
        path: &Path,
    ) -> Result<Self, ImportFault> {
        let mut all = Self::default();
        for (number, Buffer { uri, byte_length: Whole(announced) }) in buffers.iter().enumerate() {
            let place = match uri {
                None => all.add(inside.take().unwrap_or_default().into()),
                Some(Text(uri)) => match uri.strip_prefix("data:") {
                    Some(data) => all.add(in_uri(number, data)?.into()),
                    None => all.file(number, near(path, number, uri)?)?,
                },
            };
            let found = all.read[place].len();
            if found < *announced {
                return Err(ImportFault::broken(format!(
                    "buffer {number} has {found} bytes, not {announced}"
                )));
            }
            all.places.push((place, *announced));
        }
        Ok(all)
    }

    /// Returns as many bytes of a buffer as it announces.
    pub fn get(&self, number: u32) -> Option<&[u8]> {
        let &(place, announced) = self.places.get(number as usize)?;
        self.read.get(place)?.get(..announced)
    }

    /// Returns how many bytes were read.
    pub fn total(&self) -> usize {
        self.read.iter().map(|bytes| bytes.len()).sum()
    }

    /// Returns the place of new bytes.
    fn add(&mut self, bytes: Cow<'a, [u8]>) -> usize {
        self.read.push(bytes);
        self.read.len() - 1
    }

    /// Returns the place of a file, for the buffer of this number.
    fn file(&mut self, number: usize, target: PathBuf) -> Result<usize, ImportFault> {
        if let Some(&place) = self.files.get(&target) {
            return Ok(place);
        }
        let whole = read_whole(&target).map_err(|fault| match fault {
            ImportFault::NoRegularFile => {
                of_buffer(number, &std::io::Error::other("not a regular file"))
            }
            ImportFault::Io(error) => of_buffer(number, &error),
            other => other,
        });
        let place = self.add(whole?.into());
        self.files.insert(target, place);
        Ok(place)
    }
}

/// Returns the bytes in a data URI.
fn in_uri(number: usize, data: &str) -> Result<Vec<u8>, ImportFault> {
    let text = data.split_once(";base64,").map(|(_, text)| text);
    text.and_then(|text| decode(text.as_bytes())).ok_or_else(|| {
        ImportFault::broken(format!("buffer {number}: its data URI holds no base64"))
    })
}

/// Returns the path without links of a file in the folder of `path` or in a folder below it. Links
/// that lead out of the folder are refused too.
fn near(path: &Path, number: usize, uri: &str) -> Result<PathBuf, ImportFault> {
    let outside = || ImportFault::OutsideFolder(number);
    let name = percent_decoded(uri).ok_or_else(|| {
        ImportFault::broken(format!("buffer {number}: its URI is no reference to a file"))
    })?;
    if name.contains([':', '\\']) {
        return Err(outside());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let within = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(&name).components().all(within) {
        return Err(outside());
    }
    let target = folder.join(&name).canonicalize().map_err(|error| of_buffer(number, &error))?;
    if !target.starts_with(folder.canonicalize()?) {
        return Err(outside());
    }
    Ok(target)
}

/// Returns an error that names the buffer.
fn of_buffer(number: usize, error: &std::io::Error) -> ImportFault {
    ImportFault::Io(std::io::Error::new(error.kind(), format!("buffer {number}: {error}")))
}

fn percent_decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        bytes.push(match first {
            b'%' => {
                let (digits, after) = rest.split_first_chunk::<2>()?;
                rest = after;
                // A number may have a sign, too.
                if !digits.iter().all(u8::is_ascii_hexdigit) {
                    return None;
                }
                u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?
            }
            other => *other,
        });
    }
    String::from_utf8(bytes).ok()
}
