//! What is asked of a scene about one shape.

use super::asked::Asked;
use super::bodies::Body;
use super::broad::bounds_of;
use super::dimension::SceneFrame;
use super::error::{ChangeError, InsertError, SceneError};
use super::handle::Handle;
use super::shape::{Kind, SceneShape};
#[cfg(feature = "motion")]
use super::shape_hits::ShapeContact;
use super::shape_hits::{ShapeHit, ShapeNearest};
use super::shape_search::Search;
use super::space::Scene;
use super::state::check_velocity;
use crate::error::{FrameError, PoseError};
use crate::geom::{Filter, Frame3, Pose};
use glam::{DVec3, Vec3};
use std::fmt::Debug;

/// A question about one shape and a scene: what the shape meets, what it meets first while it
/// moves, and what is nearest to it. [`Scene::shape_query`] asks about a shape that is not in the
/// scene, [`Scene::query_of`] about one that is.
///
/// The shape may be anything that can be inserted: a frame for what meets a box, a hull of one
/// point for what holds a point, a hull of one point that moves for a ray: the point that a ray
/// hits is its start and `time` times its way. Which shapes are met is exact, and the same on every
/// engine; times and distances have the bounds of their errors. The CPU computes all of it. The
/// shapes of the scene stand still, whatever their velocities.
///
/// # Examples
///
/// ```
/// use motzkin::glam::Vec3;
/// use motzkin::{CollisionService, Engine, Frame3, SceneShape, Verdict};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
/// let cube = |x: f32| Frame3::aligned_box(Vec3::X * x, Vec3::new(x + 1.0, 1.0, 1.0));
/// let walls = [scene.insert(cube(2.0)?)?, scene.insert(cube(4.0)?)?];
///
/// // What holds a point?
/// let point = SceneShape::hull(&[Vec3::new(4.5, 0.5, 0.5)])?;
/// let found = scene.shape_query(point).meeting()?;
/// assert_eq!((found.len(), found[0].handle), (1, walls[1]));
///
/// // What does a ray hit first?
/// let from = SceneShape::hull(&[Vec3::splat(0.5)])?;
/// let hit = scene.shape_query(from).first_contact(Vec3::X * 6.0)?.ok_or("a wall")?;
/// assert_eq!((hit.handle, hit.time.value), (walls[0], 0.25));
///
/// // What is nearest to a box?
/// let near = scene.shape_query(cube(5.5)?).nearest()?.ok_or("a wall")?;
/// assert_eq!((near.handle, near.distance.map(|known| known.distance)), (walls[1], Some(0.5)));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "nothing is computed until an answer is asked for"]
pub struct ShapeQuery<'a, S: AskedScene = Scene> {
    pub(super) scene: &'a mut S,
    pub(super) shape: S::Shape,
    /// Where the shape stands, scale included.
    pub(super) pose: Result<S::Pose, PoseError>,
    pub(super) scale: f32,
    pub(super) filter: Filter,
    /// The slot of the shape, if it is one of the scene's own.
    pub(super) own: Option<u32>,
}

/// A scene that is asked about one shape: [`Scene`] in space, `Scene2` in the plane. Nothing else
/// implements it.
pub trait AskedScene: Debug + Sized {
    /// What the scene takes.
    type Shape: Debug;
    /// Where a shape stands.
    type Pose: Debug;
    /// How a shape moves.
    type Velocity;
    /// A point.
    type Point;

    /// The pose of a shape that is scaled first.
    #[doc(hidden)]
    fn scaled(pose: &Self::Pose, scale: f32) -> Result<Self::Pose, PoseError>;

    /// What a shape meets.
    #[doc(hidden)]
    fn meeting(query: ShapeQuery<'_, Self>) -> Result<Vec<ShapeHit>, SceneError>;

    /// What a shape meets on its way; with `first`, at least the first of it.
    #[cfg(feature = "motion")]
    #[doc(hidden)]
    fn contacts(
        query: ShapeQuery<'_, Self>,
        velocity: Self::Velocity,
        first: bool,
    ) -> Result<Vec<ShapeContact>, SceneError>;

    /// What is nearest to a shape.
    #[doc(hidden)]
    fn nearest(
        query: ShapeQuery<'_, Self>,
    ) -> Result<Option<ShapeNearest<Self::Point>>, SceneError>;

    /// What is within a margin of a shape.
    #[doc(hidden)]
    fn within(
        query: ShapeQuery<'_, Self>,
        margin: f32,
    ) -> Result<Vec<ShapeNearest<Self::Point>>, SceneError>;
}

impl AskedScene for Scene {
    type Shape = SceneShape;
    type Pose = Pose;
    type Velocity = Vec3;
    type Point = DVec3;

    fn scaled(pose: &Pose, scale: f32) -> Result<Pose, PoseError> {
        pose.scaled(scale)
    }

