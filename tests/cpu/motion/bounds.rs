//! Bounds of contact intervals: they hold the exact ends, they are tight, and few pairs are left
//! open.

use super::kernels::{PAIRS, in_motion};
use super::scenes;
use crate::common::answers::bounded_sweeps;
use crate::common::compare::demand;
use crate::common::moving::{MovingScene, Truth, hard};
use crate::common::seed::{goes_on, rng, seed};
use crate::common::sweep::{BoundedSweep, Sweep};
use dashu_ratio::RBig;
use glam::{Quat, Vec3};
use motzkin::{CollisionService, Engine, Precision, Wanted};
use motzkin_core::exact;
use motzkin_core::geom::{ContactInterval, Frame3, Pair};
use motzkin_core::kernel::{ContactEnds, SimdLevel};
use motzkin_core::verdict::RawCode;
use motzkin_core::{Frame as _, Moving, Source};
use motzkin_lab::workload::Workload;
use rayon::prelude::*;

/// The kernels' bounds of pairs that meet, both ends of each.
fn ends(frames: &[Frame3], pairs: &[Pair], level: SimdLevel) -> Vec<Option<[[f32; 2]; 2]>> {
    let numbers: Vec<u32> = (0..pairs.len() as u32).collect();
    let found = Frame3::contact_ends(Source::Indexed { frames, pairs }, &numbers, level);
    found.into_iter().map(|ends| ends.map(|ContactEnds { first, last }| [first, last])).collect()
}

/// The frame with every number multiplied, where that is exact.
fn times(frame: &Frame3, by: f32) -> Option<Frame3> {
    let mut floats: [f32; 16] = motzkin::bytemuck::cast(*frame);
    // The fourth is the shape tag.
    for (_, value) in floats.iter_mut().enumerate().filter(|(i, _)| *i != 3) {
        let scaled = *value * by;
        if scaled / by != *value || !scaled.is_finite() {
            return None;
        }
        *value = scaled;
    }
    let frame: Frame3 = motzkin::bytemuck::cast(floats);
    frame.validate().ok().map(|()| frame)
}

/// Every interval contains the exact one, and its slack says by how much it may be too long.
#[test]
fn bounds_enclose_the_exact_interval() {
    for scene in scenes() {
        for level in SimdLevel::available() {
            let service = CollisionService::builder()
                .engine(Engine::Cpu)
                .simd(level)
                .build()
                .expect("an engine");
            let found = service
                .query(&scene.frames, &scene.pairs)
                .moving()
                .wanted(Wanted::INTERVAL)
                .precision(Precision::Bounded)
                .run()
                .expect("valid frames");
            demand(scene.compare_bounds(level.name(), &bounded_sweeps(&found)));
        }
    }
}

fn nearest(x: &RBig) -> f32 {
    x.to_f32().value()
}

/// Ends that are off, and slacks that hide less than they should, must not pass.
#[test]
fn wrong_bounds_are_noticed() {
    let scene = hard();
    let exactly = |truth: &Truth| BoundedSweep {
        verdict: truth.verdict,
        interval: truth.interval.as_ref().map(|[first, last]| ContactInterval {
            first: nearest(first).next_down(),
            last: nearest(last).next_up(),
        }),
        slack: 1e-6,
    };
    let right: Vec<BoundedSweep> = scene.truth.iter().map(exactly).collect();
    demand(scene.compare_bounds("faults", &right));
    for (i, sweep) in right.iter().enumerate() {
        let Some(ContactInterval { first, last }) = sweep.interval else { continue };
        let ends = [
            (first + 1e-5, last),
            (first, last - 1e-5),
            (first - 1e-5, last),
            (first, last + 1e-5),
        ];
        for (first, last) in ends {
            let mut wrong = right.clone();
            wrong[i].interval = Some(ContactInterval { first, last });
            assert!(
                scene.compare_bounds("faults", &wrong).is_err(),
                "{}: {first} {last}",
                scene.names[i]
            );
        }
        let mut wrong = right.clone();
        wrong[i].interval = None;
        assert!(scene.compare_bounds("faults", &wrong).is_err());
    }
}

