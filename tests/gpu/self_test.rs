//! The self-test of a device, and devices that fail it.

use crate::{callers_device, choice, device};
use motzkin::gpu::{
    FloatOperation, GpuError, GpuOccupancyTest, Headless, OccupancyMode, Pipelines, Runner,
    RunnerOptions, SelfTestFault,
};
use motzkin::internals::gpu::fault::injected;
use motzkin::wgpu;
use motzkin::{CollisionService, Engine, ServiceError};
use std::time::Instant;

/// A name, and what makes a faulty shader of a sound one.
type Fault = (&'static str, fn(String) -> String);

#[test]
fn this_device_passes_and_says_what_it_cost() {
    let begun = Instant::now();
    let first = CollisionService::builder().engine(Engine::Gpu).build().unwrap();
    let found = first.info().self_test.expect("a GPU engine");
    println!("{found:?}, the first service in {:?}", begun.elapsed());
    assert!(found.pairs >= 300 && found.decided >= found.pairs / 4 && found.decided < found.pairs);
    let begun = Instant::now();
    let second = CollisionService::builder().engine(Engine::Gpu).build().unwrap();
    println!("the second in {:?}", begun.elapsed());
    assert_eq!(second.info().self_test, Some(found), "tested once in a process");
    let runner = pollster::block_on(Runner::start(&choice(), RunnerOptions::default())).unwrap();
    assert_eq!(runner.self_test(), found);
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    assert_eq!(cpu.info().self_test, None);
}

/// Once for the pipelines that they have. A service on their device finds the same.
#[test]
fn embedders_ask_for_it() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let pipelines = Pipelines::new(&device).unwrap();
    let found = pollster::block_on(pipelines.self_test(&device, &queue)).unwrap();
    assert_eq!(pollster::block_on(pipelines.self_test(&device, &queue)), Ok(found));
    let service = CollisionService::builder().device(device.clone(), queue.clone()).build();
    let own = service.unwrap().info().self_test.expect("a GPU engine");
    assert_eq!((own.pairs, own.decided), (found.pairs, found.decided));
}

/// A lent device is tested though its adapter has passed: here its shaders are compiled wrongly.
#[test]
fn a_lent_device_does_not_pass_for_another() {
    let own = CollisionService::builder().engine(Engine::Gpu).build();
    assert!(own.is_ok(), "the adapter passes");
    let (device, queue) = callers_device(wgpu::Limits::default());
    let wrong: fn(String) -> String = |wgsl| {
        let from = "select(UNDECIDED, OVERLAPPING, certain.overlapping)";
        wgsl.replace(from, "select(UNDECIDED, SEPARATE, certain.overlapping)")
    };
    let pipelines = injected(wrong, || Pipelines::new(&device).unwrap());
    // Without the fault in place, which keeps a test from looking at what is known.
    let error = pollster::block_on(pipelines.self_test(&device, &queue)).unwrap_err();
    assert!(matches!(error, GpuError::SelfTest { .. }), "{error}");
    assert_eq!(pollster::block_on(pipelines.self_test(&device, &queue)), Err(error));
    // Nothing of it is said of the adapter.
    let service = CollisionService::builder().device(device, queue).build();
    assert!(service.is_ok());
    assert!(CollisionService::builder().engine(Engine::Gpu).build().is_ok());
}

