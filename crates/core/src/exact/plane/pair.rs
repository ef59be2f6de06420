//! A pair in the plane in numbers of any kind, and its axes.

use super::super::decide::PairFault;
use super::super::motion::{Doubles, Whole};
use super::super::solid::{Solid, Vector, sub};
use super::super::swept::{Axes, Moving, Pass};
use crate::geom::{Frame2, ShapeKind};
use crate::num::{Integers, Ring, band};
use std::array::from_fn;

/// Two frames that are valid, and the velocities that count.
pub(in super::super) struct Input<'a> {
    pub frames: [&'a Frame2; 2],
    pub kinds: [ShapeKind; 2],
    pub velocities: [[f32; 2]; 2],
}

impl<'a> Input<'a> {
    /// Of frames at rest, whose velocities are not read.
    pub fn resting(a: &'a Frame2, b: &'a Frame2) -> Result<Self, PairFault> {
        let kind = |frame: &Frame2, second| {
            frame.validate_resting().map_err(|error| PairFault { second, error })
        };
        Ok(Self {
            frames: [a, b],
            kinds: [kind(a, false)?, kind(b, true)?],
            velocities: [[0.0; 2]; 2],
        })
    }

    /// Of moving frames.
    pub fn moving(a: &'a Frame2, b: &'a Frame2) -> Result<Self, PairFault> {
        for (second, frame) in [(false, a), (true, b)] {
            frame.validate().map_err(|error| PairFault { second, error })?;
        }
        Ok(Self { velocities: [a.rows[3], b.rows[3]], ..Self::resting(a, b)? })
    }

    /// The common scale of all coordinates and velocities.
    pub fn scale(&self) -> Integers {
        self.scale_with(&[])
    }

    /// The same with some more numbers.
    pub fn scale_with(&self, more: &[f32]) -> Integers {
        let rows = self.frames.into_iter().flat_map(|frame| &frame.rows[..3]);
        Integers::common(rows.chain(&self.velocities).flatten().chain(more))
    }

    /// True when nothing rounds in `f64`: with coordinates of so many bits a gap stays below
    /// `2^53`, as [`NARROW_WIDTH`] counts it.
    pub fn is_short(&self) -> bool {
        self.scale().width <= 23
    }

    pub fn solid<N: Ring>(&self, second: bool, convert: impl Fn(f32) -> N) -> Solid<N, 2> {
        let (frame, kind) = (self.frames[usize::from(second)], self.kinds[usize::from(second)]);
        let [origin, e0, e1, ..] = frame.rows.map(|row| row.map(&convert));
        let edges = match kind {
            ShapeKind::TetraByVertices => [sub(&e0, &origin), sub(&e1, &origin)],
            _ => [e0, e1],
        };
        Solid { tetra: kind.is_tetra(), origin, edges }
    }

    pub fn pair<N: Ring>(&self, convert: impl Fn(f32) -> N) -> Moving<N, 2> {
        let (a, b) = (self.solid(false, &convert), self.solid(true, &convert));
        let [v_a, v_b] = self.velocities.map(|v| v.map(&convert));
        Moving { between: sub(&b.origin, &a.origin), velocity: sub(&v_b, &v_a), a, b }
    }
}

/// In `f64`. No axis counts as certainly null there: where an edge is computed as zero, it was
/// rounded.
pub(super) fn in_doubles(input: &Input) -> Doubles<2> {
    Doubles::of(input.pair(f64::from), band::PLANE_F64, false)
}

/// In whole numbers, as short as they can be.
pub(super) fn in_whole(input: &Input) -> Whole<2> {
    let scale = input.scale();
    match scale.width <= NARROW_WIDTH {
        true => Whole::Narrow(Box::new(input.pair(|x| scale.narrow(x)))),
        false => Whole::Wide(Box::new(input.pair(|x| scale.wide(x)))),
    }
}

/// Coordinates of at most this many bits keep every certificate within an `i128`.
///
/// With `|coordinate| < 2^w`: edges, the velocity and the difference of the origins are below
/// `2^(w+1)`, the third edge of a triangle below `2^(w+2)`; a dot product of it with one of them
/// sums two products, below `2^(2w+4)`; a gap adds at most six of those, below `2^(2w+7)`. `2 * 59
/// + 7 = 125`.
pub(super) const NARROW_WIDTH: u32 = 59;

/// The vector turned by a quarter.
pub(super) fn perpendicular<N: Ring>([x, y]: &Vector<N, 2>) -> Vector<N, 2> {
    [-y.clone(), x.clone()]
}

impl<N: Ring> Solid<N, 2> {
    /// Every edge once: 2 of a parallelogram, 3 of a triangle.
    pub fn sides(&self) -> impl Iterator<Item = Vector<N, 2>> {
        let [e0, e1] = &self.edges;
        self.edges
            .iter()
            .cloned()
            .chain(self.tetra.then(|| from_fn(|i| e1[i].clone() - e0[i].clone())))
    }
}

impl<N: Ring> Axes<N, 2> for Moving<N, 2> {
    fn visit_resting(&self, mut visit: impl FnMut(Pass<N, 2>) -> bool) -> bool {
        let mut at_right_angles =
            |side: Vector<N, 2>, degree| visit(self.pass(perpendicular(&side), degree));
        self.a.sides().all(|side| at_right_angles(side, [1, 0, 0]))
            && self.b.sides().all(|side| at_right_angles(side, [0, 1, 0]))
    }

    fn visit(&self, mut visit: impl FnMut(Pass<N, 2>) -> bool) {
        if self.visit_resting(&mut visit) && !self.rests() {
            visit(self.pass(perpendicular(&self.velocity), [0, 0, 1]));
        }
    }
}
