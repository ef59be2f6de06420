//! Boxes of shapes hold them, by exact arithmetic.

use crate::common::cases::{KINDS, random::random_frame};
use crate::common::hull::cases::ellipsoid;
use crate::common::oracle::rational;
use crate::common::plane;
use crate::common::seed::{rng, seed};
use dashu_ratio::RBig;
use glam::{Affine3A, Mat3, Vec2, Vec3};
use motzkin::broad::BoxTree;
use motzkin::{Aabb, Aabb3, Frame2, Frame3, Moving, PolytopeSet, Resting, ShapeKind2};

/// Sizes of shapes, and how far out they lie.
const SCALES: [(f32, f32); 6] =
    [(1.0, 1.0), (1.0, 1e4), (1e-38, 1e-38), (1e-42, 1e-40), (1e37, 1e37), (1e38, 1.6e38)];

/// The exact range of a coordinate of a frame over `t` in `[0, way]`: the rows are those of a
/// parallelotope, a simplex by its edges, or one by its vertices (0, 1, 2, as tags).
fn range(tag: f32, rows: &[f32], way: f32) -> [RBig; 2] {
    let (origin, edges) = (rational(rows[0]), rows[1..].iter().map(|x| rational(*x)));
    let mut values = vec![origin.clone()];
    for edge in edges {
        match tag as u32 {
            0 => values.extend(values.clone().iter().map(|value| value + &edge)),
            1 => values.push(&origin + &edge),
            _ => values.push(edge),
        }
    }
    values.extend(values.clone().iter().map(|value| value + rational(way)));
    [values.iter().min().expect("a value").clone(), values.iter().max().expect("one").clone()]
}

/// The box holds the range, or as much of it as `f32` can.
fn holds(found: [f32; 2], exact: [RBig; 2], what: &str) {
    let [low, high] = exact;
    let lowest = rational(f32::MIN);
    let [low, high] = [low, high].map(|end| end.max(lowest.clone()).min(-lowest.clone()));
    let slack = RBig::try_from(1e-5).expect("a number") * (high.clone() - low.clone())
        + rational(f32::from_bits(2));
    let far = [&low, &high].map(|end| end.clone().max(-end.clone()));
    let slack = slack + RBig::try_from(1e-6).expect("a number") * (&far[0]).max(&far[1]);
    let [a, b] = found.map(rational);
    assert!(a <= low && high <= b, "{what}, seed {}", seed());
    assert!(low - a <= slack && b - high <= slack, "{what} is loose, seed {}", seed());
}

fn velocity(rng: &mut fastrand::Rng, size: f32) -> Vec3 {
    Vec3::from_array([0; 3].map(|_| 2.0 * size * (rng.f32() - 0.5)))
}

#[test]
fn of_frames_in_space() {
    let mut rng = rng("broad bounds");
    for (size, reach) in SCALES {
        for kind in KINDS.into_iter().cycle().take(60) {
            let frame = random_frame(&mut rng, kind, size, reach);
            let frame = frame.with_velocity(velocity(&mut rng, reach)).expect("a velocity");
            let rest = frame.bounds::<Resting>();
            let swept = frame.bounds::<Moving>();
            for axis in 0..3 {
                let rows = frame.rows().map(|row| row[axis]);
                let way = frame.velocity()[axis];
                let what = format!("axis {axis} of {frame:?}");
                holds(rest.ends(axis), range(kind.tag(), &rows, 0.0), &what);
                holds(swept.ends(axis), range(kind.tag(), &rows, way), &what);
            }
        }
    }
}

#[test]
fn of_frames_in_the_plane() {
    let mut rng = rng("broad bounds in the plane");
    let kinds = [ShapeKind2::Parallelogram, ShapeKind2::Triangle, ShapeKind2::TriangleByVertices];
    for (size, reach) in SCALES {
        for kind in kinds.into_iter().cycle().take(60) {
            let frame = plane::cases::random_frame(&mut rng, kind, size, reach);
            let way = velocity(&mut rng, reach).truncate();
            let frame = frame.with_velocity(way).expect("a velocity");
            let rest = frame.bounds::<Resting>();
            let swept = frame.bounds::<Moving>();
            for axis in 0..2 {
                let rows = [0, 1, 2].map(|row| frame.rows()[row][axis]);
                let what = format!("axis {axis} of {frame:?}");
                holds(rest.ends(axis), range(kind.tag(), &rows, 0.0), &what);
                holds(swept.ends(axis), range(kind.tag(), &rows, way[axis]), &what);
            }
        }
    }
}

