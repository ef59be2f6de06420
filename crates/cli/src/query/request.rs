//! One line of the input.

use super::answer::Answer;
use super::blocks::MAX_LINE;
use super::fault::{Fault, FaultKind, Whose, excerpt};
use super::json::{Fields, fields, whole};
use super::mesh::MeshText;
use super::shape::{self, Shape};
use motzkin::{Frame2, Frame3, PolytopeSet};
use serde_json::value::RawValue;

/// A pair that can be answered.
pub struct Request<'a> {
    /// The `id` as it was written.
    pub id: &'a str,
    pub shapes: Shapes,
    /// Some frame of the pair has a velocity.
    pub moves: bool,
}

/// Both shapes of a pair.
pub enum Shapes {
    Frames(Frames),
    /// A pair with a hull in it: polytopes 0 and 1 of the set, of so many dimensions.
    Hulls(PolytopeSet, usize),
    Meshes([MeshText; 2]),
    /// A mesh and a frame or a hull.
    Mixed(Box<Mixed>),
    /// A pair with a mesh that has its answer.
    Answered(Answer),
}

/// A mesh, and a frame or a hull in space.
pub struct Mixed {
    pub mesh: MeshText,
    pub other: Shape,
    /// The mesh is the second shape of the pair.
    pub mesh_is_second: bool,
}

/// Two frames of as many dimensions.
pub enum Frames {
    Plane([Frame2; 2]),
    Space([Frame3; 2]),
}

/// A line that cannot, and why.
pub struct Unread<'a> {
    /// The `id` as it was written, `null` where it could not be read.
    pub id: &'a str,
    pub fault: Fault,
}

/// Reads a line that is not blank.
pub fn read<'a>(line: &'a [u8]) -> Result<Request<'a>, Unread<'a>> {
    let found = fields_of_line(line, ["id", "dim", "a", "b"])?;
    let id = found.values[0].map_or("null", RawValue::get);
    match pair(&found) {
        Ok((shapes, moves)) => Ok(Request { id, shapes, moves }),
        Err(fault) => Err(Unread { id, fault }),
    }
}

/// The raw fields of a line that is not blank.
pub fn fields_of_line<'a, const N: usize>(
    line: &'a [u8],
    names: [&str; N],
) -> Result<Fields<'a, N>, Unread<'a>> {
    let unread =
        |message: String| Unread { id: "null", fault: Fault::new(FaultKind::Parse, message) };
    let text = std::str::from_utf8(line).map_err(|error| {
        unread(format!("the line is not UTF-8 at byte {}", error.valid_up_to() + 1))
    })?;
    fields(text, names).map_err(unread)
}

/// Word of a line that is left out.
pub fn too_long() -> Fault {
    Fault::new(FaultKind::Parse, format!("the line is longer than {MAX_LINE} bytes"))
}

/// The number of dimensions, where it is given.
pub fn dimension(dim: &RawValue) -> Result<usize, Fault> {
    match whole(dim) {
        Some(2) => Ok(2),
        Some(3) => Ok(3),
        _ => {
            let message = format!("dim = {} is neither 2 nor 3", excerpt(dim.get()));
            Err(Fault::new(FaultKind::Parse, message))
        }
    }
}

/// Word of a field of the line that is missing.
pub fn missing(name: &str) -> Fault {
    Fault::new(FaultKind::Parse, format!("missing field `{name}`"))
}

/// The shapes, and whether the pair moves.
fn pair(found: &Fields<4>) -> Result<(Shapes, bool), Fault> {
    if let Some(fault) = &found.fault {
        return Err(Fault::new(FaultKind::Parse, fault.clone()));
    }
    let [id, dim, a, b] = found.values;
    let (a, b) = (a.ok_or_else(|| missing("a"))?, b.ok_or_else(|| missing("b"))?);
    id.ok_or_else(|| missing("id"))?;
    let dim = match dim {
        Some(dim) => dimension(dim)?,
        None if shape::is_mesh(a) && shape::is_mesh(b) => 3,
        None => return Err(missing("dim")),
    };
    // Both are read before anything is called unsupported: a fault in the input comes first.
    let [a, b] = [shape::read(Whose::Side('a'), a, dim)?, shape::read(Whose::Side('b'), b, dim)?];
    match [a, b] {
        [Shape::Mesh(a), Shape::Mesh(b)] => Ok((Shapes::Meshes([a, b]), false)),
        [Shape::Mesh(mesh), other] => Ok(mixed(mesh, other, false)),
        [other, Shape::Mesh(mesh)] => Ok(mixed(mesh, other, true)),
        [a, b] => of_convex(&a, &b, dim),
    }
}

fn mixed(mesh: MeshText, other: Shape, mesh_is_second: bool) -> (Shapes, bool) {
    let moves = other.moves();
    (Shapes::Mixed(Box::new(Mixed { mesh, other, mesh_is_second })), moves)
}

/// A pair of frames or hulls, and whether it moves.
pub fn of_convex(a: &Shape, b: &Shape, dim: usize) -> Result<(Shapes, bool), Fault> {
    let moves = a.moves() || b.moves();
    if [a, b].iter().any(|shape| matches!(shape, Shape::Hull(..))) {
        let mut set = PolytopeSet::new();
        a.add_to(&mut set, Whose::Side('a'), dim)?;
        b.add_to(&mut set, Whose::Side('b'), dim)?;
        return Ok((Shapes::Hulls(set, dim), moves));
    }
    let [of_a, of_b] = ['a', 'b'].map(Whose::Side);
    let frames = match dim {
        2 => Frames::Plane([a.frame2(of_a)?, b.frame2(of_b)?]),
        _ => Frames::Space([a.frame(of_a)?, b.frame(of_b)?]),
    };
    Ok((Shapes::Frames(frames), moves))
}
