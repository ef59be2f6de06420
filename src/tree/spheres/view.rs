//! What one object sees of another in `f32`: four children of a node at a time, or a triangle.

use super::ends::{Ends, three};
use super::node::SphereNode;
use glam::{DMat3, DVec3, Mat4, Vec3A, Vec4};

/// The greatest number of children of a node.
pub const FAMILY: usize = 8;

/// A rotation by rows, their magnitudes, a shift, and the scales of what sees and of what is seen.
pub struct View {
    scales: [f32; 2],
    turn: [[f32; 3]; 3],
    abs: [[f32; 3]; 3],
    shift: [f32; 3],
}

impl View {
    /// Makes a view from the columns of a rotation.
    pub fn new(columns: &DMat3, shift: DVec3, [own, seen]: [f64; 2]) -> Self {
        let columns = columns.to_cols_array_2d();
        let turn: [[f32; 3]; 3] = three(|i| three(|j| columns[i][j] as f32));
        let abs = three(|i| three(|j| turn[i][j].abs()));
        Self { scales: [own as f32, seen as f32], turn, abs, shift: shift.as_vec3().to_array() }
    }

    /// Returns the box of a triangle that is seen.
    #[inline(always)]
    pub fn seen(&self, corners: [[f32; 3]; 3]) -> Ends {
        let [x, y, z] = three(|j| Vec3A::new(self.turn[0][j], self.turn[1][j], self.turn[2][j]));
        let (shift, scale) = (Vec3A::from(self.shift), self.scales[1]);
        let [a, b, c] = three(|i| {
            let [p, q, r] = corners[i];
            x * (p * scale) + y * (q * scale) + z * (r * scale) + shift
        });
        Ends { low: a.min(b).min(c), high: a.max(b).max(c) }
    }

    /// Returns a box of what sees, scaled.
    #[inline(always)]
    pub fn own(&self, Ends { low, high }: Ends) -> Ends {
        Ends { low: low * self.scales[0], high: high * self.scales[0] }
    }

    /// Computes the gaps of four children at once. Iterators over parts of arrays cost calls where
    /// a crate is compiled in many units.
    #[inline]
    pub fn gaps(&self, node: &SphereNode, kids: &[SphereNode]) -> [f32; FAMILY] {
        let (own, seen) = (self.scales[0] * 0.5, self.scales[1] * 0.5);
        let (low, high) = (Vec3A::from(node.min), Vec3A::from(node.max));
        let half = ((high - low) * own).to_array();
        let shift = (Vec3A::from(self.shift) - (low + high) * own).to_array();
        let [x, y, z] = three(|i| Vec3A::from(self.abs[i]));
        let extent = (x * half[0] + y * half[1] + z * half[2]).to_array();
        let mut gaps = [0.0; FAMILY];
        // Where an occupancy test found nothing in a node, it has no children.
        let last = kids.len().saturating_sub(1);
        let mut first = 0;
        while first < kids.len().min(FAMILY) {
            let kid = |k: usize| &kids[(first + k).min(last)];
            let (a, b, c, d) = (kid(0), kid(1), kid(2), kid(3));
            let [low_x, low_y, low_z, high_x] = across(head(a), head(b), head(c), head(d));
            let [high_y, high_z, radius, _] = across(tail(a), tail(b), tail(c), tail(d));
            let (low, high) = ([low_x, low_y, low_z], [high_x, high_y, high_z]);
            let [p, q, r] = three(|i| (low[i] + high[i]) * seen);
            let halves = three(|i| (high[i] - low[i]) * seen);
            let apart = three(|i| {
                let [x, y, z] = self.turn[i];
                p * x + q * y + r * z + shift[i]
            });
            let beside = |i: usize| {
                let [x, y, z] = self.abs[i];
                let along =
                    apart[i].abs() - half[i] - (halves[0] * x + halves[1] * y + halves[2] * z);
                let [x, y, z] = three(|axis| self.turn[axis][i]);
                let back = apart[0] * x + apart[1] * y + apart[2] * z;
                along.max(back.abs() - halves[i] - extent[i])
            };
            let boxes = beside(0).max(beside(1)).max(beside(2));
            let squares = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
            let radii = radius * self.scales[1] + self.scales[0] * node.radius;
            for k in 0..4 {
                // Square roots are slow, and most pairs that are apart are known to be so here.
                gaps[first + k] = match boxes[k] <= 0.0 {
                    true => boxes[k].max(squares[k].sqrt() - radii[k]),
                    false => boxes[k],
                };
            }
            first += 4;
        }
        gaps
    }
}

/// The first four numbers of a node.
#[inline(always)]
fn head(node: &SphereNode) -> Vec4 {
    Vec4::new(node.min[0], node.min[1], node.min[2], node.max[0])
}

/// The next three, and one that means nothing.
#[inline(always)]
fn tail(node: &SphereNode) -> Vec4 {
    Vec4::new(node.max[1], node.max[2], node.radius, node.radius)
}

/// Returns four vectors by their coordinates.
#[inline(always)]
fn across(a: Vec4, b: Vec4, c: Vec4, d: Vec4) -> [Vec4; 4] {
    let across = Mat4::from_cols(a, b, c, d).transpose();
    [across.x_axis, across.y_axis, across.z_axis, across.w_axis]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Pose;
    use crate::tree::spheres::relative::{Relative, apart_in_f64, rigid};
    use glam::{Quat, Vec3, Vec3Swizzles};

    /// What is said of the boxes of two triangles is below their true distance by the band of 80
    /// units, give or take 20.
    #[test]
    fn boxes_of_triangles_stay_within_their_band() {
        let mut rng = fastrand::Rng::with_seed(2006);
        for round in 0..20_000 {
            let sizes: [f32; 6] = [1e-12, 1e-3, 1.0, 1.0, 1e4, 1e12];
            let (of_a, of_b) = (sizes[round % 6], sizes[round / 6 % 6]);
            let mut number = || rng.f32() * 2.0 - 1.0;
            let at = Vec3::new(number(), number(), number()) * of_a.max(of_b) * 2.0;
            let turn = Quat::from_xyzw(number(), number(), number(), number() + 1.5);
            let scales = [[1.0, 1.0], [0.3, 7.0], [3e-5, 1.0], [1.7, 4e6]][round / 36 % 4];
            let [a, b] = [Pose::new(turn, at).unwrap(), Pose::new(turn * turn, at.yzx()).unwrap()];
            let (a, b) = (a.scaled(scales[0]).unwrap(), b.scaled(scales[1]).unwrap());
            let mut triangle = |size: f32| [0; 3].map(|_| [0; 3].map(|_| number() * size));
            let (first, second) = (triangle(of_a / scales[0]), triangle(of_b / scales[1]));
            let local = (f64::from(of_a) + f64::from(of_b)) * (1.0 + 1e-6);
            let relative = Relative::new(&a, &b, 0.0, local, [local; 2]);
            let near = relative.between(&relative.own(Ends::of(first)), &relative.seen(second));

            let apart = apart_in_f64([&a, &b], [first, second]);
            let ((of_a, at_a), (of_b, at_b)) = (rigid(&a), rigid(&b));
            let (to_a, shift) = (of_a.transpose(), at_b - at_a);
            let shifts = (to_a * shift).abs().max((of_b.transpose() * shift).abs());
            let unit = (local + shifts.max_element()) / 16_777_216.0;
            let band = (apart - near) / unit;
            assert!((60.0..100.0).contains(&band), "round {round}: {band}");
        }
    }
}
