//! Pairs that the device settles in whole numbers: each as the oracle does, and what is left is
//! what the documents say.

use crate::common::moving;
use crate::common::oracle::{self, denormals};
use crate::common::plane;
use crate::common::seed::{rng, seed};
use crate::common::wide::Wide;
use crate::mixed;
use crate::rig::{Bench, Plan, Rig, STORAGE};
use dashu_int::IBig;
use motzkin::bytemuck::Pod;
use motzkin::glam::{UVec3, Vec3};
use motzkin::gpu::layout::codes_size;
use motzkin::gpu::{BatchBuffers, BatchOptions, Pairs, Undecided};
use motzkin::internals::gpu::fault::injected;
use motzkin::internals::gpu::groups::ALL;
use motzkin::service::BatchStats;
use motzkin::{CollisionService, Engine, Frame2, Frame3, Pair, ShapeKind, Verdict};
use motzkin_core::verdict::RawCode;
use motzkin_lab::workload::Workload;
use std::sync::LazyLock;

/// The bits of coordinates that numbers of each length hold in space and in the plane, and one
/// more.
const WIDTHS: [usize; 12] = [7, 8, 13, 14, 18, 19, 29, 30, 39, 40, 61, 62];
/// The most that any holds.
const MOST: usize = 61;
/// The most as they are stored.
const MOST_STORED: usize = 62;
/// Pairs of each width.
const EACH: usize = 24;

/// The bits that numbers take over their common power of two, as two's complement has them without
/// a sign: a power of two below zero takes one less.
fn width(numbers: impl Iterator<Item = IBig>) -> usize {
    let sized: Vec<IBig> = numbers.filter(|number| *number != IBig::ZERO).collect();
    let digits = |number: &IBig| number.in_radix(2).to_string().trim_start_matches('-').to_owned();
    let zeros = |number: &IBig| {
        let digits = digits(number);
        digits.len() - digits.trim_end_matches('0').len()
    };
    let common = sized.iter().map(zeros).min().unwrap_or(0);
    let bits = |number: &IBig| match number >> common {
        whole if whole < IBig::ZERO => -whole - IBig::ONE,
        whole => whole,
    };
    let bits = sized.iter().map(bits).filter(|bits| *bits != IBig::ZERO);
    bits.map(|bits| digits(&bits).len()).max().unwrap_or(0)
}

/// The rows of a frame, origin first, then its velocity, and whether they are vertices.
type Rows<const D: usize> = (Vec<[f32; D]>, [f32; D], bool);

fn rows_in_space(frame: &Frame3) -> Rows<3> {
    let rows = (0..4).map(|row| frame.row(row).to_array()).collect();
    let by_vertices = format!("{:?}", frame.kind()).contains("ByVertices");
    (rows, frame.velocity().to_array(), by_vertices)
}

fn rows_in_plane(frame: &Frame2) -> Rows<2> {
    let rows = (0..3).map(|row| frame.row(row).to_array()).collect();
    let by_vertices = format!("{:?}", frame.kind()).contains("ByVertices");
    (rows, frame.velocity().to_array(), by_vertices)
}

/// The bits of a pair's numbers as they are stored, and seen from the first origin.
fn widths<const D: usize>([a, b]: [Rows<D>; 2], moves: bool) -> (usize, usize) {
    let whole = |row: &[f32; D]| row.map(denormals);
    let minus = |x: [IBig; D], y: [IBig; D]| -> Vec<IBig> {
        x.into_iter().zip(y).map(|(x, y)| x - y).collect()
    };
    let (mut stored, mut seen) = (Vec::new(), Vec::new());
    for (rows, velocity, by_vertices) in [&a, &b] {
        stored.extend(rows.iter().flat_map(whole));
        stored.extend(if moves { whole(velocity).to_vec() } else { vec![] });
        let zero = [(); D].map(|()| IBig::ZERO);
        let base = if *by_vertices { whole(&rows[0]) } else { zero };
        seen.extend(rows[1..].iter().flat_map(|row| minus(whole(row), base.clone())));
    }
    seen.extend(minus(whole(&b.0[0]), whole(&a.0[0])));
    seen.extend(if moves { minus(whole(&b.1), whole(&a.1)) } else { vec![] });
    (width(stored.into_iter()), width(seen.into_iter()))
}

/// Whether the documents say that a pair is settled.
fn is_settled((stored, seen): (usize, usize)) -> bool {
    stored <= MOST_STORED && seen <= MOST
}

/// Pairs of frames with the code that each is to have.
struct Drawn<F> {
    frames: Vec<F>,
    pairs: Vec<Pair>,
    expected: Vec<RawCode>,
    options: BatchOptions,
}

