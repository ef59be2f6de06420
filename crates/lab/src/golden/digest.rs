//! A hash of 64 bits.

use motzkin_core::verdict::Verdict;

/// FNV-1a of 64 bits.
///
/// For known bytes each step is a bijection of the state. So two texts that differ in one byte have
/// different hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Adds bytes in their order.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// Adds the eight bytes of a whole number, the lowest first.
    pub fn whole(&mut self, whole: u64) {
        self.bytes(&whole.to_le_bytes());
    }

    /// Adds the bits of a number as a whole number. A negative zero counts as zero.
    pub fn number(&mut self, number: f64) {
        self.whole((number + 0.0).to_bits());
    }

    /// Adds a verdict as a whole number: 0 for separate, 1 for touching, 2 for overlapping.
    pub fn verdict(&mut self, verdict: Verdict) {
        self.whole(match verdict {
            Verdict::Separate => 0,
            Verdict::Touching => 1,
            Verdict::Overlapping => 2,
        });
    }

    /// Returns the hash of all bytes so far.
    pub fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published values of FNV-1a.
    #[test]
    fn known_hashes() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            let mut digest = Digest::default();
            digest.bytes(text.as_bytes());
            assert_eq!(digest.value(), hash, "{text}");
        }
    }

    #[test]
    fn numbers_count_by_their_bits() {
        let of = |number: f64| {
            let mut digest = Digest::default();
            digest.number(number);
            digest.value()
        };
        assert_eq!(of(-0.0), of(0.0));
        assert_ne!(of(1.0), of(1.0_f64.next_up()));
        assert_ne!(of(0.0), of(f64::from_bits(1)));
    }
}
