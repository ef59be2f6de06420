//! Convex hulls of any bits on their way, against the bounds of every normal in rational numbers.

use crate::common::answers::{bounded_sweeps, sweeps};
use crate::common::details;
use crate::common::distances::true_clearance;
use crate::common::hull::moving::{MovingHulls, is_rounded};
use crate::common::sweep::fault_of_bounded;
use crate::{bits::Numbers, distances, driver, margins, services};
use fastrand::Rng;
use motzkin::glam::Vec3;
use motzkin::service::Answer;
use motzkin::{CollisionService, Pair, Polytope, PolytopeSet, Precision, Wanted};

/// Gives every hull a velocity. Of some pairs one hull moves to where the other rests, a vertex to
/// a vertex.
pub fn set_off(rng: &mut Rng, set: &mut PolytopeSet, pairs: &[Pair]) {
    let numbers = Numbers::draw(rng);
    for index in 0..set.len() as u32 {
        let velocity = numbers.point(rng);
        let told = set.set_velocity(index, velocity);
        assert_eq!(told.is_ok(), velocity.is_finite(), "{velocity}");
    }
    for pair in pairs {
        let [p, q] = [pair.a, pair.b].map(|index| set.points(index).collect::<Vec<_>>());
        if p.is_empty() || q.is_empty() || rng.bool() {
            continue;
        }
        let way = (q[rng.usize(..q.len())] - p[rng.usize(..p.len())]).as_vec3();
        let way = way * [1.0, 2.0][rng.usize(..2)];
        if way.is_finite() {
            set.set_velocity(pair.a, way).expect("a finite velocity");
            set.set_velocity(pair.b, Vec3::ZERO).expect("a finite velocity");
        }
    }
}

/// Demands the verdicts and the intervals of an answer.
pub fn demand(name: &str, scene: &MovingHulls, answer: &Answer<Polytope>) {
    for (i, found) in sweeps(answer).iter().enumerate() {
        let (verdict, interval) = &scene.truth[i];
        assert_eq!(found.verdict, *verdict, "{name}: {}", scene.case(i));
        let fits = is_rounded(found.interval, interval.as_ref());
        assert!(fits, "{name}: {found:?}: {}", scene.case(i));
    }
}

/// Asks a service when hulls meet, and where they do so first if that is wanted.
pub fn ask(name: &str, service: &CollisionService, scene: &MovingHulls, wanted: Wanted) {
    let query = service.query(&scene.set, &scene.pairs).moving().wanted(wanted);
    let answer = query.run().expect("valid pairs");
    demand(name, scene, &answer);
    if wanted.contains(Wanted::WITNESS) {
        details::moving_hulls(name, scene, &answer);
    }
    if name == "reference" {
        // It has no bounds of its own.
        return;
    }
    let query = service.query(&scene.set, &scene.pairs).moving().wanted(Wanted::INTERVAL);
    let answer = query.precision(Precision::Bounded).run().expect("valid pairs");
    for (i, found) in bounded_sweeps(&answer).iter().enumerate() {
        let (verdict, interval) = &scene.truth[i];
        let fault = fault_of_bounded(found, *verdict, interval.as_ref());
        assert!(fault.is_none(), "{name}: {fault:?}: {}", scene.case(i));
    }
}

/// Asks a service which hulls come closer than some distance.
pub fn ask_clearances(rng: &mut Rng, name: &str, service: &CollisionService, scene: &MovingHulls) {
    let squares = scene.squares();
    let required = margins::required(rng, &squares);
    let found = service.query(&scene.set, &scene.pairs).moving().clearance(required).run();
    for (i, &found) in found.expect("valid pairs").iter().enumerate() {
        let (expected, _) = true_clearance(scene.truth[i].0, squares[i].as_ref(), required);
        assert_eq!(found, expected, "{name}: {required:e}, {}", scene.case(i));
    }
}

#[test]
fn any_hulls_on_their_way() {
    let services = services();
    driver::run("moving-hulls", |rng| {
        let (mut set, mut pairs) = distances::draw(rng);
        pairs.truncate(4);
        set_off(rng, &mut set, &pairs);
        let scene = MovingHulls::new("moving hulls", set, pairs);
        for (name, service) in services {
            ask(name, service, &scene, Wanted::INTERVAL | Wanted::WITNESS);
        }
        let (name, service) = &services[0];
        ask_clearances(rng, name, service, &scene);
    });
}
