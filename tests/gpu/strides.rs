//! Frames and boxes that are members of larger structs: recordings write what they write of frames
//! and boxes side by side.

use crate::mixed;
use crate::rig::{Bench, JUNK, Plan, Rig, STORAGE, scattered};
use motzkin::bytemuck::{Pod, cast_slice};
use motzkin::gpu::layout::{CandidateHeader, HitBounds, plane_undecided_size};
use motzkin::gpu::{
    BatchBuffers, BatchOptions, BroadPhaseBuffers, BroadPhaseInput, BroadPhaseOptions, BufferError,
    BufferName, Stride,
};
use motzkin::{Pair, Wanted, wgpu};
use std::slice;
use wgpu::{Buffer, BufferUsages as Usage};

/// A struct of exactly a frame, one with words on both sides, and a large one.
const STRIDES: [Stride; 4] = [
    Stride { bytes: 64, offset: 0 },
    Stride { bytes: 80, offset: 16 },
    Stride { bytes: 84, offset: 8 },
    Stride { bytes: 272, offset: 204 },
];

/// Structs of junk, with an item each.
fn structs<T: Pod>(items: &[T], Stride { bytes, offset }: Stride) -> Vec<u32> {
    let (bytes, offset) = (bytes as usize / 4, offset as usize / 4);
    let mut words = vec![JUNK; bytes * items.len()];
    for (item, room) in items.iter().zip(words.chunks_exact_mut(bytes)) {
        let item: &[u32] = cast_slice(slice::from_ref(item));
        room[offset..offset + item.len()].copy_from_slice(item);
    }
    words
}

/// The words of buffers after a recording.
fn after<const N: usize>(
    rig: &Rig,
    buffers: [&Buffer; N],
    record: impl FnOnce(&mut wgpu::CommandEncoder),
) -> [Vec<u32>; N] {
    let mut encoder = rig.encoder();
    let junk = buffers.map(|buffer| rig.junk(buffer.size(), Usage::COPY_SRC));
    for (junk, buffer) in junk.iter().zip(buffers) {
        encoder.copy_buffer_to_buffer(junk, 0, buffer, 0, buffer.size());
    }
    record(&mut encoder);
    let copies = buffers.map(|buffer| rig.snapshot(&mut encoder, buffer));
    rig.submit(encoder);
    copies.map(|copy| rig.words(&copy))
}

/// Codes, hits with their depths, and undecided pairs with their frames, settled or not.
#[test]
fn frames_of_structs_have_the_verdicts_of_frames_side_by_side() {
    // Rows as short as a device may have them: the copy has several.
    let rig = Rig::with_limits(|limits| limits.max_compute_workgroups_per_dimension = 1024);
    let bench = Bench::new(&rig, mixed(4097), Plan::default());
    let bounds = rig.junk(64 * 4097, STORAGE);
    let own = [&bench.codes, &bench.hits, &bench.undecided, &bounds];
    let wanted = Wanted::DEPTH | Wanted::WITNESS;
    for settle in [false, true] {
        let options = BatchOptions { settle, wanted, ..BatchOptions::default() };
        let written = |frames: &Buffer, stride: Option<Stride>| {
            let buffers = BatchBuffers {
                codes: Some(bench.codes.slice(..)),
                hits: Some(bench.hits.slice(..)),
                undecided: Some(bench.undecided.slice(..)),
                bounds: Some(bounds.slice(..)),
                ..BatchBuffers::new(frames.slice(..), bench.pairs.slice(..))
            };
            let options = BatchOptions { stride, ..options };
            let batch = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap();
            assert_eq!(batch.frame_count() as usize, bench.scene.frames.len());
            let words = after(&rig, own, |encoder| batch.record(encoder, 4097).unwrap());
            (words, batch.scratch_bytes())
        };
        let (plain, scratch) = written(&bench.frames, None);
        assert!(plain[3][..64].iter().any(|&word| word != JUNK));
        for stride in STRIDES {
            let frames = rig.filled(&structs(&bench.scene.frames, stride), STORAGE);
            let (words, more) = written(&frames, Some(stride));
            assert!(words == plain, "{stride:?}, settled {settle}");
            assert_eq!(more, scratch + 64 * bench.scene.frames.len() as u64 + 16);
        }
    }
    assert_eq!(size_of::<HitBounds>(), 64);
}

