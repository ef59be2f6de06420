//! Long lists of a scene's pairs: the device lists what meets, and no pair is lost where more do
//! than the step before let expect.

use crate::choice;
use crate::common::seed::rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::gpu::{AdapterChoice, Undecided};
use motzkin::service::{Handle, PairList, RawAnswer, Scene, ServiceBuilder};
use motzkin::{CollisionService, Engine, Frame3, Pair, Verdict};
use motzkin_core::verdict::RawCode;

/// Pairs from which on hits are listed, as the documentation says.
const LISTED: usize = 65_536;

/// Frames of which the pairs are.
const FRAMES: usize = 512;

fn builder() -> ServiceBuilder {
    let builder = CollisionService::builder().engine(Engine::Gpu);
    match choice() {
        AdapterChoice::Named(name) => builder.adapter(name),
        _ => builder,
    }
}

/// Cubes, of which the first `close` lie about the origin: some overlap, some touch, some do
/// neither. The others stand apart.
fn frames(rng: &mut fastrand::Rng, close: usize) -> Vec<Frame3> {
    let frame = |place: usize| {
        let near = Vec3::from_array([0; 3].map(|_| rng.i32(-6..=6) as f32 * 0.125));
        let at = if place < close { near } else { Vec3::X * (10.0 + 3.0 * place as f32) };
        Frame3::aligned_box(at, at + 1.0).unwrap()
    };
    (0..FRAMES).map(frame).collect()
}

/// A scene, a list of its pairs, and what both are to answer.
struct BvhWorld {
    scene: Scene,
    handles: Vec<Handle>,
    list: PairList,
    frames: Vec<Frame3>,
    cpu: CollisionService,
    rng: fastrand::Rng,
}

impl BvhWorld {
    fn new(name: &str, service: &CollisionService) -> Self {
        let mut rng = rng(name);
        let frames = frames(&mut rng, 0);
        let mut scene = service.scene();
        let handles = scene.insert_all(&frames).unwrap();
        let list = scene.pair_list::<Pair>(&[]).unwrap();
        let cpu = CollisionService::new(Engine::Cpu).unwrap();
        Self { scene, handles, list, frames, cpu, rng }
    }

    fn list(&mut self, pairs: usize) {
        let frames = FRAMES as u32;
        let mut pair = || {
            let a = self.rng.u32(..frames);
            Pair::new(a, (a + self.rng.u32(1..frames)) % frames)
        };
        let pairs: Vec<Pair> = (0..pairs).map(|_| pair()).collect();
        self.scene.replace(&mut self.list, &pairs).unwrap();
    }

    fn move_to(&mut self, close: usize) {
        self.frames = frames(&mut self.rng, close);
        self.scene.set_frames(&self.handles, &self.frames).unwrap();
    }

    fn expected(&self) -> Vec<Verdict> {
        self.cpu.verdicts(&self.frames, self.list.pairs()).unwrap().into_vec()
    }

    /// Submits, checks the answer, and returns the bytes that the ticket announced, and all.
    fn step(&mut self, what: &str) -> [u64; 2] {
        let (pairs, expected) = (self.list.pairs().to_vec(), self.expected());
        let ticket = self.scene.submit(&self.list).unwrap();
        let announced = ticket.stats().read_back;
        let raw = ticket.wait().unwrap();
        let all = raw.stats().read_back;
        check(raw, &pairs, &expected, what);
        [announced, all]
    }
}

/// Every way of looking at an answer.
fn check(raw: RawAnswer, pairs: &[Pair], expected: &[Verdict], what: &str) {
    assert_eq!(raw.gpu_failure(), None, "{what}");
    assert_eq!(raw.codes().len(), expected.len(), "{what}");
    assert_eq!(raw.undecided(), RawCode::list_undecided(raw.codes()), "{what}");
    for undecided in [Undecided::Keep, Undecided::Drop] {
        let kept = |code: RawCode| match undecided {
            Undecided::Keep => code != RawCode::SEPARATE,
            Undecided::Drop => code != RawCode::SEPARATE && code != RawCode::UNDECIDED,
        };
        let hits = raw.hits(undecided).into_iter().map(|hit| (hit.pair, hit.ids, hit.verdict));
        let meant = (0..).zip(raw.codes()).filter(|&(_, &code)| kept(code));
        let meant = meant.map(|(pair, &code)| (pair, ids(pairs, pair), code));
        assert!(hits.eq(meant), "{what}, {undecided:?}");
    }
    let hits = raw.settle_hits().unwrap();
    assert!(**hits.verdicts() == *expected, "{what}");
    let listed = hits.iter().map(|hit| (hit.pair, hit.ids, hit.verdict));
    let meant = (0..).zip(expected).filter(|(_, verdict)| verdict.meets());
    assert!(listed.eq(meant.map(|(pair, &verdict)| (pair, ids(pairs, pair), verdict))), "{what}");
}

