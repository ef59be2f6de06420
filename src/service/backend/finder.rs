//! What finds the pairs of a set by itself, candidates and tests.

use super::reply::{Declined, RawCodes};
use crate::geom::{Filter, Pair};
use crate::service::shape::Shape;
use crate::timing::CollideTimes;
use motzkin_core::Motion;
use std::pin::Pin;

/// A set whose pairs are asked for.
#[derive(Debug)]
#[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only a GPU finds pairs"))]
pub struct Sought<'a, S: Shape> {
    /// The shapes. Those that are not valid may be in any pairs, or in none.
    pub set: &'a S::Set,
    /// Pairs are those of one of the first shapes, so many, and one of the others.
    pub between: Option<u32>,
    /// One for each shape.
    pub filters: Option<&'a [Filter]>,
    /// The world of each shape.
    pub worlds: Option<&'a [u32]>,
    /// Separate pairs whose boxes are closer are handed over too.
    pub margin: f32,
}

/// What it took to find the pairs.
#[derive(Clone, Copy, Debug, Default)]
pub struct FinderStats {
    /// Pairs whose boxes meet.
    pub candidates: u64,
    /// How long the stages took, where times are asked for.
    pub times: Option<CollideTimes>,
}

/// Takes pairs and their codes a portion at a time, in no order.
pub type TakeFound<'a> = dyn FnMut(Vec<Pair>, RawCodes) + Send + 'a;

/// An answer that is on its way.
pub type Searching<'a> = Pin<Box<dyn Future<Output = Result<FinderStats, Declined>> + Send + 'a>>;

/// Finds the pairs of a set that meet or are undecided, each once.
pub trait Finder<S: Shape, M: Motion> {
    /// Hands over the pairs. What was handed over before a failure is void.
    fn find<'a>(&'a self, sought: &'a Sought<'a, S>, take: &'a mut TakeFound<'a>) -> Searching<'a>;
}
