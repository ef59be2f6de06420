//! What a scene tells of pairs beside their verdicts, against exact values.

use super::near::{fault, square};
use super::thing::{Made, Thing, verdict};
use super::{Things, change};
use crate::common::apart::Apart;
use crate::common::compare::told;
use crate::common::details::is_near;
use crate::common::hull::{moving, oracle as hulls};
use crate::common::moving::judge;
use crate::common::oracle::{self, fault_of_box, fault_of_ranges};
use crate::common::seed::seed;
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::Vec3;
use motzkin::{
    CollisionService, Detail, Frame3, Handle, Pair, PolytopeSet, Scene, Verdict, Wanted,
};

type Pairs = [(Handle, Handle)];

/// Changes a scene at random, and asks for details of some pairs after each change.
pub fn run(service: &CollisionService, mut rng: Rng, moves: bool, steps: usize) {
    let (mut scene, mut things) = (service.scene(), Things::new());
    for _ in 0..steps {
        change(&mut rng, &mut scene, &mut things);
        let handles: Vec<Handle> = things.keys().copied().collect();
        let mut handle = || handles[rng.usize(..handles.len())];
        let mut pairs: Vec<(Handle, Handle)> = (0..8).map(|_| (handle(), handle())).collect();
        // A mesh has no details with itself.
        pairs.retain(|(a, b)| a != b || !is_mesh(&things[a]));
        match moves {
            true => ask_on_the_way(&mut rng, &mut scene, &things, &pairs),
            false => ask_at_rest(&mut rng, &mut scene, &things, &pairs),
        }
    }
}

/// Some of these values.
fn draw_wanted(rng: &mut Rng, all: &[Wanted]) -> Wanted {
    let some = all.iter().filter(|_| rng.u32(..4) > 0);
    some.fold(Wanted::NOTHING, |wanted, &value| wanted | value)
}

fn is_mesh(thing: &Thing) -> bool {
    matches!(thing.made, Made::Mesh { .. })
}

/// The frame where it stands, with its velocity if it moves.
fn frame(thing: &Thing, moves: bool) -> Option<Frame3> {
    let Made::Frame(frame) = &thing.made else { return None };
    let posed = frame.posed(&thing.pose).expect("a frame");
    let velocity = if moves { thing.velocity } else { Vec3::ZERO };
    Some(posed.with_velocity(velocity).expect("a velocity"))
}

/// Two frames or hulls in a set.
fn convex(p: &Thing, q: &Thing) -> Option<(PolytopeSet, Pair)> {
    let is_convex = |thing: &Thing| matches!(thing.made, Made::Frame(_) | Made::Hull(..));
    (is_convex(p) && is_convex(q)).then(|| {
        let mut set = PolytopeSet::new();
        let pair = Pair::new(p.push(&mut set), q.push(&mut set));
        (set, pair)
    })
}

fn ask_at_rest(rng: &mut Rng, scene: &mut Scene, things: &Things, pairs: &Pairs) {
    let values = [
        Wanted::DEPTH,
        Wanted::GAP,
        Wanted::WITNESS,
        Wanted::BOX,
        Wanted::DISTANCE,
        Wanted::SUBSET,
    ];
    let wanted = draw_wanted(rng, &values);
    let found = scene.details(pairs).wanted(wanted).run().expect("details");
    assert_eq!(found.len(), pairs.len());
    for ((place, (a, b)), known) in (0..).zip(pairs).zip(&found) {
        let (p, q) = (&things[a], &things[b]);
        let case = || format!("{a} {b}, {wanted}: {known:?}, seed {}", seed());
        let verdict = verdict(p, q, false);
        assert_eq!((known.pair, known.verdict), (place, verdict), "{}", case());
        let (meets, has) = (verdict.meets(), |value: Wanted| wanted.contains(value));
        let square = square(p, q, f64::INFINITY).filter(|_| has(Wanted::DISTANCE) && !meets);
        assert_eq!(known.distance.is_some(), square.is_some(), "{}", case());
        if let (Some(told), Some(square)) = (known.distance, square) {
            assert_eq!(fault(told, &square, [p, q]), None, "{}", case());
        }
        let frames = frame(p, false).zip(frame(q, false));
        let has_axis = has(if meets { Wanted::DEPTH } else { Wanted::GAP });
        assert_eq!(known.separation.is_some(), has_axis && frames.is_some(), "{}", case());
        let has_box = has(Wanted::BOX) && meets && frames.is_some();
        assert_eq!(known.aabb.is_some(), has_box, "{}", case());
        let convex = convex(p, q);
        let has_point = has(Wanted::WITNESS) && meets && convex.is_some();
        assert_eq!(known.witness.is_some(), has_point, "{}", case());
        let has_subset = has(Wanted::SUBSET) && convex.is_some() && frames.is_none();
        assert_eq!(known.subset.is_some(), has_subset, "{}", case());
        assert!(known.interval.is_none(), "{}", case());
        if let Some((a, b)) = frames {
            let faults = faults_of_frames([&a, &b], verdict, known);
            assert_eq!(faults, [None, None, None, None], "{}", case());
        } else if let Some((set, pair)) = convex {
            let is_near = |index: u32, point| is_near(&set, index, &RBig::ZERO, point);
            let near = |point| is_near(pair.a, point) && is_near(pair.b, point);
            assert!(known.witness.is_none_or(near), "{}", case());
            let is_subset = || hulls::is_subset(&set, pair);
            assert!(known.subset.is_none_or(|subset| subset == is_subset()), "{}", case());
        }
    }
}