fn ids(pairs: &[Pair], pair: u32) -> [u32; 2] {
    let Pair { a, b } = pairs[pair as usize];
    [a, b]
}

/// Bytes of the codes of so many pairs, and of the counts of their dispatches.
fn codes_bytes(pairs: usize, per_dispatch: usize) -> u64 {
    (4 * pairs.div_ceil(16) + 4 * pairs.div_ceil(per_dispatch)) as u64
}

/// Of lists that are cut into dispatches or not, with few hits, none, and all, one after the other.
#[test]
fn lists_say_what_codes_do() {
    for per_dispatch in [None, Some(8192), Some(LISTED)] {
        let builder = match per_dispatch {
            Some(most) => builder().max_pairs_per_dispatch(most),
            None => builder(),
        };
        let mut world = BvhWorld::new("lists of hits", &builder.build().unwrap());
        let pairs = LISTED + 8193;
        world.list(pairs);
        let codes = codes_bytes(pairs, per_dispatch.unwrap_or(pairs));
        // What is wanted is small after few hits, and large after many.
        let mut few = None;
        for (step, close) in
            [8, 8, 0, 1, 24, FRAMES, FRAMES, 8, 8, FRAMES / 2].into_iter().enumerate()
        {
            let what = format!("{per_dispatch:?}, step {step}, {close} frames close together");
            world.move_to(close);
            let [announced, all] = world.step(&what);
            println!("{what}: {announced} bytes announced, {all} read");
            match few {
                Some(true) => assert!(announced < codes, "{what}: {announced}"),
                _ => assert_eq!(announced, codes, "{what}"),
            }
            let many = close >= FRAMES / 2;
            let again = if many && few == Some(true) { 4 * pairs.div_ceil(16) as u64 } else { 0 };
            assert_eq!(all, announced + again, "{what}");
            few = Some(!many);
        }
        // Of every verdict codes are read.
        let verdicts = world.scene.verdicts(&world.list).unwrap();
        assert!(*verdicts == world.expected());
    }
}

/// Lists grow and shrink, about the length from which on hits are listed.
#[test]
fn lists_of_any_length_lose_no_pair() {
    let service = builder().max_pairs_per_dispatch(LISTED / 2).build().unwrap();
    let mut world = BvhWorld::new("lengths of lists", &service);
    world.move_to(16);
    let lengths = [0, 63, 65, 4097, LISTED - 1, LISTED, LISTED + 1, LISTED + 63, LISTED + 65, 1];
    for pairs in lengths.into_iter().chain([2 * LISTED + 1, LISTED, 4096]) {
        world.list(pairs);
        for _ in 0..2 {
            world.step(&format!("{pairs} pairs"));
        }
    }
}

/// A list that is too short is made up for by the codes of its own submission, though others have
/// been made since.
#[test]
fn submissions_under_way_keep_their_codes() {
    let mut world = BvhWorld::new("lists under way", &builder().build().unwrap());
    world.list(LISTED + 77);
    for _ in 0..2 {
        world.move_to(8);
        world.step("before");
    }
    let pairs = world.list.pairs().to_vec();
    let under_way: Vec<_> = [FRAMES, 0, FRAMES / 2]
        .into_iter()
        .map(|close| {
            world.move_to(close);
            (world.scene.submit(&world.list).unwrap(), world.expected(), close)
        })
        .collect();
    let codes = codes_bytes(pairs.len(), pairs.len());
    for (ticket, expected, close) in under_way {
        assert!(ticket.stats().read_back < codes);
        let raw = ticket.wait().unwrap();
        assert_eq!(raw.stats().read_back > codes, close > 0, "{close} close together");
        check(raw, &pairs, &expected, "under way");
    }
}

/// A list that has grown is asked for all its codes, for which nothing is listed, and submitted
/// again thereafter: of one dispatch to two, and of a whole number of dispatches to more.
#[test]
fn lists_that_have_grown_are_asked_for_codes() {
    let service = builder().max_pairs_per_dispatch(LISTED).build().unwrap();
    for (few, many) in [(LISTED, 2 * LISTED), (LISTED + 5_000, 2 * LISTED + 9_000)] {
        let mut world = BvhWorld::new("lists that grow", &service);
        world.move_to(64);
        world.list(few);
        world.step("before");
        for pairs in [many, few, 2 * many] {
            world.list(pairs);
            let expected = world.expected();
            let verdicts = world.scene.verdicts(&world.list).unwrap();
            assert_eq!(*verdicts, *expected, "{few} and {pairs} pairs");
            assert_eq!(verdicts.gpu_failure(), None);
            world.step("after");
        }
    }
}

