//! Error scopes of one's own, so that the caller's see nothing.

#[cfg(any(test, target_family = "wasm"))]
mod browser;
mod kinds;
#[cfg(not(target_family = "wasm"))]
mod native;

#[cfg(target_family = "wasm")]
pub(in crate::gpu) use browser::Later;
#[cfg(target_family = "wasm")]
use browser::scoped;
#[cfg(not(target_family = "wasm"))]
pub(in crate::gpu) use native::Later;
#[cfg(not(target_family = "wasm"))]
use native::scoped;

use crate::gpu_error::GpuError;
use std::future::poll_fn;
use std::task::Poll;

/// Runs `make`, and answers the first error that it caused on this thread,
/// [panics](crate::gpu::device::caught::caught) of wgpu before all.
pub(in crate::gpu) fn checked<T, F: FnOnce() -> T>(
    device: &wgpu::Device,
    make: F,
) -> impl Future<Output = Result<T, GpuError>> + use<T, F> {
    let (made, later) = scoped(device, make);
    async move {
        // A panic says more than the errors before it.
        let made = made?;
        poll_fn(|context| later.poll(context)).await?;
        Ok(made)
    }
}

/// [`checked`] for whoever cannot wait, and learns of errors that are not known yet from elsewhere.
///
/// Natively wgpu knows its errors at once. A browser tells later: within another scope of the
/// library's to that one, else to nobody. Then the objects are broken, and the submission that uses
/// them says so.
pub(in crate::gpu) fn checked_now<T>(
    device: &wgpu::Device,
    make: impl FnOnce() -> T,
) -> Result<T, GpuError> {
    checked_later(device, make).map(|(made, _)| made)
}

/// [`checked`] for whoever cannot wait, but can ask later for what a browser tells later.
pub(in crate::gpu) fn checked_later<T>(
    device: &wgpu::Device,
    make: impl FnOnce() -> T,
) -> Result<(T, Later), GpuError> {
    let (made, later) = scoped(device, make);
    let made = made?;
    match later.look() {
        Poll::Ready(Err(error)) => Err(error),
        _ => Ok((made, later)),
    }
}
