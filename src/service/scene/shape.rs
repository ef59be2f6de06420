//! What a scene takes.

use crate::error::PoseError;
#[cfg(feature = "meshes")]
use crate::geom::TriangleMesh;
use crate::geom::{Frame3, Pose};
#[cfg(feature = "polytopes")]
use {
    crate::error::PolytopeError, crate::geom::PolytopeSet, crate::tree::bvh::Bvh, glam::Vec3,
    std::sync::Arc,
};

/// A shape that a [`Scene`](super::Scene) takes: a frame, the convex hull of points, a tree of
/// frames, or a triangle mesh.
///
/// Clones share the points of a hull, the tree and the mesh, so one shape can be inserted as often
/// as one likes, each time with a [scale](Self::with_scale) of its own. Points, trees and meshes
/// stay in memory until the last clone is dropped and the last object that has them is removed; a
/// tree that a search of the scene has seen, until the next search.
///
/// # Examples
///
/// ```
/// use motzkin::glam::{Quat, Vec3};
/// use motzkin::{CollisionService, Engine, Frame3, SceneShape, TriangleMesh};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let gem = SceneShape::hull(&[Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z])?;
/// let floor = TriangleMesh::from_soup(&[[[-9.0, 0.0, -9.0], [0.0, 0.0, 9.0], [9.0, 0.0, -9.0]]])?;
/// let mut scene = CollisionService::new(Engine::Auto)?.scene();
/// let floor = scene.insert(SceneShape::mesh(floor))?;
/// let cube = scene.insert(Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?)?;
/// let gems = [scene.insert(gem.clone())?, scene.insert(gem)?];
/// scene.set_pose(gems[1], Quat::IDENTITY, Vec3::Y * 1.5)?;
///
/// let hits = scene.collide().run()?;
/// let pairs = hits.pairs();
/// let stand = [(floor, cube), (floor, gems[0])];
/// let meet = [(cube, gems[0]), (cube, gems[1]), (gems[0], gems[1])];
/// assert_eq!((&pairs[..2], &pairs[2..]), (&stand[..], &meet[..]));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct SceneShape {
    pub(super) kind: Kind,
    pub(super) scale: f32,
}

/// The kinds of shapes.
#[derive(Clone, Debug)]
pub enum Kind {
    Frame(Frame3),
    /// The points, all of which are finite.
    #[cfg(feature = "polytopes")]
    Hull(Arc<[Vec3]>),
    #[cfg(feature = "polytopes")]
    Tree(Arc<Bvh>),
    #[cfg(feature = "meshes")]
    Mesh {
        mesh: Arc<TriangleMesh>,
        solid: bool,
    },
}