/// Memory that a long list was accepted with is enough for all that comes back.
#[test]
fn long_lists_stay_within_their_memory() {
    let pairs = 2 * LISTED;
    // Frames, pairs, lists and codes, and staging and readback of them.
    let documented = 152 * FRAMES + pairs * 35 / 2;
    let budget = (documented + documented / 8) as u64;
    let service = builder().gpu_memory(budget).build().unwrap();
    let mut world = BvhWorld::new("memory of lists", &service);
    world.list(pairs);
    for close in [8, 8, FRAMES, 8, 8] {
        world.move_to(close);
        world.step("within memory");
    }
    let bytes = world.list.gpu_bytes();
    // Pairs, two bits of each, as much for the list, and half of that for its scratch.
    let least = pairs as u64 * 8 + pairs as u64 * 5 / 8;
    assert!((least..least + 4096).contains(&bytes), "{bytes} bytes, at least {least}");
}

/// Pairs that no device settles are listed, and settled.
#[test]
fn undecided_pairs_are_listed() {
    let mut world = BvhWorld::new("undecided pairs in lists", &builder().build().unwrap());
    world.list(LISTED);
    // Two that touch, in numbers longer than a shader has.
    let axes = [Vec3::X, Vec3::new(0.0, 1.0, 2f32.powi(-90)), Vec3::Z];
    let [a, b] = [0.0, 1.0].map(|x| Frame3::cuboid(Vec3::X * x, axes).unwrap());
    world.move_to(2);
    (world.frames[0], world.frames[1]) = (a, b);
    world.scene.set_frames(&world.handles, &world.frames).unwrap();
    let mut pairs = world.list.pairs().to_vec();
    pairs.extend([Pair::new(0, 1), Pair::new(3, 4), Pair::new(1, 0)]);
    world.scene.replace(&mut world.list, &pairs).unwrap();
    for _ in 0..3 {
        let raw = world.scene.submit(&world.list).unwrap().wait().unwrap();
        assert!(raw.undecided().len() >= 2, "{:?}", raw.undecided());
        world.step("undecided");
    }
}

/// All pairs of a scene of sticks whose boxes meet and which themselves hardly do, at rest and
/// moving.
#[test]
fn scenes_list_their_hits() {
    let mut rng = rng("sticks");
    let slanted = Quat::from_rotation_x(0.6) * Quat::from_rotation_z(0.75);
    let axes = [Vec3::X * 8.0, Vec3::Y * 0.03, Vec3::Z * 0.03].map(|axis| slanted * axis);
    let stick = |_| {
        let at = Vec3::from_array([0; 3].map(|_| rng.f32() * 2.0));
        let frame = Frame3::cuboid(at, axes).unwrap();
        frame.with_velocity(Vec3::splat(0.01)).unwrap()
    };
    let frames: Vec<Frame3> = (0..400).map(stick).collect();
    let cpu = CollisionService::new(Engine::Cpu).unwrap();
    let all: Vec<Pair> =
        (0..400).flat_map(|a| (a + 1..400).map(move |b| Pair::new(a, b))).collect();
    let met = |verdicts: &[Verdict]| {
        let met = all.iter().zip(verdicts).filter(|(_, verdict)| verdict.meets());
        met.map(|(pair, &verdict)| (pair.a, pair.b, verdict)).collect::<Vec<_>>()
    };
    let resting = met(&cpu.verdicts(&frames, &all).unwrap());
    let moving = met(&cpu.query(&frames, &all).moving().run().unwrap().into_verdicts());
    assert!((10..4000).contains(&resting.len()), "{}", resting.len());
    let mut scene = builder().build().unwrap().scene();
    scene.insert_all(&frames).unwrap();
    let found = |hits: &motzkin::service::SettledHits| {
        hits.iter().map(|hit| (hit.a.slot(), hit.b.slot(), hit.verdict)).collect::<Vec<_>>()
    };
    for step in 0..3 {
        let ticket = scene.collide().submit().unwrap();
        let stats = ticket.stats();
        assert!(stats.pairs >= LISTED, "{stats:?}");
        assert_eq!(stats.read_back < codes_bytes(stats.pairs, stats.pairs), step > 0, "{stats:?}");
        assert!(found(&ticket.wait().unwrap().settle_hits().unwrap()) == resting, "{step}");
        assert!(found(&scene.collide().moving().run().unwrap()) == moving, "{step}");
    }
}