/// A recording sees the structs as they are when its commands run.
#[test]
fn structs_are_read_at_the_moment_of_the_recording() {
    let rig = Rig::new();
    let stride = Stride { bytes: 96, offset: 32 };
    let options = BatchOptions { stride: Some(stride), ..BatchOptions::default() };
    let bench = Bench::new(&rig, mixed(1000), Plan::default());
    let frames = rig.filled(&structs(&bench.scene.frames, stride), STORAGE);
    let far = structs(&scattered(&bench.scene.frames), stride);
    let far = rig.filled(&far, Usage::COPY_SRC);
    let buffers = BatchBuffers {
        codes: Some(bench.codes.slice(..)),
        hits: Some(bench.hits.slice(..)),
        undecided: Some(bench.undecided.slice(..)),
        ..BatchBuffers::new(frames.slice(..), bench.pairs.slice(..))
    };
    let batch = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap();
    let mut encoder = rig.encoder();
    let taken = {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        batch.record(&mut pass, 1000).unwrap();
        drop(pass);
        bench.take(&rig, &mut encoder)
    };
    encoder.copy_buffer_to_buffer(&far, 0, &frames, 0, far.size());
    batch.record(&mut encoder, 1000).unwrap();
    let moved = rig.snapshot(&mut encoder, &bench.hits);
    rig.submit(encoder);
    bench.check(&rig, &taken, 1000);
    assert!(rig.words(&moved)[5] < 10);
}

#[test]
fn frames_in_the_plane_have_strides_too() {
    let rig = Rig::new();
    let scene = crate::common::plane::everything().picked("strides", 0..1000);
    let pairs = rig.filled(&scene.pairs, STORAGE);
    let open = rig.junk(plane_undecided_size(1000), STORAGE);
    let written = |frames: &Buffer, stride: Option<Stride>| {
        let buffers = BatchBuffers {
            undecided: Some(open.slice(..)),
            ..BatchBuffers::new(frames.slice(..), pairs.slice(..))
        };
        let options = BatchOptions { in_plane: true, stride, ..BatchOptions::default() };
        let batch = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap();
        assert_eq!(batch.frame_count() as usize, scene.frames.len());
        after(&rig, [&open], |encoder| batch.record(encoder, 1000).unwrap())
    };
    let plain = written(&rig.filled(&scene.frames, STORAGE), None);
    // Some are listed.
    assert!(plain[0][1] > 10);
    for stride in [Stride { bytes: 40, offset: 0 }, Stride { bytes: 52, offset: 4 }] {
        let frames = rig.filled(&structs(&scene.frames, stride), STORAGE);
        assert!(written(&frames, Some(stride)) == plain, "{stride:?}");
    }
}

