//! The shader of this example, whole.

use motzkin::gpu::wgsl;

/// The probe's shader behind the texts of the crate that it wants.
pub fn probe() -> String {
    [wgsl::TYPES, wgsl::TEST, include_str!("probe.wgsl")].concat()
}
