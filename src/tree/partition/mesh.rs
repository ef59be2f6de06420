//! Trees round triangle meshes.

use super::error::TreeError;
use super::fit::{box_round, tetra_round};
use super::over::halves;
use super::tree::Tree;
use crate::geom::TriangleMesh;
use glam::DVec3;
use std::sync::Arc;

/// What the deepest volumes of a mesh's tree are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MeshCover {
    /// Tight oriented boxes.
    #[default]
    Boxes,
    /// Tetrahedra round patches of the surface, their bases along it.
    Tetras,
}

/// A tree round a mesh, and which triangles its deepest volumes hold.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshTree {
    /// The tree; its deepest volumes are numbered from 0.
    pub tree: Arc<Tree>,
    triangles: Vec<u32>,
    starts: Vec<u32>,
}

impl MeshTree {
    /// Splits the triangles at the median until at most `most` of them are left together, puts a
    /// volume round each lot, and [boxes](Tree::over) round these. Every volume holds the corners
    /// of its triangles, and so the whole of them; what is checked is the volume as it is stored.
    /// Costs some microseconds a triangle.
    ///
    /// # Errors
    ///
    /// A mesh without triangles; one so large that no volume round it is finite.
    pub fn new(mesh: &TriangleMesh, cover: MeshCover, most: usize) -> Result<Self, TreeError> {
        let count = u32::try_from(mesh.len()).map_err(|_| TreeError::TooLarge(mesh.len()))?;
        let corners = |triangle: u32| {
            mesh.corners(triangle).map(|[x, y, z]| DVec3::new(x.into(), y.into(), z.into()))
        };
        let middles: Vec<DVec3> =
            (0..count).map(|triangle| corners(triangle).iter().sum::<DVec3>() / 3.0).collect();
        let mut triangles: Vec<u32> = (0..count).collect();
        let mut open = if triangles.is_empty() { Vec::new() } else { vec![&mut triangles[..]] };
        let (mut volumes, mut starts) = (Vec::new(), vec![0]);
        while let Some(group) = open.pop() {
            if group.len() > most.max(1) {
                open.extend(halves(&middles, group).into_iter().rev());
                continue;
            }
            let points: Vec<DVec3> = group.iter().flat_map(|&triangle| corners(triangle)).collect();
            let made = match cover {
                MeshCover::Boxes => box_round(&points),
                MeshCover::Tetras => tetra_round(&points),
            };
            let volume = volumes.len() as u32;
            volumes.push(made.map_err(|error| TreeError::Volume { volume, error })?);
            starts.push(starts[volumes.len() - 1] + group.len() as u32);
        }
        Ok(Self { tree: Arc::new(Tree::over(&volumes)?), triangles, starts })
    }

    /// The triangles that a deepest volume holds; none for another volume.
    pub fn triangles(&self, volume: u32) -> &[u32] {
        let ends = self.starts.get(volume as usize).zip(self.starts.get(volume as usize + 1));
        ends.map_or(&[], |(&start, &end)| &self.triangles[start as usize..end as usize])
    }
}
