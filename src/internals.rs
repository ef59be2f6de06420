//! What the crate's own tests compare with the shaders. No part of the interface: each version may
//! change it.

/// The shaders, and what lies in the buffers that their stages share.
#[cfg(feature = "gpu")]
pub mod gpu {
    pub use crate::gpu::grey::layout as grey;
    pub use crate::gpu::run::hulls::record::{Block, PlacedHull};
    pub use crate::gpu::shader::{bindings, search_layout, sources, stage_layout};
}
