//! Buffers that a batch refuses, each before wgpu has seen it.

use crate::rig::{Rig, STORAGE, adapter};
use motzkin::Wanted;
use motzkin::gpu::layout::{any_hits_size, codes_size, hits_size};
use motzkin::gpu::{BatchBuffers, BatchOptions, BufferError, BufferName, GpuError, Pipelines};
use motzkin::wgpu;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wgpu::BufferUsages as Usage;

/// The error, which neither the caller's error scope nor its handler has heard of.
fn refusal(rig: &Rig, buffers: &BatchBuffers<'_>) -> BufferError {
    let heard = Arc::new(AtomicUsize::new(0));
    let hear = heard.clone();
    rig.device.on_uncaptured_error(Arc::new(move |_| {
        hear.fetch_add(1, Ordering::Relaxed);
    }));
    let scopes = [
        wgpu::ErrorFilter::OutOfMemory,
        wgpu::ErrorFilter::Internal,
        wgpu::ErrorFilter::Validation,
    ]
    .map(|filter| rig.device.push_error_scope(filter));
    let error = rig.pipelines.batch(&rig.device, buffers, &BatchOptions::default()).unwrap_err();
    for scope in scopes.into_iter().rev() {
        let seen = pollster::block_on(scope.pop());
        assert!(seen.is_none(), "{error}: the caller's scope saw {seen:?}");
    }
    // Without a scope of the caller's, its handler would hear.
    assert_eq!(
        rig.pipelines.batch(&rig.device, buffers, &BatchOptions::default()).unwrap_err(),
        error
    );
    assert_eq!(heard.load(Ordering::Relaxed), 0, "{error}: the caller's handler heard");
    error
}

#[test]
fn every_fault_of_a_buffer_is_named() {
    let rig = Rig::new();
    let storage = |size: u64| rig.empty(size, STORAGE);
    let (frames, pairs) = (storage(64 * 4), storage(8 * 100));
    let codes = storage(codes_size(100));
    let inputs = BatchBuffers::new(frames.slice(..), pairs.slice(..));
    let good = BatchBuffers { codes: Some(codes.slice(..)), ..inputs };
    rig.pipelines.batch(&rig.device, &good, &BatchOptions::default()).unwrap();
    let (starts, bits) = (storage(4 * 33), storage(any_hits_size(33)));
    let grouped = BatchBuffers {
        group_starts: Some(starts.slice(..)),
        any_hits: Some(bits.slice(..)),
        ..good
    };
    rig.pipelines.batch(&rig.device, &grouped, &BatchOptions::default()).unwrap();
    let refused = |buffers| refusal(&rig, &buffers);

    // Usages.
    let copied = rig.empty(64 * 4, Usage::COPY_DST | Usage::UNIFORM);
    let lacking = |buffer| BufferError::MissingUsage { buffer, missing: Usage::STORAGE };
    let slice = copied.slice(..);
    for (buffer, buffers) in [
        (BufferName::Frames, BatchBuffers { frames: slice, ..good }),
        (BufferName::Pairs, BatchBuffers { pairs: slice, ..good }),
        (BufferName::Count, BatchBuffers { count: Some(slice), ..good }),
        (BufferName::Filters, BatchBuffers { filters: Some(slice), ..good }),
        (BufferName::Ids, BatchBuffers { ids: Some(slice), ..good }),
        (BufferName::GroupStarts, BatchBuffers { group_starts: Some(slice), ..grouped }),
        (BufferName::GroupCount, BatchBuffers { group_count: Some(slice), ..grouped }),
        (BufferName::AnyHits, BatchBuffers { any_hits: Some(slice), ..grouped }),
        (BufferName::Codes, BatchBuffers { codes: Some(slice), ..good }),
        (BufferName::Hits, BatchBuffers { hits: Some(slice), ..good }),
        (BufferName::Undecided, BatchBuffers { undecided: Some(slice), ..good }),
    ] {
        let error = refused(buffers);
        assert_eq!(error, lacking(buffer));
        assert!(error.to_string().contains(&buffer.to_string()), "{error}");
    }

    // Sizes: nothing, too little for what the others hold, no whole number of items.
    let large = storage(4096);
    let too_small = |buffer, size, needed| BufferError::TooSmall { buffer, size, needed };
    let of = |size: u64| large.slice(..size);
    for (buffers, error) in [
        (BatchBuffers { frames: of(0), ..good }, too_small(BufferName::Frames, 0, 64)),
        (BatchBuffers { pairs: of(0), ..good }, too_small(BufferName::Pairs, 0, 8)),
        (BatchBuffers { count: Some(of(0)), ..good }, too_small(BufferName::Count, 0, 4)),
        (BatchBuffers { filters: Some(of(24)), ..good }, too_small(BufferName::Filters, 24, 32)),
        (BatchBuffers { ids: Some(of(12)), ..good }, too_small(BufferName::Ids, 12, 16)),
        (
            BatchBuffers { codes: Some(of(24)), ..good },
            too_small(BufferName::Codes, 24, codes_size(100)),
        ),
        (
            BatchBuffers { group_starts: Some(of(0)), ..grouped },
            too_small(BufferName::GroupStarts, 0, 4),
        ),
        (
            BatchBuffers { group_count: Some(of(0)), ..grouped },
            too_small(BufferName::GroupCount, 0, 4),
        ),
        (
            BatchBuffers { any_hits: Some(of(12)), ..grouped },
            too_small(BufferName::AnyHits, 12, 16),
        ),
        (
            BatchBuffers { group_starts: Some(of(6)), ..grouped },
            BufferError::SizeNotMultiple { buffer: BufferName::GroupStarts, size: 6, unit: 4 },
        ),
        (BatchBuffers { hits: Some(of(40)), ..good }, too_small(BufferName::Hits, 40, 44)),
        (
            BatchBuffers { undecided: Some(of(172)), ..good },
            too_small(BufferName::Undecided, 172, 176),
        ),
        (
            BatchBuffers { frames: of(100), ..good },
            BufferError::SizeNotMultiple { buffer: BufferName::Frames, size: 100, unit: 64 },
        ),
        (
            BatchBuffers { pairs: of(12), ..good },
            BufferError::SizeNotMultiple { buffer: BufferName::Pairs, size: 12, unit: 8 },
        ),
        (
            BatchBuffers { hits: Some(of(46)), ..good },
            BufferError::SizeNotMultiple { buffer: BufferName::Hits, size: 46, unit: 4 },
        ),
    ] {
        assert_eq!(refused(buffers), error);
    }

    // One buffer for several slices.
    let shared = |at: std::ops::Range<u64>| large.slice(at);
    let both = BatchBuffers { hits: Some(shared(2048..4096)), frames: shared(0..256), ..good };
    let error = BufferError::ReadAndWritten { written: BufferName::Hits, read: BufferName::Frames };
    assert_eq!(refused(both), error);
    let overlap =
        BatchBuffers { hits: Some(shared(0..1028)), undecided: Some(shared(1024..2048)), ..good };
    let error = BufferError::Overlap { first: BufferName::Hits, second: BufferName::Undecided };
    assert_eq!(refused(overlap), error);
    let both = BatchBuffers {
        group_starts: Some(shared(0..132)),
        any_hits: Some(shared(256..272)),
        ..good
    };
    let error =
        BufferError::ReadAndWritten { written: BufferName::AnyHits, read: BufferName::GroupStarts };
    assert_eq!(refused(both), error);
    let with_codes = BatchBuffers {
        any_hits: Some(shared(0..16)),
        codes: Some(shared(256..256 + codes_size(100))),
        ..grouped
    };
    rig.pipelines.batch(&rig.device, &with_codes, &BatchOptions::default()).unwrap();
    let apart =
        BatchBuffers { hits: Some(shared(0..1024)), undecided: Some(shared(1024..2048)), ..good };
    rig.pipelines.batch(&rig.device, &apart, &BatchOptions::default()).unwrap();
}

