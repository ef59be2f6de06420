//! The pairs whose boxes meet.

use super::bounded::Bounded;
use super::error::{CollideError, ShapeFault};
use super::question::{Question, Sets};
use crate::geom::Aabb;
use motzkin_core::Motion;
use motzkin_core::broad::{PairOptions, Pieces};
use rayon::prelude::*;

/// Shapes whose boxes one thread computes at a time.
const GRAIN: usize = 1 << 10;

/// A broad phase, and the shapes that are not valid. Those have no candidates.
type Begun<'a, B> = (Pieces<'a, B>, Vec<ShapeFault>);

/// Computes boxes and builds the trees, on the threads at hand. Candidates come in pieces of at most
/// `limit` pairs.
pub fn begin<'a, S: Bounded, M: Motion>(
    question: &Question<'a, S>,
    limit: usize,
) -> Result<Begun<'a, S::Bounds>, CollideError> {
    let Question { service, sets, options } = *question;
    let ([filters, other_filters], level) = (options.filters, service.cpu.level);
    let pairs = PairOptions { filters, other_filters, limit, level };
    let mut faults = Vec::new();
    let boxes = boxes_of::<S, M>(sets.first(), false, options.margin, &mut faults);
    let starts = options.worlds;
    let pieces = match sets {
        Sets::One(_) => Pieces::within(boxes, starts[0], pairs)?,
        Sets::Two(_, set) => {
            let others = boxes_of::<S, M>(set, true, options.margin, &mut faults);
            Pieces::between((boxes, starts[0]), (&others, starts[1]), pairs)?
        }
    };
    Ok((pieces, faults))
}

/// Returns the boxes of a set, grown so that those of shapes closer than the margin meet.
fn boxes_of<S: Bounded, M: Motion>(
    set: &S::Set,
    second: bool,
    margin: f32,
    faults: &mut Vec<ShapeFault>,
) -> Vec<S::Bounds> {
    // Half of it on either side.
    let reach = if margin > 0.0 { (0.5 * margin).next_up() } else { 0.0 };
    let found: Vec<_> = (0..S::count(set))
        .into_par_iter()
        .with_min_len(GRAIN)
        .map(|shape| S::bounds::<M>(set, shape).map(|aabb| aabb.grown(reach).clamped()))
        .collect();
    let one = |(shape, found)| match found {
        Ok(aabb) => aabb,
        Err(error) => {
            faults.push(ShapeFault { shape, second, error });
            Aabb::NOTHING
        }
    };
    (0..).zip(found).map(one).collect()
}
