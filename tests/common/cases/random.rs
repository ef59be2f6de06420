//! Random floats at several scales and size ratios.

use super::{KINDS, case, try_frame};
use crate::common::scene::Scene;
use glam::Vec3;
use motzkin_core::geom::{Frame3, ShapeKind};

/// A random frame with coordinates up to `size`, its origin up to `reach`. Small vertices far out
/// may round into one plane: such a draw is repeated.
pub fn random_frame(rng: &mut fastrand::Rng, kind: ShapeKind, size: f32, reach: f32) -> Frame3 {
    let mut vector = |s: f32| Vec3::from_array([0.0; 3].map(|_| (rng.f32() - 0.5) * 2.0 * s));
    loop {
        let frame = try_frame(kind, vector(reach), [vector(size), vector(size), vector(size)]);
        if let Some(frame) = frame {
            break frame;
        }
    }
}

pub fn scenes() -> Vec<Scene> {
    let of = |name: &str, a_size: f32, b_size: f32| {
        let cases = |rng: &mut fastrand::Rng| {
            let mut cases = Vec::new();
            for a_kind in KINDS {
                for b_kind in KINDS {
                    cases.extend((0..60).map(|_| {
                        let a = random_frame(rng, a_kind, a_size, a_size / 2.0);
                        case("random", a, random_frame(rng, b_kind, b_size, a_size / 2.0))
                    }));
                }
            }
            cases
        };
        Scene::drawn(name, cases, |scene| a_size > b_size || scene.is_mixed())
    };
    vec![
        of("random floats", 1.0, 1.0),
        of("random, ratio 100", 1.0, 0.01),
        of("random, ratio 1e6", 1e3, 1e-3),
    ]
}
