//! Convex polytopes: ranges of one vertex array, each placed by a transform.

mod body;
mod build;

pub use body::Block;
pub use body::{Placed, SCAN_LANES};

use body::Body;

use glam::{Affine3A, DVec3};

/// A convex polytope: the hull of a range of vertices under an affine transform. 64 bytes, the same
/// on CPU and GPU.
///
/// | bytes | content |
/// |---|---|
/// | 0 to 47 | three rows of the transform, `x' = row[0] x + row[1] y + row[2] z + row[3]`, `f32` each |
/// | 48 to 55 | first vertex and number of vertices, `u32` each |
/// | 56 to 63 | zero |
///
/// *The exact shape* is the hull of the points `M v + t` for the stored vertices `v`, every stored
/// `f32` taken as it is and nothing rounded on the way; verdicts are exact for it. Vertices come in
/// any order; duplicates and points inside the hull change nothing. No vertex: the empty set, of
/// dimension -1; else the dimension is whatever the points span, 0 to 3. A polytope in the plane is
/// one with `z = 0` throughout.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(16))]
pub struct Polytope {
    /// The rows of the transform.
    pub rows: [[f32; 4]; 3],
    /// Index of the first vertex.
    pub start: u32,
    /// How many vertices.
    pub count: u32,
    /// Zero.
    pub pad: [u32; 2],
}

const IDENTITY: [[f32; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

impl Polytope {
    /// The hull of `count` vertices from number `start` on, where they stand.
    pub const fn of_range(start: u32, count: u32) -> Self {
        Self { rows: IDENTITY, start, count, pad: [0; 2] }
    }

    /// The same vertices under another transform, whose numbers are stored as they are.
    pub fn with_transform(self, transform: Affine3A) -> Self {
        let linear = transform.matrix3;
        let rows = [0, 1, 2].map(|i| {
            let [x, y, z] = linear.row(i).to_array();
            [x, y, z, transform.translation[i]]
        });
        Self { rows, ..self }
    }

    /// The image of a vertex. Products of two `f32` are exact in f64, so each coordinate has the
    /// roundings of three sums, which are no more than those of `Placed::size`.
    #[inline(always)]
    pub fn place(&self, vertex: [f32; 3]) -> [f64; 3] {
        body::place(self, vertex.map(f64::from))
    }

    /// True for vertices that stay where they are stored.
    pub fn stays(&self) -> bool {
        self.rows == IDENTITY
    }
}

/// Polytopes over one shared vertex array, all of them valid.
///
/// ```
/// use motzkin::{PolytopeSet, glam::{Affine3A, Vec3}};
///
/// let mut set = PolytopeSet::new();
/// let gem = set.push(&[Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z])?;
/// let above = set.push_instance(gem, Affine3A::from_translation(Vec3::Z * 2.0))?;
/// assert_eq!((above, set.vertices().len()), (1, 6));
/// # Ok::<(), motzkin::PolytopeError>(())
/// ```
///
/// Beside the array the set keeps, for the kernels, each distinct range's vertices once more as
/// seen from their centroid, and some 80 bytes a polytope.
#[derive(Clone, Debug, Default)]
pub struct PolytopeSet {
    vertices: Vec<[f32; 3]>,
    polytopes: Vec<Polytope>,
    /// One for each polytope.
    velocities: Vec<[f32; 3]>,
    bodies: Vec<Body>,
    placed: Vec<Placed>,
    /// The vertices of the bodies as seen from their centroids, in blocks of x, y, z.
    scan: Vec<Block>,
    /// Bodies of the units that frames are made of: length of their table, number of corners, body.
    units: Vec<(usize, u32, u32)>,
}

impl PolytopeSet {
    /// A set without polytopes.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many polytopes there are.
    pub fn len(&self) -> usize {
        self.polytopes.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.polytopes.is_empty()
    }

    /// The shared vertex array.
    pub fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    /// The polytopes in order of their indices.
    pub fn polytopes(&self) -> &[Polytope] {
        &self.polytopes
    }

    /// Their velocities, in the same order: zero until [`set_velocity`](Self::set_velocity) says
    /// otherwise.
    pub fn velocities(&self) -> &[[f32; 3]] {
        &self.velocities
    }

    /// The stored vertices of a polytope, its transform not applied.
    ///
    /// # Panics
    ///
    /// When there is no such polytope, as indexing a slice does.
    pub fn vertices_of(&self, polytope: usize) -> &[[f32; 3]] {
        let Polytope { start, count, .. } = self.polytopes[polytope];
        &self.vertices[start as usize..][..count as usize]
    }

    /// The placed vertices of a polytope in f64: exact where the transform is the identity, else
    /// within four roundings a coordinate. Meant for pictures, bounds and peers, not for verdicts.
    /// Panics as [`vertices_of`](Self::vertices_of) does.
    pub fn points(&self, polytope: usize) -> impl Iterator<Item = DVec3> {
        let placed = self.polytopes[polytope];
        self.vertices_of(polytope).iter().map(move |vertex| placed.place(*vertex).into())
    }

    /// What the kernels know of a polytope beside itself.
    #[inline(always)]
    pub fn placed(&self, polytope: usize) -> (&Placed, &[Block]) {
        let placed = &self.placed[polytope];
        (placed, &self.scan[placed.scan.clone()])
    }

    /// The vertices of all bodies, in blocks, each as seen from its centroid.
    pub fn scanned(&self) -> &[Block] {
        &self.scan
    }
}
