//! The kernels in the plane on every instruction set, and the service on top of them.

use crate::common::answers::{self, exact_separation, sweeps, value};
use crate::common::plane::{Scene, everything, moving, oracle, resting};
use crate::common::seed::rng;
use glam::Vec2;
use motzkin::{BatchError, CollisionService, Engine, Wanted};
use motzkin_core::geom::{Frame2, Pair};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::verdict::{RawCode, Verdict};
use motzkin_core::{Frame as _, Moving, Resting, Source};

/// Every level with its name, on one thread and on several.
fn each_level(test: impl Fn(&str, SimdLevel) + Sync) {
    for level in SimdLevel::available() {
        for threads in [1, 3] {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| test(&format!("{} on {threads} threads", level.name()), level));
        }
    }
}

/// What a code claims must be the oracle's verdict, and no code says "touching".
fn demand_certain(who: &str, scene: &Scene, codes: &[RawCode]) {
    scene.demand(who, codes, |code, truth, _, _| {
        let claimed = code.verdict()?;
        let wrong = claimed == Verdict::Touching || claimed != truth.verdict;
        wrong.then(|| format!("certainly {claimed} where {} is exact", truth.verdict))
    });
}

fn sizes(scene: &Scene) -> impl Iterator<Item = Scene> {
    let all = scene.pairs.len();
    [0, 1, 63, 65, 4097].into_iter().map(move |size| {
        // Shapes of neighbours differ, as they do not in a scene.
        scene.picked(&format!("x {size}"), (0..size).map(|i| i * 7919 % all))
    })
}

#[test]
fn certain_codes_are_the_oracles() {
    each_level(|who, level| {
        for scene in resting() {
            let Scene { frames, pairs, .. } = scene;
            demand_certain(
                who,
                scene,
                &Frame2::codes::<Resting>(Source::Indexed { frames, pairs }, level),
            );
        }
        for scene in sizes(everything()) {
            let Scene { frames, pairs, .. } = &scene;
            demand_certain(
                who,
                &scene,
                &Frame2::codes::<Resting>(Source::Indexed { frames, pairs }, level),
            );
            let of = |second: bool| {
                pairs.iter().map(move |p| frames[if second { p.b } else { p.a } as usize])
            };
            let (a, b): (Vec<_>, Vec<_>) = (of(false).collect(), of(true).collect());
            demand_certain(
                who,
                &scene,
                &Frame2::codes::<Resting>(Source::Zipped { a: &a, b: &b }, level),
            );
        }
    });
}

#[test]
fn certain_moving_codes_are_the_oracles() {
    each_level(|who, level| {
        for scene in moving().iter().chain(resting()) {
            let Scene { frames, pairs, .. } = scene;
            demand_certain(
                who,
                scene,
                &Frame2::codes::<Moving>(Source::Indexed { frames, pairs }, level),
            );
        }
        for scene in moving().iter().flat_map(sizes) {
            let Scene { frames, pairs, .. } = &scene;
            demand_certain(
                who,
                &scene,
                &Frame2::codes::<Moving>(Source::Indexed { frames, pairs }, level),
            );
        }
    });
}

/// A few pairs of any shapes in long runs of one kind: they wait for others while those are judged,
/// until a span ends.
#[test]
fn codes_do_not_depend_on_their_neighbours() {
    let all = everything();
    let is_triangle =
        |index: u32| all.frames[index as usize].kind().is_ok_and(|kind| kind.is_triangle());
    let alike = |triangles: bool| {
        let has =
            move |pair: &Pair| is_triangle(pair.a) == triangles && is_triangle(pair.b) == triangles;
        (0..all.pairs.len()).filter(|&i| has(&all.pairs[i])).collect::<Vec<_>>()
    };
    let runs = [alike(false), alike(true)];
    let scene = all.picked(
        "in runs",
        (0..9000).map(|i| {
            let run = &runs[i / 1500 % 2];
            if i % 700 < 3 { i * 7919 % all.pairs.len() } else { run[i * 7919 % run.len()] }
        }),
    );
    let Scene { frames, pairs, .. } = &scene;
    each_level(|who, level| {
        let alone = |pair: &Pair| {
            Frame2::codes::<Resting>(Source::Indexed { frames, pairs: &[*pair] }, level)[0]
        };
        let alone: Vec<RawCode> = pairs.iter().map(alone).collect();
        let together = Frame2::codes::<Resting>(Source::Indexed { frames, pairs }, level);
        let other = together.iter().zip(&alone).position(|(together, alone)| together != alone);
        assert_eq!(other, None, "{who}: a pair that is judged otherwise by itself");
    });
}

