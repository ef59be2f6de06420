//! The broad phase: pairs of boxes that meet.

use super::error::SearchFault;
use crate::geom::{Aabb3, Pair};

/// The greatest number of pairs that a search accepts: they take a gigabyte.
const MOST_PAIRS: usize = 1 << 27;

/// Finds the pairs of boxes that meet.
///
/// Every implementation gives the same answer. The lesser index comes first in each pair, and the
/// pairs are in ascending order.
pub trait BroadPhase: Sync {
    /// Returns the pairs of boxes that meet and that `accept` accepts, in ascending order.
    ///
    /// Boxes that touch meet.
    ///
    /// # Errors
    ///
    /// Returns [`SearchFault::TooManyPairs`] if the list would be too long.
    fn pairs(
        &self,
        boxes: &[Aabb3],
        accept: &(dyn Fn(u32, u32) -> bool + Sync),
    ) -> Result<Vec<Pair>, SearchFault>;
}

/// Sorts the boxes along the axis on which their centres vary most, and compares the boxes whose
/// ranges overlap on that axis.
///
/// Costs a sort, and a comparison for each pair that overlaps on that axis: a tenth of a
/// millisecond for a thousand boxes scattered in space.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweepAndPrune;

impl BroadPhase for SweepAndPrune {
    fn pairs(
        &self,
        boxes: &[Aabb3],
        accept: &(dyn Fn(u32, u32) -> bool + Sync),
    ) -> Result<Vec<Pair>, SearchFault> {
        let axis = widest(boxes);
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        order.sort_unstable_by(|&i, &j| {
            let at = |i: u32| boxes[i as usize].min[axis];
            at(i).total_cmp(&at(j)).then(i.cmp(&j))
        });
        let sorted: Vec<Aabb3> = order.iter().map(|&i| boxes[i as usize]).collect();
        let mut pairs = Vec::new();
        for (place, own) in sorted.iter().enumerate() {
            let end = own.max[axis];
            let behind = sorted[place + 1..].iter().take_while(|other| other.min[axis] <= end);
            for (other, number) in behind.zip(&order[place + 1..]) {
                let (i, j) = (order[place].min(*number), order[place].max(*number));
                if own.meets(other) && accept(i, j) {
                    if pairs.len() == MOST_PAIRS {
                        return Err(SearchFault::TooManyPairs { most: MOST_PAIRS });
                    }
                    pairs.push(Pair::new(i, j));
                }
            }
        }
        pairs.sort_unstable();
        Ok(pairs)
    }
}

/// Returns the axis on which the centres of the boxes vary most.
fn widest(boxes: &[Aabb3]) -> usize {
    let spread = |axis: usize| {
        let middle = |b: &Aabb3| 0.5 * (f64::from(b.min[axis]) + f64::from(b.max[axis]));
        let mean = boxes.iter().map(middle).sum::<f64>() / boxes.len().max(1) as f64;
        boxes.iter().map(|b| (middle(b) - mean).powi(2)).sum::<f64>()
    };
    let [x, y, z] = [0, 1, 2].map(spread);
    if x >= y && x >= z { 0 } else { 1 + usize::from(z > y) }
}
