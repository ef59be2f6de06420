//! Queries of a tree: what meets a box, what a moving box meets first, what is nearest.

use crate::common::boxes::{self, SCENES, draw, plane, space};
use crate::common::seed::{rng, seed};
use dashu_ratio::RBig;
use motzkin::broad::BoxTree;
use std::ops::ControlFlow;

#[test]
fn what_meets_a_box() {
    let mut rng = rng("broad queries");
    for (name, scene) in SCENES {
        for count in [0, 1, 65, 4097] {
            let ends = draw(scene, &mut rng, count);
            let tree = BoxTree::build(&space(&ends)).expect("boxes");
            let in_plane = BoxTree::build(&plane(&ends)).expect("boxes");
            for own in draw(scene, &mut rng, 30) {
                let point = own.map(|[low, _]| [low, low]);
                for own in [own, point] {
                    let expected = |axes: usize| -> Vec<u32> {
                        let meets = |&i: &u32| boxes::meet(&ends[i as usize], &own, axes);
                        (0..count as u32).filter(meets).collect()
                    };
                    let mut found = Vec::new();
                    tree.meeting(0, &space(&[own])[0], &mut found);
                    assert_eq!(found, expected(3), "{count} {name}, seed {}", seed());
                    in_plane.meeting(0, &plane(&[own])[0], &mut found);
                    assert_eq!(found, expected(2), "{count} {name}, seed {}", seed());
                    let mut shown = 0;
                    tree.visit(0, &space(&[own])[0], |_| {
                        shown += 1;
                        ControlFlow::Break(())
                    });
                    assert_eq!(shown, expected(3).len().min(1), "{count} {name}, seed {}", seed());
                }
            }
        }
    }
}

#[test]
fn what_a_moving_box_meets_first() {
    let mut rng = rng("broad first contacts");
    for (name, scene) in SCENES {
        let ends = draw(scene, &mut rng, 130);
        let tree = BoxTree::build(&space(&ends)).expect("boxes");
        for _ in 0..10 {
            let [from, to] = [0; 2].map(|_| draw(scene, &mut rng, 1)[0]);
            let exact: Vec<_> =
                ends.iter().map(|other| boxes::contact(&from, &to, other, 3)).collect();
            let mut shown = vec![false; ends.len()];
            let mut last = 0.0;
            let [a, b] = [from, to].map(|ends| space(&[ends])[0]);
            // A test that sees no contact is shown every box on the way, in the order of bounds.
            let none = tree.first_contact(0, &a, &b, |index, bound| {
                assert!((last..=1.0).contains(&bound), "{name}, seed {}", seed());
                (last, shown[index as usize]) = (bound, true);
                if let Some(time) = &exact[index as usize] {
                    assert!(RBig::try_from(bound).expect("a number") <= *time, "{name}");
                    assert!(bound >= time.to_f64().value() - 1e-12, "{name}, seed {}", seed());
                }
                None
            });
            assert_eq!(none, None);
            let missed = exact.iter().zip(&shown).any(|(time, shown)| time.is_some() && !shown);
            assert!(!missed, "{name}, seed {}", seed());
            // Hardly a box is passed by so closely that `f64` cannot tell, but for boxes that are
            // tiny as seen from the way.
            let beside = exact.iter().zip(&shown).filter(|(time, shown)| time.is_none() && **shown);
            let few = beside.count() <= 1 || name == "of every size";
            assert!(few, "{name}, seed {}", seed());
            // A test of its own in `f64` gives the first contact, and of equal ones the least
            // index.
            let times: Vec<_> =
                exact.iter().map(|time| Some(time.as_ref()?.to_f64().value().max(1e-9))).collect();
            let numbered = times.iter().zip(0..).filter_map(|(time, i)| Some((i, (*time)?)));
            let expected = numbered.min_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
            let found = tree.first_contact(0, &a, &b, |index, _| times[index as usize]);
            assert_eq!(found, expected, "{name}, seed {}", seed());
        }
    }
}

#[test]
fn what_is_nearest() {
    let mut rng = rng("broad nearest");
    for (name, scene) in SCENES {
        let ends = draw(scene, &mut rng, 300);
        let tree = BoxTree::build(&space(&ends)).expect("boxes");
        for own in draw(scene, &mut rng, 30) {
            let exact: Vec<RBig> = ends.iter().map(|other| boxes::square(&own, other, 3)).collect();
            let rounded = |index: u32| exact[index as usize].to_f64().value();
            let found = tree.nearest(0, &space(&[own])[0], |index, bound| {
                let bound = RBig::try_from(bound).expect("a number");
                assert!(bound <= exact[index as usize], "{name}, seed {}", seed());
                Some(rounded(index))
            });
            let least = (0..300).min_by(|&i, &j| rounded(i).total_cmp(&rounded(j)).then(i.cmp(&j)));
            assert_eq!(found.map(|(index, _)| index), least, "{name}, seed {}", seed());
        }
    }
}

