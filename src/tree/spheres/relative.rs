//! One object as seen from the other, and bounds of distances.
//!
//! Trees are in the coordinates of their meshes. All lengths here are those of the world: each
//! object counts as scaled, but neither turned nor moved.

use super::ends::{Ends, three};
use super::node::SphereNode;
use super::tree::rounded_up;
use super::view::{FAMILY, View};
use crate::geom::{Aabb3, Pose};
use glam::{DMat3, DVec3, Vec3, Vec3A};

/// Error of a placed vertex: half an ulp in each of three coordinates, at most `sqrt(3) * 2^-24` of
/// the largest. The rest, a sixteenth, pays for distances in `f64`.
const PLACED: f64 = 1.1e-7;

/// Error of a placed vertex in the denormal range.
const DENORMAL: f64 = 1e-44;

/// Error of a gap in `f32`: the gap may be too large by this, in units of the pair's size. The size
/// is the largest distance of the origins along an axis plus the largest scaled local coordinate of
/// either object.
///
/// Let `u = 2^-24`. The magnitudes of a row of a rotation sum to at most `sqrt(3)`. The vector
/// between two centres has an error of `19 u` in each coordinate: scales, entries, centres, four
/// products and their sums, two more sums. Subtracting the extents of one box adds `21 u`. Turned
/// into the axes of the other box the error is `sqrt(3) * 19 u + 21 u`, and subtracting the extents
/// there adds `21 u`: `75 u`. Lengths and radii stay below that.
///
/// A coordinate of a [corner that is seen](View::seen) has an error of `9 u` in units of the size:
/// the scale, its product, an entry, its product and two sums are `6 u` of each product, and there
/// the magnitudes of a row count; the shift and the last sum are `2 u`, and `sqrt(3) * 6 < 11`. The
/// box of the first object has `2 u`, and the difference of both adds one of `3 u` at most: below
/// `20 u`.
const GAP_F32: f64 = 80.0 / 16_777_216.0;

/// The range of sizes for which no square overflows and no relevant square vanishes.
const GAP_F32_SIZES: core::ops::Range<f64> = 1e-15..1e15;

/// The local coordinates of an object beyond which sums of two might overflow in `f32`.
const GAP_F32_LOCAL: f64 = 1e37;

/// The smaller object has a radius of so many errors of a gap in `f32`, at least. With a larger
/// error, nodes far smaller than the objects could not be told apart.
const GAP_F32_FINE: f64 = 64.0;

/// The map from the second object, scaled, to the first one, scaled.
pub struct Relative {
    /// The scales of both.
    scales: [f64; 2],
    turn: DMat3,
    /// The magnitudes of the matrix, by rows.
    abs: DMat3,
    shift: DVec3,
    /// Placed triangles may be closer than their boxes by this.
    slack: f64,
    rounded: Option<Rounded>,
}

/// The map in `f32`, if the sizes allow it. Without it, all is computed in `f64`.
struct Rounded {
    /// The map from the second object to the first, and the map back.
    views: [View; 2],
    slack: f32,
}

/// The rotation, multiplied by the scale, and the translation of a pose.
fn parts(pose: &Pose) -> (DMat3, DVec3) {
    let rows = pose.rows();
    let [x, y, z] = three(|i| DVec3::new(rows[i][0], rows[i][1], rows[i][2]));
    (DMat3::from_cols(x, y, z).transpose(), DVec3::new(rows[0][3], rows[1][3], rows[2][3]))
}

/// Returns the rotation and the translation of a pose.
pub fn rigid(pose: &Pose) -> (DMat3, DVec3) {
    let (linear, at) = parts(pose);
    (linear * pose.scale().recip(), at)
}

/// Returns a bound of the magnitude of the scaled coordinates of a mesh within a box. Infinite
/// where sums of them might overflow in `f32` before they are scaled.
pub fn local(pose: &Pose, bounds: &Aabb3) -> f64 {
    let largest = f64::from(bounds.min.abs().max(bounds.max.abs()).max_element());
    if largest < GAP_F32_LOCAL { largest * pose.scale() } else { f64::INFINITY }
}

/// Returns the error of placing and rounding, and of distances in `f64`, by the sum of the extents.
pub fn slack(extent: f64) -> f64 {
    extent * PLACED + DENORMAL
}

/// Returns a point in the coordinates of what a pose places, and a direction as long as it was.
pub fn unplaced(pose: &Pose, point: DVec3, direction: DVec3) -> (DVec3, DVec3) {
    let (turn, at) = rigid(pose);
    let back = turn.transpose();
    (back * (point - at) * pose.scale().recip(), back * direction)
}

