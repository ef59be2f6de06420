//! One shape of a pair.

use super::fault::{Fault, FaultKind, Whose, excerpt};
use super::json::{elements, fields, number, string};
use super::mesh::MeshText;
use motzkin::glam::{Quat, Vec3};
use motzkin::{Frame2, Frame3, PolytopeSet, Pose, ShapeKind, ShapeKind2, Stored};
use motzkin_core::geom::short_name_of;
use serde_json::value::RawValue;
use std::fmt;

/// A shape whose numbers are known to be finite.
pub enum Shape {
    Frame(FrameText),
    /// Points, those of dimension 2 with a z of zero, and the velocity.
    Hull(Vec<Vec3>, Option<Vec3>),
    Mesh(MeshText),
}

/// A frame as it was written: three coordinates each, those beyond the dimension zero.
pub struct FrameText {
    kind: ShapeKind,
    rows: [Vec3; 4],
    /// A frame without one rests; one with a velocity moves, be it by zero.
    pub velocity: Option<Vec3>,
}

impl Shape {
    /// True for a shape with a velocity, be it zero.
    pub fn moves(&self) -> bool {
        match self {
            Self::Frame(frame) => frame.velocity.is_some(),
            Self::Hull(_, velocity) => velocity.is_some(),
            Self::Mesh(_) => false,
        }
    }

    /// The frame of a shape that is one, of dimension 3.
    pub fn frame(&self, whose: Whose) -> Result<Frame3, Fault> {
        let Self::Frame(FrameText { kind, rows: [origin, e0, e1, e2], velocity }) = *self else {
            return Err(Fault::shape(format!("{whose} is not a frame")));
        };
        Frame3::of_kind(kind, origin, [e0, e1, e2])
            .and_then(|frame| frame.with_velocity(velocity.unwrap_or(Vec3::ZERO)))
            .map_err(|error| Fault::frame(whose, &error))
    }

    /// The same of dimension 2.
    pub fn frame2(&self, whose: Whose) -> Result<Frame2, Fault> {
        let Self::Frame(FrameText { kind, rows, velocity }) = self else {
            return Err(Fault::shape(format!("{whose} is not a frame")));
        };
        let [origin, e0, e1, _] = rows.map(Vec3::truncate);
        let in_plane = ShapeKind2::ALL.into_iter().find(|in_plane| in_plane.in_space() == *kind);
        let kind = in_plane
            .ok_or_else(|| Fault::shape(whose.says(format!("a {kind} has no dimension 2"))))?;
        Frame2::of_kind(kind, origin, [e0, e1])
            .and_then(|frame| frame.with_velocity(velocity.unwrap_or(Vec3::ZERO).truncate()))
            .map_err(|error| Fault::frame(whose, &error))
    }

    /// Adds the shape to a set of polytopes, exactly, with its velocity.
    pub fn add_to(&self, set: &mut PolytopeSet, whose: Whose, dim: usize) -> Result<(), Fault> {
        let added = match self {
            Self::Hull(points, _) => set.push(points),
            _ if dim == 2 => set.push_frame2(&self.frame2(whose)?),
            _ => set.push_frame(&self.frame(whose)?),
        };
        let velocity = match self {
            Self::Hull(_, velocity) | Self::Frame(FrameText { velocity, .. }) => {
                velocity.unwrap_or(Vec3::ZERO)
            }
            Self::Mesh(_) => Vec3::ZERO,
        };
        let moves = added.and_then(|polytope| set.set_velocity(polytope, velocity));
        moves.map_err(|error| Fault::shape(whose.says(error)))
    }
}

/// A place in the input, such as `a.comp[1]`.
#[derive(Clone, Copy)]
struct Place {
    whose: Whose,
    name: &'static str,
    index: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.whose.field(self.name))?;
        self.index.map_or(Ok(()), |index| write!(f, "[{index}]"))
    }
}

/// The fields of all shapes; each type takes some of them.
pub const FIELDS: [&str; 9] =
    ["type", "orig", "comp", "verts", "vel", "pts", "path", "solid", "pose"];

/// True for a mesh, by path or in full.
pub fn is_mesh(value: &RawValue) -> bool {
    let kind = || fields(value.get(), FIELDS).ok()?.values[0].and_then(string);
    string(value).is_some() || kind().as_deref() == Some("mesh")
}

