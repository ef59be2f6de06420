//! The workloads, with their answers by the CPU.

use crate::error::CliError;
use motzkin::gpu::BatchOptions;
use motzkin::{CollisionService, Engine, Pair, Verdicts, bytemuck};
use motzkin_lab::workload::{Known, PlaneWorkload, Workload};

const RESTING: [Workload; 10] = [
    Workload::Boxes,
    Workload::BoxesSparse,
    Workload::Aligned,
    Workload::Tetras,
    Workload::BoxTetra,
    Workload::Mixed,
    Workload::Lattice,
    Workload::TouchingGrid,
    Workload::TurnedGrid,
    Workload::Slivers,
];

const MOVING: [Workload; 5] = [
    Workload::Boxes,
    Workload::Tetras,
    Workload::BoxTetra,
    Workload::Mixed,
    Workload::TouchingGrid,
];

const IN_PLANE: [PlaneWorkload; 4] = [
    PlaneWorkload::Boxes,
    PlaneWorkload::Triangles,
    PlaneWorkload::Mixed,
    PlaneWorkload::TouchingGrid,
];

/// How fast frames move, in sizes of theirs.
const SPEED: f32 = 1.0;

/// Frames and pairs as a device takes them.
pub struct Case {
    pub name: String,
    /// The frames' bytes.
    pub frames: Vec<u8>,
    pub pairs: Vec<Pair>,
    pub options: BatchOptions,
    /// Pairs that overlap or touch.
    pub hits: usize,
}

/// Makes each workload, at rest, moving, in the plane and moving there.
pub fn each(
    pairs: usize,
    mut take: impl FnMut(Case) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let cpu = CollisionService::new(Engine::Cpu)?;
    let hits = |verdicts: Verdicts| verdicts.iter().filter(|verdict| verdict.meets()).count();
    // Scenes in space and in the plane are different types with the same methods.
    macro_rules! take {
        ($workload:expr, $moving:expr, $in_plane:expr) => {{
            let (workload, moving) = ($workload, $moving);
            let mut scene = workload.scene(pairs, Known::SEED);
            if moving {
                scene = scene.in_motion(SPEED, Known::SEED);
            }
            let query = cpu.query(&scene.frames, &scene.pairs);
            let verdicts = match moving {
                true => query.moving().run()?.into_verdicts(),
                false => query.run()?.into_verdicts(),
            };
            take(Case {
                name: name(workload.name(), moving),
                frames: bytemuck::cast_slice(&scene.frames).to_vec(),
                pairs: scene.pairs,
                options: BatchOptions { moving, in_plane: $in_plane, ..BatchOptions::default() },
                hits: hits(verdicts),
            })?;
        }};
    }
    for (moving, workloads) in [(false, &RESTING[..]), (true, &MOVING[..])] {
        for workload in workloads {
            take!(workload, moving, false);
        }
    }
    for moving in [false, true] {
        for workload in IN_PLANE {
            take!(workload, moving, true);
        }
    }
    Ok(())
}

fn name(workload: &str, moving: bool) -> String {
    format!("{workload}{}", if moving { ", moving" } else { "" })
}
