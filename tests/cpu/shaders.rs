//! The shaders against the Rust side, without a GPU: changing one side alone fails.

mod constants;

use motzkin::gpu::layout::{
    self, CandidateHeader, Filter, Hit, HitBounds, HitInterval, ListHeader, Placement,
    UndecidedRecord, UndecidedRecord2,
};
use motzkin::gpu::wgsl;
use motzkin::internals::gpu::bindings::Access;
use motzkin::internals::gpu::broad_layout::{self, BroadDispatches, BroadParams};
use motzkin::internals::gpu::search_layout::{SearchLevel, SearchNode};
use motzkin::internals::gpu::sources::{
    ALL, BOUND_HITS, BOUND_INTERVALS, BOUND_PLANE_HITS, BOUND_PLANE_INTERVALS, COMPACT,
    HULL_VERDICTS, LIST_FOUND, LIST_HITS, LIST_PLANE_UNDECIDED, LIST_UNDECIDED,
    MOVING_PLANE_VERDICTS, PLACE_FRAMES, PLANE_VERDICTS, PREPARE, PREPARE_BOUNDS, SCAN, SCATTER,
    SEARCH_EMIT, SEARCH_SCAN, SEARCH_TEST, Source,
};
use motzkin::internals::gpu::stage_layout::{self, Dispatches, FrameUpdate, Params};
use motzkin::internals::gpu::{Block, PlacedHull};
use motzkin::{Frame2, Frame3, Pair};
use naga::back::pipeline_constants::process_overrides;
use naga::proc::{GlobalCtx, Layouter};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, Module, StorageAccess, TypeInner};
use std::mem::offset_of;

fn parse_text(wgsl: &str) -> Module {
    naga::front::wgsl::parse_str(wgsl)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(wgsl)))
}

fn parse(source: &Source) -> Module {
    parse_text(&source.wgsl())
}

#[test]
fn every_module_is_valid_with_no_capability() {
    for source in &ALL {
        let checked =
            Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&parse(source));
        checked.unwrap_or_else(|error| {
            panic!("{}: {}", source.name, error.emit_to_string(&source.wgsl()))
        });
    }
}

/// Pipelines set the constants that a module leaves open, and validate what comes of it.
#[test]
fn every_module_is_valid_with_its_constants_set() {
    for source in &ALL {
        let module = parse(source);
        let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .unwrap();
        for value in 0..4 {
            let set = |(_, constant): (_, &naga::Override)| {
                let name = constant.name.clone().unwrap_or_default();
                // No row is empty.
                let least = u8::from(name == "ROW");
                (name, f64::from(value + least))
            };
            let constants = module.overrides.iter().map(set).collect();
            let made = process_overrides(&module, &info, None, &constants);
            made.unwrap_or_else(|error| panic!("{}: {error:?}", source.name));
        }
    }
}

