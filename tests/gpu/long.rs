//! A scene, hulls and meshes over many steps, with frames that come and go, and a device that is
//! lost on the way: nothing grows, and nothing differs from what is built afresh.
//!
//! `tests/long` runs 100,000 steps, alone; then the memory of the process is watched too.

use crate::callers_device;
use crate::common::scene_model::frame;
use crate::common::seed::rng;
use fastrand::Rng;
use motzkin::glam::{Affine3A, Quat, Vec3};
use motzkin::gpu::Polling;
use motzkin::service::{Handle, OnGpuFailure, PairList, Scene, SettledHits, Ticket};
use motzkin::tree::spheres::{MeshId, MeshWorld};
use motzkin::{CollisionService, Engine, Filter, Frame3, Pair, PolytopeSet, Pose, Verdict, wgpu};
use motzkin_lab::workload::meshes;
use std::collections::BTreeMap;
use std::time::Instant;

/// Steps in the suite.
const FEW: usize = 2000;
/// Frames of the scene, at least and at most.
const FRAMES: [usize; 2] = [80, 160];
const HULLS: usize = 12;

/// The steps that were asked for, and whether this test is alone in its process.
fn asked() -> (usize, bool) {
    match std::env::var("MOTZKIN_LONG_STEPS") {
        Ok(text) => (text.parse().expect("MOTZKIN_LONG_STEPS is a whole number"), true),
        Err(_) => (FEW, false),
    }
}

/// Bytes of the process in memory, on Linux.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    4096 * pages.unwrap_or_default()
}

/// A place near the middle, on a lattice more often than not, so that contacts are frequent.
fn pose(rng: &mut Rng, reach: i32) -> (Quat, Vec3) {
    let place = Vec3::from([0; 3].map(|_| rng.i32(-reach..=reach) as f32));
    match rng.u32(..3) {
        0 => (Quat::from_rotation_z(rng.f32() * 6.0), place + Vec3::splat(rng.f32())),
        _ => (Quat::IDENTITY, place),
    }
}

/// A service on a device of the test's.
fn on_new_device() -> (wgpu::Device, CollisionService) {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let builder = CollisionService::builder().device(device.clone(), queue);
    let builder = builder.polling(Polling::Thread).on_gpu_failure(OnGpuFailure::CpuTakesOver);
    (device, builder.build().unwrap())
}

/// Frames of all kinds in a scene.
struct Frames {
    scene: Scene,
    live: BTreeMap<Handle, Filter>,
    list: PairList,
    flights: Vec<Ticket>,
}

impl Frames {
    fn new(service: &CollisionService, frames: &[(Frame3, Filter)]) -> Self {
        let mut scene = service.scene();
        let mut live = BTreeMap::new();
        for (frame, filter) in frames {
            let handle = scene.insert(*frame).unwrap();
            scene.set_filter(handle, *filter).unwrap();
            live.insert(handle, *filter);
        }
        let list = scene.pair_list::<Pair>(&[]).unwrap();
        Self { scene, live, list, flights: Vec::new() }
    }

    fn any(&self, rng: &mut Rng) -> Handle {
        *self.live.keys().nth(rng.usize(..self.live.len())).expect("never empty")
    }

    /// In the order of the slots, which is that of hits.
    fn in_order(&self) -> Vec<Handle> {
        let mut handles: Vec<Handle> = self.live.keys().copied().collect();
        handles.sort_unstable_by_key(|handle| handle.slot());
        handles
    }

    fn contents(&self) -> Vec<(Frame3, Filter)> {
        let of = |handle: &Handle| (self.scene.frame(*handle).expect("live"), self.live[handle]);
        self.in_order().iter().map(of).collect()
    }

    fn change(&mut self, rng: &mut Rng) {
        let [least, most] = FRAMES;
        for _ in 0..rng.usize(..3) {
            if self.live.len() < most {
                let handle = self.scene.insert(frame(rng)).unwrap();
                assert!(self.live.insert(handle, Filter::ALL).is_none());
            }
            if self.live.len() > least {
                let gone = self.any(rng);
                self.live.remove(&gone);
                self.scene.remove(gone).unwrap();
            }
        }
        for _ in 0..12 {
            let (handle, (turn, place)) = (self.any(rng), pose(rng, 6));
            self.scene.set_pose(handle, turn, place).unwrap();
        }
        let handle = self.any(rng);
        match rng.u32(..3) {
            0 => self.scene.set_frame(handle, frame(rng)).unwrap(),
            1 => {
                let way = [0; 3].map(|_| rng.i32(-2..=2) as f32);
                self.scene.set_velocity(handle, way.into()).unwrap();
            }
            _ => {
                let filter = Filter { group: 1 << rng.u32(..2), mask: rng.u32(1..4) };
                self.scene.set_filter(handle, filter).unwrap();
                self.live.insert(handle, filter);
            }
        }
    }

