//! The pairs whose boxes meet.

use super::bounded::Bounded;
use super::error::{CollideError, ShapeFault};
use super::question::{CollideOptions, Question, Sets};
use crate::geom::{Aabb, Filter};
use crate::parallel::{each, found};
use motzkin_core::Motion;
use motzkin_core::broad::{PairOptions, Pieces};
use std::borrow::Cow;

/// Shapes whose boxes one thread computes at a time.
const GRAIN: usize = 1 << 10;

/// A broad phase, and the shapes that are not valid. Those have no candidates.
type Begun<'a, B> = (Pieces<'a, B>, Vec<ShapeFault>);

/// Computes boxes and builds the trees, on the threads at hand. Candidates come in pieces of at
/// most `limit` pairs.
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
    let grown = |shape| S::bounds::<M>(set, shape).map(|aabb| aabb.grown(reach).clamped());
    let bounds = each(S::count(set), GRAIN, &grown);
    let one = |(shape, found)| match found {
        Ok(aabb) => aabb,
        Err(error) => {
            faults.push(ShapeFault { shape, second, error });
            Aabb::NOTHING
        }
    };
    (0..).zip(bounds).map(one).collect()
}

/// Returns the shapes that are not valid.
pub fn faulty<S: Bounded, M: Motion>(sets: Sets<'_, S>) -> Vec<ShapeFault> {
    let of = |set: &S::Set, second: bool| -> Vec<ShapeFault> {
        let fault = |shape: usize| {
            let error = S::bounds::<M>(set, shape).err()?;
            Some(ShapeFault { shape: shape as u32, second, error })
        };
        found(S::count(set), GRAIN, &fault)
    };
    match sets {
        Sets::One(set) => of(set, false),
        Sets::Two(a, b) => [of(a, false), of(b, true)].concat(),
    }
}

/// Returns one filter for each shape of both sets, if there are any; `None` if their number is
/// wrong.
pub fn filters_of<'a>(
    options: &CollideOptions<'a>,
    counts: [usize; 2],
    two: bool,
) -> Option<Option<Cow<'a, [Filter]>>> {
    let [own, other] = options.filters;
    let fits = |filters: Option<&[Filter]>, count: usize| {
        filters.is_none_or(|filters| filters.len() == count)
    };
    if !fits(own, counts[0]) || (two && !fits(other, counts[1])) {
        return None;
    }
    if !two {
        return Some(own.map(Cow::Borrowed));
    }
    if own.is_none() && other.is_none() {
        return Some(None);
    }
    let all = |filters: Option<&[Filter]>, count: usize| {
        filters.map_or_else(|| vec![Filter::ALL; count], <[Filter]>::to_vec)
    };
    Some(Some([all(own, counts[0]), all(other, counts[1])].concat().into()))
}

/// Returns the world of each shape of both sets, if there are several; `None` if the starts are
/// wrong.
pub fn worlds_of(
    options: &CollideOptions<'_>,
    counts: [usize; 2],
    two: bool,
) -> Option<Option<Vec<u32>>> {
    let [own, other] = options.worlds;
    let fits = |starts: &[u32], count: usize| {
        starts.first() == Some(&0)
            && starts.is_sorted()
            && starts.last().is_none_or(|&last| last as usize <= count)
    };
    let is_right = fits(own, counts[0]) && (!two || fits(other, counts[1]));
    if !is_right || (two && own.len() != other.len()) {
        return None;
    }
    if own.len() == 1 {
        return Some(None);
    }
    let mut worlds = Vec::with_capacity(counts[0] + counts[1]);
    let mut fill = |starts: &[u32], count: usize| {
        let from = worlds.len();
        for (world, start) in (0..).zip(starts) {
            worlds.resize(from + *start as usize, world - u32::from(world > 0));
        }
        worlds.resize(from + count, starts.len() as u32 - 1);
    };
    fill(own, counts[0]);
    if two {
        fill(other, counts[1]);
    }
    Some(Some(worlds))
}
