//! Numbers that are drawn.

use glam::Vec3;

/// SplitMix64 after Steele, Lea and Flood, written out because what is recorded depends on each of
/// its bits.
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

    /// A whole number from 0 to `end - 1`.
    pub fn below(&mut self, end: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(end)) >> 32) as u32
    }

    pub fn whole(&mut self, most: u32) -> f32 {
        self.below(2 * most + 1) as f32 - most as f32
    }

    /// A multiple of `2^-23` from -1 to 1.
    pub fn fraction(&mut self) -> f32 {
        self.whole(1 << 23) * power(-23)
    }

    /// A vector of fractions.
    pub fn direction(&mut self) -> Vec3 {
        let x = self.fraction();
        let y = self.fraction();
        Vec3::new(x, y, self.fraction())
    }

    /// A part between the first power of two and the last.
    pub fn part(&mut self, first: u32, last: u32) -> f32 {
        power(-((first + self.below(last - first + 1)) as i32))
    }

    /// Two to one of these powers.
    pub fn power_of(&mut self, exponents: &[i32]) -> f32 {
        power(exponents[self.below(exponents.len() as u32) as usize])
    }
}

/// Two to a power.
pub fn power(exponent: i32) -> f32 {
    2.0_f64.powi(exponent) as f32
}
