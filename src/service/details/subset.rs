//! Whether one polytope is a subset of another.

use super::traits::Context;
use crate::error::PolytopeError;
use crate::exact::hull::contains;
use crate::geom::{Pair, Polytope, PolytopeSet};
use crate::service::polytopes::HullPairs;
use crate::verdict::{RawCode, Verdict};
use motzkin_core::Resting;
use std::collections::HashSet;

/// Vertices that the kernel tests first: the search ends at the first that lies outside. Each time
/// after that it tests twice as many, since each time the other polytope is prepared anew,
const STEP: usize = 256;

/// and at most so many.
const MOST: usize = 1 << 16;

/// Returns true when each vertex of the first polytope lies in the second. The empty set is a
/// subset of everything.
pub(super) fn is_subset(context: &Context<'_, Polytope>, pair: Pair, verdict: Verdict) -> bool {
    let set = context.pairs.set;
    let count = set.polytopes()[pair.a as usize].count;
    if count == 0 || verdict == Verdict::Separate {
        return count == 0;
    }
    if context.is_reference {
        let meets = |(probes, pairs): (PolytopeSet, Vec<Pair>)| {
            let decide = |&pair: &Pair| (context.settler.decide)((&probes, pair));
            pairs.iter().all(|pair| decide(pair).is_ok_and(|settled| settled.verdict.meets()))
        };
        // What was taken out of a valid set is valid.
        return probes(set, pair, 0..count).is_ok_and(meets);
    }
    let (mut undecided, mut step) = (Vec::new(), STEP);
    let order = outermost_first(set, pair);
    let mut rest = &order[..];
    while !rest.is_empty() {
        let vertices;
        (vertices, rest) = rest.split_at(step.min(rest.len()));
        step = MOST.min(2 * step);
        let Ok((probes, pairs)) = probes(set, pair, vertices.iter().copied()) else { return false };
        let codes = context.cpu.hull_codes::<Resting>(HullPairs { set: &probes, pairs: &pairs });
        if codes.contains(&RawCode::SEPARATE) {
            return false;
        }
        undecided.extend(RawCode::undecided_in(&codes).map(|place| vertices[place as usize]));
    }
    undecided.is_empty() || holds(set, pair, &undecided)
}

/// Returns true if the second polytope contains these vertices of the first one, by the exact
/// stage.
fn holds(set: &PolytopeSet, pair: Pair, vertices: &[u32]) -> bool {
    let [a, b] = [pair.a, pair.b].map(|index| set.polytopes()[index as usize]);
    let count = vertices.len() as u32;
    let both = vec![Polytope { start: 0, ..b }, Polytope { start: b.count, count, ..a }];
    let own: Vec<u32> = (0..count).collect();
    let beside = beside(set, pair, vertices.iter().copied());
    // What was taken out of a valid set is valid.
    PolytopeSet::from_parts(beside, both).is_ok_and(|set| contains(&set, Pair::new(1, 0), &own))
}

/// Returns the vertices of the first polytope that may lie outside the second one, beginning with
/// those that lie furthest along some directions. Vertices of both are left out.
fn outermost_first(set: &PolytopeSet, pair: Pair) -> Vec<u32> {
    let Pair { a, b } = pair;
    let mut is_listed = vec![false; set.vertices_of(a).len()];
    if set.polytopes()[a as usize].rows == set.polytopes()[b as usize].rows {
        // Adding zero makes a negative zero positive.
        let bits = |vertex: &[f32; 3]| vertex.map(|x| (x + 0.0).to_bits());
        let of_b: HashSet<[u32; 3]> = set.vertices_of(b).iter().map(bits).collect();
        for (vertex, is_listed) in set.vertices_of(a).iter().zip(&mut is_listed) {
            *is_listed = of_b.contains(&bits(vertex));
        }
    }
    let mut order = Vec::new();
    let points: Vec<glam::DVec3> = set.points(a).collect();
    for direction in directions() {
        let along = |vertex: &usize| points[*vertex].dot(direction);
        let furthest = (0..points.len()).max_by(|p, q| along(p).total_cmp(&along(q)));
        if let Some(vertex) = furthest
            && !std::mem::replace(&mut is_listed[vertex], true)
        {
            order.push(vertex as u32);
        }
    }
    order.extend((0..points.len() as u32).filter(|&vertex| !is_listed[vertex as usize]));
    order
}

/// Returns the directions to the corners, edges and faces of a cube.
fn directions() -> impl Iterator<Item = glam::DVec3> {
    let sign = |i: i32| f64::from(i % 3 - 1);
    let direction = move |i| glam::DVec3::new(sign(i), sign(i / 3), sign(i / 9));
    (0..27).map(direction).filter(|direction| *direction != glam::DVec3::ZERO)
}

/// Returns the second polytope, then these vertices of the first one.
fn probes(
    set: &PolytopeSet,
    pair: Pair,
    vertices: impl ExactSizeIterator<Item = u32>,
) -> Result<(PolytopeSet, Vec<Pair>), PolytopeError> {
    let [a, b] = [pair.a, pair.b].map(|index| set.polytopes()[index as usize]);
    let count = vertices.len() as u32;
    let pairs = (1..=count).map(|i| Pair::new(0, i)).collect();
    let mut polytopes = vec![Polytope { start: 0, ..b }];
    polytopes.extend((0..count).map(|i| Polytope { start: b.count + i, count: 1, ..a }));
    Ok((PolytopeSet::from_parts(beside(set, pair, vertices), polytopes)?, pairs))
}

/// The vertices of the second polytope, then these of the first one, and no others: there may be
/// millions.
fn beside(set: &PolytopeSet, pair: Pair, vertices: impl Iterator<Item = u32>) -> Vec<[f32; 3]> {
    let [a, b] = [pair.a, pair.b].map(|index| set.vertices_of(index));
    b.iter().copied().chain(vertices.map(|vertex| a[vertex as usize])).collect()
}
