//! One call: which of these frames meet?

use motzkin::glam::{Quat, Vec3};
use motzkin::{CollisionService, Engine, Frame3, Pair};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let service = CollisionService::new(Engine::Auto)?;
    let frames = [
        Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?,
        Frame3::aligned_box(Vec3::X, Vec3::splat(2.0))?,
        Frame3::rotated_box(Vec3::ONE, Vec3::splat(0.4), Quat::from_rotation_z(0.5))?,
        Frame3::tetra_by_vertices([Vec3::NEG_ONE, Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z])?,
    ];
    let pairs = [Pair::new(0, 1), Pair::new(0, 2), Pair::new(0, 3)];
    for (pair, verdict) in pairs.iter().zip(service.verdicts(&frames, &pairs)?.iter()) {
        println!("{} and {} are {verdict}", pair.a, pair.b);
    }
    Ok(())
}
