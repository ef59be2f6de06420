//! What goes up to the GPU, and the shaders that read it.

use bytemuck::{Pod, Zeroable};

/// Set in the first number of a question about what is listed.
pub const LISTED: u32 = 1 << 31;

/// Does one of these triangles pass through the box?
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Question {
    /// The box's least coordinates.
    pub low: [f32; 3],
    /// The first of its triangles, or the place along the strip; with [`LISTED`] the place in the
    /// list.
    pub first: u32,
    /// The box's greatest coordinates.
    pub high: [f32; 3],
    /// How many there are.
    pub count: u32,
}

const PARTS: &str = concat!(
    include_str!("../../../shaders/parts/triangle_box.wgsl"),
    "\n",
    include_str!("../../../shaders/parts/occupancy.wgsl"),
    "\n",
);

const VIEW_PARTS: &str = concat!(
    include_str!("../../../shaders/parts/triangle_box.wgsl"),
    "\n",
    include_str!("../../../shaders/parts/occupancy.wgsl"),
    "\n",
    include_str!("../../../shaders/parts/view.wgsl"),
    "\n",
);

/// Each shader whole, by the name of its entry point.
pub const SHADERS: [(&str, &str, &str); 4] = [
    ("occupancy_compute", PARTS, include_str!("../../../shaders/occupancy_compute.wgsl")),
    ("occupancy_exact", PARTS, include_str!("../../../shaders/occupancy_exact.wgsl")),
    ("occupancy_views", VIEW_PARTS, include_str!("../../../shaders/occupancy_views.wgsl")),
    ("occupancy_strips", VIEW_PARTS, include_str!("../../../shaders/occupancy_strips.wgsl")),
];
