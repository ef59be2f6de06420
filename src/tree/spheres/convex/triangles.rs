//! Triangles of a mesh against a convex shape, in `f32` where that is certain.
//!
//! A triangle and a cube are separate if they are so along an axis of the cube, along the normal of
//! the triangle, or along the product of an edge of each. A vector that is computed is an axis as
//! good as any: where the triangle, with its errors, lies beyond the cube along it, the two are
//! separate. That they meet takes bounds of the errors of all axes.

use super::seen::{Cube, ROUNDING, Seen};
use crate::exact::triangles::Triangle;
use glam::{Vec3A, Vec3Swizzles};

impl Seen {
    /// Returns whether a triangle of the mesh, placed and rounded, shares a point with the shape,
    /// where that is certain.
    #[inline(always)]
    pub fn meets(&self, [a, b, c]: &Triangle) -> Option<bool> {
        let (p, q, r) = (Vec3A::from(*a), Vec3A::from(*b), Vec3A::from(*c));
        if self.misses(p.min(q).min(r), p.max(q).max(r)) {
            return Some(false);
        }
        let cube = self.cube.as_ref()?;
        cube.meets(cube.place(*a), cube.place(*b), cube.place(*c))
    }
}

impl Cube {
    /// The same of a triangle as the map has it.
    #[inline(always)]
    fn meets(&self, p: Vec3A, q: Vec3A, r: Vec3A) -> Option<bool> {
        let (low, high) = (p.min(q).min(r), p.max(q).max(r));
        let reach = self.error + 1.0;
        if (low.cmpgt(reach) | high.cmplt(-reach)).any() {
            return Some(false);
        }
        let within = Vec3A::splat(1.0 - 2.0 * ROUNDING) - self.error;
        let is_inside = |point: Vec3A| point.abs().cmple(within).all();
        if self.is_filled && (is_inside(p) || is_inside(q) || is_inside(r)) {
            return Some(true);
        }
        // Along a computed axis `n` the cube reaches as far as the sum of `|n| (1 + error)`. The
        // roundings of products with `n`, of sums, and of an edge that is a rounded difference are
        // at most 10 of `|n| (size + 1)`.
        let size = low.abs().max(high.abs());
        let reach = reach + (size + 1.0) * (16.0 * ROUNDING);
        let (e, f, g) = (q - p, r - q, p - r);
        let normal = e.cross(g);
        let heights = [normal.dot(p), normal.dot(q), normal.dot(r)];
        let most = normal.abs().dot(reach);
        if heights[0].min(heights[1]).min(heights[2]) > most
            || heights[0].max(heights[1]).max(heights[2]) < -most
        {
            return Some(false);
        }
        let along = [Beside::new(e, p, r), Beside::new(f, q, p), Beside::new(g, r, q)];
        if along[0].is_apart(reach) || along[1].is_apart(reach) || along[2].is_apart(reach) {
            return Some(false);
        }
        if !self.is_filled || (low.cmpgt(within) | high.cmplt(-within)).any() {
            return None;
        }
        // An exact edge differs by twice the error and a rounding, and so on: see `Beside::error`.
        let (v, fault) = (size + 1.0, self.error + (size + 1.0) * (4.0 * ROUNDING));
        let error = Beside::error(v, fault);
        if !(along[0].overlaps(error) && along[1].overlaps(error) && along[2].overlaps(error)) {
            return None;
        }
        // The exact normal differs by `4 (a_b f_c + a_c f_b) + 8 f_b f_c` with `a` for the longer
        // of two edges and `f` for the fault, which an edge is off by less than twice. That times
        // the lever, and the normal times the fault, bound the error of a height less the cube's
        // reach.
        let longer = e.abs().max(g.abs());
        let (a, b) = (longer.yzx() * fault.zxy(), longer.zxy() * fault.yzx());
        let off = (a + b) * 4.0 + fault.yzx() * fault.zxy() * 8.0;
        let error = off.dot(v + self.error) + normal.abs().dot(fault);
        let cube = normal.abs().element_sum() - error * 1.1;
        (heights[0].abs() <= cube).then_some(true)
    }
}

/// What lies along the products of an edge of a triangle and the three axes of the cube, an axis a
/// lane: the edge itself, and the corner that is not on it.
struct Beside {
    edge: Vec3A,
    low: Vec3A,
    high: Vec3A,
}

impl Beside {
    #[inline(always)]
    fn new(edge: Vec3A, on: Vec3A, off: Vec3A) -> Self {
        let (on, off) = (on.cross(edge), off.cross(edge));
        Self { edge: edge.abs(), low: on.min(off), high: on.max(off) }
    }

    /// Returns true if the triangle lies beyond a cube that reaches so far.
    #[inline(always)]
    fn is_apart(&self, reach: Vec3A) -> bool {
        let most = self.edge.yzx() * reach.zxy() + self.edge.zxy() * reach.yzx();
        (self.low.cmpgt(most) | self.high.cmplt(-most)).any()
    }

    /// Returns true if the triangle and the cube overlap along the exact axes, too.
    #[inline(always)]
    fn overlaps(&self, error: Vec3A) -> bool {
        let most = self.edge.yzx() + self.edge.zxy() - error;
        (self.low.cmple(most) & self.high.cmpge(-most)).all()
    }

