//! The picture of the last frame.

use super::Instance;
use crate::picture::{Camera, Canvas, Scene, draw as render, srgb};
use motzkin::glam::Vec3;

const WIDTH: usize = 1600;
const HEIGHT: usize = 900;

/// The vertical angle of view, in radians.
const ANGLE: f32 = 0.62;

/// From so many bodies on the camera stands within the whirl. Fewer bodies would all lie outside
/// the picture, or nearly all: then the camera steps back until it sees each of them.
const MANY: usize = 1000;

/// Bodies that meet nothing, in shades that vary from one to the next.
const CALM: [u32; 4] = [0x4a6285, 0x5b7a9d, 0x6f8fae, 0x3f5675];

/// Bodies that collide: from one other body to many.
const WARM: [u32; 3] = [0xe8542f, 0xf58a3c, 0xffc25c];

/// Draws the bodies; those that collide shine.
pub fn draw(instance: &Instance) -> Canvas {
    let mut hits = vec![0_usize; instance.frames.len()];
    for (pair, verdict) in instance.pairs.iter().zip(&instance.verdicts) {
        if verdict.meets() {
            hits[pair.a as usize] += 1;
            hits[pair.b as usize] += 1;
        }
    }
    let mut scene =
        Scene { background: [srgb(0x080d18), srgb(0x18233a)], haze: 0.3, ..Scene::default() };
    for (number, (frame, &hits)) in instance.frames.iter().zip(&hits).enumerate() {
        if hits == 0 {
            scene.add_frame(frame, srgb(CALM[number % CALM.len()]), 0.0);
        } else {
            scene.add_frame(
                frame,
                srgb(WARM[(hits.ilog2() as usize / 2).min(WARM.len() - 1)]),
                0.4,
            );
        }
    }
    let radius = instance.frames.iter().map(|frame| frame.origin().length()).fold(1.0, f32::max);
    let eye = Vec3::new(0.1, 0.36, 0.78) * radius;
    let camera = if instance.frames.len() < MANY {
        scene.camera(eye, ANGLE, [WIDTH, HEIGHT])
    } else {
        Camera::perspective(eye, Vec3::new(0.0, -0.05, 0.0) * radius, ANGLE)
    };
    render(&scene, &camera, WIDTH, HEIGHT)
}