/// What the kernel tells of the pairs of a scene that certainly meet.
struct Told {
    hits: usize,
    /// So many stay open,
    open: usize,
    /// and so many have wide bounds.
    wide: usize,
    /// How far apart the bounds of an end are.
    median: f32,
}

/// That of a scene; the bounds hold the exact ends.
fn told(name: &str, scene: &motzkin_lab::workload::Scene) -> Told {
    let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
    let codes = Frame3::codes::<Moving>(source, SimdLevel::best());
    let hits: Vec<u32> = (0..scene.pairs.len() as u32)
        .filter(|&i| codes[i as usize] == RawCode::OVERLAPPING)
        .collect();
    let ends = Frame3::contact_ends(source, &hits, SimdLevel::best());
    let slack = |(&i, ends): (&u32, &Option<ContactEnds>)| {
        let ContactEnds { first, last } = (*ends)?;
        let Pair { a, b } = scene.pairs[i as usize];
        let (a, b) = (&scene.frames[a as usize], &scene.frames[b as usize]);
        let exactly = Sweep::exact(a, b).expect("valid").interval.expect("a pair that meets");
        // The exact end lies between its own rounding and the number next to that.
        let fits = first[0] <= exactly.first.next_up()
            && exactly.first <= first[1]
            && last[0] <= exactly.last
            && exactly.last.next_down() <= last[1];
        assert!(fits, "{name}: {exactly:?} {first:?} {last:?}, seed {}: {a:?} {b:?}", seed());
        Some((first[1] - first[0]).max(last[1] - last[0]))
    };
    let mut told: Vec<f32> = hits.par_iter().zip(&ends).filter_map(slack).collect();
    told.sort_by(f32::total_cmp);
    let open = hits.len() - told.len();
    // Slow pairs have wide bounds, and so have edges that are nearly parallel.
    let wide = told.iter().filter(|&&slack| slack > 1e-3).count();
    let median = told.get(told.len() / 2).copied().unwrap_or(0.0);
    println!("{name}: {} hits, {open} open, {wide} wide, median {median:e}", hits.len());
    Told { hits: hits.len(), open, wide, median }
}

/// Few intervals need the exact stage, they hold the exact ends, and most are tight, also where
/// edges are parallel.
#[test]
fn bounds_are_tight_and_rarely_settled() {
    // Some in a thousand are open: enough pairs that their share is no chance.
    const MANY: usize = 2 * PAIRS;
    let mut rng = rng("contact bounds");
    let mut cube = move |size: f32| Vec3::from_array([0.0; 3].map(|_| (rng.f32() - 0.5) * size));
    let common = cube(9.0);
    let boxes = [Workload::Boxes, Workload::Aligned, Workload::EquallyTurned, Workload::YawOnly];
    let tetras = [Workload::BoxTetra, Workload::Tetras, Workload::Mixed];
    for workload in boxes.into_iter().chain(tetras) {
        let scenes = [
            ("each its own way", in_motion(workload, MANY, |_| cube(4.0))),
            ("all alike", in_motion(workload, MANY, |_| common)),
            ("along x", in_motion(workload, MANY, |_| Vec3::X * cube(4.0).x)),
        ];
        for (way, scene) in scenes {
            let name = format!("{} {way}", workload.name());
            let Told { hits, open, wide, median } = told(&name, &scene);
            // Tetrahedra without a thickness to speak of are rare.
            let allowed = if boxes.contains(&workload) { hits / 400 } else { hits / 50 };
            assert!(hits > MANY / 20 && open < allowed, "{name}");
            // A tenth of tetrahedra along x, which varies with what is drawn; the median hardly
            // does, 2.8e-4 at the most.
            assert!(wide < hits / 8 && median < 3.2e-4, "{name}: {wide} wide, median {median:e}");
        }
    }
}

