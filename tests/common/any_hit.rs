//! Groups of judged pairs: each has the bit that the oracle's verdicts give it, on every engine.

use super::seed::rng;
use super::{bodies, hull, moving, plane};
use fastrand::Rng;
use motzkin::service::AnyHits;
use motzkin::{BatchError, CollisionService, Frame3, FrameError, Pair};
use motzkin_core::verdict::Verdict;

/// How many pairs a group has.
const SIZES: [usize; 9] = [0, 1, 2, 16, 17, 63, 65, 300, 4097];

/// Pairs by their positions, group after group.
struct Groups {
    positions: Vec<usize>,
    starts: Vec<u32>,
    meets: Vec<bool>,
}

/// Draws groups of every size: of separate pairs alone, with one that meets at any place among
/// them, and of any pairs.
fn groups(rng: &mut Rng, expected: &[Verdict]) -> Groups {
    let all = |meets: bool| -> Vec<usize> {
        (0..expected.len()).filter(|&i| expected[i].meets() == meets).collect()
    };
    let (apart, meeting) = (all(false), all(true));
    let mut out = Groups { positions: Vec::new(), starts: Vec::new(), meets: Vec::new() };
    for size in SIZES {
        for kind in 0..6 {
            let start = out.positions.len();
            out.starts.push(start as u32);
            for _ in 0..size {
                let among = if kind == 5 {
                    rng.usize(..expected.len())
                } else {
                    apart[rng.usize(..apart.len())]
                };
                out.positions.push(among);
            }
            if (1..5).contains(&kind) && size > 0 {
                out.positions[start + rng.usize(..size)] = meeting[rng.usize(..meeting.len())];
            }
            out.meets.push(out.positions[start..].iter().any(|&i| expected[i].meets()));
        }
    }
    assert!(out.meets.iter().any(|meets| *meets) && out.meets.iter().any(|meets| !meets));
    out
}

/// Asks a service about groups of a scene's pairs.
fn demand<Q>(name: &str, pairs: &[Pair], expected: &[Verdict], ask: Q)
where
    Q: Fn(&[Pair], &[u32]) -> Result<AnyHits, BatchError>,
{
    let mut rng = rng(name);
    let groups = groups(&mut rng, expected);
    let picked: Vec<Pair> = groups.positions.iter().map(|&i| pairs[i]).collect();
    let found = ask(&picked, &groups.starts).expect("a valid batch");
    assert_eq!(found.len(), groups.meets.len());
    for (group, (found, meets)) in found.iter().zip(&groups.meets).enumerate() {
        assert_eq!(found, *meets, "{name}: group {group} of {:?}", groups.starts);
    }
    assert_eq!(found.count(), groups.meets.iter().filter(|meets| **meets).count());
    assert!(found.stats().pairs <= picked.len());
}

/// Frames in space and in the plane, hulls; at rest and moving.
pub fn every_kind(service: &CollisionService) {
    let scene = bodies::everything();
    demand("any hit", &scene.pairs, &scene.expected, |pairs, starts| {
        service.query(&scene.frames, pairs).any_hit(starts).run()
    });
    for scene in [moving::hard(), moving::drawn()] {
        let expected: Vec<Verdict> = scene.truth.iter().map(|truth| truth.verdict).collect();
        demand("any hit, moving", &scene.pairs, &expected, |pairs, starts| {
            service.query(&scene.frames, pairs).moving().any_hit(starts).run()
        });
    }
    let scene = plane::everything();
    let expected: Vec<Verdict> = scene.truth.iter().map(|truth| truth.verdict).collect();
    demand("any hit, plane", &scene.pairs, &expected, |pairs, starts| {
        service.query(&scene.frames, pairs).any_hit(starts).run()
    });
    let has_both = |scene: &&hull::moving::MovingHulls| {
        [true, false].iter().all(|meets| scene.truth.iter().any(|truth| truth.0.meets() == *meets))
    };
    let scene = hull::moving::moving().iter().find(has_both).expect("one with both");
    let expected: Vec<Verdict> = scene.truth.iter().map(|truth| truth.0).collect();
    demand("any hit, moving hulls", &scene.pairs, &expected, |pairs, starts| {
        service.query(&scene.set, pairs).moving().any_hit(starts).run()
    });
    for scene in hull::cases::all() {
        let has = |meets| scene.expected.iter().any(|verdict| verdict.meets() == meets);
        if has(true) && has(false) {
            demand("any hit, hulls", &scene.pairs, &scene.expected, |pairs, starts| {
                service.query(&scene.set, pairs).any_hit(starts).run()
            });
        }
    }
}

