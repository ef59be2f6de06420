//! The text that a caller's own shaders include.

use super::parse_text;
use motzkin::gpu::wgsl;
use naga::valid::{Capabilities, ValidationFlags, Validator};

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