/// Returns a bound of the magnitude of placed coordinates.
pub fn extent(pose: &Pose, bounds: &Aabb3) -> f64 {
    let largest = bounds.min.abs().max(bounds.max.abs()).as_dvec3();
    let rows = pose.rows();
    let [x, y, z] = three(|i| {
        let [a, b, c, shift] = rows[i];
        a.abs() * largest.x + b.abs() * largest.y + c.abs() * largest.z + shift.abs()
    });
    x.max(y).max(z)
}

/// What [`motion`] may be too small by, in units of the extents. With `u = 2^-53`, a coordinate of
/// the centre's way has at most `7 u` of the sum of the magnitudes that it is made of, which is at
/// most the extents of both poses: `sqrt(3) * 7 u`, and `3 u` of the way for its length. A turn
/// moves the sphere by at most `3 sqrt(3)` extents, with an error of `6 u`, and the sum of both
/// ways has `2 u`: `63 u`.
const MOTION: f64 = 128.0 / 9_007_199_254_740_992.0;

/// Returns a bound of the distance that a point of a sphere moves from one pose to another. Centre
/// and radius are not scaled. `extent` is the sum of both [extents](extent).
pub fn motion(from: &Pose, to: &Pose, centre: DVec3, radius: f64, extent: f64) -> f64 {
    if from == to {
        return 0.0;
    }
    let ((old, at), (new, then)) = (parts(from), parts(to));
    let turned = new - old;
    let squares = turned.x_axis.length_squared()
        + turned.y_axis.length_squared()
        + turned.z_axis.length_squared();
    (turned * centre + (then - at)).length() + radius * squares.sqrt() + extent * MOTION
}

impl Relative {
    /// Makes the map. `extent` is the sum of the [extents](extent) of both objects, `local` the sum
    /// of the largest scaled coordinates of their meshes, as [`local`] has them. `radii` are the
    /// scaled radii of their root spheres; 0 for what has no nodes below its root.
    pub fn new(a: &Pose, b: &Pose, extent: f64, local: f64, radii: [f64; 2]) -> Self {
        let ((of_a, at_a), (of_b, at_b)) = (rigid(a), rigid(b));
        let scales = [a.scale(), b.scale()];
        let back = of_a.transpose();
        let turn = back * of_b;
        let abs = DMat3::from_cols(turn.x_axis.abs(), turn.y_axis.abs(), turn.z_axis.abs());
        let shift = back * (at_b - at_a);
        let slack = slack(extent);
        let back = turn.transpose();
        let return_shift = -(back * shift);
        let size = local + shift.abs().max(return_shift.abs()).max_element();
        let wide = radii.into_iter().filter(|&radius| radius > 0.0);
        let is_fine = size * GAP_F32 * GAP_F32_FINE <= wide.fold(f64::INFINITY, f64::min);
        let rounded = (is_fine && GAP_F32_SIZES.contains(&size)).then(|| Rounded {
            views: [
                View::new(&back, shift, scales),
                View::new(&turn, return_shift, [scales[1], scales[0]]),
            ],
            slack: rounded_up(size * GAP_F32 + slack),
        });
        Self { scales, turn, abs, shift, slack, rounded }
    }

    /// Returns the error of placing and rounding.
    pub fn slack(&self) -> f64 {
        self.slack
    }

    /// Returns a lower bound of the distance between the triangles of two nodes. A result that is
    /// not above zero says nothing.
    pub fn gap(&self, a: &SphereNode, b: &SphereNode) -> f64 {
        let [of_a, of_b] = self.scales;
        let apart = self.apart(a, b);
        let (half_a, half_b) = (a.half() * of_a, b.half() * of_b);
        let spheres = apart.length() - self.radii(a, b);
        let along_a = apart.abs() - half_a - self.abs * half_b;
        let seen = self.turn.transpose() * apart;
        let along_b = seen.abs() - half_b - self.abs.transpose() * half_a;
        spheres.max(along_a.max_element()).max(along_b.max_element()) - self.slack
    }

    /// Returns an upper bound of the distance between the triangles of two nodes.
    pub fn farthest(&self, a: &SphereNode, b: &SphereNode) -> f64 {
        self.apart(a, b).length() + self.radii(a, b) + self.slack
    }

    /// Returns true if the sphere of the second node is the larger one.
    pub fn second_is_larger(&self, a: &SphereNode, b: &SphereNode) -> bool {
        let [of_a, of_b] = self.scales;
        f64::from(b.radius) * of_b > f64::from(a.radius) * of_a
    }

