//! Boxes that a surface passes through, or just not, and the exact answer.

use crate::common::seed::{draw_until, recorded};
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::TriangleMesh;
use motzkin::glam::Vec3;
use motzkin::tree::spheres::{OccupancyParent, OccupancyTest};
use motzkin_core::geom::Aabb3;
use motzkin_core::num::f32_to_rational;
use motzkin_lab::workload::meshes;
use std::sync::Arc;

/// Meshes with boxes, and which of them are grey.
pub struct Case {
    pub name: &'static str,
    pub mesh: Arc<TriangleMesh>,
    pub triangles: Vec<u32>,
    pub octants: [Aabb3; 8],
    /// By the clipping of triangles in rationals.
    pub exact: u8,
    /// The same of boxes as much larger as a test may err.
    pub loose: u8,
}

/// Needles and plates seen edge on are among them.
pub fn cases(count: usize) -> Vec<Case> {
    let holds = |cases: &Vec<Case>| {
        let count = |mask: fn(&Case) -> u8| {
            cases.iter().map(|case| mask(case).count_ones() as usize).sum::<usize>()
        };
        count(|case| case.exact) * 4 > cases.len() * 3
            && count(|case| !case.loose) * 4 > cases.len() * 3
    };
    draw_until("grey boxes", |rng| drawn(count, rng), |cases| count < 100 || holds(cases))
}

/// The same boxes in every run, of which rates are taken.
pub fn recorded_cases(count: usize) -> Vec<Case> {
    drawn(count, &mut recorded("grey boxes"))
}

fn drawn(count: usize, rng: &mut Rng) -> Vec<Case> {
    let made = [
        ("needle", meshes::needle(2.0, 0.0004)),
        ("plate", meshes::plate(5, 2.0)),
        ("torus", meshes::torus(16, 8, 1.0, 0.4)),
        ("blob", meshes::blob(12, 8, 1.0, 0.5, 9)),
        ("far off", far_off()),
    ]
    .map(|(name, mesh)| (name, Arc::new(mesh)));
    (0..count)
        .map(|number| {
            let (name, mesh) = made[number % made.len()].clone();
            let all: Vec<u32> = (0..mesh.len() as u32).collect();
            let first = rng.usize(0..all.len());
            let triangles = all[first..(first + rng.usize(1..40)).min(all.len())].to_vec();
            let octants = std::array::from_fn(|_| near(rng, &mesh, &triangles));
            let mask = |grown: f32| {
                let grey = |octant: &Aabb3| {
                    let size = octant.min.abs().max(octant.max.abs()).max_element() + 3.0;
                    let bounds =
                        Aabb3 { min: octant.min - grown * size, max: octant.max + grown * size };
                    triangles.iter().any(|&triangle| clips(&mesh.corners(triangle), &bounds))
                };
                (0..8).filter(|&i| grey(&octants[i])).fold(0, |mask, i| mask | 1 << i)
            };
            let (exact, loose) = (mask(0.0), mask(4e-5));
            Case { name, mesh, triangles, octants, exact, loose }
        })
        .collect()
}

fn far_off() -> TriangleMesh {
    let mesh = meshes::torus(16, 8, 1.0, 0.4);
    let moved = mesh.vertices().iter().map(|v| v.map(|x| x + 1000.0)).collect();
    TriangleMesh::new(moved, mesh.triangles().to_vec()).expect("a mesh")
}

/// A box at a corner, on an edge or somewhere about a triangle, sometimes of no thickness.
fn near(rng: &mut Rng, mesh: &TriangleMesh, triangles: &[u32]) -> Aabb3 {
    let corners = mesh.corners(triangles[rng.usize(0..triangles.len())]).map(Vec3::from);
    let (u, v) = (rng.f32(), rng.f32());
    let on =
        corners[0] + (corners[1] - corners[0]) * u + (corners[2] - corners[0]) * (v * (1.0 - u));
    let draw = |rng: &mut Rng| Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
    let size = [0.5, 0.05, 0.003][rng.usize(0..3)];
    let centre = on + draw(rng) * size * [0.0, 1.0, 2.5][rng.usize(0..3)];
    let half = draw(rng).abs() * size;
    Aabb3 { min: centre - half, max: centre + half }
}

/// Cuts a triangle down to a box, plane by plane, in rationals: something is left where it passes
/// through.
pub fn clips(corners: &[[f32; 3]; 3], bounds: &Aabb3) -> bool {
    let mut polygon: Vec<[RBig; 3]> =
        corners.iter().map(|corner| corner.map(f32_to_rational)).collect();
    for axis in 0..3 {
        for (limit, sign) in [(bounds.min[axis], 1), (bounds.max[axis], -1)] {
            let limit = f32_to_rational(limit);
            let inside = |p: &[RBig; 3]| RBig::from(sign) * (&p[axis] - &limit);
            let mut kept = Vec::new();
            for (number, p) in polygon.iter().enumerate() {
                let q = &polygon[(number + 1) % polygon.len()];
                let (at_p, at_q) = (inside(p), inside(q));
                if at_p >= RBig::ZERO {
                    kept.push(p.clone());
                }
                if (at_p > RBig::ZERO && at_q < RBig::ZERO)
                    || (at_p < RBig::ZERO && at_q > RBig::ZERO)
                {
                    let part = &at_p / (&at_p - &at_q);
                    kept.push(std::array::from_fn(|i| &p[i] + &part * (&q[i] - &p[i])));
                }
            }
            polygon = kept;
        }
    }
    !polygon.is_empty()
}

/// What a test misses, and what it calls grey that is not, of so many grey boxes and others.
#[derive(Debug, Default, PartialEq)]
pub struct Errors {
    pub grey: u32,
    pub missed: u32,
    pub white: u32,
    /// Beyond the band.
    pub false_grey: u32,
}

/// Asks about all cases at once.
pub fn errors(test: &mut dyn OccupancyTest, cases: &[Case]) -> Errors {
    let parents: Vec<OccupancyParent> = cases
        .iter()
        .map(|case| OccupancyParent {
            mesh: &case.mesh,
            triangles: &case.triangles,
            octants: case.octants,
        })
        .collect();
    let found = test.occupied(&parents).expect("an answer");
    assert_eq!(found.len(), cases.len());
    let mut errors = Errors::default();
    for (case, mask) in cases.iter().zip(found) {
        errors.grey += case.exact.count_ones();
        errors.missed += (case.exact & !mask).count_ones();
        errors.white += (!case.loose).count_ones();
        errors.false_grey += (!case.loose & mask).count_ones();
    }
    errors
}
