//! Maps whose keys are numbers that this library gives out.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map by numbers of slots or objects, or by two of them in one `u64`. Nobody outside chooses
/// the numbers, so that a product spreads them well enough.
pub type NumberMap<K, V> = HashMap<K, V, BuildHasherDefault<NumberHasher>>;

/// The hasher of a [`NumberMap`].
#[derive(Default)]
pub struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        /// An odd number near `2^64` divided by the golden ratio.
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        // A table reads the highest bits and the lowest ones.
        let upper = (number >> 32).wrapping_mul(GOLDEN).rotate_left(26);
        self.0 = (upper ^ number).wrapping_mul(GOLDEN).rotate_left(26);
    }
}
