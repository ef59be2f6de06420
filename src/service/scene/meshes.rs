//! The meshes of a scene: a world of them, each mesh once.

use super::bodies::Body;
use super::error::SceneError;
use super::polytopes::Polytopes;
use super::shape::Kind;
use super::view::View;
use crate::error::MeshError;
use crate::geom::{Aabb3, Pair, PolytopeSet, Pose, TriangleMesh};
use crate::service::answer::Distance;
use crate::tree::spheres::{
    ContactRegion, ConvexVerdict, MeshDistance, MeshId, MeshWorld, MeshWorldError,
    MeshWorldOptions, OccupancyTest,
};
use glam::DVec3;
use std::collections::HashMap;
use std::sync::Arc;
#[cfg(feature = "motion")]
use {super::sweep::tree_over, motzkin_core::broad::BoxTree, motzkin_core::broad::BroadError};

/// A world of meshes, and who uses which.
#[derive(Debug, Default)]
pub(super) struct Meshes {
    world: MeshWorld,
    /// By the address of the mesh, which the world keeps alive.
    known: HashMap<usize, Known>,
    /// Nodes may have been opened since the world was last held to its memory.
    opened: bool,
}

#[derive(Debug)]
struct Known {
    mesh: MeshId,
    objects: usize,
    /// Over its triangles, built when something first moves close to it.
    #[cfg(feature = "motion")]
    tree: Option<BoxTree<Aabb3>>,
}

fn address(mesh: &Arc<TriangleMesh>) -> usize {
    Arc::as_ptr(mesh).addr()
}

impl Meshes {
    pub fn new(options: MeshWorldOptions) -> Self {
        Self { world: MeshWorld::new(options), known: HashMap::new(), opened: false }
    }

    /// Sets the test that opens nodes from now on.
    pub fn set_occupancy_test(&mut self, test: Option<Box<dyn OccupancyTest>>) {
        self.world.set_occupancy_test(test);
    }

    /// Adds an object in a pose, and returns its number.
    pub fn add(
        &mut self,
        mesh: &Arc<TriangleMesh>,
        solid: bool,
        pose: Pose,
    ) -> Result<u32, MeshError> {
        let Self { world, known, .. } = self;
        let new = || Known {
            mesh: world.insert_mesh(mesh.clone()),
            objects: 0,
            #[cfg(feature = "motion")]
            tree: None,
        };
        let found = known.entry(address(mesh)).or_insert_with(new);
        let added = match solid {
            true => world.insert_solid(found.mesh, pose),
            false => world.insert(found.mesh, pose),
        };
        found.objects += usize::from(added.is_ok());
        self.forget_unused(mesh);
        checked(added)
    }

    /// Removes an object, and its mesh with the last of its objects.
    pub fn remove(&mut self, object: u32, mesh: &Arc<TriangleMesh>) {
        own(self.world.remove(object));
        if let Some(found) = self.known.get_mut(&address(mesh)) {
            found.objects -= 1;
        }
        self.forget_unused(mesh);
    }

    fn forget_unused(&mut self, mesh: &Arc<TriangleMesh>) {
        let unused = self.known.get(&address(mesh)).filter(|found| found.objects == 0);
        if let Some(id) = unused.map(|found| found.mesh) {
            self.known.remove(&address(mesh));
            own(self.world.remove_mesh(id));
        }
    }

    /// Changes the pose of an object.
    pub fn place(&mut self, object: u32, pose: Pose) -> Result<(), MeshError> {
        checked(self.world.set_pose(object, pose))
    }

    /// Builds the tree over the triangles of a mesh, if there is none yet.
    #[cfg(feature = "motion")]
    pub fn grow_tree(&mut self, mesh: &Arc<TriangleMesh>) -> Result<(), BroadError> {
        if let Some(found) = self.known.get_mut(&address(mesh))
            && found.tree.is_none()
        {
            found.tree = Some(tree_over(mesh)?);
        }
        Ok(())
    }

    /// The tree over the triangles of a mesh, if it has been built.
    #[cfg(feature = "motion")]
    pub fn tree_of(&self, mesh: &Arc<TriangleMesh>) -> Option<&BoxTree<Aabb3>> {
        self.known.get(&address(mesh))?.tree.as_ref()
    }

    /// Makes a shape that is not in the scene an object for a while, if it is a mesh.
    pub fn welcome(&mut self, visitor: &mut Body) -> Result<(), MeshError> {
        if let Kind::Mesh { mesh, solid } = &visitor.kind {
            visitor.object = self.add(mesh, *solid, visitor.pose)?;
        }
        Ok(())
    }

    /// Removes what [`welcome`](Self::welcome) added.
    pub fn dismiss(&mut self, visitor: &Body) {
        if let Kind::Mesh { mesh, .. } = &visitor.kind {
            self.remove(visitor.object, mesh);
        }
    }

