//! What kernels and shaders know of selected pairs beside the verdict.

#[cfg(feature = "motion")]
use crate::kernel::ContactEnds;
use crate::kernel::axes::NULLS;
use crate::kernel::{BestAxis, CommonBounds};
use crate::service::answer::Column;
use crate::service::shape::Shape;
use crate::verdict::Verdict;
use crate::wanted::Wanted;

/// A pair of which something is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Selected {
    /// The number of the pair.
    pub pair: u32,
    /// The exact verdict of the two shapes as they are, without a margin.
    pub verdict: Verdict,
    /// What is wanted of the pair; never nothing.
    pub wanted: Wanted,
}

/// What is known of the selected pairs, in columns. Each value is open until a kernel has closed
/// it.
#[derive(Clone, Debug)]
pub struct Known<S: Shape> {
    /// The best axes.
    pub axes: Column<AxisBound<S::Axis>>,
    /// Common points, and boxes of all common points.
    pub common: Column<CommonBounds<S::Point, S::Bounds>>,
    /// The ends of the contact intervals.
    #[cfg(feature = "motion")]
    pub ends: Column<ContactEnds>,
}

impl<S: Shape> Known<S> {
    /// Nothing is known.
    pub const OPEN: Self = Self {
        axes: Column::EMPTY,
        common: Column::EMPTY,
        #[cfg(feature = "motion")]
        ends: Column::EMPTY,
    };
}

/// An axis, and bounds of what the best axis may differ in.
#[derive(Clone, Copy, Debug)]
pub struct AxisBound<D> {
    /// A unit vector within a few roundings.
    pub axis: D,
    /// An upper bound of the gap along every other candidate.
    others: f32,
    /// How far the gap along the exact candidate may be above the gap along `axis`.
    own: f32,
    /// What candidates that were left out may take off a depth.
    left_out: f32,
    /// The largest slack that is tight enough.
    loose: f32,
}

/// A slack is tight enough if it is at most this part of the pair's extent.
const LOOSE: f32 = 1.0 / 32_768.0; // 2^-15

/// A shader's slack may be this part of the extent: its roots and quotients are not exact.
#[cfg(feature = "gpu")]
const SHADERS_LOOSE: f32 = 1e-4;

impl<D> AxisBound<D> {
    /// The axis that a kernel of the CPU has chosen.
    pub fn of_kernel(best: BestAxis<D>) -> Self {
        let BestAxis { axis, own, others, nulls, extent, .. } = best;
        let left_out = if nulls { NULLS * extent } else { 0.0 };
        Self { axis, others, own, left_out, loose: extent * LOOSE }
    }

    /// The axis that a shader has chosen for a pair that meets. No penetration depth is below
    /// `least`.
    #[cfg(feature = "gpu")]
    pub fn of_shader(axis: D, least: f32, extent: f64) -> Self {
        let loose = extent as f32 * SHADERS_LOOSE;
        Self { axis, others: -least, own: 0.0, left_out: 0.0, loose }
    }

    /// Returns true if the axis bounds the depth, or the gap: along a candidate that was left out,
    /// a gap may be larger by anything.
    pub fn bounds(&self, meets: bool) -> bool {
        meets || self.left_out == 0.0
    }

    /// Returns how far the value of the best axis may be from `depth`, the value along this axis;
    /// `None` where that is too far.
    pub fn slack(&self, meets: bool, depth: f32) -> Option<f32> {
        let slack = match meets {
            true => (depth + self.others).next_up().max(self.own) + self.left_out,
            false => (self.others - depth).next_up().max(self.own),
        };
        (slack <= self.loose).then_some(slack)
    }
}

/// Closes what is open of a column: `compute` is given the numbers of the pairs.
pub(super) fn close<T: Copy>(
    column: &mut Column<T>,
    selected: &[Selected],
    is_open: impl Fn(&Selected, Option<T>) -> bool,
    compute: impl FnOnce(&[u32]) -> Vec<Option<T>>,
) {
    let all = (0..).zip(selected);
    let open = all.filter(|&(place, selected)| is_open(selected, column.get(place as usize)));
    let (places, numbers): (Vec<u32>, Vec<u32>) =
        open.map(|(place, selected)| (place, selected.pair)).unzip();
    if !places.is_empty() {
        column.replace(selected.len(), &places, compute(&numbers));
    }
}
