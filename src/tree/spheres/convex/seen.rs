//! A convex shape as a mesh sees it: a box round it that leans, in the coordinates of the mesh, and
//! the way from there to coordinates in which that box is the cube from -1 to 1.

use super::super::node::SphereNode;
use super::surface::Surface;
use crate::geom::PolytopeSet;
use glam::{DMat3, DVec3, Vec3, Vec3A};

/// Half the spacing of `f32` at 1.
pub const ROUNDING: f32 = 1.0 / 16_777_216.0;

/// Half of an extent of a box, in units of its largest one, at least: a shape without thickness has
/// a box that has some.
const THINNEST: f64 = 1.0 / 1024.0;

/// Edges whose lengths have a product of more than so many volumes lie nearly in a plane.
const LEANING: f64 = 4096.0;

/// Error of a coordinate in the cube, in units of the row's sum of magnitudes times the largest
/// coordinates of the mesh and of the shape: that of the map in `f64`.
///
/// With `k` for the product of the edges' one-norms by the volume, at most [`LEANING`], an entry of
/// the inverse is off by ten roundings of `k` times the row's sum, and an edge is off by 32 of its
/// own magnitudes, which the inverse turns into 9 times 32 roundings of `k`: below `1.5e-10`. The
/// rest is to spare.
const MAPPED: f64 = 1e-9;

/// Beyond this, `f32` says nothing of a coordinate in the cube.
const LARGEST: f64 = 1_048_576.0;

/// A convex shape that may meet a mesh.
pub struct Seen {
    /// A box round the shape, larger by what placing rounds.
    low: Vec3A,
    high: Vec3A,
    /// To coordinates in which the box that leans is a cube. `None` where `f32` does not do.
    pub cube: Option<Cube>,
    scale: f64,
}

/// The map from a mesh to the cube from -1 to 1, by columns.
pub struct Cube {
    x: Vec3A,
    y: Vec3A,
    z: Vec3A,
    shift: Vec3A,
    /// A vertex of the mesh, placed and rounded, lies within this of where the map has it.
    pub error: Vec3A,
    /// The shape is all of the cube, and errors are small.
    pub is_filled: bool,
}

impl Seen {
    /// Returns a polytope as a mesh sees it. `None` if it is empty, or separate from the box of the
    /// mesh.
    #[inline]
    pub fn new(surface: &Surface, set: &PolytopeSet, number: u32) -> Option<Self> {
        let (polytope, placed) = (&set.polytopes()[number as usize], set.placed(number).0);
        if polytope.count == 0 || !surface.may_reach(placed) {
            return None;
        }
        let (around, is_box) = set.local_box(number);
        let (min, max) = (around.min.as_dvec3(), around.max.as_dvec3());
        let (middle, half) = ((min + max) * 0.5, (max - min) * 0.5);
        let thinnest = half.max_element() * THINNEST;
        let is_all = is_box && half.min_element() >= thinnest;
        let half = half.max(DVec3::splat(thinnest));
        let [of_x, of_y, of_z] = &polytope.rows;
        let column = |i: usize| Vec3::new(of_x[i], of_y[i], of_z[i]).as_dvec3();
        let (x, y, z, shift) = (column(0), column(1), column(2), column(3));
        let centre = surface.place(x * middle.x + y * middle.y + z * middle.z + shift);
        let edge = |column: DVec3, half: f64| surface.turn(column * half);
        let edges = DMat3::from_cols(edge(x, half.x), edge(y, half.y), edge(z, half.z));
        let error = surface.error(placed.size);
        let reach = edges.x_axis.abs() + edges.y_axis.abs() + edges.z_axis.abs() + error;
        let mut seen = Self {
            low: below(centre - reach),
            high: above(centre + reach),
            cube: None,
            scale: surface.scale(),
        };
        if seen.misses(surface.root.min.into(), surface.root.max.into()) {
            return None;
        }
        seen.cube = Cube::new(surface.root, &edges, centre, error, is_all);
        (seen.gap(surface.root) <= 0.0).then_some(seen)
    }

    /// Returns true if a box, as the mesh has it, is separate from the box round the shape.
    #[inline(always)]
    pub fn misses(&self, low: Vec3A, high: Vec3A) -> bool {
        (low.cmpgt(self.high) | high.cmplt(self.low)).any()
    }

