//! A renderer's use of a batch: draws straight from the list, and the test in a shader of its own.

use crate::mixed;
use crate::rig::{Bench, Plan, Rig, STORAGE};
use motzkin::gpu::{BatchOptions, wgsl};
use motzkin::wgpu;
use motzkin_core::exact;
use motzkin_core::verdict::RawCode;
use wgpu::BufferUsages as Usage;

const WIDTH: u32 = 64;

/// A point for each instance, its place the hit's pair: two indirect draws, one indexed, a row
/// each.
const DRAW: &str =
    "struct Out { @builtin(position) at: vec4<f32>, @location(0) @interpolate(flat) pair: u32 }
    fn out(instance: u32, row: f32) -> Out {
        let x = (f32(instance) + 0.5) / 32.0 - 1.0;
        // Behind the header of 32 bytes, 12 bytes a hit.
        return Out(vec4(x, row, 0.0, 1.0), list[8u + 3u * instance]);
    }
    @group(0) @binding(0) var<storage, read> list: array<u32>;
    @vertex fn plain(@builtin(instance_index) instance: u32) -> Out { return out(instance, 0.5); }
    @vertex fn indexed(@builtin(instance_index) instance: u32) -> Out { return out(instance, -0.5); }
    @fragment fn pair(in: Out) -> @location(0) u32 { return in.pair + 1u; }";

#[test]
fn the_list_of_hits_serves_indirect_draws() {
    let rig = Rig::new();
    let options = BatchOptions { vertices_per_hit: 1, ..Default::default() };
    let bench = Bench::new(&rig, mixed(WIDTH as usize), Plan { options, ..Plan::default() });
    let device = &rig.device;
    let format = wgpu::TextureFormat::R32Uint;
    let size = wgpu::Extent3d { width: WIDTH, height: 2, depth_or_array_layers: 1 };
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let view = texture.create_view(&Default::default());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(DRAW.into()),
    });
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &[wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::VERTEX,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Storage { read_only: true },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        }],
    });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let pipeline = |entry: &str| {
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some(entry),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState {
                topology: wgpu::PrimitiveTopology::PointList,
                ..Default::default()
            },
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("pair"),
                compilation_options: Default::default(),
                targets: &[Some(format.into())],
            }),
            multiview_mask: None,
            cache: None,
        })
    };
    let (plain, indexed) = (pipeline("plain"), pipeline("indexed"));
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: bench.hits.as_entire_binding() }],
    });
    let index = rig.filled(&[0_u32], Usage::INDEX);
    let pixels = rig.empty(256 * 2, Usage::COPY_DST | Usage::MAP_READ);

    let mut encoder = rig.encoder();
    bench.batch.record(&mut encoder, WIDTH).unwrap();
    {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        pass.set_bind_group(0, &group, &[]);
        pass.set_pipeline(&plain);
        pass.draw_indirect(&bench.hits, 0);
        pass.set_pipeline(&indexed);
        pass.set_index_buffer(index.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed_indirect(&bench.hits, 0);
    }
    let rows =
        wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(256), rows_per_image: None };
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo { buffer: &pixels, layout: rows },
        size,
    );
    let taken = bench.take(&rig, &mut encoder);
    rig.submit(encoder);
    let codes = bench.check(&rig, &taken, WIDTH);
    let mut expected: Vec<u32> =
        (0..WIDTH).filter(|&i| codes[i as usize] != RawCode::SEPARATE).map(|i| i + 1).collect();
    assert!(expected.len() > 5, "{expected:?}");
    expected.resize(WIDTH as usize, 0);
    let pixels = rig.words(&pixels);
    assert_eq!(pixels[..WIDTH as usize], expected, "draw_indirect");
    assert_eq!(pixels[WIDTH as usize..], expected, "draw_indexed_indirect");
}

#[test]
fn the_exported_test_answers_in_a_shader_of_ones_own() {
    let rig = Rig::new();
    let scene = mixed(3000);
    let mine = "@group(0) @binding(0) var<storage, read> shapes: array<Frame>;
        @group(0) @binding(1) var<storage, read> wanted: array<Pair>;
        @group(0) @binding(2) var<storage, read_write> answers: array<u32>;
        @compute @workgroup_size(32) fn mine(@builtin(global_invocation_id) at: vec3<u32>) {
            if at.x < arrayLength(&wanted) {
                answers[at.x] = judge(shapes[wanted[at.x].a], shapes[wanted[at.x].b]);
            }
        }";
    let text = [wgsl::TYPES, wgsl::JUDGE, mine].concat();
    let device = &rig.device;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("mine"),
        compilation_options: Default::default(),
        cache: None,
    });
    let buffers = [
        rig.filled(&scene.frames, STORAGE),
        rig.filled(&scene.pairs, STORAGE),
        rig.junk(4 * scene.pairs.len() as u64, STORAGE),
    ];
    let entries: Vec<_> = (0..)
        .zip(&buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let layout = pipeline.get_bind_group_layout(0);
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &entries,
    });
    let mut encoder = rig.encoder();
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups((scene.pairs.len() as u32).div_ceil(32), 1, 1);
    }
    let answers = rig.snapshot(&mut encoder, &buffers[2]);
    rig.submit(encoder);
    let mut certain = 0;
    for (i, (answer, pair)) in rig.words(&answers).into_iter().zip(&scene.pairs).enumerate() {
        assert!(answer < 4, "pair {i}: {answer:#x}");
        let Some(verdict) = RawCode::from_low_bits(answer).verdict() else { continue };
        let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
        assert_eq!(verdict, exact::decide(a, b).unwrap().verdict, "pair {i}");
        certain += 1;
    }
    assert!(certain > 2000, "{certain} of 3000 certain");
}
