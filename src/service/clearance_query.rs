//! The question for clearances.

use super::answerable::Answerable;
use super::batch::BatchError;
use super::clearance::Clearances;
use super::collide::Pending;
use super::query::Query;
use super::run::Asked;
use motzkin_core::Motion;

impl<'a, S: Answerable, M: Motion> Query<'a, S, M> {
    /// Asks how each pair compares with a distance that is required, in the units of the shapes:
    /// whether it overlaps, touches, is closer, or is clear. This is the clash detection of CAD.
    ///
    /// The Euclidean distance is compared, exactly: in whole numbers where `f64` cannot tell. A
    /// pair exactly as far apart as required is clear. The distance of moving shapes is the least
    /// at any `t` in `[0, 1]`. An empty polytope is clear of everything.
    ///
    /// Wanted values are computed for the pairs that are not clear: a depth for those that overlap,
    /// say, and a distance for those that are closer.
    ///
    /// # Costs
    ///
    /// Beside those of the verdicts, some hundred nanoseconds for each separate pair of resting
    /// frames, and microseconds where that cannot tell, for moving frames and for polytopes. All of
    /// it is computed on the CPU, whatever the engine.
    ///
    /// ```
    /// use motzkin::service::Clearance;
    /// use motzkin::{CollisionService, Engine, Frame3, Pair, Wanted, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |x: f32, y: f32| {
    ///     let corner = Vec3::new(x, y, 0.0);
    ///     Frame3::aligned_box(corner, corner + Vec3::ONE)
    /// };
    /// // Millimetres. The last cube is 3 to the right and 4 above the first one: 5 away.
    /// let frames = [cube(0.0, 0.0)?, cube(0.5, 0.5)?, cube(1.0, 0.0)?, cube(4.0, 5.0)?];
    /// let pairs = [Pair::new(0, 1), Pair::new(0, 2), Pair::new(0, 3)];
    /// let found = service.query(&frames, &pairs).clearance(5.0).run()?;
    /// assert_eq!(*found, [Clearance::Overlapping, Clearance::Touching, Clearance::Clear]);
    ///
    /// let query = service.query(&frames, &pairs).wanted(Wanted::DISTANCE);
    /// let found = query.clearance(5.5).run()?;
    /// assert_eq!(found[2], Clearance::Closer);
    /// let near = found.details().first().ok_or("one pair is closer")?;
    /// let distance = near.distance.ok_or("the distance was wanted")?;
    /// assert!((distance.distance - 5.0).abs() <= distance.slack && distance.slack < 1e-8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clearance(self, required: f32) -> ClearanceQuery<'a, S> {
        ClearanceQuery { asked: self.asked, moves: M::MOVES, required }
    }
}

/// A [`Query`](crate::Query) for the clearance of each pair.
#[derive(Debug)]
#[must_use = "a query does nothing until `run` is called or it is awaited"]
pub struct ClearanceQuery<'a, S: Answerable> {
    asked: Asked<'a, S>,
    moves: bool,
    required: f32,
}

impl<'a, S: Answerable> ClearanceQuery<'a, S> {
    /// Answers the query, and blocks until the answer is there.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Query::run`](crate::Query::run). [`BatchError::InvalidMargin`] is
    /// returned for a required distance that is negative or not finite. A
    /// [margin](crate::Query::within) is another comparison: for it
    /// [`NoMargin`](BatchError::NoMargin) is returned.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn run(self) -> Result<Clearances<S>, BatchError> {
        S::run_clearance(self.asked, self.moves, self.required)
    }
}

impl<'a, S: Answerable> IntoFuture for ClearanceQuery<'a, S> {
    type Output = Result<Clearances<S>, BatchError>;
    type IntoFuture = Pending<'a, Self::Output>;

    /// Returns a future of the answer.
    fn into_future(self) -> Self::IntoFuture {
        S::start_clearance(self.asked, self.moves, self.required)
    }
}
