//! Recordings of frames and boxes of any bits, several of other lengths in one encoder, against all
//! that each must write.

use crate::bits::Numbers;
use crate::boxes::filter;
use crate::common::gpu::broad::{self, Paired};
use crate::common::gpu::rig::{Bench, Plan, Recorded, Rig, STORAGE, Shapes};
use crate::{boxes, driver, frames, gpu, plane};
use fastrand::Rng;
use motzkin::bytemuck::pod_collect_to_vec;
use motzkin::gpu::layout::Placement;
use motzkin::gpu::{
    BatchOptions, BroadPhaseOptions, Pairs, PlacerBuffers, ShapeCount, ShapeMix, Undecided,
};
use motzkin::wgpu::{Buffer, CommandEncoder};
use motzkin::{Frame2, Frame3, Pair};
use motzkin_core::verdict::RawCode;
use std::sync::LazyLock;

/// A device, where there is an adapter.
fn rig() -> Option<&'static Rig> {
    static RIG: LazyLock<Option<Rig>> = LazyLock::new(|| gpu().map(|_| Rig::new()));
    RIG.as_ref()
}

/// Records some times in one encoder, each time another number of items of so many, and submits it.
/// `None` says that the number comes from the buffer, which may say more than there are.
fn recorded<T>(
    rng: &mut Rng,
    rig: &Rig,
    (most, count): (u32, &Buffer),
    mut record: impl FnMut(&mut CommandEncoder, Option<u32>) -> T,
) -> Vec<(T, u32)> {
    let mut encoder = rig.encoder();
    let mut taken = Vec::new();
    for _ in 0..1 + rng.u32(..3) {
        let told = if rng.bool() { most } else { rng.u32(..=most) };
        let (number, indirect) = match rng.u32(..4) {
            0 => (told, true),
            1 => (told.saturating_add(rng.u32(..) >> rng.u32(..32)), true),
            _ => (told, false),
        };
        let source = rig.filled(&[number], STORAGE);
        encoder.copy_buffer_to_buffer(&source, 0, count, 0, 4);
        taken.push((record(&mut encoder, (!indirect).then_some(number)), number));
    }
    rig.submit(encoder);
    taken
}

/// Pairs of some frames, a few of which name none.
fn drawn_pairs(rng: &mut Rng, frames: usize) -> Vec<Pair> {
    let count = [1, 7, 16, 65, 300][rng.usize(..5)];
    let frame = |rng: &mut Rng| match rng.u32(..100) {
        0 => frames as u32,
        1 => rng.u32(..),
        _ => rng.u32(..frames as u32),
    };
    (0..count).map(|_| Pair::new(frame(rng), frame(rng))).collect()
}

/// The numbers of a frame that are not of its tag.
type NumbersOf<F> = fn(&F, bool) -> Vec<f32>;

fn numbers_in_space(frame: &Frame3, moving: bool) -> Vec<f32> {
    let columns = if moving { 4 } else { 3 };
    let mut rows = *frame.rows();
    rows[0][3] = 0.0;
    rows.iter().flat_map(|row| &row[..columns]).copied().collect()
}

fn numbers_in_plane(frame: &Frame2, moving: bool) -> Vec<f32> {
    frame.rows()[..if moving { 4 } else { 3 }].as_flattened().to_vec()
}

/// Whether 61 bits hold these numbers for sure. Seen from a corner a number takes two bits more at
/// the most.
fn are_narrow(numbers: &[f32]) -> bool {
    // The powers of two of the last and of the first bit, counted from any one.
    let ends = |number: f32| {
        let (bits, exponent) = (number.to_bits() & 0x7f_ffff, number.to_bits() >> 23 & 0xff);
        let whole = if exponent == 0 { bits } else { bits | 1 << 23 };
        let unit = exponent.max(1);
        (unit + whole.trailing_zeros(), unit + whole.ilog2())
    };
    let ends = numbers.iter().filter(|number| **number != 0.0).map(|&number| ends(number));
    let ends = ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
    ends.is_none_or(|(last, first)| first - last < 57)
}

