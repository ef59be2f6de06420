//! The pairs that meet among all shapes, against trying every pair.

mod margin;
mod memory;

use crate::common::moving;
use crate::common::scene_model::frame;
use crate::common::seed::{draw_until, rng};
use crate::common::{hull, oracle, plane};
use fastrand::Rng;
use glam::{Vec2, Vec3};
use motzkin::broad::BroadError;
use motzkin::service::{CollideError, Hit};
use motzkin::{
    BatchError, CollisionService, Engine, Filter, Frame2, Frame3, Pair, PolytopeSet, SimdLevel,
    Verdict, Wanted,
};

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU")
}

/// Frames on small whole numbers that meet often, spread so that most pairs are far apart.
fn frames(rng: &mut Rng, count: usize, spread: i32) -> Vec<Frame3> {
    let one = |rng: &mut Rng| {
        let mut whole = || rng.i32(-spread..=spread) as f32;
        let shift = Vec3::new(whole(), whole(), whole());
        let speed = 0.5 * Vec3::new(whole(), whole(), whole());
        let posed = frame(rng).posed(&motzkin::Pose::at(shift).expect("finite"));
        posed.and_then(|frame| frame.with_velocity(speed)).expect("a frame that is valid")
    };
    (0..count).map(|_| one(rng)).collect()
}

/// Every pair that `judge` finds to meet.
fn all_pairs(count: usize, judge: impl Fn(usize, usize) -> Verdict) -> Vec<Hit> {
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let hit = |(a, b)| Hit { a: a as u32, b: b as u32, verdict: judge(a, b) };
    pairs.map(hit).filter(|hit| hit.verdict.meets()).collect()
}

#[test]
fn frames_at_rest_and_moving() {
    let service = cpu();
    for count in [0, 1, 2, 63, 65] {
        let name = format!("{count} frames");
        let enough = |drawn: &(Vec<Frame3>, Vec<Hit>)| count < 3 || drawn.1.len() > 20;
        let draw = |rng: &mut Rng| {
            let frames = frames(rng, count, 5);
            let hits = all_pairs(count, |a, b| oracle::verdict(&frames[a], &frames[b]));
            (frames, hits)
        };
        let (frames, want) = draw_until(&name, draw, enough);
        assert_eq!(*service.collide(&frames).run().expect("valid"), want, "{name}");
        let want = all_pairs(count, |a, b| moving::judge(&frames[a], &frames[b]).verdict);
        let found = service.collide(&frames).moving().run().expect("valid");
        assert_eq!(*found, want, "{name}, moving");
        let pending = service.collide(&frames).moving();
        assert_eq!(pollster::block_on(pending.into_future()).expect("valid"), found, "{name}");
    }
}

#[test]
fn frames_in_the_plane() {
    const COUNT: usize = 60;
    let judge =
        |frames: &[Frame2], a: usize, b: usize| plane::oracle::judge(&frames[a], &frames[b]);
    let draw = |rng: &mut Rng| {
        let one = |i: usize| {
            let kind = plane::KINDS[i % plane::KINDS.len()];
            let frame = plane::random_frame(rng, kind, 1.0, 2.0);
            frame.with_velocity(Vec2::new(rng.f32(), -rng.f32())).expect("finite")
        };
        let frames: Vec<Frame2> = (0..COUNT).map(one).collect();
        let at_rest: Vec<Frame2> =
            frames.iter().map(|frame| frame.with_velocity(Vec2::ZERO).expect("finite")).collect();
        let hits = all_pairs(COUNT, |a, b| judge(&at_rest, a, b).verdict);
        (frames, hits)
    };
    let enough = |drawn: &(Vec<Frame2>, Vec<Hit>)| drawn.1.len() > COUNT / 2;
    let (frames, want) = draw_until("collide in the plane", draw, enough);
    let service = cpu();
    assert_eq!(*service.collide(&frames).run().expect("valid"), want);
    let want = all_pairs(COUNT, |a, b| judge(&frames, a, b).verdict);
    assert_eq!(*service.collide(&frames).moving().run().expect("valid"), want);
}

