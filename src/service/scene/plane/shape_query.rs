//! What is asked of a scene in the plane about one shape.

use super::super::bodies::Body;
use super::super::broad::bounds_of;
use super::super::convex;
use super::super::dimension::SceneFrame;
use super::super::error::{ChangeError, InsertError, SceneError};
use super::super::handle::Handle;
#[cfg(feature = "motion")]
use super::super::shape_hits::ShapeContact;
use super::super::shape_hits::{ShapeHit, ShapeNearest};
use super::super::shape_query::{AskedScene, ShapeQuery};
use super::super::shape_search::Search;
use super::super::state::check_velocity;
use super::super::view::View;
use super::scene::Scene2;
use super::shape::{Kind2, SceneShape2};
use crate::error::{FrameError, PoseError};
use crate::geom::{Filter, Frame2, Pose2};
use crate::service::collision_service::CollisionService;
use glam::{DVec2, Vec2};
use motzkin_core::Resting;

impl Scene2 {
    /// Asks about a shape that is not in the scene. The returned [`ShapeQuery`] has the questions.
    ///
    /// ```
    /// use motzkin::glam::Vec2;
    /// use motzkin::{CollisionService, Engine, Frame2, SceneShape2};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene_in_plane();
    /// let wall = |x: f32| Frame2::aligned_box(Vec2::X * x, Vec2::new(x + 1.0, 1.0));
    /// let walls = [scene.insert(wall(2.0)?)?, scene.insert(wall(4.0)?)?];
    /// // What does a ray hit first?
    /// let from = SceneShape2::hull(&[Vec2::splat(0.5)])?;
    /// let hit = scene.shape_query(from).first_contact(Vec2::X * 6.0)?.ok_or("a wall")?;
    /// assert_eq!((hit.handle, hit.time.value), (walls[0], 0.25));
    /// # Ok(())
    /// # }
    /// ```
    pub fn shape_query(&mut self, shape: impl Into<SceneShape2>) -> ShapeQuery<'_, Self> {
        let shape = shape.into();
        let (pose, scale, filter) = (Pose2::IDENTITY.scaled(shape.scale), shape.scale, Filter::ALL);
        ShapeQuery { scene: self, shape, pose, scale, filter, own: None }
    }

    /// Asks about a shape of the scene, as it stands: what it meets of the others, and what is
    /// nearest. The query has the filter of the shape.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] if the shape was removed.
    pub fn query_of(&mut self, handle: Handle) -> Result<ShapeQuery<'_, Self>, ChangeError> {
        let slot = self.state.slots.index(handle)?;
        let filter = self.state.filter(slot);
        let (shape, pose, scale) = match self.state.bodies.get(slot) {
            Some(body) => {
                let shape = SceneShape2 { kind: body.kind.clone(), scale: body.scale };
                (shape, body.pose, body.scale)
            }
            None => (self.state.frames[slot].into(), Pose2::IDENTITY, 1.0),
        };
        let (pose, own) = (Ok(pose), Some(slot as u32));
        Ok(ShapeQuery { scene: self, shape, pose, scale, filter, own })
    }
}

impl AskedScene for Scene2 {
    type Shape = SceneShape2;
    type Pose = Pose2;
    type Velocity = Vec2;
    type Point = DVec2;

    fn scaled(pose: &Pose2, scale: f32) -> Result<Pose2, PoseError> {
        pose.scaled(scale)
    }

    fn meeting(query: ShapeQuery<'_, Self>) -> Result<Vec<ShapeHit>, SceneError> {
        visit(query, Vec2::ZERO, |service, view, search| {
            search.meeting(|pairs| convex::answer::<_, Resting>(service, view, pairs))
        })
    }

    #[cfg(feature = "motion")]
    fn contacts(
        query: ShapeQuery<'_, Self>,
        velocity: Vec2,
        first: bool,
    ) -> Result<Vec<ShapeContact>, SceneError> {
        visit(query, velocity, |service, view, search| {
            search.contacts(velocity, first, |pair| convex::first_time(service, view, pair))
        })
    }

    fn nearest(query: ShapeQuery<'_, Self>) -> Result<Option<ShapeNearest<DVec2>>, SceneError> {
        visit(query, Vec2::ZERO, |service, view, search| {
            search.nearest(|pair| convex::distance(service, view, pair))
        })
    }

    fn within(
        query: ShapeQuery<'_, Self>,
        margin: f32,
    ) -> Result<Vec<ShapeNearest<DVec2>>, SceneError> {
        visit(query, Vec2::ZERO, |service, view, search| {
            search.within(margin, |pair| convex::distance(service, view, pair))
        })
    }
}

/// Shows the scene and the shape to a question.
fn visit<T>(
    query: ShapeQuery<'_, Scene2>,
    velocity: Vec2,
    question: impl FnOnce(
        &CollisionService,
        View<'_, Frame2>,
        Search<'_, Frame2>,
    ) -> Result<T, SceneError>,
) -> Result<T, SceneError> {
    let ShapeQuery { scene, shape: SceneShape2 { kind, .. }, pose, scale, filter, own } = query;
    check_velocity(Frame2::numbers(&velocity)).map_err(InsertError::Invalid)?;
    let pose = pose.map_err(|error| InsertError::Invalid(FrameError::Pose(error)))?;
    let Scene2 { state, service, broad, .. } = scene;
    let cpu = &service.cpu;
    let changed = state.take_changed();
    let state = &*state;
    let tree = cpu.install(|| broad.tree(state, changed, cpu.level))?;
    let kind = match kind {
        Kind2::Frame(frame) => Kind2::Frame(frame.posed(&pose).map_err(InsertError::Invalid)?),
        hull => hull,
    };
    let visitor = Body { kind, pose, scale, velocity, filter, object: 0 };
    let bounds = bounds_of(&visitor)?;
    let view = View::with(state, &visitor);
    question(service, view, Search { state, tree, filter, own, bounds })
}
