//! Pairs of a tree and of two trees: every scene, every size, every level, any number of threads.

use crate::common::boxes::{self, Ends, SCENES, SIZES, draw, plane, space};
use crate::common::seed::{rng, seed};
use motzkin::broad::{BoxTree, BroadError, PairOptions, Pieces, TreeBox};
use motzkin::{Aabb, Filter, Pair, SimdLevel};
use rayon::ThreadPoolBuilder;

fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
}

fn found<B: TreeBox>(tree: &BoxTree<B>, options: &PairOptions<'_>) -> Vec<Pair> {
    let mut out = vec![Pair::new(9, 9)];
    tree.pairs(options, &mut out).expect("no limit");
    out
}

/// All pairs of 4,097 equal boxes are eight million; fewer are enough there.
fn sizes(name: &str) -> impl Iterator<Item = usize> {
    let few = ["all equal", "one point"].contains(&name);
    SIZES.into_iter().filter(move |&count| !few || count < 1000)
}

#[test]
fn of_a_set_are_those_of_brute_force() {
    let mut rng = rng("broad pairs");
    for (name, scene) in SCENES {
        for count in sizes(name) {
            let ends = draw(scene, &mut rng, count);
            for (axes, expected) in [2, 3].map(|axes| (axes, boxes::pairs(&ends, axes))) {
                for level in SimdLevel::available() {
                    let options = PairOptions { level, ..PairOptions::default() };
                    let found = match axes {
                        2 => found(&BoxTree::build(&plane(&ends)).expect("boxes"), &options),
                        _ => found(&BoxTree::build(&space(&ends)).expect("boxes"), &options),
                    };
                    assert!(
                        found == expected,
                        "{count} boxes {name}, {axes} axes, {level:?}: {} pairs, not {}, seed {}",
                        found.len(),
                        expected.len(),
                        seed()
                    );
                }
            }
        }
    }
}

#[test]
fn are_the_same_on_any_number_of_threads() {
    let mut rng = rng("broad threads");
    for (name, scene) in SCENES.into_iter().filter(|(name, _)| sizes(name).max() > Some(4096)) {
        let boxes = space(&draw(scene, &mut rng, 20_000));
        let others = space(&draw(scene, &mut rng, 3_000));
        let lists: Vec<_> = (1..=4)
            .map(|threads| {
                on_threads(threads, || {
                    let tree = BoxTree::build(&boxes).expect("boxes");
                    let (options, mut out) = (PairOptions::default(), Vec::new());
                    let others = BoxTree::build(&others).expect("boxes");
                    tree.pairs_between(&others, &options, &mut out).expect("no limit");
                    (found(&tree, &options), out)
                })
            })
            .collect();
        assert!(lists.windows(2).all(|two| two[0] == two[1]), "{name}, seed {}", seed());
    }
}

#[test]
fn of_two_sets_are_those_of_brute_force() {
    let mut rng = rng("broad pairs between");
    for (name, scene) in SCENES {
        for (a, b) in [(0, 65), (1, 1), (1, 600), (600, 2), (63, 65), (65, 3000), (1500, 70)] {
            let [a, b] = [a, b].map(|count| draw(scene, &mut rng, count));
            let expected = boxes::pairs_between(&a, &b, 3);
            let [one, other] = [&a, &b].map(|ends| BoxTree::build(&space(ends)).expect("boxes"));
            for level in SimdLevel::available() {
                let options = PairOptions { level, ..PairOptions::default() };
                let mut out = Vec::new();
                one.pairs_between(&other, &options, &mut out).expect("no limit");
                let sizes = (a.len(), b.len());
                assert!(out == expected, "{sizes:?} boxes {name}, {level:?}, seed {}", seed());
            }
        }
    }
}

