//! One-ulp gaps, size ratios, far places, slivers, and numbers at both ends of `f32`.

use super::lattice::power_of_two;
use super::random::random_frame;
use super::{KINDS, case, frame, known, try_frame};
use crate::common::scene::{Case, Scene};
use crate::common::seed::rng;
use glam::Vec3;
use motzkin_core::geom::{Frame3, ShapeKind};
use motzkin_core::verdict::Verdict;

const AXES: [Vec3; 3] = [Vec3::X, Vec3::Y, Vec3::Z];

pub fn scenes() -> Vec<Scene> {
    vec![
        Scene::new("one-ulp gaps", one_ulp_gaps()),
        Scene::new("size ratios", size_ratios()),
        Scene::new("unit boxes a million away", far_units()),
        Scene::new("slivers", slivers()),
        Scene::new("scales", scales()),
        Scene::new("mixed exponents", mixed_exponents()),
        Scene::new("nested extremes", nested_extremes()),
    ]
}

/// A box or tetrahedron of size 4 with a face at `x = 0`, and one that faces it across the gap.
fn one_ulp_gaps() -> Vec<Case> {
    let mut out = Vec::new();
    for magnitude in [1e-30, 1e-6, 1.0, 4096.0, 1e30] {
        let wall = 3.0 * magnitude as f32;
        let placed = [
            (wall.next_down(), Verdict::Overlapping),
            (wall, Verdict::Touching),
            (wall.next_up(), Verdict::Separate),
        ];
        for a_kind in KINDS {
            for b_kind in KINDS {
                // A ends at the wall, B starts at `x`: the edges from there point away.
                let left = AXES.map(|axis| axis * if axis == Vec3::X { -wall } else { wall });
                let a = frame(a_kind, Vec3::X * wall, left);
                for (x, verdict) in placed {
                    let b = frame(b_kind, Vec3::new(x, 0.0, 0.0), AXES.map(|axis| axis * wall));
                    let name = format!("{a_kind:?}, {b_kind:?} at {x:e}");
                    out.push(known(format!("{name}, swapped"), b, a, verdict));
                    out.push(known(name, a, b, verdict));
                }
            }
        }
    }
    out
}

/// A unit solid on, just off and just in the face of one up to 1e10 times as large, both
/// axis-aligned and sheared.
fn size_ratios() -> Vec<Case> {
    let mut out = Vec::new();
    for decade in 0..=10 {
        let size = 10.0_f32.powi(decade);
        for a_kind in KINDS {
            let a = frame(a_kind, Vec3::ZERO, AXES.map(|axis| axis * -size));
            let half = size / 2.0;
            let slanted = [
                Vec3::new(-size, size, 0.0),
                Vec3::new(0.0, -half, -size),
                Vec3::new(0.0, size, -size),
            ];
            let slanted = frame(a_kind, Vec3::ZERO, slanted);
            for b_kind in KINDS {
                let name = format!("{a_kind:?} of {size:e}, {b_kind:?}");
                let on = frame(b_kind, Vec3::new(0.0, -0.25, -0.25), [Vec3::X, -Vec3::Y, -Vec3::Z]);
                out.push(case(name.clone(), a, on));
                out.push(case(format!("{name}, slanted"), slanted, on));
                for x in [f32::MIN_POSITIVE, -f32::MIN_POSITIVE, 1e-9, -1e-9, -0.5] {
                    let off =
                        frame(b_kind, Vec3::new(x, -0.25, -0.25), AXES.map(|axis| axis * 0.5));
                    out.push(case(format!("{name} at {x:e}"), off, a));
                    out.push(case(format!("{name} at {x:e}, slanted"), slanted, off));
                }
            }
        }
    }
    out
}

/// Unit boxes where one ulp is 1/16, 1/8 or 1: moved by that ulp.
fn far_units() -> Vec<Case> {
    let mut rng = rng("far units");
    let mut out = Vec::new();
    for place in [1e6_f32, 2e6, 1e7] {
        for kind in KINDS {
            for step in -2_i32..=2 {
                let corner = Vec3::splat(place);
                let next = place + 1.0 + (step as f32) * (place.next_up() - place);
                let a = frame(kind, corner, AXES);
                let b = frame(ShapeKind::Cuboid, Vec3::new(next, place, place), AXES);
                out.push(case(format!("{kind:?} at {place}, {step} ulps"), a, b));
                let turn = || glam::Quat::from_axis_angle(Vec3::Z, 0.5);
                let rotated =
                    |at: Vec3| Frame3::rotated_box(at, Vec3::splat(0.5), turn()).expect("a box");
                let shift = Vec3::new(rng.f32() * 2.0, rng.f32() * 2.0, 0.0);
                out.push(case("turned alike", rotated(corner), rotated(corner + shift)));
            }
        }
    }
    out
}

