//! What else a broad phase takes: filters, worlds, margins, motion, boxes, the plane.

use super::scenes;
use crate::common::gpu::broad::{Bench, Paired, Plan};
use crate::common::seed::rng;
use crate::rig::Rig;
use fastrand::Rng;
use motzkin::glam::{Vec2, Vec3};
use motzkin::gpu::BroadPhaseOptions;
use motzkin::{Filter, Frame2, Frame3};

fn options(moving: bool, margin: f32) -> BroadPhaseOptions {
    BroadPhaseOptions { moving, margin, ..BroadPhaseOptions::default() }
}

#[test]
fn filters_and_worlds_leave_pairs_out() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, filters");
    let count = 2500;
    let shapes = scenes::uniform(&mut rng, count);
    let whole = Bench::new(&rig, shapes.clone(), Plan::default()).run(&rig).pairs.len();
    let filters: Vec<Filter> =
        (0..count).map(|_| Filter { group: 1 << rng.u32(..4), mask: rng.u32(..) }).collect();
    // Worlds whose numbers differ in every byte, in no order.
    let worlds: Vec<u32> =
        (0..count).map(|_| [0, 1, 0x100, 0xffff_ffff, 0x8000_0000][rng.usize(..5)]).collect();
    let of = |filters: Option<&Vec<Filter>>, worlds: Option<&Vec<u32>>| {
        let plan = Plan { filters: filters.cloned(), worlds: worlds.cloned(), ..Plan::default() };
        Bench::new(&rig, shapes.clone(), plan).run(&rig).pairs.len()
    };
    let both = of(Some(&filters), Some(&worlds));
    for part in [of(Some(&filters), None), of(None, Some(&worlds))] {
        assert!(0 < both && both < part && part < whole, "{both} {part} {whole}");
    }
    assert_eq!(of(Some(&vec![Filter::NONE; count]), None), 0);
    assert_eq!(of(Some(&vec![Filter::ALL; count]), Some(&vec![7; count])), whole);
}

/// Static shapes among each other are never listed; many worlds in the same place; shapes that are
/// not valid in a world of their own.
#[test]
fn worlds_in_one_place_are_apart() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, worlds");
    let one = scenes::in_one_point(&mut rng, 8);
    let shapes: Vec<Frame3> = one.iter().copied().cycle().take(8 * 300).collect();
    let worlds: Vec<u32> = (0..2400).map(|i| i / 8 * 77).collect();
    let plan = Plan { worlds: Some(worlds), ..Plan::default() };
    let listed = Bench::new(&rig, shapes.clone(), plan.clone()).run(&rig);
    let alone = Bench::new(&rig, one, Plan::default()).run(&rig);
    assert_eq!(listed.pairs.len(), 300 * alone.pairs.len());
    let mut spoilt = shapes;
    for place in [0, 7, 1000, 2399] {
        let mut rows = *spoilt[place].rows();
        rows[0][0] = f32::NAN;
        spoilt[place] = motzkin::bytemuck::cast(rows);
    }
    let mut worlds = plan.worlds.clone().unwrap();
    worlds[2390..].fill(u32::MAX);
    let plan = Plan { worlds: Some(worlds), ..plan };
    assert_eq!(Bench::new(&rig, spoilt, plan).run(&rig).header.invalid, 4);
}

