//! Solids of short numbers that touch are decided by the face in which they do, in `f64`.

use glam::Vec3;
use motzkin_core::exact::{SettledBy, hull};
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::verdict::Verdict;

/// Directions in which hulls are pushed against each other: along axes, edges and askew.
fn directions() -> Vec<Vec3> {
    let mut found = Vec::new();
    for code in 0..27 {
        let [x, y, z] = [code % 3, code / 3 % 3, code / 9].map(|x| x as f32 - 1.0);
        found.extend([Vec3::new(x, y, z), Vec3::new(x, 2.0 * y, 3.0 * z)]);
    }
    found.retain(|n| *n != Vec3::ZERO);
    found
}

/// The corner that lies furthest along a direction.
fn highest(points: &[Vec3], n: Vec3) -> Vec3 {
    points.iter().copied().fold(points[0], |most, p| if n.dot(p) > n.dot(most) { p } else { most })
}

/// Whole points, of solids first, then of flat hulls, in the plane `z = 0` and aslant.
fn hulls() -> [Vec<Vec3>; 6] {
    let v = |x: i32, y: i32, z: i32| Vec3::new(x as f32, y as f32, z as f32);
    let cube = (0..8).map(|i| v(i & 1, i >> 1 & 1, i >> 2) * 4.0).collect();
    let gem = [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|p| [p * 3.0, p * -3.0]).collect();
    [
        cube,
        gem,
        vec![v(0, 0, 0), v(5, 1, 0), v(1, 6, 1), v(2, 1, 7)],
        vec![v(0, 0, 0), v(4, 0, 0), v(4, 4, 0), v(0, 4, 0)],
        vec![v(0, 0, 1), v(5, 1, 0), v(1, 6, 2)],
        vec![v(2, 1, 3)],
    ]
}

#[test]
fn solids_that_touch_take_doubles() {
    const SOLIDS: usize = 3;
    let mut slow = Vec::new();
    let mut seen = 0;
    for (i, p) in hulls().iter().enumerate() {
        for (j, q) in hulls().iter().enumerate().filter(|(j, _)| i.min(*j) < SOLIDS) {
            for (k, n) in directions().into_iter().enumerate() {
                // Far off numbers are as short, seen from the pair.
                let off = [Vec3::ZERO, Vec3::new(1e6, -2e6, 3e6)][k % 2];
                let by = highest(p, n) - highest(q, -n);
                let mut set = PolytopeSet::new();
                let a: Vec<Vec3> = p.iter().map(|x| *x + off).collect();
                let b: Vec<Vec3> = q.iter().map(|x| *x + by + off).collect();
                set.push(&a).expect("finite points");
                set.push(&b).expect("finite points");
                let found = hull::decide(&set, Pair::new(0, 1));
                assert_eq!(found.verdict, Verdict::Touching, "{a:?} {b:?}");
                seen += 1;
                if found.by != SettledBy::Double {
                    slow.push((i, j, n));
                }
            }
        }
    }
    assert!(slow.is_empty(), "{} of {seen}: {slow:?}", slow.len());
}
