//! Points of any bits in polytopes of any bits, against the oracle of hulls.

use crate::bits::Numbers;
use crate::common::hull::oracle::verdict;
use crate::{driver, services};
use fastrand::Rng;
use motzkin::glam::{Affine3A, DVec3, Mat3, Quat, Vec3};
use motzkin::{Pair, PolytopeError, PolytopeSet, Pose, Verdict};

fn anywhere(rng: &mut Rng, numbers: Numbers) -> Vec3 {
    numbers.point(rng)
}

/// A polytope as it is, in a pose, or under a map of whole numbers.
fn polytope(rng: &mut Rng, numbers: Numbers, set: &mut PolytopeSet) -> u32 {
    let count = rng.usize(..7);
    let mut points: Vec<Vec3> = (0..count).map(|_| anywhere(rng, numbers)).collect();
    points.retain(|point| point.is_finite());
    let of = set.push(&points).expect("finite points");
    let mut whole = || Vec3::from([0; 3].map(|_| rng.i32(-2..=2) as f32));
    let (linear, shift) = (Mat3::from_cols(whole(), whole(), whole()), whole());
    let turned = Pose::new(Quat::from_rotation_x(1.0), shift).expect("a pose");
    match rng.u32(..4) {
        0 => set.push_posed(of, &turned).expect("a pose"),
        1 => {
            let placed = set.push_instance(of, Affine3A::from_mat3_translation(linear, shift));
            assert_eq!(placed.is_ok(), linear.determinant() != 0.0, "{linear}");
            placed.unwrap_or(of)
        }
        _ => of,
    }
}

/// A vertex, a point between some, or any.
fn probe(rng: &mut Rng, numbers: Numbers, vertices: &[DVec3]) -> Vec3 {
    if vertices.is_empty() || rng.u32(..4) == 0 {
        return anywhere(rng, numbers);
    }
    let mut vertex = || vertices[rng.usize(..vertices.len())];
    let (p, q, r, s) = (vertex(), vertex(), vertex(), vertex());
    let between = match rng.u32(..4) {
        0 => p,
        1 => p.midpoint(q),
        2 => 0.25 * p + 0.25 * q + 0.5 * r,
        _ => 0.25 * (p + q + r + s),
    };
    let mut point = between.as_vec3();
    if rng.u32(..4) == 0 {
        let axis = rng.usize(..3);
        point[axis] = if rng.bool() { point[axis].next_up() } else { point[axis].next_down() };
    }
    point
}

#[test]
fn points_in_polytopes() {
    let services = services();
    driver::run("points", |rng| {
        let (numbers, mut set) = (Numbers::draw(rng), PolytopeSet::new());
        polytope(rng, numbers, &mut set);
        let index = polytope(rng, numbers, &mut set);
        let vertices: Vec<DVec3> = set.points(index).collect();
        let count = rng.usize(..12);
        let points: Vec<Vec3> = (0..count).map(|_| probe(rng, numbers, &vertices)).collect();
        let wrong = points.iter().position(|point| !point.is_finite());
        let mut probed = set.clone();
        let judge = |point: &Vec3| {
            let probe = probed.push(&[*point]).expect("a finite point");
            verdict(&probed, Pair::new(index, probe))
        };
        let finite = points.iter().filter(|point| point.is_finite());
        let expected: Vec<Verdict> = finite.map(judge).collect();
        for (name, service) in services {
            let found = service.points_in_polytope(&set, index, &points);
            let case = || format!("{name}: {:?}, {points:?}", set.polytopes()[index as usize]);
            match (wrong, found) {
                (None, Ok(found)) => {
                    assert_eq!(found, expected, "{} {:?}", case(), set.vertices_of(index));
                }
                (Some(wrong), Err(PolytopeError::Point { point, axis, .. })) => {
                    assert_eq!(point, wrong, "{}", case());
                    assert!(!points[wrong][axis].is_finite(), "{}", case());
                }
                (_, found) => panic!("{found:?}: {}", case()),
            }
        }
    });
}
