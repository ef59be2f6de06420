//! Kernels and the shaders that are their twins: the same functions, in the same order.

fn without_visibility(line: &str) -> &str {
    let visible = ["pub ", "pub(super) "].iter().find_map(|word| line.strip_prefix(word));
    visible.unwrap_or(line)
}

/// Names after `fn`, without the suffix of `test_` that WGSL needs for want of modules.
fn functions(text: &str) -> Vec<String> {
    let starts = text.lines().map(|line| without_visibility(line.trim_start()));
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
            include_str!("../../../crates/core/src/kernel/operand.rs"),
            include_str!("../../../shaders/parts/operand.wgsl"),
            &[
                "read",
                "widen",
                "operands",
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
                "read",
                "widen",
                "edges",
                "widen",
            ][..],
            &["is_scalable", "take3", "take4", "load_edges"][..],
        ),
        (
            include_str!("../../../crates/core/src/kernel/cuboid_cuboid.rs"),
            include_str!("../../../shaders/parts/cuboid_cuboid.wgsl"),
            &["projections", "face_gap", "certain"],
            &["excused"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/moving_operand.rs"),
            include_str!("../../../shaders/parts/moving_operand.wgsl"),
            &["load", "swept_if_odd", "unscaled", "size", "times"],
            &["load_moving", "velocity", "is_tame_in_motion", "is_scalable_in_motion"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/swept_cuboid_cuboid.rs"),
            include_str!("../../../shaders/parts/swept_cuboid_cuboid.wgsl"),
            &[],
            &["shadows"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/contact_cuboid_cuboid.rs"),
            include_str!("../../../shaders/parts/contact_cuboid_cuboid.wgsl"),
            &["sum_of"],
            &["normals", "least", "quotient3", "excused_ends"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/passing.rs"),
            include_str!("../../../shaders/parts/passing.wgsl"),
            &["is_within", "clipped"],
            &["is_within_both", "clipped_interval"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/contact_axes.rs"),
            include_str!("../../../shaders/parts/contact_axes.wgsl"),
            &["face", "product"],
            &["pass_face", "pass_product"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/plane/contact.rs"),
            include_str!("../../../shaders/parts/plane_contact.wgsl"),
            &["pair_extent"],
            &[],
        ),
        (
            include_str!("../../../crates/core/src/kernel/plane/operand.rs"),
            include_str!("../../../shaders/parts/plane_operand.wgsl"),
            &[
                "add",
                "sub",
                "scale",
                "scaled_if_odd",
                "unscaled",
                "times",
                "four",
                "load_frames",
                "read",
                "edges",
            ],
            &["is_scalable", "scaled", "form", "is_tame", "with_zero", "load_edges"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/plane/parallelograms.rs"),
            include_str!("../../../shaders/parts/plane_parallelograms.wgsl"),
            &["pair_extent"],
            &[],
        ),
        (
            include_str!("../../../crates/core/src/kernel/plane/triangles.rs"),
            include_str!("../../../shaders/parts/plane_triangles.wgsl"),
            &["units", "pair_extent"],
            &["errors"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/plane/triangle_parallelogram.rs"),
            include_str!("../../../shaders/parts/plane_triangle_parallelogram.wgsl"),
            &["pair_extent"],
            &[],
        ),
        (
            include_str!("../../../crates/core/src/kernel/plane/axes.rs"),
            include_str!("../../../shaders/parts/plane_axes.wgsl"),
            &["of", "swept", "axis_of_sweep", "best"],
            &["ends", "bound_separation"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/plane/clip.rs"),
            include_str!("../../../shaders/parts/plane_clip.wgsl"),
            &["row_runs", "new", "opposite", "add3", "magnitudes"],
            &["largest3", "bound_common"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/tetra.rs"),
            include_str!("../../../shaders/parts/tetra.wgsl"),
            &["along"],
            &[],
        ),
        (
            include_str!("../../../crates/core/src/kernel/cuboid_tetra.rs"),
            include_str!("../../../shaders/parts/cuboid_tetra.wgsl"),
            &[],
            &["pencil_on_cuboid"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/clip/rows.rs"),
            include_str!("../../../shaders/parts/clip_rows.wgsl"),
            &["magnitudes", "directions", "add4"],
            &[],
        ),
        (
            include_str!("../../../crates/core/src/kernel/clip/common.rs"),
            include_str!("../../../shaders/parts/clip_common.wgsl"),
            &["new"],
            &["clip_direction", "bound_common"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/tetra_tetra.rs"),
            include_str!("../../../shaders/parts/tetra_tetra.wgsl"),
            &[],
            &["pencil_ends"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/swept_cuboid_tetra.rs"),
            include_str!("../../../shaders/parts/swept_cuboid_tetra.wgsl"),
            &[],
            &["pencil_on_sweep"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/swept_tetra_tetra.rs"),
            include_str!("../../../shaders/parts/swept_tetra_tetra.wgsl"),
            &[],
            &["pencil8"],
        ),
        (
            include_str!("../../../crates/core/src/kernel/hull/portal.rs"),
            include_str!("../../../shaders/parts/hull_portal.wgsl"),
            &["search", "beyond"],
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
