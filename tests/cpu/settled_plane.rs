//! Settling parallelograms in vectors of `f64`: up to where nothing is rounded and one unit beyond,
//! numbers that a difference loses, and frames that are not valid.

use glam::Vec2;
use motzkin_core::geom::Frame2;
use motzkin_core::kernel::SimdLevel;
use motzkin_core::verdict::{RawCode, Verdict};
use motzkin_core::{Frame, Resting, Source};

/// The codes of nine copies of a pair, in either order, which are the same on every level.
fn code(name: &str, a: Frame2, b: Frame2) -> RawCode {
    let mut found = None;
    for level in SimdLevel::available() {
        for [a, b] in [[a, b], [b, a]] {
            let (a, b) = ([a; 9], [b; 9]);
            let numbers: Vec<u32> = (0..9).collect();
            let codes =
                Frame2::settled::<Resting>(Source::Zipped { a: &a, b: &b }, &numbers, level);
            assert_eq!(codes.len(), 9, "{name}");
            for code in codes {
                let first = *found.get_or_insert(code);
                assert_eq!(code, first, "{name}, {}", level.name());
            }
        }
    }
    found.expect("a level")
}

/// Two slender parallelograms of which the second begins where the first ends, each twice `reach`
/// long, so that the centres are twice as far apart, and twice that is twice as much again.
fn in_line(reach: i32, beside: i32, unit: f32) -> [Frame2; 2] {
    let at = |x: i32, y: i32| Vec2::new(x as f32, y as f32) * unit;
    let edges = [at(reach, 0), at(reach - 1, 1)];
    let frame = |origin| Frame2::parallelogram(origin, edges).expect("not flat");
    [frame(at(-reach, 0)), frame(at(reach - 1, 1 + beside))]
}

/// Twice the difference of the centres is `4 reach - 2` units: below `2^25` nothing is rounded.
#[test]
fn contacts_are_decided_up_to_the_limit() {
    for exponent in [-149, -60, 0, 90] {
        let unit = 2_f64.powi(exponent) as f32;
        for (reach, decided) in [(3, true), ((1 << 23) - 1, true), ((1 << 23) + 1, false)] {
            for beside in [-1, 0, 1] {
                let name = format!("{reach} times 2^{exponent}, {beside} beside");
                let [a, b] = in_line(reach, beside, unit);
                let truth = Frame2::decide::<Resting>(&a, &b).expect("valid").verdict;
                let found = code(&name, a, b).verdict();
                assert!(found.is_none_or(|found| found == truth), "{name}: {found:?}, {truth}");
                assert!(beside != 0 || truth == Verdict::Touching, "{name}: {truth}");
                assert!(!decided || found.is_some(), "{name}");
                assert!(decided || beside != 0 || found.is_none(), "{name}: {found:?}");
            }
        }
    }
}

/// Numbers that are lost in the difference of two origins must not pass for numbers of a lattice.
#[test]
fn tiny_numbers_beside_large_ones_are_rounded() {
    let square = Frame2::aligned_box(Vec2::new(-1.0, -0.5), Vec2::new(0.0, 0.5)).expect("a box");
    for (x, truth) in [
        (0.0, Verdict::Touching),
        (1e-30, Verdict::Separate),
        (-1e-30, Verdict::Overlapping),
        (f32::from_bits(1), Verdict::Separate),
    ] {
        let name = format!("an origin at {x:e}");
        let beside = Frame2::parallelogram(Vec2::new(x, 0.0), [Vec2::X, Vec2::Y]).expect("a box");
        assert_eq!(Frame2::decide::<Resting>(&square, &beside).expect("valid").verdict, truth);
        let expected = if x == 0.0 { RawCode::TOUCHING } else { RawCode::UNDECIDED };
        assert_eq!(code(&name, square, beside), expected, "{name}");
    }
}

#[test]
fn frames_that_are_not_valid_stay_undecided() {
    let square = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE).expect("a box");
    let broken = |change: fn(&mut [[f32; 2]; 5])| {
        let mut frame = square;
        change(bytemuck::cast_mut(&mut frame));
        assert!(frame.validate_resting().is_err());
        frame
    };
    let invalid = [
        broken(|rows| rows[2] = rows[1]),
        broken(|rows| rows[1] = [0.0; 2]),
        broken(|rows| rows[1..3].fill([0.0; 2])),
        broken(|rows| rows[0][1] = f32::NAN),
        broken(|rows| rows[1][0] = f32::INFINITY),
        broken(|rows| rows[0][0] = f32::NEG_INFINITY),
        broken(|rows| rows[4][0] = 77.0),
        broken(|rows| rows[4][0] = f32::NAN),
    ];
    for frame in invalid {
        for other in [square, frame] {
            assert_eq!(code("not valid", frame, other), RawCode::UNDECIDED, "{frame:?}");
        }
    }
}

/// The list holds what the iterator gives, whatever the pattern.
#[test]
fn undecided_codes_are_listed() {
    for count in [0, 1, 255, 256, 257, 1000] {
        for step in [1, 2, 3, 255, 256, 2000] {
            let code = |i: usize| match i % step {
                0 => RawCode::UNDECIDED,
                other => RawCode::from_low_bits(other as u32 % 3),
            };
            let codes: Vec<RawCode> = (0..count).map(code).collect();
            let expected: Vec<u32> = RawCode::undecided_in(&codes).collect();
            assert_eq!(expected.len(), count.div_ceil(step));
            assert_eq!(RawCode::list_undecided(&codes), expected, "{count}, every {step}");
        }
    }
}
