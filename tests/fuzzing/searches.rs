//! Worlds of object trees of any bits under random operations: what is refused, what is near a box,
//! and searches of all kinds, limited ones too, on every engine.

use crate::bits::Numbers;
use crate::common::boxes::{meet, space};
use crate::common::scene_model;
use crate::common::trees::{self, point, rotation, wild_of};
use crate::world_model::{Entry, Model, Shape, ends};
use crate::{boxes, driver, frames, services};
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::bvh::{BvhError, SearchFault};
use motzkin::{
    Bvh, BvhWorld, Collision, CollisionService, Collisions, Find, Frame3, FrameError, Pose, Scope,
    SearchError, SearchOptions,
};
use std::fmt::Debug;
use std::rc::Rc;

/// The most volumes of a tree that is drawn, and so many operations: worlds of large trees are
/// searched less.
const SIZES: [(usize, usize); 8] =
    [(1, 12), (2, 12), (4, 8), (4, 8), (6, 8), (8, 4), (12, 4), (40, 2)];

/// As many tests as are never needed.
const AMPLE: u64 = 1 << 40;

/// Frames at rest of one kind, and two of any bits: for trees of a few volumes all of any bits.
fn pool(rng: &mut Rng, most: usize) -> Vec<Frame3> {
    let reach = (most as i32 / 3).max(rng.i32(0..5));
    let whole = |rng: &mut Rng| {
        let shift = Vec3::from([0; 3].map(|_| rng.i32(-reach..=reach) as f32));
        let frame = scene_model::frame(rng);
        frame.posed(&Pose::at(shift).expect("finite")).unwrap_or(frame)
    };
    let mut drawn = frames::draw(rng, 2);
    match rng.u32(..3) {
        0 if most <= 8 => drawn.extend(frames::draw(rng, 16)),
        1 => drawn.extend((0..16).map(|_| {
            let centre = point((1 + reach) as f32, rng);
            trees::frame(centre, 1.5, rng)
        })),
        _ => drawn.extend((0..16).map(|_| whole(rng))),
    }
    drawn.retain(frames::is_valid);
    drawn.push(Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).expect("a box"));
    drawn.iter().map(|frame| frame.with_velocity(Vec3::ZERO).expect("zero is finite")).collect()
}

/// A tree of some volumes, or one over them.
fn shape(rng: &mut Rng, pool: &[Frame3], most: usize) -> Shape {
    let count = 1 + rng.usize(..most);
    let pick = |rng: &mut Rng| pool[rng.usize(..pool.len())];
    if rng.bool() {
        let leaves: Vec<Frame3> = (0..count).map(|_| pick(rng)).collect();
        let error = match Bvh::over(&leaves) {
            Ok(tree) => return Shape::over(&leaves, tree),
            Err(error) => error,
        };
        // A box round frames that is not finite.
        let corners = leaves.iter().flat_map(Frame3::corners);
        let size = corners.map(|corner| corner.abs().max_element()).fold(0.0, f64::max);
        let is_of_box = match error {
            BvhError::Frame { frame, error: FrameError::NotFinite { .. } } => {
                frame as usize >= count
            }
            _ => false,
        };
        assert!(is_of_box && size > f64::from(f32::MAX) / 128.0, "{error}: {leaves:?}");
    }
    let volumes = wild_of(count, rng, |_, rng| pick(rng));
    let tree = Bvh::new(volumes.clone()).expect("a tree");
    Shape::new(&volumes, tree)
}

/// Where an object may stand, or may not.
fn pose(rng: &mut Rng, numbers: Numbers, pool: &[Frame3]) -> (Quat, Vec3) {
    let turn = match rng.u32(..8) {
        0 => Quat::from_array([0; 4].map(|_| numbers.number(rng))),
        1 => rotation(rng),
        2 => Quat::from_xyzw(0.5, 0.5, 0.5, 0.5),
        3 => Quat::from_xyzw(0.0, 3.0, 0.0, 3.0),
        _ => Quat::IDENTITY,
    };
    let whole = |rng: &mut Rng| Vec3::from([0; 3].map(|_| rng.i32(-3..=3) as f32));
    let origin = |rng: &mut Rng| pool[rng.usize(..pool.len())].origin();
    let way = match rng.u32(..8) {
        0 => numbers.point(rng),
        1 => origin(rng) - origin(rng),
        // So far that thin frames are flat there.
        2 => whole(rng) * 2.0_f32.powi(rng.i32(0..120)),
        3..6 => whole(rng),
        _ => Vec3::ZERO,
    };
    (turn, way)
}

/// Numbers that are not, too, are the same in words.
fn same(told: impl Debug, expected: impl Debug, model: &Model) {
    assert_eq!(format!("{told:?}"), format!("{expected:?}"), "{}", model.text());
}

/// An object, or a number that none has.
fn object(rng: &mut Rng, model: &Model) -> u32 {
    let numbers = model.numbers();
    match numbers.is_empty() || rng.u32(..8) == 0 {
        true => rng.u32(..=model.given),
        false => numbers[rng.usize(..numbers.len())],
    }
}

