//! What each kind of pair can be asked for.

use crate::exact::PairFault;
use crate::service::answer::Detail;
use crate::service::backend::{CpuEngine, Known, RawCodes, Selected, Settler};
use crate::service::shape::Shape;
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use motzkin_core::Motion;

/// How closely a query computes what is wanted beside the verdicts. Verdicts are exact with either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// Every value is that of exact arithmetic, rounded once. Values are computed pair by pair, in
    /// microseconds each, and do not depend on the engine.
    #[default]
    Exact,
    /// Values come from kernels, on the GPU where the engine is one, with bounds of their errors that
    /// hold. A value that no kernel bounds tightly enough is computed exactly.
    Bounded,
}

/// What the details of a batch are computed from.
pub struct Context<'a, S: Shape> {
    /// The pairs.
    pub pairs: S::Pairs<'a>,
    /// How pairs are settled.
    pub settler: Settler<S>,
    /// The threads and the instruction set.
    pub cpu: &'a CpuEngine,
    /// No kernel may take part.
    pub is_reference: bool,
}

/// Pairs of a shape, at rest or moving.
pub trait Detailed<M: Motion>: Shape {
    /// What can be wanted.
    const ANSWERS: Wanted;

    /// What kernels may answer in place of the exact stage.
    const KERNELS: Wanted;

    /// True if the pairs can be tested within a margin.
    const HAS_MARGIN: bool = false;

    /// The kind of pairs, for errors.
    const NAME: &'static str;

    /// Pairs that one thread settles at a time.
    const SETTLED: usize;

    /// Pairs whose details one thread computes at a time.
    const GRAIN: usize;

    /// Returns the details of a pair, whose verdict is that of the query. `known` is what kernels
    /// know of the pair; `None` where exact values are wanted.
    fn detail(
        context: &Context<'_, Self>,
        selected: &Selected,
        verdict: Verdict,
        known: Option<&Known<Self>>,
    ) -> Result<Detail<Self>, PairFault>;

    /// Decides what it can of the pairs that a coarser engine has left undecided.
    fn refine_codes(_context: &Context<'_, Self>, _raw: &mut RawCodes) {}

    /// Returns the verdict of each of these separate pairs within a margin. Only resting frames can
    /// be asked.
    fn within(
        _context: &Context<'_, Self>,
        separate: &[u32],
        _margin: f32,
    ) -> Result<Vec<Verdict>, (u32, PairFault)> {
        Ok(vec![Verdict::Separate; separate.len()])
    }
}

/// Returns `compute()` if some of `values` are wanted.
pub(super) fn if_wanted<T>(
    selected: &Selected,
    values: Wanted,
    compute: impl FnOnce() -> Result<T, PairFault>,
) -> Result<Option<T>, PairFault> {
    selected.wanted.intersects(values).then(compute).transpose()
}
