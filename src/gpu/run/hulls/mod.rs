//! Convex polytopes on the GPU: what the shader is given, and how a batch is cut.

pub mod chunks;
pub mod record;
