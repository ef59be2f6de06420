//! The meshes and objects of a world.

use super::memory::{Memories, Moved};
use crate::geom::Pose;
use crate::tree::spheres::contact::Fans;
use crate::tree::spheres::descent::Side;
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::occupancy::{OccupancyDeviceUse, OccupancyTest};
use crate::tree::spheres::tree::SphereTree;
use crate::tree::spheres::verdict::QueryBudget;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Names a mesh of the [`MeshWorld`] that gave it. Other worlds refuse it, and that of a removed
/// mesh is an error for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshId {
    /// The number of the world, which comes again after 2^32 worlds.
    pub(super) world: u32,
    /// The place of the mesh.
    pub(super) number: u32,
    /// How many meshes had the place before.
    pub(super) generation: u32,
}

/// The options of a [`MeshWorld`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeshWorldOptions {
    /// A node that was not opened for more than so many steps loses its children, a quarter of
    /// `age` later at most. A step is one call of [`MeshWorld::collide`] or
    /// [`MeshWorld::collide_pairs`].
    pub age: u32,
    /// The bytes that all trees together may hold at the end of a step. Meshes are not counted.
    /// Roots are counted, but never dropped: trees may hold up to 48 bytes a mesh more. During a
    /// step trees may hold more: at most 200 bytes a triangle.
    pub memory: usize,
    /// Whether a step first tests what the step before has found: a pair of triangles that met, or
    /// a distance that cannot have been covered since. A finding is searched again after half of
    /// `age`, so that the nodes of its search stay. Without a budget this option does not change
    /// whether objects meet. It may change which triangles a verdict names.
    pub coherence: bool,
    /// The most pairs of objects whose root spheres may meet in a call of [`MeshWorld::collide`],
    /// which refuses more. Each takes eight bytes during the call, and each that meets some hundred
    /// more.
    pub max_pairs: usize,
    /// The most pairs of triangles that [`MeshWorld::meeting_triangles`] lists. Of two objects with
    /// more it returns [`MeshWorldError::TooManyTrianglePairs`]. Each takes eight bytes, and up to
    /// 24 while the list grows.
    pub max_triangle_pairs: usize,
    /// The most pairs of triangles that [`MeshWorld::contact_regions`] looks at: no more than
    /// `2^32 - 1`, whatever is set. Of two objects with more it returns
    /// [`MeshWorldError::TooManyTrianglePairs`]. Each takes some 300 bytes during the call, and up
    /// to 1,200 where triangles lie in one plane or touch at their corners.
    pub max_region_pairs: usize,
}

impl Default for MeshWorldOptions {
    /// Returns an age of 120 steps, 256 MiB for trees, coherence, `2^27` pairs of objects and of
    /// triangles, and `2^22` pairs of triangles for regions.
    fn default() -> Self {
        Self {
            age: 120,
            memory: 256 << 20,
            coherence: true,
            max_pairs: 1 << 27,
            max_triangle_pairs: 1 << 27,
            max_region_pairs: 1 << 22,
        }
    }
}

/// The work that a [`MeshWorld`] did so far, and the memory of its trees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MeshWorldStats {
    /// The number of steps so far. It begins anew after `2^32 - 1` of them.
    pub steps: u32,
    /// The number of pairs of objects whose root spheres met, or that the caller listed.
    pub candidates: u64,
    /// The number of pairs that earlier findings answered: in steps, and in calls of
    /// [`verdict`](MeshWorld::verdict), [`distance`](MeshWorld::distance) and
    /// [`inside`](MeshWorld::inside).
    pub remembered: u64,
    /// The number of pairs of nodes that were tested.
    pub node_tests: u64,
    /// The number of pairs of triangles in leaves that came close, and of triangles that were
    /// tested with convex shapes.
    pub triangle_tests: u64,
    /// The number of times that nodes were opened. Each is one batch of occupancy tests.
    pub rounds: u64,
    /// The number of queries so far of the occupancy test that is set; 0 without one.
    pub queries: u64,
    /// What the occupancy test holds on a device and has sent to it.
    pub device: OccupancyDeviceUse,
    /// The number of nodes of all trees at present.
    pub alive: usize,
    /// The number of nodes built so far, of the meshes that were not removed.
    pub built: u64,
    /// The number of nodes dropped so far, of the meshes that were not removed.
    pub dropped: u64,
    /// The bytes of all trees at present. Meshes are not counted.
    pub bytes: usize,
}

