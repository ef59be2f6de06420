//! Errors that are known as soon as calls were made.

use super::kinds::{close, open};
use crate::gpu::device::caught::caught;
use crate::gpu_error::GpuError;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// The first error of calls that were made.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct Later(Option<GpuError>);

impl Later {
    /// Nothing went wrong.
    pub fn sound() -> Self {
        Self(None)
    }

    /// Stands for what a browser tells later.
    #[cfg(test)]
    pub fn refused(error: GpuError) -> Self {
        Self(Some(error))
    }

    /// Returns the error, if there was one. It is known.
    pub fn look(&self) -> Poll<Result<(), GpuError>> {
        Poll::Ready(self.0.clone().map_or(Ok(()), Err))
    }

    /// What [`look`](Self::look) returns: nobody has to wait.
    pub fn poll(&self, _: &mut Context<'_>) -> Poll<Result<(), GpuError>> {
        self.look()
    }
}

/// Runs `make` in scopes of its own.
pub(super) fn scoped<T>(
    device: &wgpu::Device,
    make: impl FnOnce() -> T,
) -> (Result<T, GpuError>, Later) {
    let scopes = open(device);
    let made = caught(make);
    let known = close(scopes).into_iter().find_map(|error| {
        match pin!(error).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(error) => error,
            Poll::Pending => None,
        }
    });
    (made, Later(known.map(GpuError::from)))
}