/// Aspect 1e5 and beyond: needles and plates against each other, some in contact.
fn slivers() -> Vec<Case> {
    let mut rng = rng("slivers");
    let mut out = Vec::new();
    for a_kind in KINDS {
        for b_kind in KINDS {
            let name = format!("{a_kind:?}, {b_kind:?}");
            let needle = frame(a_kind, Vec3::ZERO, [Vec3::X * 1e5, Vec3::Y, Vec3::Z]);
            let across =
                frame(b_kind, Vec3::new(5e4, -5e4, 1.0), [Vec3::X, Vec3::Y * 1e5, Vec3::Z]);
            out.push(case(format!("{name}: needles crossed"), needle, across));
            let plate = frame(b_kind, Vec3::ZERO, [Vec3::X, Vec3::Y, Vec3::new(0.3, 0.3, 1e-5)]);
            out.push(case(format!("{name}: through a plate"), needle, plate));
            let mut sliver = |kind| loop {
                let mut vector = |s: f32| Vec3::from_array([0.0; 3].map(|_| (rng.f32() - 0.5) * s));
                let (origin, along, beside) = (vector(1.0), vector(2.0), vector(2.0));
                let edges = [along, along + vector(2e-5), beside];
                let needle = [along, along + vector(2e-5), along + vector(2e-5)];
                let edges = if rng.bool() { edges } else { needle };
                if let Some(frame) = try_frame(kind, origin, edges) {
                    break frame;
                }
            };
            for _ in 0..15 {
                let a = sliver(a_kind);
                out.push(case(format!("{name}: random"), a, sliver(b_kind)));
                // A sliver set at the first one's vertex touches it, or crosses it.
                let origin = a.origin();
                let b = sliver(ShapeKind::Cuboid);
                let b = frame(ShapeKind::Cuboid, origin, [1, 2, 3].map(|row| b.row(row)));
                out.push(case(format!("{name}: from one vertex"), a, b));
            }
        }
    }
    out
}

/// Random frames of one size at the sizes of microns and of megametres.
fn scales() -> Vec<Case> {
    let mut rng = rng("scales");
    let mut out = Vec::new();
    for scale in [1e-38_f32, 1e-20, 1e-6, 1e6, 1e20, 5e37] {
        for a_kind in KINDS {
            for b_kind in KINDS {
                let mut random = |kind| random_frame(&mut rng, kind, scale, 0.8 * scale);
                let a = random(a_kind);
                out.extend((0..6).map(|_| {
                    case(format!("{a_kind:?}, {b_kind:?} at {scale:e}"), a, random(b_kind))
                }));
            }
        }
    }
    out
}

/// Every coordinate with an exponent of its own, from the smallest denormal to the largest float.
fn mixed_exponents() -> Vec<Case> {
    let mut rng = rng("mixed exponents");
    let mut out = Vec::new();
    for a_kind in KINDS {
        for b_kind in KINDS {
            for (low, high) in [(-149, 126), (-149, -120), (100, 126), (-20, 20)] {
                let mut random = |kind| loop {
                    let mut vector = || {
                        Vec3::from_array([0.0; 3].map(|_| {
                            let sign = [-1.0, 1.0, 0.0, 1.0][rng.usize(..4)];
                            sign * (1.0 + rng.f32()) * power_of_two(rng.i32(low..=high))
                        }))
                    };
                    let (origin, edges) = (vector(), [vector(), vector(), vector()]);
                    if let Some(frame) = try_frame(kind, origin, edges) {
                        break frame;
                    }
                };
                out.extend((0..8).map(|_| {
                    case(
                        format!("{a_kind:?}, {b_kind:?} in 2^{low}..2^{high}"),
                        random(a_kind),
                        random(b_kind),
                    )
                }));
            }
        }
    }
    out
}