/// What a [`SceneShape`] is made of: [`SceneShape::kind`] shows it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum SceneShapeKind<'a> {
    /// A frame.
    Frame(&'a Frame3),
    /// The convex hull of points.
    #[cfg(feature = "polytopes")]
    Hull(&'a [Vec3]),
    /// The union of the leaves of a tree of frames.
    #[cfg(feature = "polytopes")]
    Tree(&'a Arc<Bvh>),
    /// The surface of a mesh.
    #[cfg(feature = "meshes")]
    Surface(&'a Arc<TriangleMesh>),
    /// The solid that a closed mesh bounds.
    #[cfg(feature = "meshes")]
    Solid(&'a Arc<TriangleMesh>),
}

impl From<Frame3> for SceneShape {
    fn from(frame: Frame3) -> Self {
        Self::of(Kind::Frame(frame))
    }
}

impl SceneShape {
    fn of(kind: Kind) -> Self {
        Self { kind, scale: 1.0 }
    }

    /// Returns what the shape is made of, in the shape's own coordinates and without its scale.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::service::SceneShapeKind;
    /// use motzkin::{SceneShape, glam::Vec3};
    ///
    /// let gem = SceneShape::hull(&[Vec3::X, Vec3::Y, Vec3::Z])?.with_scale(2.0)?;
    /// assert!(matches!(gem.kind(), SceneShapeKind::Hull([Vec3::X, Vec3::Y, Vec3::Z])));
    /// assert_eq!(gem.scale(), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kind(&self) -> SceneShapeKind<'_> {
        match &self.kind {
            Kind::Frame(frame) => SceneShapeKind::Frame(frame),
            #[cfg(feature = "polytopes")]
            Kind::Hull(points) => SceneShapeKind::Hull(points),
            #[cfg(feature = "polytopes")]
            Kind::Tree(tree) => SceneShapeKind::Tree(tree),
            #[cfg(feature = "meshes")]
            Kind::Mesh { mesh, solid: false } => SceneShapeKind::Surface(mesh),
            #[cfg(feature = "meshes")]
            Kind::Mesh { mesh, solid: true } => SceneShapeKind::Solid(mesh),
        }
    }

    /// Returns the scale of the shape, which is 1 until [`with_scale`](Self::with_scale) sets
    /// another one.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Returns this shape with a scale, in place of the one that it had. A shape that is created
    /// has the scale 1.
    ///
    /// The shape is scaled about the origin of its own coordinates, before it is posed. Points,
    /// trees and meshes are shared by instances of all scales.
    /// [`Scene::set_pose`](super::Scene::set_pose) keeps the scale of an instance, and
    /// [`Scene::set_scaled_pose`](super::Scene::set_scaled_pose) sets another one.
    ///
    /// Verdicts are exact for what is stored of the scaled shape, as
    /// [`set_pose`](super::Scene::set_pose) says: scale and rotation are multiplied in `f64`, and
    /// what they place is rounded once. A scale of a power of two multiplies exactly.
    ///
    /// There is one scale for all axes, and it does not mirror: [`Pose::scaled`] says why.
    ///
    /// # Errors
    ///
    /// Returns [`PoseError::Scale`] for a scale that is not between `2^-96` and `2^96`.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{CollisionService, Engine, Frame3, SceneShape};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let cube = SceneShape::from(Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?);
    /// let mut scene = CollisionService::new(Engine::Auto)?.scene();
    /// let (small, large) = (scene.insert(cube.clone())?, scene.insert(cube.with_scale(3.0)?)?);
    /// scene.set_pose(small, Quat::IDENTITY, Vec3::splat(2.5))?;
    /// assert_eq!(scene.collide().run()?.len(), 1);
    /// scene.set_scaled_pose(large, Quat::IDENTITY, Vec3::ZERO, 2.0)?;
    /// assert!(scene.collide().run()?.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_scale(self, scale: f32) -> Result<Self, PoseError> {
        Pose::IDENTITY.scaled(scale)?;
        Ok(Self { scale, ..self })
    }

    /// Creates the convex hull of points, in any order and of any dimension. The hull of no point
    /// is empty, and meets nothing.
    ///
    /// # Errors
    ///
    /// Returns [`PolytopeError::Point`] for the first point that is not finite, and
    /// [`PolytopeError::TooLarge`] for more than 2^24 points.
    #[cfg(feature = "polytopes")]
    pub fn hull(points: &[Vec3]) -> Result<Self, PolytopeError> {
        PolytopeSet::new().push(points).map_err(of_hull)?;
        Ok(Self::of(Kind::Hull(points.into())))
    }

    /// Creates the union of the leaves of a tree of frames: it meets what one of its leaves meets.
    ///
    /// The frames above the leaves are not part of the shape, and need not contain the leaves.
    /// [`Scene::search`](super::Scene::search) goes by them, so that a pose is refused in which one
    /// of them is flat or beyond the range of `f32`, too. A pose rounds the numbers of each leaf
    /// once, as [`Frame3::posed`] does. The first object of a tree computes 24 bytes for each node
    /// of the tree, whatever the number of objects.
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{Bvh, CollisionService, Engine, Frame3, SceneShape, Verdict};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let cube = |x: f32| Frame3::aligned_box(Vec3::X * x, Vec3::new(x + 1.0, 1.0, 1.0));
    /// let pair = SceneShape::tree(Bvh::over(&[cube(0.0)?, cube(3.0)?])?);
    /// let mut scene = CollisionService::new(Engine::Auto)?.scene();
    /// let (a, b) = (scene.insert(pair.clone())?, scene.insert(pair)?);
    /// scene.set_pose(b, Quat::IDENTITY, Vec3::X * 1.5)?;
    /// assert!(scene.collide().run()?.is_empty()); // they interlock
    /// scene.set_pose(b, Quat::IDENTITY, Vec3::X * 2.0)?;
    /// let hits = scene.collide().run()?;
    /// assert_eq!((hits[0].a, hits[0].b, hits[0].verdict), (a, b, Verdict::Touching));
    /// # Ok(())
    /// # }
    /// ```
    #[cfg(feature = "polytopes")]
    pub fn tree(tree: impl Into<Arc<Bvh>>) -> Self {
        Self::of(Kind::Tree(tree.into()))
    }

    /// Creates the surface of a mesh. A surface has no inside.
    #[cfg(feature = "meshes")]
    pub fn mesh(mesh: impl Into<Arc<TriangleMesh>>) -> Self {
        Self::of(Kind::Mesh { mesh: mesh.into(), solid: false })
    }

    /// Creates the solid that a closed mesh bounds. What lies within a solid overlaps it.
    ///
    /// Along each edge of a closed mesh as many triangles run one way as the other. Vertices with
    /// the same coordinates count as one. Whether the mesh is closed is found out when the shape is
    /// inserted.
    #[cfg(feature = "meshes")]
    pub fn solid(mesh: impl Into<Arc<TriangleMesh>>) -> Self {
        Self::of(Kind::Mesh { mesh: mesh.into(), solid: true })
    }
}

/// Returns the error of a hull that is in no set: its points have numbers, and it has none.
#[cfg(feature = "polytopes")]
pub(super) fn of_hull(error: PolytopeError) -> PolytopeError {
    match error {
        PolytopeError::NotFinite { vertex: point, axis, value, .. } => {
            PolytopeError::Point { point, axis, value }
        }
        other => other,
    }
}
