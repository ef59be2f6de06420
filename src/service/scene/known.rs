//! What is known of pairs of slots, kind by kind, whatever the dimension.

use super::convex::detail_of;
use super::error::{PairListError, SceneError};
use super::handle::Handle;
use super::others::block_on;
use super::polytopes::{Convex, Polytopes};
use super::slots::Slots;
use super::view::View;
use crate::error::PolytopeError;
use crate::geom::{Pair, Polytope};
use crate::service::answer::{Answer, Detail};
use crate::service::collision_service::CollisionService;
use crate::service::details::{Detailed, Precision};
use crate::service::shape::Shape;
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use motzkin_core::{Motion, by_motion};

/// Returns the slots of a pair of handles.
pub(super) fn slots(
    slots: &Slots,
    pair: usize,
    (a, b): (Handle, Handle),
) -> Result<Pair, PairListError> {
    let slot = |handle| match slots.index(handle) {
        Ok(slot) => Ok(slot as u32),
        Err(_) => Err(PairListError::Stale { pair, handle }),
    };
    Ok(Pair::new(slot(a)?, slot(b)?))
}

/// A pair of which nothing is known yet.
pub(super) fn bare<F: Shape>(pair: u32) -> Detail<F> {
    Detail {
        pair,
        verdict: Verdict::Separate,
        separation: None,
        witness: None,
        aabb: None,
        #[cfg(feature = "motion")]
        interval: None,
        distance: None,
        subset: None,
    }
}

/// Pairs of one kind, and the place of each in the answer.
#[derive(Default)]
pub(super) struct Listed {
    pub places: Vec<usize>,
    pub pairs: Vec<Pair>,
}

impl Listed {
    pub fn push(&mut self, place: usize, pair: Pair) {
        self.places.push(place);
        self.pairs.push(pair);
    }

    /// Asks about pairs of frames, and puts what is known into their places.
    pub fn ask_frames<F: Convex + Detailed<M>, M: Motion>(
        &self,
        service: &CollisionService,
        view: View<'_, F>,
        (wanted, precision): (Wanted, Precision),
        found: &mut [Detail<F>],
    ) -> Result<(), SceneError> {
        if self.pairs.is_empty() {
            return Ok(());
        }
        let side = |slot: fn(&Pair) -> u32| -> Vec<F> {
            self.pairs.iter().map(|pair| view.frame(slot(pair))).collect()
        };
        let (a, b) = (side(|pair| pair.a), side(|pair| pair.b));
        let wanted = wanted & <F as Detailed<M>>::ANSWERS;
        let query = service.query_between(&a, &b).on_cpu().wanted(wanted).precision(precision);
        let answer = by_motion!(M::MOVES, block_on(query.moving()), block_on(query))?;
        self.put(&answer, found, |known| known);
        Ok(())
    }

    /// Asks about pairs of frames and hulls, and puts what is known into their places.
    pub fn ask_polytopes<F: Convex, M: Motion>(
        &self,
        service: &CollisionService,
        view: View<'_, F>,
        wanted: Wanted,
        found: &mut [Detail<F>],
    ) -> Result<(), SceneError>
    where
        Polytope: Detailed<M>,
    {
        if self.pairs.is_empty() {
            return Ok(());
        }
        let mut polytopes = Polytopes::default();
        let indices = self.pairs.iter().map(|&pair| polytopes.pair(view, pair));
        let pairs = indices.collect::<Result<Vec<_>, PolytopeError>>()?;
        let wanted = wanted & <Polytope as Detailed<M>>::ANSWERS;
        let query = service.query(&polytopes.set, &pairs).on_cpu().wanted(wanted);
        let answer = by_motion!(M::MOVES, block_on(query.moving()), block_on(query))?;
        self.put(&answer, found, detail_of);
        Ok(())
    }

    /// Puts what is known of the pairs into their places.
    fn put<S: Shape, F: Shape>(
        &self,
        answer: &Answer<S>,
        found: &mut [Detail<F>],
        known_as: impl Fn(Detail<S>) -> Detail<F>,
    ) {
        for (&place, &verdict) in self.places.iter().zip(answer.verdicts().iter()) {
            found[place].verdict = verdict;
        }
        for known in answer.details() {
            let place = self.places[known.pair as usize];
            found[place] = Detail { pair: place as u32, ..known_as(known) };
        }
    }
}
