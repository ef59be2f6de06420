//! A hash of 64 bits.

use std::fmt::{self, Debug, Write};

/// FNV-1a of 64 bits of what is printed of values. Numbers are printed with as many digits as tell
/// them from all others.
pub struct Digest(u64);

impl Digest {
    pub fn of(value: &impl Debug) -> u64 {
        let mut digest = Self(0xcbf2_9ce4_8422_2325);
        write!(digest, "{value:?}").expect("nothing fails");
        digest.0
    }
}

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        Ok(())
    }
}
