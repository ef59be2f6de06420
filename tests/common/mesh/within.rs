//! The winding number of closed triangles about a point, in whole numbers.
//!
//! A ray from the point counts the triangles that it goes through, each with the side that it
//! shows. A ray that runs into an edge tells nothing, and another one is tried.

use crate::common::oracle::{Vector, cross, denormals, dot, sub};
use dashu_int::IBig;
use fastrand::Rng;
use motzkin_core::exact::triangles::Triangle;
use std::cmp::Ordering;

/// How often the triangles go round a point, or `None` if the point lies on one of them.
pub fn winding(point: [f32; 3], triangles: &[Triangle]) -> Option<i64> {
    let from = point.map(denormals);
    // All rays go up along each axis.
    let is_ahead = |t: &&Triangle| (0..3).all(|i| t.iter().any(|corner| corner[i] >= point[i]));
    let mut seen: Vec<[Vector; 3]> = triangles
        .iter()
        .filter(is_ahead)
        .map(|t| t.map(|corner| sub(&corner.map(denormals), &from)))
        .collect();
    let zeros = seen.iter().flatten().flatten().filter_map(IBig::trailing_zeros).min().unwrap_or(0);
    seen.iter_mut().flatten().flatten().for_each(|x| *x >>= zeros);
    let mut faces = Vec::new();
    for corners in &seen {
        let [a, b, c] = corners;
        let sides = [cross(a, b), cross(b, c), cross(c, a)];
        let normal: Vector = std::array::from_fn(|i| &sides[0][i] + &sides[1][i] + &sides[2][i]);
        let volume = dot(a, &sides[1]).cmp(&IBig::ZERO);
        if is_null(&normal) {
            // It has no inside that a ray could go through.
            let is_between = |i: usize| dot(&corners[i], &corners[(i + 1) % 3]) <= IBig::ZERO;
            if (0..3).any(|i| is_null(&sides[i]) && is_between(i)) {
                return None;
            }
            continue;
        }
        let is_beside = || sides.iter().any(|side| dot(side, &normal) < IBig::ZERO);
        if volume == Ordering::Equal && !is_beside() {
            return None;
        }
        faces.push((sides, volume));
    }
    let number = (0..64).find_map(|ray| along(ray, &faces));
    Some(number.expect("a ray that runs into no edge"))
}

/// Sums what a ray goes through. `None` if it runs into an edge.
fn along(ray: u64, faces: &[([Vector; 3], Ordering)]) -> Option<i64> {
    let mut rng = Rng::with_seed(ray);
    let way: Vector = std::array::from_fn(|_| IBig::from(rng.u32(1..1 << 20)));
    let mut sum = 0;
    for (sides, volume) in faces {
        let signs = sides.each_ref().map(|side| dot(side, &way).cmp(&IBig::ZERO));
        let has = |sign: Ordering| signs.contains(&sign);
        if has(Ordering::Less) && has(Ordering::Greater) {
            continue;
        }
        if has(Ordering::Equal) {
            return None;
        }
        if signs[0] == *volume {
            sum += if has(Ordering::Greater) { 1 } else { -1 };
        }
    }
    Some(sum)
}

fn is_null(v: &Vector) -> bool {
    v.iter().all(|x| *x == IBig::ZERO)
}
