//! Shapes for the broad phase, of every kind and spread.

use fastrand::Rng;
use motzkin::Frame3;
use motzkin::glam::{Quat, Vec3};

/// A point in the cube from -1 to 1.
fn point(rng: &mut Rng) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| 2.0 * rng.f32() - 1.0))
}

/// A shape of any kind, about so large, at this place.
pub fn shape(rng: &mut Rng, at: Vec3, size: f32) -> Frame3 {
    let made = |rng: &mut Rng| {
        let edges = [(); 3].map(|()| size * point(rng));
        match rng.u32(..4) {
            0 => Frame3::tetra(at, edges),
            1 => Frame3::tetra_by_vertices([at, at + edges[0], at + edges[1], at + edges[2]]),
            2 => Frame3::cuboid(at, edges),
            _ => Frame3::rotated_box(at, size * Vec3::splat(0.5), Quat::from_rotation_z(rng.f32())),
        }
    };
    // A shape may come out flat.
    (0..100).find_map(|_| made(rng).ok()).expect("a shape that is not flat")
}

/// Shapes all over a cube, some of which meet.
pub fn uniform(rng: &mut Rng, count: usize) -> Vec<Frame3> {
    let size = 0.7 / (count.max(1) as f32).cbrt();
    (0..count)
        .map(|_| {
            let at = point(rng);
            shape(rng, at, size)
        })
        .collect()
}

/// Shapes in a few small clusters, far apart.
pub fn clustered(rng: &mut Rng, count: usize) -> Vec<Frame3> {
    let centres: Vec<Vec3> = (0..8).map(|_| 1000.0 * point(rng)).collect();
    let size = 0.5 / (count.max(1) as f32 / 8.0).cbrt();
    (0..count)
        .map(|_| {
            let at = centres[rng.usize(..8)] + point(rng);
            shape(rng, at, size)
        })
        .collect()
}

/// One that holds all others.
pub fn one_big(rng: &mut Rng, count: usize) -> Vec<Frame3> {
    let mut shapes = uniform(rng, count);
    let place = count / 3;
    shapes[place] = Frame3::aligned_box(Vec3::splat(-9.0), Vec3::splat(9.0)).unwrap();
    shapes
}

/// All with their origin in one point.
pub fn in_one_point(rng: &mut Rng, count: usize) -> Vec<Frame3> {
    (0..count).map(|_| shape(rng, Vec3::new(3.0, -7.0, 0.1), 1.0)).collect()
}

/// Boxes side by side that touch, on whole numbers.
pub fn wall(count: usize) -> Vec<Frame3> {
    let side = (count as f32).sqrt().ceil() as usize;
    (0..count)
        .map(|i| {
            let at = Vec3::new((i % side) as f32, (i / side) as f32, 0.0);
            Frame3::aligned_box(at, at + Vec3::ONE).unwrap()
        })
        .collect()
}

/// Shapes multiplied by this, with their places.
pub fn scaled(shapes: &[Frame3], by: f32) -> Vec<Frame3> {
    let scaled = |frame: &Frame3| {
        let [origin, a, b, c] = [0, 1, 2, 3].map(|row| by * frame.row(row));
        Frame3::of_kind(frame.kind().unwrap(), origin, [a, b, c])
    };
    shapes.iter().filter_map(|frame| scaled(frame).ok()).collect()
}
