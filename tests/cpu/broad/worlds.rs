//! Many worlds in one tree.

use crate::common::boxes::{self, SCENES, draw, space};
use crate::common::seed::{rng, seed};
use motzkin::broad::{BoxTree, BroadError, PairOptions, Pieces};
use motzkin::{Aabb3, Filter, Pair, SimdLevel};

/// Starts of worlds of random sizes, empty ones among them.
fn starts(rng: &mut fastrand::Rng, count: usize) -> Vec<u32> {
    let mut starts = vec![0, 0];
    while let Some(&last) = starts.last().filter(|&&last| (last as usize) < count) {
        starts.push((last + rng.u32(..40)).min(count as u32));
    }
    starts
}

fn world_of(starts: &[u32], index: u32) -> usize {
    starts.partition_point(|&start| start <= index)
}

#[test]
fn pair_among_themselves() {
    let mut rng = rng("broad worlds");
    for (name, scene) in SCENES {
        for count in [0, 1, 65, 900] {
            let [a, b] = [0; 2].map(|_| draw(scene, &mut rng, count));
            let starts = starts(&mut rng, count);
            let [one, other] =
                [&a, &b].map(|ends| BoxTree::build_worlds(&space(ends), &starts).expect("boxes"));
            let same = |pair: &Pair| world_of(&starts, pair.a) == world_of(&starts, pair.b);
            let mut out = Vec::new();
            one.pairs(&PairOptions::default(), &mut out).expect("no limit");
            let mut expected = boxes::pairs(&a, 3);
            expected.retain(same);
            assert!(out == expected, "{count} boxes {name}, seed {}", seed());
            if let Some(limit) = expected.len().checked_sub(1) {
                let few = PairOptions { limit, ..PairOptions::default() };
                let found = expected.len() as u64;
                let error = one.pairs(&few, &mut out);
                assert_eq!(error, Err(BroadError::TooManyPairs { found, limit }), "{count} {name}");
            }
            one.pairs_between(&other, &PairOptions::default(), &mut out).expect("no limit");
            let mut expected = boxes::pairs_between(&a, &b, 3);
            expected.retain(same);
            assert!(out == expected, "{count} boxes {name} between, seed {}", seed());
        }
    }
}

/// A query sees one world.
#[test]
fn are_asked_one_by_one() {
    let mut rng = rng("broad world queries");
    for (name, scene) in SCENES {
        let ends = draw(scene, &mut rng, 400);
        let starts = starts(&mut rng, 400);
        let tree = BoxTree::build_worlds(&space(&ends), &starts).expect("boxes");
        let own = draw(scene, &mut rng, 1)[0];
        let mut found = Vec::new();
        for world in 0..starts.len() {
            tree.meeting(world, &space(&[own])[0], &mut found);
            let end = starts.get(world + 1).copied().unwrap_or(400);
            let expected: Vec<u32> = (starts[world]..end)
                .filter(|&index| boxes::meet(&ends[index as usize], &own, 3))
                .collect();
            assert_eq!(found, expected, "world {world} {name}, seed {}", seed());
            let own = &space(&[own])[0];
            let mut shown = Vec::new();
            tree.first_contact(world, own, own, |index, _| {
                shown.push(index);
                None
            });
            shown.sort_unstable();
            assert_eq!(shown, expected, "world {world} {name}, seed {}", seed());
            // What no test accepts is looked for in all of the world.
            let mut shown = Vec::new();
            tree.nearest(world, own, |index, _| {
                shown.push(index);
                None
            });
            shown.sort_unstable();
            assert!(shown.into_iter().eq(starts[world]..end), "world {world} {name}");
        }
    }
}

/// Lists in some fifty pieces what comes at once without a limit.
fn in_pieces<'a>(
    all: PairOptions<'a>,
    begin: impl Fn(PairOptions<'a>) -> Result<Pieces<'a, Aabb3>, BroadError>,
    what: &str,
) {
    let (mut expected, mut piece, mut listed) = (Vec::new(), Vec::new(), Vec::new());
    begin(all).expect("boxes").all(&mut expected).expect("no limit");
    let limit = expected.len() / 50 + 1;
    let mut pieces = begin(PairOptions { limit, ..all }).expect("boxes");
    while pieces.next(&mut piece).expect("boxes") {
        let is_one = piece.windows(2).all(|two| two[0].a == two[1].a);
        assert!(piece.len() <= limit || is_one, "{what}, seed {}", seed());
        listed.extend_from_slice(&piece);
    }
    assert!(listed == expected, "{what}: {} pairs, seed {}", listed.len(), seed());
}

/// Pieces begin and end within worlds, and have the filters of their boxes.
#[test]
fn come_in_pieces() {
    let mut rng = rng("broad worlds in pieces");
    let levels = SimdLevel::available();
    for (number, (name, scene)) in SCENES.into_iter().enumerate() {
        let [a, b] = [900, 700].map(|count| space(&draw(scene, &mut rng, count)));
        let of_a = starts(&mut rng, 900);
        let mut of_b: Vec<u32> = of_a.iter().map(|_| rng.u32(..=700)).collect();
        of_b.sort_unstable();
        of_b[0] = 0;
        let drawn: Vec<Filter> =
            (0..1600).map(|_| Filter { group: rng.u32(..8), mask: rng.u32(..8) }).collect();
        let (own, others) = drawn.split_at(900);
        let level = levels[number % levels.len()];
        for [of_a, of_b] in [[&[0][..]; 2], [&of_a[..], &of_b[..]]] {
            for [filters, other_filters] in [[None; 2], [Some(own), Some(others)]] {
                let all = PairOptions { filters, other_filters, limit: usize::MAX, level };
                let what = format!("{name}, {level:?}, {} worlds", of_a.len());
                in_pieces(all, |options| Pieces::within(a.clone(), of_a, options), &what);
                let between = |options| Pieces::between((a.clone(), of_a), (&b, of_b), options);
                in_pieces(all, between, &what);
            }
        }
    }
}

/// A hundred thousand worlds of two equal boxes at one place: the square of that would never end.
#[test]
fn cost_no_more_where_they_lie_together() {
    let boxes = vec![Aabb3 { min: glam::Vec3::ZERO, max: glam::Vec3::ONE }; 200_000];
    let starts: Vec<u32> = (0..100_000).map(|world| 2 * world).collect();
    let tree = BoxTree::build_worlds(&boxes, &starts).expect("boxes");
    let mut out = Vec::new();
    tree.pairs(&PairOptions::default(), &mut out).expect("no limit");
    let expected: Vec<Pair> =
        (0..100_000).map(|world| Pair::new(2 * world, 2 * world + 1)).collect();
    assert!(out == expected);
    // Nor do boxes that a filter keeps apart.
    let tree = BoxTree::build(&boxes).expect("boxes");
    let mut filters = vec![Filter { group: 1, mask: 2 }; 200_000];
    filters[77_777] = Filter { group: 2, mask: 1 };
    let options = PairOptions { filters: Some(&filters), ..PairOptions::default() };
    tree.pairs(&options, &mut out).expect("no limit");
    assert_eq!(out.len(), 199_999);
}
