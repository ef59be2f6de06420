//! Whether every value of an answer lies within its slack of the true one.

use super::answers::bounded_sweeps;
use super::apart::Apart;
use super::compare::{demand, told};
use super::hull::moving::MovingHulls;
use super::moving::MovingScene;
use super::oracle::{fault_of_ranges, judge};
use super::plane;
use super::scene::Scene;
use super::seed::seed;
use dashu_ratio::RBig;
use motzkin::service::{Answer, Details};
use motzkin::{Frame2, Frame3, Measured, Polytope, PolytopeSet, Precision};
use motzkin_core::geom::{Aabb2, Aabb3};
use motzkin_lab::reference::simplex;

fn faces(Aabb3 { min, max }: Aabb3) -> [[f32; 3]; 2] {
    [min.to_array(), max.to_array()]
}

fn faces_in_plane(Aabb2 { min, max }: Aabb2) -> [[f32; 2]; 2] {
    [min.to_array(), max.to_array()]
}

/// The axes and gaps or depths of all pairs at rest, and the boxes and points of those that meet.
pub fn resting(who: &str, scene: &Scene, precision: Precision, answer: &Answer<Frame3>) {
    assert_eq!(answer.details().len(), scene.pairs.len(), "{who}");
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
        assert_eq!((detail.witness.is_some(), detail.aabb.is_some()), (meets, meets), "{who}");
        let (faults, name) = ([depth, point, aabb], &scene.names[i]);
        let case = || format!("{who}, {precision:?}: {name}, seed {}: {a:?} {b:?}", seed());
        assert_eq!(faults, [None, None, None], "{}", case());
    }
}

/// The intervals of all pairs on their way that meet, and their boxes and points.
pub fn moving(who: &str, scene: &MovingScene, precision: Precision, answer: &Answer<Frame3>) {
    demand(scene.compare_bounds(&format!("{who}, {precision:?}"), &bounded_sweeps(answer)));
    for detail in answer.details() {
        let i = detail.pair as usize;
        let ((a, b), truth) = (scene.pair(i), &scene.truth[i]);
        let first = &truth.interval.as_ref().expect("a pair that meets")[0];
        let Measured { value, slack } = detail.witness.expect("it was wanted");
        let slack = slack.try_into().expect("finite");
        let point = Apart::at(a, b, first).fault_of_point(value, &slack);
        let Measured { value, slack } = detail.aabb.expect("it was wanted");
        let range = truth.range.as_ref().expect("a pair that meets");
        let (faults, name) =
            ([point, fault_of_ranges(range, faces(value), slack)], &scene.names[i]);
        let case = || format!("{who}, {precision:?}: {name}, seed {}: {a:?} {b:?}", seed());
        assert_eq!(faults, [None, None], "{}", case());
    }
}

/// The boxes and points of the pairs in the plane that meet.
pub fn in_plane(who: &str, scene: &plane::Scene, details: &Details<Frame2>) {
    let meeting = (0..scene.pairs.len()).filter(|&i| scene.truth[i].verdict.meets());
    assert!(meeting.eq(details.iter().map(|detail| detail.pair as usize)), "{who}");
    for detail in details {
        let i = detail.pair as usize;
        let ((a, b), truth) = (scene.pair(i), &scene.truth[i]);
        let Measured { value, slack } = detail.aabb.expect("it was wanted");
        let range = truth.range.as_ref().expect("a pair that meets");
        let aabb = fault_of_ranges(range, faces_in_plane(value), slack);
        let Measured { value, slack } = detail.witness.expect("it was wanted");
        let point = truth.fault_of_point(a, b, value, &slack.try_into().expect("finite"));
        let case = || format!("{who}: {}, seed {}: {a:?} {b:?}", scene.names[i], seed());
        assert_eq!([aabb, point], [None, None], "{}", case());
    }
}

/// The intervals and points of polytopes on their way that meet.
pub fn moving_hulls(who: &str, scene: &MovingHulls, answer: &Answer<Polytope>) {
    let meeting = (0..scene.pairs.len()).filter(|&i| scene.truth[i].0.meets());
    assert!(meeting.eq(answer.details().iter().map(|detail| detail.pair as usize)), "{who}");
    for detail in answer.details() {
        let i = detail.pair as usize;
        let ends = scene.truth[i].1.as_ref().expect("a pair that meets");
        let Measured { value, slack } = detail.interval.expect("it was wanted");
        let found = [[value.first], [value.last]];
        let fault = fault_of_ranges(&[(ends[0].clone(), ends[1].clone())], found, slack);
        assert_eq!(fault, None, "{who}: {}", scene.case(i));
        let (witness, pair) = (detail.witness.expect("it was wanted"), scene.pairs[i]);
        let is_near = |index| is_near(&scene.set, index, &ends[0], witness);
        assert!(is_near(pair.a) && is_near(pair.b), "{who}: {witness:?}: {}", scene.case(i));
    }
}

/// True when a hull, moved by `t` times its velocity, has a point within the slack of each
/// coordinate.
pub fn is_near(set: &PolytopeSet, index: u32, t: &RBig, near: Measured<glam::DVec3>) -> bool {
    let exact = |x: f64| RBig::try_from(x).expect("finite");
    let Measured { value, slack } = near;
    let velocity = set.velocities()[index as usize].map(|x| exact(x.into()) * t);
    let mut points = simplex::points::<RBig>(set, index);
    for vertex in &mut points {
        vertex.iter_mut().zip(&velocity).for_each(|(x, step)| *x += step);
    }
    let corner = |i: usize| -> [RBig; 3] {
        std::array::from_fn(|axis| {
            let sign = if i >> axis & 1 == 1 { 1.0 } else { -1.0 };
            exact(value[axis]) + exact(sign * slack)
        })
    };
    simplex::verdict(&points, &[0, 1, 2, 3, 4, 5, 6, 7].map(corner)).meets()
}