/// A recording that would do nothing, or draw nothing, is refused when the batch is made.
#[test]
fn what_would_do_nothing_is_refused() {
    let rig = Rig::new();
    let storage = |size: u64| rig.empty(size, STORAGE);
    let (frames, pairs, bounds) = (storage(64 * 4), storage(8 * 100), storage(64 * 100));
    let hits = storage(hits_size(100));
    let drawn = rig.empty(hits_size(100), STORAGE | Usage::INDIRECT);
    let inputs = BatchBuffers::new(frames.slice(..), pairs.slice(..));
    let listed = BatchBuffers { hits: Some(hits.slice(..)), ..inputs };
    let bounded = BatchBuffers { bounds: Some(bounds.slice(..)), ..listed };
    let refused = |buffers: &BatchBuffers<'_>, options: BatchOptions| {
        rig.pipelines.batch(&rig.device, buffers, &options).unwrap_err()
    };
    let plain = BatchOptions::default();
    assert_eq!(refused(&inputs, plain), BufferError::NoOutput);
    assert_eq!(refused(&bounded, plain), BufferError::BoundsOfNothing);
    let few = Some(bounds.slice(..16));
    for groups in [
        BatchBuffers { group_starts: few, ..listed },
        BatchBuffers { group_count: few, ..listed },
        BatchBuffers { group_starts: few, group_count: few, ..listed },
    ] {
        assert_eq!(refused(&groups, plain), BufferError::GroupsWithoutAnyHits);
    }
    let orphaned = BatchBuffers { any_hits: few, group_count: few, ..listed };
    assert_eq!(refused(&orphaned, plain), BufferError::AnyHitsWithoutStarts);
    let orphaned = BatchBuffers { codes: Some(hits.slice(..)), hits: None, ..bounded };
    let depths = BatchOptions { wanted: Wanted::DEPTH, ..plain };
    assert_eq!(refused(&orphaned, depths), BufferError::BoundsWithoutHits);
    assert_eq!(refused(&listed, depths), BufferError::WantedWithoutBounds);
    for (wanted, moving) in [
        (Wanted::INTERVAL, false),
        (Wanted::GAP, false),
        (Wanted::DEPTH | Wanted::INTERVAL, false),
        (Wanted::DEPTH, true),
        (Wanted::BOX | Wanted::INTERVAL, true),
    ] {
        let error = refused(&bounded, BatchOptions { wanted, moving, ..plain });
        assert_eq!(error, BufferError::WantedOfOthers { wanted, moving });
        assert!(error.to_string().contains(if moving { "moving" } else { "resting" }), "{error}");
    }
    let draw = BatchBuffers { hits: Some(drawn.slice(..)), ..inputs };
    assert_eq!(refused(&draw, plain), BufferError::NoVertices);
    let made = |buffers: &BatchBuffers<'_>, options: BatchOptions| {
        rig.pipelines.batch(&rig.device, buffers, &options).unwrap()
    };
    made(&draw, BatchOptions { vertices_per_hit: 36, ..plain });
    made(&bounded, depths);
    made(&bounded, BatchOptions { wanted: Wanted::INTERVAL, moving: true, ..plain });
}

