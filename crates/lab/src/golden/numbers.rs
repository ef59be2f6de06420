//! Numbers that are drawn: whole ones, and floats made of whole ones. Every machine draws the same.

use super::scene::Style;
use glam::Vec3;

/// A generator after Steele, Lea and Flood (SplitMix64). It is written out because the hashes
/// depend on each of its bits.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a whole number from 0 to `end - 1`.
    pub fn below(&mut self, end: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// Returns a whole number from `-most` to `most`, which is at most `2^23`.
    fn whole(&mut self, most: u32) -> f32 {
        self.below(2 * most + 1) as f32 - most as f32
    }

    /// Returns a multiple of `2^-23` from -1 to 1.
    fn fraction(&mut self) -> f32 {
        self.whole(1 << 23) * (1.0 / 8_388_608.0)
    }

    /// Returns a coordinate of a magnitude up to `reach`, more or less.
    fn coordinate(&mut self, style: Style, reach: u32) -> f32 {
        match style {
            Style::Random => self.fraction() * reach as f32,
            Style::Touching => self.whole(reach),
            Style::Adversarial => match self.below(6) {
                0 => self.fraction() * reach as f32,
                // Nearly a whole number,
                1 => self.whole(reach).next_up(),
                2 => self.whole(reach).next_down(),
                // and nearly nothing.
                3 => self.whole(reach) * (1.0 / 1_048_576.0),
                _ => self.whole(reach),
            },
        }
    }

    pub fn vector(&mut self, style: Style, reach: u32) -> Vec3 {
        // One after the other, from the first: the order is a part of the scene.
        let x = self.coordinate(style, reach);
        let y = self.coordinate(style, reach);
        let z = self.coordinate(style, reach);
        Vec3::new(x, y, z)
    }

    /// Returns a power of two that the coordinates of a pair are multiplied by. The least one makes
    /// denormal numbers of whole coordinates.
    pub fn scale(&mut self, style: Style) -> f32 {
        const LEAST: f32 = f32::from_bits(1);
        const SCALES: [f32; 5] = [LEAST, power(-60), power(60), power(110), 1.0];
        match style {
            Style::Adversarial => SCALES[self.below(SCALES.len() as u32) as usize],
            _ => 1.0,
        }
    }
}

/// Returns two to a power that is normal.
const fn power(exponent: i32) -> f32 {
    f32::from_bits(((127 + exponent) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published values of SplitMix64 from the seed 1234567.
    #[test]
    fn known_bits() {
        let mut numbers = Numbers::new(1_234_567);
        let drawn = [numbers.bits(), numbers.bits(), numbers.bits()];
        let known =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(drawn, known);
    }
}
