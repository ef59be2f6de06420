//! PLY, text and binary, through `ply-rs-bw`: vertices, faces and strips.

use super::{ImportFault, fan};
use crate::geom::TriangleMesh;
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{
    ElementDef, Encoding, Header, Property, PropertyAccess, PropertyAccessResult, PropertyType,
    ScalarType,
};
use std::io::Cursor;

/// A vertex.
#[derive(Default)]
struct Point([f32; 3]);

/// The indices of a face or of strips.
#[derive(Default)]
struct Indices(Vec<i64>);

/// An element that nobody asks for.
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
    let broken = |error: ParseError| ImportFault::broken(error.to_string());
    let mut reader = Reader::new(Cursor::new(bytes));
    let header = Parser::<Skipped>::new().read_header(&mut reader).map_err(broken)?;
    let mut left = bytes.len() as u64 - reader.get_ref().position();
    for element in header.elements.values() {
        left = check_count(&header, element, left)?;
    }
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
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
                let strips = name == "tristrips";
                for (number, list) in lists.map_err(broken)?.into_iter().enumerate() {
                    add(&list.0, strips, number, &mut triangles)?;
                }
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
    Ok(TriangleMesh::new(vertices, triangles)?)
}

/// What is left of the bytes behind an element, if all of it is as short as can be.
fn check_count(header: &Header, element: &ElementDef, left: u64) -> Result<u64, ImportFault> {
    let width = |kind: &ScalarType| match kind {
        ScalarType::Char | ScalarType::UChar => 1,
        ScalarType::Short | ScalarType::UShort => 2,
        ScalarType::Int | ScalarType::UInt | ScalarType::Float => 4,
        ScalarType::Double => 8,
    };
    let least = match header.encoding {
        // The last line may lack its end.
        Encoding::Ascii => 1,
        _ => element
            .properties
            .values()
            .map(|property| match &property.data_type {
                PropertyType::Scalar(kind) | PropertyType::List(kind, _) => width(kind),
            })
            .sum(),
    };
    let count = element.count as u64;
    let needed = count.checked_mul(least).filter(|_| least > 0 || count == 0);
    needed.and_then(|needed| left.checked_sub(needed)).ok_or_else(|| {
        let name = &element.name;
        ImportFault::broken(format!(
            "{count} elements {name:?} do not fit into the {left} bytes left of the file"
        ))
    })
}

/// Adds the triangles of a face or of strips.
fn add(
    list: &[i64],
    strips: bool,
    number: usize,
    triangles: &mut Vec<[u32; 3]>,
) -> Result<(), ImportFault> {
    let index = |&index: &i64| match u32::try_from(index) {
        Ok(index) => Ok(index),
        // Strips end so.
        Err(_) if strips && index == -1 => Ok(TriangleMesh::RESTART),
        Err(_) => Err(ImportFault::broken(format!("element {number}: there is no vertex {index}"))),
    };
    let indices: Vec<u32> = list.iter().map(index).collect::<Result<_, _>>()?;
    if strips {
        TriangleMesh::strip_triangles(&indices, triangles);
    } else if indices.len() < 3 {
        return Err(ImportFault::broken(format!("face {number} has {} corners", indices.len())));
    } else {
        fan(&indices, triangles);
    }
    Ok(())
}