/// Solids of 1e-40 and of 3e38 in, on and beside each other.
fn nested_extremes() -> Vec<Case> {
    let mut out = Vec::new();
    for a_kind in KINDS {
        for b_kind in KINDS {
            let name = format!("{a_kind:?}, {b_kind:?}");
            let huge = frame(a_kind, Vec3::ZERO, AXES.map(|axis| axis * 3e38));
            let mirrored = frame(a_kind, Vec3::ZERO, AXES.map(|axis| axis * -3e38));
            for tiny in [1e-40_f32, f32::from_bits(1), 1e-6] {
                let at = |place: Vec3| frame(b_kind, place, AXES.map(|axis| axis * tiny));
                let unit = Vec3::splat(tiny);
                out.push(known(
                    format!("{name}: tiny in huge"),
                    huge,
                    at(unit),
                    Verdict::Overlapping,
                ));
                out.push(known(
                    format!("{name}: tiny on huge"),
                    mirrored,
                    at(Vec3::ZERO),
                    Verdict::Touching,
                ));
                out.push(known(
                    format!("{name}: tiny off huge"),
                    mirrored,
                    at(unit),
                    Verdict::Separate,
                ));
            }
            // Both reach beyond the largest float, and touch or overlap there.
            if a_kind != ShapeKind::TetraByVertices && b_kind != ShapeKind::TetraByVertices {
                let beyond = |kind, x: f32| {
                    frame(kind, Vec3::new(x, 0.0, 0.0), AXES.map(|axis| axis * 3e38))
                };
                let (left, right) = (beyond(a_kind, -3e38), beyond(b_kind, 3e38));
                out.push(known(format!("{name}: far apart"), left, right, Verdict::Separate));
                out.push(case(format!("{name}: beyond the range"), right, beyond(a_kind, 2e38)));
                let back = AXES.map(|axis| if axis == Vec3::X { axis * 2e38 } else { axis * 3e38 });
                let meets_there =
                    [2e38_f32, 1e38].map(|x| frame(a_kind, Vec3::new(x, 0.0, 0.0), back));
                out.extend(
                    meets_there
                        .map(|b| case(format!("{name}: contact beyond the range"), right, b)),
                );
                // Two solids that start at the largest float and share an edge from there on.
                let half = f32::MAX / 2.0;
                let corner = Vec3::new(f32::MAX, 0.0, 0.0);
                let out_there = frame(a_kind, corner, [Vec3::X * half, Vec3::Y, Vec3::Z]);
                let from_above = frame(b_kind, corner, [Vec3::X * half, -Vec3::Y, Vec3::Z]);
                out.push(known(
                    format!("{name}: shared edge"),
                    out_there,
                    from_above,
                    Verdict::Touching,
                ));
                let slab = [Vec3::new(half, 0.0, half), Vec3::X * f32::MAX, Vec3::Y * half];
                out.push(case(format!("{name}: slab"), frame(a_kind, corner, slab), out_there));
            }
        }
    }
    out.extend(beyond_every_float());
    out
}

/// Cuboids that meet only beyond the largest float, where a box has no finite face to round to.
fn beyond_every_float() -> Vec<Case> {
    let max = f32::MAX;
    let mut out = Vec::new();
    for side in [max, -max] {
        // From x = side to 1.5 side and y = 0 to -1; its corner is met by an edge that slants down.
        let half = Vec3::X * (side / 2.0);
        let shelf = frame(ShapeKind::Cuboid, Vec3::X * side, [half, -Vec3::Y, Vec3::Z]);
        for (drop, verdict) in [
            (9.0, Verdict::Separate),
            (10.0, Verdict::Touching),
            (11.0, Verdict::Overlapping),
            (20.0, Verdict::Overlapping),
        ] {
            let origin = Vec3::new(side, 10.0, 0.0);
            let slanted =
                frame(ShapeKind::Cuboid, origin, [half - Vec3::Y * drop, Vec3::Y, Vec3::Z]);
            out.push(known(format!("down by {drop} at {side:e}"), shelf, slanted, verdict));
            out.push(known(
                format!("down by {drop} at {side:e}, swapped"),
                slanted,
                shelf,
                verdict,
            ));
        }
        let opposite = frame(ShapeKind::Cuboid, Vec3::X * -side, [-half, Vec3::Y, Vec3::Z]);
        out.push(known(format!("opposite ends, {side:e}"), shelf, opposite, Verdict::Separate));
    }
    out
}
