//! The twelve 3D unit tests of the 2019 paper, `UnitTest3D` as called by `Test3D` (listing of
//! "3D static", in the order printed), its verdicts and boxes included.

use super::cases::{case, frame};
use super::scene::{Case, Scene};
use glam::Vec3;
use motzkin_core::geom::ShapeKind::{self, Cuboid, Tetra};
use motzkin_core::verdict::Verdict::{self, Overlapping, Separate, Touching};

/// A solid of the paper: `orig` and `comp` as printed.
pub struct Param {
    pub kind: ShapeKind,
    pub orig: [f32; 3],
    pub comp: [[f32; 3]; 3],
}

/// One call of the paper's `UnitTest3D`.
pub struct UnitTest {
    pub p: Param,
    pub q: Param,
    /// What the paper expects: true for a collision. It counts contact as none.
    pub collides: bool,
    /// `correctBdgBox`, where the paper gives one.
    pub bdg_box: Option<[[f64; 3]; 2]>,
    /// What our oracle says.
    pub verdict: Verdict,
}

const UNIT: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const MINUS: [[f32; 3]; 3] = [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]];
const FLIPPED_Y: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]];
const FLIPPED_Z: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]];
const SHEARED: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 1.0]];

const fn param(kind: ShapeKind, orig: [f32; 3], comp: [[f32; 3]; 3]) -> Param {
    Param { kind, orig, comp }
}

const fn hit(p: Param, q: Param, min: [f64; 3], max: [f64; 3]) -> UnitTest {
    UnitTest { p, q, collides: true, bdg_box: Some([min, max]), verdict: Overlapping }
}

const fn miss(p: Param, q: Param, verdict: Verdict) -> UnitTest {
    UnitTest { p, q, collides: false, bdg_box: None, verdict }
}

pub const UNIT_TESTS_2019: [UnitTest; 12] = [
    hit(param(Cuboid, [0.0; 3], UNIT), param(Cuboid, [0.0; 3], UNIT), [0.0; 3], [1.0; 3]),
    hit(param(Cuboid, [0.0; 3], UNIT), param(Cuboid, [0.5; 3], UNIT), [0.5; 3], [1.0; 3]),
    hit(param(Cuboid, [0.0; 3], UNIT), param(Cuboid, [-0.5; 3], UNIT), [0.0; 3], [0.5; 3]),
    hit(param(Cuboid, [0.0; 3], UNIT), param(Cuboid, [1.5; 3], MINUS), [0.5; 3], [1.0; 3]),
    miss(param(Cuboid, [0.0; 3], UNIT), param(Cuboid, [0.5, 1.5, -1.5], FLIPPED_Y), Separate),
    hit(
        param(Cuboid, [0.0; 3], FLIPPED_Z),
        param(Cuboid, [0.5, 1.5, -1.5], FLIPPED_Y),
        [0.5, 0.5, -1.0],
        [1.0, 1.0, -0.5],
    ),
    miss(param(Cuboid, [-1.0; 3], SHEARED), param(Cuboid, [0.0; 3], UNIT), Touching),
    hit(
        param(Cuboid, [-1.0; 3], SHEARED),
        param(Cuboid, [0.0, -0.5, 0.0], UNIT),
        [0.0, -0.5, 0.0],
        [1.0, 0.0, 1.0],
    ),
    miss(param(Tetra, [-1.0; 3], SHEARED), param(Cuboid, [0.0, -0.5, 0.0], UNIT), Touching),
    hit(
        param(Cuboid, [-1.0; 3], SHEARED),
        param(Tetra, [0.0, -0.5, 0.0], UNIT),
        [0.0, -0.5, 0.0],
        [0.75, 0.0, 0.75],
    ),
    miss(param(Tetra, [-1.0; 3], SHEARED), param(Tetra, [0.0, -0.5, 0.0], UNIT), Touching),
    hit(
        param(Tetra, [-0.5, -1.0, -0.5], SHEARED),
        param(Tetra, [0.0, -0.5, 0.0], UNIT),
        [0.0, -0.5, 0.0],
        [0.5, -0.5 + 1.0 / 3.0, 0.5],
    ),
];

/// The paper's pairs in both orders, as its `UnitTest3D` runs them, each with its stated verdict.
pub fn scene() -> Scene {
    let solid = |p: &Param| frame(p.kind, p.orig.into(), p.comp.map(Vec3::from));
    let cases = UNIT_TESTS_2019.iter().enumerate().flat_map(|(i, test)| {
        let (p, q) = (solid(&test.p), solid(&test.q));
        let stated = |case: Case| Case { known: Some(test.verdict), ..case };
        [
            stated(case(format!("test {}", i + 1), p, q)),
            stated(case(format!("test {}, flipped", i + 1), q, p)),
        ]
    });
    Scene::new("fmb-2019 unit tests", cases.collect())
}
