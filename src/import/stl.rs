//! STL, text and binary, through `stl_io`. Corners of the same coordinates become one vertex.

use super::error::ImportFault;
use crate::geom::TriangleMesh;
use std::io::{Cursor, ErrorKind};

/// Bytes before the first triangle of a binary file, and of each triangle.
const HEADER: usize = 84;
const TRIANGLE: usize = 50;

pub fn read(mut bytes: Vec<u8>) -> Result<TriangleMesh, ImportFault> {
    let is_binary = is_binary(&bytes);
    if is_binary {
        // Many binary files begin with the word of the text format, by which `stl_io` tells them
        // apart.
        let word = bytes.len().min(6);
        bytes[..word].fill(b' ');
    } else if bytes[5..].first().is_some_and(|c| *c != b' ') {
        // A name may be missing, and with it the blank that `stl_io` looks for.
        bytes.insert(5, b' ');
    }
    // The reader's own messages quote what it has read.
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

/// Text begins with `solid`; a file that does and whose size is that of its count of triangles is
/// binary all the same.
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