/// Both bounds of both ends, not the outer ones alone, in either order of the frames.
#[test]
fn both_bounds_enclose_the_ends() {
    for scene in scenes() {
        let scene = scene.meeting();
        let swapped: Vec<Pair> = scene.pairs.iter().map(|pair| Pair::new(pair.b, pair.a)).collect();
        for level in SimdLevel::available() {
            let found = ends(&scene.frames, &scene.pairs, level);
            demand(scene.compare_ends(level.name(), &found));
            let told = found.iter().flatten().count();
            println!("{}, {}: {told} told of {}", scene.name, level.name(), found.len());
            assert!(told * 3 > found.len());
            demand(scene.compare_ends("swapped", &ends(&scene.frames, &swapped, level)));
        }
    }
}

/// Times do not depend on the scale, and what can be told of them hardly.
#[test]
fn scales_are_all_the_same() {
    let scene = hard().meeting();
    for exponent in [-60, -30, 30, 60] {
        let by = 2.0_f32.powi(exponent);
        let numbers: Vec<usize> = (0..scene.pairs.len())
            .filter(|&i| times(scene.pair(i).0, by).and(times(scene.pair(i).1, by)).is_some())
            .collect();
        assert!(numbers.len() * 2 > scene.pairs.len());
        let some = scene.picked(&format!("times 2^{exponent}"), &numbers);
        let frames: Vec<Frame3> = some.frames.iter().map(|f| times(f, by).unwrap_or(*f)).collect();
        let some = MovingScene { frames, ..some };
        let of = |scene: &MovingScene| ends(&scene.frames, &scene.pairs, SimdLevel::best());
        let found = of(&some);
        demand(some.compare_ends("scaled", &found));
        let plain = of(&scene.picked("plain", &numbers));
        let told = [&found, &plain].map(|ends| ends.iter().flatten().count());
        println!("2^{exponent}: {told:?} told of {}", numbers.len());
        assert!(told[0].abs_diff(told[1]) * 20 < numbers.len());
    }
}

/// The bounds of a pair do not depend on where it stands among others.
#[test]
fn awkward_sizes() {
    let scene = super::drawn().meeting();
    for level in SimdLevel::available() {
        let all = ends(&scene.frames, &scene.pairs, level);
        for size in [0, 1, 63, 65, 4097] {
            let order: Vec<usize> = (0..size).map(|i| i * 7919 % all.len()).collect();
            let pairs: Vec<Pair> = order.iter().map(|&i| scene.pairs[i]).collect();
            let found = ends(&scene.frames, &pairs, level);
            assert!(found.iter().eq(order.iter().map(|&i| &all[i])), "{size} on {}", level.name());
        }
    }
}

