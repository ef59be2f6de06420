//! A cache of pairs after any sequence of changes: what brute force finds.

use crate::common::boxes::{self, Ends, SCENES, draw, space};
use crate::common::seed::{rng, seed};
use fastrand::Rng;
use motzkin::broad::{BroadError, PairCache};
use motzkin::{Aabb, Aabb3, Filter, Pair, SimdLevel};
use rayon::ThreadPoolBuilder;

/// What a cache is compared with: boxes that may have left, and their filters.
#[derive(Default)]
struct Known {
    ends: Vec<Option<Ends>>,
    filters: Vec<Filter>,
}

impl Known {
    fn pairs(&self) -> Vec<Pair> {
        let there: Vec<u32> =
            (0..).zip(&self.ends).filter(|(_, ends)| ends.is_some()).map(|(i, _)| i).collect();
        let ends: Vec<Ends> = self.ends.iter().copied().flatten().collect();
        let of = |index: u32| there[index as usize];
        let pairs = boxes::pairs(&ends, 3).into_iter();
        let pairs = pairs.map(|pair| Pair::new(of(pair.a), of(pair.b)));
        let filter = |index: u32| self.filters[index as usize];
        pairs.filter(|pair| filter(pair.a).meets(filter(pair.b))).collect()
    }
}

fn aabb(ends: Option<Ends>) -> Aabb3 {
    ends.map_or(Aabb3::NOTHING, |ends| space(&[ends])[0])
}

fn any_filter(rng: &mut Rng) -> Filter {
    if rng.u8(..3) > 0 {
        return Filter::ALL;
    }
    Filter { group: rng.u32(..8), mask: rng.u32(..8) }
}

/// Moves, replaces, removes, adds or filters one box.
fn change(cache: &mut PairCache<Aabb3>, known: &mut Known, fresh: Ends, rng: &mut Rng) {
    let count = known.ends.len();
    let kind = rng.u8(..12);
    if kind < 2 || count == 0 {
        let filter = any_filter(rng);
        known.ends.push(Some(fresh));
        known.filters.push(filter);
        let index = cache.push(aabb(Some(fresh)), filter).expect("a box");
        assert_eq!(index as usize, count);
        return;
    }
    let index = rng.usize(..count);
    if kind == 2 {
        known.filters[index] = any_filter(rng);
        cache.set_filter(index as u32, known.filters[index]);
        return;
    }
    known.ends[index] = match kind {
        3 => None,
        4 | 5 => Some(fresh),
        _ => known.ends[index].map(|ends| {
            let way = rng.f32() - 0.5;
            ends.map(|axis| axis.map(|end| (end + way * 0.1).clamp(f32::MIN, f32::MAX)))
        }),
    };
    cache.set(index as u32, aabb(known.ends[index])).expect("a box");
}

/// Asks for the pairs within a limit that may be too low.
fn compare(cache: &mut PairCache<Aabb3>, known: &Known, what: &str, rng: &mut Rng) {
    let expected = known.pairs();
    let limit = match rng.u8(..6) {
        0 => expected.len().saturating_sub(1),
        1 => expected.len(),
        _ => usize::MAX,
    };
    match cache.update(limit) {
        Ok(found) => {
            assert!(found == expected, "{what}, {} pairs, seed {}", found.len(), seed());
            assert!(found.len() <= limit, "{what}, seed {}", seed());
        }
        Err(error) => {
            let found = expected.len() as u64;
            assert_eq!(error, BroadError::TooManyPairs { found, limit }, "{what}, seed {}", seed());
            assert!(limit < expected.len(), "{what}, seed {}", seed());
        }
    }
}

#[test]
fn holds_what_brute_force_finds_after_any_changes() {
    let mut rng = rng("broad cache");
    let levels = SimdLevel::available();
    for (number, (name, scene)) in SCENES.into_iter().enumerate() {
        for count in [0, 3, 70, 400] {
            let mut cache = PairCache::at(levels[(number + count) % levels.len()]);
            let mut known = Known::default();
            for ends in draw(scene, &mut rng, count) {
                known.ends.push(Some(ends));
                known.filters.push(Filter::ALL);
                cache.push(aabb(Some(ends)), Filter::ALL).expect("a box");
            }
            for step in 0..16 {
                let changes = [0, 1, 3, count / 20, count / 5, count][rng.usize(..6)];
                for fresh in draw(scene, &mut rng, changes) {
                    change(&mut cache, &mut known, fresh, &mut rng);
                }
                compare(&mut cache, &known, &format!("step {step} of {count} {name}"), &mut rng);
            }
        }
    }
}

