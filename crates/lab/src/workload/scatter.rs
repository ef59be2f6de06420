//! Shapes scattered in a volume whose size sets the share of hits.

use super::{Scene, Workload};
use fastrand::Rng;
use glam::{Quat, Vec3};
use motzkin_core::error::FrameError;
use motzkin_core::geom::{Frame3, Pair};

/// Pairs that share a frame, on average.
const PAIRS_PER_FRAME: usize = 10;

pub(super) fn scene(workload: Workload, pairs: usize, seed: u64) -> Scene {
    let mut rng = Rng::with_seed(seed ^ (workload as u64) << 32);
    // Even, and at least two, so that a pair has two frames; none when there is nothing to test.
    let count = if pairs == 0 { 0 } else { (pairs / PAIRS_PER_FRAME).max(2) & !1 };
    let shared = rotation(&mut rng);
    let frames: Vec<Frame3> = (0..count).map(|i| frame(workload, i, shared, &mut rng)).collect();
    let pairs = (0..pairs).map(|_| pair(workload, count as u32, &mut rng)).collect();
    Scene { frames, pairs }
}

/// Two different frames; in [`Workload::BoxTetra`] the even ones are boxes, the odd ones
/// tetrahedra.
fn pair(workload: Workload, count: u32, rng: &mut Rng) -> Pair {
    let a = rng.u32(..count);
    let b = (a + rng.u32(1..count)) % count;
    if workload != Workload::BoxTetra {
        return Pair::new(a, b);
    }
    let (even, odd) = (a & !1, b | 1);
    if rng.bool() { Pair::new(even, odd) } else { Pair::new(odd, even) }
}

/// Draws until the numbers make a frame that is not flat.
fn frame(workload: Workload, index: usize, shared: Quat, rng: &mut Rng) -> Frame3 {
    loop {
        if let Ok(frame) = draw(workload, index, shared, rng) {
            return frame;
        }
    }
}

fn draw(
    workload: Workload,
    index: usize,
    shared: Quat,
    rng: &mut Rng,
) -> Result<Frame3, FrameError> {
    match workload {
        Workload::Boxes => rigid_box(1.95, rotation(rng), rng),
        Workload::BoxesSparse => rigid_box(4.3, rotation(rng), rng),
        Workload::Aligned => rigid_box(1.7, Quat::IDENTITY, rng),
        Workload::EquallyTurned => rigid_box(1.7, shared, rng),
        Workload::YawOnly => {
            let turn = rotation(rng);
            rigid_box(1.75, Quat::from_xyzw(0.0, 0.0, turn.z, turn.w), rng)
        }
        Workload::Tetras => tetra(0.8, index.is_multiple_of(2), rng),
        Workload::BoxTetra if index.is_multiple_of(2) => rigid_box(1.4, rotation(rng), rng),
        Workload::BoxTetra => tetra(1.4, index % 4 == 1, rng),
        Workload::Mixed if index.is_multiple_of(2) => rigid_box(1.4, rotation(rng), rng),
        Workload::Mixed => tetra(1.4, index % 4 == 1, rng),
        Workload::PaperCuboids => paper(false, rng),
        Workload::PaperTetras => paper(true, rng),
        Workload::PaperMixed => paper(rng.bool(), rng),
        Workload::Lattice => lattice(rng),
        Workload::Slivers => sliver(rng),
        Workload::Ratios => ratio(rng),
        Workload::TouchingGrid | Workload::TurnedGrid => unreachable!("grids are built in grid.rs"),
    }
}

/// A number in `[-extent, extent)`.
fn number(extent: f32, rng: &mut Rng) -> f32 {
    (rng.f32() * 2.0 - 1.0) * extent
}

fn point(extent: f32, rng: &mut Rng) -> Vec3 {
    Vec3::new(number(extent, rng), number(extent, rng), number(extent, rng))
}

/// Any orientation with equal chance: a point of the four-dimensional ball, by rejection.
pub(super) fn rotation(rng: &mut Rng) -> Quat {
    loop {
        let q = [(); 4].map(|()| number(1.0, rng));
        let square: f32 = q.iter().map(|x| x * x).sum();
        if (0.01..1.0).contains(&square) {
            return Quat::from_array(q);
        }
    }
}

fn rigid_box(spread: f32, turn: Quat, rng: &mut Rng) -> Result<Frame3, FrameError> {
    let mut half = || 0.4 + 1.2 * rng.f32();
    let half = Vec3::new(half(), half(), half());
    Frame3::rotated_box(point(spread, rng), half, turn)
}

fn tetra(spread: f32, by_vertices: bool, rng: &mut Rng) -> Result<Frame3, FrameError> {
    let centre = point(spread, rng);
    let vertices = [(); 4].map(|()| centre + point(2.0, rng));
    let [origin, rest @ ..] = vertices;
    if by_vertices {
        return Frame3::tetra_by_vertices(vertices);
    }
    Frame3::tetra(origin, rest.map(|vertex| vertex - origin))
}

/// fmb-2019 section 6.1.2, `RANGE_AXIS`.
fn paper(tetra: bool, rng: &mut Rng) -> Result<Frame3, FrameError> {
    let origin = point(100.0, rng);
    let edges = [(); 3].map(|()| point(100.0, rng));
    if tetra { Frame3::tetra(origin, edges) } else { Frame3::cuboid(origin, edges) }
}

fn lattice(rng: &mut Rng) -> Result<Frame3, FrameError> {
    let mut whole =
        |extent: i32| Vec3::from_array([(); 3].map(|()| rng.i32(-extent..=extent) as f32));
    let (origin, edges) = (whole(3), [whole(2), whole(2), whole(2)]);
    match rng.u32(..3) {
        0 => Frame3::cuboid(origin, edges),
        1 => Frame3::tetra(origin, edges),
        _ => Frame3::tetra_by_vertices([
            origin,
            origin + edges[0],
            origin + edges[1],
            origin + edges[2],
        ]),
    }
}

/// Rods, plates and needles, `1e5` times longer than thick.
fn sliver(rng: &mut Rng) -> Result<Frame3, FrameError> {
    let thin = |thin: bool| if thin { 1e-5 } else { 1.0 };
    let plate = rng.bool();
    let half = Vec3::new(1.0, thin(!plate), thin(true));
    let turned = Frame3::rotated_box(point(0.4, rng), half, rotation(rng))?;
    if rng.bool() {
        return Ok(turned);
    }
    let [e0, e1, e2] = [1, 2, 3].map(|row| turned.row(row));
    Frame3::tetra(turned.origin(), [e0, e1, e2])
}

/// Sizes from 1 down to `1e-10`, each shape as far from the origin as it is large.
fn ratio(rng: &mut Rng) -> Result<Frame3, FrameError> {
    let scale = (0..rng.u32(..=10)).fold(1.0_f32, |scale, _| scale * 0.1);
    let half = Vec3::new(1.0 + rng.f32(), 1.0 + rng.f32(), 1.0 + rng.f32()) * scale;
    if rng.bool() {
        return Frame3::rotated_box(point(2.0 * scale, rng), half, rotation(rng));
    }
    let centre = point(2.0 * scale, rng);
    Frame3::tetra_by_vertices([(); 4].map(|()| centre + point(2.0 * scale, rng)))
}
