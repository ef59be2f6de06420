//! The self-test of a device, and devices that fail it.

use crate::{callers_device, choice, device};
use motzkin::gpu::{GpuError, Headless, Pipelines, Runner, RunnerOptions, SelfTestFault};
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
