//! Fresh random inputs that can be drawn again.

use std::sync::OnceLock;

/// The seed of this run: drawn afresh, or taken from `MOTZKIN_SEED`.
pub fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| match std::env::var("MOTZKIN_SEED") {
        Ok(text) => text.parse().expect("MOTZKIN_SEED is a whole number"),
        Err(_) => fastrand::u64(..),
    })
}

/// A generator of its own for everything that bears a name.
pub fn rng(name: &str) -> fastrand::Rng {
    let salt = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    fastrand::Rng::with_seed(seed() ^ salt)
}
