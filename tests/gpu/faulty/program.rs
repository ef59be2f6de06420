//! A program that asks a service for everything a GPU does, and tells what came of each step.

use crate::common::{seed::rng, trees};
use crate::{adapter_of, choice, device, mixed};
use motzkin::glam::{Quat, Vec3};
use motzkin::gpu::{AdapterChoice, BatchBuffers, Pipelines, Polling, layout};
use motzkin::service::{OnGpuFailure, ServiceBuilder};
use motzkin::wgpu::{self, BufferUsages, util::DeviceExt};
use motzkin::{Bvh, BvhWorld, CollisionService, Engine, Frame3, Pair, SearchOptions, Verdict};
use motzkin_lab::workload::Scene;
use std::error::Error;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Names how the program is run; it is not, without it.
pub const WAY: &str = "MOTZKIN_FAULT_WAY";

/// How long the drop of a service may take: half a second, and what a busy machine adds.
const DROP: Duration = Duration::from_secs(2);

/// How the program is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// On a device of the service's, whose failures are errors.
    Strict,
    /// The same, with the CPU to take over.
    TakenOver,
    /// On a device of the program's, which has no handlers.
    Lent,
}

impl Way {
    pub const ALL: [Self; 3] = [Self::Strict, Self::TakenOver, Self::Lent];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::TakenOver => "taken over",
            Self::Lent => "lent",
        }
    }
}

type Answer = Result<(), Box<dyn Error>>;

/// What a step came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    Fine,
    Error(String),
    /// In the program's own use of wgpu, which may panic as wgpu does.
    OwnPanic,
    Panic,
}

/// Marks the lines of steps among all that a process prints.
const MARK: &str = "step|";

/// The steps that a line tells of, and what came of each.
pub fn told(line: &str) -> Option<(String, Came)> {
    let (name, came) = line.split_once(MARK)?.1.split_once('|')?;
    let came = match came.split_once('|') {
        None if came == "fine" => Came::Fine,
        None if came == "own panic" => Came::OwnPanic,
        Some(("error", text)) => Came::Error(text.into()),
        _ => Came::Panic,
    };
    Some((name.into(), came))
}

/// Prints what comes of steps, and keeps whether all went well.
struct Steps {
    all_fine: bool,
}

impl Steps {
    fn tell(&mut self, name: &str, came: &str) {
        self.all_fine &= came == "fine";
        println!("\n{MARK}{name}|{came}");
    }

    /// Runs a step.
    fn run(&mut self, name: &str, work: impl FnOnce() -> Answer) {
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(Ok(())) => self.tell(name, "fine"),
            Ok(Err(error)) => {
                self.tell(name, &format!("error|{error:?}").replace('\n', " "));
            }
            Err(_) => self.tell(name, "panic"),
        }
    }

    /// Runs a step of the program's own use of wgpu.
    fn own<R>(&mut self, name: &str, work: impl FnOnce() -> R) -> Option<R> {
        let came = catch_unwind(AssertUnwindSafe(work)).ok();
        self.tell(name, if came.is_some() { "fine" } else { "own panic" });
        came
    }
}

/// What is asked about, and what the CPU says.
struct Input {
    scene: Scene,
    pairs: Vec<Pair>,
    world: BvhWorld,
    cpu: CollisionService,
    resting: Vec<Verdict>,
    moving: Vec<Verdict>,
}

impl Input {
    fn new() -> Result<Self, Box<dyn Error>> {
        let scene = mixed(1500);
        let cpu = CollisionService::new(Engine::Cpu)?;
        let resting = cpu.verdicts(&scene.frames, &scene.pairs)?.into_vec();
        let moving = cpu.query(&scene.frames, &scene.pairs).moving().run()?;
        let moving = moving.verdicts().to_vec();
        let collisions = cpu.collide(&scene.frames).run()?;
        let pairs = collisions.iter().map(|hit| Pair::new(hit.a, hit.b)).collect();
        let mut world = BvhWorld::new();
        let mut rng = rng("a_program_on_a_driver_that_fails");
        for _ in 0..4 {
            let tree = Arc::new(Bvh::new(trees::wild(14, &mut rng))?);
            world.insert(&tree, Quat::IDENTITY, Vec3::ZERO)?;
        }
        Ok(Self { scene, pairs, world, cpu, resting, moving })
    }
}

/// Runs the whole program, to the step `end`. Returns true if all went well.
pub fn run(way: Way) -> bool {
    let mut steps = Steps { all_fine: true };
    ask_and_record(way, &mut steps);
    steps.run("end", || Ok(()));
    steps.all_fine
}

