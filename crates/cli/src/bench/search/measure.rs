//! Times of searches, after their answers have been compared.

use super::super::clock::{Spread, timed};
use super::SEED;
use crate::error::CliError;
use crate::table::counted;
use motzkin::tree::bvh::{BvhError, search_collisions};
use motzkin::{Bvh, BvhWorld, CollisionService, Find, Frame3, SearchOptions};
use motzkin_lab::workload::torus::{Cover, Tori, TwoTori, Volumes};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Ours is timed so often; the median counts.
const ROUNDS: usize = 5;

/// A world, and how it is searched.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub tori: usize,
    pub patches: [usize; 2],
    pub early: bool,
}

impl Case {
    /// The root among them, as the paper counts.
    pub fn primitives(&self) -> usize {
        1 + 2 * self.patches[0] * self.patches[1]
    }
}

/// One torus against all others.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Sample {
    /// Pairs of primitives that collide; tori, where the search stops early.
    pub collided: usize,
    pub paper_ms: f64,
    pub ours_ms: f64,
}

/// What became of a world.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub tori: usize,
    pub primitives: usize,
    pub early: bool,
    /// Means over the samples.
    pub mean: Sample,
    pub samples: Vec<Sample>,
}

impl Row {
    pub fn times_as_fast(&self) -> f64 {
        self.mean.paper_ms / self.mean.ours_ms.max(1e-9)
    }
}

/// All tori of a world with all others, by ours on all threads.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Whole {
    pub tori: usize,
    pub primitives: usize,
    /// Pairs of tori whose boxes meet, that collide, and pairs of primitives that do.
    pub candidates: usize,
    pub collided: usize,
    pub primitives_collided: usize,
    pub tests: u64,
    /// All pairs of primitives, in a world at rest.
    pub all_ms: f64,
    /// Stopping early.
    pub early_ms: f64,
    /// All pairs, each torus having moved.
    pub moved_ms: f64,
    /// All pairs, of the same primitives below boxes of at most eight children in place of one box.
    pub over_ms: f64,
    pub bytes_per_node: usize,
}

pub fn world_of(tori: &Tori) -> Result<BvhWorld, CliError> {
    placed(tori, |shape| Bvh::new(shape.iter().copied()))
}

fn placed(
    tori: &Tori,
    build: impl Fn(&Volumes) -> Result<Bvh, BvhError>,
) -> Result<BvhWorld, CliError> {
    let mut trees = Vec::new();
    for shape in &tori.shapes {
        trees.push(Arc::new(build(shape).map_err(CliError::scene)?));
    }
    let mut world = BvhWorld::new();
    for place in &tori.places {
        world
            .insert(&trees[place.shape], place.rotation, place.translation)
            .map_err(CliError::scene)?;
    }
    Ok(world)
}

/// How many pairs of primitives collide in each of the paper's cases.
pub fn two_tori(service: &CollisionService) -> Result<Vec<(&'static str, usize)>, CliError> {
    let mut out = Vec::new();
    for case in TwoTori::ALL {
        let world = world_of(&case.scene([20, 20], Cover::Tetras)?)?;
        let found = service.search(&world).run().map_err(CliError::scene)?;
        if found.is_empty() != (case.places() == 0) {
            return Err(CliError::Wrong(format!(
                "{} tori have {}",
                case.name(),
                counted(found.len(), "collision", "collisions")
            )));
        }
        out.push((case.name(), found.len()));
    }
    Ok(out)
}

pub fn row(case: &Case, samples: usize, service: &CollisionService) -> Result<Row, CliError> {
    let world = world_of(&Tori::scattered(case.tori, case.patches, Cover::Tetras, SEED)?)?;
    let samples: Vec<Sample> = (0..samples.min(case.tori) as u32)
        .map(|object| sample(&world, object, case.early, service))
        .collect::<Result<_, _>>()?;
    let count = samples.len().max(1) as f64;
    let mean = |value: fn(&Sample) -> f64| samples.iter().map(value).sum::<f64>() / count;
    let mean = Sample {
        collided: mean(|sample| sample.collided as f64).round() as usize,
        paper_ms: mean(|sample| sample.paper_ms),
        ours_ms: mean(|sample| sample.ours_ms),
    };
    Ok(Row { tori: case.tori, primitives: case.primitives(), early: case.early, mean, samples })
}

