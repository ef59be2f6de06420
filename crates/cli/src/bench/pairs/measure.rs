//! The time of each part of a broad phase.

use crate::bench::clock::{Spread, timed};
use crate::error::CliError;
use motzkin::broad::{BoxTree, BroadError, PairCache, PairOptions};
use motzkin::{Aabb3, Filter, Pair};
use motzkin_lab::workload::boxes::{boxes, moved};
use rayon::ThreadPool;
use serde::Serialize;
use std::time::Duration;

/// One scene of one size. Times are medians.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub scene: &'static str,
    pub boxes: usize,
    /// Pairs of boxes that meet.
    pub pairs: usize,
    /// What the tree takes.
    pub bytes_per_box: f64,
    pub one_thread: Costs,
    pub all_threads: Costs,
}

/// What a part costs on some number of threads.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Costs {
    /// A new tree.
    pub build_median_ms: f64,
    /// The sorted list of pairs.
    pub pairs_median_ms: f64,
    /// A step in which all boxes have moved: refit and pairs.
    pub all_moving_median_ms: f64,
    /// A step in which one box of a hundred has moved: a cache of pairs finds them and theirs.
    pub few_moving_median_ms: f64,
}

/// Measures a scene on each of two pools of threads, by turns.
pub fn row(
    scene: &'static str,
    count: usize,
    repeat: usize,
    pools: &[ThreadPool; 2],
) -> Result<Row, CliError> {
    let at_first = boxes(scene, count);
    let steps = [100, 1].map(|every| moved(&at_first, every));
    let mut times = [vec![], vec![]];
    // The first round warms up.
    for round in 0..=repeat {
        for (pool, times) in pools.iter().zip(&mut times) {
            let found = pool.install(|| costs(&at_first, &steps))?;
            if round > 0 {
                times.push(found);
            }
        }
    }
    let bytes = BoxTree::build(&at_first)?.bytes();
    let pairs = pairs(&at_first)?;
    let [one_thread, all_threads] = times.map(|times| medians(&times));
    let bytes_per_box = bytes as f64 / count as f64;
    Ok(Row { scene, boxes: count, pairs, bytes_per_box, one_thread, all_threads })
}

/// The number of pairs that meet.
pub fn pairs(boxes: &[Aabb3]) -> Result<usize, BroadError> {
    let mut pairs = Vec::new();
    BoxTree::build(boxes)?.pairs(&PairOptions::default(), &mut pairs)?;
    Ok(pairs.len())
}

/// Times of one round, in the order of [`Costs`].
type Times = [Duration; 4];

fn costs(boxes: &[Aabb3], [few, all]: &[Vec<Aabb3>; 2]) -> Result<Times, BroadError> {
    let options = PairOptions::default();
    let (tree, build) = timed(|| BoxTree::build(boxes));
    let (mut tree, mut list) = (tree?, Vec::new());
    let (listed, pairs) = timed(|| tree.pairs(&options, &mut list));
    listed?;
    let (done, all_moving) = timed(|| {
        tree.refit(all)?;
        tree.pairs(&options, &mut list)
    });
    done?;
    let mut cache = PairCache::default();
    for own in boxes {
        cache.push(*own, Filter::ALL)?;
    }
    cache.update(usize::MAX)?;
    let (found, few_moving) = timed(|| {
        cache.set_all(few)?;
        cache.update(usize::MAX).map(<[Pair]>::len)
    });
    found?;
    Ok([build, pairs, all_moving, few_moving])
}

fn medians(times: &[Times]) -> Costs {
    let median = |part: usize| {
        let spread = Spread::of(times.iter().map(|times| times[part]));
        spread.map_or(0.0, |spread| spread.median_ns * 1e-6)
    };
    Costs {
        build_median_ms: median(0),
        pairs_median_ms: median(1),
        all_moving_median_ms: median(2),
        few_moving_median_ms: median(3),
    }
}
