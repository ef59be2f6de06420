//! Broad phases: ours against parry3d's `Bvh`, the steps of rapier's broad phase, obvhs, and a
//! sweep and prune, on the same boxes in the same run, by turns.
//!
//! `cargo bench -p motzkin-peers --bench broad [-- SCENE|COUNT|FILE.svg...]`. Every contestant must
//! find the same number of pairs before anything is timed. Every figure is a median. Ours includes
//! the sorted list of pairs; the others' lists are in no order. Where few boxes move, ours is a
//! cache of pairs, which finds out for itself which; the others are told. A file gets a plot of the
//! times against the number of boxes.

#[path = "broad/peers.rs"]
mod peers;
#[path = "broad/plot.rs"]
mod plot;

use motzkin::broad::{BoxTree, PairCache, PairOptions};
use motzkin::{Aabb3, Filter};
use motzkin_lab::workload::boxes as scenes;
use peers::{Parry, Rapier};
use plot::Point;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::hint::black_box;
use std::time::Instant;

const COUNTS: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// A sweep takes minutes above.
const MOST_SWEPT: usize = 100_000;

/// What is done by turns: a name and its work.
type Contestant<'a> = (&'static str, Box<dyn FnMut(usize) + 'a>);

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted = |names: &mut dyn Iterator<Item = String>| {
        let names: Vec<String> = names.collect();
        let chosen: Vec<_> = wanted.iter().filter(|name| names.contains(name)).collect();
        move |name: &str| chosen.is_empty() || chosen.iter().any(|chosen| *chosen == name)
    };
    let scene_wanted = is_wanted(&mut all_scenes().map(String::from));
    let count_wanted = is_wanted(&mut COUNTS.iter().map(|count| count.to_string()));
    // parry and its like run on this thread; ours on it and on all. A thread of another pool would
    // look for work while it waits for those, on a processor that they need.
    let all = ThreadPoolBuilder::new().build().expect("threads");
    ThreadPoolBuilder::new().num_threads(1).build_global().expect("the only pool");
    control(&all);
    println!("milliseconds; moving: a step in which all boxes have moved, or one in a hundred");
    let mut points = Vec::new();
    for scene in all_scenes().filter(|scene| scene_wanted(scene)) {
        for count in COUNTS.into_iter().filter(|count| count_wanted(&count.to_string())) {
            points.extend(compare(scene, count, &all));
        }
    }
    for file in wanted.iter().filter(|name| name.ends_with(".svg")) {
        std::fs::write(file, plot::svg(&points)).expect("a file for the plot");
    }
}

fn all_scenes() -> impl Iterator<Item = &'static str> {
    scenes::SCENES.into_iter().chain([scenes::CROWDED])
}

/// Says what the threads are worth just now: a loop on each of them at once, against one alone.
fn control(all: &ThreadPool) {
    let turn = |number: usize| {
        let sum = (0..10_000_000_u64).fold(number as u64, |sum, i| sum.rotate_left(5) ^ i);
        black_box(sum);
    };
    let threads = all.current_num_threads();
    let contestants: Vec<Contestant<'_>> = vec![
        ("one", Box::new(turn)),
        ("all", Box::new(|_| drop(all.broadcast(|context| turn(context.index()))))),
    ];
    let times = by_turns(100_000, contestants);
    let ratio = times[1].1 / times[0].1;
    println!("a loop on {threads} threads at once takes {ratio:.2} times as long as on one");
}

fn compare(scene: &str, count: usize, all: &ThreadPool) -> Vec<Point> {
    let boxes = scenes::boxes(scene, count);
    let tree = BoxTree::build(&boxes).expect("boxes");
    let mut list = Vec::new();
    tree.pairs(&PairOptions::default(), &mut list).expect("no limit");
    let mut parry = Parry::new(&peers::parry_boxes(&boxes));
    assert_eq!(parry.pairs(), list.len(), "parry finds other pairs in {scene}");
    let obvhs = peers::obvhs_tree(&boxes);
    assert_eq!(peers::obvhs_pairs(&obvhs), list.len(), "obvhs finds other pairs in {scene}");
    if count <= MOST_SWEPT {
        assert_eq!(peers::sweep(&boxes), list.len(), "the sweep finds other pairs in {scene}");
    }
    println!(
        "\n{scene}, {count} boxes, {} pairs; bytes a box: {:.1}, parry {:.1}",
        list.len(),
        tree.bytes() as f64 / count as f64,
        parry.bytes() as f64 / count as f64
    );
    let mut points = Vec::new();
    let ways = [fresh(&boxes, all), moving(&boxes, 1, all), moving(&boxes, 100, all)];
    for (way, times) in ways {
        let point = |(name, ms)| Point { scene: scene.into(), way, count, name, ms };
        points.extend(times.into_iter().map(point));
    }
    points
}

