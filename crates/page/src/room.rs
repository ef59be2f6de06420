//! A room with a tiled floor in which boxes and tetrahedra tumble.

use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::{Frame3, FrameError, Pose};
use std::f32::consts::TAU;

/// Tiles along a side of the floor, for each shape along a side of a cube of them all. The room
/// grows with the shapes, so that each meets as many others in a small room as in a large one.
const TILES: f32 = 1.35;

/// The height of the room, in sides of the floor.
const HEIGHT: f32 = 0.75;

/// How close the centre of a shape comes to a wall.
const MARGIN: f32 = 0.5;

/// Shapes in a room: the tiles first, then tumbling boxes, then tetrahedra.
pub struct Room {
    bodies: Vec<Body>,
    frames: Vec<Frame3>,
    boxes: usize,
    /// The room reaches from `-size` to `size`, but for its height.
    size: Vec3,
}

/// A shape that tumbles.
struct Body {
    /// Round the origin.
    shape: Frame3,
    centre: Vec3,
    velocity: Vec3,
    turn: Quat,
    /// The axis of its turning, as long as radians in a second.
    spin: Vec3,
}

impl Room {
    /// Draws a room. The same seed gives the same shapes.
    ///
    /// The tiles are cubes of whole numbers, so that each touches its neighbours exactly.
    ///
    /// # Errors
    ///
    /// None, as long as what is drawn are valid shapes.
    pub fn new(shapes: usize, seed: u64) -> Result<Self, FrameError> {
        let side = (TILES * (shapes as f32).cbrt()).ceil().max(1.0);
        let size = Vec3::new(side, 2.0 * HEIGHT * side, side);
        let mut rng = Rng::with_seed(seed);
        let along = side as usize;
        let tile = |number: usize| {
            let corner = Vec3::new((number % along) as f32, -1.0, (number / along) as f32);
            let corner = corner * 2.0 - Vec3::new(side, 0.0, side);
            Frame3::aligned_box(corner, corner + 2.0)
        };
        let tiles = (along * along).min(shapes);
        let mut frames = (0..tiles).map(tile).collect::<Result<Vec<_>, _>>()?;
        let tumbling = shapes - tiles;
        let with_six_faces = tumbling / 2;
        let draw = |number| Body::draw(number < with_six_faces, size, &mut rng);
        let bodies = (0..tumbling).map(draw).collect::<Result<Vec<_>, _>>()?;
        for body in &bodies {
            frames.push(body.frame()?);
        }
        Ok(Self { bodies, frames, boxes: tiles + with_six_faces, size })
    }

    /// All shapes as they stand.
    pub fn frames(&self) -> &[Frame3] {
        &self.frames
    }

    /// How many of the first shapes are boxes. The others are tetrahedra.
    pub fn boxes(&self) -> usize {
        self.boxes
    }

    /// Half the width of the room.
    pub fn half(&self) -> f32 {
        self.size.x
    }

    /// Lets the shapes fly on and turn for so many seconds.
    ///
    /// # Errors
    ///
    /// None, as long as the seconds are a number.
    pub fn tumble(&mut self, seconds: f32) -> Result<(), FrameError> {
        let tiles = self.frames.len() - self.bodies.len();
        for (body, frame) in self.bodies.iter_mut().zip(&mut self.frames[tiles..]) {
            body.tumble(seconds, self.size);
            *frame = body.frame()?;
        }
        Ok(())
    }
}

impl Body {
    fn draw(with_six_faces: bool, size: Vec3, rng: &mut Rng) -> Result<Self, FrameError> {
        let mut within = |low: f32, high: f32| low + (high - low) * rng.f32();
        let scale = within(0.35, 0.9);
        let shape = if with_six_faces {
            let half = scale * Vec3::new(within(0.4, 1.0), within(0.4, 1.0), within(0.4, 1.0));
            Frame3::aligned_box(-half, half)
        } else {
            let regular = [Vec3::ONE, Vec3::new(1.0, -1.0, -1.0), Vec3::new(-1.0, 1.0, -1.0)];
            let last = Vec3::new(-1.0, -1.0, 1.0);
            let corner = |at: Vec3| scale * at * 0.9;
            Frame3::tetra(corner(last), regular.map(|at| corner(at - last)))
        }?;
        let mut any = || Vec3::new(within(-1.0, 1.0), within(-1.0, 1.0), within(-1.0, 1.0));
        let centre = any() * (size - MARGIN);
        let centre = Vec3::new(centre.x, 0.5 * (centre.y + size.y), centre.z);
        let (velocity, spin) = (2.5 * any(), 2.0 * any());
        let turn = Quat::from_axis_angle(any().normalize_or(Vec3::Y), rng.f32() * TAU);
        Ok(Self { shape, centre, velocity, turn, spin })
    }

    fn tumble(&mut self, seconds: f32, size: Vec3) {
        self.centre += self.velocity * seconds;
        let low = Vec3::new(-size.x, 0.0, -size.z) + MARGIN;
        let high = size - MARGIN;
        for axis in 0..3 {
            if self.centre[axis] < low[axis] {
                self.velocity[axis] = self.velocity[axis].abs();
            } else if self.centre[axis] > high[axis] {
                self.velocity[axis] = -self.velocity[axis].abs();
            }
        }
        let [x, y, z] = (0.5 * seconds * self.spin).to_array();
        self.turn = (self.turn + Quat::from_xyzw(x, y, z, 0.0) * self.turn).normalize();
    }

    fn frame(&self) -> Result<Frame3, FrameError> {
        self.shape.posed(&Pose::new(self.turn, self.centre)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_stay_in_the_room() -> Result<(), FrameError> {
        let seed = fastrand::u64(..);
        let mut room = Room::new(600, seed)?;
        assert!(0 < room.boxes() && room.boxes() < 600, "{}", room.boxes());
        for step in 0..2000 {
            room.tumble(0.05)?;
            let furthest = room.frames().iter().map(|frame| frame.origin().abs().max_element());
            let furthest = furthest.fold(0.0, f32::max);
            assert!(furthest < 2.0 * room.half(), "seed {seed}, step {step}: {furthest}");
        }
        Ok(())
    }
}
