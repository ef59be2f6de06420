//! What the CPU allocates in each frame, once all is warm. Counted on the thread that calls.

use crate::rig::{Bench, Plan, Rig};
use allocation_counter::{AllocationInfo, measure};
use motzkin::gpu::{Pairs, Pipelines, RecordError};
use motzkin::{CollisionService, Engine, wgpu};
use motzkin_lab::workload::Workload;
use std::time::Duration;

/// A rig whose instance tells how many objects there are.
fn reporting() -> (wgpu::Instance, Rig) {
    let backends = wgpu::Backends::PRIMARY;
    let descriptor = wgpu::InstanceDescriptor { backends, ..crate::plain_instance() };
    let instance = wgpu::Instance::new(descriptor);
    let adapter = crate::adapter_of(&instance);
    let (device, queue) = crate::device_of(&adapter, wgpu::Limits::default());
    let pipelines = Pipelines::new(&device).unwrap();
    (instance, Rig { device, queue, pipelines })
}

/// As many buffers, bind groups, pipelines and so on as there are, in words.
fn objects(instance: &wgpu::Instance) -> String {
    format!("{:?}", instance.generate_report().expect("a native instance").hub_report())
}

/// What an embedder would record by hand for the same stages: as many pipelines, groups and
/// dispatches, by plain wgpu.
struct ByHand {
    /// The number of pairs is told by four offsets.
    counted: (wgpu::ComputePipeline, wgpu::BindGroup),
    /// Others each time: what is set twice in a row is recorded once.
    stages: Vec<(wgpu::ComputePipeline, wgpu::BindGroup)>,
    counts: wgpu::Buffer,
    answer: wgpu::Buffer,
}

