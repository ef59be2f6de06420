//! What lies beyond the verdict of moving pairs: points of the first contact, and one call for all
//! of it.

use crate::common::answers::value;
use crate::common::compare::demand;
use crate::common::moving::{MovingScene, drawn, hard};
use crate::common::seed::draw_until;
use crate::common::sweep::Sweep;
use glam::DVec3;
use motzkin::{BatchError, CollisionService, Detail, Engine, Measured, Wanted};
use motzkin_core::exact;
use motzkin_core::verdict::Verdict;

/// The hard cases, and a sample of the drawn ones: the oracle takes milliseconds for each.
fn sample() -> [MovingScene; 2] {
    let some = |rng: &mut fastrand::Rng| {
        let some: Vec<usize> = (0..400).map(|_| rng.usize(..drawn().pairs.len())).collect();
        drawn().picked("sample", &some)
    };
    let all: Vec<usize> = (0..hard().pairs.len()).collect();
    [hard().picked("all", &all), draw_until("moving details", some, |scene| late(scene) > 20)]
}

/// How many are struck later than at the start, and at a time that is no f32.
fn late(scene: &MovingScene) -> usize {
    let times = scene.truth.iter().filter_map(|truth| truth.interval.as_ref());
    times.filter(|[first, _]| !first.denominator().is_one()).count()
}

fn witnesses(scene: &MovingScene) -> Vec<Option<DVec3>> {
    scene.each(|a, b| exact::moving_witness(a, b).expect("valid"))
}

#[test]
fn witnesses_are_common_at_the_first_contact() {
    for scene in sample() {
        demand(scene.compare_witnesses("exact::moving_witness", &witnesses(&scene)));
        assert!(late(&scene) > 20, "{}", scene.name);
    }
}

/// Faults on purpose: no point, a point of a separate pair, points beyond the box of all contacts.
#[test]
fn wrong_witnesses_are_noticed() {
    let scene = hard();
    let right = witnesses(scene);
    for (i, good) in right.iter().enumerate() {
        let mut wrong = match good {
            None => vec![Some(scene.pair(i).0.origin().as_dvec3())],
            Some(_) => vec![None],
        };
        if let (Some(good), Some(range)) = (good, &scene.truth[i].range) {
            let beyond = DVec3::from_array(range.each_ref().map(|(_, high)| high.to_f64().value()));
            let step = beyond.abs().max(good.abs()).max_element() * 1e-9 + 1e-40;
            wrong.extend([Some(good.with_x(beyond.x + step)), Some(good.with_z(beyond.z + step))]);
        }
        let alone = scene.picked("alone", &[i]);
        for wrong in wrong {
            let report = alone.compare_witnesses("faults", &[wrong]).expect_err("a wrong witness");
            assert!(report.contains(&scene.names[i]), "{report}");
        }
    }
}

/// What was wanted of the pairs that meet, in their order, as the exact stage gives it; and nothing
/// else.
#[test]
fn of_those_that_have_them() {
    let service = CollisionService::new(Engine::Cpu).expect("the CPU engine");
    let scene = drawn();
    for size in [0, 1, 63, 65] {
        let part = scene
            .picked("details", &(0..size).map(|i| i * 7 % scene.pairs.len()).collect::<Vec<_>>());
        let meeting: Vec<u32> =
            (0..size as u32).filter(|&i| part.truth[i as usize].verdict.meets()).collect();
        for bits in 0..8 {
            let sets = [Wanted::INTERVAL, Wanted::WITNESS, Wanted::BOX];
            let chosen = (0..3).filter(|i| bits >> i & 1 == 1).map(|i| sets[i]);
            let wanted = chosen.fold(Wanted::NOTHING, |set, one| set | one);
            let query = |wanted| service.query(&part.frames, &part.pairs).moving().wanted(wanted);
            // Moving pairs have no axis, so neither depth nor gap can be wanted of one.
            let axes = Wanted::DEPTH | Wanted::GAP;
            let refused = query(wanted | axes).run().expect_err("no axis");
            assert!(
                matches!(refused, BatchError::Unanswerable { wanted, .. } if wanted == axes),
                "{refused}"
            );
            let found = query(wanted).run().expect("valid");
            let verdicts: Vec<Verdict> = part.truth.iter().map(|truth| truth.verdict).collect();
            assert_eq!(**found.verdicts(), verdicts);
            let listed: Vec<u32> = found.details().iter().map(|detail| detail.pair).collect();
            assert_eq!(
                listed,
                if bits == 0 { vec![] } else { meeting.clone() },
                "{size} pairs, {wanted:?}"
            );
            for Detail { pair, verdict, interval, separation, witness, aabb, .. } in found.details()
            {
                // An exact end is rounded once, by less than a step.
                if let Some(Measured { value, slack }) = interval {
                    assert!(0.0 < slack && slack <= f64::from(value.last.next_up() - value.last));
                }
                let (interval, witness, aabb) = (value(interval), value(witness), value(aabb));
                let (a, b) = part.pair(pair as usize);
                assert_eq!((verdict, separation), (verdicts[pair as usize], None));
                let has = |bit: u32| bits >> bit & 1 == 1;
                let sweep = Sweep { verdict, interval };
                assert!(
                    interval.is_some() == has(0)
                        && witness.is_some() == has(1)
                        && aabb.is_some() == has(2)
                );
                assert!(!has(0) || Ok(sweep) == Sweep::exact(a, b));
                assert!(!has(1) || Ok(witness) == exact::moving_witness(a, b));
                assert!(!has(2) || Ok(aabb) == exact::moving_box(a, b));
            }
        }
    }
}
