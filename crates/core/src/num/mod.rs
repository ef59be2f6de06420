//! Numbers: the error bands of the floating-point kernels and the exact numbers behind them.

pub mod band;
mod exact;
mod ring;

pub use exact::f32_to_rational;
pub use exact::{Integers, f32_below};
pub use ring::Ring;
