//! Whole numbers at the widths at which one arithmetic ends and the next begins, and of the largest
//! magnitudes there are: what would not fit would overflow.

use crate::common::seed::{rng, seed};
use crate::common::wide::Wide;
use crate::common::{moving, oracle, plane};
use glam::Vec2;
use motzkin_core::exact::{self, SettledBy};
use motzkin_core::geom::Frame2;
use motzkin_core::verdict::Verdict;

/// The last width of each arithmetic in space and in the plane, one beyond, and some others.
const WIDTHS: [u32; 14] = [13, 14, 23, 24, 38, 39, 54, 59, 60, 80, 81, 123, 124, 180];

#[test]
fn every_width_in_space() {
    let (mut by_long, mut touching) = (0, 0);
    for width in WIDTHS {
        let mut rng = rng(&format!("widths in space, {width}"));
        let mut wide = Wide { rng: &mut rng, width };
        for _ in 0..60 {
            let a = wide.frame(None);
            let b = wide.frame(Some(&a));
            let resting = exact::decide(&a, &b).expect("valid frames");
            let truth = oracle::verdict(&a, &b);
            assert_eq!(resting.verdict, truth, "{width}, seed {}: {a:?} {b:?}", seed());
            let found = exact::decide_moving(&a, &b).expect("valid frames");
            let moving = moving::oracle::judge(&a, &b);
            let case = format!("{width}, moving, seed {}: {a:?} {b:?}", seed());
            assert_eq!(found.verdict, moving.verdict, "{case}");
            let meets = found.verdict.meets();
            let interval = meets.then(|| exact::meeting_interval(&a, &b).expect("valid frames"));
            assert_eq!(moving.fault_of_interval(interval), None, "{case}");
            touching += usize::from(truth == Verdict::Touching);
            by_long += usize::from(width <= 80 && resting.by == SettledBy::Wide);
        }
    }
    println!("{touching} touch, {by_long} in 256 bits");
    assert!(touching > 20 && by_long > 20, "{touching} touch, {by_long} in 256 bits");
}

#[test]
fn every_width_in_the_plane() {
    let mut by_long = 0;
    for width in WIDTHS {
        let mut rng = rng(&format!("widths in the plane, {width}"));
        let mut wide = Wide { rng: &mut rng, width };
        for _ in 0..200 {
            let a = wide.flat_frame(None);
            let b = wide.flat_frame(Some(&a));
            let still = |frame: &Frame2| frame.with_velocity(Vec2::ZERO).expect("a frame");
            let resting = exact::plane::decide(&a, &b).expect("valid frames");
            let truth = plane::oracle::judge(&still(&a), &still(&b)).verdict;
            assert_eq!(resting.verdict, truth, "{width}, seed {}: {a:?} {b:?}", seed());
            let found = exact::plane::decide_moving(&a, &b).expect("valid frames");
            let moving = plane::oracle::judge(&a, &b);
            let case = format!("{width}, moving, seed {}: {a:?} {b:?}", seed());
            assert_eq!(found.verdict, moving.verdict, "{case}");
            let meets = found.verdict.meets();
            let interval =
                meets.then(|| exact::plane::meeting_interval(&a, &b).expect("valid frames"));
            assert_eq!(moving.fault_of_interval(interval), None, "{case}");
            by_long += usize::from(width <= 123 && resting.by == SettledBy::Wide);
        }
    }
    println!("{by_long} in 256 bits");
    assert!(by_long > 20, "{by_long} in 256 bits");
}