/// Settled are all pairs of valid frames whose numbers are not too long.
fn hold_settled<F: Recorded>(bench: &Bench<F>, codes: &[RawCode], numbers: NumbersOf<F>) {
    let Shapes { frames, pairs } = &bench.scene;
    for (code, pair) in codes.iter().zip(pairs) {
        let is_named = (pair.a.max(pair.b) as usize) < frames.len();
        if *code == RawCode::UNDECIDED && is_named && bench.exactly(pair).is_some() {
            let numbers = [pair.a, pair.b]
                .map(|index| numbers(&frames[index as usize], bench.options.moving))
                .concat();
            assert!(!are_narrow(&numbers), "{pair:?}: {numbers:?}");
        }
    }
}

/// Records batches of some pairs of these frames.
fn hold_batches<F: Recorded>(rng: &mut Rng, rig: &Rig, frames: Vec<F>, numbers: NumbersOf<F>) {
    let pairs = drawn_pairs(rng, frames.len());
    let room = pairs.len() as u32;
    let capacity = |rng: &mut Rng| rng.bool().then(|| rng.u32(1..=room));
    let options = BatchOptions {
        shapes: if rng.u32(..4) > 0 { ShapeMix::Any } else { shapes(rng) },
        moving: rng.bool(),
        settle: rng.bool(),
        undecided: if rng.bool() { Undecided::Keep } else { Undecided::Drop },
        vertices_per_hit: if rng.bool() { 36 } else { 0 },
        ..BatchOptions::default()
    };
    let plan = Plan {
        filters: rng.bool().then(|| frames.iter().map(|_| filter(rng)).collect()),
        ids: rng.bool().then(|| frames.iter().map(|_| rng.u32(..)).collect()),
        options,
        hit_capacity: capacity(rng),
        undecided_capacity: capacity(rng),
    };
    let bench = Bench::new(rig, Shapes { frames, pairs }, plan);
    let taken = recorded(rng, rig, (room, &bench.count), |encoder, number| {
        let pairs = number.map_or(Pairs::Indirect, Pairs::Count);
        bench.batch.record(&mut *encoder, pairs).expect("as many pairs");
        bench.take(rig, encoder)
    });
    for (taken, number) in taken {
        let codes = bench.check(rig, &taken, number);
        if options.settle {
            hold_settled(&bench, &codes, numbers);
        }
    }
}

#[test]
fn batches() {
    let Some(rig) = rig() else { return };
    driver::run("recorded-batches", |rng| {
        let count = 1 + rng.usize(..12);
        if rng.u32(..3) == 0 {
            let moving = rng.bool();
            let frames = plane::draw(rng, count, moving);
            hold_batches(rng, rig, frames, numbers_in_plane);
        } else {
            let frames = frames::draw(rng, count);
            hold_batches(rng, rig, frames, numbers_in_space);
        }
    });
}

/// A pipeline of its own for two forms.
fn shapes(rng: &mut Rng) -> ShapeMix {
    use motzkin::Form::{Parallelotope, Simplex};
    let form = |rng: &mut Rng| if rng.bool() { Parallelotope } else { Simplex };
    ShapeMix::of(form(rng), form(rng))
}

