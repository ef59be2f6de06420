//! Pairs of mixed kinds, which a workgroup puts in order by kind before it tests them: each code
//! comes to its own pair, whatever lies beside it. What a pair's code must be follows from how its
//! frames were made.

use crate::common::seed::rng;
use crate::rig::{JUNK, Rig, STORAGE};
use fastrand::Rng;
use motzkin::Pair;
use motzkin::gpu::layout::{Filter, codes_size};
use motzkin::gpu::{BatchBuffers, BatchOptions};
use motzkin_core::verdict::RawCode;

/// Around invocations, words, workgroups and spans.
const SIZES: [u32; 11] = [0, 1, 15, 63, 64, 65, 257, 511, 512, 513, 4097];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Made {
    Box,
    ByEdges,
    ByVertices,
    Unknown,
    Infinite,
    NotANumber,
    Denormal,
    /// An origin too small to be subtracted.
    Tiny,
    Huge,
    /// Valid until it moves.
    Astray,
}

use Made::{Astray, Box, ByEdges, ByVertices, Denormal, Huge, Infinite, NotANumber, Tiny, Unknown};

const ALL: [Made; 10] =
    [Box, ByEdges, ByVertices, Unknown, Infinite, NotANumber, Denormal, Tiny, Huge, Astray];

/// What the pairs of a batch are drawn from.
const MIXES: [&[Made]; 6] = [
    &[Box, ByEdges, ByVertices],
    &ALL,
    &[Box, Box, Box, Box, Box, Box, Box, Box, Box, ByEdges],
    &[Box],
    &[ByEdges, ByVertices],
    &[Unknown, Infinite, NotANumber],
];

#[derive(Debug)]
struct Shape {
    made: Made,
    /// Frames at one place overlap by far, those at others are far apart, at rest and in motion.
    place: u32,
    filter: Filter,
    numbers: Vec<f32>,
}

impl Shape {
    fn new(made: Made, in_plane: bool, rng: &mut Rng) -> Self {
        let place = rng.u32(..2);
        let length = if matches!(made, ByEdges | ByVertices) { 4.0 } else { 2.0 };
        let mut near = || 0.2 * rng.f32() - 0.1;
        let mut origin = [12.0 * place as f32 - 1.0, -1.0, -1.0].map(|x| x + near());
        let mut edges = [[length, 0.0, 0.0], [0.0, length, 0.0], [0.0, 0.0, length]];
        edges.iter_mut().flatten().for_each(|x| *x += near());
        let mut velocity = [near(), near(), near()];
        let mut tag = 0.0;
        match made {
            Box => {}
            ByEdges => tag = 1.0,
            ByVertices => {
                tag = 2.0;
                edges.iter_mut().for_each(|edge| (0..3).for_each(|i| edge[i] += origin[i]));
            }
            Unknown => tag = 7.0,
            Infinite => edges[1][0] = f32::INFINITY,
            NotANumber => origin[1] = f32::NAN,
            Denormal => edges[0][1] = 1e-40,
            Tiny => origin[1] = 1e-35,
            Huge => origin[0] = 2.0_f32.powi(127),
            Astray => velocity[1] = f32::NAN,
        }
        let (o, [a, b, c], v) = (origin, edges, velocity);
        let numbers = if in_plane {
            vec![o[0], o[1], a[0], a[1], b[0], b[1], v[0], v[1], tag, 0.0]
        } else {
            let row = |x: [f32; 3], w: f32| [x[0], x[1], x[2], w];
            [row(o, tag), row(a, v[0]), row(b, v[1]), row(c, v[2])].concat()
        };
        let group = if rng.u32(..5) == 0 { 2 } else { 1 };
        Self { made, place, filter: Filter { group, mask: group }, numbers }
    }

    fn is_tested(&self, moving: bool) -> bool {
        match self.made {
            Box | ByEdges | ByVertices => true,
            Astray => !moving,
            _ => false,
        }
    }
}

