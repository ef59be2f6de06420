//! The service's calls.

use crate::common::answers::witnesses;
use crate::common::hull::cases::all;
use crate::common::hull::oracle;
use crate::common::seed::{rng, seed};
use dashu_ratio::RBig;
use glam::{Affine3A, DVec3, Mat3, Vec3};
use motzkin::service::{BatchError, Distance};
use motzkin::{CollisionService, Engine, PolytopeError, Verdict, Wanted};
use motzkin_core::geom::{Pair, Polytope, PolytopeSet};
use motzkin_lab::reference::simplex;

pub fn service(engine: Engine) -> CollisionService {
    CollisionService::new(engine).expect("starts")
}

/// The distance of each pair that has one.
pub fn distances(
    service: &CollisionService,
    set: &PolytopeSet,
    pairs: &[Pair],
) -> Vec<Option<Distance<DVec3>>> {
    let answer = service.query(set, pairs).wanted(Wanted::DISTANCE).run().expect("valid pairs");
    let mut distances = vec![None; pairs.len()];
    for detail in answer.details() {
        distances[detail.pair as usize] = detail.distance;
    }
    distances
}

#[test]
fn verdicts_are_exact_on_every_engine() {
    for engine in [Engine::Cpu, Engine::Reference] {
        let service = service(engine);
        for scene in all() {
            let found = service.verdicts(&scene.set, &scene.pairs).expect("valid pairs");
            scene.demand(&format!("{engine:?}"), &found);
            let stats = found.stats();
            assert_eq!(stats.pairs, scene.pairs.len());
            assert_eq!(
                stats.undecided,
                stats.settled_f64 + stats.settled_narrow + stats.settled_wide
            );
        }
    }
}

#[test]
fn batches_of_awkward_sizes() {
    let service =
        CollisionService::builder().engine(Engine::Cpu).threads(2).build().expect("starts");
    let scene = all().iter().find(|scene| scene.name == "random hulls").expect("a scene");
    for size in [0, 1, 63, 65, 4097] {
        let pairs: Vec<Pair> = scene.pairs.iter().copied().cycle().take(size).collect();
        let expected: Vec<Verdict> = scene.expected.iter().copied().cycle().take(size).collect();
        assert_eq!(*service.verdicts(&scene.set, &pairs).expect("valid pairs"), expected);
    }
}

#[test]
fn pairs_out_of_range_are_named() {
    let set = PolytopeSet::new();
    let fault = service(Engine::Cpu).verdicts(&set, &[Pair::new(0, 0)]).expect_err("no polytopes");
    assert!(
        matches!(fault, BatchError::PairOutOfRange { pair: 0, index: 0, shapes: 0 }),
        "{fault}"
    );
    for wanted in [Wanted::SUBSET, Wanted::DISTANCE] {
        let service = service(Engine::Cpu);
        assert!(service.query(&set, &[Pair::new(0, 0)]).wanted(wanted).run().is_err());
    }
    let fault = service(Engine::Cpu).points_in_polytope(&set, 3, &[]).expect_err("no polytopes");
    assert_eq!(fault, PolytopeError::NoSuch { polytope: 3, polytopes: 0 });
}

