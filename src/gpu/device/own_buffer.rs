//! Buffers that nobody else holds.

use std::ops::Deref;

/// A buffer whose memory is free once this is dropped, which is to be after the last submission
/// that uses it: the GPU finishes what was submitted before.
///
/// Natively wgpu frees a buffer whose last handle is gone. In a browser it leaves that to the
/// collector of garbage, which sees no GPU memory, and is in no hurry.
#[derive(Debug)]
pub(in crate::gpu) struct OwnBuffer(wgpu::Buffer);

impl OwnBuffer {
    /// A further handle, which does not keep the memory.
    pub fn handle(&self) -> wgpu::Buffer {
        self.0.clone()
    }
}

impl From<wgpu::Buffer> for OwnBuffer {
    fn from(buffer: wgpu::Buffer) -> Self {
        Self(buffer)
    }
}

impl Deref for OwnBuffer {
    type Target = wgpu::Buffer;

    fn deref(&self) -> &wgpu::Buffer {
        &self.0
    }
}

#[cfg(target_family = "wasm")]
impl Drop for OwnBuffer {
    fn drop(&mut self) {
        self.0.destroy();
    }
}
