//! Rays and points past frames of any bits, against slabs in rational numbers.

use crate::bits::Numbers;
use crate::common::slabs::{Model, check};
use crate::{driver, frames, plane};
use fastrand::Rng;
use motzkin::glam::{DVec3, Vec3};
use motzkin::tree::frames::{FrameContact, FrameHit, FrameTree, FrameTreeError};

type Asked<T> = Result<T, FrameTreeError>;

/// All contacts of a ray, the first one, and what its origin lies in.
type Answers = (Asked<Vec<FrameContact>>, Asked<Option<FrameContact>>, Asked<Vec<FrameHit>>);

/// A ray from and to points, or along and beyond what lies between them.
fn ray(rng: &mut Rng, numbers: Numbers, points: &[Vec3]) -> [Vec3; 2] {
    let [from, to] = [0; 2].map(|_| match rng.u32(..4) {
        0 => numbers.point(rng),
        1 => 0.5 * (points[rng.usize(..points.len())] + points[rng.usize(..points.len())]),
        _ => points[rng.usize(..points.len())],
    });
    let way = to - from;
    let mut beside = |at: Vec3| match rng.u32(..4) {
        0 => Vec3::new(at.x.next_up(), at.y, at.z.next_down()),
        _ => at,
    };
    let (from, way) = (beside(from), beside(way));
    match rng.u32(..5) {
        0 => [from - way, 2.0 * way],
        1 => [from, 0.5 * way],
        2 => [from, -way],
        _ => [from, way],
    }
}

/// Holds a tree to the models of its frames, by rays of which so many coordinates count.
fn hold(
    rng: &mut Rng,
    models: &[Model],
    (corners, count): (&[DVec3], usize),
    ask: impl Fn([Vec3; 2]) -> Answers,
) {
    if corners.is_empty() {
        return;
    }
    let numbers = Numbers::draw(rng);
    let points: Vec<Vec3> = corners.iter().map(|corner| corner.as_vec3()).collect();
    for _ in 0..16 {
        let counted = |v: Vec3| if count == 2 { v.truncate().extend(0.0) } else { v };
        let [from, way] = ray(rng, numbers, &points).map(counted);
        let (all, first, at) = ask([from, way]);
        let told = [all.is_ok(), first.is_ok(), at.is_ok()];
        let is_ray = from.is_finite() && way.is_finite();
        assert_eq!(told, [is_ray, is_ray, from.is_finite()], "{from} {way}");
        if let (Ok(all), Ok(first)) = (all, first) {
            check(models, (from, way), &all, first);
        }
        let Ok(at) = at else { continue };
        let hit = |(frame, model): (u32, &Model)| {
            let (verdict, _) = model.contact(from, Vec3::ZERO)?;
            Some(FrameHit { frame, verdict })
        };
        assert_eq!(at, (0..).zip(models).filter_map(hit).collect::<Vec<_>>(), "{from}");
    }
}

#[test]
fn rays_past_any_bits() {
    driver::run("rays", |rng| {
        let mut frames = frames::draw(rng, 6);
        frames.retain(frames::is_valid);
        let models: Vec<Model> = frames.iter().map(Model::of).collect();
        let corners: Vec<DVec3> = frames.iter().flat_map(|frame| frame.corners()).collect();
        let tree = FrameTree::new(&frames).expect("valid frames");
        hold(rng, &models, (&corners, 3), |[from, way]| {
            (tree.on_ray(from, way), tree.first_on_ray(from, way), tree.at(from))
        });

        let mut frames = plane::draw(rng, 6, false);
        frames.retain(plane::is_valid);
        let models: Vec<Model> = frames.iter().map(Model::in_plane).collect();
        let corners = frames.iter().flat_map(|frame| frame.corners());
        let corners: Vec<DVec3> = corners.map(|corner| corner.extend(0.0)).collect();
        let tree = FrameTree::new(&frames).expect("valid frames");
        hold(rng, &models, (&corners, 2), |ray| {
            let [from, way] = ray.map(Vec3::truncate);
            (tree.on_ray(from, way), tree.first_on_ray(from, way), tree.at(from))
        });
    });
}
