//! What a long scene holds, as the test keeps it: a scene of the same is built afresh from it.

use crate::common::mixed_scene::{Made, draw};
use crate::common::scales::draw_scale;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::Handle;
use motzkin::{Filter, Scene};

/// Shapes of each kind at least and at most: frames, hulls, surfaces, solids and trees.
///
/// There are 98 at most.
pub const COUNTS: [[usize; 2]; 5] = [[30, 50], [8, 12], [8, 12], [8, 12], [8, 12]];

/// How far from the middle shapes are, in each coordinate.
pub const REACH: i32 = 6;

/// The same for the shapes that a scene begins with: many more of them meet.
const CLOSE: i32 = 2;

/// A shape with all that can be set of it.
#[derive(Clone)]
pub struct Thing {
    pub made: Made,
    pub turn: Quat,
    pub way: Vec3,
    pub scale: f32,
    pub velocity: Vec3,
    pub filter: Filter,
    pub id: u32,
}

impl Thing {
    /// A shape of a kind in some pose.
    pub fn draw(rng: &mut Rng, kind: usize, reach: i32) -> Self {
        let made = loop {
            let made = draw(rng);
            if made.kind() == kind {
                break made;
            }
        };
        let ((turn, way), scale) = (draw_pose(rng, reach), draw_scale(rng));
        let (velocity, filter, id) = (draw_velocity(rng), draw_filter(rng), rng.u32(..));
        Self { made, turn, way, scale, velocity, filter, id }
    }

    /// The most shapes of each kind, close to each other.
    pub fn draw_most(rng: &mut Rng) -> Vec<Self> {
        let kinds = (0..).zip(COUNTS).flat_map(|(kind, [_, most])| std::iter::repeat_n(kind, most));
        kinds.map(|kind| Self::draw(rng, kind, CLOSE)).collect()
    }

    /// Puts it into a scene.
    pub fn insert(&self, scene: &mut Scene) -> Handle {
        let shape = self.made.shape().with_scale(self.scale).expect("a scale");
        let handle = scene.insert(shape).expect("room");
        scene.set_pose(handle, self.turn, self.way).expect("a pose");
        scene.set_velocity(handle, self.velocity).expect("a velocity");
        scene.set_filter(handle, self.filter).expect("a handle");
        scene.set_id(handle, self.id).expect("a handle");
        handle
    }

    /// Changes one of the things that can be set, here and in a scene.
    pub fn change(&mut self, rng: &mut Rng, scene: &mut Scene, handle: Handle) {
        match rng.u32(..12) {
            0 => {
                self.filter = draw_filter(rng);
                scene.set_filter(handle, self.filter).expect("a handle");
            }
            1 => {
                self.id = rng.u32(..);
                scene.set_id(handle, self.id).expect("a handle");
            }
            2 => {
                self.velocity = draw_velocity(rng);
                scene.set_velocity(handle, self.velocity).expect("a velocity");
            }
            // The shape of a frame can be set. A new frame has no scale, and lies where it lies.
            3 if matches!(self.made, Made::Frame(_)) => {
                let Self { made, filter, id, .. } = Self::draw(rng, 0, REACH);
                let Made::Frame(frame) = made else { unreachable!("a frame was asked for") };
                scene.set_frame(handle, frame).expect("a frame");
                let (turn, way, scale, velocity) = (Quat::IDENTITY, Vec3::ZERO, 1.0, Vec3::ZERO);
                scene.set_filter(handle, filter).expect("a handle");
                scene.set_id(handle, id).expect("a handle");
                *self = Self { made, turn, way, scale, velocity, filter, id };
            }
            what => {
                (self.turn, self.way) = draw_pose(rng, REACH);
                if what == 4 {
                    self.scale = draw_scale(rng);
                    let set = scene.set_scaled_pose(handle, self.turn, self.way, self.scale);
                    set.expect("a pose");
                } else {
                    // The scale stays.
                    scene.set_pose(handle, self.turn, self.way).expect("a pose");
                }
                // A pose brings a shape to rest.
                self.velocity = Vec3::ZERO;
                if rng.bool() {
                    self.velocity = draw_velocity(rng);
                    scene.set_velocity(handle, self.velocity).expect("a velocity");
                }
            }
        }
    }
}

/// A place near the middle, on a lattice more often than not, so that contacts are frequent.
pub fn draw_pose(rng: &mut Rng, reach: i32) -> (Quat, Vec3) {
    let place = Vec3::from([0; 3].map(|_| rng.i32(-reach..=reach) as f32));
    match rng.u32(..3) {
        0 => (Quat::from_rotation_z(rng.f32() * 6.0), place + Vec3::splat(rng.f32())),
        _ => (Quat::IDENTITY, place),
    }
}

fn draw_velocity(rng: &mut Rng) -> Vec3 {
    Vec3::from([0; 3].map(|_| rng.i32(-2..=2) as f32))
}

/// All others for three of four shapes, so that many meet.
fn draw_filter(rng: &mut Rng) -> Filter {
    match rng.u32(..4) {
        0 => Filter { group: 1 << rng.u32(..2), mask: rng.u32(1..4) },
        _ => Filter::ALL,
    }
}