/// Of three teams the first meets both others, but not itself, and the third meets itself: nodes
/// whose boxes are all of the first are passed over by it.
const TEAMS: [Filter; 3] =
    [Filter { group: 1, mask: 6 }, Filter { group: 2, mask: 1 }, Filter { group: 4, mask: 5 }];

fn cache_of(known: &Known, level: SimdLevel) -> PairCache<Aabb3> {
    let mut cache = PairCache::at(level);
    for (ends, filter) in known.ends.iter().zip(&known.filters) {
        cache.push(aabb(*ends), *filter).expect("a box");
    }
    cache
}

/// Changes fewer than a quarter of the boxes, so that the cache keeps what it has. Every eleventh
/// box is of one cluster. One cluster gets teams and loses them, some boxes of it and of the one
/// before move, and boxes that change places from cluster to cluster make the cache sort all.
fn turn(known: &mut Known, step: usize, usual: Filter, rng: &mut Rng) {
    let (cluster, count) = (step / 6, known.ends.len());
    let own = move || (0..count).filter(move |index| index % 11 == cluster);
    match step % 6 {
        0 => own().for_each(|index| known.filters[index] = TEAMS[rng.usize(..3)]),
        4 => own().for_each(|index| known.filters[index] = usual),
        2 => swap(known, rng),
        5 if cluster % 2 == 1 => swap(known, rng),
        _ => {
            let both = cluster.saturating_sub(1)..=cluster;
            // Few, so that many nodes hold none of them and stay as they were.
            for index in (0..count).filter(|index| both.contains(&(index % 11))) {
                if rng.u8(..8) > 0 {
                    continue;
                }
                let way = 0.2 * (rng.f32() - 0.5);
                let moved = |ends: Ends| ends.map(|axis| axis.map(|end| end + way));
                known.ends[index] = known.ends[index].map(moved);
            }
        }
    }
}

fn swap(known: &mut Known, rng: &mut Rng) {
    let count = known.ends.len();
    for _ in 0..count / 10 {
        known.ends.swap(rng.usize(..count), rng.usize(..count));
    }
}

/// The cache keeps the filters of all levels. They are brought up to date while boxes move, are
/// sorted, and have no filter for a while.
#[test]
fn holds_what_a_fresh_one_finds_while_filters_change() {
    let mut rng = rng("broad cache filters");
    for level in SimdLevel::available() {
        for usual in [TEAMS[0], Filter::ALL] {
            let ends = draw(SCENES[1].1, &mut rng, 4097).into_iter().map(Some).collect();
            let mut known = Known { ends, filters: vec![usual; 4097] };
            let mut cache = cache_of(&known, level);
            cache.update(usize::MAX).expect("no limit");
            for step in 0..36 {
                turn(&mut known, step, usual, &mut rng);
                for (index, ends) in (0..).zip(&known.ends) {
                    cache.set(index, aabb(*ends)).expect("a box");
                    cache.set_filter(index, known.filters[index as usize]);
                }
                let mut fresh = cache_of(&known, level);
                let expected = fresh.update(usize::MAX).expect("no limit");
                let found = cache.update(usize::MAX).expect("no limit");
                let what = format!("step {step}, {level:?}, {usual:?}, seed {}", seed());
                assert!(found == expected, "{what}: {}, not {}", found.len(), expected.len());
                if step % 6 == 1 {
                    assert!(!found.is_empty(), "{what}");
                }
            }
        }
    }
}

