//! Bounds of contact intervals in the plane: they hold the exact ends, they are tight, and few
//! pairs are left open.

use crate::common::answers::bounded_sweeps;
use crate::common::plane::{Scene, moving};
use crate::common::seed::{rng, seed};
use crate::common::sweep::Sweep;
use glam::Vec2;
use motzkin::{CollisionService, Engine, Precision, Wanted};
use motzkin_core::geom::{Frame2, Pair};
use motzkin_core::kernel::{ContactEnds, SimdLevel};
use motzkin_core::verdict::RawCode;
use motzkin_core::{Frame as _, Moving, Source};
use motzkin_lab::workload::PlaneWorkload;
use rayon::prelude::*;

/// The kernels' bounds of pairs that meet, both ends of each.
fn ends(frames: &[Frame2], pairs: &[Pair], level: SimdLevel) -> Vec<Option<[[f32; 2]; 2]>> {
    let numbers: Vec<u32> = (0..pairs.len() as u32).collect();
    let found = Frame2::contact_ends(Source::Indexed { frames, pairs }, &numbers, level);
    found.into_iter().map(|ends| ends.map(|ContactEnds { first, last }| [first, last])).collect()
}

#[test]
fn both_bounds_enclose_the_ends() {
    let (mut told, mut all) = (0, 0);
    for scene in moving() {
        let scene = scene.meeting();
        let swapped: Vec<Pair> = scene.pairs.iter().map(|pair| Pair::new(pair.b, pair.a)).collect();
        for level in SimdLevel::available() {
            let found = ends(&scene.frames, &scene.pairs, level);
            scene.demand_ends(level.name(), &found);
            scene.demand_ends("swapped", &ends(&scene.frames, &swapped, level));
            told += found.iter().flatten().count();
            all += found.len();
        }
    }
    println!("{told} told of {all}");
    assert!(told * 2 > all);
}

#[test]
fn services_bound_intervals() {
    for engine in [Engine::Cpu, Engine::Reference] {
        let service = CollisionService::new(engine).expect("an engine");
        let most = if engine == Engine::Cpu { usize::MAX } else { 1 };
        for scene in moving().iter().take(most) {
            let found = service
                .query(&scene.frames, &scene.pairs)
                .moving()
                .wanted(Wanted::INTERVAL)
                .precision(Precision::Bounded)
                .run()
                .expect("valid");
            scene.demand_bounds(&engine.to_string(), &bounded_sweeps(&found));
        }
    }
}

/// Times do not depend on the scale.
#[test]
fn scales_are_all_the_same() {
    let scene = moving()[0].meeting();
    for exponent in [-60, -30, 30, 60] {
        let by = 2.0_f32.powi(exponent);
        let times = |frame: &Frame2| {
            let mut floats: [f32; 10] = motzkin::bytemuck::cast(*frame);
            floats[..8].iter_mut().for_each(|value| *value *= by);
            motzkin::bytemuck::cast(floats)
        };
        // A velocity of 1e-30 is not much smaller on its way down.
        let numbers = (0..scene.pairs.len()).filter(|&i| {
            let (a, b) = scene.pair(i);
            let ordinary = |v: Vec2| v == Vec2::ZERO || v.abs().max_element() > 1e-10;
            ordinary(a.velocity()) && ordinary(b.velocity())
        });
        let plain = scene.picked("plain", numbers);
        let frames = plain.frames.iter().map(times).collect();
        let scaled = Scene { frames, ..plain.clone() };
        let of = |scene: &Scene| ends(&scene.frames, &scene.pairs, SimdLevel::best());
        let found = of(&scaled);
        scaled.demand_ends("scaled", &found);
        let told = [&found, &of(&plain)].map(|ends| ends.iter().flatten().count());
        println!("2^{exponent}: {told:?} told of {}", found.len());
        assert!(told[0].abs_diff(told[1]) * 20 < found.len());
    }
}