/// A world, its model, and what its objects are made of.
struct Case {
    world: BvhWorld,
    model: Model,
    numbers: Numbers,
    pool: Vec<Frame3>,
    shapes: Vec<Rc<Shape>>,
}

impl Case {
    fn draw(rng: &mut Rng, most: usize) -> Self {
        let (numbers, pool) = (Numbers::draw(rng), pool(rng, most));
        let shapes = (0..3).map(|_| Rc::new(shape(rng, &pool, most))).collect();
        Self { world: BvhWorld::new(), model: Model::default(), numbers, pool, shapes }
    }

    fn insert(&mut self, rng: &mut Rng) {
        let shape = self.shapes[rng.usize(..self.shapes.len())].clone();
        let (turn, way) = pose(rng, self.numbers, &self.pool);
        let told = self.world.insert(&shape.tree, turn, way);
        let expected = self.model.insert(&shape, turn, way);
        same(told, expected, &self.model);
    }

    /// Changes the world in any way, of so many objects at most.
    fn change(&mut self, rng: &mut Rng, most: usize) {
        let object = object(rng, &self.model);
        let Self { world, model, numbers, pool, .. } = self;
        match rng.u32(..16) {
            0..4 if model.len() < most => self.insert(rng),
            4 => same(world.remove(object), model.remove(object), model),
            5 => {
                let filter = boxes::filter(rng);
                let told = world.set_filter(object, filter);
                same(told, model.set_filter(object, filter), model);
            }
            6 => {
                let group = rng.bool().then(|| rng.u32(..2));
                let told = world.set_group(object, group);
                same(told, model.set_group(object, group), model);
            }
            7 => world.set_memory([0, 1000, 20_000, usize::MAX][rng.usize(..4)]),
            8 => *world = world.clone(),
            _ => {
                let (turn, way) = pose(rng, *numbers, pool);
                let told = world.set_pose(object, turn, way);
                same(told, model.set_pose(object, turn, way), model);
            }
        }
    }

    /// What is near a box, against the boxes of all roots.
    fn near(&self, rng: &mut Rng) {
        let all = self.world.root_boxes();
        let end = |rng: &mut Rng, axis: usize| match rng.u32(..4) {
            0 => self.numbers.number(rng),
            _ if all.is_empty() => 0.0,
            1 => all[rng.usize(..all.len())].max[axis],
            _ => all[rng.usize(..all.len())].min[axis],
        };
        let asked = [0, 1, 2].map(|axis| {
            let (p, q) = (end(rng, axis), end(rng, axis));
            if p <= q { [p, q] } else { [q, p] }
        });
        let asked = if rng.u32(..16) == 0 { boxes::NOTHING } else { asked };
        if asked.as_flattened().iter().any(|end| end.is_nan()) {
            return;
        }
        let known = self.world.objects().iter().zip(all);
        let meeting =
            known.filter(|(_, aabb)| asked != boxes::NOTHING && meet(&ends(aabb), &asked, 3));
        let mut expected: Vec<u32> = meeting.map(|(number, _)| *number).collect();
        expected.sort_unstable();
        assert_eq!(self.world.near(&space(&[asked])[0]), expected, "{asked:?}: {all:?}");
    }

    fn search(&mut self, rng: &mut Rng, engines: fn(&str) -> bool) {
        let (options, model) = (options(rng, &self.model), &mut self.model);
        let mut first: Option<Collisions> = None;
        for (name, service) in services().iter().filter(|(name, _)| engines(name)) {
            let told = service.search(&self.world).options(options).run();
            if let Scope::One(object) = options.scope
                && !model.numbers().contains(&object)
            {
                let none = SearchFault::NoSuchObject { object, objects: model.len() };
                let told = told.map(|found| found.len());
                assert_eq!(told, Err(SearchError::World(none)), "{name}");
                continue;
            }
            let found = told.unwrap_or_else(|error| panic!("{name}: {error}: {}", model.text()));
            if let Some(first) = &first {
                assert_eq!(*found, **first, "{name}: {options:?}\n{}", model.text());
                let [own, other] = [&found, first].map(|found| found.stats());
                let is_same = match options.is_limited() && name != "reference" {
                    true => own == other,
                    false => own.candidates == other.candidates,
                };
                assert!(is_same, "{name}: {own:?}, not {other:?}: {options:?}\n{}", model.text());
                continue;
            }
            hold_tests(&found, &options, &self.world, service);
            hold(&found, &options, &self.world, model);
            first = Some(found);
        }
        if let Some(first) = first.filter(|_| rng.u32(..4) == 0) {
            // One fewer than there are, as many, and one more.
            let most = (first.len() as u64 + rng.u64(..3)).saturating_sub(1);
            self.hold_most(
                &first,
                &SearchOptions { max_collisions: Some(most), ..options },
                engines,
            );
        }
    }