/// Many boxes, of which the cache itself finds out which have moved.
#[test]
fn finds_what_has_changed_on_any_number_of_threads() {
    let mut rng = rng("broad cache threads");
    let mut ends = draw(SCENES[0].1, &mut rng, 20_000);
    let caches = [1, 3].map(|threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        (pool, PairCache::<Aabb3>::default())
    });
    let mut caches = caches.map(|(pool, mut cache)| {
        for own in space(&ends) {
            cache.push(own, Filter::ALL).expect("a box");
        }
        (pool, cache)
    });
    for every in [1, 100, 2, 7, 1000, 30] {
        let fresh = draw(SCENES[0].1, &mut rng, ends.len());
        for index in (0..ends.len()).step_by(every) {
            ends[index] = fresh[index];
        }
        let boxes = space(&ends);
        let tree = motzkin::broad::BoxTree::build(&boxes).expect("boxes");
        let mut expected = Vec::new();
        tree.pairs(&Default::default(), &mut expected).expect("no limit");
        for (pool, cache) in &mut caches {
            cache.set_all(&boxes).expect("boxes");
            let found = pool.install(|| cache.update(usize::MAX)).expect("no limit");
            assert!(found == expected, "one in {every}, seed {}", seed());
        }
    }
}

#[test]
fn refuses_what_is_no_box_and_stays_as_it_was() {
    let mut rng = rng("broad cache faults");
    let boxes = space(&draw(SCENES[0].1, &mut rng, 50));
    let mut cache = PairCache::default();
    for own in &boxes {
        cache.push(*own, Filter::ALL).expect("a box");
    }
    let before = cache.update(usize::MAX).expect("no limit").to_vec();
    let mut wrong = boxes.clone();
    wrong[31].max.y = f32::NAN;
    let is_named =
        |error: BroadError| matches!(error, BroadError::Invalid { index: 31, axis: 1, .. });
    assert!(cache.set(31, wrong[31]).is_err_and(is_named));
    assert!(cache.set_all(&wrong).is_err_and(is_named));
    let short = cache.set_all(&boxes[1..]);
    assert_eq!(short, Err(BroadError::Length { what: "boxes", found: 49, boxes: 50 }));
    assert!(cache.push(wrong[31], Filter::ALL).is_err());
    assert_eq!((cache.len(), cache.boxes()), (50, &boxes[..]));
    assert_eq!(cache.update(usize::MAX).expect("no limit"), before);
}

#[test]
fn takes_few_bytes() {
    let mut rng = rng("broad cache bytes");
    let mut cache = PairCache::default();
    assert!(cache.is_empty());
    for own in space(&draw(SCENES[0].1, &mut rng, 10_000)) {
        cache.push(own, Filter::ALL).expect("a box");
    }
    assert!(!cache.is_empty() && cache.len() == 10_000);
    let pairs = cache.update(usize::MAX).expect("no limit").len();
    cache.set(5, Aabb3::NOTHING).expect("a box");
    cache.update(usize::MAX).expect("no limit");
    let bytes = cache.bytes();
    // A box, its filter, its place, whether it has changed and its part of the tree; each pair.
    assert!(bytes >= 65 * 10_000 + 8 * pairs, "{bytes} bytes, {pairs} pairs");
    assert!(bytes <= 85 * 10_000 + 32 * pairs, "{bytes} bytes, {pairs} pairs");
    // With a filter, those of all levels, and of the room, too.
    cache.set_filter(7, Filter::NONE);
    cache.update(usize::MAX).expect("no limit");
    let more = cache.bytes() - bytes;
    assert!((9 * 10_000..=11 * 10_000).contains(&more), "{more} bytes");
}

/// All parts count: boxes, filters and changes with their room, then the tree and two lists.
#[test]
fn bytes_are_those_of_all_parts() {
    let mut cache = PairCache::default();
    let cube = Aabb3 { min: glam::Vec3::ZERO, max: glam::Vec3::ONE };
    for count in 1..=200 {
        cache.push(cube, Filter::ALL).expect("a box");
        // A box, its filter, whether it has changed, and its number among the changes.
        let bytes = cache.bytes();
        let most = 33 * (count + count / 8 + 1) + 4 * (2 * count).max(4);
        assert!((37 * count..=most).contains(&bytes), "{bytes} bytes, {count} boxes");
    }
    cache.update(usize::MAX).expect("no limit");
    cache.set(0, Aabb3::NOTHING).expect("a box");
    let pairs = cache.update(usize::MAX).expect("no limit").len();
    assert_eq!(pairs, 199 * 198 / 2);
    // Places and the tree, the list and the one before it.
    let bytes = cache.bytes();
    assert!((65 * 200 + 16 * pairs..=90 * 200 + 32 * pairs).contains(&bytes), "{bytes} bytes");
}
