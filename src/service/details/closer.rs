//! Which separate pairs are closer than a margin.

use super::traits::Context;
use crate::exact::PairFault;
use crate::parallel::each;
use crate::service::shape::{Pairs, Shape};

/// Pairs that one thread compares with the margin at a time.
const GRAIN: usize = 16;

/// Asks for each of the pairs, one by one.
pub fn one_by_one<'a, S: Shape>(
    context: &Context<'a, S>,
    separate: &[u32],
    is_closer: impl Fn(S::Both<'a>) -> Result<bool, PairFault> + Sync,
) -> Result<Vec<bool>, (u32, PairFault)> {
    let one = |place: usize| {
        let pair = separate[place];
        is_closer(context.pairs.both(pair as usize)).map_err(|fault| (pair, fault))
    };
    each(separate.len(), GRAIN, &one).into_iter().collect()
}
