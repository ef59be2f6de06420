//! The query: everything that can be asked of a batch, in one object.

use super::answer::Answer;
use super::answerable::Answerable;
use super::batch::BatchError;
#[cfg(not(all(target_family = "wasm", feature = "gpu")))]
use super::batch::Verdicts;
use super::collide::Pending;
use super::collision_service::CollisionService;
use super::details::Precision;
use super::run::{Asked, Options};
use super::shape::{FrameShape, Operand, Operands};
#[cfg(feature = "plane")]
use crate::geom::Frame2;
use crate::geom::{Frame3, Pair};
#[cfg(feature = "polytopes")]
use crate::geom::{Polytope, PolytopeSet};
use crate::wanted::Wanted;
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Motion, Resting};
use std::marker::PhantomData;

/// Shapes that a query can test: a slice, a `Vec` or an array of [`Frame3`] or
/// [`Frame2`](crate::Frame2), one frame alone, or a [`PolytopeSet`](crate::PolytopeSet).
///
/// The trait is sealed: no other type can implement it.
pub trait Shapes: sealed::View<Self::Shape> {
    /// The kind of shape.
    type Shape: Answerable;
}

pub(super) mod sealed {
    use super::Operand;

    pub trait View<S: Operand> {
        fn view(&self) -> &S::Set;
    }
}

/// A frame: [`Frame3`] in space or [`Frame2`](crate::Frame2) in the plane. Code that is generic in
/// the dimension names this trait.
///
/// The trait is sealed: no other type can implement it.
pub trait Frame: FrameShape + Answerable {}

impl Frame for Frame3 {}
#[cfg(feature = "plane")]
impl Frame for Frame2 {}

macro_rules! frames {
    ($($set:ty [$($generics:tt)*] $view:expr;)*) => {$(
        impl<$($generics)*> Shapes for $set {
            type Shape = F;
        }
        impl<$($generics)*> sealed::View<F> for $set {
            fn view(&self) -> &[F] {
                let view: fn(&Self) -> &[F] = $view;
                view(self)
            }
        }
    )*};
}

frames! {
    [F] [F: Frame] |frames| frames;
    Vec<F> [F: Frame] |frames| frames;
    [F; N] [F: Frame, const N: usize] |frames| frames;
    F [F: Frame] |frame| std::slice::from_ref(frame);
}

#[cfg(feature = "polytopes")]
impl Shapes for PolytopeSet {
    type Shape = Polytope;
}

#[cfg(feature = "polytopes")]
impl sealed::View<Polytope> for PolytopeSet {
    fn view(&self) -> &PolytopeSet {
        self
    }
}

impl CollisionService {
    /// Returns the exact verdict of each pair of resting shapes, in the order of the pairs.
    ///
    /// Velocities are not read: [`query(..).moving()`](Query::moving) reads them. Blocks until the
    /// verdicts are there; `service.query(..).await` is the asynchronous form.
    ///
    /// # Costs
    ///
    /// On one CPU thread a pair of frames takes some 10 to 30 ns where the kernels decide it, and 3
    /// to 12 ns in the plane. A pair that must be settled takes some 30 to 200 ns in vectors of
    /// `f64`, and half a microsecond to ten microseconds where `f64` cannot tell. A pair of
    /// polytopes takes some tenths of a microsecond, growing with the number of vertices, and some
    /// microseconds where the polytopes touch; ten to a hundred where their numbers are long.
    ///
    /// # Errors
    ///
    /// Returns a [`BatchError`]:
    ///
    /// - [`BatchError::PairOutOfRange`] if a pair names a shape that does not exist. Nothing was
    ///   computed.
    /// - [`BatchError::InvalidFrames`] if frames were cast from bytes that hold no valid frame. The
    ///   error has the verdicts of all other pairs.
    /// - [`BatchError::TooLarge`] for more shapes or pairs than a `u32` counts, and for polytopes
    ///   with too many vertices.
    /// - [`BatchError::Gpu`] if the GPU fails, unless
    ///   [the CPU takes over](super::OnGpuFailure::CpuTakesOver).
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn verdicts<T: Shapes + ?Sized>(
        &self,
        shapes: &T,
        pairs: &[Pair],
    ) -> Result<Verdicts, BatchError> {
        self.query(shapes, pairs).run().map(Answer::into_verdicts)
    }

