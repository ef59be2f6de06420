//! A renderer's use of a batch: draws straight from the list, and the test in a shader of its own.

use crate::rig::{Bench, Plan, Rig, STORAGE};
use crate::{NUMBERS_OF_TURNS, mixed, turns_of_a_cube};
use motzkin::glam::{Quat, Vec3};
use motzkin::gpu::{BatchOptions, GpuError, Pipelines, wgsl};
use motzkin::{Frame3, wgpu};
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
    @vertex fn indexed(@builtin(instance_index) instance: u32) -> Out {
        return out(instance, -0.5);
    }
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

/// What a shader with the entry point `mine` writes to the last of its buffers.
fn run(rig: &Rig, text: String, buffers: &[wgpu::Buffer], groups: u32) -> Vec<u32> {
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
    let entries: Vec<_> = (0..)
        .zip(buffers)
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
        pass.dispatch_workgroups(groups, 1, 1);
    }
    let answers = rig.snapshot(&mut encoder, &buffers[buffers.len() - 1]);
    rig.submit(encoder);
    rig.words(&answers)
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
                answers[at.x] = test(shapes[wanted[at.x].a], shapes[wanted[at.x].b]);
            }
        }";
    let text = [wgsl::TYPES, wgsl::TEST, mine].concat();
    let buffers = [
        rig.filled(&scene.frames, STORAGE),
        rig.filled(&scene.pairs, STORAGE),
        rig.junk(4 * scene.pairs.len() as u64, STORAGE),
    ];
    let answers = run(&rig, text, &buffers, (scene.pairs.len() as u32).div_ceil(32));
    let mut certain = 0;
    for (i, (answer, pair)) in answers.into_iter().zip(&scene.pairs).enumerate() {
        assert!(answer < 4, "pair {i}: {answer:#x}");
        let Some(verdict) = RawCode::from_low_bits(answer).verdict() else { continue };
        let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
        assert_eq!(verdict, exact::decide(a, b).unwrap().verdict, "pair {i}");
        certain += 1;
    }
    assert!(certain > 2000, "{certain} of 3000 certain");
}

/// Centre, half extents, quaternion and velocity of a box, four numbers each.
type BoxPose = [[f32; 4]; 4];

/// The frames that a shader makes of boxes, the velocities of every other one left out.
fn frames_of(rig: &Rig, poses: &[BoxPose]) -> Vec<Frame3> {
    let mine = "@group(0) @binding(0) var<storage, read> poses: array<mat4x4<f32>>;
        @group(0) @binding(1) var<storage, read_write> frames: array<Frame>;
        @compute @workgroup_size(32) fn mine(@builtin(global_invocation_id) at: vec3<u32>) {
            if at.x < arrayLength(&poses) {
                let pose = poses[at.x];
                if at.x % 2u == 0u {
                    frames[at.x] = frame_of_box(pose[0].xyz, pose[1].xyz, pose[2]);
                } else {
                    frames[at.x] =
                        frame_of_moving_box(pose[0].xyz, pose[1].xyz, pose[2], pose[3].xyz);
                }
            }
        }";
    let buffers = [rig.filled(poses, STORAGE), rig.junk(64 * poses.len() as u64, STORAGE)];
    let groups = (poses.len() as u32).div_ceil(32);
    let words = run(rig, [wgsl::TYPES, wgsl::POSE, mine].concat(), &buffers, groups);
    let found: Vec<Frame3> = motzkin::bytemuck::pod_collect_to_vec(&words);
    assert_eq!(found.len(), poses.len());
    found
}

/// Boxes in the rotations of a cube are those that the CPU makes, to the last bit but for the sign
/// of a zero.
#[test]
fn a_shader_turns_boxes_by_quarters_without_rounding() {
    let rig = Rig::new();
    let (centre, half) = ([2.0, -3.0, 8.0, 0.0], [0.5, 1.0, 6.0, 0.0]);
    let mut poses: Vec<BoxPose> = Vec::new();
    for turn in turns_of_a_cube() {
        let of_length = |length: f32| [centre, half, turn.map(|number| number * length), [0.0; 4]];
        poses.extend(NUMBERS_OF_TURNS.map(of_length));
    }
    let three = |v: &[f32; 4]| Vec3::new(v[0], v[1], v[2]);
    for (found, [centre, half, turn, _]) in frames_of(&rig, &poses).iter().zip(&poses) {
        let turned = Frame3::rotated_box(three(centre), three(half), Quat::from_array(*turn));
        assert_eq!(found.rows(), turned.unwrap().rows(), "{turn:?}");
    }
}

/// Frames that a shader makes from poses are those that the CPU makes, but for rounding.
#[test]
fn a_shader_makes_frames_from_poses() {
    let rig = Rig::new();
    let mut rng = crate::common::seed::rng("poses of a shader");
    let mut vector = |size: f32| [0; 3].map(|_| size * (2.0 * rng.f32() - 1.0));
    let poses: Vec<BoxPose> = (0..500)
        .map(|_| {
            let ([x, y, z], half) = (vector(10.0), vector(2.0).map(f32::abs));
            let ([i, j, k], [w, _, _], [u, v, s]) = (vector(3.0), vector(3.0), vector(1.0));
            [[x, y, z, 0.0], [half[0], half[1], half[2], 0.0], [i, j, k, w], [u, v, s, 0.0]]
        })
        .collect();
    let found = frames_of(&rig, &poses);
    for (i, (found, [centre, half, turn, velocity])) in found.iter().zip(&poses).enumerate() {
        let three = |v: &[f32; 4]| Vec3::new(v[0], v[1], v[2]);
        let expected =
            Frame3::rotated_box(three(centre), three(half), Quat::from_array(*turn)).unwrap();
        let expected = match i % 2 {
            0 => expected,
            _ => expected.with_velocity(three(velocity)).unwrap(),
        };
        let size = three(centre).length() + three(half).length();
        for (row, (own, other)) in found.rows().iter().zip(expected.rows()).enumerate() {
            let off = (0..4).map(|c| (own[c] - other[c]).abs()).fold(0.0, f32::max);
            assert!(off <= 4e-6 * size, "pose {i}, row {row}: {own:?} and {other:?}");
        }
        let speed = [1, 2, 3].map(|row| found.rows()[row][3]);
        assert_eq!(speed, [1, 2, 3].map(|row| expected.rows()[row][3]), "pose {i}");
        assert_eq!(found.kind().unwrap(), expected.kind().unwrap(), "pose {i}");
    }
}

/// Pipelines that a thread compiles are as good as others, whoever waits for them.
#[test]
fn pipelines_load_without_blocking() {
    let rig = Rig::new();
    drop(Pipelines::load(&rig.device, None));
    let pipelines = pollster::block_on(Pipelines::load(&rig.device, None)).unwrap();
    let rig = Rig { pipelines, ..rig };
    let bench = Bench::new(&rig, mixed(300), Plan::default());
    let mut encoder = rig.encoder();
    bench.batch.record(&mut encoder, 300).unwrap();
    let taken = bench.take(&rig, &mut encoder);
    rig.submit(encoder);
    bench.check(&rig, &taken, 300);
    rig.device.destroy();
    let error = pollster::block_on(Pipelines::load(&rig.device, None)).unwrap_err();
    assert!(matches!(error, GpuError::DeviceLost(_)), "{error:?}");
}
