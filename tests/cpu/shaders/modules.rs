//! Every module that the crate can compose, for all compilers that judge them: naga in the tests of
//! this folder, Chromium's in `crates/browser`.

use motzkin::gpu::wgsl::*;
use motzkin::internals::gpu::groups::ALL;
use motzkin::internals::gpu::occupancy;

#[path = "../../../examples/own_shader/shader.rs"]
mod own_shader;
#[path = "../../../examples/renderer/shaders.rs"]
mod renderer;

/// A module and its name, which no other has.
pub type Named = (String, String);

/// The stages, the questions of occupancy, the texts for users and the shaders of the examples.
pub fn modules() -> Vec<Named> {
    let stages = ALL.iter().map(|source| (source.name.into(), source.wgsl()));
    let questions = occupancy::SHADERS
        .iter()
        .map(|(name, parts, own)| ((*name).into(), [*parts, *own].concat()));
    let examples = [
        ("examples/own_shader".into(), own_shader::probe()),
        ("examples/renderer/simulate".into(), renderer::simulate()),
        ("examples/renderer/draw".into(), renderer::draw()),
        ("examples/web/drawing".into(), include_str!("../../../examples/web/drawing.wgsl").into()),
    ];
    stages.chain(questions).chain(texts()).chain(callers()).chain(examples).collect()
}

/// The texts for users without a shader behind them: the types alone, which suffice for shaders
/// that only read what a batch wrote, and all together.
pub fn texts() -> [Named; 2] {
    let in_space =
        [TYPES, POSE, PLACE, TEST, TEST_MOVING, PASSING, INTERVAL, BOUND_COMMON, SEPARATION];
    let in_plane = [TEST_IN_PLANE, SEPARATION_IN_PLANE, BOUND_IN_PLANE, INTERVAL_IN_PLANE];
    [
        ("types alone".into(), TYPES.into()),
        ("all texts".into(), [in_space.concat(), in_plane.concat()].concat()),
    ]
}

/// For each function of the texts a shader of one's own that calls it, behind the texts that it
/// wants. It has two bindings.
pub fn callers() -> Vec<Named> {
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
    let whole = |(frame, record, answer, wants): (&str, &str, &str, Vec<&str>)| {
        let own = format!(
            "@group(0) @binding(0) var<storage, read> pair: array<{frame}, 2>;
            @group(3) @binding(7) var<storage, read_write> answer: {record};
            @compute @workgroup_size(1) fn own() {{ answer = {answer}; }}"
        );
        (answer.into(), [&[TYPES, TEST].concat(), &wants.concat(), own.as_str()].concat())
    };
    mine.into_iter().map(whole).collect()
}