/// Reads the shape of side `a` or `b`.
pub fn read(whose: Whose, value: &RawValue, dim: usize) -> Result<Shape, Fault> {
    if let Some(path) = string(value) {
        return mesh(whose, dim, MeshText { path, solid: false, pose: Pose::IDENTITY });
    }
    let found = fields(value.get(), FIELDS).map_err(|_| {
        Fault::shape(format!("{whose} is neither an object nor the path of a mesh"))
    })?;
    match found.fault {
        // Who names a type that there is not takes its fields for known.
        Some(_) if found.values[0].is_some_and(|kind| !is_known(kind)) => {
            of_fields(whose, found.values, dim)
        }
        Some(fault) => Err(Fault::shape(whose.says(fault))),
        None => of_fields(whose, found.values, dim),
    }
}

/// The types that are no frames.
const OTHERS: [&str; 2] = ["hull", "mesh"];

/// True for the name of a type.
pub fn is_known(kind: &RawValue) -> bool {
    let name = string(kind).unwrap_or_default();
    OTHERS.contains(&name.as_str()) || frame_kind(&name, false).is_some()
}

/// Reads a shape of its [`FIELDS`].
pub fn of_fields(whose: Whose, values: [Option<&RawValue>; 9], dim: usize) -> Result<Shape, Fault> {
    let [kind, orig, comp, verts, vel, pts, path, solid, pose] = values;
    let kind = kind.ok_or_else(|| missing(whose, "type"))?;
    let name = string(kind).unwrap_or_default();
    let of_frame = frame_kind(&name, verts.is_some());
    let taken: &[&str] = match (name.as_str(), of_frame.map(ShapeKind::stored)) {
        ("hull", _) => &["type", "pts", "vel"],
        ("mesh", _) => &["type", "path", "solid", "pose"],
        (_, Some(Stored::Edges)) => &["type", "orig", "comp", "vel"],
        (_, Some(Stored::Vertices)) => &["type", "verts", "vel"],
        (_, None) => return Err(unknown(whose, kind)),
    };
    let given = FIELDS.iter().zip(values).filter(|(_, value)| value.is_some());
    if let Some((field, _)) = given.into_iter().find(|(field, _)| !taken.contains(field)) {
        let by_vertices = of_frame.map(ShapeKind::stored) == Some(Stored::Vertices);
        let how = if by_vertices { " given by its vertices" } else { "" };
        let what = format!("a {name}{how} has no field `{field}`");
        return Err(Fault::shape(whose.says(what)));
    }
    let place = |name| Place { whose, name, index: None };
    let velocity = vel.map(|vel| vector(place("vel"), vel, dim)).transpose()?;
    let mut rows = [Vec3::ZERO; 4];
    let kind = match (name.as_str(), of_frame) {
        ("mesh", _) => {
            let path = path.ok_or_else(|| missing(whose, "path"))?;
            let path = string(path).ok_or_else(|| {
                let (field, text) = (whose.field("path"), excerpt(path.get()));
                Fault::shape(format!("{field} = {text} is no path"))
            })?;
            let solid = match solid.map(RawValue::get) {
                None | Some("false") => false,
                Some("true") => true,
                Some(other) => {
                    let (field, text) = (whose.field("solid"), excerpt(other));
                    let what = format!("{field} = {text} is neither true nor false");
                    return Err(Fault::shape(what));
                }
            };
            let pose = pose.map_or(Ok(Pose::IDENTITY), |pose| read_pose(whose, pose))?;
            return mesh(whose, dim, MeshText { path, solid, pose });
        }
        ("hull", _) => {
            let points =
                vectors(place("pts"), pts.ok_or_else(|| missing(whose, "pts"))?, dim, None)?;
            return Ok(Shape::Hull(points, velocity));
        }
        (_, Some(kind)) => kind,
        (_, None) => return Err(unknown(whose, kind)),
    };
    match kind.stored() {
        Stored::Edges => {
            let (orig, comp) = (
                orig.ok_or_else(|| missing(whose, "orig"))?,
                comp.ok_or_else(|| missing(whose, "comp"))?,
            );
            rows[0] = vector(place("orig"), orig, dim)?;
            rows[1..=dim].copy_from_slice(&vectors(place("comp"), comp, dim, Some(dim))?);
        }
        Stored::Vertices => {
            let verts = verts.ok_or_else(|| missing(whose, "verts"))?;
            let found = vectors(place("verts"), verts, dim, Some(dim + 1))?;
            rows[..=dim].copy_from_slice(&found);
        }
    }
    Ok(Shape::Frame(FrameText { kind, rows, velocity }))
}

