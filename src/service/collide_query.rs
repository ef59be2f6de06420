//! The question which shapes meet, without a list of pairs.

use super::answerable::Answerable;
use super::collide::{CollideError, CollideOptions, Hits, Pending, Question, Sets};
use super::collision_service::CollisionService;
use super::details::Precision;
use super::query::{Shapes, sealed};
use crate::geom::{Filter, Pair};
use crate::wanted::Wanted;
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Motion, Resting};
use std::marker::PhantomData;

impl CollisionService {
    /// Asks which shapes of a set meet. The returned [`Collide`] has the options.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Verdict, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |x: f32| Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]);
    /// let frames = [cube(0.0)?, cube(5.0)?, cube(0.75)?, cube(1.0)?];
    /// let hits = service.collide(&frames).run()?;
    /// let found: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b, hit.verdict)).collect();
    /// let (over, touch) = (Verdict::Overlapping, Verdict::Touching);
    /// assert_eq!(found, [(0, 2, over), (0, 3, touch), (2, 3, over)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn collide<'a, T: Shapes + ?Sized>(&'a self, shapes: &'a T) -> Collide<'a, T::Shape> {
        Collide::new(self, Sets::One(sealed::View::view(shapes)))
    }

    /// Asks which shapes of one set meet which shapes of another. Shapes of the same set are not
    /// compared.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame2, glam::Vec2};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let square = |x: f32| Frame2::aligned_box(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
    /// let (walls, balls) = ([square(0.0)?, square(4.0)?], [square(4.5)?, square(9.0)?]);
    /// let hits = service.collide_between(&walls, &balls).run()?;
    /// assert_eq!((hits.len(), hits[0].a, hits[0].b), (1, 1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn collide_between<'a, T, U>(&'a self, a: &'a T, b: &'a U) -> Collide<'a, T::Shape>
    where
        T: Shapes + ?Sized,
        U: Shapes<Shape = T::Shape> + ?Sized,
    {
        Collide::new(self, Sets::Two(sealed::View::view(a), sealed::View::view(b)))
    }
}

/// A question about all pairs of a set of shapes, or of two sets. Options are methods;
/// [`run`](Self::run) or `.await` answers.
///
/// A tree over the boxes of the shapes finds candidate pairs, and each of them is tested exactly.
/// So the answer is the same on every engine, number of threads and instruction set.
///
/// | option | without it |
/// |---|---|
/// | [`moving`](Self::moving) | shapes rest |
/// | [`within`](Self::within) a margin | pairs that meet alone |
/// | [`filters`](Self::filters) | every shape is tested with every other |
/// | [`other_filters`](Self::other_filters) | shapes of the second set have [`Filter::ALL`] |
/// | [`worlds`](Self::worlds) | all shapes are of one world |
/// | [`limit`](Self::limit) | 134 million pairs at most |
/// | [`wanted`](Self::wanted) | verdicts alone |
/// | [`precision`](Self::precision) | [`Precision::Exact`] |
/// | [`on_cpu`](Self::on_cpu) | the service's engine |
///
/// # Costs
///
/// Some tens of nanoseconds a shape for the tree and its search, on one thread, and what a
/// [`Query`](super::Query) costs for each pair of boxes that meet. Candidates are listed in
/// pieces of eight million, which take some 200 MiB while they are sorted, or of those of one shape
/// if they are more. Memory for the answer grows with the pairs that meet, up to the limit.
///
/// A GPU takes frames, filters and worlds once, and finds, tests and mostly settles the pairs; the
/// CPU checks the frames, settles what is left, and sorts. The GPU needs some 220 bytes a frame,
/// and 25 bytes for each of the candidates that it holds at a time, two million at most. Eight
/// bytes come back for each pair that meets or is undecided; with a margin, for each candidate.
/// Where the GPU's memory has no room for all frames, and for polytopes, the CPU finds the
/// candidates.
///
/// # Errors
///
/// The query returns a [`CollideError`]:
///
/// - [`CollideError::InvalidFrames`] if frames were cast from bytes that hold no valid frame. The
///   error names them and has the pairs of all other frames.
/// - [`CollideError::TooManyPairs`] if more pairs meet than the limit allows. The error has their
///   exact number.
/// - [`CollideError::Broad`] if there is not one filter for each shape, if the starts of the worlds
///   do not ascend from 0, if two sets have different numbers of worlds, or for too many shapes.
/// - [`CollideError::Batch`] with [`Unanswerable`](super::BatchError::Unanswerable) if a wanted
///   value does not exist for such pairs, [`InvalidMargin`](super::BatchError::InvalidMargin),
///   [`TooLarge`](super::BatchError::TooLarge) for too many vertices or for two sets of too many
///   shapes together, or the failure of a GPU.
#[derive(Debug)]
#[must_use = "nothing is computed until `run` is called or it is awaited"]
pub struct Collide<'a, S: Answerable, M: Motion = Resting> {
    question: Question<'a, S>,
    motion: PhantomData<M>,
}

