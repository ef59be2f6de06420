//! The question for any hit.

use super::answerable::Answerable;
use super::any_hits::AnyHits;
use super::batch::BatchError;
use super::collide::Pending;
use super::query::Query;
use super::run::Asked;
use motzkin_core::Motion;

impl<'a, S: Answerable, M: Motion> Query<'a, S, M> {
    /// Asks for one bit a group of pairs: whether some pair of the group meets. Group `g` has the
    /// pairs from `starts[g]` to the start of the next group, or to the end. A group may be empty.
    ///
    /// A motion planner asks so for many configurations of a robot at once: each is a group of the
    /// pairs of its links. With a margin, pairs count that [`within`](Query::within) calls touching
    /// or overlapping: all that are nearer than the margin, those whose gap is the margin, and some
    /// that are further apart.
    ///
    /// On the CPU a group ends with one of its first pairs that meet: few pairs are looked at where
    /// many meet. The order of a group's pairs changes its cost, never its answer. Pairs of two
    /// sets of equal length are all tested. A GPU tests all pairs, and two bits a group are read
    /// back, of polytopes two bits a pair.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Pair, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |x: f32| Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]);
    /// let frames = [cube(0.0)?, cube(0.75)?, cube(3.0)?];
    /// // Frame 1 is tested at two places, as it were: once with one pair, once with two.
    /// let pairs = [Pair::new(1, 2), Pair::new(0, 1), Pair::new(0, 2)];
    /// let hits = service.query(&frames, &pairs).any_hit(&[0, 1]).run()?;
    /// assert!(hits.iter().eq([false, true]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn any_hit(self, starts: &'a [u32]) -> AnyHitQuery<'a, S> {
        AnyHitQuery { asked: self.asked, moves: M::MOVES, starts }
    }
}

/// A [`Query`](crate::Query) for one bit a group of pairs.
#[derive(Debug)]
#[must_use = "a query does nothing until `run` is called or it is awaited"]
pub struct AnyHitQuery<'a, S: Answerable> {
    asked: Asked<'a, S>,
    moves: bool,
    starts: &'a [u32],
}

impl<'a, S: Answerable> AnyHitQuery<'a, S> {
    /// Answers the query, and blocks until the answer is there.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Query::run`](crate::Query::run), but for one:
    /// [`BatchError::InvalidGroups`] names frames that are not valid where no other pair of their
    /// group meets, and has the answers of all other groups. Such a group is not tested within a
    /// margin: only a pair that shares a point keeps it from the error. [`BatchError::Groups`] is
    /// returned for starts that do not ascend from 0. Wanted values belong to pairs: for them
    /// [`Unanswerable`](BatchError::Unanswerable) is returned.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn run(self) -> Result<AnyHits, BatchError> {
        S::run_any(self.asked, self.moves, self.starts)
    }
}

impl<'a, S: Answerable> IntoFuture for AnyHitQuery<'a, S> {
    type Output = Result<AnyHits, BatchError>;
    type IntoFuture = Pending<'a, Self::Output>;

    /// Returns a future of the answer.
    fn into_future(self) -> Self::IntoFuture {
        S::start_any(self.asked, self.moves, self.starts)
    }
}
