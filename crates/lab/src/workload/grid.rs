//! Grids of boxes in contact.

use super::{Scene, Workload};
use fastrand::Rng;
use glam::{Quat, Vec3};
use motzkin_core::geom::{Frame3, Pair};

/// The seven neighbours ahead of a box: across faces, edges and the corner.
const AHEAD: [[usize; 3]; 7] =
    [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1], [1, 1, 1]];

pub(super) fn scene(workload: Workload, pairs: usize, seed: u64) -> Scene {
    let mut rng = Rng::with_seed(seed ^ (workload as u64) << 32);
    if pairs == 0 {
        return Scene::default();
    }
    // A side n gives 7 (n - 1)^3 pairs and more.
    let mut side = 2;
    while AHEAD.len() * (side - 1) * (side - 1) * (side - 1) < pairs {
        side += 1;
    }
    let index = |[x, y, z]: [usize; 3]| ((x * side + y) * side + z) as u32;
    let mut scene = Scene::default();
    for x in 0..side {
        for y in 0..side {
            for z in 0..side {
                scene.frames.push(cell(workload, [x, y, z], &mut rng));
                let inner = [x, y, z].iter().all(|&i| i + 1 < side);
                let ahead = AHEAD.map(|[dx, dy, dz]| [x + dx, y + dy, z + dz]);
                let wanted = if inner { pairs - scene.pairs.len() } else { 0 };
                let near = ahead.into_iter().take(wanted);
                scene.pairs.extend(near.map(|next| Pair::new(index([x, y, z]), index(next))));
            }
        }
    }
    scene
}

/// A box of 0.5 x 0.25 x 0.75: its faces lie on multiples that `f32` holds exactly.
fn cell(workload: Workload, at: [usize; 3], rng: &mut Rng) -> Frame3 {
    let size = Vec3::new(0.5, 0.25, 0.75);
    let min = Vec3::from_array(at.map(|i| i as f32)) * size;
    let mut turned = || {
        // A turn by about 2 s, s from 1e-7 to 1e-2, about any axis.
        let s = (0..rng.u32(2..=7)).fold(1.0_f32, |s, _| s * 0.1);
        let mut part = || (rng.f32() - 0.5) * s;
        let turn = Quat::from_xyzw(part(), part(), part(), 1.0);
        Frame3::rotated_box(min + size * 0.5, size * 0.5, turn)
    };
    let frame = if workload == Workload::TurnedGrid {
        turned()
    } else {
        Frame3::aligned_box(min, min + size)
    };
    frame.unwrap_or_else(|error| unreachable!("a grid cell is a valid frame: {error}"))
}