    /// Returns a number above zero only if no triangle of a node meets the shape. The less it is,
    /// the deeper in the box the node lies.
    #[inline(always)]
    pub fn gap(&self, node: &SphereNode) -> f32 {
        self.cube.as_ref().map_or(0.0, |cube| cube.gap(node))
    }

    /// Returns an upper bound of the distance between the triangles of a node and the shape.
    pub fn farthest(&self, node: &SphereNode) -> f64 {
        let (low, high) = (Vec3::from(self.low).as_dvec3(), Vec3::from(self.high).as_dvec3());
        let apart = node.centre().distance((low + high) * 0.5);
        let most = (apart + f64::from(node.radius) + (high - low).length() * 0.5) * self.scale;
        // Both ends of a box may lie beyond the range of `f32`.
        if most.is_nan() { f64::INFINITY } else { most }
    }
}

impl Cube {
    /// `error` bounds the error of a coordinate, in lengths of the mesh.
    #[inline]
    fn new(
        root: &SphereNode,
        edges: &DMat3,
        centre: DVec3,
        error: f64,
        is_filled: bool,
    ) -> Option<Self> {
        let sum = |v: DVec3| v.x.abs() + v.y.abs() + v.z.abs();
        let DMat3 { x_axis: a, y_axis: b, z_axis: c } = *edges;
        let (bc, ca, ab) = (b.cross(c), c.cross(a), a.cross(b));
        let volume = a.dot(bc);
        // Never true of a volume of zero, or of one that is no number.
        let stands = volume.abs() * LEANING > sum(a) * sum(b) * sum(c);
        if !stands {
            return None;
        }
        let by = volume.recip();
        let map = DMat3::from_cols(bc * by, ca * by, ab * by).transpose();
        let shift = -(map * centre);
        let largest = Vec3::from(root.min).abs().max(Vec3::from(root.max).abs()).as_dvec3();
        let (x, y, z) = (map.x_axis, map.y_axis, map.z_axis);
        let rows = x.abs() + y.abs() + z.abs();
        let sizes = x.abs() * largest.x + y.abs() * largest.y + z.abs() * largest.z + shift.abs();
        // Neither sums of two coordinates nor the map itself may overflow.
        let is_near = sizes.max_element() <= LARGEST
            && largest.max_element() < 1e37
            && rows.max_element() < 1e37;
        if !is_near {
            return None;
        }
        // A coordinate of a vertex has six roundings of its terms at most. That of a node, and its
        // extent, have twelve together.
        let far = MAPPED * (largest.max_element() + centre.abs().max_element());
        let error = (sizes + 1.0) * f64::from(16.0 * ROUNDING) + rows * (error + far);
        let narrow = |v: DVec3| Vec3A::from(v.as_vec3());
        Some(Self {
            x: narrow(x),
            y: narrow(y),
            z: narrow(z),
            shift: narrow(shift),
            error: narrow(error * 1.0001),
            is_filled: is_filled && error.max_element() < 0.5,
        })
    }

    /// Returns where a vertex of the mesh lies.
    #[inline(always)]
    pub fn place(&self, [x, y, z]: [f32; 3]) -> Vec3A {
        self.x * x + self.y * y + self.z * z + self.shift
    }

    /// Returns a lower bound of the greatest distance of a node and the cube along the three axes
    /// of the cube.
    #[inline(always)]
    fn gap(&self, node: &SphereNode) -> f32 {
        // Without arrays that are mapped: they cost calls where a crate is compiled in many units.
        let ([a, b, c], [p, q, r]) = (node.min, node.max);
        let centre = self.place([(a + p) * 0.5, (b + q) * 0.5, (c + r) * 0.5]);
        let (x, y, z) = ((p - a) * 0.5, (q - b) * 0.5, (r - c) * 0.5);
        let half = self.x.abs() * x + self.y.abs() * y + self.z.abs() * z;
        (centre.abs() - half - self.error - 1.0).max_element()
    }
}

/// Rounds down to `f32`.
#[inline(always)]
fn below(v: DVec3) -> Vec3A {
    let v = v.as_vec3();
    Vec3A::new(v.x.next_down(), v.y.next_down(), v.z.next_down())
}

/// Rounds up to `f32`.
#[inline(always)]
fn above(v: DVec3) -> Vec3A {
    let v = v.as_vec3();
    Vec3A::new(v.x.next_up(), v.y.next_up(), v.z.next_up())
}
