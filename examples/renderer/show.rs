//! World, camera and pictures together: one frame after the other.

use crate::draw::Painter;
use crate::gpu::Gpu;
use crate::world::World;
use motzkin::glam::camera::rh::{proj::directx::perspective, view::look_at_mat4};
use motzkin::glam::{Mat4, Vec3};
use motzkin::wgpu;
use std::error::Error;

const FRAMES_PER_SECOND: f32 = 60.0;

/// Everything that is on the GPU.
pub struct Show {
    pub gpu: Gpu,
    pub world: World,
    painter: Painter,
    aspect: f32,
}

impl Show {
    /// So many boxes, for pictures of this format and size in pixels.
    pub fn new(
        gpu: Gpu,
        boxes: u32,
        format: wgpu::TextureFormat,
        size: [u32; 2],
    ) -> Result<Self, Box<dyn Error>> {
        let world = World::new(&gpu.device, boxes)?;
        let painter = Painter::new(&gpu.device, &world, format, size);
        Ok(Self { gpu, world, painter, aspect: aspect(size) })
    }

    pub fn resize(&mut self, size: [u32; 2]) {
        self.painter.resize(&self.gpu.device, size);
        self.aspect = aspect(size);
    }

    /// Moves, pairs, tests and draws frame `number`: one encoder, one submission, nothing read
    /// back.
    pub fn draw(&self, number: u32, out: &wgpu::TextureView) -> Result<(), Box<dyn Error>> {
        let Gpu { device, queue, .. } = &self.gpu;
        let seconds = number as f32 / FRAMES_PER_SECOND;
        let (eye, view_projection) = camera(seconds, self.aspect);
        self.world.set_moment(queue, seconds, eye, view_projection);
        let mut encoder =
            device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("frame") });
        self.world.record(&mut encoder)?;
        self.painter.record(&mut encoder, &self.world, out);
        queue.submit([encoder.finish()]);
        Ok(())
    }
}

fn aspect([width, height]: [u32; 2]) -> f32 {
    width as f32 / height as f32
}

/// Where the camera of frame `number` is, and what it makes of the world.
pub fn camera_of(number: u32, size: [u32; 2]) -> (Vec3, Mat4) {
    camera(number as f32 / FRAMES_PER_SECOND, aspect(size))
}

/// Circles the knot slowly; z points up. (WebGPU's depths and picture are those of DirectX.)
fn camera(seconds: f32, aspect: f32) -> (Vec3, Mat4) {
    let angle = 1.0 + 0.05 * seconds;
    let towards = Vec3::new(angle.cos(), angle.sin(), 0.0);
    let eye = 4.3 * towards + Vec3::Z * 4.6;
    let view = look_at_mat4(eye, 0.55 * towards, Vec3::Z);
    (eye, perspective(0.88, aspect, 0.05, 30.0) * view)
}
