//! What a device says of the pairs. The device is polled here, on this thread: nobody else may do
//! so while a service is being built.

use crate::geom::{Frame3, Pair, PairKind};
use crate::gpu::device::headless::loss;
use crate::gpu::device::poll::poll;
use crate::gpu::device::scopes::{checked, checked_now};
use crate::gpu::self_test::cases::Case;
use crate::gpu::shader::byte_table::filled;
use crate::gpu::shader::layout::codes_size;
use crate::gpu::shader::stage_layout::{CODES_PER_WORD, Params};
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu::stages::verdicts::{ShapeMix, VerdictBuffers, VerdictStage};
use crate::gpu::stages::workgroups::Dispatched;
use crate::gpu_error::GpuError;
use crate::timing::Instant;
use crate::verdict::RawCode;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::sync::oneshot::{Receiver, Sender, channel};
use wgpu::BufferUsages as Usage;

/// How long the device may take.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Between two polls.
const PAUSE: Duration = Duration::from_micros(50);
/// Where the codes of the next pipeline begin: a multiple of what any device asks of an offset.
const STRIDE: u64 = 256;
const MIXES: usize = 1 + PairKind::COUNT;

/// Every pair's code by each pipeline for frames at rest in space.
pub(super) async fn codes(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    stage: &VerdictStage,
    cases: &[Case],
) -> Result<Vec<(ShapeMix, Vec<RawCode>)>, GpuError> {
    let mixes = std::iter::once(ShapeMix::Any).chain(PairKind::ALL.map(ShapeMix::Only));
    let mixes: Vec<ShapeMix> = mixes.collect();
    let (tell, told) = channel();
    let submit = || submit(device, queue, stage, cases, &mixes, tell);
    let lost = |error| loss(device).unwrap_or(error);
    // A browser maps the readback of what it refuses all the same: its zeros are no codes.
    let submitted = checked(device, submit).await;
    let readback = submitted.and_then(|submitted| submitted).map_err(lost)?;
    answer(device, told).await.map_err(lost)?;
    let read = || -> Result<Vec<u32>, wgpu::MapRangeError> {
        let words = bytemuck::pod_collect_to_vec(&readback.get_mapped_range(..)?);
        readback.unmap();
        Ok(words)
    };
    let words = checked_now(device, read).map_err(lost)?;
    let words = words.map_err(|error| lost(GpuError::Refused(error.to_string())))?;
    let decoded = |words: &[u32]| -> Vec<RawCode> {
        let code = |i: usize| {
            let (word, place) = (i / CODES_PER_WORD as usize, i as u32 % CODES_PER_WORD);
            RawCode::from_low_bits(u32::from_le(words[word]) >> (2 * place))
        };
        (0..cases.len()).map(code).collect()
    };
    let of = words.chunks_exact(STRIDE as usize / 4).map(decoded);
    Ok(mixes.into_iter().zip(of).collect())
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

/// Uploads, records and submits everything, and answers the buffer that is being mapped.
fn submit(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    stage: &VerdictStage,
    cases: &[Case],
    mixes: &[ShapeMix],
    tell: Sender<Result<(), GpuError>>,
) -> Result<wgpu::Buffer, GpuError> {
    let frames: Vec<Frame3> = cases.iter().flat_map(|case| case.frames).collect();
    let count = cases.len() as u32;
    let pairs: Vec<Pair> = (0..count).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let params =
        Params { pair_count: count, frame_count: frames.len() as u32, ..Params::default() };
    let make = |size: u64, usage: Usage| {
        let label = Some("motzkin self-test");
        let mapped_at_creation = false;
        device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
    };
    let label = Some("motzkin self-test");
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
    // Staged in buffers like any other: a lent device is not lost where there is no memory.
    let mut upload = |bytes: &[u8], usage: Usage| -> Result<wgpu::Buffer, GpuError> {
        let staging = Usage::MAP_WRITE | Usage::COPY_SRC;
        let staged = filled(device, "motzkin self-test", bytes, staging)?;
        let buffer = make(staged.size(), usage | Usage::COPY_DST);
        encoder.copy_buffer_to_buffer(&staged, 0, &buffer, 0, staged.size());
        Ok(buffer)
    };
    let params = upload(bytemuck::bytes_of(&params), Usage::UNIFORM)?;
    let frames = upload(bytemuck::cast_slice(&frames), Usage::STORAGE)?;
    let pairs = upload(bytemuck::cast_slice(&pairs), Usage::STORAGE)?;
    let size = STRIDE * MIXES as u64;
    let codes = make(size, Usage::STORAGE | Usage::COPY_SRC);
    let readback = make(size, Usage::MAP_READ | Usage::COPY_DST);
    for (number, &mix) in (0..).zip(mixes) {
        let own = wgpu::BufferBinding {
            buffer: &codes,
            offset: STRIDE * number,
            size: wgpu::BufferSize::new(codes_size(count)),
        };
        let buffers = VerdictBuffers {
            params: params.as_entire_buffer_binding(),
            frames: frames.as_entire_buffer_binding(),
            pairs: pairs.as_entire_buffer_binding(),
            filters: None,
            codes: own,
            settled: None,
        };
        let kind = FrameKind { moving: false, in_plane: false };
        let bound = stage.bind(device, &buffers, kind)?;
        let timestamp_writes = None;
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
        bound.record(&mut pass, mix, Dispatched::Of(count));
    }
    encoder.copy_buffer_to_buffer(&codes, 0, &readback, 0, size);
    queue.submit([encoder.finish()]);
    readback.map_async(wgpu::MapMode::Read, .., move |mapped| {
        // Nobody waits any more after a timeout.
        let _ = tell.send(mapped.map_err(|error| GpuError::Refused(error.to_string())));
    });
    Ok(readback)
}
