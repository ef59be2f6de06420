//! Structs and lists: the same bytes in the shaders and in Rust.

use super::{parse, parse_text};
use motzkin::gpu::layout::{
    self, CandidateHeader, Filter, HitBounds, HitInterval, HitRecord, ListHeader, Placement,
    UndecidedRecord, UndecidedRecord2,
};
use motzkin::gpu::wgsl;
use motzkin::internals::gpu::broad_layout::{self, BroadDispatches, BroadParams};
use motzkin::internals::gpu::groups::ALL;
use motzkin::internals::gpu::search_layout::{SearchLevel, SearchNode};
use motzkin::internals::gpu::sources::{
    ARITHMETIC, BOUND_HITS, BOUND_INTERVALS, BOUND_PLANE_HITS, BOUND_PLANE_INTERVALS, COMPACT,
    GATHER_ITEMS, HULL_VERDICTS, LIST_FOUND, LIST_HITS, LIST_PLANE_UNDECIDED, LIST_UNDECIDED,
    MOVING_PLANE_VERDICTS, PLACE_FRAMES, PLANE_VERDICTS, PREPARE, PREPARE_BOUNDS, SCAN, SCATTER,
    SEARCH_EMIT, SEARCH_SCAN, SEARCH_TEST, Source,
};
use motzkin::internals::gpu::stage_layout::{Dispatches, FrameUpdate, Gathering, Params};
use motzkin::internals::gpu::{Block, PlacedHull};
use motzkin::{Frame2, Frame3, Pair};
use naga::proc::{GlobalCtx, Layouter};
use naga::{Module, TypeInner};
use std::mem::offset_of;

/// Size and members of a struct, by name and offset.
fn structure(module: &Module, name: &str) -> (u32, Vec<(String, u32)>) {
    let ty = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some(name));
    let Some(TypeInner::Struct { members, span }) = ty.map(|(_, ty)| &ty.inner) else {
        panic!("no {name}")
    };
    let member =
        |member: &naga::StructMember| (member.name.clone().unwrap_or_default(), member.offset);
    (*span, members.iter().map(member).collect())
}

fn members<const N: usize>(size: usize, members: [(&str, usize); N]) -> (u32, Vec<(String, u32)>) {
    (size as u32, members.map(|(name, offset)| (name.to_owned(), offset as u32)).to_vec())
}

macro_rules! offsets {
    ($type:ident: $($member:ident),*) => {
        members(size_of::<$type>(), [$((stringify!($member), offset_of!($type, $member))),*])
    };
}

#[test]
fn structs_have_the_same_bytes() {
    let types = parse_text(wgsl::TYPES);
    let mut layouter = Layouter::default();
    layouter.update(GlobalCtx { ..types.to_ctx() }).unwrap();
    let contract = [
        ("Frame", members(size_of::<Frame3>(), [("rows", 0)])),
        ("Pair", offsets!(Pair: a, b)),
        ("Filter", offsets!(Filter: group, mask)),
        ("ListHeader", offsets!(ListHeader: vertices, listed, zeros, found, undecided, offered)),
        (
            "CandidateHeader",
            offsets!(CandidateHeader: found, listed, total, shapes, offered, invalid, first_invalid),
        ),
        ("HitRecord", offsets!(HitRecord: pair, a, b)),
        ("HitInterval", offsets!(HitInterval: first, last)),
        (
            "HitBounds",
            offsets!(HitBounds: axis, depth, point, known, low, depth_slack, high, box_slack),
        ),
        ("UndecidedRecord", offsets!(UndecidedRecord: pair, a, b, missing, frame_a, frame_b)),
    ];
    for (name, expected) in &contract {
        assert_eq!(structure(&types, name), *expected, "{name}");
    }
    let structs =
        types.types.iter().filter(|(_, ty)| matches!(ty.inner, TypeInner::Struct { .. })).count();
    assert_eq!(structs, contract.len(), "a struct of the contract that Rust does not know");
    // The documentation states these.
    let sizes = contract.each_ref().map(|(_, (size, _))| *size);
    assert_eq!(sizes, [64, 8, 8, 32, 32, 12, 16, 64, 144]);
    assert_eq!(
        [offset_of!(UndecidedRecord, frame_a), offset_of!(UndecidedRecord, frame_b)],
        [16, 80]
    );
}

