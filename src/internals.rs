//! Parts that only the tests of this package need. They may change in any release.

/// The shaders, and what lies in the buffers that their stages share.
#[cfg(feature = "gpu")]
pub mod gpu {
    pub use crate::gpu::device::least;
    #[cfg(not(target_family = "wasm"))]
    pub use crate::gpu::occupancy::known as known_boxes;
    #[cfg(not(target_family = "wasm"))]
    pub use crate::gpu::occupancy::layout as occupancy;
    pub use crate::gpu::run::hulls::record::{Block, PlacedHull};
    pub use crate::gpu::self_test::cases as self_test;
    pub use crate::gpu::shader::{
        bindings, broad_layout, fault, groups, search_layout, sources, stage_layout,
    };
}
