//! Compares the GPU with the CPU on pairs of one's own, as a test of a renderer would.
//!
//! Takes any adapter, a software one too; without one it says so and compares with the reference.

use motzkin::glam::{Quat, Vec3};
use motzkin::{CollisionService, Engine, Frame3, Pair};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A ring of boxes, each against the next three.
    let count = 5000;
    let frames = (0..count)
        .map(|i| {
            let turn = Quat::from_rotation_y(std::f32::consts::TAU * i as f32 / count as f32);
            Frame3::rotated_box(turn * Vec3::X * 100.0, Vec3::new(0.3, 0.5, 0.07), turn)
        })
        .collect::<Result<Vec<_>, _>>()?;
    let pairs: Vec<Pair> = (0..count)
        .flat_map(|i| (1..=3).map(move |step| Pair::new(i, (i + step) % count)))
        .collect();

    let cpu = CollisionService::new(Engine::Cpu)?;
    let other = CollisionService::new(Engine::Gpu).or_else(|error| {
        eprintln!("{error}; comparing with the reference instead");
        CollisionService::new(Engine::Reference)
    })?;
    let (left, right) = (cpu.verdicts(&frames, &pairs)?, other.verdicts(&frames, &pairs)?);
    for (pair, (left, right)) in pairs.iter().zip(left.iter().zip(right.iter())) {
        assert_eq!(left, right, "{pair:?} differs");
    }
    println!(
        "{} pairs, {} overlap: {} and {} agree",
        pairs.len(),
        left.overlapping(),
        cpu.info().engine,
        other.info().adapter.as_deref().unwrap_or(other.info().engine.name()),
    );
    Ok(())
}