    /// Returns the vector from the centre of one node to that of the other.
    fn apart(&self, a: &SphereNode, b: &SphereNode) -> DVec3 {
        let [of_a, of_b] = self.scales;
        self.turn * (b.centre() * of_b) + self.shift - a.centre() * of_a
    }

    /// Returns the sum of the radii.
    fn radii(&self, a: &SphereNode, b: &SphereNode) -> f64 {
        let [of_a, of_b] = self.scales;
        f64::from(a.radius) * of_a + f64::from(b.radius) * of_b
    }
}

impl Relative {
    /// Returns lower bounds of the distances between one node and the children of another node. The
    /// children belong to the second object, or to the first if `first` is set.
    #[inline]
    pub fn gaps(&self, node: &SphereNode, kids: &[SphereNode], first: bool) -> [f64; FAMILY] {
        match &self.rounded {
            Some(rounded) => {
                let near = rounded.views[usize::from(first)].gaps(node, kids);
                let mut gaps = [0.0; FAMILY];
                for k in 0..FAMILY {
                    gaps[k] = f64::from(near[k] - rounded.slack);
                }
                gaps
            }
            None => {
                let mut gaps = [0.0; FAMILY];
                for (gap, kid) in gaps.iter_mut().zip(kids) {
                    *gap = if first { self.gap(kid, node) } else { self.gap(node, kid) };
                }
                gaps
            }
        }
    }

    /// Returns the box of a triangle of the second object as the first one sees it.
    #[inline(always)]
    pub fn seen(&self, corners: [[f32; 3]; 3]) -> Ends {
        match &self.rounded {
            Some(rounded) => rounded.views[0].seen(corners),
            None => self.seen_in_f64(corners),
        }
    }

    /// Returns a box of the first object as it sees it.
    #[inline(always)]
    pub fn own(&self, ends: Ends) -> Ends {
        match &self.rounded {
            Some(rounded) => rounded.views[0].own(ends),
            None => self.own_in_f64(ends),
        }
    }

    /// Returns a lower bound of the distance of what two boxes hold, of which one is
    /// [`own`](Self::own) and one is [`seen`](Self::seen). A result that is not above zero says
    /// nothing.
    #[inline(always)]
    pub fn between(&self, own: &Ends, seen: &Ends) -> f64 {
        match &self.rounded {
            Some(rounded) => f64::from(own.between(seen) - rounded.slack),
            None => between_in_f64(own, seen) - self.slack,
        }
    }

    /// A box that is rounded outwards only after it was computed in `f64`. The slack pays for that,
    /// as it does for a [`gap`](Self::gap).
    fn seen_in_f64(&self, corners: [[f32; 3]; 3]) -> Ends {
        let [a, b, c] = three(|i| {
            self.turn * (Vec3::from(corners[i]).as_dvec3() * self.scales[1]) + self.shift
        });
        outwards(a.min(b).min(c), a.max(b).max(c))
    }

    /// The same of a box of the first object.
    fn own_in_f64(&self, Ends { low, high }: Ends) -> Ends {
        let [low, high] = [low, high].map(|end| Vec3::from(end).as_dvec3() * self.scales[0]);
        outwards(low, high)
    }
}

/// Returns a box in `f32` that holds one in `f64`.
fn outwards(low: DVec3, high: DVec3) -> Ends {
    let (low, high) = (low.as_vec3().to_array(), high.as_vec3().to_array());
    Ends {
        low: Vec3A::from(three(|i| low[i].next_down())),
        high: Vec3A::from(three(|i| high[i].next_up())),
    }
}

/// Returns how far two boxes are apart along the axis on which that is most.
fn between_in_f64(own: &Ends, seen: &Ends) -> f64 {
    let wide = |end: Vec3A| Vec3::from(end).as_dvec3();
    let beyond = wide(seen.low) - wide(own.high);
    beyond.max(wide(own.low) - wide(seen.high)).max_element()
}