    fn meeting(query: ShapeQuery<'_>) -> Result<Vec<ShapeHit>, SceneError> {
        query.visit(Vec3::ZERO, |asked| asked.meeting())
    }

    #[cfg(feature = "motion")]
    fn contacts(
        query: ShapeQuery<'_>,
        velocity: Vec3,
        first: bool,
    ) -> Result<Vec<ShapeContact>, SceneError> {
        query.visit(velocity, |asked| asked.contacts(first))
    }

    fn nearest(query: ShapeQuery<'_>) -> Result<Option<ShapeNearest>, SceneError> {
        query.visit(Vec3::ZERO, |asked| asked.nearest())
    }

    fn within(query: ShapeQuery<'_>, margin: f32) -> Result<Vec<ShapeNearest>, SceneError> {
        query.visit(Vec3::ZERO, |asked| asked.within(margin))
    }
}

impl Scene {
    /// Asks about a shape that is not in the scene. The returned [`ShapeQuery`] has the questions.
    pub fn shape_query(&mut self, shape: impl Into<SceneShape>) -> ShapeQuery<'_> {
        let shape = shape.into();
        let (pose, scale, filter) = (Pose::IDENTITY.scaled(shape.scale), shape.scale, Filter::ALL);
        ShapeQuery { scene: self, shape, pose, scale, filter, own: None }
    }

    /// Asks about a shape of the scene, as it stands: what it meets of the others, and what is
    /// nearest. The query has the filter of the shape.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] if the shape was removed.
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{CollisionService, Engine, Frame3};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let cube = |x: f32| Frame3::aligned_box(Vec3::X * x, Vec3::new(x + 1.0, 1.0, 1.0));
    /// let (a, b) = (scene.insert(cube(0.0)?)?, scene.insert(cube(1.0)?)?);
    /// let found = scene.query_of(a)?.meeting()?;
    /// assert_eq!((found.len(), found[0].handle), (1, b));
    /// # Ok(())
    /// # }
    /// ```
    pub fn query_of(&mut self, handle: Handle) -> Result<ShapeQuery<'_>, ChangeError> {
        let (shape, pose, scale, filter, slot) = {
            let state = self.state();
            let slot = state.slots.index(handle)?;
            let filter = state.filter(slot);
            match state.bodies.get(slot) {
                Some(body) => {
                    let shape = SceneShape { kind: body.kind.clone(), scale: body.scale };
                    (shape, body.pose, body.scale, filter, slot)
                }
                None => (state.frames[slot].into(), Pose::IDENTITY, 1.0, filter, slot),
            }
        };
        let (pose, own) = (Ok(pose), Some(slot as u32));
        Ok(ShapeQuery { scene: self, shape, pose, scale, filter, own })
    }
}

