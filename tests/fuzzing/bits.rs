//! Numbers of any kind: whole ones, bit patterns, few exponents, both ends of `f32`.

use fastrand::Rng;
use motzkin::glam::Vec3;

/// How the numbers of a case are drawn.
#[derive(Clone, Copy, Debug)]
pub enum Numbers {
    /// Whole, from -3 to 3, times a power of two.
    Whole { power: i32 },
    /// Any bits.
    Bits,
    /// Any fraction, with an exponent among seven.
    Near { exponent: u32 },
    /// One or two bits set, or all of a range.
    Sparse { exponent: u32 },
}

impl Numbers {
    /// Draws a way to draw.
    pub fn draw(rng: &mut Rng) -> Self {
        match rng.u32(..8) {
            0..3 => Self::Whole { power: [0, 0, 40, -60, -149, 100][rng.usize(..6)] },
            3 => Self::Bits,
            4 | 5 => Self::Near { exponent: rng.u32(0..=248) },
            6 => Self::Near { exponent: 124 },
            _ => Self::Sparse { exponent: rng.u32(0..=200) },
        }
    }

    pub fn point(self, rng: &mut Rng) -> Vec3 {
        Vec3::from([0; 3].map(|_| self.number(rng)))
    }

    pub fn number(self, rng: &mut Rng) -> f32 {
        let sign = rng.u32(..2) << 31;
        match self {
            Self::Whole { power } => (f64::from(rng.i32(-3..=3)) * 2.0_f64.powi(power)) as f32,
            Self::Bits => f32::from_bits(rng.u32(..)),
            Self::Near { exponent } => {
                f32::from_bits(sign | (exponent + rng.u32(..7)) << 23 | rng.u32(..) >> 9)
            }
            Self::Sparse { exponent } => match rng.u32(..4) {
                0 => 0.0,
                1 => f32::from_bits(sign | (exponent + rng.u32(..50)) << 23),
                2 => f32::from_bits(sign | (exponent << 23) | 1 << rng.u32(..23)),
                _ => f32::from_bits(sign | (exponent << 23) | 0x7f_ffff >> rng.u32(..23)),
            },
        }
    }
}

/// Whole rows, now and then with a bit flipped, a number of another row or an ulp between.
pub fn rows<const N: usize, const M: usize>(rng: &mut Rng, numbers: Numbers) -> [[f32; N]; M] {
    let mut rows: [[f32; N]; M] = [[0.0; N]; M];
    rows.as_flattened_mut().iter_mut().for_each(|x| *x = numbers.number(rng));
    while rng.u32(..4) == 0 {
        let flat = rows.as_flattened_mut();
        let (at, from) = (rng.usize(..flat.len()), rng.usize(..flat.len()));
        flat[at] = match rng.u32(..4) {
            0 => f32::from_bits(flat[at].to_bits() ^ 1 << rng.u32(..32)),
            1 => flat[from],
            2 => flat[from].next_up(),
            _ => flat[from].next_down(),
        };
    }
    rows
}

/// Now and then a slot of a list takes what lies in another, so that shapes share parts.
pub fn shared<T: Copy>(rng: &mut Rng, items: &mut [T], mix: impl Fn(&mut T, T)) {
    for at in 1..items.len() {
        if rng.u32(..3) == 0 {
            let from = items[rng.usize(..at)];
            mix(&mut items[at], from);
        }
    }
}
