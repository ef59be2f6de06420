//! What each kind of pair can be asked for.

use crate::exact::PairFault;
use crate::parallel::each;
use crate::service::answer::{Column, Details};
use crate::service::backend::{CpuEngine, Known, RawCodes, Selected, Settler};
use crate::service::shape::Shape;
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use motzkin_core::Motion;
use std::sync::{Mutex, PoisonError};

/// How closely a query computes what is wanted beside the verdicts. Verdicts are exact with either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// Every value is computed from exact arithmetic. Common points, boxes and intervals are
    /// rounded once, depths and gaps are within `2^-30` of themselves, distances within `1e-9`.
    /// Distances of frames take some hundred nanoseconds each, other values are computed pair by
    /// pair, mostly in a microsecond or several. They do not depend on the engine, but for
    /// distances: their last bits, and points and axes where others are as good.
    #[default]
    Exact,
    /// Values come from kernels, on the GPU where the engine is one, with bounds of their errors
    /// that hold. A value that no kernel bounds tightly enough is computed exactly.
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

    /// Puts what is wanted of the selected pairs into `details`. `known` is what kernels know of
    /// the pairs; `None` where exact values are wanted.
    fn fill(
        context: &Context<'_, Self>,
        rows: Rows<'_>,
        known: Option<&Known<Self>>,
        details: &mut Details<Self>,
    ) -> Result<(), (u32, PairFault)>;

    /// Decides what it can of the undecided pairs, many at a time.
    fn refine_codes(context: &Context<'_, Self>, raw: &mut RawCodes) {
        if let Some(in_vectors) = context.settler.in_vectors {
            raw.refine(|undecided| in_vectors(context.pairs, undecided, context.cpu.level));
        }
    }

    /// Returns which of these separate pairs are closer than a margin: in Euclidean distance, of
    /// moving pairs the least. The margin is finite and positive.
    #[cfg(feature = "polytopes")]
    fn closer(
        context: &Context<'_, Self>,
        separate: &[u32],
        margin: f32,
    ) -> Result<Vec<bool>, (u32, PairFault)>;

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

/// The selected pairs, and how many of them one thread takes at a time.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// The pairs.
    pub selected: &'a [Selected],
    /// Pairs whose values one thread computes at a time.
    pub grain: usize,
}

impl Rows<'_> {
    /// Returns a value of each pair of which some of `values` are wanted. `compute` is given the
    /// place of a pair among the selected ones. Fails with the first pair that has no value.
    pub fn column<T: Copy + Send>(
        self,
        values: Wanted,
        compute: impl Fn(usize, &Selected) -> Result<Option<T>, PairFault> + Sync,
    ) -> Result<Column<T>, (u32, PairFault)> {
        let Self { selected, grain } = self;
        if !selected.iter().any(|selected| selected.wanted.intersects(values)) {
            return Ok(Column::EMPTY);
        }
        // Results are not collected as such: a list of values is written once, in place.
        let fault: Mutex<Option<(u32, PairFault)>> = Mutex::new(None);
        let one = |place: usize| {
            let selected = &selected[place];
            if !selected.wanted.intersects(values) {
                return None;
            }
            compute(place, selected).unwrap_or_else(|error| {
                let mut first = fault.lock().unwrap_or_else(PoisonError::into_inner);
                if first.is_none_or(|(pair, _)| selected.pair < pair) {
                    *first = Some((selected.pair, error));
                }
                None
            })
        };
        let found = each(selected.len(), grain, &one);
        match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(fault) => Err(fault),
            None => Ok(found.into()),
        }
    }
}
