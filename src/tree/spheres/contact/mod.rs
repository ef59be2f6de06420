//! Regions of contact: what of two surfaces meets in one place, which way it pushes, and how deep
//! it goes.

mod common;
mod fans;
mod flat;
mod regions;
mod together;

pub use fans::Fans;
pub use regions::{ContactRegion, regions};
