//! The query: what it refuses, and that each way of asking gives the same answer.

use crate::common::bodies::everything;
use crate::common::hull::{self, moving::MovingHulls};
use crate::common::moving::drawn;
use crate::common::plane;
use crate::common::scene::Scene;
use crate::common::seed::seed;
use motzkin::service::Answer;
use motzkin::{
    BatchError, CollisionService, Engine, Frame2, Frame3, Pair, Polytope, PolytopeSet, Precision,
    Shapes, Verdict, Wanted,
};
use motzkin_core::verdict::RawCode;

mod slack;

/// Every value, and which pairs can have it: frames at rest, moving frames, polytopes at rest,
/// moving polytopes.
const VALUES: [(Wanted, [bool; 4]); 7] = [
    (Wanted::DEPTH, [true, false, false, false]),
    (Wanted::GAP, [true, false, false, false]),
    (Wanted::WITNESS, [true, true, true, true]),
    (Wanted::BOX, [true, true, false, false]),
    (Wanted::INTERVAL, [false, true, false, true]),
    (Wanted::DISTANCE, [true, false, true, false]),
    (Wanted::SUBSET, [false, false, true, false]),
];

fn service() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("the CPU engine")
}

/// Returns the values that pairs of a column can have, or those that the pairs cannot have.
fn values(column: usize, can: bool) -> Wanted {
    let chosen = VALUES.iter().filter(|(_, columns)| columns[column] == can);
    chosen.fold(Wanted::NOTHING, |all, (value, _)| all | *value)
}

fn sample() -> Scene {
    let all = everything();
    all.picked("(sample)", (0..150).map(|i| i * 7919 % all.pairs.len()))
}

fn plane_sample() -> plane::Scene {
    let all = plane::everything();
    all.picked("(sample)", (0..150).map(|i| i * 7919 % all.pairs.len()))
}

fn hulls() -> &'static hull::Scene {
    hull::cases::all().iter().find(|scene| scene.name == "random hulls").expect("a scene")
}

fn moving_hulls() -> &'static MovingHulls {
    hull::moving::moving().iter().find(|scene| scene.name == "random hulls").expect("a scene")
}

/// Runs a query at rest or moving.
fn ask<T: Shapes + ?Sized>(
    service: &CollisionService,
    (shapes, pairs): (&T, &[Pair]),
    moves: bool,
    (wanted, precision): (Wanted, Precision),
) -> Result<Answer<T::Shape>, BatchError> {
    let query = service.query(shapes, pairs).wanted(wanted).precision(precision);
    if moves { query.moving().run() } else { query.run() }
}

/// The values that pairs of this kind cannot have are refused by name, each alone and all together.
fn refuses<T: Shapes + ?Sized>(shapes: &T, column: usize, kind: &str) {
    let (service, moves) = (service(), column % 2 == 1);
    let foreign_of = |wanted, pairs: &[Pair]| {
        let exact = (wanted, Precision::Exact);
        match ask(&service, (shapes, pairs), moves, exact) {
            Err(BatchError::Unanswerable { wanted, of }) => Some((wanted, of)),
            Err(other) => panic!("{kind}, {wanted}: {other}"),
            Ok(_) => None,
        }
    };
    for (value, columns) in VALUES {
        let expected = (!columns[column]).then_some((value, kind));
        assert_eq!(foreign_of(value, &[]), expected, "{value}");
        assert_eq!(foreign_of(value, &[Pair::new(0, 1)]), expected, "{value}");
    }
    let foreign = values(column, false);
    let everything = foreign | values(column, true);
    // Nothing is computed first: the pair names no shape.
    let nobody = [Pair::new(0, u32::MAX)];
    assert_eq!(foreign_of(everything, &nobody), Some((foreign, kind)));
    let between = service.query_between(shapes, shapes).wanted(everything);
    let refused = if moves { between.moving().run() } else { between.run() };
    let told = refused.expect_err("values that no such pair has").to_string();
    assert_eq!(told, format!("{foreign}: {kind} have no such value"));
}

#[test]
fn values_that_no_pair_has_are_refused() {
    let (space, plane) = (&sample().frames[..2], &plane_sample().frames[..2]);
    for (column, kind) in [(0, "resting frames"), (1, "moving frames")] {
        refuses::<[Frame3]>(space, column, kind);
        refuses::<[Frame2]>(plane, column, kind);
    }
    refuses(&hulls().set, 2, "resting polytopes");
    refuses(&hulls().set, 3, "moving polytopes");
}