    /// Asks about pairs of indices into one set of shapes. The returned [`Query`] has the options.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Pair, Wanted, glam::{DVec3, Vec3}};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |x: f32| Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]);
    /// let frames = [cube(0.0)?, cube(0.75)?, cube(3.0)?];
    /// let pairs = [Pair::new(0, 1), Pair::new(0, 2)];
    /// let answer = service.query(&frames, &pairs).wanted(Wanted::DEPTH).run()?;
    /// // The second pair is separate and has no depth, so that only the first one has details.
    /// let hit = answer.details().first().ok_or("one pair meets")?;
    /// let separation = hit.separation.ok_or("the depth was wanted")?;
    /// assert_eq!((hit.pair, separation.axis, separation.depth), (0, DVec3::X, 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn query<'a, T: Shapes + ?Sized>(
        &'a self,
        shapes: &'a T,
        pairs: &'a [Pair],
    ) -> Query<'a, T::Shape> {
        Query::new(self, Operands::Indexed(sealed::View::view(shapes), pairs))
    }

    /// Asks about shape `i` of one set and shape `i` of another, for every `i`. Both sets must hold
    /// equally many shapes.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame2, Verdict, glam::Vec2};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let square = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE)?;
    /// let triangle = Frame2::triangle(Vec2::ONE, [Vec2::X, Vec2::Y])?;
    /// // One frame is a set of one.
    /// let answer = service.query_between(&square, &triangle).run()?;
    /// assert_eq!(**answer.verdicts(), [Verdict::Touching]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn query_between<'a, T, U>(&'a self, a: &'a T, b: &'a U) -> Query<'a, T::Shape>
    where
        T: Shapes + ?Sized,
        U: Shapes<Shape = T::Shape> + ?Sized,
    {
        Query::new(self, Operands::Between(sealed::View::view(a), sealed::View::view(b)))
    }
}

/// A question about the pairs of a batch. Options are methods; [`run`](Self::run) or `.await`
/// answers.
///
/// | option | without it |
/// |---|---|
/// | [`moving`](Self::moving) | shapes rest |
/// | [`within`](Query::within) a margin | the margin is 0 |
/// | [`wanted`](Self::wanted) | verdicts alone |
/// | [`precision`](Self::precision) | [`Precision::Exact`] |
/// | [`on_cpu`](Self::on_cpu) | the service's engine |
/// | [`raw`](Self::raw) | verdicts are settled |
/// | [`any_hit`](Self::any_hit) of groups | one verdict a pair |
/// | [`clearance`](Self::clearance), a required distance | no distance is compared |
///
/// `S` is the kind of shape, `M` says whether shapes move.
///
/// # Costs
///
/// Those of [`verdicts`](CollisionService::verdicts), three to five times as much for moving pairs,
/// and for each pair that has a wanted value, on one thread:
///
/// | value | [`Exact`](Precision::Exact) | [`Bounded`](Precision::Bounded) |
/// |---|---|---|
/// | axis with depth or gap | 0.2 to 1.4 µs | 0.15 to 0.3 µs, gaps beside parallel edges as `Exact` |
/// | common point of frames | 1 µs, some tens on exact contacts | 0.3 µs |
/// | common point of polytopes | some hundred µs | the same as `Exact` |
/// | box of common points | 2 to 4 µs, some ten on long numbers | 0.5 µs |
/// | contact interval of frames | 1 to 10 µs | 0.1 to 0.2 µs |
/// | contact interval of polytopes | some µs, ten to a hundred on contacts | mostly as `Exact` |
/// | first common point of moving shapes | some tens of µs | the same as `Exact` |
/// | box of moving frames' common points | 3 to 5 µs, some tens on long numbers | the same as `Exact` |
/// | distance of frames | 0.1 to 0.3 µs | the same as `Exact` |
/// | distance of polytopes | some µs, up to hundreds for close or thin ones | the same as `Exact` |
///
/// # Errors
///
/// A query returns the errors of [`verdicts`](CollisionService::verdicts). Beside them it returns
/// [`Unanswerable`](BatchError::Unanswerable) if a wanted value does not exist for such pairs,
/// [`NoMargin`](BatchError::NoMargin) if a margin is set for moving pairs, for raw codes or beside
/// a clearance, [`InvalidMargin`](BatchError::InvalidMargin) if the margin is negative or not
/// finite, and [`LengthMismatch`](BatchError::LengthMismatch) if two sets are not equally long.
#[derive(Debug)]
#[must_use = "a query does nothing until `run` is called or it is awaited"]
pub struct Query<'a, S: Answerable, M: Motion = Resting> {
    pub(super) asked: Asked<'a, S>,
    motion: PhantomData<M>,
}

impl<'a, S: Answerable> Query<'a, S> {
    fn new(service: &'a CollisionService, operands: Operands<'a, S>) -> Self {
        let asked = Asked { service, operands, options: Options::default() };
        Self { asked, motion: PhantomData }
    }

