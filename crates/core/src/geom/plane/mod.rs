//! The frame in the plane and its constructors.

mod build;
mod frame;

pub use frame::Frame2;