/// The kind of frame that a type names. One that is never given by its vertices is given by its
/// edges.
fn frame_kind(name: &str, by_vertices: bool) -> Option<ShapeKind> {
    let stored = if by_vertices { Stored::Vertices } else { Stored::Edges };
    let mut named = ShapeKind::ALL.into_iter().filter(|kind| short_name_of(*kind) == name);
    named.clone().find(|kind| kind.stored() == stored).or_else(|| named.next())
}

fn unknown(whose: Whose, kind: &RawValue) -> Fault {
    let mut types: Vec<_> = ShapeKind::ALL.into_iter().map(short_name_of).collect();
    types.extend(OTHERS);
    types.dedup();
    let (name, types) = (excerpt(kind.get()), types.join(", "));
    Fault::shape(format!("{} = {name} is unknown; there are {types}", whose.field("type")))
}

/// Meshes are of three dimensions.
fn mesh(whose: Whose, dim: usize, text: MeshText) -> Result<Shape, Fault> {
    match dim {
        3 => Ok(Shape::Mesh(text)),
        _ => Err(Fault::shape(whose.says(format!("a mesh has no dimension {dim}")))),
    }
}

fn read_pose(whose: Whose, value: &RawValue) -> Result<Pose, Fault> {
    let found = fields(value.get(), ["translation", "rotation"])
        .map_err(|_| Fault::shape(format!("{} is no object", whose.field("pose"))))?;
    if let Some(fault) = found.fault {
        return Err(Fault::shape(format!("{}: {fault}", whose.field("pose"))));
    }
    let [translation, rotation] = found.values;
    let place = |name| Place { whose, name, index: None };
    let translation =
        translation.map_or(Ok(Vec3::ZERO), |value| vector(place("pose.translation"), value, 3))?;
    let rotation = rotation
        .map_or(Ok([0.0, 0.0, 0.0, 1.0]), |value| numbers(place("pose.rotation"), value))?;
    Pose::new(Quat::from_array(rotation), translation)
        .map_err(|error| Fault::shape(whose.says(error)))
}

fn missing(whose: Whose, name: &str) -> Fault {
    Fault::shape(whose.says(format!("missing field `{name}`")))
}

/// An array of vectors, `count` of them where that is fixed.
fn vectors(
    place: Place,
    value: &RawValue,
    dim: usize,
    count: Option<usize>,
) -> Result<Vec<Vec3>, Fault> {
    let found = elements(value).ok_or_else(|| Fault::shape(format!("{place} is not an array")))?;
    if let Some(count) = count.filter(|&count| count != found.len()) {
        return Err(Fault::shape(format!("{place} has {} vectors, not {count}", found.len())));
    }
    let indexed = |(index, value)| vector(Place { index: Some(index), ..place }, value, dim);
    found.into_iter().enumerate().map(indexed).collect()
}

/// A vector of `dim` numbers.
fn vector(place: Place, value: &RawValue, dim: usize) -> Result<Vec3, Fault> {
    let mut vector = Vec3::ZERO;
    match dim {
        2 => vector.as_mut()[..2].copy_from_slice(&numbers::<2>(place, value)?),
        _ => vector = numbers(place, value)?.into(),
    }
    Ok(vector)
}

/// So many numbers, finite ones.
fn numbers<const N: usize>(place: Place, value: &RawValue) -> Result<[f32; N], Fault> {
    let found = elements(value).ok_or_else(|| Fault::shape(format!("{place} is not an array")))?;
    if found.len() != N {
        return Err(Fault::shape(format!("{place} has {} numbers, not {N}", found.len())));
    }
    let mut numbers = [0.0; N];
    for ((axis, value), out) in found.into_iter().enumerate().zip(&mut numbers) {
        let text = || excerpt(value.get());
        let found = number(value)
            .ok_or_else(|| Fault::shape(format!("{place}[{axis}] = {} is not a number", text())))?;
        if !found.is_finite() {
            let message = format!("{place}[{axis}] = {} is not finite as f32", text());
            return Err(Fault::new(FaultKind::NotFinite, message));
        }
        *out = found;
    }
    Ok(numbers)
}