/// What is wrong with the axis, its slack, the common point and the box of two frames at rest.
fn faults_of_frames([a, b]: [&Frame3; 2], verdict: Verdict, known: &Detail) -> [Option<String>; 4] {
    let apart = Apart::of(a, b);
    let axis = known.separation.as_ref().map(told);
    let point = known.witness.and_then(|point| {
        apart.fault_of_point(point.value, &point.slack.try_into().expect("finite"))
    });
    [
        axis.as_ref().and_then(|(axis, _)| apart.fault_of_separation(axis, verdict)),
        axis.as_ref().and_then(|(axis, slack)| apart.fault_of_slack(axis, *slack)),
        point,
        known.aabb.and_then(|aabb| oracle::judge(a, b).fault_of_box(Some(aabb.value))),
    ]
}

fn ask_on_the_way(rng: &mut Rng, scene: &mut Scene, things: &Things, pairs: &Pairs) {
    let wanted = draw_wanted(rng, &[Wanted::INTERVAL, Wanted::WITNESS, Wanted::BOX]);
    let found = scene.details(pairs).moving().wanted(wanted).run().expect("details");
    assert_eq!(found.len(), pairs.len());
    for ((place, (a, b)), known) in (0..).zip(pairs).zip(&found) {
        let (p, q) = (&things[a], &things[b]);
        let case = || format!("{a} {b}, {wanted}: {known:?}, seed {}", seed());
        let verdict = verdict(p, q, true);
        assert_eq!((known.pair, known.verdict), (place, verdict), "{}", case());
        let none = known.distance.is_none() && known.subset.is_none();
        assert!(none && known.separation.is_none(), "{}", case());
        let ends = (!is_mesh(p) && !is_mesh(q)).then(|| ends(p, q)).flatten();
        let has = |value: Wanted| wanted.contains(value) && verdict.meets();
        let has_interval = has(Wanted::INTERVAL) && ends.is_some();
        assert_eq!(known.interval.is_some(), has_interval, "{}", case());
        let (frames, convex) = (frame(p, true).zip(frame(q, true)), convex(p, q));
        let has_point = has(Wanted::WITNESS) && convex.is_some();
        assert_eq!(known.witness.is_some(), has_point, "{}", case());
        let has_box = has(Wanted::BOX) && frames.is_some();
        assert_eq!(known.aabb.is_some(), has_box, "{}", case());
        let Some([first, last]) = ends else { continue };
        if let Some(told) = known.interval {
            let (exact, value) = ([(first.clone(), last)], told.value);
            let fault = fault_of_ranges(&exact, [[value.first], [value.last]], told.slack);
            assert_eq!(fault, None, "{}", case());
        }
        if let Some((a, b)) = frames {
            let point = known.witness.and_then(|point| {
                let slack = point.slack.try_into().expect("finite");
                Apart::at(&a, &b, &first).fault_of_point(point.value, &slack)
            });
            let range = || judge(&a, &b).range;
            let aabb = known.aabb.and_then(|aabb| fault_of_box(range().as_ref(), Some(aabb.value)));
            assert_eq!([point, aabb], [None, None], "{}", case());
        } else if let Some((set, pair)) = convex {
            let is_near = |index: u32, point| is_near(&set, index, &first, point);
            let near = |point| is_near(pair.a, point) && is_near(pair.b, point);
            assert!(known.witness.is_none_or(near), "{}", case());
        }
    }
}

/// The first and the last contact of any leaves of two things that are no meshes.
fn ends(a: &Thing, b: &Thing) -> Option<[RBig; 2]> {
    let of = |a: &Thing, b: &Thing| {
        let mut set = PolytopeSet::new();
        let pair = Pair::new(a.push(&mut set), b.push(&mut set));
        moving::sweep(&set, pair).1
    };
    let (p, q) = (a.leaves(), b.leaves());
    let all = p.iter().flat_map(|a| q.iter().filter_map(move |b| of(a, b)));
    all.reduce(|[first, last], [other_first, other_last]| {
        [first.min(other_first), last.max(other_last)]
    })
}
