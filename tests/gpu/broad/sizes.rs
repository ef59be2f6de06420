//! Large boxes among small ones: which of two boxes finds their pair decides how much of the work
//! an invocation has. A list tells who found what, since the pairs of one follow one another.

use crate::common::gpu::broad::{Bench, Listed, Plan};
use crate::common::seed::rng;
use crate::rig::Rig;
use fastrand::Rng;
use motzkin::gpu::{BroadPhaseOptions, ShapeCount};
use motzkin::{Filter, Pair};

type Box6 = [f32; 6];

/// The most pairs that an invocation may find here: with the boxes that a small one meets, and with
/// all large ones.
const FEW: usize = 64;

fn around(centre: [f32; 3], half: [f32; 3]) -> Box6 {
    let end = |axis: usize, sign: f32| centre[axis] + sign * half[axis];
    [end(0, -1.0), end(1, -1.0), end(2, -1.0), end(0, 1.0), end(1, 1.0), end(2, 1.0)]
}

fn vector(rng: &mut Rng) -> [f32; 3] {
    [(); 3].map(|()| rng.f32())
}

/// Boxes half a unit to one and a half wide, about one pair a box, and the side of their space.
fn small(rng: &mut Rng, count: usize) -> (Vec<Box6>, f32) {
    let side = (4.16 * count as f32).cbrt();
    let boxes = (0..count)
        .map(|_| {
            let centre = vector(rng).map(|x| side * x);
            around(centre, vector(rng).map(|x| 0.25 + 0.5 * x))
        })
        .collect();
    (boxes, side)
}

/// The same on a plane, of many heights.
fn city(rng: &mut Rng, count: usize) -> (Vec<Box6>, f32) {
    let street = (3.0 * count as f32).sqrt();
    let boxes = (0..count)
        .map(|_| {
            let [x, y, height] = vector(rng);
            let height = 0.25 + 3.5 * height;
            let [a, b, _] = vector(rng).map(|x| 0.25 + 0.5 * x);
            around([street * x, street * y, height], [a, b, height])
        })
        .collect();
    (boxes, street)
}

/// The most pairs, one behind the other, that one box is in: no invocation found more.
fn longest_run(pairs: &[Pair]) -> usize {
    let (mut longest, mut common, mut length) = (0, [u32::MAX; 2], 0);
    for pair in pairs {
        let kept =
            common.map(|shape| if [pair.a, pair.b].contains(&shape) { shape } else { u32::MAX });
        (common, length) =
            if kept == [u32::MAX; 2] { ([pair.a, pair.b], 1) } else { (kept, length + 1) };
        longest = longest.max(length);
    }
    longest
}

/// Lists all pairs, and checks them by brute force, the first of them in a list that is too short,
/// and those of a number in a buffer.
fn listed(rig: &Rig, boxes: &[Box6], plan: &Plan) -> Listed {
    let bench = Bench::new(rig, boxes.to_vec(), plan.clone());
    let listed = bench.run(rig);
    assert_eq!(listed.header.total(), u64::from(listed.header.listed), "room for all");
    let mut encoder = rig.encoder();
    bench.broad.record(&mut encoder, ShapeCount::Indirect).unwrap();
    let taken = bench.take(rig, &mut encoder);
    rig.submit(encoder);
    assert_eq!(bench.read(rig, &taken), listed);
    if listed.pairs.len() > 3 {
        let capacity = listed.pairs.len() as u32 / 3;
        let short =
            Bench::new(rig, boxes.to_vec(), Plan { capacity: Some(capacity), ..plan.clone() });
        let mut encoder = rig.encoder();
        short.broad.record(&mut encoder, boxes.len() as u32).unwrap();
        let taken = short.take(rig, &mut encoder);
        rig.submit(encoder);
        let short = short.read(rig, &taken);
        assert_eq!(short.header.total(), listed.header.total());
        assert_eq!(short.pairs[..], listed.pairs[..capacity as usize]);
    }
    listed
}

/// First, in the middle and last along the curve, and on the ground.
#[test]
fn a_box_that_meets_all_is_found_by_each() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, a big one");
    for count in [257, 2500, 4097] {
        let (boxes, side) = small(&mut rng, count);
        let (corner, middle) = ([-1.0, -1.0, -1.0], [0.5 * side; 3]);
        for centre in [corner, middle, [side + 1.0, -1.0, -1.0], [side + 1.0; 3]] {
            let mut boxes = boxes.clone();
            boxes[count / 3] = around(centre, [3.0 * side; 3]);
            let found = listed(&rig, &boxes, &Plan::default()).pairs;
            assert!(found.len() >= count - 1 && longest_run(&found) < FEW, "{centre:?}");
        }
    }
}

