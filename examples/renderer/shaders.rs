//! The shaders of this example, whole.

use motzkin::gpu::wgsl;

/// Moves the boxes.
pub fn simulate() -> String {
    whole(include_str!("simulate.wgsl"))
}

/// Draws them.
pub fn draw() -> String {
    whole(include_str!("draw.wgsl"))
}

/// A shader behind the crate's types and the moment.
fn whole(shader: &str) -> String {
    [wgsl::TYPES, include_str!("moment.wgsl"), shader].concat()
}