fn ask_and_record(way: Way, steps: &mut Steps) {
    let input = Input::new().expect("the CPU's answers");
    let mut builder = CollisionService::builder().engine(Engine::Gpu).profile(true);
    builder = match (way, choice()) {
        (Way::Lent, _) => {
            let Some((device, queue)) = steps.own("own device", lent) else { return };
            CollisionService::builder().device(device, queue).polling(Polling::Thread)
        }
        (_, AdapterChoice::Named(name)) => builder.adapter(name),
        _ => builder,
    };
    if way == Way::TakenOver {
        builder = builder.on_gpu_failure(OnGpuFailure::CpuTakesOver);
    }
    let mut service = None;
    steps.run("build", || {
        service = Some(build(builder)?);
        Ok(())
    });
    if let Some(service) = &service {
        ask(service, way, &input, steps);
        // A second time, so that the program sees what has become of the service.
        ask(service, way, &input, steps);
    }
    let start = Instant::now();
    steps.run("drop", || {
        service = None;
        Ok(())
    });
    assert!(start.elapsed() < DROP, "{:?}", start.elapsed());
    if way == Way::Strict {
        record(&input.scene, steps);
    }
}

fn lent() -> (wgpu::Device, wgpu::Queue) {
    let instance = wgpu::Instance::new(crate::plain_instance());
    crate::device_of(&adapter_of(&instance), wgpu::Limits::default())
}

fn build(builder: ServiceBuilder) -> Result<CollisionService, Box<dyn Error>> {
    Ok(builder.timeout(Duration::from_secs(20)).build()?)
}

/// A wrong answer is a panic like any other.
fn same<T: PartialEq + Debug>(found: &[T], expected: &[T]) -> Answer {
    assert_eq!(found, expected);
    Ok(())
}

fn ask(service: &CollisionService, way: Way, input: &Input, steps: &mut Steps) {
    let Input { scene, pairs, world, cpu, resting, moving } = input;
    let Scene { frames, pairs: asked, .. } = scene;
    steps.run("verdicts", || same(&service.verdicts(frames, asked)?, resting));
    // Calls the driver as the step before does. Its shaders take a third of the time in which the
    // program's are compiled, so that one way has to do.
    if way == Way::TakenOver {
        steps.run("moving", || {
            let answer = service.query(frames, asked).moving().run()?;
            same(answer.verdicts(), moving)
        });
    }
    steps.run("collide", || {
        let found = service.collide(frames).run()?;
        let found: Vec<Pair> = found.iter().map(|hit| Pair::new(hit.a, hit.b)).collect();
        same(&found, pairs)
    });
    steps.run("scene", || {
        let mut resident = service.scene();
        let handles = resident.insert_all(frames)?;
        let list = resident.pair_list(asked)?;
        let tickets = [resident.submit(&list)?, resident.submit(&list)?];
        resident.set_frames(&handles, frames)?;
        for ticket in tickets {
            assert_eq!(*ticket.wait()?.settle()?, *resting);
        }
        same(&resident.verdicts(&list)?, resting)
    });
    steps.run("search", || {
        let options = SearchOptions::default();
        same(
            &service.search(world).options(options).run()?,
            &cpu.search(world).options(options).run()?,
        )
    });
}

/// Records the test in an encoder of the program's.
fn record(scene: &Scene, steps: &mut Steps) {
    let Some(gpu) = steps.own("own device", device) else { return };
    let mut pipelines = None;
    steps.run("compile", || {
        pipelines = Some(Pipelines::new(&gpu.device)?);
        Ok(())
    });
    let Some(pipelines) = pipelines else { return };
    let (frames, pairs): (&[Frame3], &[Pair]) = (&scene.frames, &scene.pairs);
    let filled = |contents: &[u8]| {
        let (label, usage) = (None, BufferUsages::STORAGE);
        let descriptor = wgpu::util::BufferInitDescriptor { label, contents, usage };
        gpu.device.create_buffer_init(&descriptor)
    };
    let made = steps.own("own buffers", || {
        let hits = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: layout::hits_size(pairs.len() as u32),
            usage: BufferUsages::STORAGE,
            mapped_at_creation: false,
        });
        let encoder = gpu.device.create_command_encoder(&Default::default());
        let cast = motzkin::bytemuck::cast_slice;
        (filled(cast(frames)), filled(motzkin::bytemuck::cast_slice(pairs)), hits, encoder)
    });
    let Some((frames, listed, hits, mut encoder)) = made else { return };
    let buffers = BatchBuffers {
        hits: Some(hits.slice(..)),
        ..BatchBuffers::new(frames.slice(..), listed.slice(..))
    };
    steps.run("record", || {
        let batch = pipelines.batch(&gpu.device, &buffers, &Default::default())?;
        Ok(batch.record(&mut encoder, pairs.len() as u32)?)
    });
    steps.own("own submit", || gpu.queue.submit([encoder.finish()]));
    steps.own("own end", || drop(gpu));
}
