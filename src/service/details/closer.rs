//! Which separate pairs are closer than a margin.

use super::traits::Context;
use crate::exact::PairFault;
use crate::service::shape::{Pairs, Shape};
use rayon::prelude::*;

/// Pairs that one thread compares with the margin at a time.
const GRAIN: usize = 16;

/// Asks for each of the pairs, one by one.
pub fn one_by_one<'a, S: Shape>(
    context: &Context<'a, S>,
    separate: &[u32],
    is_closer: impl Fn(S::Both<'a>) -> Result<bool, PairFault> + Sync,
) -> Result<Vec<bool>, (u32, PairFault)> {
    let one =
        |&pair: &u32| is_closer(context.pairs.both(pair as usize)).map_err(|fault| (pair, fault));
    separate.par_iter().with_min_len(GRAIN).map(one).collect()
}
