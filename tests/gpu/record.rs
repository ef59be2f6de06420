//! Batches as an embedder uses them: own device, own buffers, own encoder or compute pass.

use crate::common::seed::rng;
use crate::mixed;
use crate::rig::{Bench, JUNK, Plan, Rig, STORAGE, limited_device};
use motzkin::Form::{Parallelotope, Simplex};
use motzkin::gpu::layout::{Filter, codes_size, hits_size, undecided_size};
use motzkin::gpu::{
    Batch, BatchBuffers, BatchOptions, GpuError, Pairs, Pipelines, RecordError, ShapeMix, Undecided,
};
use motzkin::{Pair, wgpu};
use motzkin_core::verdict::RawCode;
use wgpu::BufferUsages as Usage;

const SIZES: [u32; 7] = [65, 0, 4097, 1, 63, 64, 4097];

fn count(codes: &[RawCode], code: RawCode) -> usize {
    codes.iter().filter(|&&found| found == code).count()
}

/// Two batches, several recordings of each with other numbers of pairs, one encoder, one
/// submission.
#[test]
fn recordings_in_one_encoder_see_a_number_of_pairs_each() {
    let rig = Rig::new();
    let options =
        BatchOptions { undecided: Undecided::Drop, vertices_per_hit: 36, ..Default::default() };
    let benches = [
        Bench::new(&rig, mixed(5000), Plan::default()),
        Bench::new(&rig, mixed(4097), Plan { options, ..Plan::default() }),
    ];
    let mut encoder = rig.encoder();
    let mut taken = Vec::new();
    for pairs in SIZES {
        for bench in &benches {
            bench.batch.record(&mut encoder, pairs).unwrap();
        }
        // Both were recorded before either is looked at.
        taken.extend(benches.iter().map(|bench| (bench, bench.take(&rig, &mut encoder), pairs)));
    }
    rig.submit(encoder);
    for (bench, snapshot, pairs) in taken {
        let codes = bench.check(&rig, &snapshot, pairs);
        for code in [RawCode::SEPARATE, RawCode::OVERLAPPING, RawCode::UNDECIDED] {
            assert!(pairs < 4000 || count(&codes, code) > 100, "{code:?}");
        }
    }
}

/// Several blocks of the scan, every byte of the number of pairs, and the same lists every time.
#[test]
fn large_recordings_repeat() {
    let rig = Rig::new();
    let scene = mixed(5000);
    let mut large = scene.clone();
    large.pairs = scene.pairs.iter().copied().cycle().take(140_001).collect();
    let bench = Bench::new(&rig, large, Plan { undecided_capacity: Some(3000), ..Plan::default() });
    let mut encoder = rig.encoder();
    let numbers = [140_001, 66_051, 65_536, 65_537, 140_001];
    let taken = numbers.map(|pairs| {
        bench.batch.record(&mut encoder, pairs).unwrap();
        (bench.take(&rig, &mut encoder), pairs)
    });
    rig.submit(encoder);
    for (snapshot, pairs) in taken {
        bench.check(&rig, &snapshot, pairs);
    }
}

#[test]
fn the_number_of_pairs_may_be_on_the_gpu() {
    let rig = Rig::new();
    let bench = Bench::new(&rig, mixed(4097), Plan::default());
    let counts = [4097, 0, 1, 65, 4098, u32::MAX, 63, 1 << 31];
    let mut encoder = rig.encoder();
    let taken = counts.map(|pairs| {
        let number = rig.filled(&[pairs], Usage::COPY_SRC);
        encoder.copy_buffer_to_buffer(&number, 0, &bench.count, 0, 4);
        bench.batch.record(&mut encoder, Pairs::Indirect).unwrap();
        let indirect = bench.take(&rig, &mut encoder);
        // A number given in between is not taken from the buffer.
        bench.batch.record(&mut encoder, 100).unwrap();
        (pairs, indirect, bench.take(&rig, &mut encoder))
    });
    rig.submit(encoder);
    for (pairs, indirect, direct) in taken {
        bench.check(&rig, &indirect, pairs);
        bench.check(&rig, &direct, 100);
    }
}