    /// A step: a list of pairs that is under way for two steps, and all that meet.
    fn step(&mut self, rng: &mut Rng) {
        if rng.u32(..8) == 0 {
            let pairs: Vec<_> = (0..40).map(|_| (self.any(rng), self.any(rng))).collect();
            self.scene.replace(&mut self.list, &pairs).unwrap();
        }
        if self.flights.len() == 2 {
            let raw = self.flights.remove(0).wait().unwrap();
            raw.settle().unwrap();
        }
        self.flights.push(self.scene.submit(&self.list).unwrap());
        self.scene.collide().run().unwrap();
    }

    /// All pairs that meet at rest and moving, by places in the order of the slots.
    fn hits(&mut self) -> Vec<(usize, usize, Verdict)> {
        let order = self.in_order();
        let place = |handle: Handle| order.iter().position(|h| *h == handle).expect("live");
        let placed = |hits: SettledHits| -> Vec<_> {
            hits.iter().map(|hit| (place(hit.a), place(hit.b), hit.verdict)).collect()
        };
        let mut found = placed(self.scene.collide().run().unwrap());
        found.extend(placed(self.scene.collide().moving().run().unwrap()));
        found
    }

    fn bytes(&self) -> u64 {
        let memory = self.scene.memory();
        let device = memory.frames + memory.sides + memory.staging + memory.readback;
        device + memory.candidates + memory.cpu
    }
}

/// Meshes in a world, some of which come and go.
struct Meshes {
    world: MeshWorld,
    made: Vec<MeshId>,
    live: BTreeMap<u32, (usize, Pose)>,
}

fn mesh_world() -> (MeshWorld, Vec<MeshId>) {
    let mut world = MeshWorld::default();
    let all = [
        meshes::torus(12, 6, 1.0, 0.35),
        meshes::blob(8, 6, 1.0, 0.5, 7),
        meshes::cuboid([-1.0; 3], [1.0; 3]),
    ];
    let made = all.map(|mesh| world.insert_mesh(mesh)).into();
    (world, made)
}

impl Meshes {
    fn new() -> Self {
        let (world, made) = mesh_world();
        Self { world, made, live: BTreeMap::new() }
    }

    fn step(&mut self, rng: &mut Rng) {
        let posed = |rng: &mut Rng| {
            let (turn, place) = pose(rng, 3);
            Pose::new(turn, place).expect("a pose")
        };
        if self.live.len() < 8 {
            let (mesh, pose) = (rng.usize(..self.made.len()), posed(rng));
            let object = self.world.insert(self.made[mesh], pose).unwrap();
            self.live.insert(object, (mesh, pose));
        }
        let object = *self.live.keys().nth(rng.usize(..self.live.len())).expect("some");
        if rng.u32(..20) == 0 {
            self.live.remove(&object);
            self.world.remove(object).unwrap();
        } else {
            let pose = posed(rng);
            self.world.set_pose(object, pose).unwrap();
            self.live.get_mut(&object).expect("live").1 = pose;
        }
        self.world.collide().unwrap();
    }

    /// The pairs that meet, by places in the order of the objects.
    fn hits(&mut self) -> Vec<[usize; 2]> {
        let order: Vec<u32> = self.live.keys().copied().collect();
        let place = |object: u32| order.iter().position(|o| *o == object).expect("live");
        let contacts = self.world.collide().unwrap();
        contacts.iter().map(|contact| [place(contact.pair.a), place(contact.pair.b)]).collect()
    }

    fn fresh(&self) -> Self {
        let mut out = Self::new();
        for (mesh, pose) in self.live.values() {
            let object = out.world.insert(out.made[*mesh], *pose).unwrap();
            out.live.insert(object, (*mesh, *pose));
        }
        out
    }
}

/// Hulls of whole points, and where they stand.
struct Hulls {
    points: Vec<Vec<Vec3>>,
    places: Vec<Vec3>,
    set: PolytopeSet,
}

