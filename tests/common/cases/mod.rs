//! The cases that break implementations, by meaning. Each scene is judged by the oracle once.

mod contacts;
mod extremes;
mod grids;
mod lattice;
mod near;
pub mod random;
mod sixteen;

use super::scene::{Case, Scene};
use glam::Vec3;
use motzkin_core::geom::{Frame3, ShapeKind, Stored};
use motzkin_core::verdict::Verdict;
use motzkin_lab::workload::validation::{self, Contact};
use std::sync::LazyLock;

pub use lattice::Affine;
#[allow(unused_imports, reason = "one of the two binaries does not scale")]
pub use lattice::power_of_two;

/// Every scene, judged. Drawn once a run.
pub fn all() -> &'static [Scene] {
    static SCENES: LazyLock<Vec<Scene>> = LazyLock::new(|| {
        let mut scenes = contacts::scenes();
        scenes.extend(sixteen::scenes());
        scenes.extend(extremes::scenes());
        scenes.extend(lattice::scenes());
        scenes.extend(grids::scenes());
        scenes.extend(random::scenes());
        scenes.extend(near::scenes());
        scenes
    });
    &SCENES
}

/// The hard cases that are data, not drawn.
pub fn contacts() -> Vec<Case> {
    contacts::cases()
}

/// An origin and three edges.
pub type Corner = validation::Corner<3, 4>;

/// The pairs of every shape and storage, moved by an exact map of whole numbers.
pub fn cases_of(contact: &Contact<3, 4>, map: &Affine, suffix: &str) -> Vec<Case> {
    let kinds = KINDS.into_iter().flat_map(|a| KINDS.map(|b| (a, b)));
    kinds
        .map(|(a, b)| Case {
            name: format!("{} ({a:?}, {b:?}){suffix}", contact.name),
            a: map.frame(a, contact.a),
            b: map.frame(b, contact.b),
            known: Some(contact.verdict(a, b)),
        })
        .collect()
}

/// Every shape and storage.
pub const KINDS: [ShapeKind; 3] = [ShapeKind::Cuboid, ShapeKind::Tetra, ShapeKind::TetraByVertices];

/// A frame by origin and edges; a tetrahedron stored by its vertices has those sums rounded.
pub fn frame(kind: ShapeKind, origin: Vec3, edges: [Vec3; 3]) -> Frame3 {
    try_frame(kind, origin, edges).expect("the frame has an interior")
}

/// The same where the numbers may be flat.
pub fn try_frame(kind: ShapeKind, origin: Vec3, edges: [Vec3; 3]) -> Option<Frame3> {
    let rows = match kind.stored() {
        Stored::Edges => edges,
        Stored::Vertices => edges.map(|edge| origin + edge),
    };
    Frame3::of_kind(kind, origin, rows).ok()
}

/// A case whose verdict only the oracle knows.
pub fn case(name: impl Into<String>, a: Frame3, b: Frame3) -> Case {
    Case { name: name.into(), a, b, known: None }
}

/// A case with a verdict that the construction gives.
pub fn known(name: impl Into<String>, a: Frame3, b: Frame3, verdict: Verdict) -> Case {
    Case { name: name.into(), a, b, known: Some(verdict) }
}

/// A frame given in whole numbers, or `None` where it is flat.
pub fn try_corner(kind: ShapeKind, [origin, e0, e1, e2]: Corner) -> Option<Frame3> {
    let vector = |v: [i32; 3]| Vec3::from_array(v.map(|x| x as f32));
    try_frame(kind, vector(origin), [vector(e0), vector(e1), vector(e2)])
}