/// Element by element, awaited, and within a margin: what the verdicts one by one say.
pub fn as_one_by_one(service: &CollisionService) {
    let scene = bodies::everything();
    let [a, b] = [0, 1].map(|side| -> Vec<Frame3> {
        let index = |pair: &Pair| if side == 0 { pair.a } else { pair.b };
        scene.pairs.iter().map(|pair| scene.frames[index(pair) as usize]).collect()
    });
    let starts: Vec<u32> = (0..a.len() as u32).step_by(3).collect();
    let bits = |verdicts: &[Verdict]| -> Vec<bool> {
        verdicts.chunks(3).map(|group| group.iter().any(|verdict| verdict.meets())).collect()
    };
    let found = service.query_between(&a, &b).any_hit(&starts).run().expect("a valid batch");
    assert_eq!(found.iter().collect::<Vec<_>>(), bits(&scene.expected));
    let query = service.query(&scene.frames, &scene.pairs);
    let found = pollster::block_on(query.any_hit(&starts).into_future()).expect("a valid batch");
    assert_eq!(found.iter().collect::<Vec<_>>(), bits(&scene.expected));
    for margin in [1e-30, 0.5, 100.0] {
        let near = || service.query(&scene.frames, &scene.pairs).within(margin);
        let answer = near().run().expect("a valid batch");
        let found = near().any_hit(&starts).run().expect("a valid batch");
        assert_eq!(found.iter().collect::<Vec<_>>(), bits(answer.verdicts()), "{margin}");
    }
}

/// A frame that is not valid hides no group but its own, and that only where nothing else meets.
pub fn faults_stay_in_their_groups(service: &CollisionService) {
    let cube = |x: f32| {
        let low = motzkin::glam::Vec3::new(x, 0.0, 0.0);
        Frame3::aligned_box(low, low + 1.0).expect("a box")
    };
    let mut rows = *cube(0.0).rows();
    rows[1] = [f32::NAN; 4];
    let wrong: Frame3 = motzkin::bytemuck::cast(rows);
    let frames = [cube(0.0), cube(0.5), cube(9.0), wrong];
    let pair = Pair::new;
    let pairs = [
        pair(0, 3), // alone with a fault,
        pair(3, 0), // with a fault before one that meets,
        pair(0, 1),
        pair(0, 2), // no fault, nothing meets,
        pair(1, 2),
        pair(0, 1), // no fault,
        pair(2, 0), // with faults, nothing meets.
        pair(2, 3),
        pair(3, 3),
    ];
    let starts = [0, 1, 3, 5, 6];
    for margin in [0.0, 0.25, 7.5, 100.0] {
        let near = service.query(&frames, &pairs).within(margin);
        let Err(BatchError::InvalidGroups { groups, faults, rest }) = near.any_hit(&starts).run()
        else {
            panic!("a fault is told")
        };
        assert_eq!(groups, [0, 4, 4]);
        let named: Vec<_> = faults.iter().map(|fault| (fault.pair, fault.frame)).collect();
        assert_eq!(named, [(0, 3), (7, 3), (8, 3)]);
        let is_told = |error| matches!(error, FrameError::NotFinite { axis: 0, .. });
        assert!(faults.iter().all(|fault| is_told(fault.error)), "{faults:?}");
        // At 7.5 a pair is exactly as far apart as the margin.
        assert!(rest.iter().eq([false, true, margin >= 7.5, true, false]));
    }
    // Faults ascend, however late they are found.
    let pairs: Vec<Pair> =
        (0..60).map(|i| pair(0, if [20, 30, 59].contains(&i) { 3 } else { 2 })).collect();
    let found = service.query(&frames, &pairs).any_hit(&[0, 25]).run();
    let Err(BatchError::InvalidGroups { groups, faults, .. }) = found else { panic!("{found:?}") };
    let named: Vec<_> =
        groups.iter().zip(&faults).map(|(group, fault)| (*group, fault.pair)).collect();
    assert_eq!(named, [(0, 20), (1, 30), (1, 59)]);
}

/// Starts that are no starts of groups, and values that groups do not have.
pub fn senseless_groups_are_refused(service: &CollisionService) {
    let cube = Frame3::aligned_box(motzkin::glam::Vec3::ZERO, motzkin::glam::Vec3::ONE);
    let (frames, pairs) = ([cube.expect("a box")], [Pair::new(0, 0); 3]);
    for (starts, wrong) in
        [(&[][..], 0), (&[1], 0), (&[0, 2, 1], 2), (&[0, 4], 1), (&[0, 3, 3, 4], 3)]
    {
        let found = service.query(&frames, &pairs).any_hit(starts).run();
        let error = found.expect_err("no starts of groups");
        let BatchError::Groups { group, start, pairs: 3 } = error else { panic!("{error}") };
        assert_eq!((group, start), (wrong, starts.get(wrong).copied()));
        let place = |start| format!("group {wrong} of 3 pairs starts at {start}, ");
        let told = start.map_or("no group holds the pairs, of which there are 3".into(), place);
        assert!(error.to_string().starts_with(&told), "{error}");
    }
    let none = service.query(&frames, &[]).any_hit(&[]).run().expect("no groups");
    assert!(none.is_empty() && none.words().is_empty() && none.get(0).is_none());
    let empty = service.query(&frames, &pairs).any_hit(&[0, 0, 3, 3]).run().expect("groups");
    assert_eq!((empty.words(), empty.get(1), empty.get(4)), (&[2][..], Some(true), None));
    let wanted = service.query(&frames, &pairs).wanted(motzkin::Wanted::DEPTH);
    let found = wanted.any_hit(&[0]).run();
    assert!(matches!(found, Err(BatchError::Unanswerable { .. })), "{found:?}");
}