#[test]
fn a_buffer_of_another_device_is_refused() {
    let adapter = adapter();
    let devices = [(); 2].map(|()| crate::device_of(&adapter, wgpu::Limits::default()));
    let (strange, _) = &devices[1];
    let size = 64;
    let descriptor =
        wgpu::BufferDescriptor { label: None, size, usage: STORAGE, mapped_at_creation: false };
    let strange = strange.create_buffer(&descriptor);
    let (device, queue) = devices[0].clone();
    let rig = Rig { pipelines: Pipelines::new(&device).unwrap(), device, queue };
    let own = rig.empty(size, STORAGE);
    let codes = rig.empty(size, STORAGE);
    for buffers in [
        BatchBuffers {
            codes: Some(codes.slice(..)),
            ..BatchBuffers::new(strange.slice(..), own.slice(..))
        },
        BatchBuffers {
            hits: Some(strange.slice(..)),
            ..BatchBuffers::new(own.slice(..), own.slice(..))
        },
    ] {
        let error = refusal(&rig, &buffers);
        assert!(matches!(error, BufferError::Gpu(GpuError::Refused(_))), "{error:?}");
    }
}

#[test]
fn slices_begin_where_the_device_lets_them() {
    let rig = Rig::with_limits(|_| {});
    let alignment = u64::from(rig.device.limits().min_storage_buffer_offset_alignment);
    assert_eq!(alignment, 256);
    let (frames, pairs) = (rig.empty(1024, STORAGE), rig.empty(80, STORAGE));
    let codes = rig.empty(codes_size(10), STORAGE);
    let buffers = BatchBuffers {
        codes: Some(codes.slice(..)),
        ..BatchBuffers::new(frames.slice(64..128), pairs.slice(..))
    };
    let buffer = BufferName::Frames;
    assert_eq!(refusal(&rig, &buffers), BufferError::Misaligned { buffer, offset: 64, alignment });
}

#[test]
fn slices_are_no_larger_than_the_device_binds() {
    let limit = 1 << 20;
    let rig = Rig::with_limits(|limits| limits.max_storage_buffer_binding_size = limit);
    let (frames, pairs) = (rig.empty(64, STORAGE), rig.empty(limit + 8, STORAGE));
    let codes = rig.empty(codes_size(limit as u32 / 8 + 1), STORAGE);
    let inputs = BatchBuffers::new(frames.slice(..), pairs.slice(..));
    let buffers = BatchBuffers { codes: Some(codes.slice(..)), ..inputs };
    let buffer = BufferName::Pairs;
    assert_eq!(refusal(&rig, &buffers), BufferError::TooLarge { buffer, size: limit + 8, limit });
    let buffers = BatchBuffers { pairs: pairs.slice(..limit), ..buffers };
    rig.pipelines.batch(&rig.device, &buffers, &BatchOptions::default()).unwrap();
}

#[test]
fn a_lost_device_is_an_error() {
    let rig = Rig::new();
    let (frames, pairs) = (rig.empty(64, STORAGE), rig.empty(8, STORAGE));
    let codes = rig.empty(codes_size(1), STORAGE);
    rig.device.destroy();
    let inputs = BatchBuffers::new(frames.slice(..), pairs.slice(..));
    let error = refusal(&rig, &BatchBuffers { codes: Some(codes.slice(..)), ..inputs });
    assert!(matches!(error, BufferError::Gpu(GpuError::DeviceLost(_))), "{error:?}");
    let error = Pipelines::new(&rig.device).unwrap_err();
    assert!(matches!(error, GpuError::DeviceLost(_)), "{error:?}");
}
