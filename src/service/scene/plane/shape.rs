//! What a scene in the plane takes.

#[cfg(feature = "polytopes")]
use super::super::bodies::Body;
#[cfg(feature = "polytopes")]
use super::super::broad::Boxed;
use super::super::dimension::SceneFrame;
#[cfg(feature = "polytopes")]
use super::super::polytopes::{Convex, Polytopes};
#[cfg(feature = "polytopes")]
use super::super::shape::of_hull;
use crate::error::{FrameError, PoseError};
use crate::geom::{Form, Frame2, Pose2};
use glam::Vec2;
#[cfg(feature = "polytopes")]
use {
    crate::error::PolytopeError,
    crate::geom::{Aabb2, PolytopeSet},
    glam::Vec3,
    motzkin_core::Motion,
    std::sync::Arc,
};

/// A shape that a [`Scene2`](super::Scene2) takes: a frame in the plane, or the convex hull of
/// points.
///
/// Clones share the points of a hull, so one shape can be inserted as often as one likes, each time
/// with a [scale](Self::with_scale) of its own.
///
/// # Examples
///
/// ```
/// use motzkin::glam::Vec2;
/// use motzkin::{CollisionService, Engine, Frame2, SceneShape2};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let gem = SceneShape2::hull(&[Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y])?;
/// let mut scene = CollisionService::new(Engine::Auto)?.scene_in_plane();
/// let floor = scene.insert(Frame2::aligned_box(Vec2::new(-9.0, -2.0), Vec2::new(9.0, -1.0))?)?;
/// let gems = scene.insert_all(&[gem.clone(), gem])?;
/// scene.set_pose(gems[1], Vec2::X, Vec2::Y * 2.0)?;
///
/// let hits = scene.collide().run()?;
/// let pairs = hits.pairs();
/// assert_eq!(pairs, [(floor, gems[0]), (gems[0], gems[1])]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct SceneShape2 {
    pub(super) kind: Kind2,
    pub(super) scale: f32,
}

/// The kinds of shapes.
#[derive(Clone, Debug)]
pub enum Kind2 {
    Frame(Frame2),
    /// The points, all of which are finite.
    #[cfg(feature = "polytopes")]
    Hull(Arc<[Vec2]>),
}

/// What a [`SceneShape2`] is made of: [`SceneShape2::kind`] shows it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum SceneShapeKind2<'a> {
    /// A frame.
    Frame(&'a Frame2),
    /// The convex hull of points.
    #[cfg(feature = "polytopes")]
    Hull(&'a [Vec2]),
}

impl From<Frame2> for SceneShape2 {
    fn from(frame: Frame2) -> Self {
        Self::of(Kind2::Frame(frame))
    }
}

impl SceneShape2 {
    fn of(kind: Kind2) -> Self {
        Self { kind, scale: 1.0 }
    }

    /// Returns what the shape is made of, in the shape's own coordinates and without its scale.
    pub fn kind(&self) -> SceneShapeKind2<'_> {
        match &self.kind {
            Kind2::Frame(frame) => SceneShapeKind2::Frame(frame),
            #[cfg(feature = "polytopes")]
            Kind2::Hull(points) => SceneShapeKind2::Hull(points),
        }
    }

    /// Returns the scale of the shape, which is 1 until [`with_scale`](Self::with_scale) sets
    /// another one.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Returns this shape with a scale, in place of the one that it had, as
    /// [`SceneShape::with_scale`](super::super::SceneShape::with_scale) does in space. The shape is
    /// scaled about the origin of its own coordinates, before it is posed.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Scale`] for a scale that is not between `2^-96` and `2^96`.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec2;
    /// use motzkin::{CollisionService, Engine, SceneShape2};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let gem = SceneShape2::hull(&[Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y])?;
    /// let mut scene = CollisionService::new(Engine::Auto)?.scene_in_plane();
    /// let (a, b) = (scene.insert(gem.clone())?, scene.insert(gem.with_scale(0.5)?)?);
    /// scene.set_pose(b, Vec2::X, Vec2::X * 1.75)?;
    /// assert!(scene.collide().run()?.is_empty());
    /// scene.set_scaled_pose(b, Vec2::X, Vec2::X * 1.75, 0.75)?;
    /// assert_eq!(scene.collide().run()?[0].a, a);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_scale(self, scale: f32) -> Result<Self, PoseError> {
        Pose2::IDENTITY.scaled(scale)?;
        Ok(Self { scale, ..self })
    }

    /// Creates the convex hull of points, in any order: a polygon, a segment or a point. The hull
    /// of no point is empty, and meets nothing.
    ///
    /// # Errors
    ///
    /// Returns [`PolytopeError::Point`] for the first point that is not finite, and
    /// [`PolytopeError::TooLarge`] for more than 2^24 points.
    #[cfg(feature = "polytopes")]
    pub fn hull(points: &[Vec2]) -> Result<Self, PolytopeError> {
        PolytopeSet::new().push_in_plane(points).map_err(of_hull)?;
        Ok(Self::of(Kind2::Hull(points.into())))
    }
}

impl SceneFrame for Frame2 {
    type Pose = Pose2;
    type Shape = Kind2;

    const IDENTITY: Pose2 = Pose2::IDENTITY;
    const AT_REST: Vec2 = Vec2::ZERO;

    fn check(&self) -> Result<(), FrameError> {
        self.validate()
    }

    fn form(&self) -> Option<Form> {
        self.kind().ok().map(|kind| kind.form())
    }

    fn scaled(pose: &Pose2, scale: f32) -> Result<Pose2, PoseError> {
        pose.scaled(scale)
    }

    fn placed(&self, pose: &Pose2) -> Result<Self, FrameError> {
        self.posed(pose)
    }

    fn moved_by(self, velocity: Vec2) -> Result<Self, FrameError> {
        self.with_velocity(velocity)
    }

    fn way(&self) -> Vec2 {
        self.velocity()
    }

    fn numbers(velocity: &Vec2) -> &[f32] {
        velocity.as_ref()
    }
}

#[cfg(feature = "polytopes")]
impl Convex for Frame2 {
    fn push_body(polytopes: &mut Polytopes, body: &Body<Self>) -> Result<u32, PolytopeError> {
        match &body.kind {
            Kind2::Frame(frame) => polytopes.set.push_frame2(frame),
            Kind2::Hull(points) => {
                let of = polytopes.shared(points, |set| set.push_in_plane(points))?;
                polytopes.set.push_posed2(of, &body.pose)
            }
        }
    }

    fn in_space(velocity: Vec2) -> Vec3 {
        velocity.extend(0.0)
    }
}

#[cfg(feature = "polytopes")]
impl Boxed for Frame2 {
    /// Every body is a polytope.
    fn own_box<M: Motion>(_: &Body<Self>) -> Option<Aabb2> {
        None
    }
}
