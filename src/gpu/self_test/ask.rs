//! Questions to a device. The device is polled here, on this thread: nobody else may do so while a
//! service is being built.

use crate::gpu::device::headless::loss;
use crate::gpu::device::poll::poll;
use crate::gpu::device::scopes::{checked, checked_now};
use crate::gpu::shader::byte_table::filled;
use crate::gpu_error::GpuError;
use crate::timing::Instant;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::sync::oneshot::{Receiver, channel};
use wgpu::BufferUsages as Usage;

/// How long the device may take.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Between two polls.
const PAUSE: Duration = Duration::from_micros(50);

/// What all that a question needs is called.
pub(super) const LABEL: Option<&str> = Some("motzkin self-test");

/// A question that is being recorded.
pub(super) struct Question<'a> {
    pub device: &'a wgpu::Device,
    pub encoder: wgpu::CommandEncoder,
}

impl Question<'_> {
    pub fn buffer(&self, size: u64, usage: Usage) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: LABEL,
            size,
            usage,
            mapped_at_creation: false,
        })
    }

    /// Staged in a buffer like any other: a lent device is not lost where there is no memory.
    pub fn upload(&mut self, bytes: &[u8], usage: Usage) -> Result<wgpu::Buffer, GpuError> {
        let staging = Usage::MAP_WRITE | Usage::COPY_SRC;
        let staged = filled(self.device, "motzkin self-test", bytes, staging)?;
        let buffer = self.buffer(staged.size(), usage | Usage::COPY_DST);
        self.encoder.copy_buffer_to_buffer(&staged, 0, &buffer, 0, staged.size());
        Ok(buffer)
    }
}

/// Submits what `record` records, and returns the words of the buffer that it returns.
pub(super) async fn ask(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    record: impl FnOnce(&mut Question<'_>) -> Result<wgpu::Buffer, GpuError>,
) -> Result<Vec<u32>, GpuError> {
    let (tell, told) = channel();
    let submit = || -> Result<wgpu::Buffer, GpuError> {
        let encoder =
            device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: LABEL });
        let mut question = Question { device, encoder };
        let answers = record(&mut question)?;
        let readback = question.buffer(answers.size(), Usage::MAP_READ | Usage::COPY_DST);
        let Question { mut encoder, .. } = question;
        encoder.copy_buffer_to_buffer(&answers, 0, &readback, 0, answers.size());
        queue.submit([encoder.finish()]);
        readback.map_async(wgpu::MapMode::Read, .., move |mapped| {
            // Nobody waits any more after a timeout.
            let _ = tell.send(mapped.map_err(|error| GpuError::Refused(error.to_string())));
        });
        Ok(readback)
    };
    let lost = |error| loss(device).unwrap_or(error);
    // A browser maps the readback of what it refuses all the same: its zeros are no answers.
    let submitted = checked(device, submit).await;
    let readback = submitted.and_then(|submitted| submitted).map_err(lost)?;
    answer(device, told).await.map_err(lost)?;
    let read = || -> Result<Vec<u32>, wgpu::MapRangeError> {
        let words = bytemuck::pod_collect_to_vec(&readback.get_mapped_range(..)?);
        readback.unmap();
        Ok(words)
    };
    let words = checked_now(device, read).map_err(lost)?;
    let words: Vec<u32> = words.map_err(|error| lost(GpuError::Refused(error.to_string())))?;
    Ok(words.into_iter().map(u32::from_le).collect())
}

/// Waits for the map's callback, and polls the device meanwhile. A browser polls by itself.
async fn answer(
    device: &wgpu::Device,
    told: Receiver<Result<(), GpuError>>,
) -> Result<(), GpuError> {
    let mut told = pin!(told);
    let gone = |_| Err(GpuError::Internal("the answer's sender is gone".into()));
    if cfg!(target_family = "wasm") {
        return told.await.unwrap_or_else(gone);
    }
    let begun = Instant::now();
    loop {
        poll(device)?;
        let mut context = Context::from_waker(Waker::noop());
        if let Poll::Ready(answer) = told.as_mut().poll(&mut context) {
            return answer.unwrap_or_else(gone);
        }
        if begun.elapsed() > TIMEOUT {
            return Err(GpuError::Timeout(TIMEOUT));
        }
        std::thread::sleep(PAUSE);
    }
}
