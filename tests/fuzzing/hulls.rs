//! Convex hulls of any bits on their way, against the bounds of every normal in rational numbers.

use crate::common::details;
use crate::common::hull::moving::{MovingHulls, is_rounded};
use crate::common::sweep::fault_of_bounded;
use crate::common::{answers::bounded_sweeps, answers::sweeps};
use crate::{bits::Numbers, distances, driver, services};
use motzkin::glam::Vec3;
use motzkin::{Precision, Wanted};

#[test]
fn any_hulls_on_their_way() {
    let services = services();
    driver::run("moving-hulls", |rng| {
        let (mut set, mut pairs) = distances::draw(rng);
        pairs.truncate(4);
        let numbers = Numbers::draw(rng);
        for index in 0..set.len() as u32 {
            let velocity = Vec3::from([0; 3].map(|_| numbers.number(rng)));
            let told = set.set_velocity(index, velocity);
            assert_eq!(told.is_ok(), velocity.is_finite(), "{velocity}");
        }
        let scene = MovingHulls::new("moving hulls", set, pairs);
        for (name, service) in services {
            let wanted = Wanted::INTERVAL | Wanted::WITNESS;
            let query = service.query(&scene.set, &scene.pairs).moving().wanted(wanted);
            let answer = query.run().expect("valid pairs");
            for (i, found) in sweeps(&answer).iter().enumerate() {
                let (verdict, interval) = &scene.truth[i];
                assert_eq!(found.verdict, *verdict, "{name}: {}", scene.case(i));
                let fits = is_rounded(found.interval, interval.as_ref());
                assert!(fits, "{name}: {found:?}: {}", scene.case(i));
            }
            details::moving_hulls(name, &scene, &answer);
            if name == "reference" {
                // It has no bounds of its own.
                continue;
            }
            let query = service.query(&scene.set, &scene.pairs).moving().wanted(Wanted::INTERVAL);
            let answer = query.precision(Precision::Bounded).run().expect("valid pairs");
            for (i, found) in bounded_sweeps(&answer).iter().enumerate() {
                let (verdict, interval) = &scene.truth[i];
                let fault = fault_of_bounded(found, *verdict, interval.as_ref());
                assert!(fault.is_none(), "{name}: {fault:?}: {}", scene.case(i));
            }
        }
    });
}
