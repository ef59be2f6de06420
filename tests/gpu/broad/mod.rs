//! The broad phase against brute force: every pair whose boxes meet is listed, none whose boxes are
//! apart by more than rounding.

mod kinds;
mod placed;
mod refused;
mod scenes;
mod sizes;

use crate::common::gpu::broad::{Bench, Plan};
use crate::common::seed::rng;
use crate::rig::{Rig, STORAGE};
use motzkin::bytemuck::{self, cast_slice};
use motzkin::gpu::layout::{HitRecord, hits_size};
use motzkin::gpu::{BatchBuffers, BatchOptions, Pairs, ShapeCount, read_list};
use motzkin::{CollisionService, Engine, Frame3, Pair};

const SIZES: [usize; 8] = [0, 1, 2, 63, 65, 257, 2049, 4097];

#[test]
fn every_size_and_spread_is_paired() {
    let rig = Rig::new();
    let mut rng = rng("broad phase");
    for size in SIZES {
        for draw in [scenes::uniform, scenes::clustered] {
            let shapes = draw(&mut rng, size);
            let listed = Bench::new(&rig, shapes, Plan::default()).run(&rig);
            assert!(size < 2000 || listed.pairs.len() > 100, "{}", listed.pairs.len());
        }
    }
}

#[test]
fn hard_spreads_are_paired() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, hard");
    for shapes in
        [scenes::one_big(&mut rng, 2049), scenes::in_one_point(&mut rng, 300), scenes::wall(1025)]
    {
        let plan = Plan { capacity: Some(60_000), ..Plan::default() };
        let listed = Bench::new(&rig, shapes, plan).run(&rig);
        assert!(listed.pairs.len() > 2000);
    }
}

/// Of the smallest and of the largest numbers.
#[test]
fn numbers_of_every_size_are_paired() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, sizes");
    let shapes = scenes::uniform(&mut rng, 500);
    for by in [1e-38, 1e-30, 1e30, 1e37, 1e38, 3e38] {
        let scaled = scenes::scaled(&shapes, by);
        assert!(scaled.len() > 100, "{by}: {}", scaled.len());
        Bench::new(&rig, scaled, Plan { capacity: Some(150_000), ..Plan::default() }).run(&rig);
    }
    // Together: one far away leaves the others in a cell.
    let mut mixed = shapes.clone();
    mixed.extend(scenes::scaled(&shapes[..20], 1e38));
    Bench::new(&rig, mixed, Plan { capacity: Some(150_000), ..Plan::default() }).run(&rig);
}

#[test]
fn a_list_that_overflows_tells_how_many_there_are() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, overflow");
    let shapes = scenes::uniform(&mut rng, 1000);
    let whole = Bench::new(&rig, shapes.clone(), Plan::default()).run(&rig);
    assert!(whole.pairs.len() > 100);
    for capacity in [1, 2, 63, 100] {
        let plan = Plan { capacity: Some(capacity), ..Plan::default() };
        let listed = Bench::new(&rig, shapes.clone(), plan).run(&rig);
        assert_eq!(listed.header.total(), whole.header.total());
        assert_eq!(listed.pairs[..], whole.pairs[..capacity as usize]);
    }
    // All with all.
    let equal = vec![shapes[0]; 4097];
    let plan = Plan { capacity: Some(5000), ..Plan::default() };
    let listed = Bench::new(&rig, equal, plan).run(&rig);
    assert_eq!((listed.header.total(), listed.header.listed), (4097 * 4096 / 2, 5000));
}

/// Places in the list have 64 bits: those behind the first 2^32 are not taken for the first ones.
#[test]
fn more_pairs_than_a_word_counts_are_counted() {
    const COUNT: u32 = 100_000;
    let rig = Rig::new();
    let plan = Plan { capacity: Some(1000), ..Plan::default() };
    let bench = Bench::new(&rig, vec![[0.0_f32, 0.0, 0.0, 1.0, 1.0, 1.0]; COUNT as usize], plan);
    let mut encoder = rig.encoder();
    bench.broad.record(&mut encoder, COUNT).unwrap();
    let taken = bench.take(&rig, &mut encoder);
    rig.submit(encoder);
    let listed = bench.read(&rig, &taken);
    let all = u64::from(COUNT) * u64::from(COUNT - 1) / 2;
    assert!(all > 1 << 32);
    assert_eq!((listed.header.total(), listed.header.listed), (all, 1000));
    // Boxes in one place keep their order.
    let first: Vec<Pair> = (1..=1000).map(|b| Pair::new(0, b)).collect();
    assert_eq!(listed.pairs, first);
}

