//! A scene's part on the GPU: frames that stay, uploads through a belt, codes through a ring of readback buffers.

use super::belt::UploadBelt;
use super::error::GpuError;
use super::grown::most_rows;
use super::layout::codes_size;
use super::pending::PendingCodes;
use super::resident::{FrameArrays, ResidentFrames};
use super::resident_pairs::{ResidentPairs, most_pairs};
use super::runner::Runner;
use super::scopes::checked_now;
use super::verdicts::ShapeMix;
use crate::geom::{Frame3, Pair};
use std::sync::{Arc, Mutex, PoisonError};

/// The frames of a scene on a runner's device.
pub(crate) struct ResidentScene {
    runner: Arc<Runner>,
    pub frames: ResidentFrames,
    pub belt: UploadBelt,
    spare: SpareBuffers,
}

/// Readback buffers that wait for use: as many as were ever under way at once.
pub(super) type SpareBuffers = Arc<Mutex<Vec<wgpu::Buffer>>>;

impl ResidentScene {
    pub fn new(runner: Arc<Runner>) -> Self {
        let device = &runner.gpu().device;
        let (frames, belt) = (ResidentFrames::new(device), UploadBelt::new(device, UploadBelt::CHUNK));
        Self { frames, belt, spare: SpareBuffers::default(), runner }
    }

    /// The most frames that a buffer holds.
    pub fn most_frames(&self) -> usize {
        most_rows(&self.runner.gpu().device, size_of::<Frame3>())
    }

    /// The most pairs that a list may have.
    pub fn most_pairs(&self) -> usize {
        most_pairs(&self.runner.gpu().device)
    }

    /// Bytes of the readback buffers that wait for use.
    pub fn readback_bytes(&self) -> u64 {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).iter().map(wgpu::Buffer::size).sum()
    }

    /// Uploads what has changed, tests the pairs and sends their codes back; returns once that is submitted.
    pub fn submit(
        &mut self,
        arrays: &FrameArrays<'_>,
        shapes: ShapeMix,
        list: &mut ResidentPairs,
        pairs: &[Pair],
    ) -> Result<PendingCodes, GpuError> {
        if pairs.is_empty() {
            return Ok(PendingCodes::empty());
        }
        let device = self.runner.gpu().device.clone();
        let submitted = checked_now(&device, || self.record_and_submit(arrays, shapes, list, pairs));
        let submitted = submitted.and_then(|submitted| submitted);
        if submitted.is_err() {
            // What the failed encoder held never arrives.
            self.frames.touch_all();
            list.touch(0);
        }
        submitted.map_err(|error| self.runner.cause(error))
    }

    fn record_and_submit(
        &mut self,
        arrays: &FrameArrays<'_>,
        shapes: ShapeMix,
        list: &mut ResidentPairs,
        pairs: &[Pair],
    ) -> Result<PendingCodes, GpuError> {
        let gpu = self.runner.gpu();
        let (device, label, count) = (&gpu.device, Some("motzkin scene"), pairs.len() as u32);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let mut uploaded = self.frames.record_updates(&mut self.belt, &mut encoder, arrays)?;
        uploaded += list.record_updates(device, &mut self.belt, &mut encoder, pairs)?;
        let pipelines = self.runner.pipelines();
        let codes = list.record_test(device, pipelines, &mut encoder, &self.frames, shapes, count)?;
        let readback = self.readback(codes_size(count))?;
        encoder.copy_buffer_to_buffer(codes, 0, &readback, 0, codes_size(count));
        self.belt.finish(&encoder);
        gpu.queue.submit([encoder.finish()]);
        Ok(PendingCodes::new(self.runner.clone(), readback, self.spare.clone(), count, uploaded))
    }

    /// A spare buffer that is large enough, or a new one; smaller spare ones make way for it.
    fn readback(&self, size: u64) -> Result<wgpu::Buffer, GpuError> {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(i) = spare.iter().position(|buffer| buffer.size() >= size) {
            return Ok(spare.swap_remove(i));
        }
        spare.clear();
        let device = &self.runner.gpu().device;
        let descriptor = wgpu::BufferDescriptor {
            label: Some("motzkin readback"),
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        };
        checked_now(device, || device.create_buffer(&descriptor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{AdapterChoice, RunnerOptions, headless};
    use crate::verdict::RawCode;
    use std::time::Duration;

    fn frames() -> [Frame3; 2] {
        let cube = |x: f32| Frame3::aligned_box(glam::Vec3::splat(x), glam::Vec3::splat(x + 1.0));
        [cube(0.0), cube(0.5)].map(|cube| cube.expect("a cube"))
    }

    /// Whenever the device goes, what is under way is answered, whole or with the cause.
    #[test]
    fn a_lost_device_is_a_typed_error() {
        let pairs = vec![Pair::new(0, 1); 100_000];
        for round in 0..15 {
            let gpu = pollster::block_on(headless(&AdapterChoice::Any)).expect("an adapter");
            let device = gpu.device.clone();
            let runner = pollster::block_on(Runner::new(gpu, RunnerOptions::default())).expect("a runner");
            let (mut scene, mut list) = (ResidentScene::new(Arc::new(runner)), ResidentPairs::default());
            let frames = frames();
            let arrays = FrameArrays { frames: &frames, ..FrameArrays::default() };
            let mut submit = || scene.submit(&arrays, ShapeMix::Any, &mut list, &pairs);
            let under_way: Vec<_> = (0..3).map(|_| submit().expect("a device")).collect();
            let end = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_micros(500 * round));
                device.destroy();
            });
            for mut pending in under_way {
                match pending.wait(Duration::from_secs(60)) {
                    std::task::Poll::Ready(Ok(codes)) => {
                        assert!(codes.len() == pairs.len());
                        assert!(codes.iter().all(|code| *code == RawCode::OVERLAPPING));
                    }
                    other => assert!(
                        matches!(other, std::task::Poll::Ready(Err(GpuError::DeviceLost(_)))),
                        "round {round}: {:?}",
                        other.map_ok(|codes| codes.len())
                    ),
                }
            }
            end.join().expect("no panic");
            for _ in 0..2 {
                let error = match submit() {
                    Ok(mut pending) => pending.wait(Duration::from_secs(60)).map_ok(|codes| codes.len()),
                    Err(error) => std::task::Poll::Ready(Err(error)),
                };
                assert!(
                    matches!(error, std::task::Poll::Ready(Err(GpuError::DeviceLost(_)))),
                    "round {round}: {error:?}"
                );
            }
        }
    }
}
