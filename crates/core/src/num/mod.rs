//! Numbers: the error bands of the floating-point kernels and the exact numbers behind them.

pub mod band;
mod exact;
mod ring;

pub(crate) use exact::Integers;
pub use exact::{f32_above_f64, f32_below, f32_to_rational};
pub use ring::{Ring, Whole};
