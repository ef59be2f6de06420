//! Numbers against arithmetic that is obvious.

use crate::common::oracle::rational;
use crate::common::seed::{rng, seed};
use dashu_int::IBig;
use dashu_ratio::RBig;
use ethnum::I256;
use motzkin_core::num::{Ring, Whole, f32_below, f32_to_rational};
use std::cmp::Ordering;
use std::fmt::Debug;

/// Numbers at the ends of what `f32` has, and some between.
fn floats() -> Vec<f32> {
    let mut rng = rng("floats");
    let ends = [
        0.0,
        f32::from_bits(1),
        f32::from_bits(2),
        f32::from_bits(0x7f_ffff),
        f32::MIN_POSITIVE,
        f32::MIN_POSITIVE.next_up(),
        0.5,
        1.0,
        1.0_f32.next_up(),
        1.0_f32.next_down(),
        8_388_607.0,
        8_388_608.0,
        16_777_215.0,
        16_777_216.0,
        f32::MAX.next_down(),
        f32::MAX,
    ];
    let drawn = (0..500).map(|_| f32::from_bits(rng.u32(..0x7f80_0000)));
    ends.into_iter().chain(drawn).flat_map(|x| [x, -x]).collect()
}

#[test]
fn every_float_is_read() {
    for x in floats() {
        assert_eq!(f32_to_rational(x), rational(x), "{x:e}");
    }
}

/// A float is its own floor; a little more has that float below it, and a little less the one
/// below.
#[test]
fn floors_are_the_next_float_below() {
    let tiny = RBig::ONE / RBig::from(IBig::ONE << 400);
    for x in floats() {
        assert_eq!(f32_below(&rational(x)), x, "{x:e}");
        assert_eq!(f32_below(&(rational(x) + &tiny)), x, "above {x:e}");
        assert_eq!(f32_below(&(rational(x) - &tiny)), x.next_down(), "below {x:e}");
        let up = x.next_up();
        if up.is_finite() {
            for part in [1, 2, 3] {
                let between =
                    rational(x) + (rational(up) - rational(x)) * RBig::from(part) / RBig::from(4);
                assert_eq!(f32_below(&between), x, "{part} quarters above {x:e}");
            }
        }
    }
    let max = rational(f32::MAX);
    for times in [2, 1000] {
        assert_eq!(f32_below(&(&max * RBig::from(times))), f32::MAX);
        assert_eq!(f32_below(&(-&max * RBig::from(times))), f32::NEG_INFINITY);
    }
}

fn ring_of<N: Ring + Debug>(zero: N, positive: N, negative: N) {
    assert!(N::zero() == zero);
    assert_eq!(zero.sign_of(), Ordering::Equal);
    assert_eq!(positive.sign_of(), Ordering::Greater, "{positive:?}");
    assert_eq!(negative.sign_of(), Ordering::Less, "{negative:?}");
}

#[test]
fn signs_and_zeros() {
    ring_of(0.0, 1e-300, -1e-300);
    ring_of(-0.0, f64::INFINITY, f64::NEG_INFINITY);
    assert_eq!(f64::NAN.sign_of(), Ordering::Equal);
    ring_of(0_i128, i128::MAX, i128::MIN);
    ring_of(I256::ZERO, I256::MAX, I256::MIN);
    ring_of(IBig::ZERO, IBig::ONE << 300, -(IBig::ONE << 300));
    ring_of(RBig::ZERO, RBig::ONE, -RBig::ONE);
}

/// Sums, products and shifts, in numbers of a type and of any size.
fn agrees<N: Whole + Debug>(numbers: &[i32], shifts: &[usize]) {
    for &x in numbers {
        let big = IBig::from(x);
        for &places in shifts {
            let long = N::from(x) << places;
            assert_eq!(long.clone().into_big(), &big << places, "{x} << {places}");
            assert_eq!((long.clone() >> places).into_big(), big, "{x} << {places} >> {places}");
            assert_eq!((long >> (places / 2)).into_big(), &big << (places - places / 2));
        }
        for &y in numbers {
            let (a, b, other) = (N::from(x), N::from(y), IBig::from(y));
            assert_eq!((a.clone() + b.clone()).into_big(), &big + &other);
            assert_eq!((a.clone() - b.clone()).into_big(), &big - &other);
            assert_eq!((a.clone() * b.clone()).into_big(), &big * &other);
            assert_eq!((-a.clone()).into_big(), -&big);
            assert_eq!(a.partial_cmp(&b), Some(x.cmp(&y)));
        }
    }
}

#[test]
fn whole_numbers_of_every_width() {
    let mut rng = rng("whole numbers");
    let mut numbers = vec![0, 1, -1, 2, 0x7fff_ffff, -0x7fff_ffff, 0x80_0000, -0xff_ffff];
    numbers.extend((0..20).map(|_| rng.i32(..)));
    agrees::<i128>(&numbers, &[0, 1, 31, 32, 63, 64, 95]);
    agrees::<I256>(&numbers, &[0, 1, 63, 64, 96, 97, 127, 128, 129, 191, 223]);
    agrees::<IBig>(&numbers, &[0, 1, 64, 128, 300, 1000]);
}

/// Words of both halves, their signs among them.
#[test]
fn both_halves_of_256_bits_count() {
    let mut rng = rng("halves");
    for _ in 0..300 {
        let (high, low) = (rng.i128(..) >> rng.u32(0..128), rng.u128(..) >> rng.u32(0..128));
        let expected = (IBig::from(high) << 128) + IBig::from(low);
        let found = I256::from_words(high, low as i128).into_big();
        assert_eq!(found, expected, "{high} {low}, seed {}", seed());
    }
}
