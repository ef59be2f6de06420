//! Distances of convex hulls against those of every pair of features, in rational numbers.

use crate::bits::Numbers;
use crate::common::distances::fault_of_hulls;
use crate::common::hull::{oracle, thin};
use crate::driver;
use fastrand::Rng;
use motzkin::glam::Vec3;
use motzkin::{CollisionService, Engine, PolytopeSet, Verdict, Wanted};
use motzkin_core::geom::Pair;

/// Two hulls of a few points of any kind, thin ones now and then.
pub fn draw(rng: &mut Rng) -> (PolytopeSet, Vec<Pair>) {
    if rng.bool() {
        return thin::pairs(rng, 10);
    }
    let (mut set, numbers) = (PolytopeSet::new(), Numbers::draw(rng));
    while set.len() < 12 {
        let mut number = || numbers.number(rng);
        let mut point = || Vec3::new(number(), number(), number());
        let points: Vec<Vec3> = (0..5).map(|_| point()).collect();
        let count = rng.usize(..=5);
        if points[..count].iter().all(|point| point.is_finite()) {
            set.push(&points[..count]).expect("finite points");
        } else {
            set.push(&[]).expect("no points");
        }
    }
    (set, (0..6).map(|i| Pair::new(2 * i, 2 * i + 1)).collect())
}

#[test]
fn hulls() {
    let services = [Engine::Cpu, Engine::Reference]
        .map(|engine| (engine, CollisionService::new(engine).expect("an engine")));
    driver::run("distances", |rng| {
        let (set, pairs) = draw(rng);
        let expected: Vec<Verdict> =
            pairs.iter().map(|pair| oracle::verdict(&set, *pair)).collect();
        for (engine, service) in &services {
            let query = service.query(&set, &pairs).wanted(Wanted::DISTANCE | Wanted::SUBSET);
            let answer = query.run().expect("valid pairs");
            for (i, pair) in pairs.iter().enumerate() {
                let of = |index: u32| set.vertices_of(index);
                let case = || format!("{engine}: {:?} {:?}", of(pair.a), of(pair.b));
                assert_eq!(answer.verdicts()[i], expected[i], "{}", case());
                let detail = answer.details().iter().find(|detail| detail.pair as usize == i);
                let subset = detail.as_ref().and_then(|detail| detail.subset);
                if let Some(subset) = subset {
                    assert_eq!(subset, oracle::is_subset(&set, *pair), "{}", case());
                }
                let empty = of(pair.a).is_empty() || of(pair.b).is_empty();
                let found = detail.and_then(|detail| detail.distance);
                let has_one = expected[i] == Verdict::Separate && !empty;
                assert_eq!(found.is_some(), has_one, "{}: {found:?}", case());
                let fault = found.and_then(|found| fault_of_hulls(&set, *pair, &found));
                assert!(fault.is_none(), "{fault:?}, {}", case());
            }
        }
    });
}
