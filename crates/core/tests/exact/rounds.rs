//! Hulls for which steps would go round without an end: those of the simplex method, were it not
//! for Bland's rule, and those of the walk to the nearest point, did not each come closer.

use crate::common::hull::distance::square;
use crate::common::hull::oracle;
use dashu_ratio::RBig;
use glam::{DVec3, Vec3};
use motzkin_core::Resting;
use motzkin_core::exact::hull;
use motzkin_core::geom::{Pair, PolytopeSet};

/// A point of whole numbers.
type Whole = [i32; 3];

fn points(of: &[Whole]) -> Vec<Vec3> {
    of.iter().map(|p| Vec3::from_array(p.map(|x| x as f32))).collect()
}

/// Holds all answers about a hull and the origin against what is true of a hull with the same
/// points but for some between others.
fn demand(all: &[Vec3], corners: &[Vec3]) {
    let mut set = PolytopeSet::new();
    let [a, few, origin] =
        [all, corners, &[Vec3::ZERO]].map(|points| set.push(points).expect("finite points"));
    let truth = oracle::verdict(&set, Pair::new(few, origin));
    for pair in [Pair::new(a, origin), Pair::new(origin, a)] {
        assert_eq!(hull::decide(&set, pair).verdict, truth, "{all:?}");
        assert_eq!(hull::decide_moving(&set, pair).verdict, truth, "{all:?}");
        let point = truth.meets().then_some(DVec3::ZERO);
        assert_eq!(hull::witness(&set, pair), point, "{all:?}");
        assert_eq!(hull::moving_witness(&set, pair), point, "{all:?}");
        let found = hull::contact_interval(&set, pair).map(|found| [found.first, found.last]);
        assert_eq!(found, truth.meets().then_some([0.0, 1.0]), "{all:?}");
    }
}

/// The steepest column all the time, or another one to leave than the first of those that fall to
/// zero together: each of these hulls makes one such rule take the same columns again and again.
#[test]
fn the_simplex_method_does_not_go_round() {
    let hulls: [&[Whole]; 9] = [
        // The steepest column.
        &[
            [-10, 50, -76],
            [-29, -593, 366],
            [-5, -257, 174],
            [-56, 832, -736],
            [-8, 88, -80],
            [-32, -8, -112],
            [-8, -8, -16],
            [-93, -84, 34],
            [-56, -35, 72],
        ],
        &[
            [0, -144, -108],
            [-18, -32, -78],
            [342, -876, 9],
            [162, -396, 9],
            [-612, 480, -756],
            [-72, -72, -180],
            [36, -72, -36],
        ],
        // The steepest column in `f64`, with points between -1 and 1.
        &[
            [3, -1, -27],
            [0, 6, 18],
            [0, 18, -6],
            [-9, 6, 330],
            [6, 0, 12],
            [-3, -12, 108],
            [6, 132, -132],
            [-12, 86, 95],
            [64, -93, -53],
        ],
        // Towards the last contact.
        &[
            [-2, 2, 8],
            [-28, 23, 27],
            [40, -22, 170],
            [6, -4, 16],
            [0, 0, 0],
            [9, -8, -31],
            [-8, 8, 2],
            [-94, 83, 201],
        ],
        // The last row of several leaves.
        &[
            [-70, 10, 20],
            [-58, -297, -1021],
            [-6, -129, -457],
            [-556, 316, 1248],
            [-120, 20, 100],
            [-100, -20, -120],
            [-80, -20, -60],
            [44, 78, 80],
            [-13, 40, 47],
        ],
        &[
            [60, -30, 120],
            [528, 1116, 1206],
            [24, -882, -177],
            [-60, 60, 30],
            [-12, -384, -99],
            [10, 85, 95],
            [120, 90, 240],
        ],
        // The first row of several leaves.
        &[
            [0, -38, -152],
            [0, 76, -228],
            [-627, -57, 361],
            [57, 10, -207],
            [-285, -9, 135],
            [1026, -290, -1350],
            [114, -76, -266],
        ],
        &[
            [78, 0, -104],
            [0, -52, -78],
            [366, -494, -85],
            [144, -234, -23],
            [72, 884, -642],
            [9, 26, -77],
            [78, 104, -156],
        ],
        // The last member of several leaves.
        &[
            [-76, 38, -76],
            [76, 247, -285],
            [3, 72, 93],
            [-832, 86, -514],
            [-103, 37, -93],
            [30, 113, -131],
            [-45, 80, 59],
            [61, 90, 57],
            [-190, 76, -190],
            [-114, 76, -152],
            [-47, 36, -23],
        ],
    ];
    for hull in hulls {
        demand(&points(hull), &points(hull));
    }
    // A point far off, which is never taken, leaves `f64` too little to guess the last basis.
    let far = 2.0_f32.powi(60);
    for (hull, off) in [(hulls[1], [-4, 6, -8]), (hulls[3], [-3, 6, -4])] {
        let off = points(&[off])[0] * far;
        let all = [&points(hull)[..], &[off]].concat();
        demand(&all, &all);
    }
}

