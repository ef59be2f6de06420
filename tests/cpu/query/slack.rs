//! Every value lies within its slack of the true one.

use super::{hulls, moving_hulls, plane_sample, sample, service};
use crate::common::answers::bounded_sweeps;
use crate::common::apart::Apart;
use crate::common::compare::{demand, told};
use crate::common::moving::drawn;
use crate::common::oracle::{fault_of_ranges, judge};
use crate::common::plane;
use crate::common::seed::seed;
use dashu_ratio::RBig;
use motzkin::{Measured, Precision, Wanted};
use motzkin::{Pair, PolytopeSet};
use motzkin_core::geom::{Aabb2, Aabb3};
use motzkin_lab::reference::simplex;

fn faces(Aabb3 { min, max }: Aabb3) -> [[f32; 3]; 2] {
    [min.to_array(), max.to_array()]
}

fn faces_in_plane(Aabb2 { min, max }: Aabb2) -> [[f32; 2]; 2] {
    [min.to_array(), max.to_array()]
}

#[test]
fn of_resting_frames() {
    let (service, scene) = (service(), sample());
    let wanted = Wanted::DEPTH | Wanted::GAP | Wanted::WITNESS | Wanted::BOX;
    for precision in [Precision::Exact, Precision::Bounded] {
        let query = service.query(&scene.frames, &scene.pairs).wanted(wanted);
        let answer = query.precision(precision).run().expect("valid frames");
        assert_eq!(answer.details().len(), scene.pairs.len());
        for detail in answer.details() {
            let i = detail.pair as usize;
            let (a, b) = scene.pair(i);
            let apart = Apart::of(a, b);
            let separation = detail.separation.expect("every pair has an axis");
            let (separation, slack) = told(&separation);
            let depth = match precision {
                Precision::Exact => apart.fault_of_slack(&separation, slack),
                Precision::Bounded => apart.fault_of_bound(&separation, slack, scene.expected[i]),
            };
            let point = detail.witness.and_then(|Measured { value, slack }| {
                apart.fault_of_point(value, &slack.try_into().expect("finite"))
            });
            let aabb = detail.aabb.and_then(|Measured { value, slack }| {
                fault_of_ranges(&judge(a, b).range()?, faces(value), slack)
            });
            let meets = scene.expected[i].meets();
            assert_eq!((detail.witness.is_some(), detail.aabb.is_some()), (meets, meets));
            let faults = [depth, point, aabb];
            let name = &scene.names[i];
            assert_eq!(faults, [None, None, None], "{precision:?}: {name}, seed {}", seed());
        }
    }
}

#[test]
fn of_resting_frames_in_the_plane() {
    let (service, scene) = (service(), plane_sample());
    for precision in [Precision::Exact, Precision::Bounded] {
        let query =
            service.query(&scene.frames, &scene.pairs).wanted(Wanted::WITNESS | Wanted::BOX);
        let answer = query.precision(precision).run().expect("valid frames");
        demand_in_plane(&scene, answer.details());
    }
}