#[test]
fn subsets_are_those_of_the_oracle() {
    let (cpu, reference) = (service(Engine::Cpu), service(Engine::Reference));
    const MANY: usize = 500;
    let mut subsets = 0;
    for scene in all().iter().filter(|scene| scene.name.contains("dim") || scene.name == "by hand")
    {
        // The other way round, and each against itself too.
        let back = scene.pairs.iter().take(MANY).map(|pair| Pair::new(pair.b, pair.a));
        let itself = scene.pairs.iter().map(|pair| Pair::new(pair.a, pair.a));
        let pairs: Vec<Pair> =
            scene.pairs.iter().take(MANY).copied().chain(back).chain(itself.take(100)).collect();
        let subsets_by = |service: &CollisionService| -> Vec<bool> {
            let query = service.query(&scene.set, &pairs).wanted(Wanted::SUBSET);
            let answer = query.run().expect("valid pairs");
            // Separate or not, every pair is a subset or is none.
            answer.details().iter().map(|detail| detail.subset.expect("wanted")).collect()
        };
        let found = subsets_by(&cpu);
        assert_eq!(found.len(), pairs.len());
        for (pair, found) in pairs.iter().zip(&found) {
            assert_eq!(
                *found,
                oracle::is_subset(&scene.set, *pair),
                "{}: {pair:?}, seed {}",
                scene.name,
                seed()
            );
            subsets += usize::from(*found && pair.a != pair.b);
        }
        assert_eq!(found, subsets_by(&reference));
    }
    assert!(subsets > 20, "{subsets}");
}

/// More vertices than are tested at a time, of which one lies outside, or on the boundary.
#[test]
fn subsets_of_very_many_vertices() {
    let mut rng = rng("very large subsets");
    let corners: Vec<Vec3> =
        (0..8_u32).map(|i| [i, i >> 1, i >> 2].map(|bit| (bit & 1) as f32).into()).collect();
    let mut inside = || Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 0.5 + 0.25;
    let mut points: Vec<Vec3> = (0..300_000).map(|_| inside()).collect();
    let mut set = PolytopeSet::new();
    let cube = set.push(&corners).expect("finite");
    let mut pairs = Vec::new();
    for special in [0.5, 1.0, 1.0_f32.next_up()] {
        *points.last_mut().expect("many") = Vec3::new(0.3, special, 0.6);
        pairs.push(Pair::new(set.push(&points).expect("finite"), cube));
    }
    let answer = service(Engine::Cpu).query(&set, &pairs).wanted(Wanted::SUBSET).run();
    let answer = answer.expect("valid pairs");
    let found: Vec<_> = answer.details().iter().map(|detail| detail.subset).collect();
    assert_eq!(found, [Some(true), Some(true), Some(false)]);
}

/// Thousands of vertices, none of which the kernels can decide.
#[test]
fn subsets_of_hulls_that_touch() {
    let mut rng = rng("large subsets");
    let mut on_cube = |count: usize| -> Vec<Vec3> {
        let point = |_| {
            let mut point = [0, 1, 2].map(|_| rng.i32(-64..=64));
            point[rng.usize(..3)] = if rng.bool() { 64 } else { -64 };
            Vec3::from(point.map(|x| x as f32))
        };
        (0..count).map(point).collect()
    };
    let corners = (0..8).map(|i| {
        let sign = |bit: u32| if i >> bit & 1 == 0 { -64.0 } else { 64.0 };
        Vec3::new(sign(0), sign(1), sign(2))
    });
    let (some, mut whole) = (on_cube(3_000), on_cube(3_000));
    whole.splice(1_000..1_008, corners);
    let mut beyond = some.clone();
    // Outside by less than any kernel can tell.
    beyond.push(Vec3::new(64.0_f32.next_up(), 1.0, 2.0));
    let mut set = PolytopeSet::new();
    let [some, whole, beyond] =
        [some, whole, beyond].map(|points| set.push(&points).expect("finite"));
    let turned = Mat3::from_cols(Vec3::Y, Vec3::NEG_X, Vec3::Z);
    let turned = set.push_instance(whole, Affine3A::from_mat3(turned)).expect("not flat");
    let cases = [
        (some, whole, true),
        (some, turned, true),
        (whole, turned, true),
        (whole, whole, true),
        (some, beyond, true),
        (whole, some, false),
        (beyond, whole, false),
    ];
    let pairs: Vec<Pair> = cases.iter().map(|(a, b, _)| Pair::new(*a, *b)).collect();
    let service = service(Engine::Cpu);
    let answer = service.query(&set, &pairs).wanted(Wanted::SUBSET).run().expect("valid pairs");
    for ((a, b, expected), detail) in cases.iter().zip(answer.details()) {
        assert_eq!(detail.subset, Some(*expected), "{a} in {b}, seed {}", seed());
    }
}

