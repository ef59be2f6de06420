//! What instances of wgpu are asked for, and how long they stay.

/// Flags of an instance. Shaders that tell a debugger their lines make a development build open its
/// devices more slowly.
pub fn flags() -> wgpu::InstanceFlags {
    wgpu::InstanceFlags::default().difference(wgpu::InstanceFlags::DEBUG)
}

/// Keeps the first instance of which a driver was found, to the end of the process. With the last
/// instance the code of a driver is unloaded. A thread that used it and ends later then crashes
/// with some drivers (seen with NVIDIA's 580 on Linux), when it undoes what the driver left it.
#[cfg(not(target_family = "wasm"))]
pub fn keep(instance: wgpu::Instance) {
    static KEPT: std::sync::OnceLock<wgpu::Instance> = std::sync::OnceLock::new();
    KEPT.get_or_init(|| instance);
}
