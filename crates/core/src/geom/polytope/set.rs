//! Polytopes over one shared vertex array.

use super::super::aabb::Aabb3;
use super::super::form::Form;
use super::body::{Block, Body, Placed};
use super::shape::Polytope;
use core::fmt;
use glam::DVec3;

/// Convex polytopes over one shared vertex array, all of them valid.
///
/// Indices are given out in order and do not change. Several polytopes may share vertices, each
/// under its own transform.
///
/// Besides the vertices and the polytopes, the set stores each distinct range of vertices again, as
/// seen from its centroid, and some 100 bytes a polytope.
///
/// # Examples
///
/// ```
/// use motzkin::{Pose, PolytopeSet, glam::Vec3};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut set = PolytopeSet::new();
/// let gem = set.push(&[Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z])?;
/// let above = set.push_posed(gem, &Pose::at(Vec3::Z * 2.0)?)?;
/// assert_eq!((above, set.vertices().len()), (1, 6));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct PolytopeSet {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) polytopes: Vec<Polytope>,
    /// One for each polytope.
    pub(super) velocities: Vec<[f32; 3]>,
    pub(super) bodies: Vec<Body>,
    pub(super) placed: Vec<Placed>,
    /// The vertices of the bodies as seen from their centroids, in blocks of x, y, z.
    pub(super) scan: Vec<Block>,
    /// The bodies of the unit shapes that frames are images of, by dimension and form.
    pub(super) units: Vec<((usize, Form), u32)>,
}

impl PolytopeSet {
    /// Creates an empty set. Does not allocate.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of polytopes.
    pub fn len(&self) -> usize {
        self.polytopes.len()
    }

    /// Returns true if the set has no polytopes.
    pub fn is_empty(&self) -> bool {
        self.polytopes.is_empty()
    }

    /// Returns the shared vertex array.
    pub fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    /// Returns the polytopes in the order of their indices.
    pub fn polytopes(&self) -> &[Polytope] {
        &self.polytopes
    }

    /// Returns the velocities in the order of the indices, in units of length per unit of `t`. A
    /// velocity is zero until [`set_velocity`](Self::set_velocity) changes it.
    pub fn velocities(&self) -> &[[f32; 3]] {
        &self.velocities
    }

    /// Returns the stored vertices of a polytope, without its transform.
    ///
    /// # Panics
    ///
    /// Panics if there is no polytope with this index.
    pub fn vertices_of(&self, polytope: u32) -> &[[f32; 3]] {
        let Polytope { start, count, .. } = self.polytopes[polytope as usize];
        &self.vertices[start as usize..][..count as usize]
    }

    /// Returns the smallest box that holds the stored vertices of a polytope, without its
    /// transform, and whether the polytope is all of that box: each corner is a vertex. So it is of
    /// a frame that is a [cuboid](crate::geom::ShapeKind::Cuboid), and of the eight corners of a
    /// box in any order. The box of a polytope without vertices is
    /// [`NOTHING`](crate::geom::Aabb::NOTHING).
    ///
    /// # Panics
    ///
    /// Panics if there is no polytope with this index.
    #[inline]
    pub fn local_box(&self, polytope: u32) -> (&Aabb3, bool) {
        let body = &self.bodies[self.placed[polytope as usize].body as usize];
        (&body.around, body.is_box)
    }

    /// Returns the transformed vertices of a polytope in `f64`.
    ///
    /// Each coordinate is exact if the transform is the identity, and within four roundings
    /// otherwise. The points are meant for pictures, bounds and other libraries; verdicts do not
    /// use them.
    ///
    /// # Panics
    ///
    /// Panics if there is no polytope with this index.
    pub fn points(&self, polytope: u32) -> impl Iterator<Item = DVec3> {
        let placed = self.polytopes[polytope as usize];
        self.vertices_of(polytope).iter().map(move |vertex| placed.place(*vertex).into())
    }

    /// Returns what the kernels read of a polytope: its bounds and its vertices in blocks.
    ///
    /// # Panics
    ///
    /// Panics if there is no polytope with this index.
    #[inline(always)]
    pub fn placed(&self, polytope: u32) -> (&Placed, &[Block]) {
        let placed = &self.placed[polytope as usize];
        (placed, &self.scan[placed.scan.clone()])
    }

    /// Returns the vertices of all distinct ranges in blocks, each range as seen from its centroid.
    pub fn scanned(&self) -> &[Block] {
        &self.scan
    }
}

impl fmt::Display for PolytopeSet {
    /// Writes the numbers of polytopes and vertices.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} polytopes, {} vertices", self.polytopes.len(), self.vertices.len())
    }
}
