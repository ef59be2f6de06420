//! Error scopes of one's own, so that the caller's see nothing.

use super::error::GpuError;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Runs `make`, and answers the first error that it caused on this thread.
///
/// Natively wgpu knows its errors at once. A browser may tell later, then to nobody: the objects are broken, and the
/// submission that uses them says so.
pub(super) fn checked_now<T>(device: &wgpu::Device, make: impl FnOnce() -> T) -> Result<T, GpuError> {
    let outer = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let middle = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let inner = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let made = make();
    let (inner, middle, outer) = (inner.pop(), middle.pop(), outer.pop());
    [told(outer), told(middle), told(inner)].into_iter().flatten().next().map_or(Ok(made), |e| Err(e.into()))
}

fn told(error: impl Future<Output = Option<wgpu::Error>>) -> Option<wgpu::Error> {
    match pin!(error).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(error) => error,
        Poll::Pending => None,
    }
}
