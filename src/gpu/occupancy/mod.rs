//! Occupancy tests on the GPU: which octants a surface passes through, for sphere trees of meshes.

pub mod layout;
pub mod mode;
mod passes;
mod strips;
pub mod test;
