//! Axes, gaps and depths by kernels: they bound the exact ones, as closely as they say.

use crate::common::apart::Apart;
use crate::common::bodies::everything;
use crate::common::cases;
use crate::common::compare::{self, demand};
use crate::common::papers;
use crate::common::scene::Scene;
use crate::common::seed::{rng, seed};
use glam::{DVec2, DVec3, Vec3};
use motzkin::{CollisionService, Engine, Precision, Separation, Wanted};
use motzkin_core::exact;
use motzkin_core::geom::{Frame2, Frame3, Pair};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::verdict::Verdict;
use motzkin_core::{Frame as _, Source};
use motzkin_lab::workload::{PlaneWorkload, Workload};
use rayon::prelude::*;

fn service(level: SimdLevel) -> CollisionService {
    CollisionService::builder().engine(Engine::Cpu).simd(level).build().expect("an engine")
}

fn bounds(service: &CollisionService, frames: &[Frame3], pairs: &[Pair]) -> Vec<Separation<DVec3>> {
    let query = service.query(frames, pairs).wanted(Wanted::DEPTH | Wanted::GAP);
    let (_, details) =
        query.precision(Precision::Bounded).run().expect("valid frames").into_parts();
    assert!(details.iter().zip(0..).all(|(detail, i)| detail.pair == i), "every pair has one");
    details.into_iter().map(|detail| detail.separation.expect("wanted of all")).collect()
}

fn hold(scene: &Scene) {
    for level in SimdLevel::available() {
        demand(compare::bounds(
            level.name(),
            scene,
            &bounds(&service(level), &scene.frames, &scene.pairs),
        ));
    }
}

/// A number of pairs drawn from a scene.
fn sample(scene: &Scene, count: usize) -> Scene {
    let mut rng = rng(&scene.name);
    let drawn: Vec<usize> = (0..count).map(|_| rng.usize(..scene.pairs.len())).collect();
    scene.picked("(sample)", drawn.into_iter())
}

#[test]
fn papers_and_contacts() {
    hold(&papers::scene());
    hold(&Scene::new("contacts", cases::contacts()));
}

#[test]
fn every_scene() {
    cases::all().iter().for_each(|scene| hold(&sample(scene, 15)));
}

/// Every level, every size of batch and every place in it answers what the pair answers alone.
#[test]
fn awkward_sizes() {
    let all = everything();
    for level in SimdLevel::available() {
        let service = service(level);
        let alone: Vec<Separation<DVec3>> =
            all.pairs.chunks(1).flat_map(|pair| bounds(&service, &all.frames, pair)).collect();
        for size in [0, 1, 63, 65, 4097] {
            let start = rng("sizes of bounds").usize(..all.pairs.len());
            let picked: Vec<usize> = (0..size).map(|i| (start + i) % all.pairs.len()).collect();
            let pairs: Vec<Pair> = picked.iter().map(|&i| all.pairs[i]).collect();
            let found = bounds(&service, &all.frames, &pairs);
            let want: Vec<Separation<DVec3>> = picked.iter().map(|&i| alone[i]).collect();
            assert!(found == want, "{} pairs on {}, seed {}", size, level.name(), seed());
        }
    }
}

