//! The part that finds axes, which stands in modules of one's own.

use super::{Capabilities, ValidationFlags, Validator, constants, parse_text};
use motzkin::gpu::wgsl;
use motzkin::kernel::axes::{NEARLY_NULL, NULLS, SHORT};
use motzkin::num::band;

/// Every entry point may call it, for whatever it does with the answer.
#[test]
fn axes_are_valid_and_their_constants_equal() {
    let mine = "
        @group(0) @binding(0) var<storage, read> frames: array<Frame>;
        @group(0) @binding(1) var<storage, read_write> out: array<vec4<f32>>;
        @compute @workgroup_size(64)
        fn axes(@builtin(global_invocation_id) id: vec3<u32>) {
            let found = bound_separation(frames[0], frames[id.x]);
            if found.told {
                out[id.x] = vec4<f32>(found.axis, found.depth - found.slack);
            }
        }";
    let judge = parse_text(&[wgsl::TYPES, wgsl::JUDGE].concat());
    let module = parse_text(&[wgsl::TYPES, wgsl::JUDGE, wgsl::SEPARATION, mine].concat());
    Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).unwrap();
    let known = [
        ("AXES_CUBOIDS", band::AXES_CUBOIDS),
        ("AXES_CUBOIDS_NORMAL", band::AXES_CUBOIDS_NORMAL),
        ("AXES", band::AXES),
        ("AXES_NORMAL", band::AXES_NORMAL),
        ("NEARLY_NULL", NEARLY_NULL),
        ("NULLS", NULLS),
        ("SHORT", SHORT),
        // More than on the CPU, where roots and quotients are right.
        ("AXES_ROUNDING", 128.0 * band::U32),
    ];
    let given = constants(&judge);
    let own: Vec<(String, u32)> =
        constants(&module).into_iter().filter(|constant| !given.contains(constant)).collect();
    assert_eq!(own, known.map(|(name, value)| (name.to_owned(), value.to_bits())));
}
