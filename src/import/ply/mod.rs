//! PLY, text and binary, through `ply-rs-bw`: vertices, faces and strips.

mod counts;
mod names;

use crate::geom::TriangleMesh;
use crate::import::error::ImportFault;
use crate::import::open::unmarked;
use crate::import::polygon::Cutter;
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{Property, PropertyAccess, PropertyAccessResult};
use std::borrow::Cow;
use std::io::{Cursor, ErrorKind};

/// A vertex.
#[derive(Default)]
struct Point([f32; 3]);

/// The indices of a face or of strips.
#[derive(Default)]
struct Indices(Vec<i64>);

/// An element that is not read.
struct Skipped;

impl PropertyAccess for Point {
    fn new() -> Self {
        Self::default()
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        let Some(axis) = AXES.iter().position(|axis| *axis == name) else {
            return PropertyAccessResult::Ignored;
        };
        let Some(value) = property.to_f32_lossy() else {
            return PropertyAccessResult::UnsupportedType;
        };
        self.0[axis] = value;
        PropertyAccessResult::Set
    }
}

impl PropertyAccess for Indices {
    fn new() -> Self {
        Self::default()
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        if !LISTS.contains(&name) {
            return PropertyAccessResult::Ignored;
        }
        self.0 = match property {
            Property::ListChar(list) => list.into_iter().map(i64::from).collect(),
            Property::ListUChar(list) => list.into_iter().map(i64::from).collect(),
            Property::ListShort(list) => list.into_iter().map(i64::from).collect(),
            Property::ListUShort(list) => list.into_iter().map(i64::from).collect(),
            Property::ListInt(list) => list.into_iter().map(i64::from).collect(),
            Property::ListUInt(list) => list.into_iter().map(i64::from).collect(),
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

impl PropertyAccess for Skipped {
    fn new() -> Self {
        Self
    }
}

const AXES: [&str; 3] = ["x", "y", "z"];
const LISTS: [&str; 2] = ["vertex_indices", "vertex_index"];

pub fn read(bytes: &[u8]) -> Result<TriangleMesh, ImportFault> {
    let bytes = &*with_plain_comments(unmarked(bytes));
    let mut reader = Reader::new(Cursor::new(bytes));
    let header = Parser::<Skipped>::new()
        .read_header(&mut reader)
        .map_err(|error| at_line(&error, "the header breaks the format's rules"))?;
    let (head, body) = bytes.split_at(reader.get_ref().position() as usize);
    names::check(head)?;
    counts::check(&header, body)?;
    let broken = |error: ParseError| at_line(&error, "an element is not what the header says");
    let (mut vertices, mut faces, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    for (name, element) in &header.elements {
        match name.as_str() {
            "vertex" => {
                let missing = AXES.iter().find(|axis| !element.properties.contains_key(**axis));
                if let Some(axis) = missing {
                    return Err(ImportFault::broken(format!("vertices have no property {axis}")));
                }
                let points =
                    Parser::<Point>::new().read_payload_for_element(&mut reader, element, &header);
                vertices = points.map_err(broken)?.into_iter().map(|point| point.0).collect();
            }
            "face" | "tristrips" => {
                let lists = Parser::<Indices>::new().read_payload_for_element(
                    &mut reader,
                    element,
                    &header,
                );
                faces.push((name == "tristrips", lists.map_err(broken)?));
            }
            _ => {
                let skipped = Parser::<Skipped>::new().read_payload_for_element(
                    &mut reader,
                    element,
                    &header,
                );
                skipped.map_err(broken)?;
            }
        }
    }
    // A file may have its faces before its vertices.
    let mut cutter = Cutter::default();
    for (strips, lists) in faces {
        for (number, list) in lists.into_iter().enumerate() {
            add(&list.0, strips, number, &vertices, &mut cutter, &mut triangles)?;
        }
    }
    Ok(TriangleMesh::new(vertices, triangles)?)
}

/// Returns the file with comments that the parser takes: some programs write those of the header in
/// an encoding of their own.
fn with_plain_comments(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut bytes = Cow::Borrowed(bytes);
    let mut start = 0;
    while let Some(line) = bytes[start..].split(|&byte| byte == b'\n').next() {
        let (end, word) = (start + line.len(), line.split(u8::is_ascii_whitespace).next());
        if word == Some(b"end_header") || end == bytes.len() {
            break;
        }
        if matches!(word, Some(b"comment" | b"obj_info")) && std::str::from_utf8(line).is_err() {
            let foreign = bytes.to_mut()[start..end].iter_mut().filter(|byte| !byte.is_ascii());
            foreign.for_each(|byte| *byte = b'?');
        }
        start = end + 1;
    }
    bytes
}

/// Returns an error with the line and the kind of the parser's error. The parser's own message
/// quotes the file.
fn at_line(error: &ParseError, what: &str) -> ImportFault {
    let what = match error.kind() {
        ErrorKind::UnexpectedEof => "the file ends before its elements do",
        ErrorKind::InvalidData => {
            "the text is not UTF-8, or a property has a type that is not read"
        }
        _ => what,
    };
    match error.line() {
        Some(line) => ImportFault::broken(format!("line {line}: {what}")),
        None => ImportFault::broken(what),
    }
}

/// Adds the triangles of a face or of strips. What they name is checked here, because the triangles
/// of the mesh have other numbers.
fn add(
    list: &[i64],
    strips: bool,
    number: usize,
    vertices: &[[f32; 3]],
    cutter: &mut Cutter,
    triangles: &mut Vec<[u32; 3]>,
) -> Result<(), ImportFault> {
    let what = if strips { "strips" } else { "face" };
    let index = |&index: &i64| match u32::try_from(index) {
        Ok(index) if (index as usize) < vertices.len() => Ok(index),
        // An index of -1 ends a strip, also in 32 bits without a sign.
        _ if strips && [-1, i64::from(TriangleMesh::RESTART)].contains(&index) => {
            Ok(TriangleMesh::RESTART)
        }
        _ => Err(ImportFault::broken(format!("{what} {number}: there is no vertex {index}"))),
    };
    let indices: Vec<u32> = list.iter().map(index).collect::<Result<_, _>>()?;
    if strips {
        TriangleMesh::strip_triangles(&indices, triangles);
    } else if indices.len() < 3 {
        return Err(ImportFault::broken(format!("face {number} has {} corners", indices.len())));
    } else {
        let wrong = |what| ImportFault::broken(format!("face {number}: {what}"));
        cutter.triangulate(&indices, vertices, triangles).map_err(wrong)?;
    }
    Ok(())
}