/// A margin and wanted values belong to settled pairs.
#[test]
fn raw_codes_have_no_values() {
    let (service, scene) = (service(), sample());
    let query = || service.query(&scene.frames, &scene.pairs);
    let refused = query().wanted(Wanted::DEPTH).raw().run().expect_err("not settled");
    assert!(matches!(refused, BatchError::Unanswerable { wanted: Wanted::DEPTH, .. }), "{refused}");
    let refused = query().within(1.0).raw().run().expect_err("not settled");
    assert!(matches!(refused, BatchError::NoMargin { of: "raw codes" }), "{refused}");
}

/// Moving frames have no margin, in whichever order the options come.
#[test]
fn moving_frames_have_no_margin() {
    let (service, scene) = (service(), sample());
    let query = service.query(&scene.frames, &scene.pairs).within(1.0).moving();
    let refused = query.run().expect_err("no margin");
    assert!(matches!(refused, BatchError::NoMargin { of: "moving frames" }), "{refused}");
}

/// `.await`, `run` and `on_cpu` give the same answers and the same raw codes.
fn forms_agree<T: Shapes + ?Sized>(
    services: &[CollisionService],
    (shapes, pairs): (&T, &[Pair]),
    column: usize,
) where
    T::Shape: PartialEq,
{
    let wanted = values(column, true);
    for (service, precision) in services
        .iter()
        .flat_map(|service| [Precision::Exact, Precision::Bounded].map(|p| (service, p)))
    {
        let query = || service.query(shapes, pairs).wanted(wanted).precision(precision);
        let raw = || service.query(shapes, pairs);
        let (run, awaited, on_cpu, codes, awaited_codes) = match column % 2 == 1 {
            false => (
                query().run(),
                pollster::block_on(query()),
                query().on_cpu().run(),
                raw().raw().run(),
                pollster::block_on(raw().raw()),
            ),
            true => (
                query().moving().run(),
                pollster::block_on(query().moving()),
                query().moving().on_cpu().run(),
                raw().moving().raw().run(),
                pollster::block_on(raw().moving().raw()),
            ),
        };
        let run = run.expect("valid shapes");
        assert!(run.details().iter().any(|detail| detail.verdict.meets()), "some pairs meet");
        assert!(run == awaited.expect("valid shapes"), "{precision:?}, seed {}", seed());
        assert!(run == on_cpu.expect("valid shapes"), "{precision:?}, seed {}", seed());
        let codes = codes.expect("valid shapes");
        let awaited = awaited_codes.expect("valid shapes");
        assert_eq!((codes.codes(), codes.undecided()), (awaited.codes(), awaited.undecided()));
        assert_eq!(codes.settle().expect("valid shapes"), *run.verdicts());
    }
}

/// 20 of the pairs, as many as there are up to ten of them meeting: few enough for the reference.
fn some_that_meet<T: Shapes + ?Sized>(
    service: &CollisionService,
    shapes: &T,
    pairs: &[Pair],
) -> Vec<Pair> {
    let verdicts = service.verdicts(shapes, pairs).expect("valid shapes");
    let of = |meets: bool, count: usize| {
        let found = pairs.iter().zip(verdicts.iter()).filter(move |found| found.1.meets() == meets);
        found.map(|(pair, _)| *pair).take(count)
    };
    let meeting: Vec<_> = of(true, 10).collect();
    let apart = of(false, 20 - meeting.len());
    apart.chain(meeting.iter().copied()).collect()
}

