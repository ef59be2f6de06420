//! A compute shader of one's own that calls the crate's test: one probe against a cloud of frames,
//! and a comparison with the CPU. Takes any adapter, a software one too.

mod shader;

use motzkin::bytemuck::{bytes_of, cast_slice, pod_collect_to_vec};
use motzkin::glam::{Quat, Vec3};
use motzkin::gpu::{AdapterChoice, headless};
use motzkin::wgpu::{self, BufferUsages, util::DeviceExt};
use motzkin::{CollisionService, Engine, Frame3, Pair, RawCode};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count = 10_000_u16;
    let probe = Frame3::tetra_by_vertices([
        Vec3::splat(-3.0),
        Vec3::X * 9.0,
        Vec3::Y * 9.0,
        Vec3::Z * 9.0,
    ])?;
    // A spiral that winds through the probe.
    let cloud = (0..count)
        .map(|i| {
            let turn = Quat::from_rotation_y(0.1 * f32::from(i));
            let centre =
                turn * Vec3::X * (f32::from(i) * 1e-3) + Vec3::Y * (f32::from(i % 97) * 0.1 - 4.0);
            Frame3::rotated_box(centre, Vec3::new(0.2, 0.1, 0.3), turn)
        })
        .collect::<Result<Vec<_>, _>>()?;
    let gpu =
        pollster::block_on(headless(&AdapterChoice::Any)).map_err(|error| error.to_string())?;
    let codes = test_on_gpu(&gpu.device, &gpu.queue, &probe, &cloud)?;

    let frames = [&[probe], &cloud[..]].concat();
    let pairs: Vec<Pair> = (1..=u32::from(count)).map(|i| Pair::new(0, i)).collect();
    let verdicts = CollisionService::new(Engine::Cpu)?.verdicts(&frames, &pairs)?;
    let mut undecided = 0;
    for ((pair, &word), verdict) in pairs.iter().zip(&codes).zip(verdicts.iter()) {
        // What the shader is certain of is so; the rest is settled on the CPU. `embed` shows it.
        match RawCode::from_low_bits(word) {
            RawCode::UNDECIDED => undecided += 1,
            code => assert_eq!(code.bits(), *verdict as u32, "{pair:?}"),
        }
    }
    let name = gpu.adapter.name;
    println!("{count} frames, {} overlap the probe, as the CPU says", verdicts.overlapping());
    println!("{undecided} undecided on {name}");
    Ok(())
}

/// A raw code for the probe and each frame of the cloud.
fn test_on_gpu(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    probe: &Frame3,
    cloud: &[Frame3],
) -> Result<Vec<u32>, Box<dyn std::error::Error>> {
    let source = wgpu::ShaderSource::Wgsl(shader::probe().into());
    let module = device
        .create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("own shader"), source });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("probe"),
        layout: None,
        module: &module,
        entry_point: Some("probe_all"),
        compilation_options: Default::default(),
        cache: None,
    });
    let upload = |label, contents| {
        let usage = BufferUsages::STORAGE;
        device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some(label),
            contents,
            usage,
        })
    };
    let buffer = |label, usage| {
        let (label, size) = (Some(label), size_of_val(cloud) as u64 / 16);
        device.create_buffer(&wgpu::BufferDescriptor {
            label,
            size,
            usage,
            mapped_at_creation: false,
        })
    };
    let codes = buffer("codes", BufferUsages::STORAGE | BufferUsages::COPY_SRC);
    let readback = buffer("readback", BufferUsages::COPY_DST | BufferUsages::MAP_READ);
    let buffers = [upload("probe", bytes_of(probe)), upload("cloud", cast_slice(cloud)), codes];
    let entries: Vec<_> = (0..)
        .zip(&buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let layout = &pipeline.get_bind_group_layout(0);
    let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("probe"),
        layout,
        entries: &entries,
    });

    let mut encoder = device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &bindings, &[]);
    pass.dispatch_workgroups((cloud.len() as u32).div_ceil(64), 1, 1);
    drop(pass);
    encoder.copy_buffer_to_buffer(&buffers[2], 0, &readback, 0, readback.size());
    queue.submit([encoder.finish()]);

    let (sender, mapped) = std::sync::mpsc::channel();
    readback
        .map_async(wgpu::MapMode::Read, .., move |result| sender.send(result).unwrap_or_default());
    device.poll(wgpu::PollType::wait_indefinitely())?;
    mapped.recv()??;
    Ok(pod_collect_to_vec(&readback.get_mapped_range(..)?))
}
