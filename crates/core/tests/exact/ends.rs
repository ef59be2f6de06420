//! Boxes with ends that are floats themselves, or hardly beyond one: `f64` comes to either side of
//! them, and what it says to prove of them must be true.

use crate::common::moving::oracle::judge as judge_moving;
use crate::common::oracle::{self, fault_of_box};
use crate::common::plane;
use crate::common::seed::{rng, seed};
use fastrand::Rng;
use glam::{Vec2, Vec3};
use motzkin_core::exact;
use motzkin_core::geom::{Aabb3, Frame2, Frame3, ShapeKind, ShapeKind2};

/// Far less than what is left of a number of 24 bits. Beside it no `f64` holds the sums of a frame.
const TINY: f32 = 1.0 / 1_152_921_504_606_846_976.0; // 2^-60

/// A cuboid around all points that are less than 16 sizes off.
pub fn around(size: f32) -> Frame3 {
    let rows = [Vec3::new(40.0, 1.0, 2.0), Vec3::new(-1.0, 40.0, 1.0), Vec3::new(1.0, -2.0, 40.0)]
        .map(|row| row * size);
    Frame3::cuboid((rows[0] + rows[1] + rows[2]) * -0.5, rows).expect("a solid")
}

/// A tetrahedron by its vertices, if they lie in no plane.
pub fn tetra([origin, rest @ ..]: [Vec3; 4]) -> Option<Frame3> {
    Frame3::of_kind(ShapeKind::TetraByVertices, origin, rest).ok()
}

/// The box of some points.
fn bounds(points: &[Vec3]) -> Aabb3 {
    let fold = |of: fn(Vec3, Vec3) -> Vec3| points.iter().copied().reduce(of).expect("points");
    Aabb3 { min: fold(Vec3::min), max: fold(Vec3::max) }
}

/// Ends next to 1, from either side, and seen from 0: each is a float, or by `2^-60` beyond one.
#[test]
fn ends_about_one() {
    let aligned = Frame3::aligned_box(Vec3::ZERO, Vec3::splat(4.0)).expect("a box");
    let (below, above) = (1.0_f32.next_down(), 1.0_f32.next_up());
    // Where a parallelepiped begins, along which its edges go, and the end that it has there.
    for (begin, way, tiny, end) in [
        (below, -1.0, -TINY, below),
        (above, 1.0, TINY, above),
        (1.0, -1.0, TINY, above),
        (1.0, 1.0, -TINY, below),
    ] {
        let rows = [
            Vec3::new(way * 0.5, 0.25, 0.125),
            Vec3::new(way * 0.375, -0.5, 0.25),
            Vec3::new(tiny, 0.125, 0.75),
        ];
        let slanted = Frame3::cuboid(Vec3::new(begin, 2.0, 2.0), rows).expect("a solid");
        for (a, b) in [(&aligned, &slanted), (&slanted, &aligned)] {
            let boxes = [exact::intersection_box(a, b), exact::moving_box(a, b)];
            for found in boxes {
                let found = found.expect("valid").expect("a pair that meets");
                let found = if way < 0.0 { found.max.x } else { found.min.x };
                assert_eq!(found, end, "{a:?} {b:?}");
            }
        }
    }
}

/// Vertices of 20 bits, of which the last one almost lies in a plane with the others. Of these one
/// lies on each side of zero along each axis, and one hardly off it.
pub fn vertices(rng: &mut Rng) -> [Vec3; 4] {
    let unit = 1_048_576;
    let mut corners = [Vec3::ZERO; 3];
    for axis in 0..3 {
        let mut far = || rng.i32(unit / 4..=unit) as f32 / unit as f32;
        let mut places = [-far(), TINY, far()];
        rng.shuffle(&mut places);
        corners.iter_mut().zip(places).for_each(|(corner, x)| corner[axis] = x);
    }
    let off = 2.0_f32.powi(rng.i32(-17..=-1));
    let off = Vec3::from_array([(); 3].map(|()| (rng.f32() - 0.5) * off));
    let [p, q, r] = corners;
    let last = p * 0.25 + q * 0.5 + r * 0.25 + off;
    [p, q, r, (last * unit as f32).round() / unit as f32]
}