#[test]
fn every_form_gives_the_same_answer() {
    let services = [service(), CollisionService::new(Engine::Reference).expect("the reference")];
    let (scene, flat) = (sample(), plane_sample());
    forms_agree(&services[..1], (&scene.frames, &scene.pairs), 0);
    forms_agree(&services[..1], (&flat.frames, &flat.pairs), 0);
    let (moving, flat) = (drawn(), &plane::moving()[0]);
    forms_agree(&services[..1], (&moving.frames, &moving.pairs[..150]), 1);
    forms_agree(&services[..1], (&flat.frames, &flat.pairs), 1);
    let (resting, moving) = (hulls(), moving_hulls());
    forms_agree(&services[..1], (&resting.set, &resting.pairs[..150]), 2);
    forms_agree(&services[..1], (&moving.set, &moving.pairs), 3);
    // The reference stays the reference.
    let few = some_that_meet(&services[0], &scene.frames, &scene.pairs);
    forms_agree(&services, (&scene.frames, &few), 0);
    let few_hulls = some_that_meet(&services[0], &resting.set, &resting.pairs);
    forms_agree(&services, (&resting.set, &few_hulls), 2);
    let alone = services[1].query(&scene.frames, &few).on_cpu().run();
    assert_eq!(alone.expect("valid frames").verdicts().stats().undecided, 20);
}

/// One side of each pair, as a set of its own.
fn side(set: &PolytopeSet, indices: impl Iterator<Item = u32>) -> PolytopeSet {
    let (mut vertices, mut polytopes, mut velocities) = (Vec::new(), Vec::new(), Vec::new());
    for index in indices {
        let start = vertices.len() as u32;
        vertices.extend(set.vertices_of(index));
        polytopes.push(Polytope { start, ..set.polytopes()[index as usize] });
        velocities.push(set.velocities()[index as usize]);
    }
    let mut side = PolytopeSet::from_parts(vertices, polytopes).expect("valid polytopes");
    for (index, velocity) in (0..).zip(velocities) {
        side.set_velocity(index, velocity.into()).expect("finite");
    }
    side
}

/// Polytopes of two sets, element by element, are what indices into one set are.
#[test]
fn polytopes_of_two_sets() {
    let (service, resting, moving) = (service(), hulls(), moving_hulls());
    for (set, pairs, column) in [(&resting.set, &resting.pairs, 2), (&moving.set, &moving.pairs, 3)]
    {
        let wanted = values(column, true);
        for size in [0, 1, 63, 65] {
            let pairs = &pairs[..size];
            let (a, b) =
                (side(set, pairs.iter().map(|p| p.a)), side(set, pairs.iter().map(|p| p.b)));
            let joined = a.joined(&b).expect("few polytopes");
            let first = size as u32;
            let indices: Vec<Pair> = (0..first).map(|i| Pair::new(i, first + i)).collect();
            assert_eq!(joined.velocities().len(), 2 * size);
            let (between, of_joined) = (
                service.query_between(&a, &b).wanted(wanted),
                service.query(&joined, &indices).wanted(wanted),
            );
            let (between, of_joined) = match column {
                2 => (between.run(), of_joined.run()),
                _ => (between.moving().run(), of_joined.moving().run()),
            };
            let exact = (wanted, Precision::Exact);
            let of_one = ask(&service, (set, pairs), column == 3, exact).expect("valid");
            let between = between.expect("valid");
            assert_eq!(between, of_joined.expect("valid"), "seed {}", seed());
            assert_eq!(between, of_one, "seed {}", seed());
        }
    }
    let pairs = &moving.pairs;
    let a = side(&moving.set, pairs.iter().map(|pair| pair.a));
    let b = side(&moving.set, pairs.iter().map(|pair| pair.b));
    let (rest, sweep) = (service.query_between(&a, &b), service.query_between(&a, &b).moving());
    let (rest, sweep) = (rest.run().expect("valid"), sweep.run().expect("valid"));
    assert_ne!(**rest.verdicts(), **sweep.verdicts(), "velocities are read");
    let truth: Vec<Verdict> = moving.truth.iter().map(|truth| truth.0).collect();
    assert_eq!(**sweep.verdicts(), truth, "seed {}", seed());
    let fewer = side(&moving.set, pairs[1..].iter().map(|pair| pair.b));
    let unequal = service.query_between(&a, &fewer).run().expect_err("unequal");
    let BatchError::LengthMismatch { left, right } = unequal else { panic!("{unequal}") };
    assert_eq!((left, right), (pairs.len(), pairs.len() - 1));
}