/// Hulls of any number of vertices, none included, and frames among them.
#[test]
fn polytopes_at_rest_and_moving() {
    let pair = |a: usize, b: usize| Pair::new(a as u32, b as u32);
    let draw = |rng: &mut Rng| {
        let mut set = PolytopeSet::new();
        for number in 0..70 {
            let at = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 6.0;
            let polytope = match number % 5 {
                0 => set.push_frame(&frame(rng)),
                count => {
                    let points = hull::cases::ellipsoid(rng, 3 * (count - 1), 1.0);
                    set.push(&points.into_iter().map(|point| point + at).collect::<Vec<_>>())
                }
            };
            let speed = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0;
            polytope.and_then(|polytope| set.set_velocity(polytope, speed)).expect("finite");
        }
        let hits = all_pairs(set.len(), |a, b| hull::oracle::verdict(&set, pair(a, b)));
        (set, hits)
    };
    let enough = |drawn: &(PolytopeSet, Vec<Hit>)| drawn.1.len() > 20;
    let (set, want) = draw_until("collide polytopes", draw, enough);
    let service = cpu();
    assert_eq!(*service.collide(&set).run().expect("valid"), want);
    let want = all_pairs(set.len(), |a, b| hull::moving::sweep(&set, pair(a, b)).0);
    assert_eq!(*service.collide(&set).moving().run().expect("valid"), want);
}

/// One answer, whatever computes it.
#[test]
fn every_engine_thread_count_and_instruction_set() {
    let frames = frames(&mut rng("collide everywhere"), 4097, 30);
    let want = cpu().collide(&frames).wanted(Wanted::WITNESS).run().expect("valid");
    assert!(want.len() > 1000 && want.details().len() == want.len(), "{}", want.len());
    for level in SimdLevel::available() {
        for threads in [1, 3] {
            let built = CollisionService::builder().engine(Engine::Cpu).simd(level);
            let service = built.threads(threads).build().expect("a CPU");
            let found = service.collide(&frames).wanted(Wanted::WITNESS).run().expect("valid");
            assert_eq!(found.details(), want.details(), "{}, {threads} threads", level.name());
            assert_eq!(*found, *want, "{}, {threads} threads", level.name());
        }
    }
    let few = &frames[..300];
    let reference = CollisionService::new(Engine::Reference).expect("the reference");
    let found = reference.collide(few).run().expect("valid");
    assert_eq!(*found, *cpu().collide(few).run().expect("valid"));
}

/// What a query says of the listed pairs, in the same order.
#[test]
fn details_are_those_of_a_query() {
    let frames = frames(&mut rng("collide details"), 500, 10);
    let service = cpu();
    let wanted = Wanted::DEPTH | Wanted::WITNESS | Wanted::BOX;
    let found = service.collide(&frames).wanted(wanted).run().expect("valid");
    let pairs: Vec<Pair> = found.iter().map(Hit::pair).collect();
    let asked = service.query(&frames, &pairs).wanted(wanted).run().expect("valid");
    assert_eq!(found.details(), asked.details());
    assert!(found.iter().map(|hit| hit.verdict).eq(asked.verdicts().iter().copied()));
    let moving = service.collide(&frames).moving().wanted(Wanted::INTERVAL).run().expect("valid");
    let pairs: Vec<Pair> = moving.iter().map(Hit::pair).collect();
    let asked = service.query(&frames, &pairs).moving().wanted(Wanted::INTERVAL).run();
    assert_eq!(moving.details(), asked.expect("valid").details());
    assert!(found.stats().candidates >= found.len() as u64);
    assert_eq!(found.stats().tested.pairs as u64, found.stats().candidates);
}

/// Two sets with filters and worlds, and what exact arithmetic says of every pair.
struct TwoSets {
    sets: [Vec<Frame3>; 2],
    filters: [Vec<Filter>; 2],
    within: Vec<Hit>,
    between: Vec<Hit>,
}

