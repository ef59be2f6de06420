//! Frames in the plane: every engine against the oracle, and what lies beyond the verdict against
//! geometry.

mod bounds;
mod exact;
mod frames;
mod intervals;
mod kernels;
mod papers;