    /// Lets the shapes move by their velocities while `t` runs over the closed interval `[0, 1]`.
    ///
    /// A pair overlaps if the interiors share a point at some `t`, and touches if only the closed
    /// shapes do. A pair of equal velocities has its resting verdict. Moving pairs have no axis and
    /// no depth.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Pair, Verdict, Wanted, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let plate = Frame3::aligned_box(Vec3::new(5.0, 0.0, 0.0), Vec3::new(5.01, 1.0, 1.0))?;
    /// let bullet = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?.with_velocity(Vec3::X * 16.0)?;
    /// let (frames, pairs) = ([plate, bullet], [Pair::new(0, 1)]);
    /// assert_eq!(*service.verdicts(&frames, &pairs)?, [Verdict::Separate]); // as if at rest
    /// let answer = service.query(&frames, &pairs).moving().wanted(Wanted::INTERVAL).run()?;
    /// assert_eq!(**answer.verdicts(), [Verdict::Overlapping]);
    /// let hit = answer.details().first().ok_or("the pair meets")?;
    /// let interval = hit.interval.ok_or("the interval was wanted")?;
    /// assert_eq!(interval.value.first, 0.25);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "motion")]
    pub fn moving(self) -> Query<'a, S, Moving> {
        Query { asked: self.asked, motion: PhantomData }
    }
}

impl<F: Frame> Query<'_, F> {
    /// Counts frames as meeting that are closer than a margin, in the units of the frames.
    ///
    /// Each certificate is asked for a gap of more than `margin`. A pair is separate if the gap
    /// along some candidate axis (a normal of a face, a product of edges) is larger than the
    /// margin, touching if the largest gap is exactly the margin, and overlapping if the largest
    /// gap is less. With any margin but 0 a pair that touches counts as overlapping.
    ///
    /// The query finds every pair that is closer than the margin, and pairs that are further apart:
    /// a gap along an axis is never above the distance, and falls short of the distance where a
    /// corner faces a corner or an edge. Two aligned boxes that face each other corner to corner
    /// count as separate only from a distance of `sqrt(3)` times the margin on. Of thin sheared
    /// shapes the gap may be any part of the distance. [`clearance`](Self::clearance) compares the
    /// distance.
    ///
    /// Details are those of the pairs within the margin. A pair that shares a point has a depth, a
    /// common point and a box. A pair that shares none has a gap and a distance, though its verdict
    /// within the margin is touching or overlapping. A pair beyond the margin has no detail.
    ///
    /// Costs some hundred nanoseconds more for each pair that is separate, on the CPU whatever the
    /// engine, and half a microsecond for pairs nearly as far apart as the margin.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Verdict, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |x: f32| Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]);
    /// let (a, b) = (cube(0.0)?, cube(1.5)?);
    /// let within = |margin| service.query_between(&a, &b).within(margin).run();
    /// assert_eq!(**within(0.25)?.verdicts(), [Verdict::Separate]);
    /// assert_eq!(**within(0.5)?.verdicts(), [Verdict::Touching]);
    /// assert_eq!(**within(0.75)?.verdicts(), [Verdict::Overlapping]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(mut self, margin: f32) -> Self {
        self.asked.options.margin = margin;
        self
    }
}

impl<'a, S: Answerable, M: Motion> Query<'a, S, M> {
    /// Computes these values beside the verdicts, for the pairs that have them.
    pub fn wanted(mut self, wanted: Wanted) -> Self {
        self.asked.options.wanted = wanted;
        self
    }

    /// Chooses how closely the wanted values are computed. The verdicts are exact with any choice.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Precision, Wanted, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |x: f32| Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]);
    /// let (a, b) = (cube(0.0)?, cube(0.75)?);
    /// let query = service.query_between(&a, &b).wanted(Wanted::DEPTH);
    /// let answer = query.precision(Precision::Bounded).run()?;
    /// let hit = answer.details().first().ok_or("the pair meets")?;
    /// let found = hit.separation.ok_or("the depth was wanted")?;
    /// assert!(found.depth >= 0.25 && found.depth - found.slack <= 0.25 && found.slack < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn precision(mut self, precision: Precision) -> Self {
        self.asked.options.precision = precision;
        self
    }

    /// Computes on the CPU, whatever the engine. Worth it for few pairs, which are not worth a
    /// GPU's round trip. The reference engine stays the reference.
    pub fn on_cpu(mut self) -> Self {
        self.asked.options.on_cpu = true;
        self
    }

    /// Answers the query, and blocks until the answer is there.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`verdicts`](CollisionService::verdicts), and
    /// [`BatchError::LengthMismatch`] for two lists that are not equally long,
    /// [`BatchError::Unanswerable`] for a wanted value that such shapes do not have, and
    /// [`BatchError::InvalidMargin`] for a margin that is negative or not finite.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn run(self) -> Result<Answer<S>, BatchError> {
        S::run(self.asked, M::MOVES)
    }
}

impl<'a, S: Answerable, M: Motion> IntoFuture for Query<'a, S, M> {
    type Output = Result<Answer<S>, BatchError>;
    type IntoFuture = Pending<'a, Self::Output>;

    /// Returns a future of the answer. What the CPU computes is computed when the future is polled.
    fn into_future(self) -> Self::IntoFuture {
        S::start(self.asked, M::MOVES)
    }
}
