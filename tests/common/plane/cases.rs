//! The cases that break implementations, in the plane.

use super::{Case, Scene};
use crate::common::cases::power_of_two;
use crate::common::seed::{draw_until, rng};
use glam::Vec2;
use motzkin_core::exact::plane::decide;
use motzkin_core::geom::{Frame2, ShapeKind2, Stored};
use motzkin_core::verdict::Verdict::{self, Overlapping, Separate, Touching};
use motzkin_lab::workload::validation::Corner;
use motzkin_lab::workload::validation::plane::CONTACTS;

/// Every shape and storage.
pub const KINDS: [ShapeKind2; 3] =
    [ShapeKind2::Parallelogram, ShapeKind2::Triangle, ShapeKind2::TriangleByVertices];

fn try_frame(kind: ShapeKind2, origin: Vec2, edges: [Vec2; 2]) -> Option<Frame2> {
    let rows = match kind.stored() {
        Stored::Edges => edges,
        Stored::Vertices => edges.map(|edge| origin + edge),
    };
    Frame2::of_kind(kind, origin, rows).ok()
}

/// A frame by origin and edges; a triangle stored by its vertices has those sums rounded.
pub fn frame(kind: ShapeKind2, origin: Vec2, edges: [Vec2; 2]) -> Frame2 {
    try_frame(kind, origin, edges).expect("the frame has an interior")
}

fn case(name: impl Into<String>, a: Frame2, b: Frame2) -> Case {
    Case { name: name.into(), a, b, verdict: None, interval: None }
}

fn known(name: impl Into<String>, a: Frame2, b: Frame2, verdict: Verdict) -> Case {
    Case { verdict: Some(verdict), ..case(name, a, b) }
}

/// Each combination of shapes.
fn combinations() -> impl Iterator<Item = (ShapeKind2, ShapeKind2)> {
    KINDS.into_iter().flat_map(|a| KINDS.into_iter().map(move |b| (a, b)))
}

fn contacts(name: &str, maps: usize, power: i32) -> Scene {
    let mut rng = rng(name);
    let mut cases = Vec::new();
    for n in 0..maps {
        let linear = loop {
            let linear = [[rng.i32(-3..=3), rng.i32(-3..=3)], [rng.i32(-3..=3), rng.i32(-3..=3)]];
            if linear[0][0] * linear[1][1] != linear[0][1] * linear[1][0] {
                break linear;
            }
        };
        let shift = [rng.i32(-100..=100), rng.i32(-100..=100)];
        let (linear, shift) = if n == 0 { ([[1, 0], [0, 1]], [0, 0]) } else { (linear, shift) };
        let scale = power_of_two(power);
        let map = |[x, y]: [i32; 2], shift: [i32; 2]| {
            let [x, y] = [0, 1].map(|i| linear[i][0] * x + linear[i][1] * y + shift[i]);
            Vec2::new(x as f32, y as f32) * scale
        };
        for contact in CONTACTS {
            for (a_kind, b_kind) in combinations() {
                let make = |kind, [o, e, f]: Corner<2, 3>| {
                    frame(kind, map(o, shift), [map(e, [0, 0]), map(f, [0, 0])])
                };
                let name = format!("{} ({a_kind:?}, {b_kind:?}), map {n}", contact.name);
                let verdict = contact.verdict(a_kind, b_kind);
                cases.push(known(name, make(a_kind, contact.a), make(b_kind, contact.b), verdict));
            }
        }
    }
    Scene::new(name, cases)
}

/// A frame of this size within this distance of the origin.
pub fn random_frame(rng: &mut fastrand::Rng, kind: ShapeKind2, size: f32, spread: f32) -> Frame2 {
    loop {
        let mut vector = |s: f32| Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5) * (2.0 * s);
        let (origin, edges) = (vector(spread), [vector(size), vector(size)]);
        if let Some(frame) = try_frame(kind, origin, edges) {
            break frame;
        }
    }
}

/// For each combination of shapes so many pairs.
fn drawn(
    name: &str,
    count: usize,
    draw: impl Fn(&mut fastrand::Rng, ShapeKind2, ShapeKind2) -> Vec<Case>,
) -> Scene {
    drawn_until(name, count, draw, |_| true)
}