/// Boxes drift, jump and leave; a tree that is refitted answers as a new one does.
#[test]
fn of_a_refitted_tree_are_those_of_a_new_one() {
    let mut rng = rng("broad refit");
    for (name, scene) in SCENES {
        for count in [0, 1, 65, 500] {
            let mut ends = draw(scene, &mut rng, count);
            let mut tree = BoxTree::build(&space(&ends)).expect("boxes");
            for step in 0..12 {
                for ends in &mut ends {
                    *ends = moved(ends, step, &mut rng);
                }
                tree.refit(&space(&ends)).expect("boxes");
                let found = found(&tree, &PairOptions::default());
                assert!(
                    found == boxes::pairs(&ends, 3),
                    "step {step} of {count} boxes {name}, seed {}",
                    seed()
                );
            }
        }
    }
}

fn moved(ends: &Ends, step: usize, rng: &mut fastrand::Rng) -> Ends {
    let far = if step % 4 == 3 { 100.0 } else { 0.1 };
    ends.map(|[low, high]| {
        let way = (high - low) * far * (rng.f32() - 0.5);
        let clamped = |end: f32| end.clamp(f32::MIN, f32::MAX);
        [clamped(low + way), clamped(high + way)]
    })
}

/// A box without a point meets nothing, wherever it stands.
#[test]
fn leave_out_boxes_without_a_point() {
    let mut rng = rng("broad nothing");
    for (_, scene) in SCENES {
        let ends = draw(scene, &mut rng, 300);
        let mut boxes = space(&ends);
        let gone: Vec<bool> = ends.iter().map(|_| rng.bool()).collect();
        for (own, gone) in boxes.iter_mut().zip(&gone) {
            *own = if *gone { Aabb::NOTHING } else { *own };
        }
        let tree = BoxTree::build(&boxes).expect("boxes");
        let mut expected = boxes::pairs(&ends, 3);
        expected.retain(|pair| !gone[pair.a as usize] && !gone[pair.b as usize]);
        assert_eq!(found(&tree, &PairOptions::default()), expected, "seed {}", seed());
    }
    let nothing = vec![motzkin::Aabb3::NOTHING; 100];
    let tree = BoxTree::build(&nothing).expect("boxes");
    assert_eq!(found(&tree, &PairOptions::default()), []);
}

/// Filters, of either set and of both.
#[test]
fn follow_the_filters() {
    let mut rng = rng("broad filters");
    for (name, scene) in SCENES {
        for count in [65, 700] {
            let [a, b] = [count, 200].map(|count| draw(scene, &mut rng, count));
            let mut drawn = |count: usize| -> Vec<Filter> {
                let mut bits = || rng.u32(..) & rng.u32(..) & 0xff;
                (0..count).map(|_| Filter { group: bits(), mask: bits() }).collect()
            };
            let (of_a, of_b) = (drawn(count), drawn(200));
            let [one, other] = [&a, &b].map(|ends| BoxTree::build(&space(ends)).expect("boxes"));
            let meets = |p: &Filter, q: &Filter| p.group & q.mask != 0 && q.group & p.mask != 0;
            let mut expected = boxes::pairs(&a, 3);
            expected.retain(|pair| meets(&of_a[pair.a as usize], &of_a[pair.b as usize]));
            let options = PairOptions { filters: Some(&of_a), ..PairOptions::default() };
            assert!(found(&one, &options) == expected, "{count} {name}, seed {}", seed());

            let mut expected = boxes::pairs_between(&a, &b, 3);
            expected.retain(|pair| meets(&of_a[pair.a as usize], &of_b[pair.b as usize]));
            let options = PairOptions { other_filters: Some(&of_b), ..options };
            let mut out = Vec::new();
            one.pairs_between(&other, &options, &mut out).expect("no limit");
            assert!(out == expected, "{count} {name} between, seed {}", seed());

            // Where the other set has none, all of it has [`Filter::ALL`].
            let mut expected = boxes::pairs_between(&a, &b, 3);
            expected.retain(|pair| meets(&of_a[pair.a as usize], &Filter::ALL));
            let options = PairOptions { other_filters: None, ..options };
            one.pairs_between(&other, &options, &mut out).expect("no limit");
            assert!(out == expected, "{count} {name} on one side, seed {}", seed());
        }
    }
}