/// Tetrahedra within a cuboid, at rest and on the way. Their numbers are so large and so small that
/// an error in which a factor is left out is out of all proportion.
#[test]
fn ends_at_vertices_of_any_size() {
    let mut rng = rng("ends at vertices");
    for i in 0..400 {
        let size = 2.0_f32.powi([70, 40, 70, -40][i % 4]);
        let vertices = vertices(&mut rng).map(|v| v * size);
        let way = Vec3::from_array([(); 3].map(|()| rng.i32(-4096..=4096) as f32 / 4096.0)) * size;
        let Some(inner) = tetra(vertices) else { continue };
        let (a, b) = (around(size), inner.with_velocity(way).expect("finite"));
        let sums = vertices.map(|v| v + way);
        for (a, b) in [(&a, &b), (&b, &a)] {
            let case = format!("seed {}: {a:?} {b:?}", seed());
            let found = exact::meeting_box(a, b).expect("valid");
            assert_eq!(found, bounds(&vertices), "{case}");
            // What is least and greatest is no sum with what is tiny: `f32` holds it.
            let found = exact::meeting_moving_box(a, b).expect("valid");
            assert_eq!(found, bounds(&[vertices, sums].concat()), "{case}");
        }
    }
}

/// A point well inside that lies as far on the other side of the origin as the end lies on this
/// side: the way from it to the end is twice as long, and not nothing.
#[test]
fn ends_opposite_to_the_middle() {
    let vertices = [
        Vec3::new(TINY, -0.996_904_55, -0.206_749_2),
        Vec3::new(0.267_598_63, 0.362_645_57, -0.919_142_4),
        Vec3::new(0.771_713_2, 0.394_196_48, -0.103_997_484),
        Vec3::new(-1.889_863_7, 0.913_553_9, 0.916_526_4),
    ];
    let rows = [
        Vec3::new(42.999_325, 1.204_461_8, -1.987_409_7),
        Vec3::new(-0.303_087_68, 42.644_34, -1.936_276_7),
        Vec3::new(1.498_006_9, -0.200_277_42, 40.740_704),
    ];
    let outer =
        Frame3::cuboid(Vec3::new(-22.097_122, -21.824_263, -18.408_508), rows).expect("a solid");
    let inner = tetra(vertices).expect("not flat");
    for (a, b) in [(&inner, &outer), (&outer, &inner)] {
        assert_eq!(exact::intersection_box(a, b).expect("valid"), Some(bounds(&vertices)));
    }
}

/// Tetrahedra that are almost flat, and that a cuboid takes in at the end of a long way. Seen from
/// where it starts they are far off, by far more than it is large.
#[test]
fn ends_far_along_the_way() {
    let cases = [
        (
            [
                Vec3::new(-3.720_55, -2.262_341_3, -4.988_205),
                Vec3::new(6.152_291, -0.109_299_85, -0.173_654_82),
                Vec3::new(0.058_736_987, 5.945_563_3, 0.184_756_89),
                Vec3::new(-0.080_802_46, -0.235_378_56, 6.114_081_4),
                Vec3::new(-255.0128, -755.9538, -647.2789),
            ],
            [
                Vec3::new(-191.748_54, -565.9824, -487.265_14),
                Vec3::new(-192.061_52, -566.6138, -486.988_77),
                Vec3::new(-192.306_15, -565.6704, -486.559_08),
                Vec3::new(-192.0835, -565.6821, -486.824_22),
            ],
        ),
        (
            [
                Vec3::new(-3.660_217_8, -3.777_926_7, -4.099_972_7),
                Vec3::new(5.848_648_5, -0.085_943_446, -0.063_608_51),
                Vec3::new(-0.176_379_31, 6.250_223_6, -0.016_914_027),
                Vec3::new(-0.224_437_86, -0.069_455_93, 5.735_531),
                Vec3::new(-374.2822, -578.9882, -457.422_52),
            ],
            [
                Vec3::new(-281.0503, -434.489_26, -345.236_33),
                Vec3::new(-281.643_07, -435.731_93, -343.380_37),
                Vec3::new(-282.568_85, -434.271, -344.6748),
                Vec3::new(-282.185_06, -434.971_68, -344.021),
            ],
        ),
    ];
    for ([origin, e, f, g, velocity], vertices) in cases {
        let cuboid = Frame3::cuboid(origin, [e, f, g]).and_then(|a| a.with_velocity(velocity));
        let (a, b) = (cuboid.expect("a solid"), tetra(vertices).expect("not flat"));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found = exact::moving_box(a, b).expect("valid");
            assert_eq!(found, Some(bounds(&vertices)));
            assert_eq!(fault_of_box(judge_moving(a, b).range.as_ref(), found), None);
        }
    }
}