/// How far the boxes of two triangles are apart along the axes of the first object, placed by its
/// pose and that of the second.
#[cfg(test)]
pub fn apart_in_f64([a, b]: [&Pose; 2], [first, second]: [[[f32; 3]; 3]; 2]) -> f64 {
    let ((of_a, at_a), (of_b, at_b)) = (rigid(a), rigid(b));
    let wide = |corner: [f32; 3], pose: &Pose| Vec3::from(corner).as_dvec3() * pose.scale();
    let first = first.map(|corner| wide(corner, a));
    let second = second.map(|corner| of_a.transpose() * (of_b * wide(corner, b) + (at_b - at_a)));
    let low = |all: &[DVec3; 3]| all[0].min(all[1]).min(all[2]);
    let high = |all: &[DVec3; 3]| all[0].max(all[1]).max(all[2]);
    (low(&second) - high(&first)).max(low(&first) - high(&second)).max_element()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3Swizzles};

    /// Returns a box with a sphere round it, anywhere within `size` of the origin.
    fn node(rng: &mut fastrand::Rng, size: f32) -> SphereNode {
        let mut within = || [0; 3].map(|_| (rng.f32() * 2.0 - 1.0) * size);
        let (p, q) = (within(), within());
        let ends = |pick: fn(f32, f32) -> f32| [0, 1, 2].map(|i| pick(p[i], q[i]));
        let mut made = SphereNode::new(ends(f32::min), ends(f32::max), 0.0, 0, 1, 0);
        made.radius = rounded_up(made.half().length());
        made
    }

    /// A gap in `f32` is never above the gap in `f64`, and its error stays below half of its band.
    #[test]
    fn gaps_in_f32_stay_within_their_band() {
        let mut rng = fastrand::Rng::with_seed(2006);
        let mut worst: f64 = 0.0;
        for round in 0..20_000 {
            let sizes: [f32; 6] = [1e-12, 1e-3, 1.0, 1.0, 1e4, 1e12];
            let (of_a, of_b) = (sizes[round % 6], sizes[round / 6 % 6]);
            let mut number = || rng.f32() * 2.0 - 1.0;
            let at = Vec3::new(number(), number(), number()) * of_a.max(of_b) * 2.0;
            let turn = Quat::from_xyzw(number(), number(), number(), number() + 1.5);
            let poses = [Pose::new(turn, at).unwrap(), Pose::new(turn * turn, at.yzx()).unwrap()];
            // Nodes that are as large as before once they are scaled.
            let scales = [[1.0, 1.0], [0.3, 7.0], [3e-5, 1.0], [1.7, 4e6]][round / 36 % 4];
            let poses = [0, 1].map(|i: usize| poses[i].scaled(scales[i]).unwrap());
            let (a, kids) = (
                node(&mut rng, of_a / scales[0]),
                [0; 5].map(|_| node(&mut rng, of_b / scales[1])),
            );
            let local = (f64::from(of_a) + f64::from(of_b)) * (1.0 + 1e-6);
            let relative = Relative::new(&poses[0], &poses[1], 0.0, local, [local; 2]);
            let back = Relative::new(&poses[1], &poses[0], 0.0, local, [local; 2]);
            let rounded = relative.rounded.as_ref().expect("no size is extreme");
            let band = f64::from(rounded.slack);
            for (relative, first) in [(&relative, false), (&back, true)] {
                let gaps = relative.gaps(&a, &kids, first);
                for (kid, gap) in kids.iter().zip(gaps) {
                    let wide = if first { relative.gap(kid, &a) } else { relative.gap(&a, kid) };
                    assert!(gap <= wide, "round {round}: {gap} above {wide}");
                    // Where boxes meet, the sphere counts in both; where they are apart only in the
                    // wider one.
                    if wide <= 0.0 {
                        worst = worst.max((gap + band - wide).abs() / band);
                    }
                }
            }
        }
        assert!((0.01..0.5).contains(&worst), "{worst}");
    }

    /// Where `f32` is too coarse for the objects, what is said of the boxes of two triangles is
    /// below their true distance, by what rounds one end of a box in `f32`.
    #[test]
    fn boxes_of_far_triangles_are_rounded_outwards() {
        let mut rng = fastrand::Rng::with_seed(2006);
        for round in 0..20_000 {
            let mut number = || rng.f32() * 2.0 - 1.0;
            let turn = Quat::from_xyzw(number(), number(), number(), number() + 1.5);
            let at = Vec3::new(number(), number(), number());
            let far = Vec3::new(number(), number(), number() + 2.0) * 1e6;
            let [a, b] = [Pose::new(turn, at).unwrap(), Pose::new(turn * turn, far).unwrap()];
            let (a, b) = (a.scaled(0.3).unwrap(), b.scaled(7.0).unwrap());
            let mut triangle = || [0; 3].map(|_| [0; 3].map(|_| number()));
            let (first, second) = (triangle(), triangle());
            let relative = Relative::new(&a, &b, 0.0, 8.0, [0.5, 12.0]);
            assert!(relative.rounded.is_none(), "round {round}");
            let near = relative.between(&relative.own(Ends::of(first)), &relative.seen(second));

            let apart = apart_in_f64([&a, &b], [first, second]);
            // Three halves of the spacing of `f32` below four million.
            let less = apart - near;
            assert!((-1e-6..0.376).contains(&less), "round {round}: {less}");
        }
    }
}