impl TwoSets {
    const COUNTS: [usize; 2] = [130, 90];
    const WORLDS: [&[u32]; 2] = [&[0, 40, 40, 100], &[0, 10, 80, 80]];

    fn draw(rng: &mut Rng) -> TwoSets {
        let sets = Self::COUNTS.map(|count| frames(rng, count, 1));
        let mut filter = || Filter { group: rng.u32(..8), mask: rng.u32(..8) };
        let filters = Self::COUNTS.map(|count| (0..count).map(|_| filter()).collect());
        let [first, second] = &sets;
        let judge =
            |a: &Frame3, b: &Frame3| motzkin_core::exact::decide(a, b).expect("valid").verdict;
        let within = all_pairs(first.len(), |a, b| judge(&first[a], &first[b]));
        let pairs = (0..first.len()).flat_map(|a| (0..second.len()).map(move |b| (a, b)));
        let hit = |(a, b)| Hit { a: a as u32, b: b as u32, verdict: judge(&first[a], &second[b]) };
        let between = pairs.map(hit).filter(|hit| hit.verdict.meets()).collect();
        TwoSets { sets, filters, within, between }
    }

    /// Whether the filters of a shape of one set and of one of another meet.
    fn filters_meet(&self, sets: [usize; 2], hit: &Hit) -> bool {
        let a = self.filters[sets[0]][hit.a as usize];
        let b = self.filters[sets[1]][hit.b as usize];
        a.group & b.mask != 0 && b.group & a.mask != 0
    }

    fn same_world(sets: [usize; 2], hit: &Hit) -> bool {
        let world = |set: usize, shape: u32| {
            Self::WORLDS[set].iter().filter(|start| **start <= shape).count()
        };
        world(sets[0], hit.a) == world(sets[1], hit.b)
    }

    fn filtered(&self) -> Vec<Hit> {
        let kept = self.within.iter().filter(|hit| self.filters_meet([0, 0], hit));
        kept.copied().collect()
    }

    fn in_worlds(&self) -> Vec<Hit> {
        self.within.iter().filter(|hit| Self::same_world([0, 0], hit)).copied().collect()
    }

    fn between_filtered_in_worlds(&self) -> Vec<Hit> {
        let keep = |hit: &&Hit| self.filters_meet([0, 1], hit) && Self::same_world([0, 1], hit);
        self.between.iter().filter(keep).copied().collect()
    }

    /// Whether each option keeps some pairs and drops others.
    fn tell(&self) -> bool {
        let some = |kept: Vec<Hit>, all: &[Hit]| kept.len() > 10 && kept.len() < all.len();
        some(self.filtered(), &self.within)
            && some(self.in_worlds(), &self.within)
            && some(self.between_filtered_in_worlds(), &self.between)
    }
}

#[test]
fn filters_worlds_and_two_sets() {
    let drawn = draw_until("collide some", TwoSets::draw, TwoSets::tell);
    let ([first, second], [of_first, of_second]) = (&drawn.sets, &drawn.filters);
    let [starts, others] = TwoSets::WORLDS;
    let service = cpu();
    let found = service.collide(first).run().expect("valid");
    assert_eq!(*found, drawn.within);
    let found = service.collide(first).filters(of_first).run().expect("valid");
    assert_eq!(*found, drawn.filtered());
    let found = service.collide(first).worlds(starts).run().expect("valid");
    assert_eq!(*found, drawn.in_worlds());

    let found = service.collide_between(first, second).run().expect("valid");
    assert_eq!(*found, drawn.between);
    let asked = service.collide_between(first, second).filters(of_first);
    let asked = asked.other_filters(of_second).worlds(starts).other_worlds(others);
    assert_eq!(*asked.run().expect("valid"), drawn.between_filtered_in_worlds());
    let empty: [Frame3; 0] = [];
    assert!(service.collide_between(first, &empty).run().expect("valid").is_empty());
}