impl ByHand {
    fn new(rig: &Rig) -> Self {
        let source = "
            @group(0) @binding(0) var<uniform> a: vec4<u32>;
            @group(0) @binding(1) var<uniform> b: vec4<u32>;
            @group(0) @binding(2) var<uniform> c: vec4<u32>;
            @group(0) @binding(3) var<uniform> d: vec4<u32>;
            @compute @workgroup_size(1) fn counted() { _ = a + b + c + d; }
            @group(0) @binding(4) var<storage, read_write> state: array<u32>;
            @compute @workgroup_size(1) fn stage() { state[0] += 1; }";
        let device = &rig.device;
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let entry = |binding, ty, has_dynamic_offset| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None },
            count: None,
        };
        let usage = wgpu::BufferUsages::UNIFORM
            | wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::INDIRECT;
        let buffer = rig.empty(1024, usage);
        let made = |name, entries: &[wgpu::BindGroupLayoutEntry]| {
            let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries,
            });
            let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
            let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(name),
                compilation_options: Default::default(),
                cache: None,
            });
            let resource = |entry: &wgpu::BindGroupLayoutEntry| wgpu::BindGroupEntry {
                binding: entry.binding,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: &buffer,
                    offset: 0,
                    size: wgpu::BufferSize::new(16),
                }),
            };
            let entries: Vec<_> = entries.iter().map(resource).collect();
            let group =
                wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries };
            (pipeline, device.create_bind_group(&group))
        };
        let counted = made(
            "counted",
            &[0, 1, 2, 3].map(|i| entry(i, wgpu::BufferBindingType::Uniform, true)),
        );
        let storage = wgpu::BufferBindingType::Storage { read_only: false };
        let stages = (0..5).map(|_| made("stage", &[entry(4, storage, false)])).collect();
        let counts = rig.empty(64, wgpu::BufferUsages::INDIRECT);
        Self { counted, stages, counts, answer: rig.empty(1024, wgpu::BufferUsages::COPY_SRC) }
    }

    /// A scene's frame: judging, a copy of the answer, and its reading.
    fn frame(&self, rig: &Rig, readback: &wgpu::Buffer) -> [u64; 2] {
        let label = Some("motzkin scene");
        let sent = measure(|| {
            let descriptor = wgpu::CommandEncoderDescriptor { label };
            let mut encoder = rig.device.create_command_encoder(&descriptor);
            let descriptor = wgpu::ComputePassDescriptor { label, timestamp_writes: None };
            let mut pass = encoder.begin_compute_pass(&descriptor);
            pass.push_debug_group("motzkin batch verdicts");
            pass.set_pipeline(&self.counted.0);
            pass.set_bind_group(0, &self.counted.1, &[0, 256, 0, 256]);
            pass.dispatch_workgroups(1, 1, 1);
            // The verdicts, and what settles in numbers of four lengths.
            for _ in 0..5 {
                pass.set_pipeline(&self.stages[0].0);
                pass.set_bind_group(0, &self.stages[0].1, &[]);
                pass.dispatch_workgroups(1, 1, 1);
            }
            pass.pop_debug_group();
            drop(pass);
            let (codes, settled) = (readback.size() - 4, 4);
            encoder.copy_buffer_to_buffer(&self.answer, 0, readback, 0, codes);
            encoder.copy_buffer_to_buffer(&self.answer, 0, readback, codes, settled);
            rig.queue.submit([encoder.finish()]);
            readback.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
        });
        let read = measure(|| {
            rig.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
            drop(readback.get_mapped_range(..).unwrap());
            readback.unmap();
        });
        [sent.count_total, read.count_total]
    }

    /// Judging, the scan's two levels and two lists, in the groups that a debugger shows.
    fn record(&self, encoder: &mut wgpu::CommandEncoder, indirect: bool) {
        let label = Some("motzkin batch");
        let mut pass = encoder
            .begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes: None });
        let mut stages = self.stages.iter();
        let mut stage = |pass: &mut wgpu::ComputePass<'_>, indirect: bool| {
            let (pipeline, group) = stages.next().unwrap();
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, group, &[]);
            if indirect {
                pass.dispatch_workgroups_indirect(&self.counts, 0);
            } else {
                pass.dispatch_workgroups(1, 1, 1);
            }
        };
        pass.push_debug_group("motzkin batch verdicts");
        pass.set_pipeline(&self.counted.0);
        pass.set_bind_group(0, &self.counted.1, &[0, 256, 0, 256]);
        pass.dispatch_workgroups(1, 1, 1);
        stage(&mut pass, indirect);
        pass.pop_debug_group();
        pass.push_debug_group("motzkin batch lists");
        stage(&mut pass, indirect);
        stage(&mut pass, false);
        stage(&mut pass, indirect);
        stage(&mut pass, indirect);
        pass.pop_debug_group();
    }
}

type Recording<'a> = dyn Fn(&mut wgpu::CommandEncoder) -> Result<(), RecordError> + 'a;

/// The allocations of one recording, after some.
fn of_recording(rig: &Rig, record: &dyn Fn(&mut wgpu::CommandEncoder)) -> AllocationInfo {
    let mut found = AllocationInfo::default();
    for _ in 0..4 {
        let mut encoder = rig.encoder();
        found = measure(|| record(&mut encoder));
        rig.submit(encoder);
        rig.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    }
    found
}

