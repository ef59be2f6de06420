//! The comparers that every test uses. A report names scene, case, pair and seed.

use super::apart::Apart;
use super::scene::Scene;
use super::{oracle, seed};
use dashu_ratio::RBig;
use glam::DVec3;
use motzkin::service;
use motzkin_core::exact::Separation;
use motzkin_core::geom::Aabb3;
use motzkin_core::kernel::CommonBounds;
use motzkin_core::verdict::{RawCode, Verdict};
use rayon::prelude::*;

/// The outcome of a comparison: a report of the first difference.
pub type Compared = Result<(), String>;

fn report(who: &str, scene: &Scene, i: usize, what: &str) -> String {
    let (a, b) = scene.pair(i);
    let (scene, case) = (&scene.name, &scene.names[i]);
    let seed = seed::seed();
    format!(
        "{who}: {scene}, pair {i} ({case}): {what}\n{a:?}\n{b:?}\nrepeat with MOTZKIN_SEED={seed}"
    )
}

fn each<T>(
    who: &str,
    scene: &Scene,
    found: &[T],
    fault: impl Fn(usize, &T) -> Option<String>,
) -> Compared {
    if found.len() != scene.pairs.len() {
        let (found, asked) = (found.len(), scene.pairs.len());
        return Err(format!("{who}: {}: {found} answers to {asked} pairs", scene.name));
    }
    match found.iter().enumerate().find_map(|(i, x)| Some((i, fault(i, x)?))) {
        Some((i, what)) => Err(report(who, scene, i, &what)),
        None => Ok(()),
    }
}

/// Settled verdicts must be the oracle's.
pub fn verdicts(who: &str, scene: &Scene, found: &[Verdict]) -> Compared {
    each(who, scene, found, |i, &verdict| {
        let expected = scene.expected[i];
        (verdict != expected).then(|| format!("{verdict} where {expected} is exact"))
    })
}

/// Raw codes must be undecided or the oracle's verdict, and never "touching": no rounding
/// arithmetic can prove a contact.
pub fn raw_codes(who: &str, scene: &Scene, found: &[RawCode]) -> Compared {
    each(who, scene, found, |i, &code| {
        let expected = scene.expected[i];
        match code.verdict() {
            None => None,
            Some(Verdict::Touching) => Some("a kernel claims to have proven a contact".into()),
            Some(verdict) => (verdict != expected)
                .then(|| format!("certainly {verdict} where {expected} is exact")),
        }
    })
}

/// Boxes of intersections must be the exact ones, rounded outward once.
pub fn boxes(who: &str, scene: &Scene, found: &[Option<Aabb3>]) -> Compared {
    each(who, scene, found, |i, &found| {
        let (a, b) = scene.pair(i);
        oracle::judge(a, b).fault_of_box(found)
    })
}

/// Axes, gaps and depths must be the best ones, and do what they promise.
pub fn separations(who: &str, scene: &Scene, found: &[Separation]) -> Compared {
    each(who, scene, found, |i, found| {
        let (a, b) = scene.pair(i);
        Apart::of(a, b).fault_of_separation(found, scene.expected[i])
    })
}

/// What a service says of an axis, without the slack, and the slack.
pub fn told(found: &service::Separation<DVec3>) -> (Separation, f64) {
    let &service::Separation { verdict, axis, depth, slack, .. } = found;
    (Separation { verdict, axis, depth }, slack)
}

/// Bounds of depths and gaps must hold, and be as close as they say.
pub fn bounds(who: &str, scene: &Scene, found: &[service::Separation<DVec3>]) -> Compared {
    let faults: Vec<Option<String>> = (0..found.len().min(scene.pairs.len()))
        .into_par_iter()
        .map(|i| {
            let (a, b) = scene.pair(i);
            let (found, slack) = told(&found[i]);
            Apart::of(a, b).fault_of_bound(&found, slack, scene.expected[i])
        })
        .collect();
    each(who, scene, found, |i, _| faults[i].clone())
}

/// Pairs that meet must have a witness, which is a common point but for one rounding, and others
/// none.
pub fn witnesses(who: &str, scene: &Scene, found: &[Option<DVec3>]) -> Compared {
    each(who, scene, found, |i, &found| {
        let (a, b) = scene.pair(i);
        Apart::of(a, b).fault_of_witness(found, scene.expected[i])
    })
}

/// A box that a kernel tells must hold the exact one and be little larger, and a point that it
/// tells be common but for one rounding. Asked of pairs that meet only, by their numbers.
pub fn common_bounds(who: &str, scene: &Scene, pairs: &[u32], found: &[CommonBounds]) -> Compared {
    if found.len() != pairs.len() {
        return Err(format!(
            "{who}: {}: {} answers to {} pairs",
            scene.name,
            found.len(),
            pairs.len()
        ));
    }
    let fault = |(&i, found): (&u32, &CommonBounds)| {
        let (a, b) = scene.pair(i as usize);
        let apart = Apart::of(a, b);
        let too_large = found.aabb.and_then(|aabb| {
            let slack = apart.size() * RBig::from_parts(1.into(), 100_000_u32.into());
            oracle::fault_of_loose_box(&oracle::judge(a, b).range()?, aabb, &slack)
        });
        let outside = found
            .point
            .and_then(|point| apart.fault_of_witness(Some(point), scene.expected[i as usize]));
        Some(report(who, scene, i as usize, &too_large.or(outside)?))
    };
    match pairs.par_iter().zip(found).find_map_first(fault) {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// Panics with the report.
pub fn demand(compared: Compared) {
    if let Err(report) = compared {
        panic!("{report}");
    }
}
