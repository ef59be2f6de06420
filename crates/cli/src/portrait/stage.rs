//! Where things stand in the picture, and from where they are seen.

use crate::picture::{Camera, Framing};
use motzkin::glam::{DVec3, Vec2, Vec3};

/// Vertical angle of view.
const ANGLE: f32 = 0.42;

/// Coordinates in which everything in view is about 1 in size, however large or far away it is in
/// the world.
pub struct Stage {
    pub camera: Camera,
    centre: DVec3,
    scale: f64,
    right: Vec3,
    up: Vec3,
    target: Vec3,
    eye: Vec3,
    /// Half of what is seen at the target: across and up.
    half: Vec2,
}

impl Stage {
    /// Frames the points. Of some directions that one is chosen which sees the `keys` from the side
    /// and as few of the `faces` as can be edge-on; flat figures are seen from above.
    pub fn new(points: &[DVec3], keys: &[DVec3], faces: &[DVec3], flat: bool, aspect: f32) -> Self {
        let low = points.iter().copied().reduce(DVec3::min).unwrap_or_default();
        let high = points.iter().copied().reduce(DVec3::max).unwrap_or_default();
        let centre = low + (high - low) / 2.0;
        let size = (high - low).length();
        let scale = if size > 0.0 { 2.0 / size } else { 1.0 };
        let placed: Vec<Vec3> =
            points.iter().map(|point| ((*point - centre) * scale).as_vec3()).collect();
        let towards = if flat { Vec3::Z } else { direction(keys, faces) };
        let Framing { eye, target, right, up, half } =
            Framing::new(&placed, towards, ANGLE, aspect, flat);
        let camera = match flat {
            true => Camera::orthographic(eye, target, half.y),
            false => Camera::perspective(eye, target, ANGLE),
        };
        Self { camera, centre, scale, right, up, target, eye, half }
    }

    /// A point of the world on the stage.
    pub fn place(&self, point: DVec3) -> Vec3 {
        ((point - self.centre) * self.scale).as_vec3()
    }

    /// Moves a point towards the eye until it lies in front of the face that holds it. Its place in
    /// the picture does not change.
    pub fn ahead(&self, place: Vec3) -> Vec3 {
        place + (self.eye - place) * 1e-3
    }

    pub fn places(&self, points: &[DVec3]) -> Vec<Vec3> {
        points.iter().map(|point| self.place(*point)).collect()
    }

    /// A direction of the stage as it is seen: to the right and up.
    pub fn across(&self, direction: Vec3) -> Vec2 {
        Vec2::new(direction.dot(self.right), direction.dot(self.up))
    }

    /// A length of the stage, as a share of half the picture's height.
    pub fn length(&self, share: f32) -> f32 {
        share * self.half.y
    }

    /// A place in the lower left corner, and a length that fits there: to all sides, or to the
    /// right and up.
    pub fn corner(&self, all_sides: bool) -> (Vec3, f32) {
        let length = self.length(0.13);
        let margin = if all_sides { 1.45 * length } else { 0.6 * length };
        let from_middle = Vec2::new(-self.half.x + margin, -self.half.y + margin);
        (self.target + self.right * from_middle.x + self.up * from_middle.y, length)
    }
}

/// From where a figure is best seen.
fn direction(keys: &[DVec3], faces: &[DVec3]) -> Vec3 {
    let usual = looking(38.0, 24.0);
    let worth = |towards: DVec3| {
        let keys: f64 = keys.iter().map(|key| key.cross(towards).length()).sum();
        let flat: f64 = faces.iter().map(|face| (0.2 - face.dot(towards).abs()).max(0.0)).sum();
        keys + 0.35 * towards.dot(usual) - 1.5 * flat
    };
    let mut best = (f64::NEG_INFINITY, usual);
    for azimuth in (-180..180).step_by(12) {
        for elevation in [14.0, 24.0, 36.0] {
            let towards = looking(f64::from(azimuth) + 2.0, elevation);
            let worth = worth(towards);
            if worth > best.0 {
                best = (worth, towards);
            }
        }
    }
    best.1.as_vec3()
}

/// The direction towards an eye at these angles, in degrees.
fn looking(azimuth: f64, elevation: f64) -> DVec3 {
    let ((sin, cos), (rise, level)) =
        (azimuth.to_radians().sin_cos(), elevation.to_radians().sin_cos());
    DVec3::new(sin * level, rise, cos * level)
}