/// In a pass of the caller's, whose own dispatches write the pairs and the number before, and read
/// the list behind.
#[test]
fn a_callers_pass_may_hold_recordings_between_its_own_dispatches() {
    let rig = Rig::new();
    let scene = mixed(300);
    let bench = Bench::new(&rig, scene.clone(), Plan::default());
    let source = rig.filled(&scene.pairs, STORAGE);
    let log = rig.junk(4 * 8, STORAGE);
    let device = &rig.device;
    let text = "@group(0) @binding(0) var<storage, read> source: array<vec2<u32>>;
        @group(0) @binding(1) var<storage, read_write> pairs: array<vec2<u32>>;
        @group(0) @binding(2) var<storage, read_write> count: u32;
        @group(0) @binding(3) var<storage, read_write> list: array<u32>;
        @group(0) @binding(4) var<storage, read_write> log: array<u32>;
        fn step(n: u32, at: u32) {
            // What the last recording listed.
            log[2u * at] = list[1];
            log[2u * at + 1u] = list[7];
            count = n;
            for (var i = 0u; i < n; i++) { pairs[i] = source[i]; }
            for (var i = n; i < arrayLength(&pairs); i++) { pairs[i] = vec2(0xffffffffu); }
        }
        @compute @workgroup_size(1) fn first() { step(300u, 0u); }
        @compute @workgroup_size(1) fn second() { step(65u, 1u); }
        @compute @workgroup_size(1) fn third() { step(0u, 2u); }
        @compute @workgroup_size(1) fn last() { step(0u, 3u); }";
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let entry = |binding: u32| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: binding == 0 },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries: Vec<_> = (0..5).map(entry).collect();
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let buffers = [&source, &bench.pairs, &bench.count, &bench.hits, &log];
    let entries: Vec<_> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &entries,
    });
    let pipeline = |entry: &str| {
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            cache: None,
        })
    };
    let pipelines = ["first", "second", "third", "last"].map(pipeline);

    let mut encoder = rig.encoder();
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        let own = |pass: &mut wgpu::ComputePass<'_>, step: usize| {
            pass.set_pipeline(&pipelines[step]);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(1, 1, 1);
        };
        own(&mut pass, 0);
        bench.batch.record(&mut pass, Pairs::Indirect).unwrap();
        own(&mut pass, 1);
        bench.batch.record(&mut pass, 64).unwrap();
        own(&mut pass, 2);
        bench.batch.record(&mut pass, Pairs::Indirect).unwrap();
        own(&mut pass, 3);
    }
    let log = rig.snapshot(&mut encoder, &log);
    // A plain recording of the same pairs, to compare the log with.
    let plain = Bench::new(&rig, scene, Plan::default());
    plain.batch.record(&mut encoder, 300).unwrap();
    let whole = plain.take(&rig, &mut encoder);
    plain.batch.record(&mut encoder, 64).unwrap();
    let part = plain.take(&rig, &mut encoder);
    rig.submit(encoder);
    let hits = |snapshot, pairs| {
        let codes = plain.check(&rig, snapshot, pairs);
        (count(&codes, RawCode::OVERLAPPING) + count(&codes, RawCode::UNDECIDED)) as u32
    };
    let (whole, part) = (hits(&whole, 300), hits(&part, 64));
    assert!(part > 0 && whole > part);
    assert_eq!(rig.words(&log), [JUNK, JUNK, whole, 300, part, 64, 0, 0]);
}