/// Frames that were cast from bytes: each is named, and all others are tested.
#[test]
fn invalid_frames_are_named() {
    let mut frames = frames(&mut rng("collide invalid"), 100, 2);
    // Its first number has the name that is told below.
    frames[99] = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).expect("a box");
    let good = frames.clone();
    for (place, lane, value) in [(3, 4, f32::NAN), (50, 3, 7.0), (99, 0, f32::INFINITY)] {
        let mut floats: [f32; 16] = bytemuck::cast(frames[place]);
        floats[lane] = value;
        frames[place] = bytemuck::cast(floats);
    }
    let is_good = |hit: &Hit| ![3, 50, 99].iter().any(|&bad| hit.a == bad || hit.b == bad);
    let service = cpu();
    let mut want = service.collide(&good).run().expect("valid").into_vec();
    want.retain(is_good);
    let Err(CollideError::InvalidFrames { faults, rest }) = service.collide(&frames).run() else {
        panic!("three frames are invalid")
    };
    assert_eq!(faults.iter().map(|fault| fault.shape).collect::<Vec<_>>(), [3, 50, 99]);
    assert!(rest == want && want.len() > 10);
    assert_eq!(faults[2].to_string(), "frame 99: origin[0] = inf is not finite as f32");
    let found = service.collide_between(&good, &frames).run();
    let Err(CollideError::InvalidFrames { faults, .. }) = found else { panic!("so they are") };
    assert!(faults.iter().all(|fault| fault.second));
    assert!(service.collide(&frames).candidates().is_err());
}

#[test]
fn options_that_do_not_fit_are_named() {
    let service = cpu();
    let frames = frames(&mut rng("collide misfits"), 9, 3);
    let filters = [Filter::ALL; 8];
    let found = service.collide(&frames).filters(&filters).run();
    assert!(matches!(found, Err(CollideError::Broad(BroadError::Length { found: 8, .. }))));
    assert_eq!(found.expect_err("one is missing").to_string(), "8 filters do not match 9 shapes");
    let found = service.collide(&frames).worlds(&[0, 5, 4]).run();
    assert!(matches!(found, Err(CollideError::Broad(BroadError::Worlds { world: 2, .. }))));
    assert_eq!(
        found.expect_err("they descend").to_string(),
        "world 2 cannot start at shape 4 of 9"
    );
    for margin in [-1.0, f32::NAN, f32::INFINITY] {
        let found = service.collide(&frames).within(margin).run();
        assert!(matches!(found, Err(CollideError::Batch(BatchError::InvalidMargin(_)))));
    }
    let found = service.collide(&frames).wanted(Wanted::INTERVAL).run();
    assert!(matches!(found, Err(CollideError::Batch(BatchError::Unanswerable { .. }))));
}

/// Numbers at both ends of `f32`.
#[test]
fn huge_and_tiny_coordinates() {
    let cube = |at: f32, side: f32| {
        let edges = [Vec3::X * side, Vec3::Y * side, Vec3::Z * side];
        Frame3::cuboid(Vec3::splat(at), edges).expect("a cube")
    };
    let (most, tiny) = (f32::MAX, f32::from_bits(1));
    let frames =
        [cube(most, most), cube(most, most), cube(-most, tiny), cube(-most, most), cube(0.0, tiny)];
    let service = cpu();
    for moves in [false, true] {
        let speed = Vec3::splat(if moves { most } else { 0.0 });
        let flying: Vec<Frame3> =
            frames.iter().map(|frame| frame.with_velocity(speed).expect("finite")).collect();
        let want = all_pairs(5, |a, b| oracle::verdict(&frames[a], &frames[b]));
        assert_eq!(want.len(), 3);
        let asked = service.collide(&flying);
        let found = if moves { asked.moving().run() } else { asked.run() };
        assert_eq!(*found.expect("valid"), want);
    }
}
