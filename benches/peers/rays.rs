//! The first frame on a ray, and the frames at a point, against parry's compound of cuboids.

use super::timing::race;
use motzkin::Frame3;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::frames::FrameTree;
use parry3d::math::{Pose, Vector};
use parry3d::query::{PointQuery, Ray, RayCast};
use parry3d::shape::{Compound, SharedShape};

const BOXES: usize = 3_000;
const RAYS: usize = 1_000;

fn draw(rng: &mut fastrand::Rng, reach: f32) -> Vec3 {
    Vec3::ZERO.map(|_| (rng.f32() * 2.0 - 1.0) * reach)
}

/// The first contacts of rays of some twenty box widths, and the boxes that hold points. parry's
/// answers are looked at before anything is timed: times within `1e-4`, and as many points but for
/// one in a thousand.
pub fn compare_all() {
    println!(
        "\n{:15} {:>6} | {:>8} | {:>8} {:>6} {:>6}",
        "of 3,000 boxes", "hits", "parry ns", "ours ns", "ratio", "least"
    );
    let mut rng = fastrand::Rng::with_seed(1);
    let placed: Vec<(Vec3, Quat)> = (0..BOXES)
        .map(|_| {
            (
                draw(&mut rng, 12.0),
                Quat::from_array(draw(&mut rng, 1.0).extend(0.4).into()).normalize(),
            )
        })
        .collect();
    let half = Vec3::splat(0.4);
    let frame = |&(centre, turn): &(Vec3, Quat)| Frame3::rotated_box(centre, half, turn);
    let frames: Vec<Frame3> = placed.iter().map(frame).collect::<Result<_, _>>().expect("boxes");
    let tree = FrameTree::new(&frames).expect("a tree");
    let cuboid = SharedShape::cuboid(0.4, 0.4, 0.4);
    let peer = |&(centre, turn): &(Vec3, Quat)| (Pose::from_parts(centre, turn), cuboid.clone());
    let compound = Compound::new(placed.iter().map(peer).collect());

    let rays: Vec<Ray> =
        (0..RAYS).map(|_| Ray::new(draw(&mut rng, 14.0), draw(&mut rng, 16.0))).collect();
    let theirs = |ray: &Ray| compound.cast_local_ray(ray, 1.0, true);
    let ours = |ray: &Ray| {
        let found = tree.first_on_ray(ray.origin, ray.dir).expect("finite numbers");
        found.map(|contact| contact.interval.first)
    };
    let is_near = |ray: &Ray| match (theirs(ray), ours(ray)) {
        (Some(p), Some(q)) => (p - q).abs() < 1e-4,
        (p, q) => p.is_none() == q.is_none(),
    };
    let far = rays.iter().filter(|ray| !is_near(ray)).count();
    assert!(far <= RAYS / 500, "{far} rays have other times");
    let hits = |cast: &dyn Fn(&Ray) -> Option<f32>| rays.iter().filter_map(cast).count();
    row("first on a ray", hits(&ours), race(Some(|| hits(&theirs)), || hits(&ours)).cells(RAYS));

    let points: Vec<Vector> = (0..RAYS).map(|_| draw(&mut rng, 12.0)).collect();
    let theirs = || points.iter().filter(|point| compound.contains_local_point(**point)).count();
    let ours = || {
        let holds = |point: &&Vector| !tree.at(**point).expect("finite numbers").is_empty();
        points.iter().filter(holds).count()
    };
    assert!(theirs().abs_diff(ours()) <= RAYS / 500, "points in other boxes");
    row("at a point", ours(), race(Some(theirs), ours).cells(RAYS));
}

fn row(name: &str, hits: usize, [parry, ours, ratio, least]: [String; 4]) {
    println!("{name:15} {hits:>6} | {parry:>8} | {ours:>8} {ratio:>6} {least:>6}");
}
