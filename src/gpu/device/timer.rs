//! Timestamps around compute passes, for the runner and for recordings of one's own.

use crate::gpu::device::headless::loss;
use crate::gpu::device::scopes::checked_now;
use crate::gpu_error::GpuError;
use std::time::Duration;

/// Bytes of a timestamp.
const TICK: u64 = size_of::<u64>() as u64;

/// Times compute passes on the device's clock. Give [`pass`](Self::pass) to each pass of a
/// recording, then [`resolve`](Self::resolve) into a buffer that can be read, and make
/// [`durations`](Self::durations) of its bytes. One recording at a time: the next one that uses the
/// timer overwrites.
///
/// ```no_run
/// # use motzkin::{gpu::{GpuError, StageTimer}, wgpu};
/// # fn record(
/// #     device: &wgpu::Device,
/// #     queue: &wgpu::Queue,
/// #     encoder: &mut wgpu::CommandEncoder,
/// #     readback: &wgpu::Buffer,
/// # ) -> Result<(), GpuError> {
/// let timer = StageTimer::new(device, queue, 1)?;
/// let timestamp_writes = timer.as_ref().and_then(|timer| timer.pass(0));
/// let descriptor = wgpu::ComputePassDescriptor { label: Some("cull"), timestamp_writes };
/// drop(encoder.begin_compute_pass(&descriptor));
/// if let Some(timer) = &timer {
///     timer.resolve(encoder, readback, 0);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct StageTimer {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    passes: u32,
    /// Nanoseconds.
    period: f64,
}

impl StageTimer {
    /// Makes a timer for this many passes, 1 to 2048. Returns `None` on a device without
    /// [`wgpu::Features::TIMESTAMP_QUERY`]. Takes 32 bytes a pass on the device.
    ///
    /// # Errors
    ///
    /// Returns an error for a lost device, and for what the driver refuses: the caller's error
    /// scopes and handlers see nothing of it.
    pub fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        passes: u32,
    ) -> Result<Option<Self>, GpuError> {
        if !device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return Ok(None);
        }
        let passes = passes.clamp(1, wgpu::QUERY_SET_MAX_QUERIES / 2);
        let make = || {
            let queries = device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("motzkin stage times"),
                ty: wgpu::QueryType::Timestamp,
                count: 2 * passes,
            });
            let resolved = device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("motzkin stage times"),
                size: Self::bytes_of(passes),
                usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            });
            Self { queries, resolved, passes, period: f64::from(queue.get_timestamp_period()) }
        };
        let made = checked_now(device, make);
        // No error scope tells of a loss.
        loss(device).map_or(made, Err).map(Some)
    }

    /// Returns the number of passes that the timer can time.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// Returns what to put into the descriptor of pass `index`: nothing from
    /// [`passes`](Self::passes) on, which the timer cannot time.
    pub fn pass(&self, index: u32) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        (index < self.passes).then(|| wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2 * index),
            end_of_pass_write_index: Some(2 * index + 1),
        })
    }

    /// Records the copy of all timestamps to `target`, usage `COPY_DST`, at a multiple of 4. Every
    /// pass must have been recorded before.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder, target: &wgpu::Buffer, offset: u64) {
        encoder.resolve_query_set(&self.queries, 0..2 * self.passes, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, target, offset, self.bytes());
    }

    /// Returns the bytes that [`resolve`](Self::resolve) copies.
    pub fn bytes(&self) -> u64 {
        Self::bytes_of(self.passes)
    }

    /// Bytes of the timestamps of this many passes.
    pub(in crate::gpu) const fn bytes_of(passes: u32) -> u64 {
        2 * TICK * passes as u64
    }

    /// Returns how long each pass took, from the bytes that [`resolve`](Self::resolve) copied. A
    /// pass during which the driver set its clock back took no time.
    pub fn durations<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = Duration> + use<'a> {
        let period = self.period;
        bytes.chunks_exact(Self::bytes_of(1) as usize).map(move |span| {
            let [begin, end] = bytemuck::pod_read_unaligned::<[u64; 2]>(span).map(u64::from_le);
            Duration::from_nanos((end.saturating_sub(begin) as f64 * period) as u64)
        })
    }
}
