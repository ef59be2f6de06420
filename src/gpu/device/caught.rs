//! The one place where panics of wgpu end.
//!
//! wgpu tells of most failures of a driver by errors. Of some it tells by assertions of its own: a
//! command pool that cannot be made while data are staged, a device that is lost between two calls
//! that belong together. Every call that reaches a driver comes through here, and such a panic is
//! an error like any other. In a program built with `panic = "abort"` nothing can be caught.

use crate::gpu_error::GpuError;
use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;

/// Runs a call of wgpu. A panic counts as the loss of the device: nobody knows what wgpu has left
/// half done.
pub(in crate::gpu) fn caught<R>(call: impl FnOnce() -> R) -> Result<R, GpuError> {
    // Whatever the call was to make is dropped, and the device is not used any more.
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| GpuError::DeviceLost(said(&*panic)))
}

/// [`caught`] for a call that takes its time.
pub(in crate::gpu) async fn caught_async<R, F: Future<Output = R>>(
    call: impl FnOnce() -> F,
) -> Result<R, GpuError> {
    let mut future = pin!(caught(call)?);
    poll_fn(|context| match caught(|| future.as_mut().poll(context)) {
        Ok(answer) => answer.map(Ok),
        Err(error) => std::task::Poll::Ready(Err(error)),
    })
    .await
}

/// What a panic says.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the driver failed in the middle of a call: {}", text.unwrap_or("no reason given"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_loss_that_says_why() {
        assert_eq!(caught(|| 1), Ok(1));
        let number = std::hint::black_box(7);
        let failed = [
            caught(|| panic!("pool {number}")),
            pollster::block_on(caught_async(|| async { panic!("pool {number}") })),
            pollster::block_on(caught_async(|| -> std::future::Ready<()> { panic!("pool 7") })),
        ];
        for error in failed {
            let said =
                matches!(&error, Err(GpuError::DeviceLost(text)) if text.ends_with("pool 7"));
            assert!(said, "{error:?}");
        }
        assert_eq!(pollster::block_on(caught_async(|| std::future::ready(2))), Ok(2));
    }
}
