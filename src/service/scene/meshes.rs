//! The meshes of a scene: a world of them, each mesh once.

use crate::error::MeshError;
use crate::geom::{Aabb3, Pair, PolytopeSet, Pose, TriangleMesh};
use crate::tree::spheres::{MeshId, MeshVerdict, MeshWorld, MeshWorldError, MeshWorldOptions};
use std::collections::HashMap;
use std::sync::Arc;

/// A world of meshes, and who uses which.
#[derive(Debug, Default)]
pub(super) struct Meshes {
    world: MeshWorld,
    /// By the address of the mesh, which the world keeps alive.
    known: HashMap<usize, Known>,
}

#[derive(Debug)]
struct Known {
    mesh: MeshId,
    objects: usize,
}

fn address(mesh: &Arc<TriangleMesh>) -> usize {
    Arc::as_ptr(mesh).addr()
}

impl Meshes {
    pub fn new(options: MeshWorldOptions) -> Self {
        Self { world: MeshWorld::new(options), known: HashMap::new() }
    }

    /// Adds an object in the pose that moves nothing, and returns its number.
    pub fn add(&mut self, mesh: &Arc<TriangleMesh>, solid: bool) -> Result<u32, MeshError> {
        let Self { world, known } = self;
        let new = || Known { mesh: world.add_mesh(mesh.clone()), objects: 0 };
        let found = known.entry(address(mesh)).or_insert_with(new);
        let added = match solid {
            true => world.add_solid(found.mesh, Pose::IDENTITY),
            false => world.add(found.mesh, Pose::IDENTITY),
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

    /// The verdicts of pairs of objects, one for each. The call is a step of the world.
    pub fn step(&mut self, pairs: &[Pair]) -> Result<Vec<MeshVerdict>, MeshWorldError> {
        pairs.iter().map(|pair| self.world.verdict(pair.a, pair.b)).collect()
    }

    /// The verdicts of pairs of an object and a polytope of a set.
    pub fn against(
        &mut self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Vec<bool>, MeshWorldError> {
        let _ = set;
        Ok(vec![false; pairs.len()])
    }

    /// Bytes of the trees of all meshes.
    pub fn bytes(&self) -> usize {
        self.world.stats().bytes
    }
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
