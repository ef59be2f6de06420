//! What a scene has to know of its dimension.

use super::shape::Kind;
use crate::error::{FrameError, PoseError};
use crate::geom::{Form, Frame3, Pose};
use crate::service::query::Frame;
use glam::Vec3;
use std::fmt::Debug;

/// The frames of a scene: [`Frame3`] in space, [`Frame2`](crate::Frame2) in the plane.
pub trait SceneFrame: Frame {
    /// Where a shape stands.
    type Pose: Copy + Debug + Send + Sync;
    /// What a shape is.
    type Shape: Clone + Debug + Send + Sync;

    /// The pose that leaves a shape where it is.
    const IDENTITY: Self::Pose;
    /// The velocity of a shape that rests.
    const AT_REST: Self::Direction;

    /// Checks the frame and its velocity.
    fn check(&self) -> Result<(), FrameError>;

    /// Checks the frames of a shape in a pose, and names the first that is not valid.
    #[cfg(feature = "polytopes")]
    fn check_body(_: &Self::Shape, _: &Self::Pose) -> Result<(), (u32, FrameError)> {
        Ok(())
    }

    /// The form of the frame, if it has one.
    fn form(&self) -> Option<Form>;

    /// The pose of a shape that is scaled first.
    fn scaled(pose: &Self::Pose, scale: f32) -> Result<Self::Pose, PoseError>;

    /// The frame in a pose.
    fn placed(&self, pose: &Self::Pose) -> Result<Self, FrameError>;

    /// The frame with another velocity.
    fn moved_by(self, velocity: Self::Direction) -> Result<Self, FrameError>;

    /// The velocity of the frame.
    fn way(&self) -> Self::Direction;

    /// The numbers of a velocity.
    fn numbers(velocity: &Self::Direction) -> &[f32];
}

impl SceneFrame for Frame3 {
    type Pose = Pose;
    type Shape = Kind;

    const IDENTITY: Pose = Pose::IDENTITY;
    const AT_REST: Vec3 = Vec3::ZERO;

    fn check(&self) -> Result<(), FrameError> {
        self.validate()
    }

    #[cfg(feature = "polytopes")]
    fn check_body(kind: &Kind, pose: &Pose) -> Result<(), (u32, FrameError)> {
        match kind {
            Kind::Tree(tree) => tree.check_posed(pose),
            _ => Ok(()),
        }
    }

    fn form(&self) -> Option<Form> {
        self.kind().ok().map(|kind| kind.form())
    }

    fn scaled(pose: &Pose, scale: f32) -> Result<Pose, PoseError> {
        pose.scaled(scale)
    }

    fn placed(&self, pose: &Pose) -> Result<Self, FrameError> {
        self.posed(pose)
    }

    fn moved_by(self, velocity: Vec3) -> Result<Self, FrameError> {
        self.with_velocity(velocity)
    }

    fn way(&self) -> Vec3 {
        self.velocity()
    }

    fn numbers(velocity: &Vec3) -> &[f32] {
        velocity.as_ref()
    }
}
