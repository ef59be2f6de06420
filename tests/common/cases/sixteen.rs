//! The validation idea of the 2013 paper (section 6.1): sixteen cases for each combination of
//! shapes. Its pictures give no numbers; these are ours, a fixed solid and one that visits it.

use super::lattice::Affine;
use super::{Corner, Quad, frame, known};
use crate::common::scene::Scene;
use glam::Vec3;
use motzkin::geom::ShapeKind;
use motzkin::verdict::Verdict;

const HOME: Corner = [[0, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]];

const fn visit(name: &'static str, b: Corner, verdicts: &'static str) -> Quad {
    Quad { name, a: HOME, b, verdicts }
}

/// Cuboid-cuboid, cuboid-tetrahedron, tetrahedron-cuboid, tetrahedra: 16 cases each.
pub const SIXTEEN: [Quad; 16] = [
    visit("far", [[20, 20, 20], [6, 0, 0], [0, 6, 0], [0, 0, 6]], "SSSS"),
    visit("beside", [[7, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]], "SSSS"),
    visit("above, slanted", [[1, 1, 7], [6, 1, 1], [1, 6, 2], [0, 1, 6]], "SSSS"),
    visit("boxes overlap, solids do not", [[6, 6, 7], [6, 0, -3], [0, 6, -3], [-1, -1, 6]], "SSSS"),
    visit("opposite corner, facing", [[6, 6, 6], [-4, 0, 0], [0, -4, 0], [0, 0, -4]], "OOTS"),
    visit("opposite corner, long", [[6, 6, 6], [-6, 0, 0], [0, -6, 0], [0, 0, -6]], "OOOS"),
    visit("side by side", [[6, 0, 0], [6, 0, 0], [0, 6, 0], [0, 0, 6]], "TTTT"),
    visit("corner to corner", [[0, 0, 0], [-6, 0, 0], [0, -6, 0], [0, 0, -6]], "TTTT"),
    visit("under", [[1, 1, -3], [2, 0, 0], [0, 2, 0], [0, 0, 3]], "TTTT"),
    visit("on the slope", [[2, 2, 2], [6, 0, 0], [0, 6, 0], [0, 0, 6]], "OOTT"),
    visit("over the slope", [[3, 2, 2], [6, 0, 0], [0, 6, 0], [0, 0, 6]], "OOSS"),
    visit("in the middle", [[1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "OOOO"),
    visit("the same", HOME, "OOOO"),
    visit("around", [[-20, -20, -20], [90, 0, 0], [0, 90, 0], [0, 0, 90]], "OOOO"),
    visit("a lance", [[-9, 1, 1], [30, 1, 0], [0, 1, 0], [0, 0, 1]], "OOOO"),
    visit("sheared into it", [[-1, -1, -1], [5, 3, 1], [1, 5, 3], [3, 1, 5]], "OOOO"),
];

/// The 64 cases, and pair (18) of the same paper: its bounds overlap in each variable, and yet
/// the tetrahedra are apart.
pub fn scenes() -> Vec<Scene> {
    let sixty_four = SIXTEEN.iter().flat_map(|quad| quad.cases(&Affine::IDENTITY, "")).collect();
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let pair18 = |kind: ShapeKind| {
        let a = frame(kind, Vec3::splat(0.5), axes.map(|axis| -axis));
        let b = frame(kind, Vec3::splat(-0.6), axes);
        let verdict = if kind.is_tetra() { Verdict::Separate } else { Verdict::Overlapping };
        [known(format!("{kind:?}"), a, b, verdict), known(format!("{kind:?} swapped"), b, a, verdict)]
    };
    let pair18 = super::KINDS.into_iter().flat_map(pair18).collect();
    vec![Scene::new("sixteen cases a combination", sixty_four), Scene::new("pair (18) of 2013", pair18)]
}
