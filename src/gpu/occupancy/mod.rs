//! Occupancy tests on the GPU: which octants a surface passes through, for sphere trees of meshes.

mod batch;
pub mod known;
pub mod layout;
pub mod mode;
mod names;
mod passes;
mod strips;
pub mod test;