fn expected(shapes: &[Shape], pair: &Pair, moving: bool, filtered: bool) -> RawCode {
    let shape = |index: u32| shapes.get(index as usize);
    let Some((a, b)) = shape(pair.a).zip(shape(pair.b)) else { return RawCode::UNDECIDED };
    match () {
        () if filtered && a.filter.group != b.filter.group => RawCode::SEPARATE,
        () if !a.is_tested(moving) || !b.is_tested(moving) => RawCode::UNDECIDED,
        () if a.place == b.place => RawCode::OVERLAPPING,
        () => RawCode::SEPARATE,
    }
}

/// Frames of each kind, one kind after the other and again from the first.
const TURNS: u32 = 10;

/// Distinct frames of a mix, a few of them not there where the mix has everything.
fn pairs_of(mix: &[Made], rng: &mut Rng) -> Vec<Pair> {
    let kinds = ALL.len() as u32;
    let mut of = |turns: std::ops::Range<u32>| {
        let made = mix[rng.usize(..mix.len())];
        let place = ALL.iter().position(|&kind| kind == made).expect("all kinds") as u32;
        if mix == ALL && rng.u32(..40) == 0 {
            return if rng.bool() { kinds * TURNS } else { u32::MAX };
        }
        kinds * rng.u32(turns) + place
    };
    (0..SIZES[SIZES.len() - 1]).map(|_| Pair::new(of(0..TURNS / 2), of(TURNS / 2..TURNS))).collect()
}

/// The words of the codes of the first pairs, with what lay behind them before.
fn words_of(codes: &[RawCode], size: u32, len: usize) -> Vec<u32> {
    let mut words = vec![JUNK; len];
    words[..size.div_ceil(16) as usize].fill(0);
    for (i, code) in codes[..size as usize].iter().enumerate() {
        words[i / 16] |= code.bits() << (2 * (i % 16));
    }
    words
}

#[test]
fn every_code_comes_to_its_own_pair() {
    let rig = Rig::new();
    let mut rng = rng("pairs of mixed kinds");
    for case in 0..8 * MIXES.len() {
        let (mix, bits) = (MIXES[case / 8], case % 8);
        let [in_plane, moving, filtered] = [1, 2, 4].map(|bit| bits & bit != 0);
        let kinds = (0..TURNS).flat_map(|_| ALL);
        let shapes: Vec<Shape> = kinds.map(|made| Shape::new(made, in_plane, &mut rng)).collect();
        let numbers: Vec<f32> = shapes.iter().flat_map(|shape| shape.numbers.clone()).collect();
        let filters: Vec<Filter> = shapes.iter().map(|shape| shape.filter).collect();
        let pairs = pairs_of(mix, &mut rng);
        let known: Vec<RawCode> =
            pairs.iter().map(|pair| expected(&shapes, pair, moving, filtered)).collect();
        let [frames, room] = [rig.filled(&numbers, STORAGE), rig.filled(&pairs, STORAGE)];
        let filters = filtered.then(|| rig.filled(&filters, STORAGE));
        let codes = rig.junk(codes_size(pairs.len() as u32), STORAGE);
        let buffers = BatchBuffers {
            filters: filters.as_ref().map(|buffer| buffer.slice(..)),
            codes: Some(codes.slice(..)),
            ..BatchBuffers::new(frames.slice(..), room.slice(..))
        };
        let options = BatchOptions { in_plane, moving, ..Default::default() };
        let batch = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap();
        let mut encoder = rig.encoder();
        let junk = rig.junk(codes.size(), STORAGE);
        let taken = SIZES.map(|size| {
            encoder.copy_buffer_to_buffer(&junk, 0, &codes, 0, codes.size());
            batch.record(&mut encoder, size).unwrap();
            (size, rig.snapshot(&mut encoder, &codes))
        });
        rig.submit(encoder);
        for (size, taken) in taken {
            let found = rig.words(&taken);
            let case = format!("{size} of {mix:?}, {in_plane}, {moving}, {filtered}");
            for (i, code) in known[..size as usize].iter().enumerate() {
                let found = RawCode::from_low_bits(found[i / 16] >> (2 * (i % 16)));
                assert_eq!(found, *code, "{case}: pair {i}, {:?}", pairs[i]);
            }
            assert_eq!(found, words_of(&known, size, found.len()), "{case}");
        }
    }
}