#[test]
fn a_margin_lists_pairs_that_are_near() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, margin");
    let shapes = scenes::uniform(&mut rng, 1500);
    let mut before = 0;
    for margin in [0.0, 1e-40, 0.01, 0.05] {
        let plan = Plan { options: options(false, margin), ..Plan::default() };
        let found = Bench::new(&rig, shapes.clone(), plan).run(&rig).pairs.len();
        assert!(found > before || (margin == 1e-40 && found >= before), "{margin}: {found}");
        before = found;
    }
    // Boxes a margin apart, exactly.
    let row: Vec<[f32; 6]> =
        (0..100).map(|i| 1.5 * i as f32).map(|x| [x, 0.0, 0.0, x + 1.0, 1.0, 1.0]).collect();
    for (margin, pairs) in [(0.0, 0), (0.49, 0), (0.5, 99), (2.0, 197)] {
        let plan = Plan { options: options(false, margin), ..Plan::default() };
        assert_eq!(Bench::new(&rig, row.clone(), plan).run(&rig).pairs.len(), pairs, "{margin}");
    }
    let everything = Plan { options: options(false, f32::MAX), ..Plan::default() };
    assert_eq!(Bench::new(&rig, shapes[..70].to_vec(), everything).run(&rig).pairs.len(), 2415);
}

#[test]
fn motion_is_held_by_the_boxes() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, motion");
    let shapes: Vec<Frame3> = scenes::uniform(&mut rng, 1500)
        .into_iter()
        .map(|frame| {
            let velocity = Vec3::from_array([(); 3].map(|()| 0.3 * (rng.f32() - 0.5)));
            frame.with_velocity(velocity).unwrap()
        })
        .collect();
    let count = |moving| {
        let plan = Plan { options: options(moving, 0.0), ..Plan::default() };
        Bench::new(&rig, shapes.clone(), plan).run(&rig).pairs.len()
    };
    assert!(count(true) > 2 * count(false));
    // A velocity counts where shapes move.
    let mut wrong = shapes;
    let mut rows = *wrong[9].rows();
    rows[3][3] = f32::INFINITY;
    wrong[9] = motzkin::bytemuck::cast(rows);
    let plan = Plan { options: options(true, 0.01), ..Plan::default() };
    assert_eq!(Bench::new(&rig, wrong, plan).run(&rig).header.first_invalid, 9);
}

fn boxes<const N: usize>(rng: &mut Rng, count: usize) -> Vec<[f32; N]> {
    let half = N / 2;
    (0..count)
        .map(|_| {
            let mut own = [0.0; N];
            for axis in 0..half {
                // Whole numbers, so that many touch.
                own[axis] = rng.i32(-30..30) as f32;
                own[axis + half] = own[axis] + rng.u32(..4) as f32;
            }
            own
        })
        .collect()
}

fn check_boxes<T: Paired>(rig: &Rig, mut boxes: Vec<T>, wrong: impl Fn(&mut T, usize)) {
    const PLACES: [usize; 4] = [3, 99, 101, 2499];
    // Each is in a pair: with the one before it.
    PLACES.iter().for_each(|&place| boxes[place] = boxes[place - 1]);
    let plan = Plan { capacity: Some(200_000), ..Plan::default() };
    let whole = Bench::new(rig, boxes.clone(), plan.clone()).run(rig);
    assert!(whole.pairs.len() > 100 && whole.header.invalid == 0);
    for (turn, place) in PLACES.into_iter().enumerate() {
        wrong(&mut boxes[place], turn);
    }
    let part = Bench::new(rig, boxes, plan).run(rig);
    assert!(part.pairs.len() < whole.pairs.len() && part.header.invalid == 4);
}

/// Boxes as they are: those that touch are listed, those that do not are not.
#[test]
fn boxes_are_compared_exactly() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, boxes");
    let wrong = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e9];
    check_boxes(&rig, boxes::<6>(&mut rng, 2500), |own, turn| own[turn % 3] = wrong[turn]);
    check_boxes(&rig, boxes::<4>(&mut rng, 2500), |own, turn| own[turn % 2] = wrong[turn]);
    // Denormals, which a GPU may take for zero, and both zeros.
    let tiny = f32::from_bits(1);
    let row = |low: f32, high: f32| [low, 0.0, 0.0, high, 0.0, 0.0];
    let rows = vec![row(-tiny, -tiny), row(tiny, 3.0 * tiny), row(0.0, 0.0), row(-0.0, tiny)];
    let listed = Bench::new(&rig, rows, Plan::default()).run(&rig);
    assert_eq!(listed.pairs.len(), 2);
}