#[test]
fn filters_and_ids_are_applied_on_the_gpu() {
    let rig = Rig::new();
    let mut scene = mixed(2000);
    let mut rng = rng("filters");
    let frames = scene.frames.len();
    // Pairs that name no frame are undecided, whatever the filters say.
    scene.pairs[7].a = frames as u32;
    scene.pairs[8] = Pair::new(u32::MAX, frames as u32);
    scene.pairs[99].b = u32::MAX;
    let filters: Vec<Filter> = (0..frames)
        .map(|_| Filter {
            group: 1 << rng.u32(..4) | 1 << rng.u32(..32),
            mask: rng.u32(..) | rng.u32(..16),
        })
        .collect();
    let ids: Vec<u32> = (0..frames).map(|_| rng.u32(..)).collect();
    for plan in [
        Plan { filters: Some(filters.clone()), ..Plan::default() },
        Plan { ids: Some(ids.clone()), ..Plan::default() },
        Plan { filters: Some(filters), ids: Some(ids), ..Plan::default() },
        Plan { filters: Some(vec![Filter::NONE; frames]), ..Plan::default() },
        Plan { filters: Some(vec![Filter::ALL; frames]), ..Plan::default() },
    ] {
        let bench = Bench::new(&rig, scene.clone(), plan);
        let mut encoder = rig.encoder();
        bench.batch.record(&mut encoder, 2000).unwrap();
        let taken = bench.take(&rig, &mut encoder);
        rig.submit(encoder);
        let codes = bench.check(&rig, &taken, 2000);
        let none = bench.filters.as_ref().is_some_and(|filters| filters[0] == Filter::NONE);
        assert_eq!(count(&codes, RawCode::OVERLAPPING) == 0, none);
    }
}

#[test]
fn lists_that_overflow_tell_and_the_codes_hold_all() {
    let rig = Rig::new();
    for (hits, undecided) in [(1, 1), (100, 7), (5000, 1)] {
        let plan = Plan {
            hit_capacity: Some(hits),
            undecided_capacity: Some(undecided),
            ..Plan::default()
        };
        let bench = Bench::new(&rig, mixed(3000), plan);
        assert_eq!(
            (bench.batch.hit_capacity(), bench.batch.undecided_capacity()),
            (hits, undecided)
        );
        let mut encoder = rig.encoder();
        bench.batch.record(&mut encoder, 3000).unwrap();
        let taken = bench.take(&rig, &mut encoder);
        rig.submit(encoder);
        let codes = bench.check(&rig, &taken, 3000);
        assert!(count(&codes, RawCode::UNDECIDED) > 7 && count(&codes, RawCode::OVERLAPPING) > 100);
    }
}

/// What an undecided record holds is the frame as it was, though the caller moves it in the same
/// encoder.
#[test]
fn undecided_records_outlive_their_frames() {
    let rig = Rig::new();
    let bench = Bench::new(&rig, mixed(1000), Plan::default());
    let moved = rig.filled(&crate::rig::scattered(&bench.scene.frames), Usage::COPY_SRC);
    let mut encoder = rig.encoder();
    bench.batch.record(&mut encoder, 1000).unwrap();
    encoder.copy_buffer_to_buffer(&moved, 0, &bench.frames, 0, moved.size());
    let before = bench.take(&rig, &mut encoder);
    bench.batch.record(&mut encoder, 1000).unwrap();
    let after = rig.snapshot(&mut encoder, &bench.hits);
    rig.submit(encoder);
    let codes = bench.check(&rig, &before, 1000);
    assert!(count(&codes, RawCode::UNDECIDED) > 10);
    // The next recording sees the frames where they went.
    let left = rig.words(&after)[5] as usize;
    assert!(left < count(&codes, RawCode::OVERLAPPING) / 10, "{left} hits among scattered frames");
}