    /// Drops nodes beyond the options' memory, which what is no step of the world may have opened.
    pub fn fit(&mut self) {
        if std::mem::take(&mut self.opened) {
            self.world.fit();
        }
    }

    /// Whether the objects of pairs meet. Where `steps`, the call is a step of the world.
    pub fn meet(&mut self, pairs: &[Pair], steps: bool) -> Result<Vec<bool>, MeshWorldError> {
        let contacts = match steps {
            true => self.world.collide_pairs(pairs)?,
            false => self.world.between_steps(pairs)?,
        };
        let mut contacts = contacts.into_iter().peekable();
        let meets = |pair: &Pair| {
            let contact = contacts.next_if(|contact| contact.pair == *pair);
            contact.is_some_and(|contact| contact.verdict.meets())
        };
        Ok(pairs.iter().map(meets).collect())
    }

    /// Whether objects meet polytopes of a set.
    pub fn against(
        &mut self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Vec<bool>, MeshWorldError> {
        self.opened = true;
        let verdicts = self.world.verdicts_with(set, pairs)?;
        Ok(verdicts.iter().map(ConvexVerdict::meets).collect())
    }

    /// Returns the distance of the shapes in two slots, of which one is a mesh at least. `None` if
    /// they meet, or one of them is empty.
    pub fn distance(
        &mut self,
        view: View<'_>,
        slots: [u32; 2],
    ) -> Result<Option<Distance<DVec3>>, SceneError> {
        let objects = slots.map(|slot| view.object(slot));
        if let [Some(a), Some(b)] = objects {
            self.opened = true;
            return Ok(self.world.distance(a, b)?.map(told));
        }
        let first = usize::from(objects[0].is_none());
        let [Some(object), None] = [objects[first], objects[1 - first]] else { return Ok(None) };
        let mut polytopes = Polytopes::default();
        let shape = polytopes.index(view, slots[1 - first])?;
        self.distance_to(object, &polytopes.set, shape, first == 1)
    }

    /// Returns the distance of an object from a polytope of a set, or from the polytope to the
    /// object. `None` if they meet, or one of them is empty.
    pub fn distance_to(
        &mut self,
        object: u32,
        set: &PolytopeSet,
        shape: u32,
        from_shape: bool,
    ) -> Result<Option<Distance<DVec3>>, SceneError> {
        self.opened = true;
        let found = self.world.distance_to(object, set, shape)?;
        Ok(found.map(|found| {
            let mut found = told(found);
            if from_shape {
                found.points.reverse();
                found.axis = 0.0 - found.axis;
            }
            found
        }))
    }

    /// Returns the regions in which two objects meet.
    pub fn contact_regions(
        &mut self,
        [a, b]: [u32; 2],
    ) -> Result<Vec<ContactRegion>, MeshWorldError> {
        let found = self.world.contact_regions(a, b);
        self.world.fit();
        found
    }

    /// Bytes of the trees of all meshes.
    pub fn bytes(&self) -> usize {
        let bytes = self.world.stats().bytes;
        #[cfg(feature = "motion")]
        let bytes = {
            let trees = self.known.values().filter_map(|known| known.tree.as_ref());
            bytes + trees.map(BoxTree::bytes).sum::<usize>()
        };
        bytes
    }
}

fn told<T>(found: MeshDistance<T>) -> Distance<DVec3> {
    let MeshDistance { distance, slack, points, axis, .. } = found;
    Distance { distance, slack, points, axis }
}

/// What is wrong with a mesh, where it is the mesh.
fn checked<T>(result: Result<T, MeshWorldError>) -> Result<T, MeshError> {
    match result {
        Err(MeshWorldError::Mesh { error, .. }) => Err(error),
        other => Ok(own(other)),
    }
}

/// The result of a call that names an object or a mesh of the world.
fn own<T>(result: Result<T, MeshWorldError>) -> T {
    result.unwrap_or_else(|error| unreachable!("the scene knows its meshes: {error}"))
}

/// Returns a box round the vertices of a mesh in a pose, as they are placed: rounded to `f32`.
pub(super) fn placed_box(mesh: &TriangleMesh, pose: &Pose) -> Aabb3 {
    use crate::geom::Aabb;
    let Some(bounds) = mesh.bounds() else { return Aabb3::NOTHING };
    let rows = pose.rows();
    Aabb3::from_ends(|axis| {
        let [turn @ .., shift] = rows[axis];
        let (mut low, mut high, mut size) = (shift, shift, shift.abs());
        for (coefficient, end) in turn.into_iter().zip([0, 1, 2]) {
            let ends = bounds.ends(end).map(|end| coefficient * f64::from(end));
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
            size += ends[0].abs().max(ends[1].abs());
        }
        // Four roundings on either side, of numbers no larger than `size`.
        let slack = size * 1e-15;
        [((low - slack) as f32).next_down(), ((high + slack) as f32).next_up()]
    })
    .clamped()
}