/// Shaders with a fault of one kind each, as a driver might have it, and what is found.
#[test]
fn wrong_arithmetic_is_refused() {
    // A driver that rounds to some other format, takes reciprocals by a short table, flushes what
    // is small beside the rest, errs by more than a band, or answers another code.
    let wrong: [Fault; 7] = [
        ("half precision", |wgsl| {
            let from = "bitcast<vec3<f32>>(frame.rows[1].xyz) - base";
            wgsl.replace(from, &format!("quantizeToF16({from})"))
        }),
        ("reciprocals of 12 bits", |wgsl| {
            let to = "let per_rise = (1.0 + vec4<f32>(1.0, -1.0, -1.0, 1.0) / 4096.0) / rise;";
            wgsl.replace("let per_rise = 1.0 / rise;", to)
        }),
        ("flushed", |wgsl| {
            let from = "return Operands(load_edges(first), load_edges(second), d);";
            let to = "let e = load_edges(second);
                let small = vec3<f32>(1.0 / 8.0);
                let zero = vec3<f32>();
                let f = mat3x3<f32>(
                    select(e[0], zero, abs(e[0]) < small * norm(e[0])),
                    select(e[1], zero, abs(e[1]) < small * norm(e[1])),
                    select(e[2], zero, abs(e[2]) < small * norm(e[2])));
                return Operands(load_edges(first), f, d);";
            wgsl.replace(from, to)
        }),
        ("rounded more than the bands know", |wgsl| {
            wgsl.replace("const U32: f32 = 1.0 / 16777216.0;", "const U32: f32 = 1.0e-12;")
        }),
        ("the sum of one axis is wrong", |wgsl| {
            let from = "abs(c * n) - ((volumes.x + a_radii[0]) + (a_radii[1] + a_radii[2]))";
            wgsl.replace(from, "abs(c * n) - ((volumes.x + a_radii[0]) + a_radii[1])")
        }),
        ("one mix only", |wgsl| {
            let from = "return raw_code(test_tetra_tetra(operands));";
            wgsl.replace(
                from,
                "return select(raw_code(test_tetra_tetra(operands)), SEPARATE, shapes == 3u);",
            )
        }),
        ("codes exchanged", |wgsl| {
            let from = "select(UNDECIDED, OVERLAPPING, certain.overlapping)";
            wgsl.replace(from, "select(UNDECIDED, SEPARATE, certain.overlapping)")
        }),
    ];
    for (name, edit) in wrong {
        let built = injected(edit, || CollisionService::builder().engine(Engine::Gpu).build());
        let error = built.err().unwrap_or_else(|| panic!("{name} passes"));
        println!("{name}: {error}");
        let ServiceError::Gpu(GpuError::SelfTest { fault, .. }) = error else {
            panic!("{name}: {error}")
        };
        assert!(matches!(fault, SelfTestFault::Wrong { .. }), "{name}: {fault}");
    }
    // Nothing of it is remembered.
    assert!(CollisionService::builder().engine(Engine::Gpu).build().is_ok());
}

/// WGSL lets a device take either float beside a sum. The bands count on the nearer one.
#[test]
fn another_rounding_is_refused() {
    let wrong: [(Fault, FloatOperation); 6] = [
        (
            ("sums an ulp off", |wgsl| {
                wgsl.replace("(a + b,", "(bitcast<f32>(bitcast<u32>(a + b) - 1u),")
            }),
            FloatOperation::Sum,
        ),
        (
            ("differences an ulp off", |wgsl| {
                wgsl.replace(" a - b,", " bitcast<f32>(bitcast<u32>(a - b) + 1u),")
            }),
            FloatOperation::Difference,
        ),
        (
            ("products an ulp off", |wgsl| {
                wgsl.replace(" a * b,", " bitcast<f32>(bitcast<u32>(a * b) + 1u),")
            }),
            FloatOperation::Product,
        ),
        (
            ("quotients of 20 bits", |wgsl| {
                wgsl.replace(" a / b,", " bitcast<f32>(bitcast<u32>(a / b) & 0xfffffff0u),")
            }),
            FloatOperation::Quotient,
        ),
        (
            ("roots of 19 bits", |wgsl| {
                wgsl.replace(" sqrt(a),", " bitcast<f32>(bitcast<u32>(sqrt(a)) & 0xffffffe0u),")
            }),
            FloatOperation::Root,
        ),
        (
            ("no number", |wgsl| wgsl.replace(" sqrt(a),", " bitcast<f32>(0x7fc00000u),")),
            FloatOperation::Root,
        ),
    ];
    for ((name, edit), operation) in wrong {
        let built = injected(edit, || CollisionService::builder().engine(Engine::Gpu).build());
        let error = built.err().unwrap_or_else(|| panic!("{name} pass"));
        println!("{name}: {error}");
        let ServiceError::Gpu(GpuError::SelfTest { fault, .. }) = error else {
            panic!("{name}: {error}")
        };
        let SelfTestFault::Arithmetic { operation: found, numbers, .. } = fault else {
            panic!("{name}: {fault}")
        };
        assert_eq!(found, operation, "{name}");
        assert!(numbers.map(f32::from_bits).iter().all(|number| number.is_normal()));
    }
}

