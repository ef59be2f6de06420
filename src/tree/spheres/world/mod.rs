//! Meshes, the objects that share them, and what meets.

mod advance;
mod memory;
mod objects;

use super::error::WorldError;
use super::grey::GreyTest;
use super::tree::SphereTree;
use super::verdict::QueryBudget;
use crate::geom::Pose;
use memory::Memory;
use std::collections::HashMap;
use std::sync::Arc;

/// A mesh of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshId(u32);

/// How a world treats its trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorldOptions {
    /// Nodes that were not opened for so many frames lose their children.
    pub age: u32,
    /// At the end of a frame trees are cut back until they hold no more than so many bytes
    /// together, the meshes and what a tree needs to begin not counted. While a frame lasts they
    /// may hold more: 200 bytes a triangle at the very most.
    pub memory: usize,
    /// What was found in a frame is looked at first in the next: a pair of triangles that met, a
    /// distance that cannot have been covered since. Without a budget verdicts are the same without
    /// this.
    pub coherence: bool,
}

impl Default for WorldOptions {
    fn default() -> Self {
        Self { age: 120, memory: 256 << 20, coherence: true }
    }
}

/// What a world has done so far, and what its trees hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorldStats {
    /// Frames begun.
    pub frames: u32,
    /// Pairs of objects whose root spheres met.
    pub candidates: u64,
    /// Of these, those that the last frames' findings answered.
    pub remembered: u64,
    /// Pairs of nodes tested.
    pub node_tests: u64,
    /// Pairs of triangles tested.
    pub triangle_tests: u64,
    /// Times that nodes were opened: batches of grey tests.
    pub rounds: u64,
    /// Queries of the grey tests.
    pub queries: u64,
    /// Nodes that exist, of all trees.
    pub alive: usize,
    /// Nodes built so far.
    pub built: u64,
    /// Nodes dropped so far.
    pub dropped: u64,
    /// Bytes that the trees hold, meshes not counted.
    pub bytes: usize,
}

/// Objects in motion: instances of triangle meshes under poses, tested all against all.
///
/// Verdicts are exact for the placed vertices ([`Pose`] says which those are), whatever was tested
/// before, on however many threads of the rayon pool that a call runs in. Vertices that reach
/// beyond `f32` under a pose are refused.
#[derive(Default)]
pub struct MeshWorld {
    options: WorldOptions,
    budget: QueryBudget,
    grey: Option<Box<dyn GreyTest>>,
    meshes: Vec<Option<Member>>,
    objects: Vec<Option<Object>>,
    memory: HashMap<[u32; 2], Memory>,
    stats: WorldStats,
}

/// A mesh with its tree.
struct Member {
    tree: SphereTree,
    /// It is known to be closed.
    closed: bool,
    /// A triangle of each connected part, found out when a solid is near.
    parts: Option<Arc<Vec<u32>>>,
}

struct Object {
    mesh: u32,
    pose: Pose,
    solid: bool,
    /// Bounds the magnitude of its placed coordinates.
    reach: f64,
    /// The largest magnitude of a coordinate before that.
    local: f64,
}

impl MeshWorld {
    /// An empty world.
    pub fn new(options: WorldOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Searches for pairs end so from now on.
    pub fn set_budget(&mut self, budget: QueryBudget) {
        self.budget = budget;
        self.memory.clear();
    }

    /// From now on nodes are opened by this grey test; `None` opens every octant that has
    /// triangles, which is what every test that never misses comes to. Trees that are there already
    /// stay as they are.
    pub fn set_grey_test(&mut self, grey: Option<Box<dyn GreyTest>>) {
        self.grey = grey;
    }

    /// What was done so far.
    pub fn stats(&self) -> WorldStats {
        let mut stats = self.stats;
        stats.queries = self.grey.as_ref().map_or(0, |grey| grey.queries());
        for member in self.meshes.iter().flatten() {
            let tree = member.tree.stats();
            stats.alive += tree.alive;
            stats.built += tree.built;
            stats.dropped += tree.dropped;
            stats.bytes += tree.bytes;
        }
        stats
    }

    /// The tree of a mesh, as it is.
    pub fn tree(&self, mesh: MeshId) -> Result<&SphereTree, WorldError> {
        self.member(mesh.0).map(|member| &member.tree)
    }

    fn member(&self, mesh: u32) -> Result<&Member, WorldError> {
        self.meshes.get(mesh as usize).and_then(Option::as_ref).ok_or(WorldError::NoSuchMesh(mesh))
    }

    fn object(&self, object: u32) -> Result<&Object, WorldError> {
        self.objects
            .get(object as usize)
            .and_then(Option::as_ref)
            .ok_or(WorldError::NoSuchObject(object))
    }
}