    /// Returns a bound of the error of a product less the cube's reach, both along an exact axis.
    /// With `u` for the size of a coordinate, `e` for its error and `r` for a rounding, an edge is
    /// off by `2 e + 4 r u`. A product `u_a d_b - u_b d_a` with the edge `d` is then off by
    /// `4 (u_a e_b + e_a u_b) + 4 e_a e_b + 20 r u_a u_b`, and the reach `|d_a| + |d_b|` by
    /// `2 (e_a + e_b) + 8 r (u_a + u_b)`. Eight times the products of `v = u + 1` and
    /// `f = e + 4 r v` are above both, where no error is above 1.
    #[inline(always)]
    fn error(v: Vec3A, fault: Vec3A) -> Vec3A {
        (v.yzx() * fault.zxy() + v.zxy() * fault.yzx()) * 8.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::descent::Side;
    use super::super::super::relative::extent;
    use super::super::super::tree::SphereTree;
    use super::super::exact::settle;
    use super::super::surface::Surface;
    use super::*;
    use crate::geom::{Frame3, PolytopeSet, Pose, TriangleMesh};
    use fastrand::Rng;
    use glam::{Quat, Vec3};
    use std::sync::Arc;

    fn vector(rng: &mut Rng, size: f32) -> Vec3 {
        Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * size
    }

    /// A box that turns, one that lies as the coordinates do, one that leans, a thin one, or no
    /// box.
    fn shape(rng: &mut Rng, set: &mut PolytopeSet, at: Vec3, size: f32) -> u32 {
        let half = vector(rng, size).abs() + 1e-3 * size;
        let turn = Quat::from_vec4(vector(rng, 4.0).extend(1.0));
        let frame = match rng.u8(0..5) {
            0 => Frame3::rotated_box(at, half, turn),
            1 => {
                // Mostly with a face or a corner where its middle would be.
                let low = at - half * vector(rng, 4.0).clamp(Vec3::ZERO, Vec3::ONE);
                Frame3::aligned_box(low, low + half)
            }
            2 => Frame3::cuboid(at, [0; 3].map(|_| vector(rng, size))),
            3 => Frame3::rotated_box(at, half * Vec3::new(1.0, 1e-3, 1.0), turn),
            _ => Frame3::tetra(at, [0; 3].map(|_| vector(rng, size))),
        };
        set.push_frame(&frame.expect("edges in no plane")).expect("a shape")
    }

    /// What is certain in `f32` is so in whole numbers, and most is certain.
    #[test]
    fn what_is_certain_is_exact() {
        let mut rng = Rng::with_seed(2026);
        let [mut far, mut hits, mut misses, mut unknown, mut contacts] = [0; 5];
        for round in 0..4_000 {
            // Triangles of the size of the shape, far larger ones, and far smaller ones.
            let size = [1.0, 1e-3, 40.0][round % 3];
            let aligned = rng.bool();
            let soup: Vec<Triangle> = (0..6)
                .map(|_| {
                    let at = vector(&mut rng, 1.0);
                    let corner = |rng: &mut Rng| {
                        let corner = at + vector(rng, size);
                        if aligned { (corner * 8.0).round() * 0.125 } else { corner }.to_array()
                    };
                    [corner(&mut rng), corner(&mut rng), corner(&mut rng)]
                })
                .collect();
            let tree = SphereTree::new(Arc::new(TriangleMesh::from_soup(&soup).expect("a mesh")));
            let pose = match aligned {
                true => Pose::at((vector(&mut rng, 8.0) * 8.0).round() * 0.125),
                false => Pose::new(
                    Quat::from_vec4(vector(&mut rng, 4.0).extend(1.0)),
                    vector(&mut rng, 8.0),
                ),
            };
            let pose = pose.and_then(|pose| pose.scaled([1.0, 0.25, 3.0e3][round / 3 % 3]));
            let pose = pose.expect("a pose");
            let side = Side { tree: &tree, pose: &pose };
            let bounds = tree.mesh.bounds().expect("triangles");
            let surface = Surface::new(side, extent(&pose, &bounds)).expect("triangles");
            let mut set = PolytopeSet::new();
            let corner = Vec3::from(side.placed(0)[0]);
            let size = pose.scale() as f32 * [1.0, 0.1, 0.01][round / 9 % 3];
            // Some boxes begin in a vertex of a triangle, as far as its place is rounded.
            let touches = rng.u8(0..3) == 0;
            let at = corner + vector(&mut rng, if touches { 0.0 } else { size });
            let shape = shape(&mut rng, &mut set, at, size);
            let seen = Seen::new(&surface, &set, shape);
            for triangle in 0..6 {
                let exact = || settle(&set, shape, &side.placed(triangle));
                let Some(seen) = &seen else {
                    assert!(!exact(), "round {round}: {pose}");
                    far += 1;
                    continue;
                };
                match seen.meets(&tree.raw(triangle)) {
                    Some(meets) => {
                        assert_eq!(meets, exact(), "round {round}, triangle {triangle}");
                        *(if meets { &mut hits } else { &mut misses }) += 1;
                    }
                    None if touches => contacts += 1,
                    None => unknown += 1,
                }
            }
        }
        let counts = [far, hits, misses, unknown, contacts];
        let are_many = far > 200 && hits > 500 && misses > 5_000 && contacts > 500;
        assert!(are_many && unknown < hits, "{counts:?}");
    }
}
