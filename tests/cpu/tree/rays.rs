//! Rays past frames, against slabs in rational numbers.

use crate::common::plane;
use crate::common::scene_model::frame;
use crate::common::seed::{goes_on, rng};
use crate::common::slabs::{Model, check};
use fastrand::Rng;
use glam::{Quat, Vec2, Vec3};
use motzkin::tree::frames::FrameTree;
use motzkin::{Frame2, Frame3, ShapeKind};

fn draw(rng: &mut Rng, reach: f32) -> Vec3 {
    Vec3::ZERO.map(|_| (rng.f32() - 0.5) * 2.0 * reach)
}

fn mixed(rng: &mut Rng) -> Vec<Frame3> {
    let turned = |rng: &mut Rng| {
        let turn = Quat::from_array(draw(rng, 1.0).extend(rng.f32() + 0.1).to_array());
        Frame3::rotated_box(draw(rng, 6.0), draw(rng, 1.0).abs() + 0.1, turn)
    };
    let by_vertices = |rng: &mut Rng| {
        let at = draw(rng, 6.0);
        let mut corner = || at + draw(rng, 2.0);
        Frame3::tetra_by_vertices([corner(), corner(), corner(), corner()])
    };
    (0..40)
        .map(|number| match number % 3 {
            0 => turned(rng).expect("a box"),
            1 => by_vertices(rng).expect("a tetrahedron"),
            _ => frame(rng),
        })
        .collect()
}

/// At random, from and to corners, along edges and in faces, and an ulp beside them.
#[test]
fn rays_past_frames_of_any_numbers() {
    let mut rng = rng("rays of any numbers");
    let (mut counts, mut round) = ([0; 2], 0);
    while goes_on(round, 12, counts.iter().all(|count| *count > 50)) {
        round += 1;
        let frames = mixed(&mut rng);
        let models: Vec<Model> = frames.iter().map(Model::of).collect();
        let tree = FrameTree::new(&frames).expect("valid");
        for number in 0..24 {
            let aimed = &frames[rng.usize(..frames.len())];
            let [origin, end] = [aimed.origin(), aimed.row(1)];
            let end = match aimed.kind() {
                Ok(ShapeKind::TetraByVertices) => end,
                _ => origin + end,
            };
            let from = draw(&mut rng, 8.0);
            let (from, way) = match number % 6 {
                0 | 1 => (from, draw(&mut rng, 16.0)),
                2 => (from, (origin - from) * 2.0),
                3 => (origin, end - origin),
                4 => (origin * 2.0 - end, (end - origin) * 2.0),
                _ => (end, Vec3::ZERO),
            };
            let beside = Vec3::new(from.x.next_up(), from.y, from.z.next_down());
            for from in [from, beside] {
                let all = tree.on_ray(from, way).expect("finite");
                let first = tree.first_on_ray(from, way).expect("finite");
                let found = check(&models, (from, way), &all, first);
                counts.iter_mut().zip(found).for_each(|(count, found)| *count += found);
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

#[test]
fn rays_in_the_plane() {
    let mut rng = rng("rays in the plane");
    let (mut counts, mut round) = ([0; 2], 0);
    while goes_on(round, 12, counts.iter().all(|count| *count > 20)) {
        round += 1;
        let drawn = |rng: &mut Rng| {
            let kind = plane::KINDS[rng.usize(..plane::KINDS.len())];
            plane::random_frame(rng, kind, 1.5, 9.0)
        };
        let frames: Vec<Frame2> = (0..40).map(|_| drawn(&mut rng)).collect();
        let models: Vec<Model> = frames.iter().map(Model::in_plane).collect();
        let tree = FrameTree::new(&frames).expect("valid");
        for number in 0..30 {
            let corner = frames[rng.usize(..frames.len())].origin();
            let from = draw(&mut rng, 12.0).truncate();
            let way = match number % 3 {
                0 => (corner - from) * 2.0,
                1 => draw(&mut rng, 24.0).truncate(),
                _ => Vec2::ZERO,
            };
            let from = if number % 3 == 2 { corner } else { from };
            let all = tree.on_ray(from, way).expect("finite");
            let first = tree.first_on_ray(from, way).expect("finite");
            let found = check(&models, (from.extend(0.0), way.extend(0.0)), &all, first);
            counts.iter_mut().zip(found).for_each(|(count, found)| *count += found);
        }
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

/// Frames that are parallel to the axes, of numbers for which nothing rounds: a ray within a face
/// touches, however small the errors are.
#[test]
fn rays_within_faces_touch() {
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).expect("a cube");
    let sheer = Frame3::aligned_box(Vec3::splat(-1e30), Vec3::splat(1e30)).expect("a cube");
    let tiny = Frame3::aligned_box(Vec3::ZERO, Vec3::splat(1e-42)).expect("a cube");
    let frames = [cube, sheer, tiny];
    let models = frames.each_ref().map(Model::of);
    let mut touches = 0;
    for (frame, model) in frames.iter().zip(models) {
        let model = [model];
        let size = frame.row(1).x;
        let tree = FrameTree::new(&[*frame]).expect("valid");
        let low = frame.origin();
        for (from, way) in [
            (low - Vec3::Y * size, Vec3::Y * size * 4.0),
            (low - Vec3::Y * size, Vec3::Y * size),
            (low + Vec3::new(0.5, -1.0, 0.0) * size, Vec3::Y * size * 4.0),
            (low + Vec3::new(0.5, -1.0, 0.5) * size, Vec3::Y * size),
            (low + Vec3::splat(0.5) * size, Vec3::ZERO),
            (low, Vec3::ZERO),
            (low - Vec3::X * f32::MIN_POSITIVE, Vec3::ZERO),
        ] {
            let all = tree.on_ray(from, way).expect("finite");
            let first = tree.first_on_ray(from, way).expect("finite");
            touches += check(&model, (from, way), &all, first)[0];
        }
    }
    assert!(touches > 12, "{touches}");
}
