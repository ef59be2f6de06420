//! What is compiled when it is first asked for.

#[cfg(not(target_family = "wasm"))]
use crate::gpu::device::scopes::checked_now;
use crate::gpu_error::GpuError;
use std::sync::OnceLock;

/// A stage, or several of them, compiled by the first call that needs it. What the driver refuses
/// is an error of each call that needs it: it is not kept, since wgpu hands out a broken pipeline.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct OnDemand<T>(OnceLock<T>);

impl<T> Default for OnDemand<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> From<T> for OnDemand<T> {
    fn from(compiled: T) -> Self {
        Self(OnceLock::from(compiled))
    }
}

impl<T> OnDemand<T> {
    /// Returns what was compiled, or compiles it. Of two threads that are first, each compiles.
    #[cfg(not(target_family = "wasm"))]
    pub fn get(&self, device: &wgpu::Device, compile: impl FnOnce() -> T) -> Result<&T, GpuError> {
        if let Some(found) = self.0.get() {
            return Ok(found);
        }
        let compiled = checked_now(device, compile)?;
        Ok(self.0.get_or_init(|| compiled))
    }

    /// Returns what was compiled, or compiles it. A browser tells later of what it refuses, to the
    /// scopes of the caller.
    #[cfg(target_family = "wasm")]
    pub fn get(&self, _: &wgpu::Device, compile: impl FnOnce() -> T) -> Result<&T, GpuError> {
        Ok(self.0.get_or_init(compile))
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use crate::gpu::{AdapterChoice, headless};

    /// What is refused is compiled anew by the next call; what is not is kept.
    #[test]
    fn what_is_refused_is_not_kept() {
        let gpu = pollster::block_on(headless(&AdapterChoice::Any)).expect("an adapter");
        let module = OnDemand::default();
        let compile = |text: &'static str| {
            let source = wgpu::ShaderSource::Wgsl(text.into());
            gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source })
        };
        for _ in 0..2 {
            assert!(module.get(&gpu.device, || compile("no WGSL")).is_err());
        }
        let kept = module.get(&gpu.device, || compile("")).expect("a module").clone();
        let again = module.get(&gpu.device, || unreachable!("it is kept"));
        assert_eq!(again, Ok(&kept));
    }
}
