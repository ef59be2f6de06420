//! Whatever a buffer holds, the shaders leave it undecided and touch nothing beyond it.

use crate::{raw, runner, runner_with};
use motzkin::bytemuck::cast;
use motzkin::gpu::RunnerOptions;
use motzkin::{Frame3, Pair};
use motzkin_core::verdict::RawCode;
use motzkin_lab::workload::Scene;

/// A unit cube or tetrahedron at the origin, with one number replaced.
fn frame(tag: f32, place: (usize, usize), value: f32) -> Frame3 {
    let mut rows: [[f32; 4]; 4] =
        [[0.0, 0.0, 0.0, tag], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
    rows[place.0][place.1] = value;
    cast(rows)
}

fn good(tag: f32) -> Frame3 {
    frame(tag, (0, 0), 0.25)
}

/// The codes of each frame against good ones, in both orders.
fn codes(frames: &[Frame3]) -> Vec<RawCode> {
    let mut scene = Scene { frames: vec![good(0.0), good(1.0), good(2.0)], pairs: Vec::new() };
    scene.frames.extend(frames);
    for bad in 3..scene.frames.len() as u32 {
        for good in 0..3 {
            scene.pairs.extend([Pair::new(bad, good), Pair::new(good, bad)]);
        }
    }
    raw(runner(), &scene).codes
}

fn assert_undecided(frames: &[Frame3]) {
    for (i, code) in codes(frames).into_iter().enumerate() {
        assert_eq!(code, RawCode::UNDECIDED, "{:?}, pair {}", frames[i / 6], i % 6);
    }
}

#[test]
fn good_frames_are_decided() {
    let far = |tag| frame(tag, (0, 0), 10.0);
    for code in codes(&[far(0.0), far(1.0)]) {
        assert_eq!(code, RawCode::SEPARATE);
    }
    for code in codes(&[good(0.0), good(1.0), good(2.0), good(-0.0)]) {
        assert_eq!(code, RawCode::OVERLAPPING);
    }
}

#[test]
fn coordinates_that_are_not_finite_stay_undecided() {
    let mut frames = Vec::new();
    for value in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN] {
        for tag in [0.0, 1.0, 2.0] {
            for (row, column) in (0..4).flat_map(|row| (0..3).map(move |column| (row, column))) {
                frames.push(frame(tag, (row, column), value));
            }
        }
    }
    assert_undecided(&frames);
}

#[test]
fn unknown_tags_stay_undecided() {
    let tags =
        [-1.0, 0.5, 1.5, 3.0, f32::NAN, f32::INFINITY, 1e-45, 1.0f32.next_up(), 2.0f32.next_down()];
    assert_undecided(&tags.map(good));
}

#[test]
fn flat_frames_stay_undecided() {
    let flat = |tag| frame(tag, (3, 2), 0.0);
    assert_undecided(&[flat(0.0), flat(1.0), flat(2.0)]);
}

#[test]
fn indices_out_of_range_stay_undecided() {
    let frames = vec![good(0.0), good(1.0), good(2.0), good(0.0)];
    let mut pairs = vec![Pair::new(0, 1)];
    for outside in [4, 5, 1 << 20, u32::MAX] {
        pairs.extend([Pair::new(outside, 0), Pair::new(1, outside), Pair::new(outside, outside)]);
    }
    pairs.push(Pair::new(2, 3));
    let last = pairs.len() - 1;
    let options = RunnerOptions { max_frames: 2, ..RunnerOptions::default() };
    for runner in [runner(), &runner_with(options)] {
        let batch = raw(runner, &Scene { frames: frames.clone(), pairs: pairs.clone() });
        for (i, code) in batch.codes.iter().enumerate() {
            let expected =
                if i == 0 || i == last { RawCode::OVERLAPPING } else { RawCode::UNDECIDED };
            assert_eq!(*code, expected, "{:?}", pairs[i]);
        }
    }
    let none = raw(runner(), &Scene { frames: Vec::new(), pairs: vec![Pair::new(0, 0); 3] });
    assert_eq!(none.codes, [RawCode::UNDECIDED; 3]);
}

/// A GPU may flush denormals before anything else is done with them.
#[test]
fn denormal_coordinates_stay_undecided() {
    let mut frames = Vec::new();
    for value in [f32::from_bits(1), -f32::MIN_POSITIVE.next_down()] {
        for tag in [0.0, 1.0, 2.0] {
            for (row, column) in (0..4).flat_map(|row| (0..3).map(move |column| (row, column))) {
                if frame(tag, (row, column), 0.0).validate().is_ok() {
                    frames.push(frame(tag, (row, column), value));
                }
            }
        }
    }
    assert_undecided(&frames);
}

/// Pairs at ten far scales, all shapes: decided in the range that the shaders scale, undecided
/// beyond, and never wrong.
#[test]
fn far_scales_are_decided_or_left_undecided() {
    for (exponent, decided) in [
        (-140, false),
        (-126, false),
        (-80, false),
        (-62, false),
        (-58, true),
        (58, true),
        (62, false),
        (100, false),
    ] {
        let scale = 2.0_f64.powi(exponent) as f32;
        let scaled = |frame: Frame3| -> Frame3 {
            let mut rows = *frame.rows();
            for row in &mut rows {
                for value in &mut row[..3] {
                    *value *= scale;
                }
            }
            cast(rows)
        };
        let near: Vec<Frame3> = [0.0, 1.0, 2.0].map(good).map(scaled).to_vec();
        let pairs: Vec<Pair> = (0..9).map(|i| Pair::new(i / 3, i % 3)).collect();
        let batch = raw(runner(), &Scene { frames: near, pairs });
        let expected = if decided { RawCode::OVERLAPPING } else { RawCode::UNDECIDED };
        assert_eq!(batch.codes, [expected; 9], "2^{exponent}");
    }
}

#[test]
fn ratios_beyond_the_scales_stay_undecided() {
    for (exponent, decided) in [(-58, true), (-62, false)] {
        let size = 2.0_f32.powi(exponent);
        let edges = [[size, 0.0, 0.0, 0.0], [0.0, size, 0.0, 0.0], [0.0, 0.0, size, 0.0]];
        let speck: Frame3 = cast([[0.5, 0.5, 0.5, 1.0], edges[0], edges[1], edges[2]]);
        let scene =
            Scene { frames: vec![good(0.0), speck], pairs: vec![Pair::new(0, 1), Pair::new(1, 0)] };
        let expected = if decided { RawCode::OVERLAPPING } else { RawCode::UNDECIDED };
        assert_eq!(raw(runner(), &scene).codes, [expected; 2], "2^{exponent}");
    }
}