/// The same, drawn until the scene holds what a test needs.
fn drawn_until(
    name: &str,
    count: usize,
    draw: impl Fn(&mut fastrand::Rng, ShapeKind2, ShapeKind2) -> Vec<Case>,
    holds: impl Fn(&Scene) -> bool,
) -> Scene {
    let scene = |rng: &mut fastrand::Rng| {
        let cases = combinations()
            .flat_map(|(a, b)| (0..count).flat_map(|_| draw(rng, a, b)).collect::<Vec<_>>());
        Scene::new(name, cases.collect())
    };
    draw_until(name, scene, holds)
}

fn lattice(size: i32) -> Scene {
    let draw = |rng: &mut fastrand::Rng, a: ShapeKind2, b: ShapeKind2| {
        let mut frame = |kind| loop {
            let mut vector =
                || Vec2::new(rng.i32(-size..=size) as f32, rng.i32(-size..=size) as f32);
            if let Some(frame) = try_frame(kind, vector(), [vector(), vector()]) {
                break frame;
            }
        };
        vec![case("drawn", frame(a), frame(b))]
    };
    let touches = |scene: &Scene| scene.count(Touching) * 10 > scene.pairs.len();
    drawn_until(&format!("integer lattice {size}"), 120, draw, |scene| size > 1 || touches(scene))
}

/// Squares that share sides, all turned by one angle: every neighbour of each.
fn grid(angle: f32) -> Scene {
    let mut cases = Vec::new();
    let place = |x: i32, y: i32| Vec2::new(x as f32, y as f32) + 0.5;
    for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1), (2, 0)] {
            let turned = |at| {
                Frame2::rotated_box(at, Vec2::splat(0.5), Vec2::from_angle(angle)).expect("a box")
            };
            cases.push(case(
                format!("{x} {y} {dx} {dy}"),
                turned(place(x, y)),
                turned(place(x + dx, y + dy)),
            ));
        }
    }
    Scene::new(&format!("grid turned by {angle:e}"), cases)
}

fn moved(frame: &Frame2, x: f32) -> Frame2 {
    let by = Vec2::X * x;
    let kind = frame.kind().expect("made by a constructor");
    let rows = [1, 2].map(|row| match kind.stored() {
        Stored::Edges => frame.row(row),
        Stored::Vertices => frame.row(row) + by,
    });
    Frame2::of_kind(kind, frame.origin() + by, rows).expect("moved by a little")
}

/// Pairs moved along x to within a few ulps of contact, then by powers of two of ulps off it: the
/// kernels' bands end somewhere along that way.
fn near(name: &str, scale: f32, ratio: f32) -> Scene {
    drawn(name, 60, |rng, a_kind, b_kind| {
        let a = random_frame(rng, a_kind, scale, scale);
        let b = random_frame(rng, b_kind, scale * ratio, scale);
        // Only finds the place: what is true there, the oracle says.
        let meets = |x: f32| decide(&a, &moved(&b, x)).is_ok_and(|settled| settled.verdict.meets());
        let (mut near, mut far) = (0.0_f32, 160.0_f32);
        if !meets(near) || meets(far) {
            return vec![];
        }
        while near.next_up() < far {
            let middle = f32::from_bits((near.to_bits() + far.to_bits()) / 2);
            *(if meets(middle) { &mut near } else { &mut far }) = middle;
        }
        let place = |_| {
            let ulps = (1_i64 << rng.u32(0..12)) * if rng.bool() { 1 } else { -1 };
            let x = f32::from_bits((i64::from(near.to_bits()) + ulps).max(0) as u32);
            case(format!("{a_kind:?}, {b_kind:?}, {ulps} ulps"), a, moved(&b, x))
        };
        (0..5).map(place).collect()
    })
}

/// One ulp before, on and behind a wall, at every scale.
fn one_ulp() -> Scene {
    let mut cases = Vec::new();
    for wall in [1.0_f32, 1e-30, 1e-6, 3.0, 1e6, 1e30, 1.7e38] {
        let placed =
            [(wall.next_down(), Overlapping), (wall, Touching), (wall.next_up(), Separate)];
        for (a_kind, b_kind) in combinations() {
            let a = frame(a_kind, Vec2::X * wall, [Vec2::X * -wall, Vec2::Y * wall]);
            for (x, verdict) in placed {
                let b = frame(b_kind, Vec2::X * x, [Vec2::X * wall, Vec2::Y * wall]);
                cases.push(known(format!("{a_kind:?}, {b_kind:?} at {x:e}"), a, b, verdict));
                cases.push(known(
                    format!("{a_kind:?}, {b_kind:?} at {x:e}, swapped"),
                    b,
                    a,
                    verdict,
                ));
            }
        }
    }
    Scene::new("one-ulp gaps", cases)
}

