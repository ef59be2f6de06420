//! Shapes of all kinds in one scene, in space and in the plane.

use super::draw::{frame, plane_frame};
use super::numbers::Numbers;
use super::scene::Style;
use super::soup::{tetrahedron, triangle};
use glam::{Quat, Vec2, Vec3};
use motzkin_core::error::{MeshError, PoseError};
use motzkin_core::geom::{Frame2, Frame3, Pose, Pose2, TriangleMesh};

/// Shapes of a scene in space: as many of each kind.
const SHAPES: usize = 100;

/// Shapes of a scene in the plane.
const PLANE_SHAPES: usize = 80;

/// Leaves of a tree, and triangles of a surface.
const LEAVES: usize = 3;
const TRIANGLES: usize = 6;

/// What a shape is made of, in its own coordinates.
pub enum Made {
    /// A frame.
    Frame(Frame3),
    /// The hull of these points.
    Hull(Vec<Vec3>),
    /// A tree over these frames.
    Tree(Vec<Frame3>),
    /// Triangles as they come.
    Surface(TriangleMesh),
    /// A closed tetrahedron.
    Solid(TriangleMesh),
}

/// A shape of a scene in space, as it stands.
pub struct Placed {
    /// The shape.
    pub made: Made,
    /// The rotation, of any length.
    pub turn: Quat,
    /// The translation.
    pub at: Vec3,
    /// The scale.
    pub scale: f32,
    /// The velocity.
    pub velocity: Vec3,
}

impl Placed {
    /// Returns scale, rotation and translation in one.
    ///
    /// # Errors
    ///
    /// Returns no error: the rotation is not null, and the scale is a small number.
    pub fn pose(&self) -> Result<Pose, PoseError> {
        Pose::new(self.turn, self.at)?.scaled(self.scale)
    }

    /// Whether the shape has a pose: frames that are thin can become flat.
    fn is_valid(&self) -> bool {
        let holds = |pose: Pose| match &self.made {
            Made::Frame(frame) => frame.posed(&pose).is_ok(),
            Made::Tree(leaves) => leaves.iter().all(|leaf| leaf.posed(&pose).is_ok()),
            _ => true,
        };
        self.pose().is_ok_and(holds)
    }
}

/// What a shape in the plane is made of, in its own coordinates.
pub enum Made2 {
    /// A frame.
    Frame(Frame2),
    /// The hull of these points.
    Hull(Vec<Vec2>),
}

/// A shape of a scene in the plane, as it stands.
pub struct Placed2 {
    /// The shape.
    pub made: Made2,
    /// The direction that the x-axis is turned to, of any length.
    pub turn: Vec2,
    /// The translation.
    pub at: Vec2,
    /// The scale.
    pub scale: f32,
    /// The velocity.
    pub velocity: Vec2,
}

impl Placed2 {
    /// Returns scale, rotation and translation in one.
    ///
    /// # Errors
    ///
    /// Returns no error: the rotation is not null, and the scale is a small number.
    pub fn pose(&self) -> Result<Pose2, PoseError> {
        Pose2::new(self.turn, self.at)?.scaled(self.scale)
    }

    fn is_valid(&self) -> bool {
        let holds = |pose: Pose2| match &self.made {
            Made2::Frame(frame) => frame.posed(&pose).is_ok(),
            Made2::Hull(_) => true,
        };
        self.pose().is_ok_and(holds)
    }
}

/// Returns frames, hulls, trees, surfaces and solids about one place, by turns.
///
/// # Errors
///
/// Returns no error: the vertices are finite and the indices right.
pub fn mixed(style: Style) -> Result<Vec<Placed>, MeshError> {
    let mut numbers = Numbers::new(10);
    (0..SHAPES).map(|number| placed(&mut numbers, style, number % 5)).collect()
}

/// Draws until the shape has its pose.
fn placed(numbers: &mut Numbers, style: Style, kind: usize) -> Result<Placed, MeshError> {
    loop {
        let made = match kind {
            0 => Made::Frame(frame(numbers, style, 2, 1.0)),
            1 => Made::Hull((0..numbers.below(9)).map(|_| numbers.vector(style, 2)).collect()),
            2 => Made::Tree((0..LEAVES).map(|_| frame(numbers, style, 3, 1.0)).collect()),
            3 => {
                let soup: Vec<_> =
                    (0..TRIANGLES).map(|_| triangle(numbers, style, Vec3::ZERO)).collect();
                Made::Surface(TriangleMesh::from_soup(&soup)?)
            }
            _ => Made::Solid(tetrahedron(numbers, style, Vec3::ZERO, 4)?),
        };
        let placed = Placed {
            made,
            turn: turn(numbers),
            at: numbers.vector(style, 4),
            scale: scale(numbers),
            velocity: numbers.vector(style, 3),
        };
        if placed.is_valid() {
            return Ok(placed);
        }
    }
}

/// Returns frames and hulls about one place in the plane, by turns.
pub fn plane_mixed(style: Style) -> Vec<Placed2> {
    let mut numbers = Numbers::new(11);
    (0..PLANE_SHAPES).map(|number| plane_placed(&mut numbers, style, number % 2)).collect()
}

/// Draws until the shape has its pose.
fn plane_placed(numbers: &mut Numbers, style: Style, kind: usize) -> Placed2 {
    loop {
        let made = match kind {
            0 => Made2::Frame(plane_frame(numbers, style, 2, 1.0)),
            _ => {
                let points = (0..numbers.below(7)).map(|_| numbers.vector(style, 2).truncate());
                Made2::Hull(points.collect())
            }
        };
        let placed = Placed2 {
            made,
            turn: turn(numbers).xyz().truncate() + Vec2::X * 3.0,
            at: numbers.vector(style, 8).truncate(),
            scale: scale(numbers),
            velocity: numbers.vector(style, 3).truncate(),
        };
        if placed.is_valid() {
            return placed;
        }
    }
}

/// Returns no rotation, a quarter turn, or any rotation by small whole numbers.
fn turn(numbers: &mut Numbers) -> Quat {
    match numbers.below(4) {
        0 | 1 => Quat::IDENTITY,
        2 => Quat::from_xyzw(0.0, 1.0, 0.0, 1.0),
        _ => Quat::from_vec4(numbers.vector(Style::Touching, 2).extend(1.0)),
    }
}

fn scale(numbers: &mut Numbers) -> f32 {
    [1.0, 1.0, 0.5, 1.5][numbers.below(4) as usize]
}
