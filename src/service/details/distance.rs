//! Distances of separate pairs.

use super::closer::one_by_one;
use super::traits::{Context, Rows};
use crate::exact::PairFault;
use crate::geom::{Nearest, Pair, PolytopeSet};
use crate::service::answer::{Column, Distance};
use crate::service::backend::Selected;
use crate::service::shape::{FrameShape, Pairs};
use crate::wanted::Wanted;
use glam::DVec3;
use motzkin_core::{Resting, distance};
use rayon::prelude::*;

/// Pairs that kernels are asked for at a time: what they find, some 50 kB, stays in the
/// second-level cache until it is in the column.
const CHUNK: usize = 512;

/// Returns the distance of each of the selected pairs of resting frames that has one wanted: that
/// of the kernels where they prove it, and of the pair alone elsewhere.
pub fn column<F: FrameShape>(
    context: &Context<'_, F>,
    rows: Rows<'_>,
) -> Result<Column<Distance<F::Point>>, (u32, PairFault)> {
    let alone = |selected: &Selected| {
        let (a, b) = context.pairs.both(selected.pair as usize);
        let nearest = distance::of_frames(a, b, context.is_reference)?;
        let Distance { distance, slack, points, axis } = of(nearest);
        let points = points.map(F::of_space);
        Ok(Some(Distance { distance, slack, points, axis: F::of_space(axis) }))
    };
    if context.is_reference || !rows.selected.iter().any(is_wanted) {
        return rows.column(Wanted::DISTANCE, |_, selected| alone(selected));
    }
    let known = |selected: &[Selected]| {
        let wanted = selected.iter().filter(|selected| is_wanted(selected));
        let numbers: Vec<u32> = wanted.map(|selected| selected.pair).collect();
        F::nearest(context.pairs, &numbers, context.cpu.level)
    };
    let mut found = match rayon::current_num_threads() {
        // A list that is filled twice is fetched twice from memory, or from a distant cache.
        1 => {
            let mut found = Vec::with_capacity(rows.selected.len());
            for selected in rows.selected.chunks(CHUNK) {
                found.extend(of_wanted(selected, known(selected)));
            }
            found
        }
        _ => {
            let mut found = vec![None; rows.selected.len()];
            let chunks = found.par_chunks_mut(CHUNK).zip(rows.selected.par_chunks(CHUNK));
            chunks.for_each(|(found, selected)| {
                for (found, value) in found.iter_mut().zip(of_wanted(selected, known(selected))) {
                    *found = value;
                }
            });
            found
        }
    };
    let is_open = |place: &usize| found[*place].is_none() && is_wanted(&rows.selected[*place]);
    let places: Vec<usize> = (0..found.len()).filter(is_open).collect();
    if !places.is_empty() {
        let open: Vec<Selected> = places.iter().map(|&place| rows.selected[place]).collect();
        let open = Rows { selected: &open, grain: rows.grain };
        let values = open.column(Wanted::DISTANCE, |_, selected| alone(selected))?;
        for (i, place) in places.into_iter().enumerate() {
            found[place] = values.get(i);
        }
    }
    Ok(found.into())
}

/// Returns which of these separate pairs of resting frames are closer than a margin.
pub fn closer<F: FrameShape>(
    context: &Context<'_, F>,
    separate: &[u32],
    margin: f32,
) -> Result<Vec<bool>, (u32, PairFault)> {
    let one =
        |(a, b)| distance::frames_are_closer::<F, Resting>(a, b, margin, context.is_reference);
    if context.is_reference {
        return one_by_one(context, separate, one);
    }
    let known = F::closer(context.pairs, separate, margin, context.cpu.level);
    let open = separate.iter().zip(&known).filter(|(_, known)| known.is_none());
    let open: Vec<u32> = open.map(|(&pair, _)| pair).collect();
    let mut rest = one_by_one(context, &open, one)?.into_iter();
    Ok(known.iter().map(|known| known.or_else(|| rest.next()).unwrap_or(false)).collect())
}

/// Returns the distance of two polytopes, or `None` if one of them is empty.
pub fn of_polytopes(set: &PolytopeSet, pair: Pair, exactly: bool) -> Option<Distance<DVec3>> {
    distance::of_polytopes(set, pair, exactly).map(of)
}

fn is_wanted(selected: &Selected) -> bool {
    selected.wanted.contains(Wanted::DISTANCE)
}

/// The distances of those pairs that have one wanted, by the places of all; `known` is of the
/// wanted ones.
fn of_wanted<P>(
    selected: &[Selected],
    known: Vec<Option<Nearest<P>>>,
) -> impl Iterator<Item = Option<Distance<P>>> {
    let mut known = known.into_iter();
    selected
        .iter()
        .map(move |selected| is_wanted(selected).then(|| known.next().flatten().map(of)).flatten())
}

fn of<P>(Nearest { distance, at_least, at_most, points, normal }: Nearest<P>) -> Distance<P> {
    let slack = (distance - at_least).max(at_most - distance);
    Distance { distance, slack, points, axis: normal }
}