impl<'a, S: Answerable> Collide<'a, S> {
    fn new(service: &'a CollisionService, sets: Sets<'a, S>) -> Self {
        let question = Question { service, sets, options: CollideOptions::default() };
        Self { question, motion: PhantomData }
    }

    /// Lets the shapes move by their velocities while `t` runs over the closed interval `[0, 1]`,
    /// as [`Query::moving`](super::Query::moving) says.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Wanted, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let plate = Frame3::aligned_box(Vec3::new(5.0, 0.0, 0.0), Vec3::new(5.01, 1.0, 1.0))?;
    /// let bullet = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?.with_velocity(Vec3::X * 16.0)?;
    /// let frames = [plate, bullet];
    /// assert!(service.collide(&frames).run()?.is_empty());
    /// let hits = service.collide(&frames).moving().wanted(Wanted::INTERVAL).run()?;
    /// let hit = hits.details().first().ok_or("the pair meets")?;
    /// let interval = hit.interval.ok_or("the interval was wanted")?;
    /// assert_eq!(interval.value.first, 0.25);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "motion")]
    pub fn moving(self) -> Collide<'a, S, Moving> {
        Collide { question: self.question, motion: PhantomData }
    }
}

impl<'a, S: Answerable, M: Motion> Collide<'a, S, M> {
    /// Lists separate pairs too whose Euclidean distance is less than a margin; of moving pairs the
    /// least distance at any `t`. Their verdict stays *separate*.
    ///
    /// The comparison is exact. For each separate pair whose boxes are closer than the margin it
    /// costs some hundred nanoseconds of resting frames, and some microseconds of moving frames and
    /// of polytopes. Needs the feature `polytopes`: the distance is that of two polytopes.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Verdict, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |at: Vec3| Frame3::cuboid(at, [Vec3::X, Vec3::Y, Vec3::Z]);
    /// // Corners that face each other, five apart.
    /// let frames = [cube(Vec3::ZERO)?, cube(Vec3::new(4.0, 5.0, 0.0))?];
    /// assert!(service.collide(&frames).within(5.0).run()?.is_empty());
    /// let hits = service.collide(&frames).within(5.001).run()?;
    /// assert_eq!(hits[0].verdict, Verdict::Separate);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "polytopes")]
    pub fn within(mut self, margin: f32) -> Self {
        self.question.options.margin = margin;
        self
    }