/// Slices of larger buffers, inputs in one and outputs in another: nothing outside them is read or
/// written.
#[test]
fn slices_of_larger_buffers_keep_to_themselves() {
    let rig = Rig::new();
    let bench = Bench::new(&rig, mixed(777), Plan::default());
    let pairs = bench.scene.pairs.len() as u32;
    let up = |size: u64| size.next_multiple_of(256);
    let (frame_bytes, pair_bytes) = (bench.frames.size(), bench.pairs.size());
    let input = rig.junk(256 + up(frame_bytes) + 256 + up(pair_bytes) + 256, STORAGE);
    let (frames_at, pairs_at) = (256, 512 + up(frame_bytes));
    let sizes = [codes_size(pairs), hits_size(pairs), undecided_size(pairs)];
    let mut places = Vec::new();
    let mut end = 256;
    for size in sizes {
        places.push(end..end + size);
        end = up(end + size) + 256;
    }
    let output = rig.junk(end, STORAGE);
    let slice = |i: usize| Some(output.slice(places[i].clone()));
    let buffers = BatchBuffers {
        codes: slice(0),
        hits: slice(1),
        undecided: slice(2),
        ..BatchBuffers::new(
            input.slice(frames_at..frames_at + frame_bytes),
            input.slice(pairs_at..pairs_at + pair_bytes),
        )
    };
    let batch = rig.pipelines.batch(&rig.device, &buffers, &BatchOptions::default()).unwrap();
    assert_eq!(
        (batch.frame_count() as usize, batch.pair_capacity()),
        (bench.scene.frames.len(), pairs)
    );
    let mut encoder = rig.encoder();
    encoder.copy_buffer_to_buffer(&bench.frames, 0, &input, frames_at, frame_bytes);
    encoder.copy_buffer_to_buffer(&bench.pairs, 0, &input, pairs_at, pair_bytes);
    batch.record(&mut encoder, pairs).unwrap();
    let words = rig.snapshot(&mut encoder, &output);
    bench.batch.record(&mut encoder, pairs).unwrap();
    let plain = [&bench.codes, &bench.hits, &bench.undecided]
        .map(|buffer| rig.snapshot(&mut encoder, buffer));
    rig.submit(encoder);
    let words = rig.words(&words);
    let mut outside = words.clone();
    for (place, plain) in places.iter().zip(&plain) {
        let place = place.start as usize / 4..place.end as usize / 4;
        assert_eq!(words[place.clone()], rig.words(plain));
        outside[place].fill(JUNK);
    }
    assert!(outside.iter().all(|&word| word == JUNK));
}

/// Only what is wanted: each output alone.
#[test]
fn each_output_may_be_left_out() {
    let rig = Rig::new();
    let bench = Bench::new(&rig, mixed(500), Plan::default());
    let plain = BatchBuffers::new(bench.frames.slice(..), bench.pairs.slice(..));
    let (codes, hits, undecided) =
        (bench.codes.slice(..), bench.hits.slice(..), bench.undecided.slice(..));
    let make =
        |buffers| rig.pipelines.batch(&rig.device, &buffers, &BatchOptions::default()).unwrap();
    let alone: [Batch; 3] = [
        make(BatchBuffers { codes: Some(codes), ..plain }),
        make(BatchBuffers { hits: Some(hits), ..plain }),
        make(BatchBuffers { undecided: Some(undecided), ..plain }),
    ];
    let mut encoder = rig.encoder();
    for batch in &alone {
        batch.record(&mut encoder, 500).unwrap();
    }
    let taken = bench.take(&rig, &mut encoder);
    rig.submit(encoder);
    bench.check(&rig, &taken, 500);
    // What a batch allocates: codes unless it is given some, and two counts a group where it lists.
    assert!(alone[0].scratch_bytes() < 256);
    for batch in &alone[1..] {
        assert!(batch.scratch_bytes() < 512 + codes_size(500), "{}", batch.scratch_bytes());
    }
}

#[test]
fn a_recording_that_cannot_be_is_refused() {
    let rig = Rig::new();
    let bench = Bench::new(&rig, mixed(100), Plan::default());
    let codes = rig.empty(codes_size(100), STORAGE);
    let plain = BatchBuffers {
        codes: Some(codes.slice(..)),
        ..BatchBuffers::new(bench.frames.slice(..), bench.pairs.slice(..))
    };
    let plain = rig.pipelines.batch(&rig.device, &plain, &BatchOptions::default()).unwrap();
    let mut encoder = rig.encoder();
    let error = bench.batch.record(&mut encoder, 101).unwrap_err();
    assert_eq!(error, RecordError::TooManyPairs { pairs: 101, capacity: 100 });
    assert!(bench.batch.record(&mut encoder, u32::MAX).unwrap_err().to_string().contains("100"));
    assert_eq!(plain.record(&mut encoder, Pairs::Indirect).unwrap_err(), RecordError::NoCount);
    // Nothing was recorded, and the encoder is as good as before.
    let taken = rig.snapshot(&mut encoder, &bench.codes);
    rig.submit(encoder);
    assert!(rig.words(&taken).iter().all(|&word| word == JUNK));
}