/// Moving triangle meshes, tested all against all.
///
/// Objects are instances of meshes: an object is a mesh and a [`Pose`], which may have a
/// [scale](Pose::scaled). Objects of any scale share one tree. A call of
/// [`collide`](Self::collide) is one step: it finds the pairs that meet, then drops nodes that no
/// step has opened for a while.
///
/// What a call finds of a pair is kept for later ones, in some 100 bytes: that triangles met, or
/// how far surfaces were apart. It goes once steps have not used it for a while, or some time after
/// one of its objects was removed; a world that takes no steps keeps what it finds of all pairs
/// that it is asked about.
///
/// Verdicts are exact for the placed vertices; [`Pose`] says which those are. Without a budget,
/// whether objects meet does not depend on earlier tests or on the number of threads. Which of
/// several pairs of triangles a verdict names does. A call runs on the current rayon pool.
///
/// ```
/// use motzkin::glam::Vec3;
/// use motzkin::tree::spheres::{MeshVerdict, MeshWorld};
/// use motzkin::{Pair, Pose, TriangleMesh};
///
/// let sheet = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
/// let blade = [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [0.5, 0.0, 0.0]];
/// let mut world = MeshWorld::default();
/// let sheet = world.insert_mesh(TriangleMesh::from_soup(&[sheet])?);
/// let blade = world.insert_mesh(TriangleMesh::from_soup(&[blade])?);
/// let a = world.insert(sheet, Pose::IDENTITY)?;
/// let b = world.insert(blade, Pose::IDENTITY)?;
///
/// let found = world.collide()?;
/// assert_eq!(found[0].pair, Pair::new(a, b));
/// assert_eq!(found[0].verdict, MeshVerdict::Meeting { triangles: [0, 0] });
///
/// world.set_pose(b, Pose::at(Vec3::new(0.0, 0.0, 1.5))?)?;
/// assert!(world.collide()?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct MeshWorld {
    pub(super) number: Number,
    pub(super) options: MeshWorldOptions,
    pub(super) budget: QueryBudget,
    pub(super) occupancy: Option<Box<dyn OccupancyTest>>,
    pub(super) meshes: Vec<Option<Member>>,
    /// How many meshes each place has lost.
    pub(super) generations: Vec<u32>,
    /// Places without a mesh, and numbers without an object: those freed last are used first.
    pub(super) free_meshes: Vec<u32>,
    pub(super) free_objects: Vec<u32>,
    /// By their numbers, of which none is above the most that ever lived at once.
    pub(super) objects: Vec<Option<Object>>,
    /// The numbers of the objects that live, in ascending order if `sorted`.
    pub(super) live: Vec<u32>,
    pub(super) sorted: bool,
    /// The number of objects added so far.
    pub(super) births: u64,
    /// How many objects were removed since the findings of removed ones were dropped.
    pub(super) removed: usize,
    pub(super) memory: Memories,
    pub(super) stats: MeshWorldStats,
}

/// Tells a world from others.
pub(super) struct Number(pub u32);

impl Default for Number {
    fn default() -> Self {
        static WORLDS: AtomicU32 = AtomicU32::new(0);
        Self(WORLDS.fetch_add(1, Ordering::Relaxed))
    }
}

/// A mesh with its tree.
pub(super) struct Member {
    pub tree: SphereTree,
    /// A triangle of each connected part, found when a solid is near.
    pub parts: Option<Arc<Vec<u32>>>,
    /// The triangles round each vertex, found when a depth is asked for.
    pub fans: Option<Arc<Fans>>,
    /// The number of objects that have the mesh.
    pub users: usize,
}

