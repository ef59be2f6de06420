//! Pictures as files, without a window.

use crate::gpu::Gpu;
use crate::show::Show;
use crate::verify::verify;
use motzkin::wgpu;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Pixels. Rows of so many need no padding when they are copied.
pub const SIZE: [u32; 2] = [1280, 720];

/// Draws `frames` frames to `out/frame-0000.png` and so on.
pub fn run(
    boxes: u32,
    adapter: &str,
    frames: u32,
    out: &Path,
    verified: bool,
) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let instance =
        wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let show = Show::new(
        Gpu::open(&instance, None, adapter)?,
        boxes,
        wgpu::TextureFormat::Rgba8UnormSrgb,
        SIZE,
    )?;
    println!("{boxes} boxes on {}", show.gpu.name());
    let texture = show.gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("picture"),
        size: wgpu::Extent3d { width: SIZE[0], height: SIZE[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8UnormSrgb,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let view = texture.create_view(&Default::default());
    let mut pixels = Vec::new();
    for number in 0..frames {
        show.draw(number, &view)?;
        pixels = read_texture(&show.gpu, &texture)?;
        let path = out.join(format!("frame-{number:04}.png"));
        save(&pixels, &path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("{frames} pictures in {}", out.display());
    if verified { verify(&show, frames - 1, &pixels) } else { Ok(()) }
}

/// Writes the texels to a PNG file.
fn save(texels: &[u8], path: &Path) -> Result<(), png::EncodingError> {
    let mut file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(&mut file, SIZE[0], SIZE[1]);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(texels)?;
    writer.finish()?;
    Ok(file.flush()?)
}

fn read_texture(gpu: &Gpu, texture: &wgpu::Texture) -> Result<Vec<u8>, Box<dyn Error>> {
    let [width, height] = SIZE;
    read(gpu, u64::from(4 * width * height), |encoder, buffer| {
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(4 * width),
            rows_per_image: None,
        };
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer, layout },
            texture.size(),
        );
    })
}

/// The bytes of a buffer. Waits for the GPU.
pub fn read_buffer(gpu: &Gpu, from: &wgpu::Buffer) -> Result<Vec<u8>, Box<dyn Error>> {
    read(gpu, from.size(), |encoder, to| encoder.copy_buffer_to_buffer(from, 0, to, 0, from.size()))
}

fn read(
    gpu: &Gpu,
    size: u64,
    copy: impl FnOnce(&mut wgpu::CommandEncoder, &wgpu::Buffer),
) -> Result<Vec<u8>, Box<dyn Error>> {
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    let descriptor =
        wgpu::BufferDescriptor { label: Some("readback"), size, usage, mapped_at_creation: false };
    let buffer = gpu.device.create_buffer(&descriptor);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    copy(&mut encoder, &buffer);
    gpu.queue.submit([encoder.finish()]);
    let (sender, mapped) = std::sync::mpsc::channel();
    buffer
        .map_async(wgpu::MapMode::Read, .., move |result| sender.send(result).unwrap_or_default());
    gpu.device.poll(wgpu::PollType::wait_indefinitely())?;
    mapped.recv()??;
    Ok(buffer.get_mapped_range(..)?.to_vec())
}
