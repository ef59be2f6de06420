//! The validation idea of the 2013 paper (section 6.1): sixteen cases for each combination of
//! shapes; and its pair (18) with its own numbers.

use super::lattice::Affine;
use super::{cases_of, frame, known};
use crate::common::scene::Scene;
use glam::Vec3;
use motzkin_core::geom::ShapeKind;
use motzkin_core::verdict::Verdict;
use motzkin_lab::workload::validation::space::{PAIR_18, VISITS};

/// The 64 cases, and pair (18) of the same paper: its bounds overlap in each variable, and yet
/// the tetrahedra are apart.
pub fn scenes() -> Vec<Scene> {
    let sixty_four = VISITS.iter().flat_map(|quad| cases_of(quad, &Affine::IDENTITY, "")).collect();
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let pair18 = |kind: ShapeKind| {
        let a = frame(kind, Vec3::splat(0.5), axes.map(|axis| -axis));
        let b = frame(kind, Vec3::splat(-0.6), axes);
        let verdict = if kind.is_tetra() { Verdict::Separate } else { Verdict::Overlapping };
        [
            known(format!("{kind:?}"), a, b, verdict),
            known(format!("{kind:?} swapped"), b, a, verdict),
        ]
    };
    let mut pair18: Vec<_> = super::KINDS.into_iter().flat_map(pair18).collect();
    pair18.extend(cases_of(&PAIR_18, &Affine::IDENTITY, ""));
    vec![
        Scene::new("sixteen cases a combination", sixty_four),
        Scene::new("pair (18) of 2013", pair18),
    ]
}
