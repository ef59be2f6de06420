//! PLY, text and binary: vertices, faces and strips.

mod binary;
mod counts;
mod elements;
mod header;
mod lines;
mod number;
mod text;

use crate::geom::TriangleMesh;
use crate::import::error::ImportFault;
use crate::import::open::unmarked;
use crate::import::polygon::Cutter;
use binary::Binary;
use elements::Found;
use header::Format;
use lines::Lines;
use number::{Kind, Whole};
use std::borrow::Cow;
use text::Text;

/// What is wrong, without the place. It quotes nothing of the file but numbers.
type What = Cow<'static, str>;

const ENDED: &str = "the file ends before its elements do";
const NOT_UTF8: &str = "the text is not UTF-8";
const OTHER_ENDS: &str = "not all lines end as the first one does";

/// The numbers of a body, one after the other.
trait Body {
    /// Goes to the next element, which has so many properties.
    fn start(&mut self, properties: usize) -> Result<(), What>;

    /// Reads a number as a coordinate, which may be infinite or no number.
    fn coordinate(&mut self, kind: Kind) -> Result<f32, What>;

    /// Reads a number of a list.
    fn index(&mut self, kind: Whole) -> Result<i64, What>;

    /// Reads how many numbers a list has, which are not more than fit into what is left.
    fn count(&mut self, count: Whole, of: Kind) -> Result<usize, What>;

    /// Leaves out numbers.
    fn skip(&mut self, kind: Kind, count: usize) -> Result<(), What>;

    /// Returns how many bytes are left.
    fn left(&self) -> usize;

    /// Returns the number of the line of the file, if the body has lines.
    fn line(&self) -> Option<usize>;
}

pub fn read(bytes: &[u8]) -> Result<TriangleMesh, ImportFault> {
    let mut lines = Lines::new(unmarked(bytes));
    let header = header::read(&mut lines)?;
    let body = lines.rest;
    counts::check(&header, body.len())?;
    let found = match header.format {
        Format::Text => elements::read(&header, Text::new(lines)),
        Format::LittleEndian => elements::read(&header, Binary::new(body, false)),
        Format::BigEndian => elements::read(&header, Binary::new(body, true)),
    };
    mesh(found?)
}

fn mesh(found: Found) -> Result<TriangleMesh, ImportFault> {
    let (mut cutter, mut triangles) = (Cutter::default(), Vec::new());
    for lists in found.lists {
        for (number, list) in lists.iter().enumerate() {
            add(list, lists.are_strips, number, &found.vertices, &mut cutter, &mut triangles)?;
        }
    }
    Ok(TriangleMesh::new(found.vertices, triangles)?)
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
