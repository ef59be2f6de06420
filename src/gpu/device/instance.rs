//! What instances of wgpu are asked for.

/// Flags of an instance. Shaders that tell a debugger their lines make a development build open its
/// devices more slowly.
pub fn flags() -> wgpu::InstanceFlags {
    wgpu::InstanceFlags::default().difference(wgpu::InstanceFlags::DEBUG)
}
