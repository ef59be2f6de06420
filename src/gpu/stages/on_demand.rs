//! What is compiled when it is first asked for.

use crate::gpu::device::scopes::{Later, checked_later};
use crate::gpu_error::GpuError;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Poll;

/// A stage, or several of them, compiled by the first call that needs it. What the driver refuses
/// is an error of each call that needs it: it is not kept, since wgpu hands out a broken pipeline.
/// A browser tells later: then it is kept until that is told.
#[derive(Debug)]
pub(in crate::gpu) struct OnDemand<T>(Mutex<Option<(T, Later)>>);

impl<T> Default for OnDemand<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> From<T> for OnDemand<T> {
    fn from(compiled: T) -> Self {
        Self(Mutex::new(Some((compiled, Later::sound()))))
    }
}

impl<T: Clone> Clone for OnDemand<T> {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.kept().clone()))
    }
}

impl<T> OnDemand<T> {
    fn kept(&self) -> MutexGuard<'_, Option<(T, Later)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Clone> OnDemand<T> {
    /// What was compiled, unless it is known to be broken.
    fn sound(&self) -> Option<T> {
        let kept = self.kept();
        let (compiled, later) = kept.as_ref()?;
        (!matches!(later.look(), Poll::Ready(Err(_)))).then(|| compiled.clone())
    }

    /// Returns what was compiled, or compiles it. Of two threads that are first, each compiles.
    pub fn get(&self, device: &wgpu::Device, compile: impl FnOnce() -> T) -> Result<T, GpuError> {
        if let Some(found) = self.sound() {
            return Ok(found);
        }
        let compiled = checked_later(device, compile)?;
        let found = compiled.0.clone();
        *self.kept() = Some(compiled);
        Ok(found)
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
        let kept = module.get(&gpu.device, || compile("")).expect("a module");
        let again = module.get(&gpu.device, || unreachable!("it is kept"));
        assert_eq!(again, Ok(kept));
    }
}