impl<S: AskedScene> ShapeQuery<'_, S> {
    /// Puts the shape into a pose. A frame is moved from where it stands. A hull, a tree or a mesh
    /// is moved from its own coordinates: the pose stands in the place of the one it has in the
    /// scene. The shape keeps its own scale, and a pose that has one scales it further.
    pub fn pose(mut self, pose: S::Pose) -> Self {
        self.pose = S::scaled(&pose, self.scale);
        self
    }

    /// Asks about shapes only whose filters meet this one.
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Returns the shapes that the shape meets, ascending by handles.
    ///
    /// Costs a search of a tree over the boxes of the scene, and an exact test for each box that
    /// meets that of the shape. After changes of the scene the tree is first refitted, in some ten
    /// nanoseconds a shape, and built anew, at four times that, where shapes took new slots. A mesh
    /// that is in the scene, too, keeps its sphere tree between calls.
    ///
    /// # Errors
    ///
    /// Returns [`SceneError::Shape`] for a solid whose mesh is not closed, for a frame that is not
    /// valid, for a frame, also one of a tree, that the pose makes flat, for a frame, a tree or a
    /// mesh that the pose moves beyond the range of `f32`, or for scales that multiply to one that
    /// no pose has. Returns `SceneError::Meshes` if an occupancy test fails. Returns
    /// `SceneError::Polytopes` and [`SceneError::Broad`] for too many vertices or shapes.
    pub fn meeting(self) -> Result<Vec<ShapeHit>, SceneError> {
        S::meeting(self)
    }

    /// Returns the first shape that the shape meets while it moves by `velocity` and `t` runs over
    /// the closed interval `[0, 1]`. Of contacts that begin at one time, as it is rounded, the
    /// least handle counts.
    ///
    /// Costs a search of a tree over the boxes of the scene, nearest boxes first, and the time of
    /// impact of each shape that it comes to: some tens of microseconds for a ray in a scene of
    /// thousands of boxes. Many rays past frames alone cost less by
    /// [`FrameTree::first_on_ray`](crate::tree::frames::FrameTree::first_on_ray).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`meeting`](Self::meeting), and [`SceneError::Shape`] for a velocity
    /// that is not finite.
    #[cfg(feature = "motion")]
    pub fn first_contact(self, velocity: S::Velocity) -> Result<Option<ShapeContact>, SceneError> {
        Ok(S::contacts(self, velocity, true)?.into_iter().next())
    }

    /// Returns all shapes that the shape meets while it moves by `velocity` and `t` runs over
    /// `[0, 1]`, in the order of their first contacts.
    ///
    /// Costs the time of impact of every shape whose box the visitor's box meets on its way.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`first_contact`](Self::first_contact).
    #[cfg(feature = "motion")]
    pub fn contacts(self, velocity: S::Velocity) -> Result<Vec<ShapeContact>, SceneError> {
        S::contacts(self, velocity, false)
    }

    /// Returns a shape that meets the shape, or else the nearest by the computed distance. Of
    /// several whose computed distances are equal it is the one with the least handle. `None` if
    /// there is none.
    ///
    /// Costs a search of a tree over the boxes of the scene, nearest boxes first, and the distance
    /// of each shape that it comes to: some tens of microseconds among thousands of boxes.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`meeting`](Self::meeting).
    pub fn nearest(self) -> Result<Option<ShapeNearest<S::Point>>, SceneError> {
        S::nearest(self)
    }

    /// Returns the shapes that the shape meets, and those whose computed distance is at most
    /// `margin`, nearest first: what meets comes first, and of one distance the least handle. A
    /// distance that differs from the margin by less than its slack may count as either, unlike in
    /// [`Collide::within`](crate::service::Collide::within), which compares exactly.
    ///
    /// Costs a search of a tree over the boxes of the scene, and a distance for each box that is
    /// within the margin of the shape's.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`meeting`](Self::meeting), and [`BatchError::InvalidMargin`] for a
    /// margin that is negative or not finite.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{CollisionService, Engine, Frame3, SceneShape};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let wall = scene.insert(Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?)?;
    /// let arm = SceneShape::hull(&[Vec3::new(1.25, 0.5, 0.5), Vec3::new(3.0, 0.5, 0.5)])?;
    /// let arm = scene.insert(arm)?;
    /// let near = scene.query_of(arm)?.within(0.5)?;
    /// let distance = near[0].distance.ok_or("they are separate")?;
    /// assert_eq!((near[0].handle, distance.distance), (wall, 0.25));
    /// assert!(scene.query_of(arm)?.within(0.125)?.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// [`BatchError::InvalidMargin`]: crate::service::BatchError::InvalidMargin
    pub fn within(self, margin: f32) -> Result<Vec<ShapeNearest<S::Point>>, SceneError> {
        S::within(self, margin)
    }
}

impl ShapeQuery<'_> {
    /// Shows the scene and the shape to a question.
    fn visit<T>(
        self,
        velocity: Vec3,
        question: impl FnOnce(Asked<'_>) -> Result<T, SceneError>,
    ) -> Result<T, SceneError> {
        let Self { scene, shape: SceneShape { kind, .. }, pose, scale, filter, own } = self;
        check_velocity(velocity.as_ref()).map_err(InsertError::Invalid)?;
        let pose = pose.map_err(|error| InsertError::Invalid(FrameError::Pose(error)))?;
        let Scene { state, service, found, .. } = scene;
        let changed = state.write().take_changed();
        let (cpu, state) = (&service.cpu, &*state.read());
        let tree = cpu.install(|| found.broad.tree(state, changed, cpu.level))?;
        let kind = match kind {
            Kind::Frame(frame) => Kind::Frame(frame.posed(&pose).map_err(InsertError::Invalid)?),
            other => {
                // A shape of the scene is valid where it stands.
                let stands = own.and_then(|slot| state.bodies.get(slot as usize));
                if stands.is_none_or(|body| body.pose != pose) {
                    let fault = |(frame, error)| InsertError::Tree { frame, error };
                    Frame3::check_body(&other, &pose).map_err(fault)?;
                }
                other
            }
        };
        #[cfg_attr(not(feature = "meshes"), expect(unused_mut, reason = "for a mesh"))]
        let mut visitor = Body { kind, pose, scale, velocity, filter, object: 0 };
        #[cfg(feature = "meshes")]
        scene.meshes.welcome(&mut visitor).map_err(InsertError::Mesh)?;
        let answer = bounds_of(&visitor).map_err(SceneError::from).and_then(|bounds| {
            question(Asked {
                service,
                search: Search { state, tree, filter, own, bounds },
                visitor: &visitor,
                #[cfg(feature = "meshes")]
                meshes: &mut scene.meshes,
            })
        });
        #[cfg(feature = "meshes")]
        {
            scene.meshes.dismiss(&visitor);
            scene.meshes.fit();
        }
        answer
    }
}