/// Solids with edges that are parallel, or nearly so, and that only just meet on their way: past a
/// corner, past an edge. There the bounds of an axis that cannot be told rest on others, all of
/// which meet but never together.
#[test]
fn grazing_pairs_with_edges_nearly_parallel() {
    let mut rng = rng("grazing");
    let (mut met, mut counted) = (0, 0);
    let mut drawn = 0..;
    while let Some(i) = drawn.next().filter(|&i| goes_on(i, 2400, met > 400 && counted > 200)) {
        let mut number = |size: f32| (rng.f32() - 0.5) * 2.0 * size;
        let angle = 10.0_f32.powf(-5.5 + number(2.5));
        let turn =
            Quat::from_axis_angle(Vec3::new(number(1.0), number(1.0), 2.0).normalize(), angle);
        let edges = [Vec3::X, Vec3::Y * 0.7, Vec3::Z * 1.3];
        let turned = edges.map(|edge| turn * edge);
        let solid = |tetra: bool, at: Vec3, edges: [Vec3; 3]| match tetra {
            true => Frame3::tetra(at, edges).expect("a tetrahedron"),
            false => Frame3::cuboid(at, edges).expect("a cuboid"),
        };
        let (a_tetra, b_tetra) = (i % 4 > 1, i % 2 > 0);
        let v = Vec3::new(2.0 + number(1.0), -2.0 + number(1.0), number(0.2));
        let a = solid(a_tetra, Vec3::ZERO, edges);
        let placed = |shift: f32| {
            let at = Vec3::new(-2.0 + shift, 1.2 + shift, 0.1) - v * 0.1;
            solid(b_tetra, at, turned).with_velocity(v).expect("finite")
        };
        let meets =
            |shift: f32| exact::decide_moving(&a, &placed(shift)).expect("valid").verdict.meets();
        let (mut near, mut far) = (0.0, 4.0);
        if !meets(near) || meets(far) {
            continue;
        }
        met += 1;
        for _ in 0..40 {
            let middle = 0.5 * (near + far);
            *(if meets(middle) { &mut near } else { &mut far }) = middle;
        }
        for k in 0..4 {
            let b = placed(near - 1e-7 * (10.0_f32.powi(k) - 1.0));
            let Some(interval) = Sweep::exact(&a, &b).expect("valid").interval else { continue };
            for level in [SimdLevel::available()[0], SimdLevel::best()] {
                let Some([first, last]) = ends(&[a, b], &[Pair::new(0, 1)], level)[0] else {
                    continue;
                };
                counted += 1;
                let fits = first[0] <= interval.first.next_up()
                    && interval.first <= first[1]
                    && last[0] <= interval.last
                    && interval.last.next_down() <= last[1];
                assert!(fits, "{interval:?} {first:?} {last:?} of {a:?} {b:?}, seed {}", seed());
            }
        }
    }
    println!("{met} pairs, {counted} bounds");
    assert!(met > 400 && counted > 200, "{met} {counted}");
}

/// Bodies that skim along a plate many times their length while they sink onto it slowly: the slope
/// along its normal is what is left of a product a thousand times as large.
#[test]
fn fast_along_a_face_and_slowly_onto_it() {
    let mut rng = rng("skimming");
    let (mut told, mut all) = (0, 0);
    for i in 0..2000 {
        let mut number = |size: f32| (rng.f32() - 0.5) * 2.0 * size;
        let turn = Quat::from_xyzw(number(1.0), number(1.0), number(1.0), number(1.0)).normalize();
        let (x, y, up) = (turn * Vec3::X, turn * Vec3::Y, turn * Vec3::Z);
        let long = 10.0_f32.powf(2.0 + number(1.0));
        let solid = |tetra: bool, at: Vec3, edges: [Vec3; 3]| match tetra {
            true => Frame3::tetra(at, edges),
            false => Frame3::cuboid(at, edges),
        };
        let plate = solid(i % 4 > 1, (x + y) * -long, [x * 4.0 * long, y * 4.0 * long, up * -0.5]);
        let edges = [(); 3].map(|()| Vec3::new(number(1.0), number(1.0), number(1.0)));
        let lift = edges.iter().map(|edge| -edge.dot(up)).fold(0.0, f32::max) * 3.0 + 0.01;
        let v = (x * (0.5 + number(0.4)) + y * number(0.4)) * long - up * lift * 2.0;
        // Numbers that make a flat frame are passed over.
        let (Ok(a), Ok(b)) = (plate, solid(i % 2 > 0, up * lift, edges)) else { continue };
        let b = b.with_velocity(v).expect("finite");
        let Some(interval) = Sweep::exact(&a, &b).expect("valid").interval else { continue };
        all += 1;
        let Some([first, last]) = ends(&[a, b], &[Pair::new(0, 1)], SimdLevel::best())[0] else {
            continue;
        };
        told += 1;
        let fits = first[0] <= interval.first.next_up()
            && interval.first <= first[1]
            && last[0] <= interval.last
            && interval.last.next_down() <= last[1];
        assert!(fits, "{interval:?} {first:?} {last:?} of {a:?} {b:?}, seed {}", seed());
    }
    println!("{told} told of {all}");
    assert!(all > 1900 && told * 10 > all * 9);
}
