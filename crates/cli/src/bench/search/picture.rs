//! The paper's cases of two tori, drawn.

use super::measure::world_of;
use crate::error::CliError;
use crate::picture::{Scene, draw, srgb};
use crate::picture_file;
use motzkin::CollisionService;
use motzkin::glam::Vec3;
use motzkin_lab::workload::torus::{Cover, TwoTori};
use std::collections::BTreeSet;
use std::path::Path;

const SIZE: [usize; 2] = [960, 640];

/// A picture of each case: the primitives of both tori, those that collide lit.
pub fn all(service: &CollisionService, folder: &Path) -> Result<(), CliError> {
    for case in TwoTori::ALL {
        let world = world_of(&case.scene([20, 20], Cover::Tetras)?)?;
        let found = service.search(&world).run().map_err(CliError::scene)?;
        let lit: BTreeSet<(u32, u32)> = found
            .iter()
            .flat_map(|found| (0..2).map(|side| (found.objects[side], found.nodes[side])))
            .collect();
        let mut scene = Scene::default();
        for (object, colour) in [(0, srgb(0x6f9fe8)), (1, srgb(0xf2a65a))] {
            let posed = world.posed(object).map_err(CliError::scene)?;
            for (node, frame) in (0..).zip(&posed.frames).skip(1) {
                let (colour, emission) = if lit.contains(&(object, node)) {
                    (srgb(0xff4060), 0.6)
                } else {
                    (colour, 0.0)
                };
                scene.add_frame(frame, colour, emission);
            }
        }
        let camera = scene.camera(Vec3::new(0.45, 0.75, 1.1), 0.6, SIZE);
        picture_file::save(
            &draw(&scene, &camera, SIZE[0], SIZE[1]),
            &folder.join(format!("motzkin-tori-{}.png", case.name())),
        )?;
    }
    Ok(())
}