/// A flipped code, and a claim of "touching", must not pass.
#[test]
fn wrong_codes_are_noticed() {
    let scene = &resting()[0];
    for i in 0..scene.pairs.len() {
        for wrong in Verdict::ALL {
            if wrong == Verdict::Touching || wrong != scene.truth[i].verdict {
                let one = scene.picked("one", [i].into_iter());
                let noticed =
                    std::panic::catch_unwind(|| demand_certain("faults", &one, &[wrong.into()]));
                assert!(noticed.is_err());
            }
        }
        if i > 40 {
            break;
        }
    }
}

fn undecided(codes: &[RawCode]) -> f64 {
    codes.iter().filter(|code| code.verdict().is_none()).count() as f64 / codes.len() as f64
}

/// Few pairs are left over: of random frames, and of grids that do not touch, moving along their
/// sides or not at all.
#[test]
fn little_is_left_undecided() {
    let mut rng = rng("undecided in the plane");
    let level = SimdLevel::best();
    for (kinds, turned) in [(1, false), (1, true), (3, false), (3, true)] {
        let mut frames: Vec<Frame2> = (0..20_000)
            .map(|i| {
                let at = Vec2::new(rng.f32(), rng.f32()) * 3.0;
                let turn = if turned { Vec2::from_angle(rng.f32() * 7.0) } else { Vec2::X };
                let square = Frame2::rotated_box(at, Vec2::new(0.5, 0.25), turn).expect("a box");
                match i % kinds {
                    0 => square,
                    _ => Frame2::triangle(square.origin(), [square.row(1), square.row(2)])
                        .expect("a triangle"),
                }
            })
            .collect();
        let pairs: Vec<Pair> = (0..10_000).map(|i| Pair::new(i, 19_999 - i)).collect();
        let share = undecided(&Frame2::codes::<Resting>(
            Source::Indexed { frames: &frames, pairs: &pairs },
            level,
        ));
        println!("{kinds} kinds, turned {turned}: {share}");
        assert!(share < 0.001);
        for velocity in [Vec2::ZERO, Vec2::X * 3.0, Vec2::new(1e-30, 0.0), Vec2::new(0.3, 0.7)] {
            for (i, frame) in frames.iter_mut().enumerate() {
                let common = Vec2::new(5.0, 7.0);
                let own = if i % 2 == 0 { common } else { common + velocity };
                *frame = frame.with_velocity(own).expect("finite");
            }
            let share = undecided(&Frame2::codes::<Moving>(
                Source::Indexed { frames: &frames, pairs: &pairs },
                level,
            ));
            println!("{kinds} kinds, turned {turned}, moving by {velocity}: {share}");
            assert!(share < 0.002);
        }
    }
}

/// Services that compute on the CPU.
fn services() -> Vec<(String, CollisionService)> {
    let built = |level: SimdLevel| {
        let service =
            CollisionService::builder().engine(Engine::Cpu).simd(level).threads(2).build();
        (level.name().to_string(), service.expect("a CPU engine"))
    };
    SimdLevel::available().into_iter().map(built).collect()
}

#[test]
fn services_answer_exactly() {
    for (name, service) in services() {
        for scene in sizes(everything()).collect::<Vec<_>>().iter().chain(resting()) {
            let found = service.verdicts(&scene.frames, &scene.pairs).expect("valid");
            scene.demand_verdicts(&name, &found);
            let of = |second: bool| {
                scene
                    .pairs
                    .iter()
                    .map(move |p| scene.frames[if second { p.b } else { p.a } as usize])
            };
            let (a, b): (Vec<_>, Vec<_>) = (of(false).collect(), of(true).collect());
            scene.demand_verdicts(
                &name,
                service.query_between(&a, &b).run().expect("valid").verdicts(),
            );
        }
        for scene in moving() {
            let found = service.query(&scene.frames, &scene.pairs).moving().run().expect("valid");
            scene.demand_verdicts(&name, found.verdicts());
            let raw = pollster::block_on(service.query(&scene.frames, &scene.pairs).moving().raw());
            let settled = raw.expect("valid").settle().expect("valid");
            scene.demand_verdicts(&name, &settled);
        }
    }
}