#[test]
fn points_lie_inside_on_or_outside() {
    let service = service(Engine::Cpu);
    let mut set = PolytopeSet::new();
    set.push(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).expect("finite");
    let points = [
        Vec3::splat(0.25),
        Vec3::new(0.5, 0.5, 0.0),
        Vec3::ONE,
        Vec3::new(0.5, 0.5, f32::MIN_POSITIVE),
    ];
    let found = service.points_in_polytope(&set, 0, &points).expect("finite");
    assert_eq!(
        found,
        [Verdict::Overlapping, Verdict::Touching, Verdict::Separate, Verdict::Separate]
    );
    let points = [Vec3::ZERO, Vec3::new(0.0, f32::NEG_INFINITY, f32::NAN)];
    let fault = service.points_in_polytope(&set, 0, &points).expect_err("infinite");
    assert_eq!(fault.to_string(), "point 1: y = -inf is not finite");
}

/// Lower bound below upper, close together; the points within both hulls; the plane between them,
/// all exactly judged.
#[test]
fn distances_are_enclosed() {
    let service = service(Engine::Cpu);
    for scene in all() {
        let found = distances(&service, &scene.set, &scene.pairs);
        for ((pair, verdict), found) in scene.pairs.iter().zip(&scene.expected).zip(&found) {
            let count = |index: u32| scene.set.polytopes()[index as usize].count;
            let due = *verdict == Verdict::Separate && count(pair.a) > 0 && count(pair.b) > 0;
            assert_eq!(found.is_some(), due);
            let Some(nearest) = found else { continue };
            let at = format!("{}: {pair:?}, seed {}: {nearest:?}", scene.name, seed());
            assert!(nearest.slack >= 0.0, "{at}");
            // Coordinates of like and ordinary size: tight, and a certain separation.
            let size = scene.set.points(pair.a).chain(scene.set.points(pair.b));
            let size = size.fold(0.0_f64, |most, p| most.max(p.abs().max_element()));
            let alike = !["far apart", "rounded sums"].contains(&&scene.name[..])
                && size > 1e-30
                && size < 1e30;
            if nearest.distance > 1e-6 * size && alike {
                // The band of a gap in f64, which grows with the coordinates, comes on top.
                let loose = 1e-9 * nearest.distance + 2e-14 * size;
                assert!(nearest.slack <= loose, "{at}");
                let n = nearest.axis;
                assert!((n.length() - 1.0).abs() < 1e-12);
                let most = |index: u32, sign: f64| {
                    scene
                        .set
                        .points(index)
                        .map(move |p| sign * n.dot(p))
                        .fold(f64::NEG_INFINITY, f64::max)
                };
                assert!(
                    -most(pair.b, -1.0) - most(pair.a, 1.0)
                        > nearest.distance - nearest.slack - 1e-9 * size,
                    "{at}"
                );
                for (index, point) in [(pair.a, nearest.points[0]), (pair.b, nearest.points[1])] {
                    assert!(off_hull(&scene.set, index, point) < 1e-6 * size, "{at}");
                }
            }
        }
    }
}

/// How far a point is from a hull, at the most: the distance of its nearest `f32` point, and
/// rounding.
pub fn off_hull(set: &PolytopeSet, index: u32, point: DVec3) -> f64 {
    let mut probe = PolytopeSet::new();
    let points: Vec<Vec3> = set.points(index).map(|p| p.as_vec3()).collect();
    probe.push(&points).expect("finite");
    probe.push(&[point.as_vec3()]).expect("finite");
    let found = distances(&service(Engine::Cpu), &probe, &[Pair::new(0, 1)]);
    let rounding = f64::from(f32::EPSILON) * 4.0 * (point.abs().max_element() + 1e-30);
    found[0].map_or(0.0, |nearest| nearest.distance) + rounding
}