/// The boxes and the points of each pair that meets.
fn demand_in_plane(scene: &plane::Scene, details: &motzkin::service::Details<motzkin::Frame2>) {
    let meeting = (0..scene.pairs.len()).filter(|&i| scene.truth[i].verdict.meets());
    assert!(meeting.eq(details.iter().map(|detail| detail.pair as usize)));
    for detail in details {
        let i = detail.pair as usize;
        let ((a, b), truth) = (scene.pair(i), &scene.truth[i]);
        let Measured { value, slack } = detail.aabb.expect("it was wanted");
        let range = truth.range.as_ref().expect("a pair that meets");
        let aabb = fault_of_ranges(range, faces_in_plane(value), slack);
        let Measured { value, slack } = detail.witness.expect("it was wanted");
        let point = truth.fault_of_point(a, b, value, &slack.try_into().expect("finite"));
        assert_eq!([aabb, point], [None, None], "{}, seed {}", scene.names[i], seed());
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
        demand(scene.compare_bounds(&format!("{precision:?}"), &bounded_sweeps(&answer)));
        for detail in answer.details() {
            let i = detail.pair as usize;
            let ((a, b), truth) = (scene.pair(i), &scene.truth[i]);
            let first = &truth.interval.as_ref().expect("a pair that meets")[0];
            let Measured { value, slack } = detail.witness.expect("it was wanted");
            let slack = slack.try_into().expect("finite");
            let point = Apart::at(a, b, first).fault_of_point(value, &slack);
            let Measured { value, slack } = detail.aabb.expect("it was wanted");
            let range = truth.range.as_ref().expect("a pair that meets");
            let faults = [point, fault_of_ranges(range, faces(value), slack)];
            assert_eq!(faults, [None, None], "{}, seed {}", scene.names[i], seed());
        }
        for scene in plane::moving() {
            let query = service.query(&scene.frames, &scene.pairs).moving().wanted(wanted);
            let answer = query.precision(precision).run().expect("valid frames");
            scene.demand_bounds(&format!("{precision:?}"), &bounded_sweeps(&answer));
            demand_in_plane(scene, answer.details());
        }
    }
}

/// True when a hull, moved by `t` times its velocity, has a point whose coordinates are this close.
fn is_near(set: &PolytopeSet, index: u32, t: &RBig, point: glam::DVec3, slack: f64) -> bool {
    let exact = |x: f64| RBig::try_from(x).expect("finite");
    let velocity = set.velocities()[index as usize].map(|x| exact(x.into()) * t);
    let mut points = simplex::points::<RBig>(set, index as usize);
    for vertex in &mut points {
        vertex.iter_mut().zip(&velocity).for_each(|(x, step)| *x += step);
    }
    let corner = |i: usize| -> [RBig; 3] {
        std::array::from_fn(|axis| {
            let sign = if i >> axis & 1 == 1 { 1.0 } else { -1.0 };
            exact(point[axis]) + exact(sign * slack)
        })
    };
    simplex::verdict(&points, &[0, 1, 2, 3, 4, 5, 6, 7].map(corner)).meets()
}

#[test]
fn of_polytopes() {
    let (service, resting, moving) = (service(), hulls(), moving_hulls());
    let hits = resting.pairs.iter().zip(&resting.expected).filter(|(_, verdict)| verdict.meets());
    let pairs: Vec<Pair> = hits.map(|(pair, _)| *pair).take(60).collect();
    let answer = service.query(&resting.set, &pairs).wanted(Wanted::WITNESS).run().expect("valid");
    assert!(answer.details().len() > 20 && answer.details().len() == pairs.len());
    let close = |set, Pair { a, b }, t: &RBig, Measured { value, slack }| {
        [a, b].into_iter().all(|index| is_near(set, index, t, value, slack))
    };
    for detail in answer.details() {
        let (pair, witness) = (pairs[detail.pair as usize], detail.witness.expect("it was wanted"));
        assert!(close(&resting.set, pair, &RBig::ZERO, witness), "{pair:?}, seed {}", seed());
    }
    let query = service.query(&moving.set, &moving.pairs).moving();
    let answer = query.wanted(Wanted::WITNESS | Wanted::INTERVAL).run().expect("valid");
    for detail in answer.details() {
        let i = detail.pair as usize;
        let ends = moving.truth[i].1.as_ref().expect("a pair that meets");
        let Measured { value, slack } = detail.interval.expect("it was wanted");
        let found = [[value.first], [value.last]];
        let fault = fault_of_ranges(&[(ends[0].clone(), ends[1].clone())], found, slack);
        assert_eq!(fault, None, "{:?}, seed {}", moving.pairs[i], seed());
        let witness = detail.witness.expect("it was wanted");
        let (set, pair) = (&moving.set, moving.pairs[i]);
        assert!(close(set, pair, &ends[0], witness), "{pair:?}, seed {}", seed());
    }
}