#[test]
fn the_reference_engine_answers_too() {
    let service = CollisionService::new(Engine::Reference).expect("the reference");
    let scene = &resting()[0];
    scene.demand_verdicts(
        "reference",
        &service.verdicts(&scene.frames, &scene.pairs).expect("valid"),
    );
    let scene = &moving()[0];
    let found = service
        .query(&scene.frames, &scene.pairs)
        .moving()
        .wanted(Wanted::INTERVAL)
        .run()
        .expect("valid");
    scene.demand("reference", &sweeps(&found), |found, truth, _, _| {
        truth.fault_of_interval(found.interval)
    });
}

#[test]
fn details_are_those_of_the_exact_stage() {
    let (_, service) = services().pop().expect("a level");
    let wanted = Wanted::DEPTH | Wanted::GAP | Wanted::WITNESS | Wanted::BOX;
    for scene in resting() {
        let found = service.query(&scene.frames, &scene.pairs).wanted(wanted).run().expect("valid");
        assert_eq!(found.details().len(), scene.pairs.len());
        let details: Vec<_> = found.details().iter().collect();
        scene.demand("details", &details, |found, truth, a, b| {
            let separation = exact_separation(found.separation.expect("every pair has an axis"));
            let fault = oracle::fault_of_separation(a, b, truth.verdict, &separation);
            fault
                .or_else(|| truth.fault_of_box(value(found.aabb)))
                .or_else(|| truth.fault_of_witness(a, b, value(found.witness)))
        });
        let boxes =
            service.query(&scene.frames, &scene.pairs).wanted(Wanted::BOX).run().expect("valid");
        scene.demand("boxes", &answers::boxes(&boxes), |found, truth, _, _| {
            truth.fault_of_box(*found)
        });
    }
    for scene in moving() {
        let found = service
            .query(&scene.frames, &scene.pairs)
            .moving()
            .wanted(Wanted::INTERVAL)
            .run()
            .expect("valid");
        scene.demand("sweeps", &sweeps(&found), |found, truth, _, _| {
            truth.fault_of_interval(found.interval)
        });
        let boxes = service
            .query(&scene.frames, &scene.pairs)
            .moving()
            .wanted(Wanted::BOX)
            .run()
            .expect("valid");
        scene.demand("moving boxes", &answers::boxes(&boxes), |found, truth, _, _| {
            truth.fault_of_box(*found)
        });
        let found = service
            .query(&scene.frames, &scene.pairs)
            .moving()
            .wanted(Wanted::WITNESS)
            .run()
            .expect("valid");
        for detail in found.details() {
            let i = detail.pair as usize;
            let (a, b) = scene.pair(i);
            let fault = scene.truth[i].fault_of_witness(a, b, value(detail.witness));
            assert_eq!(fault, None, "{}, {}", scene.name, scene.names[i]);
        }
    }
}

/// Frames cast from bytes: each is named, and the other pairs are answered.
#[test]
fn invalid_frames_are_named() {
    let square = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE).expect("a square");
    let spoiled = |place: usize, value: f32| {
        let mut frame = square;
        bytemuck::cast_mut::<Frame2, [f32; 10]>(&mut frame)[place] = value;
        frame
    };
    let bad = [
        (spoiled(0, f32::NAN), "origin[0]", false),
        (spoiled(3, f32::INFINITY), "edges[0][1]", false),
        (spoiled(5, 0.0), "the two edges lie on one line", false),
        (spoiled(8, 7.0), "shape tag 7", false),
        (spoiled(6, f32::NAN), "velocity[0]", true),
        (spoiled(7, f32::NEG_INFINITY), "velocity[1]", true),
    ];
    for (name, service) in services() {
        for (frame, told, in_motion_only) in &bad {
            for (a, b) in [(1, 0), (0, 1), (1, 1)] {
                let (frames, pairs) = ([square, *frame], [Pair::new(a, b), Pair::new(0, 0)]);
                let resting = service.verdicts(&frames, &pairs);
                assert_eq!(resting.is_ok(), *in_motion_only, "{name}: {told}");
                let error =
                    service.query(&frames, &pairs).moving().run().expect_err("an invalid frame");
                let BatchError::InvalidFrames { faults, rest } = error else {
                    panic!("{name}: {error}")
                };
                assert_eq!((faults.len(), faults[0].pair, faults[0].frame), (1, 0, 1));
                assert!(faults[0].to_string().contains(told), "{}", faults[0]);
                assert_eq!(rest, [None, Some(Verdict::Overlapping)]);
            }
        }
        let error = service.verdicts(&[square], &[Pair::new(0, 1)]).expect_err("out of range");
        assert!(matches!(error, BatchError::PairOutOfRange { index: 1, .. }));
    }
}