/// Sixty points on a line, each a little better than the one before, which Bland's rule takes one
/// by one. Were the steepest column taken from then on, it would go round.
#[test]
fn the_rule_changes_once() {
    let hulls: [(Whole, [Whole; 6], Whole); 2] = [
        (
            [-4, 16, -8],
            [
                [2, -26, 2],
                [-81, 250, -60],
                [-25, 54, 0],
                [28, 108, -140],
                [4, 16, -16],
                [-20, 12, -20],
            ],
            [-6, 8, 4],
        ),
        (
            [6, 4, -8],
            [
                [-29, -19, 34],
                [200, 159, -266],
                [42, 41, -58],
                [52, -18, -52],
                [4, -4, -2],
                [-2, 6, -10],
            ],
            [6, -2, 5],
        ),
    ];
    for (along, others, off) in hulls {
        let line: Vec<Whole> = (1..=60).rev().map(|i| along.map(|x| x * i)).collect();
        let all = [&line[..], &others].concat();
        let corners = [&[line[0], along][..], &others].concat();
        demand(&points(&all), &points(&corners));
        let off = points(&[off])[0] * 2.0_f32.powi(60);
        let with = |hull: &[Whole]| [&points(hull)[..], &[off]].concat();
        demand(&with(&all), &with(&corners));
    }
}

/// More than one face of the vertices at hand holds the nearest point of its plane. If another one
/// than the closest is taken, the walk comes by the same faces again.
#[test]
fn walks_to_the_nearest_point_do_not_go_round() {
    let hulls: [&[Whole]; 3] = [
        &[
            [6, 5, 2],
            [6, -3, 6],
            [5, 5, -3],
            [-1, -4, -2],
            [4, -4, 7],
            [0, -1, -2],
            [3, 5, 5],
            [2, 0, -1],
        ],
        &[
            [5, 4, 5],
            [2, 5, -2],
            [0, -2, 5],
            [1, -2, 4],
            [0, 2, 5],
            [0, 6, 0],
            [7, 0, -2],
            [7, -2, 0],
            [6, -2, 0],
        ],
        &[
            [3, 1, 5],
            [5, 0, 4],
            [0, 5, 8],
            [3, 8, 3],
            [9, 6, 8],
            [1, 5, 5],
            [-1, 0, -1],
            [0, 2, 5],
            [5, 3, -1],
        ],
    ];
    for hull in hulls {
        let mut set = PolytopeSet::new();
        let a = set.push(&points(hull)).expect("finite points");
        let origin = set.push(&[Vec3::ZERO]).expect("finite points");
        for pair in [Pair::new(a, origin), Pair::new(origin, a)] {
            let truth = square(&set, pair);
            let found = hull::nearest(&set, pair, &[]).expect("two hulls");
            let exact = |x: f64| RBig::try_from(x).expect("finite");
            let (low, high) = (exact(found.at_least), exact(found.at_most));
            assert!(&low * &low <= truth && truth <= &high * &high, "{found:?}: {hull:?}");
            let near = found.distance as f32;
            assert!(!hull::is_closer::<Resting>(&set, pair, near.next_down()), "{hull:?}");
            assert!(hull::is_closer::<Resting>(&set, pair, near.next_up()), "{hull:?}");
        }
    }
}
