//! What is computed of frames and hulls as polytopes, whatever the dimension.

#[cfg(feature = "plane")]
use super::answer::Answered;
use super::error::SceneError;
use super::others::block_on;
use super::polytopes::{Convex, Polytopes};
use super::view::View;
use crate::geom::{Pair, Polytope};
use crate::service::answer::{Detail, Distance, Measured, Separation};
use crate::service::collision_service::CollisionService;
use crate::service::shape::Shape;
use crate::wanted::Wanted;
#[cfg(all(feature = "plane", feature = "motion"))]
use motzkin_core::Resting;
#[cfg(feature = "plane")]
use {
    crate::error::PolytopeError,
    motzkin_core::{Motion, by_motion},
};

/// Returns the exact verdicts of pairs of slots.
#[cfg(feature = "plane")]
pub(super) fn answer<F: Convex, M: Motion>(
    service: &CollisionService,
    view: View<'_, F>,
    pairs: &[Pair],
) -> Result<Vec<Answered>, SceneError> {
    let mut polytopes = Polytopes::default();
    let indices = pairs.iter().map(|&pair| polytopes.pair(view, pair));
    let indices = indices.collect::<Result<Vec<_>, PolytopeError>>()?;
    let query = service.query(&polytopes.set, &indices).on_cpu();
    let found = by_motion!(M::MOVES, block_on(query.moving()), block_on(query))?;
    Ok(pairs.iter().copied().zip(found.verdicts().iter().copied()).collect())
}

/// Returns when a pair of slots first meets, with the bound of its error, if it does.
#[cfg(all(feature = "plane", feature = "motion"))]
pub(super) fn first_time<F: Convex>(
    service: &CollisionService,
    view: View<'_, F>,
    pair: Pair,
) -> Result<Option<Measured<f32>>, SceneError> {
    if answer::<F, Resting>(service, view, &[pair])?.iter().any(|(_, verdict)| verdict.meets()) {
        return Ok(Some(Measured { value: 0.0, slack: 0.0 }));
    }
    let mut polytopes = Polytopes::default();
    let pairs = [polytopes.pair(view, pair)?];
    let query = service.query(&polytopes.set, &pairs).on_cpu();
    let found = block_on(query.moving().wanted(Wanted::INTERVAL))?;
    let interval = found.details().first().and_then(|detail| detail.interval);
    Ok(interval.map(|Measured { value, slack }| Measured { value: value.first, slack }))
}

/// Returns the distance of the shapes in two slots. `None` if they meet, or one of them is empty.
pub(super) fn distance<F: Convex>(
    service: &CollisionService,
    view: View<'_, F>,
    pair: Pair,
) -> Result<Option<Distance<F::Point>>, SceneError> {
    let mut polytopes = Polytopes::default();
    let pairs = [polytopes.pair(view, pair)?];
    let query = service.query(&polytopes.set, &pairs).on_cpu();
    let answer = block_on(query.wanted(Wanted::DISTANCE))?;
    let known = answer.details().first().and_then(|detail| detail.distance);
    Ok(known.map(distance_of::<F>))
}

/// What is known of two polytopes, in the dimension of the scene. Polytopes have no box of common
/// points.
pub(super) fn detail_of<F: Convex>(known: Detail<Polytope>) -> Detail<F> {
    let separation = |known: Separation<_>| Separation {
        verdict: known.verdict,
        axis: F::of_space(known.axis),
        depth: known.depth,
        slack: known.slack,
    };
    let point =
        |known: Measured<_>| Measured { value: F::of_space(known.value), slack: known.slack };
    Detail {
        pair: known.pair,
        verdict: known.verdict,
        separation: known.separation.map(separation),
        witness: known.witness.map(point),
        aabb: None,
        #[cfg(feature = "motion")]
        interval: known.interval,
        distance: known.distance.map(distance_of::<F>),
        subset: known.subset,
    }
}

fn distance_of<F: Convex>(known: Distance<<Polytope as Shape>::Point>) -> Distance<F::Point> {
    let Distance { distance, slack, points, axis } = known;
    Distance { distance, slack, points: points.map(F::of_space), axis: F::of_space(axis) }
}
