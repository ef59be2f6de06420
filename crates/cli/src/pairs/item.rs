//! One line: a shape, its name, and what it is compared with.

use crate::query::fault::{Fault, Whose, excerpt};
use crate::query::json::whole;
use crate::query::mesh::{self, Shelf};
use crate::query::request::{Unread, dimension, fields_of_line, missing};
use crate::query::shape::{self, FIELDS, Shape};
use motzkin::glam::Vec3;
use motzkin::tree::spheres::MeshWorld;
use motzkin::{Aabb, Aabb3, Filter, Moving, PolytopeSet, TriangleMesh};
use serde_json::value::RawValue;
use std::sync::Arc;

/// A shape that can be compared.
pub struct Item {
    /// The `id` as it was written.
    pub id: Box<str>,
    pub dim: usize,
    pub shape: Shape,
    /// The mesh that the shape names, if it names one.
    pub mesh: Option<Arc<TriangleMesh>>,
    pub filter: Filter,
    /// A box round the shape, wherever it moves; in the plane with `z = 0`.
    pub aabb: Aabb3,
}

/// The fields of a line: those of a shape, then its own.
const NAMES: [&str; FIELDS.len() + 4] = {
    let mut names = [""; FIELDS.len() + 4];
    let mut i = 0;
    while i < FIELDS.len() {
        names[i] = FIELDS[i];
        i += 1;
    }
    [names[i], names[i + 1], names[i + 2], names[i + 3]] = ["id", "dim", "group", "mask"];
    names
};

/// Reads a line that is not blank, and the mesh that it names.
pub fn read<'a>(line: &'a [u8], shelf: &Shelf) -> Result<Item, Unread<'a>> {
    let found = fields_of_line(line, NAMES)?;
    let [of_shape @ .., id, dim, group, mask] = found.values;
    let unread = |fault| Unread { id: id.map_or("null", RawValue::get), fault };
    let of_unknown_type = of_shape[0].is_some_and(|kind| !shape::is_known(kind));
    if let Some(fault) = found.fault.filter(|_| !of_unknown_type) {
        return Err(unread(Fault::shape(fault)));
    }
    let name = id.ok_or_else(|| unread(missing("id")))?.get();
    let dim = dim.ok_or_else(|| missing("dim")).and_then(dimension).map_err(unread)?;
    let read = || {
        let group = group.map_or(Ok(u32::MAX), |value| bits("group", value))?;
        let mask = mask.map_or(Ok(u32::MAX), |value| bits("mask", value))?;
        let shape = shape::of_fields(Whose::Own, of_shape, dim)?;
        let (mesh, aabb) = match &shape {
            Shape::Mesh(text) => {
                let mesh = shelf.mesh(Whose::Own, &text.path)?;
                // What cannot stand in a world is a fault of this line.
                mesh::add(&mut MeshWorld::default(), Whose::Own, text, &mesh)?;
                let corners = (0..mesh.len() as u32).flat_map(|triangle| mesh.corners(triangle));
                let aabb = corners.fold(Aabb3::NOTHING, |Aabb3 { min, max }, corner| {
                    let corner = Vec3::from(text.pose.place(corner));
                    Aabb3 { min: min.min(corner), max: max.max(corner) }
                });
                (Some(mesh), aabb)
            }
            _ => {
                let mut set = PolytopeSet::new();
                shape.add_to(&mut set, Whose::Own, dim)?;
                (None, set.bounds::<Moving>(0))
            }
        };
        Ok(Item { id: name.into(), dim, shape, mesh, filter: Filter { group, mask }, aabb })
    };
    read().map_err(unread)
}

/// A whole number of 32 bits.
fn bits(name: &str, value: &RawValue) -> Result<u32, Fault> {
    whole(value).ok_or_else(|| {
        Fault::shape(format!("{name} = {} is no number of 32 bits", excerpt(value.get())))
    })
}
