//! The shaders' constants and those of the Rust side.

use super::{parse, parse_text};
use motzkin::gpu::layout::{self, HitBounds};
use motzkin::gpu::wgsl;
use motzkin::internals::gpu::PlacedHull;
use motzkin::internals::gpu::broad_layout::{self, BroadParams};
use motzkin::internals::gpu::groups::ALL;
use motzkin::internals::gpu::search_layout::DOUBT;
use motzkin::internals::gpu::stage_layout::{self, Params};
use motzkin_core::geom::{Form, PairKind, ShapeKind};
use motzkin_core::kernel::{axes, bounds, contact_axes, cuboid_tetra, hull, tetra_tetra};
use motzkin_core::num::band;
use motzkin_core::verdict::RawCode;
use naga::{Literal, Module};

fn constants(module: &Module) -> Vec<(String, u32)> {
    let value = |constant: &naga::Constant| {
        let name = constant.name.clone().unwrap_or_default();
        match module.global_expressions[constant.init] {
            naga::Expression::Literal(Literal::F32(value)) => (name, value.to_bits()),
            naga::Expression::Literal(Literal::U32(value)) => (name, value),
            naga::Expression::Literal(Literal::I32(value)) => (name, value as u32),
            ref other => panic!("{name} is {other:?}"),
        }
    };
    module.constants.iter().map(|(_, constant)| value(constant)).collect()
}

/// The number of each form and the bits of each tag, by the names of the Rust side. No shader needs
/// a name for the tag of zero, which has two signs.
fn shapes() -> impl Iterator<Item = (String, u32)> {
    let forms = Form::ALL.map(|form| (constant_name(&form), form as u32));
    let kinds = ShapeKind::ALL.into_iter().filter(|kind| kind.tag() != 0.0);
    let tags = kinds.map(|kind| (constant_name(&kind) + "_TAG", kind.tag().to_bits()));
    forms.into_iter().chain(tags)
}

/// `TwoWords` as `TWO_WORDS`.
fn constant_name(variant: &impl std::fmt::Debug) -> String {
    let name = format!("{variant:?}");
    let letters = name.chars().enumerate().flat_map(|(i, letter)| {
        let gap = (i > 0 && letter.is_uppercase()).then_some('_');
        gap.into_iter().chain(letter.to_uppercase())
    });
    letters.collect()
}

/// Kinds of pairs of parallelotopes and simplices.
const PLAIN_KINDS: u32 = PairKind::of(Form::Simplex, Form::Simplex).number() as u32 + 1;