/// What shaders declare for themselves, beside the types of the contract.
#[test]
fn structs_of_single_shaders_have_the_same_bytes() {
    let record = offsets!(UndecidedRecord2: pair, a, b, missing, frame_a, frame_b);
    assert_eq!(structure(&parse(&LIST_PLANE_UNDECIDED), "UndecidedRecord2"), record);
    assert_eq!([record.0, record.1[5].1], [96, 56]);
    for source in [
        PLANE_VERDICTS,
        MOVING_PLANE_VERDICTS,
        LIST_PLANE_UNDECIDED,
        BOUND_PLANE_HITS,
        BOUND_PLANE_INTERVALS,
    ] {
        let frame = members(size_of::<Frame2>(), [("rows", 0)]);
        assert_eq!(structure(&parse(&source), "Frame2"), frame, "{}", source.name);
    }
    let strangers = [
        SCATTER,
        PREPARE_BOUNDS,
        SEARCH_TEST,
        SEARCH_SCAN,
        SEARCH_EMIT,
        GATHER_ITEMS,
        PLACE_FRAMES,
        ARITHMETIC,
    ]
    .map(|source| source.name);
    let knows_params = |source: &&Source| !strangers.contains(&source.name) && !is_broad(source);
    for source in ALL.iter().filter(knows_params) {
        let params = offsets!(Params: pair_count, offered, frame_count, mask, capacity, undecided_capacity,
            vertices, options);
        assert_eq!(structure(&parse(source), "Params"), params, "{}", source.name);
    }
    let placement =
        offsets!(Placement: rotation, translation, shape, scale, pad, velocity, pad_behind);
    assert_eq!(structure(&parse(&PLACE_FRAMES), "Placement"), placement);
    let gathering = offsets!(Gathering: stride, offset, item, count);
    assert_eq!(structure(&parse(&GATHER_ITEMS), "Gathering"), gathering);
    let update =
        members(size_of::<FrameUpdate>(), [("row", 0), ("frame", offset_of!(FrameUpdate, frame))]);
    assert_eq!(structure(&parse(&SCATTER), "FrameUpdate"), update);
    assert_eq!(structure(&parse(&PREPARE), "Dispatches"), offsets!(Dispatches: pairs, scan, spans));
    let placed = offsets!(PlacedHull: rows, high, start, low, blocks, velocity, reserved);
    assert_eq!(structure(&parse(&HULL_VERDICTS), "PlacedHull"), placed);
    let block = members(size_of::<Block>(), [("x", 0), ("y", 32), ("z", 64)]);
    assert_eq!(structure(&parse(&HULL_VERDICTS), "Block"), block);
}

fn is_broad(source: &&Source) -> bool {
    source.name.starts_with("broad_")
}

#[test]
fn structs_of_broad_phases_have_the_same_bytes() {
    for source in ALL.iter().filter(is_broad) {
        let module = parse(source);
        let params = offsets!(BroadParams: count, offered, capacity, source, options, margin, sort_blocks, split,
            starts, window, pad);
        assert_eq!(structure(&module, "BroadParams"), params, "{}", source.name);
        let whole = members(broad_layout::BOX as usize, [("low", 0), ("high", 16)]);
        assert_eq!(structure(&module, "Box"), whole, "{}", source.name);
        let domain = [("low", 0), ("invalid", 12), ("high", 16), ("first", 28), ("exponents", 32)];
        assert_eq!(
            structure(&module, "Domain"),
            members(broad_layout::DOMAIN as usize, domain),
            "{}",
            source.name
        );
        if source.name == "broad_prepare" {
            let dispatches = offsets!(BroadDispatches: shapes, sort, levels);
            assert_eq!(structure(&module, "BroadDispatches"), dispatches);
        }
    }
}

#[test]
fn structs_of_the_search_have_the_same_bytes() {
    for source in [SEARCH_TEST, SEARCH_SCAN, SEARCH_EMIT] {
        let module = parse(&source);
        assert_eq!(
            structure(&module, "SearchNode"),
            offsets!(SearchNode: frame, low, high),
            "{}",
            source.name
        );
        let level =
            offsets!(SearchLevel: pairs, hits, tests, overflowed, pair_capacity, hit_capacity);
        assert_eq!(structure(&module, "SearchLevel"), level, "{}", source.name);
    }
}

/// Where the entries of each list begin, and how far apart they lie.
#[test]
fn lists_begin_behind_their_header() {
    let entries = |source: &Source, name: &str| {
        let module = parse(source);
        let ty = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some(name));
        let Some(TypeInner::Struct { members, .. }) = ty.map(|(_, ty)| &ty.inner) else {
            panic!("no {name}")
        };
        let [_, entries] = &members[..] else { panic!("{name} is no list") };
        let TypeInner::Array { stride, .. } = module.types[entries.ty].inner else {
            panic!("no array")
        };
        (u64::from(entries.offset), u64::from(stride))
    };
    let of = |size: fn(u32) -> u64| (2 * size(1) - size(2), size(2) - size(1));
    assert_eq!(entries(&LIST_HITS, "Hits"), of(layout::hits_size));
    assert_eq!(entries(&LIST_UNDECIDED, "UndecidedList"), of(layout::undecided_size));
    assert_eq!(entries(&LIST_PLANE_UNDECIDED, "UndecidedList"), of(layout::plane_undecided_size));
    assert_eq!(entries(&PREPARE_BOUNDS, "Hits"), of(layout::hits_size));
    assert_eq!(entries(&BOUND_HITS, "Hits"), of(layout::hits_size));
    assert_eq!(entries(&BOUND_PLANE_HITS, "Hits"), of(layout::hits_size));
    assert_eq!(entries(&BOUND_INTERVALS, "Hits"), of(layout::hits_size));
    assert_eq!(entries(&BOUND_PLANE_INTERVALS, "Hits"), of(layout::hits_size));
    // The runner's own, which is no part of the contract.
    assert_eq!(entries(&COMPACT, "List"), (4, 4));
    assert_eq!(entries(&SCAN, "Blocks"), (8, 8));
    assert_eq!(entries(&LIST_FOUND, "FoundList"), (32, 8));
}
