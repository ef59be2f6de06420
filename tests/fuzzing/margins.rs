//! Distances, clearances and margins of frames of any bits, against every pair of features in
//! whole numbers.

use crate::approaches;
use crate::common::apart::Apart;
use crate::common::distances::{Judged, Spaced};
use crate::{driver, frames, frames::all_pairs, plane, services};
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::{CollisionService, Frame2, Frame3, Verdict, Wanted};

/// A distance that some pair may be required to have: its own, one next to that, or any.
pub fn required(rng: &mut Rng, squares: &[Option<RBig>]) -> f32 {
    let squares: Vec<_> = squares.iter().flatten().collect();
    let any = if rng.bool() { 0.0 } else { f32::from_bits(rng.u32(..f32::INFINITY.to_bits())) };
    if squares.is_empty() || rng.u32(..4) == 0 {
        return any;
    }
    let root = squares[rng.usize(..squares.len())].to_f64().value().sqrt() as f32;
    let near = [root, root.next_up(), root.next_down()][rng.usize(..3)];
    if near.is_finite() && near >= 0.0 { near } else { any }
}

fn hold<F: Judged>(
    rng: &mut Rng,
    name: &str,
    service: &CollisionService,
    scene: &Spaced<F>,
) -> f32 {
    let all: Vec<usize> = (0..scene.pairs.len()).collect();
    let query = service.query(&scene.frames, &scene.pairs).wanted(Wanted::DISTANCE);
    let answer = query.run().expect("valid frames");
    assert_eq!(**answer.verdicts(), *scene.verdicts, "{name}");
    scene.demand_distances(name, &all, &answer);
    let required = required(rng, &scene.squares);
    approaches::hold(name, service, scene, false, required);
    required
}

#[test]
fn of_any_bits() {
    let services = services();
    driver::run("margins", |rng| {
        let mut frames = frames::draw(rng, 3);
        frames.retain(frames::is_valid);
        let scene: Spaced<Frame3> = Spaced::of(all_pairs(&frames), false);
        for (name, service) in services {
            let margin = hold(rng, name, service, &scene);
            let query = service.query(&scene.frames, &scene.pairs).within(margin);
            let found = query.run().expect("valid frames");
            for (at, (&found, &at_rest)) in found.verdicts().iter().zip(&scene.verdicts).enumerate()
            {
                let [a, b] = [2 * at, 2 * at + 1].map(|index| &scene.frames[index]);
                let fault = match at_rest {
                    Verdict::Separate => Apart::of(a, b).fault_within(margin, found),
                    _ if margin == 0.0 => (found != at_rest).then(|| found.to_string()),
                    _ => (found != Verdict::Overlapping).then(|| found.to_string()),
                };
                assert_eq!(fault, None, "{name}: {margin:e}, {}", scene.case(at));
            }
        }
    });
}

#[test]
fn of_any_bits_in_the_plane() {
    let services = services();
    driver::run("margins-in-plane", |rng| {
        let mut frames = plane::draw(rng, 6, false);
        frames.retain(plane::is_valid);
        let mut pairs = all_pairs(&frames);
        pairs.truncate(6);
        let scene: Spaced<Frame2> = Spaced::of(pairs, false);
        for (name, service) in services {
            hold(rng, name, service, &scene);
        }
    });
}
