//! The plane: the frame with its constructors, its shapes, poses and boxes.

mod aabb;
mod build;
mod flat;
mod frame;
mod pose;
mod shape_kind;

pub use aabb::Aabb2;
pub use frame::Frame2;
pub use pose::Pose2;
pub use shape_kind::{ShapeKind2, figure2_of};
