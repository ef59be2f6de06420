//! STL, text and binary, through `stl_io`. Corners with the same coordinates become one vertex.

use super::error::ImportFault;
use crate::geom::TriangleMesh;
use std::io::{Cursor, ErrorKind};

/// The bytes before the first triangle of a binary file, and the bytes of each triangle.
const HEADER: usize = 84;
const TRIANGLE: usize = 50;

pub fn read(mut bytes: Vec<u8>) -> Result<TriangleMesh, ImportFault> {
    let is_binary = is_binary(&bytes);
    if is_binary {
        // Many binary files begin with the word of the text format, which `stl_io` takes for text.
        let word = bytes.len().min(6);
        bytes[..word].fill(b' ');
    } else {
        bytes = one_solid(&String::from_utf8_lossy(&bytes))?.into_bytes();
    }
    // The reader's own messages quote the file.
    let what = |error: std::io::Error| match error.kind() {
        ErrorKind::UnexpectedEof => "the file ends before its triangles do",
        _ => "not a facet of three vertices with finite coordinates",
    };
    let mut input = Cursor::new(bytes);
    let mut soup = Vec::new();
    let triangles = stl_io::create_stl_reader(&mut input).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => ImportFault::broken("the file ends within its header"),
        _ => ImportFault::broken("the header breaks the format's rules"),
    })?;
    for triangle in triangles {
        let triangle = triangle.map_err(|error| {
            ImportFault::broken(format!("triangle {}: {}", soup.len(), what(error)))
        })?;
        soup.push(triangle.vertices.map(|vertex| vertex.0));
    }
    Ok(TriangleMesh::from_soup(&soup)?)
}

/// Returns the text of one solid without a name that has the facets of all solids, for `stl_io`
/// reads the first one alone. Normals, which nobody reads, are left out: some are no numbers.
fn one_solid(text: &str) -> Result<String, ImportFault> {
    // Ends of lines of old are a carriage return alone.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut plain = String::from("solid \n");
    let mut is_inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split_whitespace();
        match words.next() {
            None => {}
            Some("solid") if !is_inside => is_inside = true,
            Some("endsolid") if is_inside => is_inside = false,
            Some("facet") if is_inside && words.next() == Some("normal") => {
                plain += "facet normal 0 0 0\n";
            }
            Some(word) if is_inside => {
                // `stl_io` calls such a number no number.
                let is_odd = |word: &str| word.parse::<f32>().ok().filter(|x| !x.is_finite());
                if word == "vertex"
                    && let Some(value) = words.find_map(is_odd)
                {
                    return Err(ImportFault::not_finite(number, value));
                }
                plain.extend([line, "\n"]);
            }
            Some(_) => {
                return Err(ImportFault::broken(format!("line {number}: not within a solid")));
            }
        }
    }
    if !is_inside {
        plain += "endsolid \n";
    }
    Ok(plain)
}

/// Returns true for a binary file.
///
/// A text file begins with `solid`. Some binary files do too: their size is that of their count of
/// triangles.
fn is_binary(bytes: &[u8]) -> bool {
    if !bytes.starts_with(b"solid") {
        return true;
    }
    let count = bytes.get(HEADER - 4..HEADER).and_then(|bytes| bytes.first_chunk());
    count.is_some_and(|count| {
        let triangles = u32::from_le_bytes(*count) as u64;
        triangles * TRIANGLE as u64 + HEADER as u64 == bytes.len() as u64
    })
}