/// What is told of random pairs is nearly the depth or the gap itself, and little of it is settled:
/// all gaps of pairs with edges that are nearly parallel, and hardly anything else.
#[test]
fn bounds_are_tight_and_rarely_settled() {
    for (workload, allowed) in [
        (Workload::Boxes, 0.01),
        (Workload::Aligned, 0.01),
        (Workload::EquallyTurned, 0.01),
        (Workload::YawOnly, 0.05),
        (Workload::BoxTetra, 0.02),
        (Workload::Tetras, 0.05),
    ] {
        let scene = workload.scene(20_000, seed());
        let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
        let numbers: Vec<u32> = (0..20_000).collect();
        let best = Frame3::best_axes(source, &numbers, SimdLevel::best());
        let all = bounds(&service(SimdLevel::best()), &scene.frames, &scene.pairs);
        let far = |(pair, (best, found)): (&Pair, (&Option<_>, &Separation<DVec3>))| {
            let best: &Option<motzkin_core::kernel::BestAxis> = best;
            let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
            let exactly = exact::separation(a, b).expect("valid");
            let kernel = best.is_some_and(|best| DVec3::from(best.axis) == found.axis);
            let meets = exactly.verdict.meets();
            // The gap along an axis that is rounded may be larger than along any candidate.
            let (off, least) = match meets {
                true => (found.depth - exactly.depth, -1e-8),
                false => (exactly.depth - found.depth, -1e-6),
            };
            assert!((least..1e-3).contains(&off), "{found:?} for {exactly:?}");
            assert!(off <= found.slack + 1e-8, "{found:?} for {exactly:?}");
            let is_settled = !kernel && !best.is_some_and(|best| best.nulls && !meets);
            (usize::from(off > 4e-6), usize::from(is_settled), found.slack)
        };
        let both = scene.pairs.par_iter().zip(best.par_iter().zip(&all));
        let told: Vec<_> = both.map(far).collect();
        let far = told.iter().map(|told| told.0).sum::<usize>() as f64 / 20_000.0;
        let settled = told.iter().map(|told| told.1).sum::<usize>() as f64 / 20_000.0;
        let mut slacks: Vec<f64> = told.iter().map(|told| told.2).collect();
        slacks.sort_by(f64::total_cmp);
        println!(
            "{}: {:.3} % far, {:.3} % settled, slack {:.1e} median, {:.1e} worst",
            workload.name(),
            far * 100.0,
            settled * 100.0,
            slacks[10_000],
            slacks[19_999]
        );
        assert!(far < 0.01 && settled < allowed, "{}", workload.name());
    }
}

/// Margins at, next to and far from the largest gap of every pair.
#[test]
fn verdicts_within_margins() {
    for scene in cases::all() {
        let scene = sample(scene, 6);
        for i in 0..scene.pairs.len() {
            let (a, b) = scene.pair(i);
            let found = exact::separation(a, b).expect("valid frames");
            let gap = if found.verdict.meets() { 1.0 } else { found.depth as f32 };
            if gap.is_infinite() {
                continue;
            }
            let pair = scene.pairs[i];
            // A gap may be less than any f32.
            let below = gap.next_down().max(0.0);
            for margin in [0.0, gap, gap.next_up(), below, 0.5 * gap, 0.999 * gap, gap + 1e-3] {
                for level in SimdLevel::available() {
                    let within = service(level).query(&scene.frames, &[pair]).within(margin).run();
                    let within = within.expect("a margin").verdicts()[0];
                    let fault = match found.verdict.meets() {
                        _ if margin == 0.0 => (within != found.verdict).then(|| within.to_string()),
                        true => (within != Verdict::Overlapping).then(|| within.to_string()),
                        false => Apart::of(a, b).fault_within(margin, within),
                    };
                    assert_eq!(
                        fault,
                        None,
                        "{} on {}, seed {}",
                        scene.names[i],
                        level.name(),
                        seed()
                    );
                }
            }
        }
    }
}

/// Margins that are met exactly, along axes of lengths that are no numbers of `f64`.
#[test]
fn margins_that_are_met_exactly() {
    let unit = [Vec3::X, Vec3::Y, Vec3::Z];
    let cube = |at: [f32; 3]| Frame3::cuboid(at.into(), unit).expect("a cube");
    let tall =
        Frame3::cuboid(Vec3::ZERO, [Vec3::new(3.0, 4.0, 0.0), Vec3::new(-4.0, 3.0, 0.0), Vec3::Z])
            .expect("solid");
    let point = |at: [f32; 3]| Frame3::tetra(at.into(), unit).expect("a tetrahedron");
    for (a, b, margin) in [
        (cube([0.0; 3]), cube([1.25, 0.0, 0.0]), 0.25_f32),
        // Corner to corner: the distance is `sqrt(3)` of it.
        (cube([0.0; 3]), cube([2.0, 2.0, 2.0]), 1.0),
        (point([0.0; 3]), cube([0.0, 0.0, 3.0]), 2.0),
        // 25 beyond the face with normal (3, 4, 0), whose length is 5.
        (tall, point([6.0, 8.0, 0.0]), 5.0),
    ] {
        for level in SimdLevel::available() {
            let service = service(level);
            let verdict = |margin: f32| {
                service
                    .query(&[a, b], &[Pair::new(0, 1)])
                    .within(margin)
                    .run()
                    .expect("valid")
                    .verdicts()[0]
            };
            let found = [margin.next_up(), margin, margin.next_down(), 0.0].map(verdict);
            let want =
                [Verdict::Overlapping, Verdict::Touching, Verdict::Separate, Verdict::Separate];
            assert_eq!(found, want, "{margin} on {}", level.name());
        }
    }
    for margin in [-1.0, -f32::MIN_POSITIVE, f32::NAN, f32::INFINITY] {
        let told = service(SimdLevel::Scalar)
            .query(&[tall], &[])
            .within(margin)
            .run()
            .expect_err("no margin")
            .to_string();
        assert!(told.starts_with("the margin"), "{told}");
    }
}

