//! Depths, gaps, points, boxes and times of frames of any bits: each within its slack of the exact
//! one.

use crate::common::answers::bounded_sweeps;
use crate::common::details;
use crate::common::moving::{MovingCase, MovingScene};
use crate::common::{plane as planar, scene};
use crate::{driver, frames, frames::all_pairs, plane, services};
use motzkin::{Frame2, Frame3, Precision, Wanted};

/// The reference has no bounds of its own.
fn precisions(name: &str) -> impl Iterator<Item = Precision> {
    let all = [Precision::Exact, Precision::Bounded];
    all.into_iter().take(if name == "reference" { 1 } else { 2 })
}

#[test]
fn of_any_bits_at_rest() {
    let services = services();
    driver::run("values", |rng| {
        let mut frames = frames::draw(rng, 3);
        frames.retain(frames::is_valid);
        let case = |[a, b]: [Frame3; 2]| scene::Case { name: "any bits".into(), a, b, known: None };
        let cases = all_pairs(&frames).into_iter().map(case).collect();
        let scene = scene::Scene::new("values", cases);
        let wanted = Wanted::DEPTH | Wanted::GAP | Wanted::WITNESS | Wanted::BOX;
        for (name, service) in services {
            for precision in precisions(name) {
                let query = service.query(&scene.frames, &scene.pairs).wanted(wanted);
                let answer = query.precision(precision).run().expect("valid frames");
                details::resting(name, &scene, precision, &answer);
            }
        }
    });
}

#[test]
fn of_any_bits_on_their_way() {
    let services = services();
    driver::run("moving-values", |rng| {
        let mut frames = frames::draw(rng, 3);
        frames.retain(|frame| frame.validate().is_ok());
        let case = |[a, b]: [Frame3; 2]| MovingCase { name: "any bits".into(), a, b, known: None };
        let cases = all_pairs(&frames).into_iter().map(case).take(2).collect();
        let scene = MovingScene::new("moving values", cases);
        let wanted = Wanted::INTERVAL | Wanted::WITNESS | Wanted::BOX;
        for (name, service) in services {
            for precision in precisions(name) {
                let query = service.query(&scene.frames, &scene.pairs).moving().wanted(wanted);
                let answer = query.precision(precision).run().expect("valid frames");
                details::moving(name, &scene, precision, &answer);
            }
        }
    });
}

#[test]
fn of_any_bits_in_the_plane() {
    let services = services();
    driver::run("values-in-plane", |rng| {
        let moving = rng.bool();
        let mut frames = plane::draw(rng, 6, moving);
        frames.retain(plane::is_valid);
        let case = |[a, b]: [Frame2; 2]| planar::Case {
            name: "any bits".into(),
            a,
            b,
            verdict: None,
            interval: None,
        };
        let cases = all_pairs(&frames).into_iter().map(case).take(6).collect();
        let scene = planar::Scene::new("values in the plane", cases);
        for (name, service) in services {
            for precision in precisions(name) {
                let query = service.query(&scene.frames, &scene.pairs).precision(precision);
                let (who, wanted) =
                    (format!("{name}, {precision:?}"), Wanted::WITNESS | Wanted::BOX);
                let answer = match moving {
                    true => query.moving().wanted(wanted | Wanted::INTERVAL).run(),
                    false => query.wanted(wanted).run(),
                };
                let answer = answer.expect("valid frames");
                if moving {
                    scene.demand_bounds(&who, &bounded_sweeps(&answer));
                }
                details::in_plane(&who, &scene, answer.details());
            }
        }
    });
}
