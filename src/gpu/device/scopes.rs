//! Error scopes of one's own, so that the caller's see nothing.

use crate::gpu::device::caught::caught;
use crate::gpu_error::GpuError;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Runs `make`, and answers the first error that it caused on this thread, [panics](caught) of wgpu
/// before all.
pub(in crate::gpu) fn checked<T, F: FnOnce() -> T>(
    device: &wgpu::Device,
    make: F,
) -> impl Future<Output = Result<T, GpuError>> + use<T, F> {
    let (made, errors) = scoped(device, make);
    async move {
        // A panic says more than the errors before it.
        let made = made?;
        for error in errors {
            if let Some(error) = error.await {
                return Err(error.into());
            }
        }
        Ok(made)
    }
}

/// [`checked`] for whoever cannot wait.
///
/// Natively wgpu knows its errors at once. A browser may tell later, then to nobody: the objects
/// are broken, and the submission that uses them says so.
pub(in crate::gpu) fn checked_now<T>(
    device: &wgpu::Device,
    make: impl FnOnce() -> T,
) -> Result<T, GpuError> {
    let (made, errors) = scoped(device, make);
    let made = made?;
    for error in errors {
        if let Poll::Ready(Some(error)) = pin!(error).poll(&mut Context::from_waker(Waker::noop()))
        {
            return Err(error.into());
        }
    }
    Ok(made)
}

/// Runs `make` in a scope for each kind of error, worst first.
fn scoped<T, F: FnOnce() -> T>(
    device: &wgpu::Device,
    make: F,
) -> (Result<T, GpuError>, [impl Future<Output = Option<wgpu::Error>> + use<T, F>; 3]) {
    let outer = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let middle = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let inner = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let made = caught(make);
    let (inner, middle, outer) = (inner.pop(), middle.pop(), outer.pop());
    (made, [outer, middle, inner])
}
