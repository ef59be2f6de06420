//! Bounds of many solids in one pose, without the posed frames: whole vectors of them at once.

use super::lanes::Scan;
use super::near::{GROUP, Kdops, LANES};
use super::simd::{SimdLevel, Work, at_level};
use crate::geom::{Frame3, Kdop, Pose, ShapeKind, Stored};
use crate::num::band;
use glam::DVec3;
use std::ops::Range;

/// The rows of a group: the coordinates of the four rows of a frame, and whether it is a simplex.
const ROWS: usize = 13;
const SIMPLEX: usize = 12;
const OWN_GROUP: usize = ROWS * LANES;

/// The relative error of a rounding to `f32`, for sums in `f64`.
const UNIT: f64 = band::U32 as f64;

/// Frames of one object, laid out such that bounds of all of them in a pose are found at once. 52
/// bytes a frame.
///
/// # Why the bounds hold
///
/// Let `u` be `UNIT`, `R` the greatest magnitude that a coordinate of a corner, and any sum on the
/// way to it, can have once it is turned, and `T` that of the translation. A sum along a diagonal
/// is then at most `Q = 3 R`, and `3 T` for the translation.
///
/// What is bounded is the stored frame, each number of which was rounded from `f64`: its corners
/// lie within `u (2 R + T)` of the exact ones along an axis, `u (2 Q + 3 T)` along a diagonal. Here
/// five things round by `u` each: the direction, a vertex that is a sum of an edge, a product and
/// two sums. That makes `5 u Q`, and three sums of edges `8 u Q`. The translation along the
/// direction is rounded, then the whole: `3 u T` and `u (Q + 3 T)`. All of it is at most
/// `u (11 Q + 9 T)`, or `u (33 R + 9 T)`. [`posed`](Self::posed) takes `u (40 R + 12 T)`, and a
/// little for numbers too small for `f32`: the rest is more than what `f64` loses on the way.
#[derive(Clone, Debug, Default)]
pub struct Outlines {
    count: usize,
    numbers: Vec<f32>,
    /// Bounds of the magnitudes of all corners, and of all sums on the way to them.
    reach: DVec3,
}

impl Outlines {
    /// Lays out valid frames.
    pub fn new(frames: impl Iterator<Item = Frame3>) -> Self {
        let mut all = Self::default();
        frames.for_each(|frame| all.push(&frame));
        all
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.numbers[..])
    }

    fn push(&mut self, frame: &Frame3) {
        let kind = frame.kind().unwrap_or(ShapeKind::Cuboid);
        let [origin, rows @ ..] = [0, 1, 2, 3].map(|row| frame.row(row).as_dvec3());
        let edges = match kind.stored() {
            Stored::Edges => rows,
            Stored::Vertices => rows.map(|row| row - origin),
        };
        // The rows that bounds are computed of: vertices of a simplex, edges of a cuboid.
        let (rows, reach) = match kind.is_tetra() {
            true => {
                let ends = edges.map(|edge| origin + edge);
                let far = |far: DVec3, edge: DVec3| far.max(edge.abs());
                (ends, origin.abs() + edges.into_iter().fold(DVec3::ZERO, far))
            }
            false => (edges, origin.abs() + edges[0].abs() + edges[1].abs() + edges[2].abs()),
        };
        self.reach = self.reach.max(reach);
        let (group, lane) = (self.count / LANES * OWN_GROUP, self.count % LANES);
        if lane == 0 {
            self.numbers.resize(group + OWN_GROUP, 0.0);
        }
        for (row, vector) in [origin, rows[0], rows[1], rows[2]].into_iter().enumerate() {
            for axis in 0..3 {
                self.numbers[group + (3 * row + axis) * LANES + lane] = vector[axis] as f32;
            }
        }
        self.numbers[group + SIMPLEX * LANES + lane] = f32::from(kind.is_tetra());
        self.count += 1;
    }

    /// Returns the greatest magnitudes in a pose, of what is turned and of the translation; `None`
    /// where a number of a posed frame may lie beyond the range of `f32`.
    fn sizes(&self, pose: &Pose) -> Option<[f64; 2]> {
        let [far, shift] = pose.magnitudes(self.reach);
        // Vertices that are stored, and sums of three posed coordinates, are within it, too.
        let is_stored = self.reach.max_element() <= f64::from(f32::MAX);
        let is_near = far + shift < f64::from(f32::MAX) / 16.0;
        (is_stored && is_near).then_some([far, shift])
    }

    /// Returns bounds of all frames as [`Frame3::posed`] stores them, the same at every level.
    /// `None` where a number may lie beyond the range of `f32`: then pose the frames one by one.
    pub fn posed(&self, level: SimdLevel, pose: &Pose) -> Option<Kdops> {
        let [far, shift] = self.sizes(pose)?;
        let slack = UNIT * (40.0 * far + 12.0 * shift) + band::SMALLEST;
        let rows = pose.rows().map(|[a, b, c, shift]| (DVec3::new(a, b, c), shift));
        let [x, y, z] = rows;
        let mut ways = [Way::default(); Kdop::AXES];
        let sums = [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [1.0, 1.0, 1.0],
            [-1.0, 1.0, 1.0],
            [1.0, -1.0, 1.0],
            [1.0, 1.0, -1.0],
        ];
        for (way, [a, b, c]) in ways.iter_mut().zip(sums) {
            let direction = x.0 * a + y.0 * b + z.0 * c;
            let shift = x.1 * a + y.1 * b + z.1 * c;
            let ends = [shift - slack, shift + slack].map(|end| end as f32);
            *way = Way { direction: direction.as_vec3().to_array(), ends };
        }
        let groups = self.count.div_ceil(LANES);
        let mut numbers = vec![0.0; groups * GROUP];
        at_level(level, Place { own: &self.numbers, ways: &ways, out: &mut numbers });
        Some(Kdops { count: self.count, numbers })
    }
}

