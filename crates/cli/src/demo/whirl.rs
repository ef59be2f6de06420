//! The demo's scene: a spiral of tumbling boxes and tetrahedra.

use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::{Frame3, FrameError};
use rayon::prelude::*;
use std::f32::consts::{PI, TAU};

/// Time between two frames, in seconds.
const STEP: f32 = 1.0 / 30.0;

/// Spread of the sizes: they are log-normal, so that a twentieth is three times the median or more.
const SIZE_SPREAD: f32 = 0.55;

/// Share of the bodies in the core.
const CORE: f32 = 0.3;

/// Radius of the whirl for one body; the volume grows with their number.
const SCALE: f32 = 10.0;

/// Bodies that circle a centre and turn about axes of their own.
pub struct Whirl {
    bodies: Vec<Body>,
}

struct Body {
    shape: Shape,
    /// Distance from the axis, height and angle at the start, angle per second.
    radius: f32,
    height: f32,
    angle: f32,
    speed: f32,
    /// Orientation at the start, and the turning that goes on.
    pose: Quat,
    axis: Vec3,
    spin: f32,
}

enum Shape {
    /// Half extents.
    Box(Vec3),
    /// Corners round the origin.
    Tetra([Vec3; 4]),
}

impl Whirl {
    /// The same seed gives the same whirl.
    pub fn new(count: usize, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let extent = SCALE * (count as f32).cbrt();
        Self { bodies: (0..count).map(|_| Body::new(extent, &mut rng)).collect() }
    }

    /// All bodies as they stand in frame `number`.
    pub fn frames(&self, number: usize) -> Result<Vec<Frame3>, FrameError> {
        let time = number as f32 * STEP;
        self.bodies.par_iter().map(|body| body.frame(time)).collect()
    }
}

impl Body {
    fn new(extent: f32, rng: &mut Rng) -> Self {
        let in_core = rng.f32() < CORE;
        let (radius, angle, height) = if in_core {
            let at = Vec3::new(normal(rng), 0.7 * normal(rng), normal(rng)) * 0.033 * extent;
            (at.x.hypot(at.z), at.z.atan2(at.x), at.y)
        } else {
            // Two arms that wind once, wider and thinner further out.
            let radius = 0.1 + 0.9 * rng.f32().powf(0.62);
            let arm = if rng.bool() { PI } else { 0.0 };
            let angle = arm + 2.6 * (radius / 0.1).ln() + 0.44 * normal(rng);
            (extent * (radius + 0.026 * normal(rng)).abs(), angle, extent * 0.03 * normal(rng))
        };
        let size = (SIZE_SPREAD * normal(rng)).clamp(-1.4, 1.7).exp();
        let shape = if rng.bool() {
            let mut side = || size * (0.45 + 0.4 * rng.f32());
            Shape::Box(Vec3::new(side(), side(), side()))
        } else {
            let regular =
                [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
            Shape::Tetra(
                regular.map(|corner| (Vec3::from(corner) + direction(rng) * 0.35) * size * 0.8),
            )
        };
        Self {
            shape,
            radius,
            height,
            angle,
            speed: 0.9 / (1.0 + 6.0 * radius / extent),
            pose: Quat::from_axis_angle(direction(rng), rng.f32() * TAU),
            axis: direction(rng),
            spin: 2.0 * normal(rng),
        }
    }

    fn frame(&self, time: f32) -> Result<Frame3, FrameError> {
        let (sin, cos) = (self.angle + self.speed * time).sin_cos();
        let centre = Vec3::new(self.radius * cos, self.height, self.radius * sin);
        let turn = Quat::from_axis_angle(self.axis, self.spin * time) * self.pose;
        match self.shape {
            Shape::Box(half) => Frame3::rotated_box(centre, half, turn),
            Shape::Tetra(corners) => {
                Frame3::tetra_by_vertices(corners.map(|corner| centre + turn.mul_vec3(corner)))
            }
        }
    }
}

/// A normally distributed number, by Box and Muller.
fn normal(rng: &mut Rng) -> f32 {
    (-2.0 * (1.0 - rng.f32()).ln()).sqrt() * (TAU * rng.f32()).cos()
}

/// Any direction with equal chance.
fn direction(rng: &mut Rng) -> Vec3 {
    Vec3::new(normal(rng), normal(rng), normal(rng)).normalize_or(Vec3::Y)
}