#[test]
fn every_number_of_boxes_on_a_ground_is_paired() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, a ground");
    for count in [0, 1, 2, 63, 65, 255, 256, 257, 511, 513, 4097] {
        let (mut boxes, street) = city(&mut rng, count);
        if let Some(ground) = boxes.last_mut() {
            *ground = around([0.5 * street, 0.5 * street, -1.0], [street + 9.0, street + 9.0, 1.0]);
        }
        let found = listed(&rig, &boxes, &Plan::default()).pairs;
        assert!(found.len() + 1 >= count);
        // One workgroup takes few boxes in the order of their indices.
        assert!(count <= 256 || longest_run(&found) < FEW);
    }
}

/// Boxes of every size, so that those of all classes meet each other.
#[test]
fn boxes_of_every_class_are_paired() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, classes");
    let (mut boxes, side) = small(&mut rng, 2500);
    for big in 0..40 {
        let half = side * (0.1 + 0.05 * big as f32);
        boxes[60 * big + 7] = around(vector(&mut rng).map(|x| side * x), [half; 3]);
    }
    let found = listed(&rig, &boxes, &Plan { capacity: Some(150_000), ..Plan::default() }).pairs;
    // Small ones are about a unit wide, and up to eight units is their class: who is of it may find
    // all that it meets. Who is larger meets thousands.
    let mut met = vec![0; boxes.len()];
    for index in found.iter().flat_map(|pair| [pair.a, pair.b]) {
        met[index as usize] += 1;
    }
    let is_small = |own: &Box6| (0..3).all(|axis| own[axis + 3] - own[axis] < 8.0);
    let of_small = boxes.iter().zip(&met).filter(|(own, _)| is_small(own));
    let most = of_small.map(|(_, &met)| met).fold(FEW, usize::max);
    let longest = longest_run(&found);
    assert!(met.iter().max().is_some_and(|&met| met > 4 * most), "{met:?}");
    assert!(found.len() > 20_000 && longest <= most, "{longest} of {most}");
    // Of all exponents from the smallest to the largest; a few; and the ones next to each other.
    for (least, most) in [(-140, 127), (-30, 30), (-3, 3), (-126, -120), (120, 127)] {
        let boxes: Vec<Box6> = (0..2049)
            .map(|_| {
                let half = 2.0_f64.powi(rng.i32(least..most)) as f32;
                let centre = vector(&mut rng).map(|x| x * 2.0_f64.powi((least + most) / 2) as f32);
                around(centre, vector(&mut rng).map(|x| x * half))
            })
            .collect();
        let plan = Plan { capacity: Some(2_200_000), ..Plan::default() };
        assert!(listed(&rig, &boxes, &plan).pairs.len() > 200);
    }
}

/// Points, lines and rectangles, many of them alike; and boxes that hold all numbers.
#[test]
fn boxes_without_an_extent_and_of_every_number_are_paired() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, flat");
    for sides in [[0, 0, 0], [4, 0, 0], [0, 3, 4], [2, 2, 2]] {
        let mut boxes: Vec<Box6> = (0..2049)
            .map(|_| {
                let [x, y, z] = [(); 3].map(|()| rng.u32(..20) as f32);
                let [a, b, c] = sides.map(|side| rng.u32(..=side) as f32);
                [x, y, z, x + a, y + b, z + c]
            })
            .collect();
        let plan = Plan { capacity: Some(300_000), ..Plan::default() };
        assert!(listed(&rig, &boxes, &plan).pairs.len() > 100);
        let (least, most) = (f32::MIN, f32::MAX);
        boxes[1000] = [least, least, least, most, most, most];
        boxes[1001] = [least, least, 3.0, most, most, 3.0];
        let found = listed(&rig, &boxes, &plan).pairs;
        assert!(found.iter().filter(|pair| pair.a == 1000 || pair.b == 1000).count() == 2048);
    }
    let all = vec![[f32::MIN, f32::MIN, f32::MIN, f32::MAX, f32::MAX, f32::MAX]; 300];
    let found = listed(&rig, &all, &Plan { capacity: Some(50_000), ..Plan::default() }).pairs;
    assert_eq!(found.len(), 300 * 299 / 2);
}