#[test]
fn entry_points_bear_their_stage_name_and_size() {
    for source in &ALL {
        let size = match source.name {
            "prepare" | "prepare_bounds" | "broad_prepare" | "broad_header" => 1,
            "scan" | "search_scan" => stage_layout::SCAN_LANES,
            "scatter" => stage_layout::UPDATES_PER_GROUP,
            "place_frames" => stage_layout::PLACEMENTS_PER_GROUP,
            name if name.starts_with("broad_") => broad_layout::BROAD_GROUP,
            _ => stage_layout::PAIRS_PER_GROUP,
        };
        let module = parse(source);
        let [entry] = &module.entry_points[..] else { panic!("{}: one entry point", source.name) };
        assert_eq!(entry.name, source.name);
        assert_eq!(entry.workgroup_size, [size, 1, 1], "{}", source.name);
    }
}

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
        ("Hit", offsets!(Hit: pair, a, b)),
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
    let strangers = [SCATTER, PREPARE_BOUNDS, SEARCH_TEST, SEARCH_SCAN, SEARCH_EMIT, PLACE_FRAMES]
        .map(|source| source.name);
    let is_broad = |source: &&Source| source.name.starts_with("broad_");
    let knows_params = |source: &&Source| !strangers.contains(&source.name) && !is_broad(source);
    for source in ALL.iter().filter(knows_params) {
        let params = offsets!(Params: pair_count, offered, frame_count, mask, capacity, undecided_capacity,
            vertices, options);
        assert_eq!(structure(&parse(source), "Params"), params, "{}", source.name);
    }
    let placement =
        offsets!(Placement: rotation, translation, shape, scale, pad, velocity, pad_behind);
    assert_eq!(structure(&parse(&PLACE_FRAMES), "Placement"), placement);
    for source in ALL.iter().filter(is_broad) {
        let module = parse(source);
        let params = offsets!(BroadParams: count, offered, capacity, source, options, margin, sort_blocks, split,
            starts, window, pad);
        assert_eq!(structure(&module, "BroadParams"), params, "{}", source.name);
        let whole = members(broad_layout::BOX as usize, [("low", 0), ("high", 16)]);
        assert_eq!(structure(&module, "Box"), whole, "{}", source.name);
        let domain = [("low", 0), ("invalid", 12), ("high", 16), ("first", 28)];
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
    let update =
        members(size_of::<FrameUpdate>(), [("row", 0), ("frame", offset_of!(FrameUpdate, frame))]);
    assert_eq!(structure(&parse(&SCATTER), "FrameUpdate"), update);
    assert_eq!(structure(&parse(&PREPARE), "Dispatches"), offsets!(Dispatches: pairs, scan));
    let placed = offsets!(PlacedHull: rows, high, start, low, blocks);
    assert_eq!(structure(&parse(&HULL_VERDICTS), "PlacedHull"), placed);
    let block = members(size_of::<Block>(), [("x", 0), ("y", 32), ("z", 64)]);
    assert_eq!(structure(&parse(&HULL_VERDICTS), "Block"), block);
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

/// Shaders of one's own, with the exported text before them.
#[test]
fn exported_text_suits_a_shader_of_ones_own() {
    use wgsl::*;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    let exported = parse_text(&[TYPES, TEST].concat());
    assert!(exported.entry_points.is_empty() && exported.overrides.is_empty());
    assert!(exported.global_variables.is_empty(), "a binding or a private variable");
    let flat = [TEST_IN_PLANE, SEPARATION_IN_PLANE].concat();
    let mine = [
        ("Frame", "u32", "test(pair[0], pair[1])", vec![]),
        ("Frame", "u32", "test_moving(pair[0], pair[1])", vec![TEST_MOVING]),
        (
            "Frame",
            "Frame",
            "frame_of_box(vec3(1.0), vec3(2.0), vec4(0.0, 0.0, 0.0, 1.0))",
            vec![POSE],
        ),
        ("Frame", "Frame", "placed_frame(pair[0], Placement())", vec![PLACE]),
        ("Frame", "vec3<f32>", "bound_common(pair[0], pair[1]).point", vec![BOUND_COMMON]),
        ("Frame", "vec3<f32>", "bound_separation(pair[0], pair[1]).axis", vec![SEPARATION]),
        (
            "Frame",
            "HitInterval",
            "bound_interval(pair[0], pair[1])",
            vec![SEPARATION, TEST_MOVING, PASSING, INTERVAL],
        ),
        (
            "Frame2",
            "u32",
            "test2(pair[0], pair[1]) + test_moving2(pair[0], pair[1])",
            vec![TEST_IN_PLANE],
        ),
        ("Frame2", "vec2<f32>", "bound_separation2(pair[0], pair[1]).axis", vec![&flat]),
        ("Frame2", "HitBounds", "bound2(pair[0], pair[1], 3u)", vec![&flat, BOUND_IN_PLANE]),
        (
            "Frame2",
            "HitInterval",
            "bound_interval2(pair[0], pair[1])",
            vec![&flat, PASSING, INTERVAL_IN_PLANE],
        ),
    ];
    for (frame, record, answer, wants) in mine {
        let own = format!(
            "@group(0) @binding(0) var<storage, read> pair: array<{frame}, 2>;
            @group(3) @binding(7) var<storage, read_write> answer: {record};
            @compute @workgroup_size(1) fn own() {{ answer = {answer}; }}"
        );
        let whole = parse_text(&[&[TYPES, TEST].concat(), &wants.concat(), own.as_str()].concat());
        validator.validate(&whole).unwrap();
        assert_eq!(whole.global_variables.len(), 2, "{answer}: a binding or a private variable");
    }
    // No name of one text is another's.
    let in_space =
        [TYPES, POSE, PLACE, TEST, TEST_MOVING, PASSING, INTERVAL, BOUND_COMMON, SEPARATION];
    let in_plane = [TEST_IN_PLANE, SEPARATION_IN_PLANE, BOUND_IN_PLANE, INTERVAL_IN_PLANE];
    validator.validate(&parse_text(&[in_space.concat(), in_plane.concat()].concat())).unwrap();
    // The types alone suffice for shaders that only read what a batch wrote.
    validator.validate(&parse_text(TYPES)).unwrap();
}

#[test]
fn bindings_are_those_of_the_layouts() {
    for source in &ALL {
        let module = parse(source);
        let mut found = Vec::new();
        for (_, global) in module.global_variables.iter() {
            let Some(binding) = &global.binding else { continue };
            assert_eq!(binding.group, 0, "{}", source.name);
            let access = match global.space {
                // WGSL does not say whether a recording chooses the offset.
                AddressSpace::Uniform => Access::Uniform,
                AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => {
                    Access::ReadWrite
                }
                AddressSpace::Storage { .. } => Access::Read,
                other => panic!("{other:?} in {}", source.name),
            };
            found.push((binding.binding, global.name.clone().unwrap_or_default(), access));
        }
        found.sort_by_key(|(binding, ..)| *binding);
        let seen = |access| if access == Access::Chosen { Access::Uniform } else { access };
        let expected: Vec<_> = (0..)
            .zip(source.bindings)
            .map(|(i, (name, access))| (i, (*name).to_owned(), seen(*access)))
            .collect();
        assert_eq!(found, expected, "{}", source.name);
    }
}

/// Names after `fn`, without the suffix of `test_` that WGSL needs for want of modules.
fn functions(text: &str) -> Vec<String> {
    let starts = text.lines().map(str::trim_start).map(|line| line.trim_start_matches("pub "));
    let after = starts.filter_map(|line| line.strip_prefix("fn "));
    let name = |rest: &str| rest.split(['(', '<']).next().unwrap_or_default().to_owned();
    // Nor can two functions share a name for their dimension.
    let shared = |name: String| match name.strip_suffix('2').unwrap_or(&name) {
        test if test.starts_with("test") => "test".into(),
        contact if contact.starts_with("contact") => "contact".into(),
        highest if highest.starts_with("highest_") && highest != "highest_on_cuboid" => {
            "highest".into()
        }
        name => name.to_owned(),
    };
    after.map(name).map(shared).collect()
}

/// Twins share their functions' names, in the same order. What only one of them has is named here.
#[test]
fn twins_have_the_same_functions() {
    let twins = [
        (
            include_str!("../../crates/core/src/kernel/operand.rs"),
            include_str!("../../shaders/parts/operand.wgsl"),
            &[
                "scaled_if_odd",
                "unscaled",
                "size",
                "times",
                "scale_edges",
                "new",
                "take",
                "take_times",
                "take_depth",
                "take_range",
                "separate",
                "overlapping",
                "certainly_negative",
                "load_pair",
                "load_frames",
            ][..],
            &["is_scalable", "take3", "take4", "load_edges"][..],
        ),
        (
            include_str!("../../crates/core/src/kernel/cuboid_cuboid.rs"),
            include_str!("../../shaders/parts/cuboid_cuboid.wgsl"),
            &["projections", "face_gap"],
            &["excused"],
        ),
        (
            include_str!("../../crates/core/src/kernel/moving_operand.rs"),
            include_str!("../../shaders/parts/moving_operand.wgsl"),
            &["load", "swept_if_odd", "unscaled", "size", "times"],
            &["load_moving", "velocity", "is_tame_in_motion", "is_scalable_in_motion"],
        ),
        (
            include_str!("../../crates/core/src/kernel/swept_cuboid_cuboid.rs"),
            include_str!("../../shaders/parts/swept_cuboid_cuboid.wgsl"),
            &[],
            &["shadows"],
        ),
        (
            include_str!("../../crates/core/src/kernel/contact_cuboid_cuboid.rs"),
            include_str!("../../shaders/parts/contact_cuboid_cuboid.wgsl"),
            &["sum_of"],
            &["normals", "least", "quotient3", "excused_ends"],
        ),
        (
            include_str!("../../crates/core/src/kernel/passing.rs"),
            include_str!("../../shaders/parts/passing.wgsl"),
            &["is_within", "clipped"],
            &["is_within_both", "clipped_interval"],
        ),
        (
            include_str!("../../crates/core/src/kernel/contact_axes.rs"),
            include_str!("../../shaders/parts/contact_axes.wgsl"),
            &["face", "product"],
            &["pass_face", "pass_product"],
        ),
        (
            include_str!("../../crates/core/src/kernel/plane/contact.rs"),
            include_str!("../../shaders/parts/plane_contact.wgsl"),
            &["pair_extent"],
            &[],
        ),
        (
            include_str!("../../crates/core/src/kernel/plane/operand.rs"),
            include_str!("../../shaders/parts/plane_operand.wgsl"),
            &["add", "sub", "scale", "scaled_if_odd", "unscaled", "times", "four", "load_frames"],
            &["is_scalable", "scaled", "kind", "is_tame", "load_edges"],
        ),
        (
            include_str!("../../crates/core/src/kernel/plane/parallelograms.rs"),
            include_str!("../../shaders/parts/plane_parallelograms.wgsl"),
            &["pair_extent"],
            &[],
        ),
        (
            include_str!("../../crates/core/src/kernel/plane/triangles.rs"),
            include_str!("../../shaders/parts/plane_triangles.wgsl"),
            &["units", "pair_extent"],
            &["errors"],
        ),
        (
            include_str!("../../crates/core/src/kernel/plane/triangle_parallelogram.rs"),
            include_str!("../../shaders/parts/plane_triangle_parallelogram.wgsl"),
            &["pair_extent"],
            &[],
        ),
        (
            include_str!("../../crates/core/src/kernel/plane/axes.rs"),
            include_str!("../../shaders/parts/plane_axes.wgsl"),
            &["of", "best"],
            &["ends", "bound_separation"],
        ),
        (
            include_str!("../../crates/core/src/kernel/plane/clip.rs"),
            include_str!("../../shaders/parts/plane_clip.wgsl"),
            &["row_runs", "new", "opposite", "add3", "magnitudes"],
            &["largest3", "bound_common"],
        ),
        (
            include_str!("../../crates/core/src/kernel/tetra.rs"),
            include_str!("../../shaders/parts/tetra.wgsl"),
            &["along"],
            &[],
        ),
        (
            include_str!("../../crates/core/src/kernel/cuboid_tetra.rs"),
            include_str!("../../shaders/parts/cuboid_tetra.wgsl"),
            &[],
            &["pencil_on_cuboid"],
        ),
        (
            include_str!("../../crates/core/src/kernel/clip/rows.rs"),
            include_str!("../../shaders/parts/clip_rows.wgsl"),
            &["magnitudes", "directions", "add4"],
            &[],
        ),
        (
            include_str!("../../crates/core/src/kernel/clip/common.rs"),
            include_str!("../../shaders/parts/clip_common.wgsl"),
            &["new"],
            &["clip_direction", "bound_common"],
        ),
        (
            include_str!("../../crates/core/src/kernel/tetra_tetra.rs"),
            include_str!("../../shaders/parts/tetra_tetra.wgsl"),
            &[],
            &["pencil_ends"],
        ),
        (
            include_str!("../../crates/core/src/kernel/swept_cuboid_tetra.rs"),
            include_str!("../../shaders/parts/swept_cuboid_tetra.wgsl"),
            &[],
            &["pencil_on_sweep"],
        ),
        (
            include_str!("../../crates/core/src/kernel/swept_tetra_tetra.rs"),
            include_str!("../../shaders/parts/swept_tetra_tetra.wgsl"),
            &[],
            &["pencil8"],
        ),
        (
            include_str!("../../crates/core/src/kernel/hull/portal.rs"),
            include_str!("../../shaders/parts/hull_portal.wgsl"),
            &[],
            &["test"],
        ),
    ];
    for (rust, wgsl, rust_only, wgsl_only) in twins {
        let without = |text: &str, own: &[&str]| {
            let (mut shared, mut lone) = (functions(text), Vec::new());
            shared.retain(|name| {
                let keep = !own.contains(&name.as_str());
                if !keep {
                    lone.push(name.clone());
                }
                keep
            });
            assert_eq!(lone, own, "{shared:?}");
            shared
        };
        assert_eq!(without(rust, rust_only), without(wgsl, wgsl_only));
    }
}
