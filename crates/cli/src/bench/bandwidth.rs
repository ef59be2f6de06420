//! How fast memory can be copied: the yardstick that kernels are measured by. A copied byte counts
//! twice, for it is read and written.

use super::clock::timed;
use crate::error::CliError;
use rayon::prelude::*;
use std::hint::black_box;
use std::time::Duration;

/// Far more than a cache holds, and little enough for any machine.
const CPU_BYTES: usize = 128 << 20;
const REPETITIONS: usize = 5;

/// Bytes a second of a copy from one vector to another, on the current rayon pool. The best of a
/// few.
pub fn of_cpu(threads: usize) -> Result<f64, CliError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(motzkin::ServiceError::Threads)?;
    // Ones, since pages of zeros may all be the same page.
    let source = vec![1_u8; CPU_BYTES];
    let mut target = vec![2_u8; CPU_BYTES];
    let piece = CPU_BYTES.div_ceil(threads.max(1));
    let mut copy = || {
        pool.install(|| {
            let pieces = target.par_chunks_mut(piece).zip(source.par_chunks(piece));
            pieces.for_each(|(target, source)| target.copy_from_slice(source));
        });
        black_box(&mut target);
    };
    let best = (0..REPETITIONS).map(|_| timed(&mut copy).1).min();
    Ok(rate(2 * CPU_BYTES as u64, best.unwrap_or_default()))
}

fn rate(bytes: u64, time: Duration) -> f64 {
    bytes as f64 / time.as_secs_f64().max(1e-9)
}

/// Bytes a second of `copy_buffer_to_buffer` on the adapter of this description. By the host's
/// clock: the time of many copies in a submission less that of one, so that submitting and waiting
/// do not count.
#[cfg(feature = "gpu")]
pub fn of_gpu(adapter: &str) -> Result<f64, CliError> {
    use super::buffer::buffer;
    use motzkin::gpu::{AdapterChoice, GpuError, headless};
    use motzkin::wgpu;

    let gpu = pollster::block_on(headless(&AdapterChoice::Named(adapter.into())));
    let gpu = gpu.map_err(motzkin::ServiceError::Gpu)?;
    let refused = |error: &dyn std::fmt::Display| {
        CliError::Service(motzkin::ServiceError::Gpu(GpuError::Refused(error.to_string())))
    };
    let (size, copies) = if gpu.adapter.is_software() { (32 << 20, 5) } else { (256 << 20, 41) };
    let size = gpu.device.limits().max_buffer_size.min(size);
    let memory = gpu.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let make = |label, usage| buffer(&gpu.device, label, size, usage);
    let source = make(
        "motzkin bench copy source",
        wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
    );
    let target = make("motzkin bench copy target", wgpu::BufferUsages::COPY_DST);
    if let Some(error) = pollster::block_on(memory.pop()) {
        return Err(refused(&error));
    }
    let run = |copies: u32| {
        let label = Some("motzkin bench copy");
        let mut encoder =
            gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        for _ in 0..copies {
            encoder.copy_buffer_to_buffer(&source, 0, &target, 0, size);
        }
        let submission = gpu.queue.submit([encoder.finish()]);
        let wait =
            wgpu::PollType::Wait { submission_index: Some(submission), timeout: Some(PATIENCE) };
        gpu.device.poll(wait).map_err(|error| refused(&error))
    };
    // The first one clears the buffers.
    run(1)?;
    let mut best = f64::INFINITY;
    for _ in 0..REPETITIONS {
        let ((one, few), (many, all)) = (timed(|| run(1)), timed(|| run(copies)));
        one?;
        many?;
        best = best.min(all.saturating_sub(few).as_secs_f64());
    }
    Ok(rate(2 * size * u64::from(copies - 1), Duration::from_secs_f64(best)))
}

/// How long a copy may take.
#[cfg(feature = "gpu")]
const PATIENCE: Duration = Duration::from_secs(60);