    /// Holds a search with a bound to the answer without.
    fn hold_most(&self, found: &Collisions, options: &SearchOptions, engines: fn(&str) -> bool) {
        let most = options.max_collisions.unwrap_or(u64::MAX);
        let is_refused = options.find != Find::First && found.len() as u64 > most;
        for (name, service) in services().iter().filter(|(name, _)| engines(name)) {
            let told =
                service.search(&self.world).options(*options).run().map(|told| *told == **found);
            let fault = SearchError::World(SearchFault::TooManyCollisions { most });
            let expected = if is_refused { Err(fault) } else { Ok(true) };
            assert_eq!(told, expected, "{name}: {options:?}\n{}", self.model.text());
        }
    }
}

fn options(rng: &mut Rng, model: &Model) -> SearchOptions {
    let scope = if rng.u32(..3) == 0 { Scope::One(object(rng, model)) } else { Scope::All };
    let find = [Find::Leaves, Find::Leaves, Find::Objects, Find::First][rng.usize(..4)];
    let max_level = (rng.u32(..4) == 0).then(|| rng.u32(..4));
    let few = [rng.u64(..4), rng.u64(..40), rng.u64(..400), AMPLE];
    let max_tests = (rng.u32(..4) == 0).then(|| few[rng.usize(..4)]);
    let boxes = rng.u32(..4) == 0;
    SearchOptions { scope, find, max_level, max_tests, max_collisions: None, boxes }
}

/// An entry of an answer, whose nodes must be those of its frames.
fn entry(found: &Collision, world: &BvhWorld) -> Entry {
    let Collision { objects, nodes, frames, exact, .. } = *found;
    for side in 0..2 {
        let tree = world.tree(objects[side]).expect("an object");
        let number = tree.nodes()[nodes[side] as usize].frame_index();
        assert_eq!(number, frames[side], "{found:?}");
    }
    Entry { objects, frames, exact }
}

/// A search that is limited to so many tests ends behind the last level for which they suffice.
fn hold_tests(
    found: &Collisions,
    options: &SearchOptions,
    world: &BvhWorld,
    service: &CollisionService,
) {
    let Some(most) = options.max_tests else { return };
    // No tree has more levels than volumes.
    let tests = (0..=options.max_level.unwrap_or(40)).map(|level| {
        let to =
            SearchOptions { max_level: Some(level), max_tests: None, boxes: false, ..*options };
        service.search(world).options(to).run().expect("an answer").stats().tests
    });
    let fitting = tests.filter(|tests| *tests <= most).max().unwrap_or(0);
    assert_eq!(found.stats().tests, fitting, "{options:?}");
}

/// Holds what a search has found to what there is. A number of tests ends it between two levels.
fn hold(found: &Collisions, options: &SearchOptions, world: &BvhWorld, model: &mut Model) {
    let told: Vec<Entry> = found.iter().map(|collision| entry(collision, world)).collect();
    let (mut candidates, stats) = (model.candidates(world, options.scope), found.stats());
    assert_eq!(stats.candidates, candidates.len(), "{options:?}\n{}", model.text());
    let most = options.max_tests.unwrap_or(u64::MAX);
    if candidates.len() as u64 > most {
        candidates.truncate(if options.find == Find::First { 1 } else { usize::MAX });
        assert_eq!((told, stats.tests), (candidates, 0), "{options:?}\n{}", model.text());
    } else {
        assert!(!options.is_limited() || stats.tests <= most, "{stats:?}: {options:?}");
        let whole = model.found(options, options.max_level);
        // No tree has more levels than volumes.
        let levels = options.max_level.unwrap_or(40);
        let is_cut = told != whole
            && most < AMPLE
            && (0..levels).any(|level| model.found(options, Some(level)) == told);
        assert!(is_cut || told == whole, "{options:?}: {told:?}, not {whole:?}\n{}", model.text());
    }
    for collision in found.iter().take(8) {
        let fault = match options.boxes {
            true => model.fault_of_box(collision),
            false => collision.aabb.map(|aabb| aabb.to_string()),
        };
        assert_eq!(fault, None, "{collision:?}: {}", model.text());
    }
}

#[test]
fn tree_searches() {
    driver::run("tree-searches", |rng| {
        let (most, steps) = SIZES[rng.usize(..SIZES.len())];
        let mut case = Case::draw(rng, most);
        let objects = if most > 8 { 2 } else { 4 };
        for step in 0..=steps {
            match step {
                0 => (0..2).for_each(|_| case.insert(rng)),
                _ => case.change(rng, objects),
            }
            if rng.u32(..4) == 0 {
                case.model.hold(&case.world);
            }
            case.near(rng);
            // For few objects a GPU takes a thousand times as long, and so does the reference.
            let engines: fn(&str) -> bool = match step == steps {
                true if most <= 4 && rng.u32(..32) == 0 => |_| true,
                true => |name| name != "reference",
                false => |name| !["reference", "gpu"].contains(&name),
            };
            case.search(rng, engines);
        }
    });
}
