//! The winding number: how often a closed surface goes round a point.

use super::sides::{NARROW_WIDTH, NEXT, Triangle};
use crate::num::band::VOLUME_F64;
use crate::num::{Integers, Ring};
use dashu_int::IBig;
use std::cmp::Ordering;

/// The number of rays that are tried. One in some millions hits an edge, for any mesh that was not
/// made to be hit.
const RAYS: u64 = 64;

/// Returns the winding number of closed, oriented triangles about a point, or `None` if the point
/// lies on a triangle.
///
/// The number is 1 within a solid whose triangles face outwards, and 0 outside. It is exact. Costs
/// some ten nanoseconds a triangle.
pub fn winding_number(
    point: [f32; 3],
    triangles: impl Iterator<Item = Triangle> + Clone,
) -> Option<i64> {
    (0..RAYS).find_map(|ray| along(point, direction(ray), triangles.clone())).flatten()
}

/// Returns a direction of small whole numbers that lies in no plane of symmetry.
fn direction(ray: u64) -> [f32; 3] {
    let mut rng = fastrand::Rng::with_seed(ray.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 2006);
    [0; 3].map(|_| (rng.i32(-30_000..=30_000) | 1) as f32)
}

/// Counts the crossings of a ray. `None` if it hits an edge, `Some(None)` if it begins on a
/// triangle.
fn along(
    point: [f32; 3],
    ray: [f32; 3],
    triangles: impl Iterator<Item = Triangle>,
) -> Option<Option<i64>> {
    let mut sum = 0;
    for triangle in triangles {
        match crossing(point, ray, &triangle) {
            Crossing::None => {}
            Crossing::Through(sign) => sum += sign,
            Crossing::Begins => return Some(None),
            Crossing::Edge => return None,
        }
    }
    Some(Some(sum))
}

enum Crossing {
    None,
    /// 1 where the ray leaves by the triangle's face.
    Through(i64),
    Begins,
    /// Through an edge or a corner, or within the triangle's plane.
    Edge,
}

fn crossing(point: [f32; 3], ray: [f32; 3], triangle: &Triangle) -> Crossing {
    let [p, d] = [point, ray].map(|v| v.map(f64::from));
    let seen = triangle.map(|corner| [0, 1, 2].map(|i| f64::from(corner[i]) - p[i]));
    if let [Some(x), Some(y), Some(z)] = [0, 1, 2].map(|i| sign(d, seen[i], seen[NEXT[i]])) {
        if let Some(found) = passes([x, y, z]) {
            return found;
        }
        if let Some(volume) = sign(seen[0], seen[1], seen[2]) {
            return ahead(x, volume);
        }
    }
    let scale = Integers::common(point.iter().chain(&ray).chain(triangle.as_flattened()));
    if scale.width <= NARROW_WIDTH {
        whole(
            [point, ray].map(|v| v.map(|x| scale.whole::<i128>(x))),
            triangle.map(|v| v.map(|x| scale.whole::<i128>(x))),
        )
    } else {
        whole(
            [point, ray].map(|v| v.map(|x| scale.whole::<IBig>(x))),
            triangle.map(|v| v.map(|x| scale.whole::<IBig>(x))),
        )
    }
}

/// Returns what follows from the sides on which a line passes the edges, or `None` if it goes
/// through.
fn passes(signs: [Ordering; 3]) -> Option<Crossing> {
    if signs.contains(&Ordering::Less) && signs.contains(&Ordering::Greater) {
        return Some(Crossing::None);
    }
    signs.contains(&Ordering::Equal).then_some(Crossing::Edge)
}

/// Returns whether the ray of a line that goes through does so too.
fn ahead(side: Ordering, volume: Ordering) -> Crossing {
    match volume {
        Ordering::Equal => Crossing::Begins,
        _ if volume != side => Crossing::None,
        Ordering::Greater => Crossing::Through(1),
        Ordering::Less => Crossing::Through(-1),
    }
}

fn whole<N: Ring>([point, ray]: [[N; 3]; 2], triangle: [[N; 3]; 3]) -> Crossing {
    let seen = triangle.map(|corner| [0, 1, 2].map(|i| corner[i].clone() - point[i].clone()));
    let signs = [0, 1, 2].map(|i| volume(&ray, &seen[i], &seen[NEXT[i]]).sign_of());
    let volume = volume(&seen[0], &seen[1], &seen[2]).sign_of();
    match passes(signs) {
        // Where the point is on the triangle's edge, every ray runs into it.
        Some(Crossing::Edge) if volume == Ordering::Equal && holds(&seen) => Crossing::Begins,
        Some(found) => found,
        None => ahead(signs[0], volume),
    }
}

fn volume<N: Ring>(d: &[N; 3], e: &[N; 3], f: &[N; 3]) -> N {
    let part = |i: usize, j: usize| e[i].clone() * f[j].clone() - e[j].clone() * f[i].clone();
    d[0].clone() * part(1, 2) + d[1].clone() * part(2, 0) + d[2].clone() * part(0, 1)
}

/// Returns true if the origin is on an edge of these corners, in whose plane it lies.
fn holds<N: Ring>(seen: &[[N; 3]; 3]) -> bool {
    (0..3).any(|i| {
        let (p, q) = (&seen[i], &seen[NEXT[i]]);
        let part = |i: usize, j: usize| p[i].clone() * q[j].clone() - p[j].clone() * q[i].clone();
        let in_line =
            [part(1, 2), part(2, 0), part(0, 1)].iter().all(|x| x.sign_of() == Ordering::Equal);
        let along =
            p[0].clone() * q[0].clone() + p[1].clone() * q[1].clone() + p[2].clone() * q[2].clone();
        in_line && along.sign_of() != Ordering::Greater
    })
}

/// Returns the sign of a volume in `f64`, or `None` within the error band.
fn sign(d: [f64; 3], e: [f64; 3], f: [f64; 3]) -> Option<Ordering> {
    let norm = |v: [f64; 3]| v[0].abs().max(v[1].abs()).max(v[2].abs());
    let part = |i: usize, j: usize| e[i] * f[j] - e[j] * f[i];
    let volume = d[0] * part(1, 2) + d[1] * part(2, 0) + d[2] * part(0, 1);
    let band = VOLUME_F64 * norm(d) * norm(e) * norm(f);
    if volume > band {
        Some(Ordering::Greater)
    } else if volume < -band {
        Some(Ordering::Less)
    } else {
        None
    }
}
