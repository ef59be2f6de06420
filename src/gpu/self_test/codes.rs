//! What a device says of the pairs.

use crate::geom::{Frame3, Pair, PairKind};
use crate::gpu::self_test::ask::{LABEL, Question, ask};
use crate::gpu::self_test::cases::Case;
use crate::gpu::shader::layout::codes_size;
use crate::gpu::shader::stage_layout::{CODES_PER_WORD, Params};
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu::stages::verdicts::{ShapeMix, VerdictBuffers, VerdictStage};
use crate::gpu::stages::workgroups::Dispatched;
use crate::gpu_error::GpuError;
use crate::verdict::RawCode;
use wgpu::BufferUsages as Usage;

/// Where the codes of the next pipeline begin: a multiple of what any device asks of an offset.
const STRIDE: u64 = 256;

/// Every pair's code by each pipeline for frames at rest in space.
pub(super) async fn codes(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    stage: &VerdictStage,
    cases: &[Case],
) -> Result<Vec<(ShapeMix, Vec<RawCode>)>, GpuError> {
    let mixes = std::iter::once(ShapeMix::Any).chain(PairKind::ALL.map(ShapeMix::Only));
    let mixes: Vec<ShapeMix> = mixes.collect();
    let words = ask(device, queue, |question| record(question, stage, cases, &mixes)).await?;
    let decoded = |words: &[u32]| -> Vec<RawCode> {
        let code = |i: usize| {
            let (word, place) = (i / CODES_PER_WORD as usize, i as u32 % CODES_PER_WORD);
            RawCode::from_low_bits(words[word] >> (2 * place))
        };
        (0..cases.len()).map(code).collect()
    };
    let of = words.chunks_exact(STRIDE as usize / 4).map(decoded);
    Ok(mixes.into_iter().zip(of).collect())
}

/// Records everything, and returns the buffer of the codes.
fn record(
    question: &mut Question<'_>,
    stage: &VerdictStage,
    cases: &[Case],
    mixes: &[ShapeMix],
) -> Result<wgpu::Buffer, GpuError> {
    let frames: Vec<Frame3> = cases.iter().flat_map(|case| case.frames).collect();
    let count = cases.len() as u32;
    let pairs: Vec<Pair> = (0..count).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let params =
        Params { pair_count: count, frame_count: frames.len() as u32, ..Params::default() };
    let params = question.upload(bytemuck::bytes_of(&params), Usage::UNIFORM)?;
    let frames = question.upload(bytemuck::cast_slice(&frames), Usage::STORAGE)?;
    let pairs = question.upload(bytemuck::cast_slice(&pairs), Usage::STORAGE)?;
    let codes = question.buffer(STRIDE * mixes.len() as u64, Usage::STORAGE | Usage::COPY_SRC);
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
        let bound = stage.bind(question.device, &buffers, kind)?;
        let descriptor = wgpu::ComputePassDescriptor { label: LABEL, timestamp_writes: None };
        let mut pass = question.encoder.begin_compute_pass(&descriptor);
        bound.record(&mut pass, mix, Dispatched::Of(count));
    }
    Ok(codes)
}