/// Nothing wrong is timed: the two must find the same.
fn sample(
    world: &BvhWorld,
    object: u32,
    early: bool,
    service: &CollisionService,
) -> Result<Sample, CliError> {
    let find = if early { Find::Objects } else { Find::Leaves };
    let options = SearchOptions::one(object).finding(find);
    // The first call poses what it comes by; the paper's volumes are in the world to begin with.
    let ours = service.search(world).options(options).run().map_err(CliError::scene)?;
    let (paper, paper_time) = timed(|| search_collisions::<f64>(world, object, early));
    let paper = paper.map_err(CliError::scene)?;
    let named = |early: bool, objects: [u32; 2], nodes: [u32; 2]| {
        (objects, if early { [0, 0] } else { nodes })
    };
    let own: BTreeSet<_> =
        ours.iter().map(|found| named(early, found.objects, found.nodes)).collect();
    let theirs: BTreeSet<_> = paper
        .iter()
        .map(|found| {
            named(early, [found.objects.a, found.objects.b], [found.nodes.a, found.nodes.b])
        })
        .collect();
    if own != theirs {
        let (own, theirs) = (own.len(), theirs.len());
        return Err(CliError::Wrong(format!(
            "torus {object}: ours finds {}, the paper's {theirs}",
            counted(own, "collision", "collisions")
        )));
    }
    Ok(Sample {
        collided: own.len(),
        paper_ms: paper_time.as_secs_f64() * 1e3,
        ours_ms: median_ms(|| {
            service.search(world).options(options).run().map(|_| ()).map_err(CliError::scene)
        })?,
    })
}

pub fn median_ms(mut work: impl FnMut() -> Result<(), CliError>) -> Result<f64, CliError> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let (done, time) = timed(&mut work);
        done?;
        times.push(time);
    }
    Ok(Spread::of(times).map_or(0.0, |spread| spread.median_ns / 1e6))
}

pub fn whole_world(service: &CollisionService) -> Result<Whole, CliError> {
    const TORI: usize = 1000;
    let tori = Tori::scattered(TORI, [10, 10], Cover::Tetras, SEED)?;
    let mut world = world_of(&tori)?;
    let all = SearchOptions::default();
    let search = |world: &BvhWorld, options: &SearchOptions| {
        service.search(world).options(*options).run().map_err(CliError::scene)
    };
    let found = search(&world, &all)?;
    let all_ms = median_ms(|| search(&world, &all).map(|_| ()))?;
    let early_ms = median_ms(|| search(&world, &all.finding(Find::Objects)).map(|_| ()))?;
    let moved_ms = median_ms(|| {
        for (object, place) in (0..).zip(&tori.places) {
            world.set_pose(object, place.rotation, place.translation).map_err(CliError::scene)?;
        }
        search(&world, &all).map(|_| ())
    })?;
    let leaves =
        |shape: &Volumes| shape[1..].iter().map(|(frame, _)| *frame).collect::<Vec<Frame3>>();
    let over = placed(&tori, |shape| Bvh::over(&leaves(shape)))?;
    let again = search(&over, &all)?.len();
    if again != found.len() {
        return Err(CliError::Wrong(format!(
            "{}, but {again} below boxes",
            counted(found.len(), "collision", "collisions")
        )));
    }
    let over_ms = median_ms(|| search(&over, &all).map(|_| ()))?;
    let objects: BTreeSet<_> = found.iter().map(|found| found.objects).collect();
    let tree = world.tree(0);
    Ok(Whole {
        tori: TORI,
        primitives: tree.map_or(0, |tree| tree.nodes().len()),
        candidates: found.stats().candidates,
        collided: objects.len(),
        primitives_collided: found.len(),
        tests: found.stats().tests,
        all_ms,
        early_ms,
        moved_ms,
        over_ms,
        bytes_per_node: tree.map_or(0, |tree| tree.bytes() / tree.nodes().len().max(1)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin::Engine;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn both_algorithms_are_timed_and_agree() -> Outcome {
        let service = CollisionService::new(Engine::Cpu)?;
        let mut collided = Vec::new();
        for early in [false, true] {
            let case = Case { tori: 12, patches: [5, 5], early };
            let row = row(&case, 3, &service)?;
            assert_eq!((row.tori, row.primitives, row.samples.len()), (12, 51, 3));
            assert!(row.samples.iter().all(|sample| sample.paper_ms > 0.0 && sample.ours_ms > 0.0));
            collided.push(row.samples.iter().map(|sample| sample.collided).sum::<usize>());
        }
        // Tori that collide do so in more than one pair of primitives.
        assert!(collided[0] > collided[1] && collided[1] > 0, "{collided:?}");
        Ok(())
    }

    #[test]
    fn the_papers_cases_collide_as_they_should() -> Outcome {
        let found = two_tori(&CollisionService::new(Engine::Cpu)?)?;
        assert_eq!(
            found.iter().map(|(_, count)| *count > 0).collect::<Vec<_>>(),
            [false, false, true, true]
        );
        Ok(())
    }
}