#[test]
fn a_special_pipeline_leaves_other_shapes_undecided() {
    let rig = Rig::new();
    let scene = mixed(512);
    let run = |shapes| {
        let options = BatchOptions { shapes, ..Default::default() };
        let bench = Bench::new(&rig, scene.clone(), Plan { options, ..Plan::default() });
        let mut encoder = rig.encoder();
        bench.batch.record(&mut encoder, 512).unwrap();
        let taken = bench.take(&rig, &mut encoder);
        rig.submit(encoder);
        bench.check(&rig, &taken, 512)
    };
    let any = run(ShapeMix::Any);
    let open = RawCode::UNDECIDED;
    let tetra = |index: u32| scene.frames[index as usize].kind().unwrap().is_tetra();
    let forms = [[Parallelotope, Parallelotope], [Parallelotope, Simplex], [Simplex, Simplex]];
    for (tetras, mix) in (0..).zip(forms.map(|[a, b]| ShapeMix::of(a, b))) {
        let special = run(mix);
        let mut own = 0;
        for (i, pair) in scene.pairs.iter().enumerate() {
            let meant = u32::from(tetra(pair.a)) + u32::from(tetra(pair.b)) == tetras;
            own += u32::from(meant && special[i] != open);
            let expected = if meant { any[i] } else { open };
            assert!(
                special[i] == expected || special[i] == open || (meant && any[i] == open),
                "{mix:?} {i}"
            );
        }
        assert!(own > 10, "{mix:?} decided {own}");
    }
}

/// Rows of a dispatch as short as a device may have them.
#[test]
fn dispatches_are_cut_to_rows() {
    let rig = Rig::with_limits(|limits| limits.max_compute_workgroups_per_dimension = 1024);
    let mut scene = mixed(3000);
    scene.pairs = scene.pairs.iter().copied().cycle().take(70_001).collect();
    let bench = Bench::new(&rig, scene, Plan { undecided_capacity: Some(100), ..Plan::default() });
    let mut encoder = rig.encoder();
    bench.batch.record(&mut encoder, 70_001).unwrap();
    let direct = bench.take(&rig, &mut encoder);
    let number = rig.filled(&[70_000_u32], Usage::COPY_SRC);
    encoder.copy_buffer_to_buffer(&number, 0, &bench.count, 0, 4);
    bench.batch.record(&mut encoder, Pairs::Indirect).unwrap();
    let indirect = bench.take(&rig, &mut encoder);
    rig.submit(encoder);
    bench.check(&rig, &direct, 70_001);
    bench.check(&rig, &indirect, 70_000);
}

#[test]
fn a_device_with_too_little_is_refused_before_anything_is_made() {
    let (device, _queue) =
        limited_device(|limits| limits.max_compute_workgroups_per_dimension = 1000);
    let error = Pipelines::new(&device).unwrap_err();
    let GpuError::LimitTooSmall { stage, limit, needed, found, adapter } = error else {
        panic!("{error}")
    };
    assert_eq!((stage, limit), ("scan", "maxComputeWorkgroupsPerDimension"));
    assert_eq!((needed, found), (1024, 1000));
    assert_eq!(adapter, device.adapter_info().name);
}

#[test]
fn handles_may_be_shared_by_threads() {
    fn assert_shared<T: Send + Sync + Clone>() {}
    assert_shared::<Pipelines>();
    assert_shared::<Batch>();
}