pub(super) struct Object {
    pub mesh: u32,
    pub pose: Pose,
    pub solid: bool,
    pub moved: Moved,
    /// A bound of the magnitude of its placed coordinates.
    pub extent: f64,
    /// A bound of the magnitude of a coordinate of the mesh, scaled.
    pub local: f64,
    /// The place of its number among those that live.
    pub place: usize,
    /// Tells it from those that had its number before.
    pub birth: u64,
}

impl std::fmt::Debug for MeshWorld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MeshWorld")
            .field("options", &self.options)
            .field("budget", &self.budget)
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}

impl MeshWorld {
    /// Makes a world without meshes.
    pub fn new(options: MeshWorldOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Sets the budget of the searches from now on. Forgets the findings of earlier steps.
    pub fn set_budget(&mut self, budget: QueryBudget) {
        self.budget = budget;
        self.memory.clear();
    }

    /// Sets the occupancy test that opens nodes from now on.
    ///
    /// `None` opens every octant that holds the centroid of a triangle. Every test that misses
    /// nothing gives the same verdicts. Trees that exist stay as they are. The tree of a mesh of
    /// 16,384 triangles or more that began without a test is not asked about by one as long as its
    /// nodes hold runs of triangles: until it has aged down to its root.
    pub fn set_occupancy_test(&mut self, test: Option<Box<dyn OccupancyTest>>) {
        self.occupancy = test;
    }

    /// Returns the work so far, and the memory of the trees. Looks at every mesh.
    pub fn stats(&self) -> MeshWorldStats {
        let mut stats = self.stats;
        if let Some(test) = &self.occupancy {
            (stats.queries, stats.device) = (test.queries(), test.device_use());
        }
        for member in self.meshes.iter().flatten() {
            let tree = member.tree.stats();
            stats.alive += tree.alive;
            stats.built += tree.built;
            stats.dropped += tree.dropped;
            stats.bytes += tree.bytes;
        }
        stats
    }

    /// Returns the tree of a mesh as it is at present.
    ///
    /// # Errors
    ///
    /// Returns [`MeshWorldError::NoSuchMesh`] if there is no such mesh.
    pub fn tree(&self, mesh: MeshId) -> Result<&SphereTree, MeshWorldError> {
        self.member(self.checked_mesh(mesh)?).map(|member| &member.tree)
    }

    /// Returns the place of a mesh of this world that was not removed.
    pub(super) fn checked_mesh(
        &self,
        MeshId { world, number, generation }: MeshId,
    ) -> Result<u32, MeshWorldError> {
        let is_current =
            world == self.number.0 && self.generations.get(number as usize) == Some(&generation);
        self.member(number)?;
        if is_current { Ok(number) } else { Err(MeshWorldError::NoSuchMesh(number)) }
    }

    pub(super) fn member(&self, mesh: u32) -> Result<&Member, MeshWorldError> {
        self.meshes
            .get(mesh as usize)
            .and_then(Option::as_ref)
            .ok_or(MeshWorldError::NoSuchMesh(mesh))
    }

    pub(super) fn object(&self, object: u32) -> Result<&Object, MeshWorldError> {
        self.objects
            .get(object as usize)
            .and_then(Option::as_ref)
            .ok_or(MeshWorldError::NoSuchObject(object))
    }

    /// Returns the scaled radius of an object's root sphere; 0 without triangles.
    pub(super) fn radius(&self, object: &Object) -> Result<f64, MeshWorldError> {
        let root = self.member(object.mesh)?.tree.root();
        Ok(root.map_or(0.0, |root| f64::from(root.radius) * object.pose.scale()))
    }

    pub(super) fn sides<'a>(
        &'a self,
        objects: [&'a Object; 2],
    ) -> Result<[Side<'a>; 2], MeshWorldError> {
        let side = |object: &'a Object| {
            self.member(object.mesh).map(|member| Side { tree: &member.tree, pose: &object.pose })
        };
        Ok([side(objects[0])?, side(objects[1])?])
    }
}
