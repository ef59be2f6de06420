//! The pairs of a tree and a mesh.

use super::bodies::Body;
use super::error::SceneError;
use super::leaves::Side;
use super::meshes::placed_box;
use super::others::Answerer;
use super::shape::Kind;
use super::trees::nearest;
use super::view::{Seen, View};
use crate::geom::{Pair, PolytopeSet};
use crate::service::answer::Distance;
use crate::tree::bvh::{Ends, Half, NearestLeaves, Placed};
use crate::verdict::Verdict;
use glam::{DVec3, Vec3};

/// Pairs of a tree and a mesh that are looked at together, each of which takes some hundred bytes.
const PIECE: usize = 1 << 14;

/// Nodes that are tested at once, of all pairs together.
const TOGETHER: usize = 1 << 12;

/// Nodes of one pair that are tested at once: few at first, then twice as many each time.
const FEW: usize = 8;

/// A tree that goes down against a mesh.
struct Descent<'a> {
    place: usize,
    object: u32,
    side: Side<'a>,
    placed: Placed<'a>,
    /// A box round the mesh.
    bounds: Ends,
    open: Vec<u32>,
}

impl Descent<'_> {
    fn push(&mut self, node: u32) {
        if self.placed.ends(node).may_meet(&self.bounds, DVec3::ZERO, 0.0) {
            self.open.push(node);
        }
    }
}

/// Returns a box round a mesh where it stands; `None` for an empty one.
fn mesh_ends(view: View<'_>, slot: u32) -> Option<Ends> {
    match view.shape(slot) {
        Seen::Body(Body { kind: Kind::Mesh { mesh, .. }, pose, .. }) => {
            Ends::of(&placed_box(mesh, pose))
        }
        _ => None,
    }
}

/// Adds the box round the leaves below a node to a set.
fn push_box(set: &mut PolytopeSet, ends: &Ends) -> Result<u32, SceneError> {
    let bounds = ends.aabb();
    let [low, high] = [bounds.min, bounds.max].map(|end| end.to_array());
    let end = |bit: usize, axis: usize| if bit >> axis & 1 == 0 { low[axis] } else { high[axis] };
    let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| Vec3::from([0, 1, 2].map(|axis| end(i, axis))));
    Ok(set.push(&corners)?)
}

impl<'v> Answerer<'v> {
    /// Answers the pairs of a tree and a mesh.
    pub fn answer_trees_with_meshes(
        &mut self,
        pairs: &[Pair],
        verdicts: &mut [Verdict],
    ) -> Result<(), SceneError> {
        for (pairs, verdicts) in pairs.chunks(PIECE).zip(verdicts.chunks_mut(PIECE)) {
            let mut descents = Vec::new();
            for (place, &pair) in pairs.iter().enumerate() {
                descents.extend(self.descent(place, pair)?);
            }
            let mut each = FEW;
            while !descents.is_empty() {
                self.advance(&mut descents, each, verdicts)?;
                descents.retain(|descent| !descent.open.is_empty());
                each = (2 * each).min(TOGETHER);
            }
        }
        Ok(())
    }

    /// Answers the pairs of a tree and a mesh that are separate at the start, and move.
    #[cfg(feature = "motion")]
    pub fn trees_on_the_way_of_meshes(
        &mut self,
        pairs: &[Pair],
        verdicts: &mut [Verdict],
    ) -> Result<(), SceneError> {
        for (&pair, verdict) in pairs.iter().zip(verdicts) {
            if self.view.has_mesh(pair) && !verdict.meets() && self.meet_on_the_way(pair)? {
                *verdict = Verdict::Overlapping;
            }
        }
        Ok(())
    }

    /// The descent of a pair, if one of it is a mesh that is not empty.
    fn descent(&self, place: usize, pair: Pair) -> Result<Option<Descent<'v>>, SceneError> {
        let view = self.view;
        for [tree, mesh] in [[pair.a, pair.b], [pair.b, pair.a]] {
            let (Some(placed), Some(object)) = (view.tree(tree), view.object(mesh)) else {
                continue;
            };
            let Some(bounds) = mesh_ends(view, mesh) else {
                return Ok(None);
            };
            let side = Side::new(view, tree)?;
            let mut descent = Descent { place, object, side, placed, bounds, open: Vec::new() };
            descent.push(0);
            return Ok(Some(descent));
        }
        Ok(None)
    }

    /// Tests some nodes of each descent: leaves themselves, and of others the box round the leaves
    /// below, which the mesh meets if it meets one of them.
    fn advance(
        &mut self,
        descents: &mut [Descent<'v>],
        each: usize,
        verdicts: &mut [Verdict],
    ) -> Result<(), SceneError> {
        let (mut set, mut asked, mut nodes) = (PolytopeSet::new(), Vec::new(), Vec::new());
        for (number, descent) in descents.iter_mut().enumerate() {
            for _ in 0..each {
                let Some(node) = descent.open.pop_if(|_| asked.len() < TOGETHER) else { break };
                let is_leaf = descent.placed.children(node).is_empty();
                let shape = match is_leaf {
                    true => descent.side.push(node, &mut set)?,
                    false => push_box(&mut set, &descent.placed.ends(node))?,
                };
                asked.push(Pair::new(descent.object, shape));
                nodes.push((number, node, is_leaf));
            }
        }
        let meshes = &mut *self.meshes;
        let found = self.service.cpu.install(|| meshes.against(&set, &asked))?;
        let met = nodes.into_iter().zip(found).filter(|(_, meets)| *meets);
        for ((number, node, is_leaf), _) in met {
            let descent = &mut descents[number];
            if is_leaf {
                verdicts[descent.place] = Verdict::Overlapping;
            } else {
                descent.placed.children(node).rev().for_each(|kid| descent.push(kid));
            }
        }
        // One leaf is enough.
        for descent in descents {
            if verdicts[descent.place].meets() {
                descent.open.clear();
            }
        }
        Ok(())
    }

    /// Returns the distance of a tree and a mesh. `None` if they meet, or the mesh is empty.
    pub fn tree_distance_of_mesh(
        &mut self,
        slots: [u32; 2],
    ) -> Result<Option<Distance<DVec3>>, SceneError> {
        let view = self.view;
        let first = usize::from(view.object(slots[0]).is_none());
        let [mesh, tree] = [slots[first], slots[1 - first]];
        let (Some(object), Some(placed)) = (view.object(mesh), view.tree(tree)) else {
            return Ok(None);
        };
        let Some(bounds) = mesh_ends(view, mesh) else {
            return Ok(None);
        };
        let mut side = Side::new(view, tree)?;
        let meshes = &mut *self.meshes;
        let leaves = NearestLeaves::new([Half::Tree(placed), Half::Whole(bounds)]);
        nearest(leaves, |leaves| {
            let mut set = PolytopeSet::new();
            let leaf = side.push(leaves.a, &mut set)?;
            meshes.distance_to(object, &set, leaf, first == 1)
        })
    }
}