#[test]
fn shapes_that_are_not_valid_are_told_and_in_no_pair() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, invalid");
    let mut shapes = scenes::uniform(&mut rng, 1000);
    for _ in 0..40 {
        let mut rows = *shapes[0].rows();
        let wrong = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][rng.usize(..3)];
        rows[rng.usize(..4)][rng.usize(..3)] = wrong;
        shapes[rng.usize(1..1000)] = bytemuck::cast(rows);
    }
    // A tag of no shape; a velocity that nobody asks for.
    let mut rows = *shapes[0].rows();
    rows[0][3] = 7.0;
    shapes[500] = bytemuck::cast(rows);
    let mut rows = *shapes[0].rows();
    rows[2][3] = f32::NAN;
    shapes[501] = bytemuck::cast(rows);
    let listed = Bench::new(&rig, shapes.clone(), Plan::default()).run(&rig);
    assert!(listed.header.invalid > 20 && listed.pairs.len() > 50);
    let none = vec![shapes[500]; 300];
    assert!(Bench::new(&rig, none, Plan::default()).run(&rig).pairs.is_empty());
}

/// Several in one encoder, with other numbers of shapes, and once more when the shapes have
/// changed.
#[test]
fn recordings_see_a_number_each_and_the_shapes_of_the_moment() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, recordings");
    let mut bench = Bench::new(&rig, scenes::uniform(&mut rng, 3000), Plan::default());
    let other = Bench::new(&rig, scenes::clustered(&mut rng, 500), Plan::default());
    let mut lists = Vec::new();
    for _ in 0..2 {
        let mut encoder = rig.encoder();
        let taken = [3000, 0, 63, 1, 2050, 3000].map(|shapes| {
            bench.broad.record(&mut encoder, shapes).unwrap();
            other.broad.record(&mut encoder, 500).unwrap();
            let taken = bench.take(&rig, &mut encoder);
            other.take(&rig, &mut encoder);
            (shapes, taken)
        });
        // The number in a buffer, more than there are among them.
        let counted = [5, 3000, 0, 4000, u32::MAX].map(|shapes| {
            let number = rig.filled(&[shapes], STORAGE);
            encoder.copy_buffer_to_buffer(&number, 0, &bench.count, 0, 4);
            bench.broad.record(&mut encoder, ShapeCount::Indirect).unwrap();
            (shapes, bench.take(&rig, &mut encoder))
        });
        rig.submit(encoder);
        let checked: Vec<_> = taken
            .iter()
            .chain(&counted)
            .map(|(shapes, taken)| bench.check(&rig, taken, *shapes))
            .collect();
        assert_eq!(checked[0], checked[5]);
        assert_eq!(checked[0], checked[7]);
        lists.push(checked[0].clone());
        bench.shapes = scenes::uniform(&mut rng, 3000);
        rig.queue.write_buffer(&bench.input, 0, cast_slice(&bench.shapes));
    }
    assert_ne!(lists[0], lists[1]);
}

/// Candidates go to a batch without a readback; its verdicts are the exact ones of all pairs.
#[test]
fn candidates_feed_a_batch() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, batch");
    let mut shapes = scenes::uniform(&mut rng, 700);
    shapes.extend(scenes::wall(100));
    let bench = Bench::new(&rig, shapes.clone(), Plan::default());
    let capacity = bench.broad.pair_capacity();
    let hits = rig.junk(hits_size(capacity), STORAGE);
    let buffers = BatchBuffers {
        count: Some(bench.header.slice(..)),
        hits: Some(hits.slice(..)),
        ..BatchBuffers::new(bench.input.slice(..), bench.pairs.slice(..))
    };
    let batch = rig.pipelines.batch(&rig.device, &buffers, &BatchOptions::default()).unwrap();
    let mut encoder = rig.encoder();
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        bench.broad.record(&mut pass, 800).unwrap();
        batch.record(&mut pass, Pairs::Indirect).unwrap();
    }
    let hits = rig.snapshot(&mut encoder, &hits);
    rig.submit(encoder);
    let words = rig.words(&hits);
    let (header, hits) = read_list::<HitRecord>(cast_slice(&words)).unwrap();
    assert_eq!(header.found, header.listed);
    // Undecided pairs are among the hits.
    let found: Vec<Pair> = hits.iter().map(|hit| Pair::new(hit.a, hit.b)).collect();
    assert_eq!(exactly(&shapes, found), exactly(&shapes, all_pairs(800)));
}

fn all_pairs(shapes: u32) -> Vec<Pair> {
    (0..shapes).flat_map(|a| (a + 1..shapes).map(move |b| Pair::new(a, b))).collect()
}

/// The pairs that meet, ascending.
fn exactly(shapes: &[Frame3], mut pairs: Vec<Pair>) -> Vec<Pair> {
    pairs.sort_by_key(|pair| (pair.a, pair.b));
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    let verdicts = cpu.verdicts(shapes, &pairs).unwrap();
    let meets = pairs.iter().zip(verdicts.iter()).filter(|(_, verdict)| verdict.meets());
    meets.map(|(&pair, _)| pair).collect()
}
