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
