//! The objects of a search, what collides lit.

use super::load::Object;
use crate::error::CliError;
use crate::picture::{self, Camera, Scene, Triangle, srgb};
use image::RgbImage;
use motzkin::glam::Vec3;
use motzkin::{Collision, World};

/// The objects' colours, in turn.
const COLOURS: [u32; 5] = [0x6f9fe8, 0xf2a65a, 0x7bc47f, 0xc79be0, 0xd8c36a];

/// The colour of triangles whose volumes collide.
const LIT: u32 = 0xff4060;

pub fn draw(
    world: &World,
    objects: &[Object],
    found: &[Collision],
    [width, height]: [usize; 2],
) -> Result<RgbImage, CliError> {
    let mut scene = Scene::default();
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for (number, object) in (0..).zip(objects) {
        let mut lit = vec![false; object.mesh.len()];
        for collision in found {
            for side in 0..2 {
                if collision.objects[side] == number {
                    object
                        .triangles(collision.frames[side])
                        .iter()
                        .for_each(|&i| lit[i as usize] = true);
                }
            }
        }
        let Some((rotation, translation)) = world.pose(number) else { continue };
        let rotation = rotation.normalize();
        for (triangle, lit) in (0..).zip(lit) {
            let corners = object
                .mesh
                .corners(triangle)
                .map(|corner| rotation * Vec3::from(corner) + translation);
            for corner in corners {
                (low, high) = (low.min(corner), high.max(corner));
            }
            let own = srgb(COLOURS[number as usize % COLOURS.len()]);
            let (colour, emission) = if lit { (srgb(LIT), 0.6) } else { (own, 0.0) };
            scene.triangles.push(Triangle { corners, colour, emission });
        }
    }
    if objects.is_empty() {
        (low, high) = (Vec3::ZERO, Vec3::ONE);
    }
    let (middle, size) = (0.5 * (low + high), (high - low).length());
    let camera = Camera::perspective(middle + size * Vec3::new(0.55, 0.5, 0.9), middle, 0.6);
    Ok(picture::draw(&scene, &camera, width, height))
}