/// The same in the plane.
#[test]
fn ends_far_along_the_way_in_the_plane() {
    let cases = [
        (
            [
                Vec2::new(-2.118_945_8, -5.128_394_6),
                Vec2::new(5.704_438, 0.192_796_47),
                Vec2::new(-0.152_459_5, 6.259_153),
                Vec2::new(840.929_93, 580.462_34),
            ],
            [
                Vec2::new(631.5371, 433.357_42),
                Vec2::new(631.6992, 433.1914),
                Vec2::new(631.2949, 433.605_47),
            ],
        ),
        (
            [
                Vec2::new(-2.932_838_7, -2.896_597_4),
                Vec2::new(5.828_597, -0.089_821_495),
                Vec2::new(-0.282_305_4, 6.124_273),
                Vec2::new(71.142_69, -74.349_64),
            ],
            [
                Vec2::new(53.595_154, -55.290_344),
                Vec2::new(52.903_38, -56.128_418),
                Vec2::new(53.190_308, -55.780_823),
            ],
        ),
    ];
    for ([origin, e, f, velocity], [p, q, r]) in cases {
        let frame = Frame2::parallelogram(origin, [e, f]).and_then(|a| a.with_velocity(velocity));
        let triangle = Frame2::of_kind(ShapeKind2::TriangleByVertices, p, [q, r]);
        let (a, b) = (frame.expect("not flat"), triangle.expect("not flat"));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found = exact::plane::moving_box(a, b).expect("valid");
            let ends = found.map(|found| (found.min, found.max));
            assert_eq!(ends, Some((p.min(q).min(r), p.max(q).max(r))));
            assert_eq!(plane::oracle::judge(a, b).fault_of_box(found), None);
        }
    }
}

/// Tetrahedra that have a corner in common and nothing else. `f64` comes to the end of the other
/// sign.
#[test]
fn an_end_is_not_the_opposite_one() {
    let a = tetra([
        Vec3::new(-3.0, 4.0, -3.0),
        Vec3::new(2.0, 3.0, 1.0),
        Vec3::new(-4.0, -3.0, -3.0),
        Vec3::new(-4.0, -3.0, 1.0),
    ]);
    let a = a.expect("not flat");
    let corner = Vec3::new(-3.0, 4.0, -3.0);
    let edges = [Vec3::new(1.0, 4.0, 2.0), Vec3::new(-3.0, -1.0, 4.0), Vec3::new(-2.0, 1.0, -2.0)];
    let b = Frame3::of_kind(ShapeKind::Tetra, corner, edges).expect("not flat");
    for (a, b) in [(&a, &b), (&b, &a)] {
        let found = exact::intersection_box(a, b).expect("valid");
        assert_eq!(found, Some(bounds(&[corner])));
        assert_eq!(oracle::judge(a, b).fault_of_box(found), None);
    }
}
