//! Arithmetic of a pair: the CPU kernels, run on a number that counts.

use motzkin::{Frame3, Pair, Resting};
use motzkin_core::geom::PairKind;
use motzkin_core::kernel::table::{Row, Table, Visit};
use motzkin_core::kernel::{Lanes, Real};
use motzkin_lab::workload::Scene;
use std::cell::Cell;
use std::ops::{Add, Div, Mul, Sub};

/// Pairs of a workload that are counted.
const SAMPLE: usize = 2000;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// A number that counts sums, differences, products and quotients on its thread; a fused one counts
/// as two. Comparisons, selections and magnitudes are free.
#[derive(Clone, Copy)]
struct Counted(f32);

fn counted(value: f32) -> Counted {
    COUNT.set(COUNT.get() + 1);
    Counted(value)
}

/// What `work` counted.
fn count(work: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

/// Operations of a pair, the mean of a sample of the scene.
pub fn per_pair(scene: &Scene) -> f64 {
    let sample = &scene.pairs[..scene.pairs.len().min(SAMPLE)];
    let sum: u64 = sample.iter().map(|pair| of_pair(&scene.frames, *pair)).sum();
    sum as f64 / sample.len().max(1) as f64
}

fn of_pair(frames: &[Frame3], pair: Pair) -> u64 {
    let [a, b] = [pair.a, pair.b].map(|index| &frames[index as usize]);
    let (Ok(first), Ok(second)) = (a.kind(), b.kind()) else { return 0 };
    let (a_form, b_form) = (first.form(), second.form());
    let (first, second) = if PairKind::swaps(a_form, b_form) { (b, a) } else { (a, b) };
    let row = PairKind::of(a_form, b_form).number();
    count(|| Frame3::each_row(&mut Run { row, first, second }))
}

/// Runs the kernel of one row on a pair in its order.
struct Run<'a> {
    row: usize,
    first: &'a Frame3,
    second: &'a Frame3,
}

impl Visit<Frame3> for Run<'_> {
    fn row<R: Row<Frame3>>(&mut self) {
        if R::NUMBER == self.row {
            R::test::<Counted, Resting>((), |_| (self.first, self.second));
        }
    }
}

macro_rules! counting {
    ($($name:ident, $function:ident, $operator:tt;)*) => {$(
        impl $name for Counted {
            type Output = Self;
            fn $function(self, other: Self) -> Self {
                counted(self.0 $operator other.0)
            }
        }
    )*};
}
counting! {
    Add, add, +;
    Sub, sub, -;
    Mul, mul, *;
    Div, div, /;
}

impl Real for Counted {
    fn abs(self) -> Self {
        Self(self.0.abs())
    }
    fn min(self, other: Self) -> Self {
        Self(Real::min(self.0, other.0))
    }
    fn max(self, other: Self) -> Self {
        Self(Real::max(self.0, other.0))
    }
}

impl Lanes for Counted {
    type Token = ();
    type Mask = bool;
    type Wide = Self;
    const WIDTH: usize = 1;
    const FINENESS: f32 = 1.0;

    fn apart<R>((): (), body: impl FnOnce() -> R) -> R {
        body()
    }
    fn splat(self, value: f32) -> Self {
        Self(value)
    }
    fn transpose<'a>((): (), row: impl Fn(usize) -> &'a [f32; 4] + Copy) -> [Self; 4] {
        row(0).map(Self)
    }
    fn lt(self, other: Self) -> bool {
        self.0 < other.0
    }
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    fn sqrt(self) -> Self {
        counted(self.0.sqrt())
    }
    fn unit_scale(self) -> Self {
        Self(self.0.unit_scale())
    }
    fn power_below(self) -> Self {
        Self(self.0.power_below())
    }
    fn any(mask: bool) -> bool {
        mask
    }
    fn bits(mask: bool) -> u32 {
        mask.into()
    }
    fn widen(self, _: usize) -> Self {
        self
    }
    fn store(self, out: &mut [f32]) {
        out[0] = self.0;
    }
    fn store_wide(self, out: &mut [f64]) {
        out[0] = self.0.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin_core::kernel::cuboid_cuboid;
    use motzkin_lab::workload::Workload;

    /// Counted by hand from the formulas.
    #[test]
    fn the_gaps_of_two_cuboids() {
        let edges =
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0_f32]].map(|edge| edge.map(Counted));
        let found = count(|| {
            cuboid_cuboid::gaps(&edges, &edges, [2.5, 0.25, 0.0].map(Counted));
        });
        let centres = 3 + 9 + 6 + 3;
        let (normals, volumes, offsets) = (6 * 9, 2 * 5, 6 * 5);
        let (radii, faces) = (18 * 5, 6 * 4);
        let edge_axes = 3 * 9 + 9 * (5 + 3 + 1);
        assert_eq!(found, centres + normals + volumes + offsets + radii + faces + edge_axes);
    }

    /// The whole kernels do more than their gaps, and every shape is counted.
    #[test]
    fn every_kernel_is_counted() {
        for workload in [Workload::Boxes, Workload::Tetras, Workload::BoxTetra, Workload::Mixed] {
            let flops = per_pair(&workload.scene(500, 1));
            assert!((337.0..5000.0).contains(&flops), "{}: {flops}", workload.name());
        }
        assert_eq!(per_pair(&Scene::default()), 0.0);
    }
}