/// Draws until each width has its pairs.
fn drawn<F: Copy, const D: usize>(
    name: &str,
    options: BatchOptions,
    draw: impl Fn(&mut Wide<'_>, Option<&F>) -> F,
    rows: fn(&F) -> Rows<D>,
    truth: impl Fn(&F, &F) -> Verdict,
) -> Drawn<F> {
    let mut rng = rng(&format!("settled {name}, {}", options.moving));
    let (mut frames, mut expected) = (Vec::new(), Vec::new());
    for wanted in WIDTHS {
        let mut found = 0;
        while found < EACH {
            let mut wide = Wide { rng: &mut rng, width: wanted as u32 };
            wide.width -= wide.rng.u32(0..2);
            let a = draw(&mut wide, None);
            let b = draw(&mut wide, Some(&a));
            let own = widths([rows(&a), rows(&b)], options.moving);
            if own.1 == wanted {
                frames.extend([a, b]);
                expected.push(match is_settled(own) {
                    true => truth(&a, &b).into(),
                    false => RawCode::UNDECIDED,
                });
                found += 1;
            }
        }
    }
    let pairs = (0..expected.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    Drawn { frames, pairs, expected, options }
}

/// Pairs of tetrahedra that touch in the face that does not hold the first one's origin, in both
/// orders.
fn on_fourth_faces() -> Vec<[Frame3; 2]> {
    let mut rng = rng("settled on fourth faces");
    let mut edge = |unit: f32| Vec3::from_array([(); 3].map(|()| unit * rng.i32(-5..=5) as f32));
    let mut found = Vec::new();
    while found.len() < 2 * EACH {
        let [a, b, c] = [(); 3].map(|()| edge(3.0));
        let outward = (b - a).cross(c - a) * (b - a).cross(c - a).dot(a).signum();
        let out = |edge: Vec3| edge * edge.dot(outward).signum();
        let others = [(); 3].map(|()| out(edge(1.0)));
        if others.iter().any(|edge| edge.dot(outward) == 0.0) {
            continue;
        }
        let first = Frame3::of_kind(ShapeKind::Tetra, Vec3::ZERO, [a, b, c]);
        let second = Frame3::of_kind(ShapeKind::Tetra, (a + b + c) / 3.0, others);
        if let (Ok(first), Ok(second)) = (first, second) {
            found.extend([[first, second], [second, first]]);
        }
    }
    found
}

/// Pairs in space, at rest and moving.
static IN_SPACE: LazyLock<[Drawn<Frame3>; 2]> = LazyLock::new(|| {
    [false, true].map(|moves| {
        let truth = |a: &Frame3, b: &Frame3| match moves {
            true => moving::judge(a, b).verdict,
            false => oracle::verdict(a, b),
        };
        let options = BatchOptions { moving: moves, settle: true, ..BatchOptions::default() };
        let mut all =
            drawn("in space", options, |wide, other| wide.frame(other), rows_in_space, truth);
        for [a, b] in on_fourth_faces() {
            let first = all.frames.len() as u32;
            all.frames.extend([a, b]);
            all.pairs.push(Pair::new(first, first + 1));
            all.expected.push(truth(&a, &b).into());
        }
        all
    })
});

/// Pairs in the plane, at rest and moving.
static IN_PLANE: LazyLock<[Drawn<Frame2>; 2]> = LazyLock::new(|| {
    [false, true].map(|moves| {
        let still = |frame: &Frame2| match moves {
            true => *frame,
            false => frame.with_velocity(motzkin::glam::Vec2::ZERO).expect("a frame"),
        };
        let truth = |a: &Frame2, b: &Frame2| plane::oracle::judge(&still(a), &still(b)).verdict;
        let options =
            BatchOptions { moving: moves, in_plane: true, settle: true, ..BatchOptions::default() };
        drawn("in the plane", options, |wide, other| wide.flat_frame(other), rows_in_plane, truth)
    })
});

/// Kernels that decide nothing, so that all pairs are settled.
fn without_kernels(wgsl: String) -> String {
    [
        "return test_shapes(a, b, SHAPES);",
        "return test_moving_shapes(a, b, SHAPES);",
        "return test_shapes2(a, b, SHAPES, false);",
        "return test_shapes2(a, b, SHAPES, true);",
    ]
    .iter()
    .fold(wgsl, |wgsl, answer| wgsl.replace(answer, "return UNDECIDED;"))
}

impl<F: Pod + std::fmt::Debug> Drawn<F> {
    /// The codes of a batch, in words.
    fn words(&self, rig: &Rig) -> Vec<u32> {
        let (frames, pairs) = (rig.filled(&self.frames, STORAGE), rig.filled(&self.pairs, STORAGE));
        let codes = rig.junk(codes_size(self.pairs.len() as u32), STORAGE);
        let buffers = BatchBuffers {
            codes: Some(codes.slice(..)),
            ..BatchBuffers::new(frames.slice(..), pairs.slice(..))
        };
        let batch = rig.pipelines.batch(&rig.device, &buffers, &self.options).unwrap();
        let mut encoder = rig.encoder();
        batch.record(&mut encoder, self.pairs.len() as u32).unwrap();
        let copy = rig.snapshot(&mut encoder, &codes);
        rig.submit(encoder);
        rig.words(&copy)
    }

    /// The first code that is not as expected.
    fn fault(&self, rig: &Rig) -> Option<String> {
        let words = self.words(rig);
        let wrong = self.expected.iter().enumerate().find_map(|(i, &expected)| {
            let code = RawCode::from_low_bits(words[i / 16] >> (2 * (i % 16)));
            (code != expected).then_some((i, code, expected))
        });
        wrong.map(|(i, code, expected)| {
            let (a, b) = (&self.frames[2 * i], &self.frames[2 * i + 1]);
            let (moving, seed) = (self.options.moving, seed());
            format!("{code:?} for {expected:?}, moving {moving}, seed {seed}: {a:?} {b:?}")
        })
    }
}

/// What a device does wrong whose shaders are edited.
fn first_fault(edit: fn(String) -> String) -> Option<String> {
    injected(edit, || {
        let rig = Rig::new();
        let in_space = IN_SPACE.iter().find_map(|drawn| drawn.fault(&rig));
        in_space.or_else(|| IN_PLANE.iter().find_map(|drawn| drawn.fault(&rig)))
    })
}

#[test]
fn every_width_is_settled_up_to_the_last() {
    let touching =
        |expected: &[RawCode]| expected.iter().filter(|&&code| code == RawCode::TOUCHING).count();
    let in_space = IN_SPACE.iter().map(|drawn| touching(&drawn.expected));
    let counts: Vec<usize> =
        in_space.chain(IN_PLANE.iter().map(|drawn| touching(&drawn.expected))).collect();
    println!("{counts:?} touch of {} each", WIDTHS.len() * EACH);
    assert_eq!(first_fault(without_kernels), None);
}

/// A device that carries, shifts or compares wrongly, or has too few axes, is seen by these pairs.
#[test]
fn faults_of_whole_numbers_are_seen() {
    macro_rules! faults {
        ($($name:literal: $from:literal => $to:literal;)*) => {
            [$((
                $name,
                $from,
                (|wgsl| without_kernels(wgsl).replace($from, $to)) as fn(String) -> String,
            )),*]
        };
    }
    let faults = faults! {
        "a carry": "vec3<u32>(partial < a) + vec3<u32>(sum < partial)" => "vec3<u32>(partial < a)";
        "width of four words": "width <= SPACE_WIDTH_4" => "width <= SPACE_WIDTH_4 + 22u";
        "the fourth face": "if number == 3u {" => "if number == 4u {";
        "null axes": "if is_null(axis) {" => "if false {";
    };
    for (name, from, edit) in faults {
        assert!(ALL.iter().any(|source| source.wgsl().contains(from)), "{name} changes nothing");
        let fault = first_fault(edit);
        assert!(fault.is_some(), "{name} is not seen");
    }
}

/// Flat frames, infinite ones and those of no shape are not settled, whatever they meet.
#[test]
fn frames_that_are_not_valid_are_left() {
    let cube = |x: f32| Frame3::aligned_box([x; 3].into(), [x + 1.0; 3].into()).expect("a cube");
    let changed = |row: usize, place: usize, number: f32| {
        let mut rows = *cube(0.0).rows();
        rows[row][place] = number;
        motzkin::bytemuck::cast::<_, Frame3>(rows)
    };
    let frames = vec![
        cube(0.0),
        changed(1, 0, 0.0),
        changed(0, 1, f32::NAN),
        changed(2, 2, f32::INFINITY),
        changed(0, 3, 7.0),
        cube(1.0),
    ];
    let pairs: Vec<Pair> = (0..6).flat_map(|a| (0..6).map(move |b| Pair::new(a, b))).collect();
    let known = |pair: &Pair| match (pair.a, pair.b) {
        (0, 5) | (5, 0) => RawCode::TOUCHING,
        (0, 0) | (5, 5) => RawCode::OVERLAPPING,
        _ => RawCode::UNDECIDED,
    };
    let expected = pairs.iter().map(known).collect();
    let options = BatchOptions { settle: true, ..BatchOptions::default() };
    let drawn = Drawn { frames, pairs, expected, options };
    let words = drawn.words(&Rig::new());
    for (i, &expected) in drawn.expected.iter().enumerate() {
        let code = RawCode::from_low_bits(words[i / 16] >> (2 * (i % 16)));
        assert_eq!(code, expected, "{:?}", drawn.pairs[i]);
    }
}

/// Recordings of every size: codes and lists are exact, and what no number holds is kept or
/// dropped.
#[test]
fn recordings_are_exact() {
    let rig = Rig::new();
    let mut scene = mixed(4097);
    let missing = scene.frames.len() as u32;
    scene.pairs[100] = Pair::new(missing, 0);
    for undecided in [Undecided::Keep, Undecided::Drop] {
        for moving in [false, true] {
            let options = BatchOptions { moving, undecided, settle: true, ..Default::default() };
            let bench = Bench::new(&rig, scene.clone(), Plan { options, ..Plan::default() });
            for size in [0, 1, 63, 65, 511, 512, 513, 4097] {
                for pairs in [Pairs::Count(size), Pairs::Indirect] {
                    rig.queue.write_buffer(&bench.count, 0, &size.to_le_bytes());
                    let mut encoder = rig.encoder();
                    bench.batch.record(&mut encoder, pairs).unwrap();
                    let snapshot = bench.take(&rig, &mut encoder);
                    rig.submit(encoder);
                    let codes = bench.check(&rig, &snapshot, size);
                    let open = codes.iter().filter(|code| code.verdict().is_none()).count();
                    assert_eq!(open, usize::from(size > 100), "{size}");
                }
            }
        }
    }
}

/// Every pair that the kernels leave open is the device's: the CPU has nothing to do.
#[test]
fn services_leave_contacts_to_the_device() {
    let service = CollisionService::builder().engine(Engine::Gpu).build().unwrap();
    let scene = Workload::TouchingGrid.scene(20_000, seed());
    let all_on_device = |what: &str, stats: BatchStats| {
        assert_eq!(stats.settled_gpu, stats.undecided, "{what}: {stats:?}");
        assert!(stats.undecided > 1000, "{what}: {stats:?}");
    };
    let verdicts = service.verdicts(&scene.frames, &scene.pairs).unwrap();
    all_on_device("verdicts", verdicts.stats());
    let touching = verdicts.iter().filter(|&&verdict| verdict == Verdict::Touching).count();
    assert!(touching > 1000, "{touching}");
    let moving = service.query(&scene.frames, &scene.pairs).moving().run().unwrap();
    all_on_device("moving", moving.verdicts().stats());
    let hits = service.collide(&scene.frames).run().unwrap();
    all_on_device("collide", hits.stats().tested);
    let any_hit = service.query(&scene.frames, &scene.pairs).any_hit(&[0]).run().unwrap();
    all_on_device("any hit", any_hit.stats());
    let mut frames = service.scene();
    let handles = frames.insert_all(&scene.frames).unwrap();
    let named = |pair: &Pair| (handles[pair.a as usize], handles[pair.b as usize]);
    let list = frames.pair_list(&scene.pairs.iter().map(named).collect::<Vec<_>>()).unwrap();
    let answer = frames.submit(&list).unwrap().wait().unwrap();
    assert!(answer.undecided().is_empty());
    let settled = answer.settle().unwrap();
    assert_eq!(*settled, *verdicts);
    all_on_device("a scene", settled.stats());
    // Codes that are asked for raw stay as the kernels have them.
    let raw = service.query(&scene.frames, &scene.pairs).raw().run().unwrap();
    assert!(raw.undecided().len() > 1000);
}

/// Whatever stands on each other: each box touches its neighbours in 26 directions, exactly.
#[test]
fn a_scene_of_stacked_boxes_is_left_to_the_device() {
    let counts = [20_u32, 20, 50];
    let mut boxes = Vec::new();
    for x in 0..counts[0] {
        for y in 0..counts[1] {
            for z in 0..counts[2] {
                let low = UVec3::new(x, y, z).as_vec3();
                boxes.push(Frame3::aligned_box(low, low + Vec3::ONE).unwrap());
            }
        }
    }
    let service = CollisionService::builder().engine(Engine::Gpu).build().unwrap();
    let mut scene = service.scene();
    scene.insert_all(&boxes).unwrap();
    let hits = scene.collide().run().unwrap();
    let near: u32 = counts.iter().map(|count| 3 * count - 2).product();
    assert_eq!(hits.len() as u32, (near - boxes.len() as u32) / 2);
    assert!(hits.iter().all(|hit| hit.verdict == Verdict::Touching));
    let stats = hits.stats();
    assert_eq!(stats.settled_gpu, stats.undecided, "{stats:?}");
    assert!(stats.undecided > 200_000, "{stats:?}");
}