/// A driver that decides nothing answers nothing wrong, and is found too.
#[test]
fn a_device_that_decides_nothing_is_refused() {
    let timid: [Fault; 2] = [
        ("all", |wgsl| {
            wgsl.replace("const U32: f32 = 1.0 / 16777216.0;", "const U32: f32 = 1.0 / 64.0;")
        }),
        ("one mix", |wgsl| wgsl.replace("shapes == 2u) && kind == 1u", "false) && kind == 1u")),
    ];
    for (name, edit) in timid {
        let Headless { device, queue, .. } = device();
        let error = injected(edit, || {
            let pipelines = Pipelines::new(&device).unwrap();
            pollster::block_on(pipelines.self_test(&device, &queue)).unwrap_err()
        });
        println!("{name}: {error}");
        assert!(
            matches!(&error, GpuError::SelfTest { fault: SelfTestFault::Undecided { .. }, .. }),
            "{name}: {error}"
        );
    }
}

/// A lost device is no wrong one.
#[test]
fn a_lost_device_is_not_judged() {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let pipelines = Pipelines::new(&device).unwrap();
    device.destroy();
    let keep: fn(String) -> String = |wgsl| wgsl;
    let error =
        injected(keep, || pollster::block_on(pipelines.self_test(&device, &queue)).unwrap_err());
    assert!(matches!(error, GpuError::DeviceLost(_)), "{error:?}");
}

/// Occupancy tests have shaders and a band of their own, and are tested when they are made.
#[test]
fn wrong_occupancy_tests_are_refused() {
    let modes = [OccupancyMode::Compute, OccupancyMode::Exact];
    let views = OccupancyMode::Views { size: 8, strips: false };
    let made = |mode| GpuOccupancyTest::new(&device(), mode).map(|_| ());
    let wrong: [Fault; 5] = [
        ("twelve bits", |wgsl| {
            wgsl.replace("let a = p - centre;", "let a = (p - centre) * (1.0 + 1.0 / 4096.0);")
        }),
        ("no band along the axes", |wgsl| wgsl.replace("half + band) ||", "half * 0.999) ||")),
        ("edges across edges", |wgsl| {
            wgsl.replace("+ size.zxy * half.yzx + 2.0 * band", "- size.zxy * half.yzx")
        }),
        ("the normal", |wgsl| {
            wgsl.replace("dot(half, abs(normal)) + 4.0 * band", "dot(half, abs(normal)) * 0.5")
        }),
        ("numbers above 1e30", |wgsl| {
            let to = "if largest(abs(p)) >= 1e30 { return false; } let centre =";
            wgsl.replace("let centre =", to)
        }),
    ];
    for (name, edit) in wrong {
        for mode in modes {
            let error = injected(edit, || made(mode)).expect_err(name);
            println!("{name}, {mode:?}: {error}");
            assert!(
                matches!(&error, GpuError::SelfTest { fault: SelfTestFault::Wrong { .. }, .. }),
                "{name}, {mode:?}: {error}"
            );
        }
        // They may miss what they look at.
        assert_eq!(injected(edit, || made(views)), Ok(()), "{name}");
    }
    let timid: fn(String) -> String =
        |wgsl| wgsl.replace("const BAND: f32 = 4e-6;", "const BAND: f32 = 4e3;");
    for mode in modes {
        let error = injected(timid, || made(mode)).expect_err("finds all");
        assert!(
            matches!(&error, GpuError::SelfTest { fault: SelfTestFault::Undecided { .. }, .. }),
            "{error}"
        );
        assert_eq!(made(mode), Ok(()));
    }
}

/// A service hands on what its device's test was refused for.
#[test]
fn a_service_refuses_a_wrong_occupancy_test() {
    let service = CollisionService::builder().engine(Engine::Gpu).build().unwrap();
    let wrong: fn(String) -> String =
        |wgsl| wgsl.replace("let a = p - centre;", "let a = (p - centre) * (1.0 + 1.0 / 4096.0);");
    let made = injected(wrong, || service.occupancy_test(OccupancyMode::Compute).map(|_| ()));
    assert!(matches!(made, Err(GpuError::SelfTest { .. })), "{made:?}");
    assert!(service.occupancy_test(OccupancyMode::Compute).is_ok());
}
