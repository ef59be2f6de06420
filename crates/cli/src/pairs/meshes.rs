//! Pairs in which a mesh takes part.

use super::item::Item;
use crate::query::Field;
use crate::query::answer::Answer;
use crate::query::fault::{Fault, Whose};
use crate::query::mesh::{self, Placed};
use crate::query::mixed::Asked;
use crate::query::shape::Shape;
use motzkin::service::CollideError;
use motzkin::tree::spheres::MeshWorld;
use motzkin::{Aabb, Aabb3, CollisionService, PolytopeSet};
use std::collections::HashMap;
use std::sync::Arc;

/// All meshes of the input as objects of one world, which share their trees.
pub struct Meshes {
    world: MeshWorld,
    /// One number for each item of the first and of the second file; of meshes only.
    objects: [Vec<Option<u32>>; 2],
}

impl Meshes {
    /// Builds the world.
    pub fn of(items: &[Item], others: Option<&[Item]>) -> Result<Self, Fault> {
        let (mut world, mut known) = (MeshWorld::default(), HashMap::new());
        let mut add = |item: &Item| match (&item.shape, &item.mesh) {
            (Shape::Mesh(text), Some(mesh)) => {
                // The items hold their meshes, so that no two of them ever have one address.
                let id = known.entry(Arc::as_ptr(mesh));
                let id = *id.or_insert_with(|| world.insert_mesh(mesh.clone()));
                mesh::place(&mut world, Whose::Own, text, id).map(Some)
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

    /// Whether a separate pair of items of these numbers is closer than a margin, at rest or on the
    /// way. One of the shapes is a mesh at least.
    pub fn is_closer(
        &mut self,
        service: &CollisionService,
        margin: f32,
        items: [&Item; 2],
        numbers: [u32; 2],
    ) -> Result<bool, Fault> {
        let moves = items.iter().any(|item| item.shape.moves());
        let known = if moves { None } else { self.compared(margin, items, numbers)? };
        known.map_or_else(|| has_closer_triangles(service, margin, items, moves), Ok)
    }

    /// Whether a pair at rest is closer than a margin, by its distance; `None` where that is not
    /// known closely enough.
    fn compared(
        &mut self,
        margin: f32,
        items: [&Item; 2],
        numbers: [u32; 2],
    ) -> Result<Option<bool>, Fault> {
        let measured = match [0, 1].map(|side| self.objects[side][numbers[side] as usize]) {
            [Some(a), Some(b)] => {
                let found = self.world.distance(a, b).map_err(mesh::failed)?;
                found.map(|found| (found.distance, found.slack))
            }
            [Some(object), None] => self.distance_to(object, items[1])?,
            [None, Some(object)] => self.distance_to(object, items[0])?,
            [None, None] => None,
        };
        let margin = f64::from(margin);
        Ok(measured.and_then(|(distance, slack)| {
            // Twice the slack, which pays for the rounding of both sums.
            let (least, most) = (distance - 2.0 * slack, distance + 2.0 * slack);
            (most < margin || margin <= least).then_some(most < margin)
        }))
    }

    /// The distance of an object from a frame or hull at rest, and its slack.
    fn distance_to(&mut self, object: u32, other: &Item) -> Result<Option<(f64, f64)>, Fault> {
        let set = polytope(other)?;
        let found = self.world.distance_to(object, &set, 0).map_err(mesh::failed)?;
        Ok(found.map(|found| (found.distance, found.slack)))
    }
}

/// Whether parts of a separate pair are closer than a margin: exact, by a test of all that may be.
fn has_closer_triangles(
    service: &CollisionService,
    margin: f32,
    [a, b]: [&Item; 2],
    moves: bool,
) -> Result<bool, Fault> {
    for first in parts(a, b.aabb.grown(margin)) {
        let first = first?;
        for second in parts(b, a.aabb.grown(margin)) {
            let second = second?;
            let asked = service.collide_between(&first, &second).within(margin).limit(1).on_cpu();
            match if moves { asked.moving().run() } else { asked.run() } {
                Ok(hits) if hits.is_empty() => {}
                // There may be more than one pair of triangles.
                Ok(_) | Err(CollideError::TooManyPairs { .. }) => return Ok(true),
                Err(error) => return Err(Fault::engine(error)),
            }
        }
    }
    Ok(false)
}

/// The triangles of a mesh near a box as polytopes, some at a time, or the polytope that another
/// shape is.
fn parts(item: &Item, bounds: Aabb3) -> Box<dyn Iterator<Item = Result<PolytopeSet, Fault>> + '_> {
    match (&item.shape, &item.mesh) {
        (Shape::Mesh(text), Some(mesh)) => Box::new(mesh::near(mesh, &text.pose, bounds)),
        _ => Box::new(std::iter::once(polytope(item))),
    }
}

/// The polytope that a frame or hull is.
fn polytope(item: &Item) -> Result<PolytopeSet, Fault> {
    let mut set = PolytopeSet::new();
    item.shape.add_to(&mut set, Whose::Own, 3)?;
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::mesh::MeshText;
    use motzkin::{Filter, Pose, TriangleMesh};
    use motzkin_lab::workload::meshes::cuboid;

    fn item(mesh: &Arc<TriangleMesh>) -> Item {
        let text = MeshText { path: String::new(), solid: false, pose: Pose::IDENTITY };
        Item {
            id: "1".into(),
            dim: 3,
            shape: Shape::Mesh(text),
            mesh: Some(mesh.clone()),
            filter: Filter::ALL,
            aabb: Aabb3::NOTHING,
        }
    }

    #[test]
    fn lines_of_one_mesh_share_its_tree() -> Result<(), Fault> {
        let [first, second] = [1.0, 2.0].map(|size| Arc::new(cuboid([0.0; 3], [size; 3])));
        let items = [&first, &second, &first].map(item);
        let others = [&second, &first].map(item);
        let found = Meshes::of(&items, Some(&others))?;
        assert_eq!(found.objects, [vec![Some(0), Some(1), Some(2)], vec![Some(3), Some(4)]]);
        // Each tree begins as a root.
        assert_eq!(found.world.stats().alive, 2);
        Ok(())
    }
}
