//! Where a camera must stand to see all of some points.

use motzkin::glam::{Vec2, Vec3};

/// The share of the picture that the points may fill.
const FILLED: f32 = 0.8;

/// The middle of what is seen depends on the distance, and the distance on the middle: both are
/// improved so many times.
const ROUNDS: usize = 12;

/// A view of all points from a given direction, as near as possible.
#[derive(Clone, Copy, Debug)]
pub struct Framing {
    /// The camera's place.
    pub eye: Vec3,
    /// The point in the middle of the picture.
    pub target: Vec3,
    /// The direction to the right in the picture.
    pub right: Vec3,
    /// The upward direction in the picture.
    pub up: Vec3,
    /// Half of what is seen at the target: across and up.
    pub half: Vec2,
}

impl Framing {
    /// Finds the view along `-towards`, for a vertical angle of view in radians and a picture that
    /// is `aspect` times as wide as high. A `flat` view has no perspective.
    pub fn new(points: &[Vec3], towards: Vec3, angle: f32, aspect: f32, flat: bool) -> Self {
        let forward = -towards;
        let right = forward.cross(Vec3::Y).normalize_or(Vec3::X);
        let up = right.cross(forward);
        let slope = (angle / 2.0).tan();
        let seen: Vec<Vec3> = points
            .iter()
            .map(|point| Vec3::new(point.dot(right), point.dot(up), point.dot(towards)))
            .collect();
        let least = least_distance(points);
        let (mut middle, mut distance) = (Vec2::ZERO, 1.0);
        for _ in 0..ROUNDS {
            let away = |point: &Vec3| {
                (point.truncate() - middle).abs() / (slope * FILLED) / Vec2::new(aspect, 1.0)
            };
            distance = seen.iter().fold(least, |far: f32, p| {
                far.max(away(p).max_element() + if flat { 0.0 } else { p.z })
            });
            let depth = |point: &Vec3| if flat { distance } else { distance - point.z };
            let sides = seen.iter().map(|point| (point.truncate() - middle) / depth(point));
            let ends = sides.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], p| {
                [low.min(p), high.max(p)]
            });
            if ends[0].is_finite() {
                middle += (ends[0] + ends[1]) / 2.0 * distance;
            }
        }
        let target = right * middle.x + up * middle.y;
        let half = Vec2::new(aspect, 1.0) * slope * distance;
        Self { eye: target + towards * distance, target, right, up, half }
    }
}

/// How near the camera may come: a thousandth of half the size of what it sees.
fn least_distance(points: &[Vec3]) -> f32 {
    let [low, high] = bounds(points);
    let size = (high - low).length();
    if size > 0.0 { 5e-4 * size } else { 1e-3 }
}

/// The least and the greatest coordinates; zero without points.
pub fn bounds(points: &[Vec3]) -> [Vec3; 2] {
    let points = || points.iter().copied();
    [points().reduce(Vec3::min), points().reduce(Vec3::max)].map(Option::unwrap_or_default)
}