/// The bounds of a pair do not depend on where it stands among others.
#[test]
fn awkward_sizes() {
    let scene = moving()[1].meeting();
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

/// Few intervals need the exact stage, they hold the exact ends, and most are tight.
#[test]
fn bounds_are_tight_and_rarely_settled() {
    let mut rng = rng("plane contact bounds");
    let mut square = move |size: f32| Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5) * size;
    let common = square(9.0);
    for workload in [PlaneWorkload::Boxes, PlaneWorkload::Triangles, PlaneWorkload::Mixed] {
        for way in ["each its own way", "all alike", "along x"] {
            let mut scene = workload.scene(20_000, seed());
            for frame in &mut scene.frames {
                let v = match way {
                    "each its own way" => square(4.0),
                    "all alike" => common,
                    _ => Vec2::X * square(4.0).x,
                };
                *frame = frame.with_velocity(v).expect("finite");
            }
            let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
            let codes = Frame2::codes::<Moving>(source, SimdLevel::best());
            let hits: Vec<Pair> = scene
                .pairs
                .iter()
                .zip(&codes)
                .filter(|(_, code)| **code == RawCode::OVERLAPPING)
                .map(|(pair, _)| *pair)
                .collect();
            let found = ends(&scene.frames, &hits, SimdLevel::best());
            let slack = |(pair, ends): (&Pair, &Option<[[f32; 2]; 2]>)| {
                let [first, last] = (*ends)?;
                let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
                let exactly =
                    Sweep::exact(a, b).expect("valid").interval.expect("a pair that meets");
                // The exact end lies between its own rounding and the number next to that.
                let fits = first[0] <= exactly.first.next_up()
                    && exactly.first <= first[1]
                    && last[0] <= exactly.last
                    && exactly.last.next_down() <= last[1];
                assert!(fits, "{exactly:?} {first:?} {last:?}, seed {}: {a:?} {b:?}", seed());
                Some((first[1] - first[0]).max(last[1] - last[0]))
            };
            let mut told: Vec<f32> = hits.par_iter().zip(&found).filter_map(slack).collect();
            told.sort_by(f32::total_cmp);
            let open = hits.len() - told.len();
            let wide = told.iter().filter(|&&slack| slack > 1e-3).count();
            let (name, median) = (workload.name(), told[told.len() / 2]);
            println!(
                "{name} {way}: {} hits, {open} open, {wide} wide, median {median:e}",
                hits.len()
            );
            assert!(open * 500 < hits.len() && wide * 20 < hits.len(), "{name} {way}");
        }
    }
}

/// What kernels know of a pair that creeps may be nothing at all.
#[test]
fn intervals_of_pairs_that_creep_are_computed_exactly() {
    let (step, way) = (2.0_f32.powi(-20), 2.0_f32.powi(-19));
    let low = Vec2::new(0.5, 1.0 + step);
    let above = Frame2::aligned_box(low, low + Vec2::ONE).expect("a box");
    let above = above.with_velocity(Vec2::new(0.0, -way)).expect("finite");
    let below = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE).expect("a box");
    let (frames, pairs) = ([below, above], [Pair::new(0, 1), Pair::new(1, 0)]);
    let known = ends(&frames, &pairs, SimdLevel::best());
    assert!(known.iter().flatten().any(|[first, _]| first[1] - first[0] > 0.5), "{known:?}");
    let service = CollisionService::new(Engine::Cpu).expect("an engine");
    let query = service.query(&frames, &pairs).moving().wanted(Wanted::INTERVAL);
    for found in bounded_sweeps(&query.precision(Precision::Bounded).run().expect("valid")) {
        let interval = found.interval.expect("they meet");
        assert!(found.slack < 1e-6 && interval.first <= 0.5 && interval.last == 1.0, "{found:?}");
        assert!(f64::from(interval.first) >= 0.5 - found.slack, "{found:?}");
    }
}