#[test]
fn of_a_tree_take_few_bytes() {
    let mut rng = rng("broad bytes");
    let ends = draw(SCENES[0].1, &mut rng, 10_000);
    let tree = BoxTree::build(&space(&ends)).expect("boxes");
    assert!(!tree.is_empty() && BoxTree::<motzkin::Aabb3>::build(&[]).expect("none").is_empty());
    // The ends of each box, and its index.
    let bytes = 28 * ends.len()..=40 * ends.len();
    assert!(bytes.contains(&tree.bytes()), "{} bytes", tree.bytes());
    let tree = BoxTree::build_worlds(&plane(&ends), &[0, 5000]).expect("boxes");
    // And the world of each box.
    let bytes = 32 * ends.len()..=40 * ends.len();
    assert!(bytes.contains(&tree.bytes()), "{} bytes", tree.bytes());
}

/// A list that is longer than its limit comes in pieces, of which few are short: each is searched
/// for anew.
#[test]
fn come_in_few_pieces() {
    let boxes = vec![motzkin::Aabb3 { min: glam::Vec3::ZERO, max: glam::Vec3::ONE }; 1000];
    let limit = 20_000;
    let options = PairOptions { limit, ..PairOptions::default() };
    let mut pieces = Pieces::within(boxes, &[0], options).expect("boxes");
    let (mut piece, mut count, mut listed) = (Vec::new(), 0, 0);
    while pieces.next(&mut piece).expect("boxes") {
        assert!(piece.len() <= limit);
        (count, listed) = (count + 1, listed + piece.len());
    }
    println!("{count} pieces of {listed} pairs");
    assert_eq!(listed, 1000 * 999 / 2);
    assert!(count * limit <= 4 * listed, "{count} pieces");
}

/// Many boxes, none of them near the other set: threads have nothing to start from.
#[test]
fn of_sets_far_apart_are_none() {
    let ends = draw(SCENES[7].1, &mut rng("broad far apart"), 20_000);
    let far = [[[-9.0, -8.0]; 3]];
    let lists = [1, 2].map(|threads| {
        on_threads(threads, || {
            let [tree, other] =
                [&ends[..], &far[..]].map(|ends| BoxTree::build(&space(ends)).expect("boxes"));
            let mut out = vec![Pair::new(9, 9)];
            tree.pairs_between(&other, &PairOptions::default(), &mut out).expect("no limit");
            out
        })
    });
    assert_eq!(lists, [[], []]);
}

/// The whole list comes at once, if it is within the limit, whatever was listed before.
#[test]
fn come_in_one_piece() {
    let mut rng = rng("broad one piece");
    let [a, b] = [300, 200].map(|count| space(&draw(SCENES[7].1, &mut rng, count)));
    let [one, other] = [&a, &b].map(|boxes| BoxTree::build(boxes).expect("boxes"));
    let mut between = Vec::new();
    one.pairs_between(&other, &PairOptions::default(), &mut between).expect("no limit");
    let within = found(&one, &PairOptions::default());
    for (two, expected) in [(false, within), (true, between)] {
        let found = expected.len();
        for limit in [found - 1, found] {
            let options = PairOptions { limit, ..PairOptions::default() };
            let pieces = match two {
                false => Pieces::within(a.clone(), &[0], options),
                true => Pieces::between((a.clone(), &[0]), (&b, &[0]), options),
            };
            let mut pieces = pieces.expect("boxes");
            assert_eq!(pieces.next(&mut Vec::new()), Ok(true));
            let mut out = vec![Pair::new(9, 9)];
            let listed = pieces.all(&mut out);
            if limit == found {
                assert_eq!((listed, &out), (Ok(()), &expected));
            } else {
                let error = BroadError::TooManyPairs { found: found as u64, limit };
                assert_eq!((listed, out.len()), (Err(error), 0));
            }
        }
    }
}
