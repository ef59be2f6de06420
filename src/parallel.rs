//! Loops over numbers on the threads of a pool.
//!
//! None of them is generic over what it calls, so that what rayon needs for a loop is compiled once
//! for each type of result, not for each of some hundred callers.

use rayon::prelude::*;

/// Returns what `one` makes of each number below `count`, in order. A thread takes `grain` numbers
/// at a time, or more.
pub fn each<T: Send>(count: usize, grain: usize, one: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    (0..count).into_par_iter().with_min_len(grain).map(one).collect()
}

/// Puts into `out` what [`each`] returns.
pub fn each_into<T: Send>(
    out: &mut Vec<T>,
    count: usize,
    grain: usize,
    one: &(dyn Fn(usize) -> T + Sync),
) {
    (0..count).into_par_iter().with_min_len(grain).map(one).collect_into_vec(out);
}

/// Returns what `one` finds at numbers below `count`, in order.
pub fn found<T: Send>(
    count: usize,
    grain: usize,
    one: &(dyn Fn(usize) -> Option<T> + Sync),
) -> Vec<T> {
    (0..count).into_par_iter().with_min_len(grain).filter_map(one).collect()
}
