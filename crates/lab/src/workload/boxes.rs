//! Boxes for broad phases, half a unit to one and a half wide, about one pair a box.

use fastrand::Rng;
use glam::Vec3;
use motzkin_core::geom::Aabb3;

/// The names of the scenes.
pub const SCENES: [&str; 5] =
    ["uniform", "clustered", "a big one", "big among small", "city on a plane"];

/// One more, where a box meets many others.
pub const CROWDED: &str = "crowded";

fn vector(rng: &mut Rng) -> Vec3 {
    Vec3::new(rng.f32(), rng.f32(), rng.f32())
}

/// Returns the boxes of a scene of this name. A name of no scene gives the first one.
pub fn boxes(scene: &str, count: usize) -> Vec<Aabb3> {
    let mut rng = Rng::with_seed(2019);
    let side = (4.16 * count as f32).cbrt();
    let street = (3.0 * count as f32).sqrt();
    let clusters: Vec<Vec3> =
        (0..count.div_ceil(1000)).map(|_| 20.0 * side * vector(&mut rng)).collect();
    let one = |number: usize| {
        let half = 0.25 + 0.5 * vector(&mut rng);
        let place = side * vector(&mut rng);
        let (centre, half) = match scene {
            "uniform" => (place, half),
            CROWDED => (place, 2.6 * half),
            "clustered" => {
                let spread: Vec3 = (0..4).map(|_| vector(&mut rng) - 0.5).sum();
                (clusters[rng.usize(..clusters.len())] + 8.0 * spread, half)
            }
            "a big one" if number == 0 => (Vec3::splat(0.5 * side), Vec3::splat(side)),
            "big among small" if number.is_multiple_of(1000) => (place, 20.0 * half),
            "city on a plane" => {
                let height = half.z * (1.0 + 4.0 * rng.f32());
                (Vec3::new(rng.f32() * street, rng.f32() * street, height), half.with_z(height))
            }
            _ => (place, half),
        };
        Aabb3 { min: centre - half, max: centre + half }
    };
    (0..count).map(one).collect()
}

/// Returns the boxes after a step: one in `every` has moved by up to a tenth of a unit.
pub fn moved(boxes: &[Aabb3], every: usize) -> Vec<Aabb3> {
    let mut rng = Rng::with_seed(2023);
    let step = |(number, own): (usize, &Aabb3)| {
        let way = if number % every == 0 { 0.2 * (vector(&mut rng) - 0.5) } else { Vec3::ZERO };
        Aabb3 { min: own.min + way, max: own.max + way }
    };
    boxes.iter().enumerate().map(step).collect()
}
