//! Pairs in which a mesh takes part.

use super::item::Item;
use crate::error::CliError;
use crate::query::Field;
use crate::query::answer::Answer;
use crate::query::fault::{Fault, Whose};
use crate::query::mesh::{self, Placed};
use crate::query::mixed::Asked;
use crate::query::shape::Shape;
use motzkin::glam::Vec3;
use motzkin::tree::spheres::MeshWorld;
use motzkin::{CollisionService, PolytopeSet};

/// All meshes of the input as objects of one world, which share their trees.
pub struct Meshes {
    world: MeshWorld,
    /// One number for each item of the first and of the second file; of meshes only.
    objects: [Vec<Option<u32>>; 2],
}

impl Meshes {
    /// Builds the world.
    pub fn of(items: &[Item], others: Option<&[Item]>) -> Result<Self, Fault> {
        let mut world = MeshWorld::default();
        let mut add = |item: &Item| match (&item.shape, &item.mesh) {
            (Shape::Mesh(text), Some(mesh)) => {
                mesh::add(&mut world, Whose::Own, text, mesh).map(Some)
            }
            _ => Ok(None),
        };
        let first = items.iter().map(&mut add).collect::<Result<_, _>>()?;
        let second = others.unwrap_or(items).iter();
        let second = match others {
            Some(_) => second.map(&mut add).collect::<Result<_, _>>()?,
            None => Vec::clone(&first),
        };
        Ok(Self { world, objects: [first, second] })
    }

    /// Answers a pair of items of these numbers.
    pub fn answer(
        &mut self,
        service: &CollisionService,
        want: &[Field],
        items: [&Item; 2],
        numbers: [u32; 2],
    ) -> Result<Answer, Fault> {
        let placed = |side: usize| {
            let item = items[side];
            match (self.objects[side][numbers[side] as usize], &item.mesh, &item.shape) {
                (Some(object), Some(mesh), Shape::Mesh(text)) => Ok(Placed { object, mesh, text }),
                _ => Err(&item.shape),
            }
        };
        let (first, placed, other) = match (placed(0), placed(1)) {
            (Ok(a), Ok(b)) => return mesh::answer(&mut self.world, want, [a, b]),
            (Ok(mesh), Err(other)) => (true, mesh, other),
            (Err(other), Ok(mesh)) => (false, mesh, other),
            (Err(_), Err(_)) => return Err(Fault::shape("neither shape of the pair is a mesh")),
        };
        let mut set = PolytopeSet::new();
        other.add_to(&mut set, Whose::Own, 3)?;
        let asked = Asked { service, set: &set, placed, moves: other.moves() };
        let mut answer = asked.answer(&mut self.world, want)?;
        if !first {
            answer.subset = answer.subset.map(|[a, b]| [b, a]);
        }
        Ok(answer)
    }
}

/// Whether a separate pair is closer than a margin, at rest or on the way. One of the shapes is a
/// mesh at least.
pub fn is_closer(
    service: &CollisionService,
    margin: f32,
    items: [&Item; 2],
) -> Result<bool, CliError> {
    let [a, b] = items.map(surface);
    let (a, b) = (a?, b?);
    let asked = service.collide_between(&a, &b).within(margin).on_cpu();
    let moves = items.iter().any(|item| item.shape.moves());
    let hits = if moves { asked.moving().run()? } else { asked.run()? };
    Ok(!hits.is_empty())
}

/// Word of shapes that were good when they were read.
fn wrong(error: impl std::fmt::Display) -> CliError {
    CliError::Wrong(error.to_string())
}

/// The triangles of a mesh as polytopes, or the polytope that another shape is.
fn surface(item: &Item) -> Result<PolytopeSet, CliError> {
    let mut set = PolytopeSet::new();
    if let (Shape::Mesh(text), Some(mesh)) = (&item.shape, &item.mesh) {
        for triangle in 0..mesh.len() as u32 {
            let corners = mesh.corners(triangle).map(|corner| Vec3::from(text.pose.place(corner)));
            set.push(&corners).map_err(wrong)?;
        }
    } else {
        item.shape.add_to(&mut set, Whose::Own, 3).map_err(wrong)?;
    }
    Ok(set)
}