/// One of the axes of a [`Kdop`], as seen from the object, and what the translation adds to the
/// ends.
#[derive(Clone, Copy, Default)]
struct Way {
    direction: [f32; 3],
    ends: [f32; 2],
}

struct Place<'a> {
    own: &'a [f32],
    ways: &'a [Way; Kdop::AXES],
    out: &'a mut [f32],
}

impl Work for Place<'_> {
    #[inline(always)]
    fn run<V: Scan>(self, token: V::Token) {
        let groups = self.own.chunks_exact(OWN_GROUP).zip(self.out.chunks_exact_mut(GROUP));
        for (own, out) in groups {
            for lane in (0..LANES).step_by(V::WIDTH) {
                let mut rows = [V::load(token, &own[lane..][..V::WIDTH]); ROWS];
                for row in 1..ROWS {
                    rows[row] = V::load(token, &own[row * LANES + lane..][..V::WIDTH]);
                }
                let none = rows[0].splat(0.0);
                let is_simplex = none.lt(rows[SIMPLEX]);
                let all_simplices = !V::any(!is_simplex);
                for axis in 0..Kdop::AXES {
                    let way = &self.ways[axis];
                    let [x, y, z] = [
                        none.splat(way.direction[0]),
                        none.splat(way.direction[1]),
                        none.splat(way.direction[2]),
                    ];
                    // Products and sums are not fused, so that every level rounds alike.
                    let mut along = [none; 4];
                    for row in 0..4 {
                        along[row] =
                            rows[3 * row] * x + rows[3 * row + 1] * y + rows[3 * row + 2] * z;
                    }
                    let [from, a, b, c] = along;
                    let mut low = from.min(a).min(b.min(c));
                    let mut high = from.max(a).max(b.max(c));
                    if !all_simplices {
                        let below = from + a.min(none) + b.min(none) + c.min(none);
                        let above = from + a.max(none) + b.max(none) + c.max(none);
                        low = V::select(is_simplex, low, below);
                        high = V::select(is_simplex, high, above);
                    }
                    let [low_end, high_end] = way.ends;
                    let (low, high) = (low + none.splat(low_end), high + none.splat(high_end));
                    low.store(&mut out[2 * axis * LANES + lane..][..V::WIDTH]);
                    high.store(&mut out[(2 * axis + 1) * LANES + lane..][..V::WIDTH]);
                }
            }
        }
    }
}

impl Kdops {
    /// Widens number `i` such that it holds those in a range, all of which are below
    /// [`len`](Self::len).
    pub fn widen(&mut self, level: SimdLevel, i: usize, over: Range<usize>) {
        let mut whole = self.get(i);
        // Whole groups at once, the others one by one.
        let groups = over.start.div_ceil(LANES)..over.end / LANES;
        let (before, behind) = match groups.is_empty() {
            true => (over, 0..0),
            false => {
                let numbers = &self.numbers[groups.start * GROUP..groups.end * GROUP];
                at_level(level, Join { numbers, whole: &mut whole });
                (over.start..groups.start * LANES, groups.end * LANES..over.end)
            }
        };
        for own in before.chain(behind) {
            whole = whole.union(&self.get(own));
        }
        self.set(i, &whole);
    }
}

struct Join<'a> {
    numbers: &'a [f32],
    whole: &'a mut Kdop,
}

impl Work for Join<'_> {
    #[inline(always)]
    fn run<V: Scan>(self, token: V::Token) {
        let Self { numbers, whole } = self;
        for axis in 0..Kdop::AXES {
            let first = V::load(token, &numbers[..V::WIDTH]);
            let (mut low, mut high) = (first.splat(f32::INFINITY), first.splat(f32::NEG_INFINITY));
            for group in numbers.chunks_exact(GROUP) {
                for lane in (0..LANES).step_by(V::WIDTH) {
                    let at = 2 * axis * LANES + lane;
                    low = low.min(V::load(token, &group[at..][..V::WIDTH]));
                    high = high.max(V::load(token, &group[at + LANES..][..V::WIDTH]));
                }
            }
            let mut lanes = [f32::INFINITY; LANES];
            low.store(&mut lanes);
            for lane in lanes {
                whole.low[axis] = if lane < whole.low[axis] { lane } else { whole.low[axis] };
            }
            let mut lanes = [f32::NEG_INFINITY; LANES];
            high.store(&mut lanes);
            for lane in lanes {
                whole.high[axis] = if lane > whole.high[axis] { lane } else { whole.high[axis] };
            }
        }
    }
}