#[test]
fn frames_in_the_plane_are_paired() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, plane");
    let vector = |rng: &mut Rng, size: f32| Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5) * size;
    let mut shape = || {
        let (origin, velocity) = (vector(&mut rng, 2.0), vector(&mut rng, 0.1));
        let (a, b) = (vector(&mut rng, 0.05), vector(&mut rng, 0.05));
        let made = match rng.u32(..3) {
            0 => Frame2::parallelogram(origin, [a, b]),
            1 => Frame2::triangle(origin, [a, b]),
            _ => Frame2::triangle_by_vertices([origin, origin + a, origin + b]),
        };
        made.and_then(|frame| frame.with_velocity(velocity)).ok()
    };
    let shapes: Vec<Frame2> = (0..10_000).filter_map(|_| shape()).take(2500).collect();
    let count = |moving, margin| {
        let plan = Plan { options: options(moving, margin), ..Plan::default() };
        Bench::new(&rig, shapes.clone(), plan).run(&rig).pairs.len()
    };
    let resting = count(false, 0.0);
    assert!(resting > 500 && count(true, 0.0) > resting && count(false, 0.01) > resting);
}

#[test]
fn one_set_is_paired_with_another() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, two sets");
    for count in [100, 2500] {
        let shapes = scenes::uniform(&mut rng, count);
        let of = |between: Option<u32>| {
            let options = BroadPhaseOptions { between, ..BroadPhaseOptions::default() };
            let plan = Plan { options, ..Plan::default() };
            Bench::new(&rig, shapes.clone(), plan).run(&rig).pairs.len()
        };
        let (all, some) = (of(None), of(Some(count as u32 / 3)));
        assert!(0 < some && some < all, "{some} of {all}");
        assert_eq!((of(Some(0)), of(Some(u32::MAX))), (0, 0));
    }
    // A node that lies within a box counts no pair of one set.
    let shapes = scenes::one_big(&mut rng, 2049);
    let options = BroadPhaseOptions { between: Some(1000), ..BroadPhaseOptions::default() };
    let plan = Plan { options, capacity: Some(60_000), ..Plan::default() };
    assert!(Bench::new(&rig, shapes, plan).run(&rig).pairs.len() > 1000);
}

/// Boxes round everything that are no class above the others, so that whole nodes lie behind them:
/// of a node within a box, a pair of one set is not to be counted, nor one that filters forbid.
#[test]
fn a_box_round_both_sets_is_paired_with_the_other_one() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, round two sets");
    let mut boxes: Vec<[f32; 6]> = (0..2049)
        .map(|_| {
            let low = [(); 3].map(|()| 5.5 * rng.f32());
            let [x, y, z] = low.map(|low| low + 1.0);
            [low[0], low[1], low[2], x, y, z]
        })
        .collect();
    // Their centres are in all eighths of the domain.
    for corner in 0..8 {
        let end = |axis: usize| if corner >> axis & 1 == 1 { [0.0, 7.5] } else { [-1.0, 6.5] };
        let [x, y, z] = [end(0), end(1), end(2)];
        boxes[corner * 250] = [x[0], y[0], z[0], x[1], y[1], z[1]];
    }
    let options = BroadPhaseOptions { between: Some(1100), ..BroadPhaseOptions::default() };
    let plan = Plan { options, capacity: Some(200_000), ..Plan::default() };
    let listed = Bench::new(&rig, boxes.clone(), plan).run(&rig);
    assert!(listed.pairs.len() > 8 * 900);
    let filters = (0..2049).map(|i| Filter { group: 1 << (i % 3), mask: 0b110 }).collect();
    let plan = Plan { filters: Some(filters), capacity: Some(200_000), ..Plan::default() };
    assert!(Bench::new(&rig, boxes, plan).run(&rig).pairs.len() > 8 * 600);
}
