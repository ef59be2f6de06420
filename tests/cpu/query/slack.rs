//! Every value lies within its slack of the true one.

use super::{hulls, moving_hulls, plane_sample, sample, service};
use crate::common::answers::bounded_sweeps;
use crate::common::details::{self, is_near};
use crate::common::moving::drawn;
use crate::common::plane;
use crate::common::seed::seed;
use dashu_ratio::RBig;
use motzkin::{Pair, Precision, Wanted};

#[test]
fn of_resting_frames() {
    let (service, scene) = (service(), sample());
    let wanted = Wanted::DEPTH | Wanted::GAP | Wanted::WITNESS | Wanted::BOX;
    for precision in [Precision::Exact, Precision::Bounded] {
        let query = service.query(&scene.frames, &scene.pairs).wanted(wanted);
        let answer = query.precision(precision).run().expect("valid frames");
        details::resting("the service", &scene, precision, &answer);
    }
}

#[test]
fn of_resting_frames_in_the_plane() {
    let (service, scene) = (service(), plane_sample());
    for precision in [Precision::Exact, Precision::Bounded] {
        let query =
            service.query(&scene.frames, &scene.pairs).wanted(Wanted::WITNESS | Wanted::BOX);
        let answer = query.precision(precision).run().expect("valid frames");
        details::in_plane("the service", &scene, answer.details());
    }
}

/// Bounded intervals, and the boxes and points beside them.
#[test]
fn of_moving_frames() {
    let service = service();
    let wanted = Wanted::INTERVAL | Wanted::WITNESS | Wanted::BOX;
    let scene = drawn().picked("(sample)", &(0..250).map(|i| i * 7).collect::<Vec<_>>());
    for precision in [Precision::Exact, Precision::Bounded] {
        let query = service.query(&scene.frames, &scene.pairs).moving().wanted(wanted);
        let answer = query.precision(precision).run().expect("valid frames");
        details::moving("the service", &scene, precision, &answer);
        for scene in plane::moving() {
            let query = service.query(&scene.frames, &scene.pairs).moving().wanted(wanted);
            let answer = query.precision(precision).run().expect("valid frames");
            scene.demand_bounds(&format!("{precision:?}"), &bounded_sweeps(&answer));
            details::in_plane("the service", scene, answer.details());
        }
    }
}

#[test]
fn of_polytopes() {
    let (service, resting, moving) = (service(), hulls(), moving_hulls());
    let hits = resting.pairs.iter().zip(&resting.expected).filter(|(_, verdict)| verdict.meets());
    let pairs: Vec<Pair> = hits.map(|(pair, _)| *pair).take(60).collect();
    let answer = service.query(&resting.set, &pairs).wanted(Wanted::WITNESS).run().expect("valid");
    assert!(answer.details().len() > 20 && answer.details().len() == pairs.len());
    for detail in answer.details() {
        let (pair, witness) = (pairs[detail.pair as usize], detail.witness.expect("it was wanted"));
        let is_near = |index| is_near(&resting.set, index, &RBig::ZERO, witness);
        assert!(is_near(pair.a) && is_near(pair.b), "{pair:?}, seed {}", seed());
    }
    let query = service.query(&moving.set, &moving.pairs).moving();
    let answer = query.wanted(Wanted::WITNESS | Wanted::INTERVAL).run().expect("valid");
    details::moving_hulls("the service", moving, &answer);
}