/// Frames and boxes of a broad phase, few and many, all of them and the first.
#[test]
fn shapes_of_structs_have_the_candidates_of_shapes_side_by_side() {
    let rig = Rig::new();
    let scene = mixed(9000);
    let boxes: Vec<[f32; 6]> = scene
        .frames
        .iter()
        .map(|frame| {
            let aabb = frame.aabb();
            [aabb.min, aabb.max].map(|corner| corner.to_array()).concat().try_into().unwrap()
        })
        .collect();
    let pairs = rig.junk(8 * 20_000, STORAGE);
    let header = rig.junk(size_of::<CandidateHeader>() as u64, STORAGE);
    let written = |input: BroadPhaseInput<'_>, stride: Option<Stride>, count: u32| {
        let buffers = BroadPhaseBuffers::new(input, pairs.slice(..), header.slice(..));
        let options = BroadPhaseOptions { stride, ..BroadPhaseOptions::default() };
        let broad = rig.pipelines.broad_phase(&rig.device, &buffers, &options).unwrap();
        assert_eq!(broad.shape_capacity() as usize, scene.frames.len());
        after(&rig, [&pairs, &header], |encoder| broad.record(encoder, count).unwrap())
    };
    let all = scene.frames.len() as u32;
    let frames = rig.filled(&scene.frames, STORAGE);
    let bounds = rig.filled(&boxes, STORAGE);
    let stride = Stride { bytes: 112, offset: 28 };
    let in_structs = rig.filled(&structs(&scene.frames, stride), STORAGE);
    let boxes_in_structs = rig.filled(&structs(&boxes, stride), STORAGE);
    // Few are those that one workgroup pairs.
    assert!(all > 512);
    for count in [all, all - 7, 200, 0] {
        let plain = written(BroadPhaseInput::Frames(frames.slice(..)), None, count);
        assert!(count < 512 || plain[1][0] > 10, "{}", plain[1][0]);
        let input = BroadPhaseInput::Frames(in_structs.slice(..));
        assert!(written(input, Some(stride), count) == plain, "{count} frames");
        let plain = written(BroadPhaseInput::Boxes(bounds.slice(..)), None, count);
        let input = BroadPhaseInput::Boxes(boxes_in_structs.slice(..));
        assert!(written(input, Some(stride), count) == plain, "{count} boxes");
    }
    assert_eq!(size_of::<Pair>(), 8);
}

#[test]
fn senseless_strides_are_refused() {
    let rig = Rig::new();
    let frames = rig.empty(64 * 30, STORAGE);
    let (pairs, codes) = (rig.empty(80, STORAGE), rig.empty(4, STORAGE));
    let refused = |slice: wgpu::BufferSlice<'_>, bytes: u32, offset: u32| {
        let buffers = BatchBuffers {
            codes: Some(codes.slice(..)),
            ..BatchBuffers::new(slice, pairs.slice(..))
        };
        let stride = Some(Stride { bytes, offset });
        let options = BatchOptions { stride, ..BatchOptions::default() };
        rig.pipelines.batch(&rig.device, &buffers, &options).unwrap_err()
    };
    let wrong = [(0, 0), (60, 0), (64, 4), (66, 0), (80, 2), (80, 20), (128, u32::MAX - 3)];
    for (bytes, offset) in wrong {
        let error = refused(frames.slice(..), bytes, offset);
        let buffer = BufferName::Frames;
        assert_eq!(error, BufferError::Stride { buffer, item: 64, bytes, offset });
        assert!(error.to_string().contains(&offset.to_string()), "{error}");
    }
    // Whole structs, and one at the least.
    let buffer = BufferName::Frames;
    let error = BufferError::SizeNotMultiple { buffer, size: 200, unit: 80 };
    assert_eq!(refused(frames.slice(..200), 80, 16), error);
    let error = BufferError::TooSmall { buffer, size: 64, needed: 80 };
    assert_eq!(refused(frames.slice(..64), 80, 0), error);
    let found = rig.empty(80, STORAGE);
    let header = rig.empty(32, STORAGE);
    let input = BroadPhaseInput::Boxes(frames.slice(..));
    let buffers = BroadPhaseBuffers::new(input, found.slice(..), header.slice(..));
    let stride = Some(Stride { bytes: 24, offset: 4 });
    let options = BroadPhaseOptions { stride, ..BroadPhaseOptions::default() };
    let error = rig.pipelines.broad_phase(&rig.device, &buffers, &options).unwrap_err();
    let buffer = BufferName::Shapes;
    assert_eq!(error, BufferError::Stride { buffer, item: 24, bytes: 24, offset: 4 });
}
