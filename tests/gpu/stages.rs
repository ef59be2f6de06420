//! The stages as an embedder uses them: own device, own buffers, own encoder.

use crate::{device, mixed, with_code};
use motzkin::bytemuck::{Pod, cast_slice};
use motzkin::gpu::layout::{Params, blocks_size, codes_size, list_size, prefixes_size};
use motzkin::gpu::{CodeSet, Headless, ListBuffers, Pipelines, ShapeMix, VerdictBuffers};
use motzkin::verdict::RawCode;
use motzkin::wgpu;
use wgpu::BufferUsages as Usage;

fn filled<T: Pod>(gpu: &Headless, items: &[T], usage: Usage) -> wgpu::Buffer {
    let bytes: &[u8] = cast_slice(items);
    let buffer = empty(gpu, bytes.len() as u64, usage | Usage::COPY_DST);
    gpu.queue.write_buffer(&buffer, 0, bytes);
    buffer
}

fn empty(gpu: &Headless, size: u64, usage: Usage) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
}

fn read(gpu: &Headless, buffer: &wgpu::Buffer) -> Vec<u32> {
    let copy = empty(gpu, buffer.size(), Usage::MAP_READ | Usage::COPY_DST);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, buffer.size());
    gpu.queue.submit([encoder.finish()]);
    copy.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    cast_slice(&copy.get_mapped_range(..).unwrap()).to_vec()
}

fn whole(buffer: &wgpu::Buffer) -> wgpu::BufferBinding<'_> {
    buffer.as_entire_buffer_binding()
}

/// Two lists of different codes, from one verdict stage, all in one encoder and one submission; stale
/// scratch buffers and lists do no harm.
#[test]
fn one_encoder_lists_hits_and_undecided_pairs() {
    let gpu = device();
    let pipelines = Pipelines::new(&gpu.device);
    let scene = mixed(70_001);
    let count = scene.pairs.len() as u32;
    let junk = |size: u64, usage| filled(&gpu, &vec![0xdead_beef_u32; size as usize / 4], usage);
    let storage = Usage::STORAGE | Usage::COPY_SRC;
    let frames = filled(&gpu, &scene.frames, storage);
    let pairs = filled(&gpu, &scene.pairs, storage);
    let codes = junk(codes_size(count), storage);
    let prefixes = junk(prefixes_size(count), storage);
    let blocks = junk(blocks_size(count), storage);

    let sets = [
        (CodeSet::UNDECIDED, count),
        (CodeSet::of(RawCode::OVERLAPPING), count),
        (CodeSet::of(RawCode::SEPARATE), count),
        (CodeSet::UNDECIDED.with(RawCode::SEPARATE), count),
        (CodeSet::of(RawCode::TOUCHING), count),
        // The buffer has room behind the capacity; the stage leaves it alone, and tells the true count.
        (CodeSet::of(RawCode::OVERLAPPING), 1000),
    ];
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    let mut lists = Vec::new();
    for (i, (set, capacity)) in sets.into_iter().enumerate() {
        let params =
            Params { pair_count: count, frame_count: scene.frames.len() as u32, mask: set.bits(), capacity };
        let params = filled(&gpu, &[params], Usage::UNIFORM);
        if i == 0 {
            let buffers = VerdictBuffers {
                params: whole(&params),
                frames: whole(&frames),
                pairs: whole(&pairs),
                codes: whole(&codes),
            };
            let bindings = pipelines.verdicts.bind(&gpu.device, &buffers);
            pipelines.verdicts.record(&mut encoder, &bindings, count, ShapeMix::Any);
        }
        let list = junk(list_size(count), storage);
        let buffers = ListBuffers {
            params: whole(&params),
            codes: whole(&codes),
            prefixes: whole(&prefixes),
            blocks: whole(&blocks),
            list: whole(&list),
        };
        let bindings = pipelines.list.bind(&gpu.device, &buffers);
        pipelines.list.record(&mut encoder, &bindings, count);
        lists.push(list);
    }
    gpu.queue.submit([encoder.finish()]);

    let words = read(&gpu, &codes);
    let code = |i: usize| RawCode::from_low_bits(words[i / 16] >> (2 * (i % 16)));
    let codes: Vec<RawCode> = (0..scene.pairs.len()).map(code).collect();
    for code in [RawCode::SEPARATE, RawCode::OVERLAPPING, RawCode::UNDECIDED] {
        assert!(with_code(&codes, code).len() > 1000, "{code:?}");
    }
    // The bits behind the last pair are zero.
    assert_eq!(words[words.len() - 1] >> (2 * (scene.pairs.len() % 16)), 0);
    for ((set, capacity), list) in sets.into_iter().zip(&lists) {
        let expected: Vec<u32> =
            (0..count).filter(|&i| set.bits() >> codes[i as usize].bits() & 1 == 1).collect();
        let list = read(&gpu, list);
        assert_eq!(list[0] as usize, expected.len(), "{set:?}");
        let kept = expected.len().min(capacity as usize);
        assert_eq!(list[1..=kept], expected[..kept], "{set:?}");
        assert!(list[1 + kept..].iter().all(|&word| word == 0xdead_beef), "{set:?}");
    }
}

#[test]
fn a_special_pipeline_leaves_other_shapes_undecided() {
    let gpu = device();
    let pipelines = Pipelines::new(&gpu.device);
    let scene = mixed(512);
    let count = scene.pairs.len() as u32;
    let storage = Usage::STORAGE | Usage::COPY_SRC;
    let frames = filled(&gpu, &scene.frames, storage);
    let pairs = filled(&gpu, &scene.pairs, storage);
    let codes = empty(&gpu, codes_size(count), storage);
    let params = Params { pair_count: count, frame_count: scene.frames.len() as u32, mask: 0, capacity: 0 };
    let params = filled(&gpu, &[params], Usage::UNIFORM);
    let buffers = VerdictBuffers {
        params: whole(&params),
        frames: whole(&frames),
        pairs: whole(&pairs),
        codes: whole(&codes),
    };
    let bindings = pipelines.verdicts.bind(&gpu.device, &buffers);
    let run = |mix| {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        pipelines.verdicts.record(&mut encoder, &bindings, count, mix);
        gpu.queue.submit([encoder.finish()]);
        let words = read(&gpu, &codes);
        (0..scene.pairs.len()).map(|i| words[i / 16] >> (2 * (i % 16)) & 3).collect::<Vec<u32>>()
    };
    let any = run(ShapeMix::Any);
    let tetra = |index: u32| scene.frames[index as usize].kind().unwrap().is_tetra();
    for (tetras, mix) in [(0, ShapeMix::Cuboids), (1, ShapeMix::CuboidTetra), (2, ShapeMix::Tetras)] {
        let special = run(mix);
        let mut own = 0;
        for (i, pair) in scene.pairs.iter().enumerate() {
            let meant = u32::from(tetra(pair.a)) + u32::from(tetra(pair.b)) == tetras;
            own += u32::from(meant && special[i] != 3);
            let expected = if meant { any[i] } else { 3 };
            assert!(special[i] == expected || special[i] == 3 || (meant && any[i] == 3), "{mix:?}, pair {i}");
        }
        assert!(own > 10, "{mix:?} decided {own}");
    }
}