fn size_ratios() -> Scene {
    let mut cases = Vec::new();
    for decade in 0..=10 {
        let size = 10.0_f32.powi(decade);
        for (a_kind, b_kind) in combinations() {
            let straight = frame(a_kind, Vec2::ZERO, [Vec2::X * -size, Vec2::Y * -size]);
            let slanted =
                frame(a_kind, Vec2::ZERO, [Vec2::new(-size, size), Vec2::new(-size, -size / 2.0)]);
            let name = format!("{a_kind:?} of {size:e}, {b_kind:?}");
            for x in [0.0, f32::MIN_POSITIVE, -f32::MIN_POSITIVE, 1e-9, -1e-9, -0.5] {
                let small = frame(b_kind, Vec2::new(x, -0.25), [Vec2::X * 0.5, Vec2::Y * 0.5]);
                cases.push(case(format!("{name} at {x:e}"), small, straight));
                cases.push(case(format!("{name} at {x:e}, slanted"), slanted, small));
            }
        }
    }
    Scene::new("size ratios", cases)
}

/// Unit squares where one ulp is 1/16, 1/8 or 1: moved by that ulp.
fn far_units() -> Scene {
    let mut cases = Vec::new();
    for place in [1e6_f32, 2e6, 1e7] {
        for (a_kind, b_kind) in combinations() {
            for step in -2_i32..=2 {
                let next = place + 1.0 + (step as f32) * (place.next_up() - place);
                let a = frame(a_kind, Vec2::splat(place), [Vec2::X, Vec2::Y]);
                let b = frame(b_kind, Vec2::new(next, place), [Vec2::X, Vec2::Y]);
                cases.push(case(format!("{a_kind:?}, {b_kind:?} at {place}, {step} ulps"), a, b));
            }
        }
    }
    Scene::new("units far away", cases)
}

/// Aspect 1e5 and beyond, some from one vertex.
fn slivers() -> Scene {
    drawn("slivers", 30, |rng, a_kind, b_kind| {
        let mut sliver = |kind| loop {
            let mut vector = |s: f32| Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5) * s;
            let (origin, along) = (vector(1.0), vector(2.0));
            if let Some(frame) = try_frame(kind, origin, [along, along + vector(2e-5)]) {
                break frame;
            }
        };
        let (a, b) = (sliver(a_kind), sliver(b_kind));
        let from_vertex = sliver(ShapeKind2::Parallelogram);
        let edges = [from_vertex.row(1), from_vertex.row(2)];
        vec![
            case("random", a, b),
            case("from one vertex", a, frame(ShapeKind2::Parallelogram, a.origin(), edges)),
        ]
    })
}

fn scales() -> Scene {
    drawn("scales", 8, |rng, a_kind, b_kind| {
        [1e-44_f32, 1e-38, 1e-20, 1e-6, 1e6, 1e20, 5e37]
            .into_iter()
            .map(|scale| {
                let mut random = |kind| random_frame(rng, kind, scale, 0.8 * scale);
                case(format!("{a_kind:?}, {b_kind:?} at {scale:e}"), random(a_kind), random(b_kind))
            })
            .collect()
    })
}

/// Frames so narrow that their width is a few steps of the coarsest numbers there are.
fn flat() -> Scene {
    drawn("flat", 20, |rng, a_kind, b_kind| {
        [(-149, -80), (-126, -60), (-100, -40)]
            .into_iter()
            .map(|(across, along)| {
                let mut random = |kind| loop {
                    let mut vector = || {
                        let y = (rng.f32() - 0.5) * power_of_two(along);
                        Vec2::new(rng.i32(-3..=3) as f32 * power_of_two(across), y)
                    };
                    if let Some(frame) = try_frame(kind, vector(), [vector(), vector()]) {
                        break frame;
                    }
                };
                case(
                    format!("{a_kind:?}, {b_kind:?} across 2^{across}"),
                    random(a_kind),
                    random(b_kind),
                )
            })
            .collect()
    })
}