/// Every constant of every shader stands in this list, with the Rust number that it must equal.
#[test]
fn constants_are_equal() {
    let known = [
        ("U32", band::U32.to_bits()),
        ("CUBOID_CUBOID", band::CUBOID_CUBOID.to_bits()),
        ("SWEPT_CUBOID_CUBOID", band::SWEPT_CUBOID_CUBOID.to_bits()),
        ("DETERMINANT", band::DETERMINANT.to_bits()),
        ("TETRA_TETRA", band::TETRA_TETRA.to_bits()),
        ("TETRA_TETRA_FOURTH", band::TETRA_TETRA_FOURTH.to_bits()),
        ("TETRA_CUBOID", band::TETRA_CUBOID.to_bits()),
        ("TETRA_CUBOID_FOURTH", band::TETRA_CUBOID_FOURTH.to_bits()),
        ("TETRA_CUBOID_BOX", band::TETRA_CUBOID_BOX.to_bits()),
        ("SWEPT_TETRA_TETRA", band::SWEPT_TETRA_TETRA.to_bits()),
        ("SWEPT_TETRA_TETRA_FOURTH", band::SWEPT_TETRA_TETRA_FOURTH.to_bits()),
        ("SWEPT_TETRA_CUBOID", band::SWEPT_TETRA_CUBOID.to_bits()),
        ("SWEPT_TETRA_CUBOID_FOURTH", band::SWEPT_TETRA_CUBOID_FOURTH.to_bits()),
        ("SWEPT_TETRA_CUBOID_BOX", band::SWEPT_TETRA_CUBOID_BOX.to_bits()),
        ("CONTACT_AXES", band::CONTACT_AXES.to_bits()),
        ("PLANE_CONTACT", band::PLANE_CONTACT.to_bits()),
        ("PARALLELOGRAMS", band::PARALLELOGRAMS.to_bits()),
        ("PLANE_DETERMINANT", band::PLANE_DETERMINANT.to_bits()),
        ("TRIANGLES", band::TRIANGLES.to_bits()),
        ("TRIANGLES_THIRD", band::TRIANGLES_THIRD.to_bits()),
        ("TRIANGLES_SWEEP", band::TRIANGLES_SWEEP.to_bits()),
        ("TRIANGLE_PARALLELOGRAM", band::TRIANGLE_PARALLELOGRAM.to_bits()),
        ("TRIANGLE_PARALLELOGRAM_THIRD", band::TRIANGLE_PARALLELOGRAM_THIRD.to_bits()),
        ("TRIANGLE_PARALLELOGRAM_SIDE", band::TRIANGLE_PARALLELOGRAM_SIDE.to_bits()),
        ("PENCIL_STEP", band::PENCIL_STEP.to_bits()),
        ("AXES_CUBOIDS", band::AXES_CUBOIDS.to_bits()),
        ("AXES_CUBOIDS_NORMAL", band::AXES_CUBOIDS_NORMAL.to_bits()),
        ("AXES", band::AXES.to_bits()),
        ("AXES_NORMAL", band::AXES_NORMAL.to_bits()),
        // More than on the CPU, where roots and quotients are right.
        ("AXES_ROUNDING", (128.0 * band::U32).to_bits()),
        // Twice the CPU's: a quotient may be off by more.
        ("OUTWARD", (16.0 * band::U32).to_bits()),
        ("NEARLY_NULL", axes::NEARLY_NULL.to_bits()),
        ("NULLS", axes::NULLS.to_bits()),
        ("NULL_PASS", contact_axes::NULL_PASS.to_bits()),
        ("NULL_PASSES", contact_axes::NULL_PASSES.to_bits()),
        ("NULL_PASSES_MIXED", contact_axes::NULL_PASSES_MIXED.to_bits()),
        ("SHORT", axes::SHORT.to_bits()),
        ("PLANE_AXES_PARALLELOGRAMS", band::PLANE_AXES_PARALLELOGRAMS.to_bits()),
        ("PLANE_AXES", band::PLANE_AXES.to_bits()),
        // More than on the CPU, where roots and quotients are right.
        ("PLANE_AXES_ROUNDING", (108.0 * band::U32).to_bits()),
        ("PLANE_CLIP", band::PLANE_CLIP.to_bits()),
        ("PLANE_CLIP_THIRD", band::PLANE_CLIP_THIRD.to_bits()),
        ("PLANE_CLIP_POINT", band::PLANE_CLIP_POINT.to_bits()),
        ("CLIP", band::CLIP.to_bits()),
        ("CLIP_FOURTH", band::CLIP_FOURTH.to_bits()),
        ("CLIP_POINT", band::CLIP_POINT.to_bits()),
        ("TOLERANCE", bounds::TOLERANCE.to_bits()),
        ("HULL_HEIGHT", band::HULL_HEIGHT.to_bits()),
        ("HULL_POINT", band::HULL_POINT.to_bits()),
        ("HULL_DETERMINANT", band::HULL_DETERMINANT.to_bits()),
        ("HULL_DETERMINANT_INPUT", band::HULL_DETERMINANT_INPUT.to_bits()),
        ("HULL_TINY", band::HULL_TINY.to_bits()),
        ("BLOCK_COUNT", PlacedHull::COUNT),
        ("IN_PLANE", PlacedHull::IN_PLANE),
        ("UNFIT", PlacedHull::UNFIT),
        ("MOST_STEPS", hull::MOST_STEPS as u32),
        // Half of what a driver may end a loop after; the largest hulls that are tested leave some
        // steps.
        ("MOST_TURNS", 1 << 15),
        ("FLUSH", band::FLUSH.to_bits()),
        ("FLUSH_VOLUME", band::FLUSH_VOLUME.to_bits()),
        ("NONE", cuboid_tetra::NONE.to_bits()),
        ("LEVEL", tetra_tetra::LEVEL.to_bits()),
        ("UNKNOWN", u32::MAX),
        ("NO_ID", layout::NO_ID),
        ("IN_BUFFER", u32::MAX),
        ("FILTERED", Params::FILTERED),
        ("NAMED", Params::NAMED),
        ("CODED", Params::CODED),
        ("KNOWN_SEPARATION", HitBounds::SEPARATION),
        ("KNOWN_COMMON", HitBounds::COMMON),
        ("UNDECIDED_MASK", 1 << RawCode::UNDECIDED.bits()),
        // Not the kernels': what the shaders refuse to test.
        ("LEAST_NORMAL", f32::MIN_POSITIVE.to_bits()),
        ("LEAST_MINUEND", 2.0_f32.powi(-102).to_bits()),
        ("MOST", 2.0_f32.powi(126).to_bits()),
        ("EVERYWHERE", f32::MAX.to_bits()),
        ("LEAST_STEP", 2.0_f32.powi(-124).to_bits()),
        ("LEAST_NORM", 2.0_f32.powi(-60).to_bits()),
        ("MOST_NORM", 2.0_f32.powi(60).to_bits()),
        ("LEAST_EDGE", 2.0_f32.powi(-80).to_bits()),
        ("SEPARATE", RawCode::SEPARATE.bits()),
        ("TOUCHING", RawCode::TOUCHING.bits()),
        ("OVERLAPPING", RawCode::OVERLAPPING.bits()),
        ("UNDECIDED", RawCode::UNDECIDED.bits()),
        ("CODES_PER_WORD", layout::CODES_PER_WORD),
        ("GROUPS_PER_WORD", layout::GROUPS_PER_WORD),
        ("PAIRS_PER_GROUP", stage_layout::PAIRS_PER_GROUP),
        ("WORDS_PER_GROUP", stage_layout::PAIRS_PER_GROUP / layout::CODES_PER_WORD),
        ("PAIRS_PER_SPAN", stage_layout::PAIRS_PER_SPAN),
        ("WORDS_PER_SPAN", stage_layout::PAIRS_PER_SPAN / layout::CODES_PER_WORD),
        ("SHORT_SLOTS", stage_layout::SHORT_SLOTS),
        ("LONG_SLOTS", stage_layout::LONG_SLOTS),
        ("PAIRS_PER_LANE", stage_layout::PAIRS_PER_SPAN / stage_layout::PAIRS_PER_GROUP),
        // Two bits tell the kinds of plain pairs, and one value more.
        ("NO_KIND", PLAIN_KINDS),
        // In a word a number of a span's pairs, or of its places, for each kind.
        ("PLACE_BITS", u32::BITS / PLAIN_KINDS),
        ("PLACE_MASK", (1 << (u32::BITS / PLAIN_KINDS)) - 1),
        // Gaps of so many words hold what three, or in the plane two, numbers of so many bits make.
        ("SPACE_WIDTH_1", (32 - 1 - 8) / 3),
        ("SPACE_WIDTH_2", (2 * 32 - 1 - 8) / 3),
        ("SPACE_WIDTH_4", (4 * 32 - 1 - 8) / 3),
        ("SPACE_WIDTH_6", (6 * 32 - 1 - 8) / 3),
        ("PLANE_WIDTH_1", (32 - 1 - 5) / 2),
        ("PLANE_WIDTH_2", (2 * 32 - 1 - 5) / 2),
        ("PLANE_WIDTH_4", (4 * 32 - 1 - 5) / 2),
        // Differences take a bit more, and a sign.
        ("STORED_WIDTH", 2 * 32 - 2),
        ("NO_WIDTH", 2 * 32),
        ("EXPONENT", f32::INFINITY.to_bits()),
        // Six edges of each solid make axes, three of each lie in a slot; in the plane two.
        ("SECOND", 6),
        ("SWEPT", 2 * 6),
        ("BETWEEN", 2 * 3),
        ("VELOCITY", 2 * 3 + 1),
        ("VECTORS", 2 * 3 + 2),
        ("PLANE_BETWEEN", 2 * 2),
        ("PLANE_VELOCITY", 2 * 2 + 1),
        ("PLANE_VECTORS", 2 * 2 + 2),
        // Below all that codes rank as.
        ("FLAT", RawCode::SEPARATE.bits()),
        ("COUNTS_PER_BLOCK", stage_layout::COUNTS_PER_BLOCK),
        ("SCAN_LANES", stage_layout::SCAN_LANES),
        ("PLACEMENTS_PER_GROUP", stage_layout::PLACEMENTS_PER_GROUP),
        ("WORDS_PER_COPY", stage_layout::WORDS_PER_COPY),
        ("UPDATES_PER_GROUP", stage_layout::UPDATES_PER_GROUP),
        ("DOUBT", DOUBT),
        ("BROAD_FILTERED", BroadParams::FILTERED),
        ("BROAD_MOVING", BroadParams::MOVING),
        ("BROAD_WORLDS", BroadParams::WORLDS),
        ("BROAD_BETWEEN", BroadParams::BETWEEN),
        ("FRAMES", BroadParams::FRAMES),
        ("PLANE_FRAMES", BroadParams::PLANE_FRAMES),
        ("BOXES", BroadParams::BOXES),
        ("PLANE_BOXES", BroadParams::PLANE_BOXES),
        ("BROAD_GROUP", broad_layout::BROAD_GROUP),
        ("BROAD_MOST", i32::MAX as u32),
        ("BROAD_LEAST", -i32::MAX as u32),
        ("LARGEST_END", f32::MAX.to_bits()),
        ("OUTWARD_SUM", (16.0 * band::U32).to_bits()),
        ("OUTWARD_LEAST", 2.0_f32.powi(-121).to_bits()),
        ("LARGE", 2.0_f32.powi(100).to_bits()),
        ("TOO_LARGE", 2.0_f32.powi(120).to_bits()),
        ("LEAST_CELL", 2.0_f32.powi(-115).to_bits()),
        ("CLASS_EXPONENTS", 5),
        ("MEAN_CLASS", 2),
        // Three bits, without the last number. Half of the turns sort by the high bits.
        ("LAST_CLASS", (1 << 3) - 2),
        ("CLASS_SHIFT", 8 * broad_layout::CODE_TURNS / 2 - 3),
        ("CELLS", 2.0_f32.powi(15).to_bits()),
        ("SORT_BLOCK", broad_layout::SORT_BLOCK),
        ("SORT_TILES", broad_layout::SORT_BLOCK / broad_layout::BROAD_GROUP),
        ("DIGITS", broad_layout::DIGITS),
        ("MARK_WORDS", broad_layout::BROAD_GROUP / u32::BITS),
        // As many words as a box has.
        ("FIRSTS", broad_layout::BOX as u32 / 4 - 1),
        ("FAN_OUT", 1 << broad_layout::FAN_BITS),
        ("FAN_BITS", broad_layout::FAN_BITS),
        ("TOP_LEVEL", broad_layout::TOP_LEVEL),
        ("SLICE_BITS", broad_layout::SLICE.ilog2()),
        // What counts of a search end at: two of them still make a number.
        ("BEYOND", 1 << 30),
    ];
    let known: Vec<(String, u32)> =
        known.map(|(name, bits)| (name.into(), bits)).into_iter().chain(shapes()).collect();
    let mut seen = Vec::new();
    let modules = ALL.iter().map(|source| (source.name, parse(source)));
    let common = parse_text(&[wgsl::TYPES, wgsl::TEST, wgsl::BOUND_COMMON].concat());
    for (source, module) in modules.chain([("bound_common", common)]) {
        for (name, bits) in constants(&module) {
            let rust = known.iter().find(|known| known.0 == name);
            assert_eq!(rust.map(|known| known.1), Some(bits), "{name} in {source}");
            seen.push(name);
        }
    }
    for (name, _) in known {
        assert!(seen.contains(&name), "{name} stands in no shader");
    }
}