#[test]
fn of_polytopes() {
    let mut rng = rng("broad bounds of polytopes");
    let mut set = PolytopeSet::new();
    for size in [1.0, 1e-30, 1e4, 1e18] {
        let gem = set.push(&ellipsoid(&mut rng, 12, size)).expect("points");
        let mut column = || velocity(&mut rng, 3.0);
        let linear = Mat3::from_cols(column(), column(), column());
        let shift = column() * size;
        let posed = Affine3A::from_mat3_translation(linear, shift);
        let posed = set.push_instance(gem, posed).expect("a transform");
        set.set_velocity(posed, column() * size).expect("a velocity");
    }
    let empty = set.push(&[]).expect("a polytope without vertices");
    assert_eq!(set.bounds::<Moving>(empty), Aabb3::NOTHING);
    for number in 0..empty {
        let polytope = set.polytopes()[number as usize];
        for axis in 0..3 {
            let [x, y, z, shift] = polytope.rows[axis].map(rational);
            let place = |v: &[f32; 3]| {
                let [a, b, c] = v.map(rational);
                &x * a + &y * b + &z * c + &shift
            };
            let places: Vec<RBig> = set.vertices_of(number).iter().map(place).collect();
            let low = places.iter().min().expect("a vertex").clone();
            let high = places.iter().max().expect("a vertex").clone();
            let way = rational(set.velocities()[number as usize][axis]);
            let rest = set.bounds::<Resting>(number).ends(axis);
            holds(rest, [low.clone(), high.clone()], "a polytope");
            let swept = [low.clone().min(&low + &way), high.clone().max(&high + &way)];
            holds(set.bounds::<Moving>(number).ends(axis), swept, "a moving polytope");
        }
    }
}

/// Margins are added outward, and what leaves the range of `f32` is brought back to its ends.
#[test]
fn grow_by_a_margin() {
    let mut rng = rng("broad margins");
    for exponent in -44..38 {
        let size = 10.0_f32.powi(exponent);
        let [low, way, margin] = [0; 3].map(|_| size * rng.f32());
        let own = Aabb3 { min: Vec3::splat(low), max: Vec3::splat(low + way) };
        for margin in [margin, 1e-45, 3e38] {
            let grown = own.grown(margin).clamped();
            let exact = [rational(low) - rational(margin), rational(low + way) + rational(margin)];
            holds(grown.ends(1), exact, "a margin");
        }
        assert_eq!(own.grown(0.0), own);
    }
    assert_eq!(Aabb3::NOTHING.grown(1.0).clamped(), Aabb3::NOTHING);
}

/// A frame whose box ends beyond `f32` is taken, and still meets what it meets.
#[test]
fn beyond_the_range_of_floats_are_taken() {
    let far = Frame3::cuboid(Vec3::splat(3e38), [Vec3::X, Vec3::Y, Vec3::Z].map(|e| e * 3e38));
    let far = far.expect("a frame");
    let farther = far.with_velocity(Vec3::splat(2e38)).expect("a velocity");
    let boxes = [far, farther].map(|frame| frame.bounds::<Moving>());
    let mut pairs = Vec::new();
    let tree = BoxTree::build(&boxes).expect("boxes");
    tree.pairs(&Default::default(), &mut pairs).expect("no limit");
    assert_eq!(pairs.len(), 1);
    let flat = Frame2::parallelogram(Vec2::splat(3e38), [Vec2::X * 3e38, Vec2::Y]);
    assert_eq!(flat.expect("a frame").bounds::<Resting>().max.x, f32::MAX);
}
