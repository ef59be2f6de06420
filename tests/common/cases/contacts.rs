//! Exact contacts, containment, shared and parallel features: data in whole numbers, then moved by
//! exact maps, which change no verdict.

use super::cases_of;
use super::lattice::Affine;
use crate::common::scene::{Case, Scene};
use crate::common::seed::rng;
use motzkin_lab::workload::validation::space::CONTACTS;

/// The contacts as they stand.
pub fn cases() -> Vec<Case> {
    CONTACTS.iter().flat_map(|quad| cases_of(quad, &Affine::IDENTITY, "")).collect()
}

/// The contacts under every kind of exact map: far away, tiny, huge, denormal, sheared, mirrored.
pub fn scenes() -> Vec<Scene> {
    let moved = |name: &str, map: &Affine| {
        Scene::new(name, CONTACTS.iter().flat_map(|quad| cases_of(quad, map, "")).collect())
    };
    let mut rng = rng("sheared contacts");
    let mut sheared = Vec::new();
    for quad in CONTACTS {
        for power in [0, -60, 60] {
            let map = Affine::random(&mut rng, power);
            sheared.extend(cases_of(quad, &map, &format!(" under {map:?}")));
        }
    }
    vec![
        Scene::new("contacts", cases()),
        moved("contacts a million away", &Affine::shift([1_000_000, -1_000_000, 500_000])),
        moved("contacts at 2^-20", &Affine::power(-20)),
        moved("contacts at 2^20", &Affine::power(20)),
        moved("contacts at 2^-120", &Affine::power(-120)),
        moved("contacts at 2^122", &Affine::power(122)),
        moved("contacts in denormals", &Affine::power(-149)),
        moved("contacts half in denormals", &Affine::power(-128)),
        Scene::new("contacts sheared", sheared),
    ]
}