/// In the plane: bounds of the exact gaps and depths, along the exact axes where no other is as
/// good.
#[test]
fn bounds_in_the_plane() {
    let mut rng = rng("bounds in the plane");
    let service = service(SimdLevel::best());
    for workload in PlaneWorkload::ALL {
        let scene = workload.scene(300, seed());
        let mut far = 0;
        let found = service
            .query(&scene.frames, &scene.pairs)
            .wanted(Wanted::DEPTH | Wanted::GAP)
            .precision(Precision::Bounded)
            .run()
            .expect("valid");
        for detail in found.details() {
            let Pair { a, b } = scene.pairs[detail.pair as usize];
            let (a, b) = (&scene.frames[a as usize], &scene.frames[b as usize]);
            let exactly = exact::plane::separation(a, b).expect("valid");
            let bound = detail.separation.expect("wanted");
            let (depth, slack) = (bound.depth, bound.slack);
            let hair = exactly.depth * 1e-8;
            if detail.verdict.meets() {
                let least = depth - slack - hair;
                assert!(
                    least <= exactly.depth && exactly.depth <= depth + hair,
                    "{bound:?} for {exactly:?}"
                );
            } else {
                // Along an axis that is rounded the gap may be wider than along the best normal of
                // an edge.
                assert!((depth - exactly.depth).abs() <= slack + hair, "{bound:?} for {exactly:?}");
                let most = distance(a, b) * (1.0 + 1e-12);
                assert!(depth <= most, "{bound:?} of frames {most} apart");
            }
            far += usize::from(bound.axis.distance(exactly.axis) > 1e-6);
            let margin = (exactly.depth * rng.f64() * 2.0) as f32;
            if !detail.verdict.meets() && (f64::from(margin) - exactly.depth).abs() > hair {
                let within = service
                    .query(&[*a, *b], &[Pair::new(0, 1)])
                    .within(margin)
                    .run()
                    .expect("valid")
                    .verdicts()[0];
                assert_eq!(
                    within.meets(),
                    f64::from(margin) > exactly.depth,
                    "{margin} for {exactly:?}"
                );
            }
        }
        // Shapes with whole coordinates have many axes that are equally good.
        let of_chance = !matches!(workload, PlaneWorkload::Lattice | PlaneWorkload::TouchingGrid);
        println!("{workload:?}: {far} axes are others");
        assert!(!of_chance || far < 6, "{far} axes of {workload:?}, seed {}", seed());
    }
}

/// Of two separate frames in the plane: from the corners of either to the sides of the other.
fn distance(a: &Frame2, b: &Frame2) -> f64 {
    let apart = |points: &[DVec2], sides: &[DVec2]| {
        let mut least = f64::INFINITY;
        for (i, &start) in sides.iter().enumerate() {
            let side = sides[(i + 1) % sides.len()] - start;
            for &point in points {
                let along = ((point - start).dot(side) / side.length_squared()).clamp(0.0, 1.0);
                least = least.min(point.distance(start + side * along));
            }
        }
        least
    };
    let (a, b) = (a.corners(), b.corners());
    apart(&a, &b).min(apart(&b, &a))
}