/// How boxes move, and the times of all contestants.
type Times = (&'static str, Vec<(&'static str, f64)>);

/// Boxes that nothing is known of.
fn fresh(boxes: &[Aabb3], all: &ThreadPool) -> Times {
    let options = PairOptions::default();
    let tree = BoxTree::build(boxes).expect("boxes");
    let ours = || {
        let mut list = Vec::new();
        BoxTree::build(boxes).expect("boxes").pairs(&options, &mut list).expect("no limit");
        list
    };
    let in_parry = peers::parry_boxes(boxes);
    let mut list = Vec::new();
    let mut contestants: Vec<Contestant<'_>> = vec![
        ("build", Box::new(|_| drop(BoxTree::build(boxes).expect("boxes")))),
        ("pairs", Box::new(|_| tree.pairs(&options, &mut list).expect("no limit"))),
        ("both", Box::new(|_| drop(ours()))),
        ("on all threads", Box::new(|_| drop(all.install(ours)))),
        (
            "parry",
            Box::new(|_| {
                black_box(Parry::new(&in_parry).pairs());
            }),
        ),
        (
            "obvhs",
            Box::new(|_| {
                black_box(peers::obvhs_pairs(&peers::obvhs_tree(boxes)));
            }),
        ),
    ];
    if boxes.len() <= MOST_SWEPT {
        let sweep = |_| {
            black_box(peers::sweep(boxes));
        };
        contestants.push(("sweep", Box::new(sweep)));
    }
    row("fresh", 2, by_turns(boxes.len(), contestants))
}

/// Boxes of which one in `every` moves forth and back.
fn moving(boxes: &[Aabb3], every: usize, all: &ThreadPool) -> Times {
    let options = PairOptions::default();
    let steps = [boxes.to_vec(), scenes::moved(boxes, every)];
    let in_parry = [0, 1].map(|step| peers::parry_boxes(&steps[step]));
    let [mut refitted, mut one, mut many] = [0; 3].map(|_| BoxTree::build(boxes).expect("boxes"));
    let (mut parry, mut rapier) = (Parry::new(&in_parry[0]), Rapier::new(&in_parry[0]));
    rapier.update(&in_parry[0], 1);
    let [mut list, mut other] = [Vec::new(), Vec::new()];
    let mut cache = PairCache::default();
    for own in boxes {
        cache.push(*own, Filter::ALL).expect("a box");
    }
    let mut contestants: Vec<Contestant<'_>> = vec![
        ("refit", Box::new(|step| refitted.refit(&steps[step]).expect("boxes"))),
        (
            "on all threads",
            Box::new(|step| {
                all.install(|| {
                    many.refit(&steps[step]).expect("boxes");
                    many.pairs(&options, &mut other).expect("no limit");
                });
            }),
        ),
        (
            "kept pairs",
            Box::new(|step| {
                cache.set_all(&steps[step]).expect("boxes");
                black_box(cache.update(usize::MAX).expect("no limit"));
            }),
        ),
        (
            "with pairs",
            Box::new(|step| {
                one.refit(&steps[step]).expect("boxes");
                one.pairs(&options, &mut list).expect("no limit");
            }),
        ),
        (
            "parry",
            Box::new(|step| {
                parry.update(&in_parry[step], every);
                black_box(parry.pairs());
            }),
        ),
        (
            "rapier",
            Box::new(|step| {
                black_box(rapier.update(&in_parry[step], every));
            }),
        ),
    ];
    let name = if every == 1 { "moving" } else { "one in 100" };
    if every > 1 {
        // Where few move, kept pairs are what a user takes, and what others are compared with.
        contestants.swap(2, 3);
    }
    row(name, 3, by_turns(boxes.len(), contestants))
}

/// Medians, in milliseconds.
fn by_turns(count: usize, mut contestants: Vec<Contestant<'_>>) -> Vec<(&'static str, f64)> {
    let rounds = (3_000_000 / count).clamp(4, 40);
    let mut times = vec![Vec::new(); contestants.len()];
    for round in 0..rounds + 1 {
        for ((_, work), times) in contestants.iter_mut().zip(&mut times) {
            let start = Instant::now();
            work((round + 1) % 2);
            // The first round warms up.
            if round > 0 {
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    contestants.iter().map(|(name, _)| *name).zip(times.into_iter().map(median)).collect()
}

/// A line: each time, and for those of others the ratio to ours, which is number `ours`.
fn row(name: &'static str, ours: usize, times: Vec<(&'static str, f64)>) -> Times {
    let own = times[ours].1;
    let cell = |(number, (name, time)): (usize, &(&str, f64))| {
        if number <= ours {
            format!("{name} {time:.2}")
        } else {
            format!("{name} {time:.2} ({:.1})", time / own)
        }
    };
    let cells: Vec<String> = times.iter().enumerate().map(cell).collect();
    println!("  {name:10} {}", cells.join("  "));
    (name, times)
}
