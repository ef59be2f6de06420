//! Builds a hierarchy round a triangle mesh.

use super::error::BvhError;
use super::fit::{box_round, tetra_round};
use super::over::halves;
use super::tree::Bvh;
use crate::geom::TriangleMesh;
use glam::DVec3;
use std::sync::Arc;

/// The shape of the leaves of a [`MeshBvh`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MeshCover {
    /// Tight oriented boxes.
    #[default]
    Boxes,
    /// Tetrahedra round patches of the surface, their bases along it.
    Tetras,
}

/// A hierarchy round a triangle mesh, and the triangles that each leaf holds.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshBvh {
    /// The hierarchy. The frames of its leaves are numbered from 0.
    pub tree: Arc<Bvh>,
    triangles: Vec<u32>,
    starts: Vec<u32>,
}

impl MeshBvh {
    /// Builds the hierarchy of a mesh with at most `most` triangles in each leaf. A value of 0
    /// counts as 1.
    ///
    /// The triangles are split at the median until the groups are small enough. Each group gets a
    /// frame round it, and the frames get [boxes](Bvh::over) above them. Every frame holds its
    /// triangles exactly, also once it is rounded. Costs some microseconds a triangle.
    ///
    /// # Errors
    ///
    /// Returns an error for a mesh without triangles, and for a mesh so large that a frame round it
    /// is not finite.
    ///
    /// ```
    /// use motzkin::TriangleMesh;
    /// use motzkin::tree::bvh::{MeshBvh, MeshCover};
    ///
    /// let strip: Vec<_> = (0..10).map(|i| [i as f32, (i % 2) as f32, 0.0]).collect();
    /// let mesh = TriangleMesh::from_strips(strip, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9])?;
    /// let made = MeshBvh::new(&mesh, MeshCover::Boxes, 1)?;
    /// assert_eq!((made.tree.leaves(), made.triangles(0).len()), (8, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(mesh: &TriangleMesh, cover: MeshCover, most: usize) -> Result<Self, BvhError> {
        let count = u32::try_from(mesh.len()).map_err(|_| BvhError::TooLarge(mesh.len()))?;
        let corners = |triangle: u32| {
            mesh.corners(triangle).map(|[x, y, z]| DVec3::new(x.into(), y.into(), z.into()))
        };
        let middles: Vec<DVec3> =
            (0..count).map(|triangle| corners(triangle).iter().sum::<DVec3>() / 3.0).collect();
        let mut triangles: Vec<u32> = (0..count).collect();
        let mut open = if triangles.is_empty() { Vec::new() } else { vec![&mut triangles[..]] };
        let (mut frames, mut starts) = (Vec::new(), vec![0]);
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
            let number = frames.len() as u32;
            frames.push(made.map_err(|error| BvhError::Frame { frame: number, error })?);
            starts.push(starts[frames.len() - 1] + group.len() as u32);
        }
        Ok(Self { tree: Arc::new(Bvh::over(&frames)?), triangles, starts })
    }

    /// Returns the triangles that a leaf holds, by the [number](super::BvhNode::frame_index) of its
    /// frame. Other nodes have none.
    pub fn triangles(&self, frame: u32) -> &[u32] {
        let ends = self.starts.get(frame as usize..).and_then(|starts| starts.first_chunk());
        ends.map_or(&[], |&[start, end]| &self.triangles[start as usize..end as usize])
    }
}
