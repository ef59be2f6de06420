//! The picture of a search: the objects, with the triangles in colliding volumes lit.

use super::load::Object;
use crate::picture::{self, Canvas, Scene, Triangle, srgb};
use motzkin::glam::Vec3;
use motzkin::{BvhWorld, Collision};

/// The colours of objects, repeated in this order.
const COLOURS: [u32; 5] = [0x6f9fe8, 0xf2a65a, 0x7bc47f, 0xc79be0, 0xd8c36a];

/// The colour of triangles whose volumes collide.
const LIT: u32 = 0xff4060;

pub fn draw(
    world: &BvhWorld,
    objects: &[Object],
    found: &[Collision],
    [width, height]: [usize; 2],
) -> Canvas {
    let mut placed = Vec::new();
    let mut lit: Vec<Vec<bool>> =
        objects.iter().map(|object| vec![false; object.mesh.len()]).collect();
    for collision in found {
        for (number, volume) in collision.objects.into_iter().zip(collision.frames) {
            let (object, lit) = (&objects[number as usize], &mut lit[number as usize]);
            object.triangles(volume).iter().for_each(|&i| lit[i as usize] = true);
        }
    }
    for ((number, object), lit) in (0..).zip(objects).zip(lit) {
        let Some((rotation, translation)) = world.pose(number) else { continue };
        let (rotation, translation) = (rotation.as_dquat().normalize(), translation.as_dvec3());
        for (triangle, lit) in (0..).zip(lit) {
            let corners = object
                .mesh
                .corners(triangle)
                .map(|corner| rotation * Vec3::from(corner).as_dvec3() + translation);
            let own = srgb(COLOURS[number as usize % COLOURS.len()]);
            placed.push((corners, if lit { (srgb(LIT), 0.6) } else { (own, 0.0) }));
        }
    }
    // In `f32` the squares of large coordinates would overflow, and those of small ones vanish.
    let size = placed.iter().flat_map(|(corners, _)| corners);
    let size = size.fold(0.0, |size: f64, corner| size.max(corner.abs().max_element()));
    let scale = if size > 0.0 { (-size.log2().floor()).exp2() } else { 1.0 };
    let mut scene = Scene::default();
    scene.triangles.extend(placed.into_iter().map(|(corners, (colour, emission))| Triangle {
        corners: corners.map(|corner| (corner * scale).as_vec3()),
        colour,
        emission,
    }));
    let camera = scene.camera(Vec3::new(0.55, 0.5, 0.9), 0.6, [width, height]);
    picture::draw(&scene, &camera, width, height)
}
