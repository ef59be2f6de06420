//! Distances of frames.

use crate::common::cases::random::random_frame;
use crate::common::distances;
use crate::common::oracle;
use crate::common::seed::{rng, seed};
use glam::DVec3;
use motzkin::{CollisionService, Engine, Frame3, ShapeKind, SimdLevel};
use motzkin_core::geom::{Parallelotope, Simplex};
use motzkin_core::kernel::Operands;
use motzkin_core::kernel::nearest::{Facing, last_face, nearest};
use motzkin_core::kernel::shape::Plain;

/// The CPU engine at every level, and the reference.
fn services() -> Vec<(String, CollisionService)> {
    let at = |level: SimdLevel| {
        let built = CollisionService::builder().engine(Engine::Cpu).simd(level).threads(2).build();
        (level.name().to_owned(), built.expect("a CPU engine"))
    };
    let reference = CollisionService::new(Engine::Reference).expect("the reference");
    let levels = SimdLevel::available().into_iter().map(at);
    levels.chain([("reference".into(), reference)]).collect()
}

#[test]
fn distances_of_frames_are_those_of_their_features() {
    for (who, service) in services() {
        distances::distances(&who, &service);
    }
}

#[test]
fn frames_without_a_distance_are_named() {
    services().iter().for_each(|(_, service)| distances::faults(service));
}

#[test]
fn clearances_of_frames_are_exact() {
    for (who, service) in services() {
        let drawn = if who == "reference" { 2 } else { 6 };
        distances::clearances(&who, &service, drawn);
    }
}

#[test]
fn clearances_of_polytopes_are_exact() {
    services().iter().for_each(|(_, service)| distances::clearances_of_polytopes(service));
}

#[test]
fn clearances_of_moving_frames_are_those_of_polytopes() {
    services().iter().for_each(|(_, service)| distances::moving_clearances(service));
}

#[test]
fn senseless_clearances_are_refused() {
    services().iter().for_each(|(_, service)| distances::senseless_clearances_are_refused(service));
}

#[test]
fn velocities_of_resting_frames_are_not_read() {
    services().iter().for_each(|(_, service)| distances::velocities_are_not_read(service));
}

/// Frames of kinds that one row of the kernels takes.
fn pairs_apart(of_first: ShapeKind, of_second: ShapeKind) -> Vec<[Frame3; 2]> {
    let mut rng = rng("last faces");
    let drawn = std::iter::from_fn(|| {
        Some([of_first, of_second].map(|kind| random_frame(&mut rng, kind, 1.0, 3.0)))
    });
    drawn.filter(|[a, b]| !oracle::verdict(a, b).meets()).take(400).collect()
}

/// `f64` hardly ever walks on: it finds its distance on the face that `f32` has found.
fn ends_at_the_last_face<A: Plain, B: Plain>(of_first: ShapeKind, of_second: ShapeKind) {
    let pairs = pairs_apart(of_first, of_second);
    let is_last = |[a, b]: &&[Frame3; 2]| {
        let narrow = Operands::<f32>::load::<A, B>((), |_| (a, b));
        let wide = Operands::<f64>::load::<A, B>((), |_| (a, b));
        let marks = last_face::<f32, A, B>(narrow).map(f64::from);
        let [x, y, z] = Facing::<f64, A, B>::new(wide).face(marks).at;
        let at_first = DVec3::new(x, y, z).length();
        let mut at_last = 0.0;
        nearest::<f32, A, B>((), |_| (a, b), None, |_, walked| at_last = walked.length);
        at_first <= at_last * (1.0 + 1e-9)
    };
    let found = pairs.iter().filter(is_last).count();
    assert!(found >= 396, "{found} of 400: {of_first:?}, {of_second:?}, seed {}", seed());
}

#[test]
fn the_walk_in_f32_ends_at_the_last_face() {
    let simplices = [ShapeKind::Tetra, ShapeKind::TetraByVertices];
    ends_at_the_last_face::<Parallelotope, Parallelotope>(ShapeKind::Cuboid, ShapeKind::Cuboid);
    for first in simplices {
        ends_at_the_last_face::<Simplex, Parallelotope>(first, ShapeKind::Cuboid);
        for second in simplices {
            ends_at_the_last_face::<Simplex, Simplex>(first, second);
        }
    }
}
