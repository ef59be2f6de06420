//! The bytes of a glTF file's buffers, within the file and in others.

use super::document::{Buffer, Document, Index};
use super::json::{Text, Whole};
use crate::import::base64::decode;
use crate::import::error::ImportFault;
use crate::import::whole::read_whole;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

/// The bytes of the buffers.
#[derive(Default)]
pub struct Buffers<'a> {
    /// What was read. A file is read once: thousands of buffers may name it.
    read: Vec<Cow<'a, [u8]>>,
    /// Which of these each buffer has that makes geometry, and how many of its bytes.
    places: HashMap<u32, (usize, usize)>,
    /// Which of these each file has, by its path without links.
    files: HashMap<PathBuf, usize>,
}

impl<'a> Buffers<'a> {
    /// Reads the bytes of the buffers that make geometry. Others may be missing, or be those of
    /// extensions. The first buffer of all has the bytes in the file itself, if it has no URI.
    pub fn read(
        document: &Document<'_>,
        inside: Option<&'a [u8]>,
        path: &Path,
    ) -> Result<Self, ImportFault> {
        let mut all = Self::default();
        let needed = of_geometry(document);
        let numbered = document.buffers.iter().enumerate();
        for (number, Buffer { uri, byte_length: Whole(announced) }) in numbered {
            if !needed.contains(&(number as u32)) {
                continue;
            }
            let place = match uri {
                None => all.add(inside.filter(|_| number == 0).unwrap_or_default().into()),
                Some(Text(uri)) => match in_uri(uri) {
                    Some(data) => all.add(data.ok_or_else(|| no_base64(number))?.into()),
                    None => all.file(number, near(path, number, uri)?)?,
                },
            };
            let found = all.read[place].len();
            if found < *announced {
                return Err(ImportFault::broken(format!(
                    "buffer {number} has {found} bytes, not {announced}"
                )));
            }
            all.places.insert(number as u32, (place, *announced));
        }
        Ok(all)
    }

    /// Returns as many bytes of a buffer as it announces.
    pub fn get(&self, number: u32) -> Option<&[u8]> {
        let &(place, announced) = self.places.get(&number)?;
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

/// Returns the numbers of the buffers that positions and indices lie in. Numbers that name nothing
/// are found later, where they are used.
fn of_geometry(document: &Document<'_>) -> HashSet<u32> {
    let primitives = document.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let accessors = primitives.flat_map(|found| [found.attributes.position, found.indices]);
    let buffer = |accessor: Index| {
        let view = document.accessors.get(accessor.0 as usize)?.buffer_view?;
        Some(document.buffer_views.get(view.0 as usize)?.buffer.0)
    };
    accessors.flatten().filter_map(buffer).collect()
}

/// Returns what a data URI holds, or `None` for another URI: its bytes, if it holds base64.
fn in_uri(uri: &str) -> Option<Option<Vec<u8>>> {
    // The name of a scheme may be written in any case.
    let (scheme, data) = uri.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("data") {
        return None;
    }
    let text = data.split_once(";base64,").map(|(_, text)| text);
    // `+`, `/` and `=` may be escaped.
    let decoded = |text: &str| match text.contains('%') {
        true => decode(percent_decoded(text)?.as_bytes()),
        false => decode(text.as_bytes()),
    };
    Some(text.and_then(decoded))
}

fn no_base64(number: usize) -> ImportFault {
    ImportFault::broken(format!("buffer {number}: its data URI holds no base64"))
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