impl Hulls {
    fn new(rng: &mut Rng) -> Self {
        let mut point = || Vec3::from([0; 3].map(|_| rng.i32(-2..=2) as f32));
        let points: Vec<Vec<Vec3>> =
            (0..HULLS).map(|i| (0..1 + i % 7).map(|_| point()).collect()).collect();
        let mut out = Self { points, places: vec![Vec3::ZERO; HULLS], set: PolytopeSet::new() };
        out.set = out.fresh();
        out
    }

    fn fresh(&self) -> PolytopeSet {
        let mut set = PolytopeSet::new();
        for (points, place) in self.points.iter().zip(&self.places) {
            let hull = set.push(points).unwrap();
            set.set_transform(hull, Affine3A::from_translation(*place)).unwrap();
        }
        set
    }

    fn step(&mut self, rng: &mut Rng) {
        let hull = rng.usize(..HULLS);
        self.places[hull] = Vec3::from([0; 3].map(|_| rng.i32(-3..=3) as f32));
        let transform = Affine3A::from_translation(self.places[hull]);
        self.set.set_transform(hull as u32, transform).unwrap();
    }
}

fn all_pairs(count: usize) -> Vec<Pair> {
    let with = |i: u32| (0..i).map(move |j| Pair::new(j, i));
    (0..count as u32).flat_map(with).collect()
}

/// Bytes that a level may rise by while the same goes on.
const SLACK: u64 = 16 << 20;

#[test]
fn nothing_grows_and_nothing_differs() {
    let (steps, alone) = asked();
    let every = if alone { 1000 } else { FEW / 20 };
    let (mut rng, begun) = (rng("long"), Instant::now());
    let (mut device, mut service) = on_new_device();
    let fresh_service = CollisionService::new(Engine::Cpu).unwrap();
    let start: Vec<(Frame3, Filter)> =
        (0..FRAMES[0]).map(|_| (frame(&mut rng), Filter::ALL)).collect();
    let mut frames = Frames::new(&service, &start);
    let (mut meshes, mut hulls) = (Meshes::new(), Hulls::new(&mut rng));
    let pairs = all_pairs(HULLS);
    let (mut compared, mut hits, mut differences) = (0, 0, 0);
    // The first level of each third: with the device, without it, and with the next.
    let mut level: Option<[u64; 2]> = None;
    for step in 0..steps {
        if step == steps / 3 {
            device.destroy();
        }
        if step == 2 * steps / 3 {
            assert_eq!(service.state().engine, Engine::Cpu, "the first device was lost");
            (device, service) = on_new_device();
            frames = Frames::new(&service, &frames.contents());
        }
        frames.change(&mut rng);
        frames.step(&mut rng);
        meshes.step(&mut rng);
        hulls.step(&mut rng);
        if step % 16 == 0 {
            service.verdicts(&hulls.set, &pairs).unwrap();
        }
        if (step + 1) % every != 0 {
            continue;
        }
        let found = frames.hits();
        differences += usize::from(found != Frames::new(&fresh_service, &frames.contents()).hits());
        differences += usize::from(meshes.hits() != meshes.fresh().hits());
        let own = service.verdicts(&hulls.set, &pairs).unwrap();
        let afresh = fresh_service.verdicts(&hulls.fresh(), &pairs).unwrap();
        differences += usize::from(*own != *afresh);
        (compared, hits) = (compared + 1, hits + found.len());
        assert_eq!(differences, 0, "step {step}");
        let now = [frames.bytes() + meshes.world.stats().bytes as u64, resident()];
        if (step + 1) % (10 * every) == 0 {
            let seconds = begun.elapsed().as_secs_f64();
            println!("step {}: {seconds:.0} s, own and resident bytes {now:?}", step + 1);
        }
        // A third of a third for the level to settle.
        let (third, part) = (3 * step / steps, 9 * step / steps);
        if part == 3 * third {
            level = None;
            continue;
        }
        let [own, whole] = *level.get_or_insert(now);
        assert!(now[0] <= own + own / 2, "step {step}: {own} bytes became {}", now[0]);
        assert!(!alone || now[1] <= whole + SLACK, "step {step}: {whole} bytes, {}", now[1]);
    }
    assert_eq!(service.state().engine, Engine::Gpu, "the second device is there");
    println!(
        "{steps} steps in {:.1} s, {compared} compared, {hits} hits",
        begun.elapsed().as_secs_f64()
    );
    assert!(compared >= 20 && hits > 20 * compared, "{compared}, {hits}");
    drop(device);
}