/// Zero where a pair meets, and else no more than the distance allows.
#[test]
fn one_norm_bounds_are_bounds() {
    let service = service(Engine::Cpu);
    let scene = all().iter().find(|scene| scene.name == "random hulls").expect("a scene");
    let bounds = simplex::one_norm_bounds(&scene.set, &scene.pairs);
    let distances = distances(&service, &scene.set, &scene.pairs);
    for ((bound, nearest), verdict) in bounds.iter().zip(&distances).zip(&scene.expected) {
        let bound = bound.expect("no hull is empty");
        assert_eq!(bound == 0.0, verdict.meets(), "seed {}", seed());
        let most = nearest.map_or(0.0, |nearest| nearest.distance * 3.0_f64.sqrt() * (1.0 + 1e-9));
        assert!(bound <= most, "{bound} {nearest:?}, seed {}", seed());
    }
}

/// Witnesses lie in both hulls, and inside where these overlap, by the exact stage.
#[test]
fn witnesses_are_common_points() {
    let service = service(Engine::Cpu);
    for scene in
        all().iter().filter(|scene| scene.name.starts_with("dim") || scene.name == "by hand")
    {
        let query = service.query(&scene.set, &scene.pairs).wanted(Wanted::WITNESS);
        let found = witnesses(&query.run().expect("valid pairs"));
        for ((pair, verdict), found) in scene.pairs.iter().zip(&scene.expected).zip(&found) {
            assert_eq!(found.is_some(), verdict.meets(), "{pair:?}, seed {}", seed());
            let Some(point) = found else { continue };
            for index in [pair.a, pair.b] {
                assert!(
                    off_hull(&scene.set, index, *point) < 1e-5,
                    "{pair:?} {point}, seed {}",
                    seed()
                );
            }
        }
    }
}

/// Known distances.
#[test]
fn distances_by_hand() {
    let mut set = PolytopeSet::new();
    set.push(&[Vec3::ZERO, Vec3::X, Vec3::Y]).expect("finite");
    set.push(&[Vec3::new(0.25, 0.25, 2.0), Vec3::new(0.25, 0.25, 5.0), Vec3::new(0.5, 9.0, 5.0)])
        .expect("finite");
    let pairs = [Pair::new(0, 1), Pair::new(1, 0)];
    let found = distances(&service(Engine::Cpu), &set, &pairs);
    let [Some(there), Some(back)] = found[..] else { panic!("both are separate") };
    assert!(
        (there.distance - 2.0).abs() < 1e-12 && (there.axis - DVec3::Z).length() < 1e-12,
        "{there:?}"
    );
    assert_eq!((back.distance, back.axis), (there.distance, -there.axis));
    assert!((there.points[1] - DVec3::new(0.25, 0.25, 2.0)).length() < 1e-12);
}

/// An exact sum of vertices under a transform is what counts, not its rounding.
#[test]
fn transforms_are_not_rounded() {
    let polytopes = [Polytope::of_range(0, 2), Polytope::of_range(2, 1)].map(|p| {
        let mut p = p;
        p.rows[0][3] = if p.start == 0 { 1.0 } else { 0.0 };
        p
    });
    // 1 + 2^-30 is no f32: a point at 1 is outside the first, whose rounded vertices would hold it.
    let tiny = 2.0_f32.powi(-30);
    let vertices = vec![[tiny, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let set = PolytopeSet::from_parts(vertices, polytopes.to_vec()).expect("valid");
    let verdicts = service(Engine::Cpu).verdicts(&set, &[Pair::new(0, 1)]).expect("valid");
    assert_eq!(*verdicts, [Verdict::Separate]);
    let exact = simplex::points::<RBig>(&set, 0);
    assert!(exact[0][0] > RBig::ONE);
}