/// Raw codes of polytopes are right where they are certain, and settle to the verdicts.
#[test]
fn raw_codes_of_polytopes_settle() {
    let services = [service(), CollisionService::new(Engine::Reference).expect("the reference")];
    let (resting, moving) = (hulls(), moving_hulls());
    let truth: Vec<Verdict> = moving.truth.iter().map(|truth| truth.0).collect();
    let batches = [
        (&resting.set, &resting.pairs, &resting.expected, false),
        (&moving.set, &moving.pairs, &truth, true),
    ];
    for (service, (set, pairs, expected, moves)) in
        services.iter().flat_map(|service| batches.map(|batch| (service, batch)))
    {
        let is_reference = service.info().engine == Engine::Reference;
        let size = if is_reference { 65 } else { pairs.len() };
        let query = service.query(set, &pairs[..size]);
        let raw = if moves { query.moving().raw().run() } else { query.raw().run() };
        let raw = raw.expect("valid polytopes");
        let open = |i: &u32| raw.codes()[*i as usize] == RawCode::UNDECIDED;
        let undecided: Vec<u32> = (0..size as u32).filter(open).collect();
        assert_eq!(raw.undecided(), undecided);
        assert!(!is_reference || undecided.len() == size);
        assert!(is_reference || undecided.len() < size / 2, "{} of {size}", undecided.len());
        for (code, expected) in raw.codes().iter().zip(expected) {
            assert!(code.verdict().is_none_or(|verdict| verdict == *expected), "seed {}", seed());
        }
        let settled = raw.settle().expect("valid polytopes");
        assert_eq!(*settled, expected[..size], "seed {}", seed());
        assert_eq!(settled.stats().undecided, undecided.len());
    }
}

/// Within a margin, gaps are those of pairs that are closer, and no other pair has a detail.
fn gaps_within<T: Shapes + ?Sized>(
    asked: impl Fn(f32, Wanted, Precision) -> Answer<T::Shape>,
    gap_of: impl Fn(&motzkin::Detail<T::Shape>) -> Option<(Verdict, f64, f64)>,
) {
    let plain = asked(0.0, Wanted::GAP, Precision::Exact);
    let mut gaps: Vec<f64> =
        plain.details().iter().filter_map(|detail| Some(gap_of(&detail)?.1)).collect();
    gaps.sort_by(f64::total_cmp);
    let margin = gaps[gaps.len() / 2] as f32;
    let bare = asked(margin, Wanted::NOTHING, Precision::Exact);
    assert!(bare.details().is_empty());
    for (wanted, precision) in [
        (Wanted::GAP, Precision::Exact),
        (Wanted::GAP, Precision::Bounded),
        (Wanted::GAP | Wanted::DEPTH, Precision::Exact),
    ] {
        let answer = asked(margin, wanted, precision);
        assert_eq!(answer.verdicts(), bare.verdicts());
        let is_selected = |i: &u32| {
            let (plain, near) = (plain.verdicts()[*i as usize], bare.verdicts()[*i as usize]);
            near.meets() && (!plain.meets() || wanted.contains(Wanted::DEPTH))
        };
        let selected: Vec<u32> = (0..bare.verdicts().len() as u32).filter(is_selected).collect();
        let found: Vec<u32> = answer.details().iter().map(|detail| detail.pair).collect();
        assert_eq!(found, selected, "{wanted}, {precision:?}");
        assert!(!found.is_empty());
        for detail in answer.details() {
            let i = detail.pair as usize;
            let (verdict, gap, slack) = gap_of(&detail).expect("each has an axis");
            assert_eq!(detail.verdict, answer.verdicts()[i], "the verdict within the margin");
            assert_eq!(verdict, plain.verdicts()[i], "the verdict without a margin");
            let is_near = verdict.meets() || gap - slack <= f64::from(margin);
            assert!(is_near, "pair {i}: {gap:e} is not within {margin:e}, seed {}", seed());
        }
    }
}

#[test]
fn gaps_of_pairs_within_a_margin() {
    let (service, scene, flat) = (service(), sample(), plane_sample());
    gaps_within::<[Frame3]>(
        |margin, wanted, precision| {
            let query = service.query(&scene.frames, &scene.pairs).within(margin);
            query.wanted(wanted).precision(precision).run().expect("valid frames")
        },
        |detail| detail.separation.map(|found| (found.verdict, found.depth, found.slack)),
    );
    gaps_within::<[Frame2]>(
        |margin, wanted, precision| {
            let query = service.query(&flat.frames, &flat.pairs).within(margin);
            query.wanted(wanted).precision(precision).run().expect("valid frames")
        },
        |detail| detail.separation.map(|found| (found.verdict, found.depth, found.slack)),
    );
}