#[test]
fn recording_allocates_no_more_than_by_hand_and_makes_no_object() {
    let (instance, rig) = reporting();
    let (bench, by_hand) =
        (Bench::new(&rig, crate::mixed(4097), Plan::default()), ByHand::new(&rig));
    rig.queue.write_buffer(&bench.count, 0, &4097_u32.to_le_bytes());
    rig.submit(rig.encoder());
    let forms: [(&str, &Recording<'_>); 2] = [
        ("record", &|encoder| bench.batch.record(encoder, 4097)),
        ("record indirectly", &|encoder| bench.batch.record(encoder, Pairs::Indirect)),
    ];
    for (form, record) in forms {
        let ours = of_recording(&rig, &|encoder| record(encoder).unwrap());
        let theirs = of_recording(&rig, &|encoder| by_hand.record(encoder, form != "record"));
        println!(
            "{form}: {} allocations, {} bytes; by hand {theirs:?}",
            ours.count_total, ours.bytes_total
        );
        assert!(ours.count_total <= theirs.count_total, "{form}: {ours:?}, by hand {theirs:?}");
        assert!(ours.bytes_total <= theirs.bytes_total, "{form}: {ours:?}, by hand {theirs:?}");
        let mut encoder = rig.encoder();
        let before = objects(&instance);
        record(&mut encoder).unwrap();
        assert_eq!(objects(&instance), before, "{form}");
    }
    let before = objects(&instance);
    let _more = rig.empty(4, wgpu::BufferUsages::STORAGE);
    assert_ne!(objects(&instance), before, "objects are counted");
}

/// The most that a frame allocates after some, in number and bytes: its changes, submission, wait
/// and settling.
fn of_frames(frames: usize, pairs: usize, changed: usize) -> [(u64, u64); 4] {
    let batch = Workload::Boxes.scene(pairs, 7);
    let shapes: Vec<_> = batch.frames.iter().copied().cycle().take(frames).collect();
    let within = |index: u32| index % frames as u32;
    let chosen: Vec<_> =
        batch.pairs.iter().map(|pair| motzkin::Pair::new(within(pair.a), within(pair.b))).collect();
    let service = CollisionService::builder().engine(Engine::Gpu).threads(1).build().unwrap();
    let mut scene = service.scene();
    let handles = scene.insert_all(&shapes).unwrap();
    let list = scene.pair_list(&chosen).unwrap();
    let mut most = [(0, 0); 4];
    for frame in 0..30 {
        let (mut ticket, mut raw, mut verdicts) = (None, None, None);
        let counted = [
            measure(|| scene.set_frames(&handles[..changed], &shapes[..changed]).unwrap()),
            measure(|| ticket = Some(scene.submit(&list).unwrap())),
            measure(|| {
                raw = Some(ticket.take().unwrap().wait_for(Duration::from_secs(60)).unwrap())
            }),
            measure(|| verdicts = Some(raw.take().unwrap().settle().unwrap())),
        ];
        assert_eq!(verdicts.unwrap().len(), pairs);
        if frame >= 10 {
            for (most, counted) in most.iter_mut().zip(counted) {
                *most = (most.0.max(counted.count_total), most.1.max(counted.bytes_total));
            }
        }
    }
    println!("{frames} frames, {pairs} pairs, {changed} changed: {most:?}");
    most
}

/// A frame of a scene allocates as often as its passes recorded by hand, and some times more,
/// whatever there is in the scene. Only uploads come in chunks, of which a mebibyte fills one.
#[test]
fn a_scenes_frame_allocates_a_constant_number_of_times() {
    let rig = Rig::new();
    let by_hand = ByHand::new(&rig);
    let readback = rig.empty(1024, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
    let mut counted = [0; 2];
    // The last, when all is warm.
    (0..20).for_each(|_| counted = by_hand.frame(&rig, &readback));
    let [sent, read] = counted;
    println!("by hand {sent} to submit, {read} to read");
    for (frames, pairs, changed) in [
        (100, 1000, 0),
        (10_000, 100_000, 0),
        (100, 1000, 100),
        (10_000, 100_000, 10_000),
        (50_000, 1000, 50_000),
    ] {
        let [change, submit, wait, settle] = of_frames(frames, pairs, changed);
        let chunks = (changed * 64).div_ceil(1 << 20) as u64;
        assert_eq!(change.0, 0);
        assert!(submit.0 <= sent + 20 + 30 * chunks, "{submit:?}");
        assert!(submit.1 <= 32_768 * (1 + chunks), "{submit:?}");
        // The codes, and then the verdicts in their place.
        assert!(wait.0 <= read + 8 && wait.1 <= pairs as u64 + 16_384, "{wait:?}");
        // The few undecided ones: their numbers, their frames, their verdicts.
        assert!(settle.0 <= 8 && settle.1 <= 4096, "{settle:?}");
    }
}