    /// Tests only the pairs whose filters meet. There is one filter for each shape; of two sets,
    /// for each shape of the first one.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Filter, Frame3, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
    /// let (wall, ball) = (Filter { group: 1, mask: 2 }, Filter { group: 2, mask: 3 });
    /// let hits = service.collide(&[cube; 3]).filters(&[wall, wall, ball]).run()?;
    /// let pairs: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b)).collect();
    /// assert_eq!(pairs, [(0, 2), (1, 2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filters(mut self, filters: &'a [Filter]) -> Self {
        self.question.options.filters[0] = Some(filters);
        self
    }

    /// Sets the filters of the second of two sets. Shapes of a set without filters have
    /// [`Filter::ALL`]. One set alone does not read them.
    pub fn other_filters(mut self, filters: &'a [Filter]) -> Self {
        self.question.options.filters[1] = Some(filters);
        self
    }

    /// Divides the shapes into worlds, of which none meets a shape of another; of two sets, those
    /// of the first one. The second set then needs as many [`other_worlds`](Self::other_worlds).
    /// World `w` has the shapes from `starts[w]` to the start of the next world, or to the end.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
    /// // Two worlds of two cubes each, all in the same place.
    /// let hits = service.collide(&[cube; 4]).worlds(&[0, 2]).run()?;
    /// let pairs: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b)).collect();
    /// assert_eq!(pairs, [(0, 1), (2, 3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn worlds(mut self, starts: &'a [u32]) -> Self {
        self.question.options.worlds[0] = starts;
        self
    }

    /// Divides the second of two sets into as many worlds. One set alone does not read them.
    pub fn other_worlds(mut self, starts: &'a [u32]) -> Self {
        self.question.options.worlds[1] = starts;
        self
    }

    /// Sets the greatest number of pairs that may be returned. If there are more, the error has
    /// their exact number.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, glam::Vec3, service::CollideError};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
    /// let answer = service.collide(&[cube; 100]).limit(1000).run();
    /// assert!(matches!(answer, Err(CollideError::TooManyPairs { found: 4950, limit: 1000 })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limit(mut self, pairs: usize) -> Self {
        self.question.options.limit = pairs;
        self
    }

    /// Computes these values beside the verdicts, for the listed pairs that have them.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Wanted, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |x: f32| Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]);
    /// let frames = [cube(0.0)?, cube(0.75)?, cube(3.0)?];
    /// let hits = service.collide(&frames).wanted(Wanted::DEPTH).run()?;
    /// let detail = hits.details().first().ok_or("one pair meets")?;
    /// let hit = hits[detail.pair as usize];
    /// let depth = detail.separation.ok_or("the depth was wanted")?.depth;
    /// assert_eq!((hit.a, hit.b, depth), (0, 1, 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wanted(mut self, wanted: Wanted) -> Self {
        self.question.options.query.wanted = wanted;
        self
    }

    /// Chooses how closely the wanted values are computed. The verdicts are exact with any choice.
    pub fn precision(mut self, precision: Precision) -> Self {
        self.question.options.query.precision = precision;
        self
    }

    /// Computes on the CPU, whatever the engine, as [`Query::on_cpu`](super::Query::on_cpu) does.
    pub fn on_cpu(mut self) -> Self {
        self.question.options.query.on_cpu = true;
        self
    }

    /// Returns the pairs that meet, and blocks until they are there.
    ///
    /// # Errors
    ///
    /// Returns a [`CollideError`], which [`Collide`](Self) lists.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn run(self) -> Result<Hits<S>, CollideError> {
        S::collide(self.question, M::MOVES)
    }

    /// Returns the pairs whose boxes meet, with a margin those whose boxes are closer, for a test
    /// of one's own. The pairs that meet are among them.
    ///
    /// The pairs ascend by `(a, b)`. Boxes are rounded outward, so that another version may list a
    /// pair more or less. Nothing wanted is computed.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`run`](Self::run), but for what is wanted, which nobody looks at. The
    /// limit is that of the candidates.
    pub fn candidates(self) -> Result<Vec<Pair>, CollideError> {
        S::candidates(self.question, M::MOVES)
    }
}

impl<'a, S: Answerable, M: Motion> IntoFuture for Collide<'a, S, M> {
    type Output = Result<Hits<S>, CollideError>;
    type IntoFuture = Pending<'a, Self::Output>;

    /// Returns a future of the pairs that meet. What the CPU computes is computed when the future
    /// is polled.
    fn into_future(self) -> Self::IntoFuture {
        S::start_collide(self.question, M::MOVES)
    }
}
