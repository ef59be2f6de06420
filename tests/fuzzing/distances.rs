//! Distances of convex hulls against those of every pair of features, in rational numbers.

use crate::bits::Numbers;
use crate::common::details::is_near;
use crate::common::distances::{fault_of_hulls, squares_of_hulls, true_clearance};
use crate::common::hull::{Scene, oracle, thin};
use crate::{driver, margins};
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::Vec3;
use motzkin::{CollisionService, Engine, PolytopeSet, Verdict, Wanted};
use motzkin_core::geom::Pair;

/// Two hulls of a few points of any kind, thin ones now and then.
pub fn draw(rng: &mut Rng) -> (PolytopeSet, Vec<Pair>) {
    if rng.bool() {
        return thin::pairs(rng, 10);
    }
    let (mut set, numbers) = (PolytopeSet::new(), Numbers::draw(rng));
    while set.len() < 12 {
        let mut number = || numbers.number(rng);
        let mut point = || Vec3::new(number(), number(), number());
        let points: Vec<Vec3> = (0..5).map(|_| point()).collect();
        let count = rng.usize(..=5);
        if points[..count].iter().all(|point| point.is_finite()) {
            set.push(&points[..count]).expect("finite points");
        } else {
            set.push(&[]).expect("no points");
        }
    }
    (set, (0..6).map(|i| Pair::new(2 * i, 2 * i + 1)).collect())
}

/// Asks a service about the distances of hulls, and about which of them are parts of others.
pub fn ask(name: &str, service: &CollisionService, scene: &Scene, wanted: Wanted) {
    let Scene { set, pairs, expected, .. } = scene;
    let answer = service.query(set, pairs).wanted(wanted).run().expect("valid pairs");
    for (i, (pair, verdict)) in pairs.iter().zip(expected).enumerate() {
        let case = || format!("{name}: {}", scene.case(i));
        assert_eq!(answer.verdicts()[i], *verdict, "{}", case());
        let detail = answer.details().iter().find(|detail| detail.pair as usize == i);
        let subset = detail.as_ref().and_then(|detail| detail.subset);
        if let Some(subset) = subset {
            assert_eq!(subset, oracle::is_subset(set, *pair), "{}", case());
        }
        let empty = [pair.a, pair.b].iter().any(|&index| set.vertices_of(index).is_empty());
        let found = detail.and_then(|detail| detail.distance);
        let has_one = *verdict == Verdict::Separate && !empty;
        assert_eq!(found.is_some(), has_one, "{}: {found:?}", case());
        let fault = found.and_then(|found| fault_of_hulls(set, *pair, &found));
        assert!(fault.is_none(), "{fault:?}, {}", case());
    }
}

/// Asks a service which hulls are closer than some distance.
pub fn ask_clearances(rng: &mut Rng, name: &str, service: &CollisionService, scene: &Scene) {
    let squares = squares_of_hulls(&scene.set, &scene.pairs, &scene.expected);
    let required = margins::required(rng, &squares);
    let found = service.query(&scene.set, &scene.pairs).clearance(required).run();
    for (i, &found) in found.expect("valid pairs").iter().enumerate() {
        let (expected, _) = true_clearance(scene.expected[i], squares[i].as_ref(), required);
        assert_eq!(found, expected, "{name}: {required:e}, {}", scene.case(i));
    }
}

/// Asks a service about a point of every pair that meets.
pub fn ask_points(name: &str, service: &CollisionService, scene: &Scene) {
    let query = service.query(&scene.set, &scene.pairs).wanted(Wanted::WITNESS);
    let answer = query.run().expect("valid pairs");
    let meeting = (0..scene.pairs.len()).filter(|&i| scene.expected[i].meets());
    assert!(meeting.eq(answer.details().iter().map(|detail| detail.pair as usize)), "{name}");
    for detail in answer.details() {
        let i = detail.pair as usize;
        let (pair, point) = (scene.pairs[i], detail.witness.expect("it was wanted"));
        let is_near = |index| is_near(&scene.set, index, &RBig::ZERO, point);
        assert!(is_near(pair.a) && is_near(pair.b), "{name}: {point:?}: {}", scene.case(i));
    }
}

#[test]
fn hulls() {
    let services = [Engine::Cpu, Engine::Reference]
        .map(|engine| (engine.to_string(), CollisionService::new(engine).expect("an engine")));
    driver::run("distances", |rng| {
        let (set, pairs) = draw(rng);
        let scene = Scene::new("hulls", set, pairs);
        for (name, service) in &services {
            ask(name, service, &scene, Wanted::DISTANCE | Wanted::SUBSET);
        }
        let (name, service) = &services[0];
        ask_clearances(rng, name, service, &scene);
    });
}