/// Every coordinate with an exponent of its own, from the smallest denormal to the largest float.
fn mixed_exponents() -> Scene {
    drawn("mixed exponents", 10, |rng, a_kind, b_kind| {
        [(-149, 126), (-149, -120), (100, 126), (-20, 20)]
            .into_iter()
            .map(|(low, high)| {
                let mut random = |kind| loop {
                    let mut number = || {
                        let sign = [-1.0, 1.0, 0.0, 1.0][rng.usize(..4)];
                        sign * (1.0 + rng.f32()) * power_of_two(rng.i32(low..=high))
                    };
                    let mut vector = || Vec2::new(number(), number());
                    if let Some(frame) = try_frame(kind, vector(), [vector(), vector()]) {
                        break frame;
                    }
                };
                case(
                    format!("{a_kind:?}, {b_kind:?} in 2^{low}..2^{high}"),
                    random(a_kind),
                    random(b_kind),
                )
            })
            .collect()
    })
}

/// Frames of 1e-40 and of 3e38 in, on and beside each other.
fn nested_extremes() -> Scene {
    let mut cases = Vec::new();
    for (a_kind, b_kind) in combinations() {
        let of = |size: f32| frame(a_kind, Vec2::ZERO, [Vec2::X * size, Vec2::Y * size]);
        let (huge, mirrored) = (of(3e38), of(-3e38));
        for tiny in [1e-40_f32, f32::from_bits(1), 1e-6] {
            let name = format!("{a_kind:?}, {b_kind:?}: {tiny:e}");
            let at =
                |place: f32| frame(b_kind, Vec2::splat(place), [Vec2::X * tiny, Vec2::Y * tiny]);
            cases.push(known(format!("{name} in"), huge, at(tiny), Overlapping));
            cases.push(known(format!("{name} on"), mirrored, at(0.0), Touching));
            cases.push(known(format!("{name} off"), mirrored, at(tiny), Separate));
        }
        if a_kind != ShapeKind2::TriangleByVertices && b_kind != ShapeKind2::TriangleByVertices {
            let beyond = |kind, x: f32| frame(kind, Vec2::X * x, [Vec2::X * 3e38, Vec2::Y * 3e38]);
            cases.push(known("far apart", beyond(a_kind, -3e38), beyond(b_kind, 3e38), Separate));
            cases.push(case("beyond the range", beyond(a_kind, 2e38), beyond(b_kind, 3e38)));
        }
    }
    Scene::new("nested extremes", cases)
}

/// Equal frames, nested ones and mirrored ones, to where shaders judge no more.
fn powers() -> Scene {
    let mut cases = Vec::new();
    for power in [-61, -60, -59, 0, 59, 60] {
        let size = power_of_two(power);
        for (a_kind, b_kind) in combinations() {
            let edges = [Vec2::new(1.5, 0.25), Vec2::new(-0.5, 1.0)].map(|edge| edge * size);
            let a = frame(a_kind, Vec2::ZERO, edges);
            let within = edges.map(|edge| edge * 0.25);
            let mut take = |name: &str, origin: Vec2, edges: [Vec2; 2]| {
                let name = format!("{a_kind:?}, {b_kind:?}: {name} at 2^{power}");
                cases.push(known(name, a, frame(b_kind, origin, edges), Overlapping));
            };
            take("equal", Vec2::ZERO, edges);
            take("turned over", edges[0] * 0.5, [edges[1], edges[0] * -0.5]);
            take("nested", (edges[0] + edges[1]) * 0.125, within);
            take("in a corner", Vec2::ZERO, within);
            take("mirrored", edges[0] * 0.75, [-edges[0], edges[1]]);
        }
    }
    Scene::new("nested at powers of two", cases)
}

pub fn scenes() -> Vec<Scene> {
    let random = |name: &str, size: f32| {
        drawn(name, 250, |rng, a, b| {
            vec![case("drawn", random_frame(rng, a, size, 1.0), random_frame(rng, b, size, 1.0))]
        })
    };
    let mut out = vec![
        contacts("contacts", 12, 0),
        contacts("contacts in denormals", 4, -149),
        contacts("contacts at 2^117", 4, 117),
        lattice(1),
        lattice(2),
        lattice(8),
        near("near contact", 1.0, 1.0),
        near("near contact, ratio 50", 8.0, 0.02),
        one_ulp(),
        size_ratios(),
        far_units(),
        slivers(),
        scales(),
        flat(),
        mixed_exponents(),
        nested_extremes(),
        powers(),
        random("random floats", 1.0),
        random("small random floats", 0.3),
    ];
    out.extend([0.0, 1e-7, 1e-5, 1e-3, 1e-2, 0.5].map(grid));
    out
}