/// A box that is grazed at one moment is shown, though `f64` finds that it is left before it is
/// met. In the second case only the slack of both times together makes up for it.
#[test]
fn what_is_grazed_is_shown() {
    let hair = 0.5_f32.powi(53);
    for (from, to, other) in [
        ([[-1.0, -3.0 * hair], [-hair, 1.0]], [[5.0, 6.0], [2.0, 3.0]], [[3.0, 9.0], [0.0, 1.0]]),
        (
            [[-1.0, -46.0 * hair], [-69.0 * hair, 1.0]],
            [[5.0, 22.0], [33.0, 34.0]],
            [[7.0, 30.0], [0.0, 10.5]],
        ),
    ] {
        let [from, to, other] = [from, to, other].map(|[x, y]| [x, y, [0.0, 1.0]]);
        assert!(boxes::contact(&from, &to, &other, 3).is_some());
        let tree = BoxTree::build(&space(&[other])).expect("a box");
        let [from, to] = [from, to].map(|ends| space(&[ends])[0]);
        let found = tree.first_contact(0, &from, &to, |_, _| Some(0.5));
        assert_eq!(found, Some((0, 0.5)));
    }
}

/// A box that is touched at the start and met on the way comes before all others. Its time is a
/// zero, which must not have a sign: bounds are put in order by their bits.
#[test]
fn what_is_touched_at_the_start_comes_first() {
    let at = |x: f32| space(&[[[x, x + 1.0], [0.0, 1.0], [0.0, 1.0]]])[0];
    let tree = BoxTree::build(&[at(-6.0), at(-8.0), at(-1.0)]).expect("boxes");
    let times = [0.5, 0.7, 0.25];
    let mut shown = Vec::new();
    let found = tree.first_contact(0, &at(0.0), &at(-10.0), |index, bound| {
        shown.push((index, bound.to_bits()));
        Some(times[index as usize])
    });
    assert_eq!((found, shown), (Some((2, 0.25)), vec![(2, 0)]));
}

/// Boxes are shown from the nearest on, by their distances but for the last digits, until none can
/// be nearer. One without a point is not shown.
#[test]
fn what_is_nearest_hides_the_rest() {
    let at = |x: f32| space(&[[[x, x + 1.0], [0.0, 1.0], [0.0, 1.0]]])[0];
    let boxes = [at(40.0), motzkin::Aabb::NOTHING, at(4.0), at(-30.0)];
    let tree = BoxTree::build(&boxes).expect("boxes");
    let squares = [(2, 9.0), (3, 841.0), (0, 1521.0)];
    for (accepted, count) in [(false, 3), (true, 1)] {
        let mut shown = Vec::new();
        tree.nearest(0, &at(0.0), |index, bound| {
            shown.push((index, bound));
            accepted.then_some(9.0)
        });
        assert_eq!(shown.len(), count, "{shown:?}");
        for ((index, bound), (expected, square)) in shown.into_iter().zip(squares) {
            assert_eq!(index, expected);
            assert!((square * (1.0 - 1e-12)..=square).contains(&bound), "{bound}");
        }
    }
}

/// A box of no numbers meets nothing, and one without an end meets what is there and no more, now,
/// on its way, or as what is nearest. What has no point is not there.
#[test]
fn boxes_of_no_numbers_meet_nothing() {
    for count in [0, 1, 7, 8, 9, 65] {
        let mut boxes = space(&vec![[[0.0, 1.0]; 3]; count]);
        boxes.iter_mut().skip(2).step_by(3).for_each(|own| *own = motzkin::Aabb::NOTHING);
        let tree = BoxTree::build(&boxes).expect("boxes");
        let mut found = vec![7];
        tree.meeting(0, &space(&[[[f32::NAN; 2]; 3]])[0], &mut found);
        assert!(found.is_empty(), "{count}: {found:?}");
        let endless = space(&[[[f32::NEG_INFINITY, f32::INFINITY]; 3]])[0];
        let all: Vec<u32> = (0..count as u32).filter(|index| index % 3 != 2).collect();
        tree.meeting(0, &endless, &mut found);
        assert_eq!(found, all);
        let (mut met, mut near) = (Vec::new(), Vec::new());
        tree.first_contact(0, &endless, &endless, |index, bound| {
            met.push((index, bound));
            None
        });
        tree.nearest(0, &endless, |index, bound| {
            near.push((index, bound));
            None
        });
        for shown in [&mut met, &mut near] {
            shown.sort_unstable_by_key(|&(index, _)| index);
            assert_eq!(*shown, all.iter().map(|&index| (index, 0.0)).collect::<Vec<_>>());
        }
    }
}