/// A ground in each world, in each of two sets, and for some filters only.
#[test]
fn large_boxes_keep_to_worlds_filters_and_sets() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, big ones apart");
    let count = 2500;
    let (mut boxes, side) = small(&mut rng, count);
    for big in 0..10 {
        boxes[250 * big + 3] = around([side * 0.5; 3], [side * (1 + big) as f32; 3]);
    }
    let worlds =
        (0..count as u32).map(|i| [0, 7, 0x1_0000, u32::MAX][i as usize / 3 % 4]).collect();
    let filters: Vec<Filter> = (0..count)
        .map(|i| Filter { group: 1 << (i % 5), mask: if i % 7 == 0 { 0b1011 } else { u32::MAX } })
        .collect();
    let between = BroadPhaseOptions { between: Some(900), ..BroadPhaseOptions::default() };
    let plan = |worlds: Option<Vec<u32>>, filters: Option<Vec<Filter>>, options| Plan {
        worlds,
        filters,
        options,
        capacity: Some(100_000),
    };
    let none = BroadPhaseOptions::default();
    let mut before = usize::MAX;
    for plan in [
        plan(None, None, none),
        plan(None, None, between),
        plan(Some(worlds), None, between),
        plan(None, Some(filters.clone()), none),
        plan(None, Some(filters), between),
    ] {
        let found = listed(&rig, &boxes, &plan).pairs;
        assert!(1000 < found.len() && longest_run(&found) < FEW, "{}", longest_run(&found));
        if plan.options == none && plan.filters.is_none() {
            before = found.len();
        }
        assert!(found.len() <= before);
    }
}

/// Small boxes search slices behind their own for large ones, where there may be nothing else.
#[test]
fn large_boxes_are_found_from_other_slices() {
    let rig = Rig::new();
    let side = 520_u32;
    let count = side * side;
    assert!(count > 1 << 18);
    // Every other place of a board, so that no two small ones meet.
    let mut boxes: Vec<Box6> = (0..count)
        .map(|i| around([2.0 * (i % side) as f32, 2.0 * (i / side) as f32, 1.0], [0.5; 3]))
        .collect();
    // Three grounds of other sizes that meet each other, the last one below half of the board.
    let places = [0, 100_000, count - 1];
    let far = 2.0 * side as f32;
    let ground = |width: f32| [-9.0, -9.0, -9.0, width, far + 9.0, 0.75];
    let widths = [3.0 * far, far + 9.0, 0.5 * far - 1.0];
    for (place, width) in places.into_iter().zip(widths) {
        boxes[place as usize] = ground(width);
    }
    let plan = Plan { capacity: Some(3 * count), ..Plan::default() };
    let bench = Bench::new(&rig, boxes.clone(), plan);
    let mut encoder = rig.encoder();
    bench.broad.record(&mut encoder, count).unwrap();
    let taken = bench.take(&rig, &mut encoder);
    rig.submit(encoder);
    let listed = bench.read(&rig, &taken);
    let meets = |i: u32, width: f32| boxes[i as usize][0] <= width;
    let mut wanted: Vec<Pair> = vec![];
    for i in (0..count).filter(|i| !places.contains(i)) {
        let grounds = places.into_iter().zip(widths).filter(|&(_, width)| meets(i, width));
        wanted.extend(grounds.map(|(place, _)| Pair::new(i.min(place), i.max(place))));
    }
    wanted.extend([(0, 1), (0, 2), (1, 2)].map(|(a, b)| Pair::new(places[a], places[b])));
    let mut found = listed.pairs.clone();
    for pairs in [&mut found, &mut wanted] {
        pairs.sort_by_key(|pair| (pair.a, pair.b));
    }
    assert_eq!(found, wanted);
    assert!(longest_run(&listed.pairs) < FEW);
}

/// Heights of boxes on a plane count for no more than their places: who follows another is near it.
#[test]
fn boxes_on_a_plane_go_by_their_places() {
    let rig = Rig::new();
    let mut rng = rng("broad phase, places");
    let (boxes, _) = city(&mut rng, 20_000);
    let bench = Bench::new(&rig, boxes.clone(), Plan::default());
    let mut encoder = rig.encoder();
    bench.broad.record(&mut encoder, 20_000).unwrap();
    let taken = bench.take(&rig, &mut encoder);
    rig.submit(encoder);
    let pairs = bench.read(&rig, &taken).pairs;
    assert!(pairs.len() > 5000);
    let way = |two: &[Pair]| {
        let [from, to] = [two[0].a, two[1].a].map(|shape| boxes[shape as usize]);
        (from[0] - to[0]).abs() + (from[1] - to[1]).abs()
    };
    let mean = pairs.windows(2).map(way).sum::<f32>() / pairs.len() as f32;
    assert!(mean < 4.0, "{mean}");
}