/// Records a broad phase of these shapes several times.
fn hold_broad_phase<T: Paired>(rng: &mut Rng, rig: &Rig, shapes: Vec<T>, numbers: Numbers) {
    let count = shapes.len();
    let margin = numbers.number(rng).abs();
    let plan = broad::Plan {
        filters: rng.bool().then(|| (0..count).map(|_| filter(rng)).collect()),
        worlds: rng.bool().then(|| (0..count).map(|_| rng.u32(..3)).collect()),
        options: BroadPhaseOptions {
            moving: rng.bool(),
            margin: if rng.bool() && margin.is_finite() { margin } else { 0.0 },
            between: rng.bool().then(|| rng.u32(..=count as u32)),
            ..BroadPhaseOptions::default()
        },
        capacity: rng.bool().then(|| 1 + rng.u32(..=4 * count as u32)),
    };
    let bench = broad::Bench::new(rig, shapes, plan);
    let taken = recorded(rng, rig, (count as u32, &bench.count), |encoder, number| {
        let shapes = number.map_or(ShapeCount::Indirect, ShapeCount::Count);
        bench.broad.record(&mut *encoder, shapes).expect("as many shapes");
        bench.take(rig, encoder)
    });
    for (taken, number) in taken {
        bench.check(rig, &taken, number);
    }
}

/// Frames that a placer makes of any shapes and placements.
fn placed(rng: &mut Rng, rig: &Rig, numbers: Numbers, count: usize) -> Vec<Frame3> {
    let shapes = frames::draw(rng, 5);
    let placements: Vec<Placement> = (0..count)
        .map(|_| Placement {
            rotation: [(); 4].map(|()| numbers.number(rng)),
            translation: numbers.point(rng).to_array(),
            shape: rng.u32(..6),
            scale: if rng.bool() { [1.0; 3] } else { numbers.point(rng).to_array() },
            pad: rng.u32(..),
            velocity: numbers.point(rng).to_array(),
            pad_behind: rng.u32(..),
        })
        .collect();
    let (input, lent) = (rig.filled(&placements, STORAGE), rig.filled(&shapes, STORAGE));
    let out = rig.junk(64 * count as u64, STORAGE);
    let buffers = PlacerBuffers {
        placements: input.slice(..),
        shapes: lent.slice(..),
        count: None,
        frames: out.slice(..),
    };
    let placer = rig.pipelines.placer(&rig.device, &buffers).expect("slices as documented");
    let mut encoder = rig.encoder();
    placer.record(&mut encoder, count as u32).expect("as many placements");
    let frames = rig.snapshot(&mut encoder, &out);
    rig.submit(encoder);
    let frames: Vec<Frame3> = pod_collect_to_vec(&rig.words(&frames));
    for (frame, placement) in frames.iter().zip(&placements) {
        let shape = shapes.get(placement.shape as usize).filter(|_| turns(placement.rotation));
        assert_eq!(frame.kind().ok(), shape.and_then(|shape| shape.kind().ok()), "{placement:?}");
    }
    frames
}

/// Whether a quaternion is a rotation.
fn turns(rotation: [f32; 4]) -> bool {
    rotation.into_iter().all(f32::is_finite) && rotation != [0.0; 4]
}

#[test]
fn broad_phases() {
    let Some(rig) = rig() else { return };
    driver::run("recorded-broad-phases", |rng| {
        let numbers = Numbers::draw(rng);
        let count = [1, 2, 9, 64, 65, 300][rng.usize(..6)];
        match rng.u32(..5) {
            0 => {
                let moving = rng.bool();
                let frames = plane::draw(rng, count, moving);
                hold_broad_phase(rng, rig, frames, numbers);
            }
            1 => {
                let boxes = boxes::draw(rng, numbers, count).into_iter();
                let boxes = boxes.map(|[x, y, z]| [x[0], y[0], z[0], x[1], y[1], z[1]]);
                hold_broad_phase(rng, rig, boxes.collect(), numbers);
            }
            2 => {
                let boxes = boxes::draw(rng, numbers, count).into_iter();
                let boxes = boxes.map(|[x, y, _]| [x[0], y[0], x[1], y[1]]);
                hold_broad_phase(rng, rig, boxes.collect(), numbers);
            }
            3 => {
                let frames = placed(rng, rig, numbers, count);
                hold_broad_phase(rng, rig, frames, numbers);
            }
            _ => {
                let frames = frames::draw(rng, count);
                hold_broad_phase(rng, rig, frames, numbers);
            }
        }
    });
}
