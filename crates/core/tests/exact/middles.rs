//! Common points of frames that overlap come from the middle of what they have in common: each
//! coordinate is the middle of its range, where those before it are what they are.

use crate::common::oracle::{HalfSpace, Judged, Vector, denormals, half_spaces};
use crate::common::plane::oracle::{half_planes, vertices};
use crate::common::seed::{rng, seed};
use dashu_int::IBig;
use dashu_ratio::RBig;
use glam::{Vec2, Vec3};
use motzkin_core::exact;
use motzkin_core::geom::{Frame2, Frame3, ShapeKind, ShapeKind2};

/// The middle of the range of a coordinate, where those before it have these values.
fn middle(spaces: impl Iterator<Item = HalfSpace>, fixed: &[f64]) -> f64 {
    let mut spaces: Vec<HalfSpace> = spaces.collect();
    for (axis, x) in fixed.iter().enumerate() {
        let in_units = RBig::try_from(*x).expect("finite") * RBig::from(IBig::ONE << 149);
        let offset = in_units.to_int().value();
        for sign in [IBig::ONE, IBig::NEG_ONE] {
            let mut normal = Vector::default();
            normal[axis] = sign.clone();
            spaces.push(HalfSpace { normal, offset: &offset * sign });
        }
    }
    let range = Judged::of(spaces).range().expect("the point is in both frames");
    let (low, high) = &range[fixed.len()];
    ((low + high) / RBig::from(2)).to_f64().value()
}

/// Of floats that say nothing of others hardly any pair overlaps by so little that its point is
/// another one.
fn demand(name: &str, middles: &[bool]) {
    let found = middles.iter().filter(|is_middle| **is_middle).count();
    let count = middles.len();
    assert!(count > 30 && found + 1 >= count, "{name}: {found} of {count}, seed {}", seed());
}

#[test]
fn in_space() {
    let mut rng = rng("middles in space");
    let mut middles = Vec::new();
    for i in 0..90 {
        let mut any = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
        let mut frame = |kind: usize| {
            let built =
                Frame3::of_kind(ShapeKind::ALL[kind % 3], any() * 0.3, [(); 3].map(|()| any()));
            built.expect("hardly flat")
        };
        let (a, b) = (frame(i), frame(i / 3));
        let Some(point) = exact::witness(&a, &b).expect("valid frames") else { continue };
        let spaces = || {
            [&a, &b].into_iter().flat_map(|frame| {
                let rows = frame.rows().map(|[x, y, z, _]| [x, y, z].map(denormals));
                half_spaces(frame.kind().expect("valid"), &rows)
            })
        };
        let point = point.to_array();
        let is_middle = |axis: usize| (middle(spaces(), &point[..axis]) - point[axis]).abs() < 1e-9;
        middles.push((0..3).all(is_middle));
    }
    demand("in space", &middles);
}

#[test]
fn in_the_plane() {
    let mut rng = rng("middles in the plane");
    let mut middles = Vec::new();
    for i in 0..120 {
        let mut any = || Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5);
        let mut frame = |kind: usize| {
            let built = Frame2::of_kind(ShapeKind2::ALL[kind % 3], any() * 0.3, [any(), any()]);
            built.expect("hardly flat")
        };
        let (a, b) = (frame(i), frame(i / 3));
        let Some(point) = exact::plane::witness(&a, &b).expect("valid frames") else { continue };
        let spaces = || {
            let space = |([x, y], offset): ([IBig; 2], IBig)| HalfSpace {
                normal: [x, y, IBig::ZERO],
                offset,
            };
            let layer = |z: i32, offset: i32| HalfSpace {
                normal: [IBig::ZERO, IBig::ZERO, z.into()],
                offset: offset.into(),
            };
            let of_both =
                [&a, &b].into_iter().flat_map(|frame| half_planes(&vertices(frame, denormals)));
            of_both.map(space).chain([layer(1, 0), layer(-1, -1)])
        };
        let point = point.to_array();
        let is_middle = |axis: usize| (middle(spaces(), &point[..axis]) - point[axis]).abs() < 1e-9;
        middles.push((0..2).all(is_middle));
    }
    demand("in the plane", &middles);
}
