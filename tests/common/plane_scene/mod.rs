//! A scene in the plane against a model that tests all pairs in exact numbers.

mod thing;

use super::hull::distance::{self, Found};
use super::plane::{KINDS, oracle, random_frame};
use super::scales::draw_scale;
use super::seed;
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::{Vec2, Vec3};
use motzkin::service::SettledHits;
use motzkin::{
    CollisionService, Filter, Frame2, Handle, Pair, PolytopeSet, Scene2, SceneShape2, Verdict,
    Wanted,
};
use motzkin_core::exact::Separation;
use std::collections::BTreeMap;
use thing::{Made, Thing, draw, draw_pose, truth};

/// What a scene holds.
pub type Things = BTreeMap<Handle, Thing>;

/// What a run compared.
#[derive(Debug, Default)]
pub struct Compared {
    /// Pairs that met, by how many of both are hulls.
    hits: [usize; 3],
    touching: [usize; 3],
    events: [usize; 3],
    /// Depths, distances and intervals.
    details: [usize; 3],
    steps: usize,
}

impl Compared {
    fn has(&self, least: usize, moves: bool) -> bool {
        let counts = self.hits.iter().chain(&self.events);
        let details = &self.details[..if moves { 3 } else { 2 }];
        // Shapes that graze each other on their way are rare.
        let touching = match moves {
            true => self.touching.iter().sum::<usize>() >= least,
            false => self.touching.iter().all(|&count| count >= least),
        };
        counts.chain(details).all(|&count| count >= least) && touching
    }
}

/// Runs random operations, and compares each step with the model and with a scene that is built
/// afresh; until pairs of all kinds have met.
pub fn run(service: &CollisionService, name: &str, moves: bool, least: usize) {
    let enough = |compared: &Compared| compared.has(least, moves);
    let compared = run_with(service, seed::rng(name), moves, 40, enough);
    assert!(compared.has(least, moves), "{name}: {compared:?}, seed {}", seed::seed());
}

/// The same with a generator of one's own, for so many steps, and on until `enough` says so.
pub fn run_with(
    service: &CollisionService,
    mut rng: Rng,
    moves: bool,
    steps: usize,
    enough: impl Fn(&Compared) -> bool,
) -> Compared {
    let (mut scene, mut things) = (service.scene_in_plane(), Things::new());
    let (mut compared, mut last) = (Compared::default(), None);
    while seed::goes_on(compared.steps, steps, enough(&compared)) {
        change(&mut rng, &mut scene, &mut things);
        let hits = collide(&mut scene, moves);
        compare(&mut compared, &things, &hits, moves);
        compare_afresh(service, &hits, &things, moves);
        if let Some(last) = last.replace(hits.clone()) {
            events(&mut compared, &last, &hits);
        }
        details(&mut rng, &mut compared, &mut scene, &things, moves);
        ask(&mut rng, &mut scene, &things);
        compared.steps += 1;
    }
    compared
}

pub fn collide(scene: &mut Scene2, moves: bool) -> SettledHits {
    match moves {
        true => scene.collide().moving().run().expect("an answer"),
        false => scene.collide().run().expect("an answer"),
    }
}

fn names(hits: &SettledHits) -> impl Iterator<Item = (Handle, Handle, [u32; 2], Verdict)> + '_ {
    hits.iter().map(|hit| (hit.a, hit.b, hit.ids, hit.verdict))
}

/// Compares what a scene of these things found with what one finds that is built afresh.
pub fn compare_afresh(
    service: &CollisionService,
    hits: &SettledHits,
    things: &Things,
    moves: bool,
) {
    let mut fresh = service.scene_in_plane();
    let named = afresh(&mut fresh, things);
    let again = collide(&mut fresh, moves);
    let renamed = again.iter().map(|hit| (named[&hit.a], named[&hit.b], hit.ids, hit.verdict));
    assert!(renamed.eq(names(hits)), "moving: {moves}, seed {}", seed::seed());
}

/// Inserts everything into an empty scene, and returns what its handles stand for.
fn afresh(scene: &mut Scene2, things: &Things) -> BTreeMap<Handle, Handle> {
    let shapes: Vec<SceneShape2> = things.values().map(Thing::shape).collect();
    let handles = scene.insert_all(&shapes).expect("room");
    let poses: Vec<_> = things.values().map(|thing| (thing.turn, thing.way)).collect();
    scene.set_poses(&handles, &poses).expect("poses");
    let velocities: Vec<_> = things.values().map(|thing| thing.velocity).collect();
    scene.set_velocities(&handles, &velocities).expect("velocities");
    for (&handle, thing) in handles.iter().zip(things.values()) {
        scene.set_filter(handle, thing.filter).expect("a handle");
        scene.set_id(handle, thing.id).expect("a handle");
    }
    handles.into_iter().zip(things.keys().copied()).collect()
}

/// Some changes of everything that can change.
pub fn change(rng: &mut Rng, scene: &mut Scene2, things: &mut Things) {
    while things.len() < 10 {
        // Some are inserted again, so that they share their points.
        let again = things.values().nth(rng.usize(..12)).map(|thing| thing.made.clone());
        let thing = Thing::new(again.unwrap_or_else(|| draw(rng)), draw_scale(rng), 0);
        let handle = scene.insert(thing.shape()).expect("room");
        let thing = Thing { id: handle.slot(), ..thing };
        assert!(things.insert(handle, thing).is_none(), "{handle} is given twice");
    }
    let handles: Vec<Handle> = things.keys().copied().collect();
    let kept = handles[rng.usize(..handles.len())];
    for &handle in &handles {
        let thing = things.get_mut(&handle).expect("a thing");
        match rng.u32(..9) {
            0..=3 => {
                (thing.turn, thing.way) = draw_pose(rng);
                if rng.bool() {
                    thing.scale = draw_scale(rng);
                    let pose = (thing.turn, thing.way, thing.scale);
                    match rng.bool() {
                        true => scene.set_scaled_poses(&[handle], &[pose]).expect("a pose"),
                        false => {
                            let set = scene.set_scaled_pose(handle, pose.0, pose.1, pose.2);
                            set.expect("a pose");
                        }
                    }
                } else {
                    // The scale stays.
                    scene.set_pose(handle, thing.turn, thing.way).expect("a pose");
                }
                assert_eq!(scene.scale(handle), Some(thing.scale));
                thing.velocity = Vec2::ZERO;
                if rng.bool() {
                    thing.velocity = draw_pose(rng).1;
                    scene.set_velocity(handle, thing.velocity).expect("a velocity");
                }
            }
            4 => {
                thing.filter = Filter { group: rng.u32(1..4), mask: rng.u32(1..4) };
                scene.set_filter(handle, thing.filter).expect("a handle");
            }
            5 => {
                thing.filter = Filter::ALL;
                scene.set_filter(handle, Filter::ALL).expect("a handle");
                thing.id = rng.u32(..);
                scene.set_id(handle, thing.id).expect("a handle");
            }
            // One is kept, so that there is one to ask about.
            6 if handle != kept => {
                scene.remove(handle).expect("a handle");
                assert!(scene.shape(handle).is_none() && scene.remove(handle).is_err());
                assert!(scene.aabb(handle).is_none() && !scene.contains(handle));
                assert_eq!((scene.pose(handle), scene.velocity(handle)), (None, None));
                things.remove(&handle);
            }
            7 if matches!(thing.made, Made::Frame(_)) && rng.bool() => {
                let kind = KINDS[rng.usize(..3)];
                let frame = random_frame(rng, kind, 2.0, 3.0);
                scene.set_frame(handle, frame).expect("a frame");
                *thing =
                    Thing { filter: thing.filter, ..Thing::new(Made::Frame(frame), 1.0, thing.id) };
            }
            _ => {}
        }
    }
    assert!(scene.handles().iter().eq(things.keys()) && scene.len() == things.len());
    for (&handle, thing) in things.iter() {
        assert_eq!(scene.frame(handle), thing.frame(true));
        let (bounds, mut set) = (scene.aabb(handle).expect("a handle"), PolytopeSet::new());
        let polytope = thing.push(&mut set);
        let own = set.aabb(polytope);
        // Both are rounded outwards, by the size of their largest number.
        let slack = 1e-6 * own.min.abs().max(own.max.abs()).max_element();
        let near =
            |a: Vec2, b: Vec3| a == b.truncate() || (a - b.truncate()).abs().max_element() <= slack;
        assert!(near(bounds.min, own.min) && near(bounds.max, own.max), "{bounds:?} {own:?}");
        let pose = matches!(thing.made, Made::Hull(..)).then(|| thing.pose());
        assert_eq!((scene.pose(handle), scene.velocity(handle)), (pose, Some(thing.velocity)));
        assert_eq!((scene.id(handle), scene.filter(handle)), (Some(thing.id), Some(thing.filter)));
        assert_eq!(scene.handle_at(handle.slot()), Some(handle));
    }
}

fn compare(compared: &mut Compared, things: &Things, hits: &SettledHits, moves: bool) {
    let all: Vec<(&Handle, &Thing)> = things.iter().collect();
    let mut expected = Vec::new();
    for (number, &(a, p)) in all.iter().enumerate() {
        for &(b, q) in &all[number + 1..] {
            let verdict = match p.filter.meets(q.filter) {
                true => truth(p, q, moves).0,
                false => Verdict::Separate,
            };
            if verdict.meets() {
                let kind = p.kind() + q.kind();
                compared.hits[kind] += 1;
                compared.touching[kind] += usize::from(verdict == Verdict::Touching);
                expected.push((*a, *b, [p.id, q.id], verdict));
            }
        }
    }
    let found: Vec<_> = names(hits).collect();
    assert_eq!(found, expected, "step {}, seed {}", compared.steps, seed::seed());
}

/// Events against the difference of two sets.
fn events(compared: &mut Compared, before: &SettledHits, now: &SettledHits) {
    let changes = now.changes_since(before);
    let pairs = SettledHits::pairs;
    let (before, after) = (pairs(before), pairs(now));
    let only = |own: &[(Handle, Handle)], other: &[(Handle, Handle)], both: bool| {
        own.iter().copied().filter(|pair| other.contains(pair) == both).collect::<Vec<_>>()
    };
    let lists = [
        (changes.began, only(&after, &before, false)),
        (changes.stayed, only(&after, &before, true)),
        (changes.ended, only(&before, &after, false)),
    ];
    for (number, (found, expected)) in lists.into_iter().enumerate() {
        compared.events[number] += found.len();
        assert!(found.iter().map(|hit| (hit.a, hit.b)).eq(expected));
    }
}

/// Details of some pairs of handles.
fn details(
    rng: &mut Rng,
    compared: &mut Compared,
    scene: &mut Scene2,
    things: &Things,
    moves: bool,
) {
    let handles: Vec<Handle> = things.keys().copied().collect();
    let mut handle = || handles[rng.usize(..handles.len())];
    let pairs: Vec<_> = (0..8).map(|_| (handle(), handle())).collect();
    let wanted = Wanted::DEPTH | Wanted::GAP | Wanted::DISTANCE | Wanted::WITNESS;
    let found = scene.details(&pairs).wanted(wanted).run().expect("details");
    for ((place, (a, b)), known) in (0..).zip(&pairs).zip(&found) {
        let (p, q) = (&things[a], &things[b]);
        let (verdict, _) = truth(p, q, false);
        assert_eq!((known.pair, known.verdict), (place, verdict), "seed {}", seed::seed());
        let mut set = PolytopeSet::new();
        let pair = Pair::new(p.push(&mut set), q.push(&mut set));
        let is_empty = [pair.a, pair.b].iter().any(|&i| set.vertices_of(i).is_empty());
        assert_eq!(known.witness.is_some(), verdict.meets());
        assert_eq!(known.distance.is_some(), !verdict.meets() && !is_empty, "{known:?}");
        if let Some(distance) = known.distance {
            compared.details[1] += 1;
            let truth = distance::square_of_any(&set, pair).to_f64().value().sqrt();
            assert!((distance.distance - truth).abs() <= distance.slack + 1e-15 * truth);
        }
        let (Some(p), Some(q)) = (p.frame(false), q.frame(false)) else { continue };
        compared.details[0] += 1;
        let found = known.separation.expect("two frames");
        let found = Separation { verdict: found.verdict, axis: found.axis, depth: found.depth };
        assert_eq!(oracle::fault_of_separation(&p, &q, verdict, &found), None);
    }
    if !moves {
        return;
    }
    let found = scene.details(&pairs).moving().wanted(Wanted::INTERVAL).run().expect("details");
    for ((a, b), known) in pairs.iter().zip(&found) {
        let (verdict, interval) = truth(&things[a], &things[b], true);
        assert_eq!((known.verdict, known.interval.is_some()), (verdict, interval.is_some()));
        let (Some(known), Some([first, last])) = (known.interval, interval) else { continue };
        compared.details[2] += 1;
        let exact = |x: f64| RBig::try_from(x).expect("a number");
        let ends = [known.value.first, known.value.last].map(f64::from);
        assert!(exact(ends[0]) <= first && last <= exact(ends[1]), "{known:?}");
        assert!(exact(ends[0] + known.slack) >= first && last >= exact(ends[1] - known.slack));
    }
}

/// Asks about one shape that is not in the scene, and about one that is.
fn ask(rng: &mut Rng, scene: &mut Scene2, things: &Things) {
    let (turn, way) = draw_pose(rng);
    let velocity = draw_pose(rng).1 * 2.0;
    let filter = if rng.bool() { Filter::ALL } else { Filter { group: 1, mask: 2 } };
    let visitor = Thing { turn, way, filter, ..Thing::new(draw(rng), draw_scale(rng), 0) };
    let still = |thing: &Thing| Thing { velocity: Vec2::ZERO, ..thing.clone() };
    let expected = |visitor: &Thing, own: Option<Handle>, moves: bool| -> Vec<_> {
        let met = |(&handle, thing): (&Handle, &Thing)| {
            if own == Some(handle) || !thing.filter.meets(visitor.filter) {
                return None;
            }
            let (verdict, times) = truth(&still(thing), visitor, moves);
            verdict.meets().then_some((handle, thing.id, verdict, times))
        };
        things.iter().filter_map(met).collect()
    };
    let asked = |scene: &mut Scene2| -> Vec<_> {
        let query = scene.shape_query(visitor.shape()).pose(visitor.plain()).filter(filter);
        let found = query.meeting().expect("an answer");
        found.iter().map(|hit| (hit.handle, hit.id, hit.verdict)).collect()
    };
    let resting = |visitor: &Thing, own| -> Vec<_> {
        let met = expected(visitor, own, false).into_iter();
        met.map(|(handle, id, verdict, _)| (handle, id, verdict)).collect()
    };
    assert_eq!(asked(scene), resting(&visitor, None), "seed {}", seed::seed());

    // On its way.
    let query = |scene: &mut Scene2| {
        scene.shape_query(visitor.shape()).pose(visitor.plain()).filter(filter).contacts(velocity)
    };
    let contacts = query(scene).expect("an answer");
    let way = expected(&Thing { velocity, ..visitor.clone() }, None, true);
    let mut found: Vec<_> = contacts.iter().map(|hit| hit.handle).collect();
    found.sort_unstable();
    assert_eq!(found, way.iter().map(|met| met.0).collect::<Vec<_>>(), "seed {}", seed::seed());
    assert!(contacts.is_sorted_by_key(|hit| hit.time.value));
    for hit in &contacts {
        let met = way.iter().find(|met| met.0 == hit.handle).expect("a contact");
        let [first, _] = met.3.as_ref().expect("a time");
        let exact = |x: f64| RBig::try_from(x).expect("a number");
        let (low, high) = (f64::from(hit.time.value), f64::from(hit.time.value) + hit.time.slack);
        assert!(exact(low) <= *first && *first <= exact(high), "{hit:?}");
    }
    let first = scene.shape_query(visitor.shape()).pose(visitor.plain()).filter(filter);
    let first = first.first_contact(velocity).expect("an answer");
    assert_eq!(first, contacts.first().copied());

    // What is nearest.
    let nearest = scene.shape_query(visitor.shape()).pose(visitor.plain()).filter(filter);
    let nearest = nearest.nearest().expect("an answer");
    let margin = nearest.map_or(1.0, |near| near.distance.map_or(0.0, |known| known.distance));
    let margin = (margin * 1.5) as f32;
    check_nearest(things, &visitor, None, nearest);
    let query = scene.shape_query(visitor.shape()).pose(visitor.plain()).filter(filter);
    check_within(things, &visitor, margin, &query.within(margin).expect("an answer"));

    // One of its own.
    let (&handle, thing) = things.iter().nth(rng.usize(..things.len())).expect("a thing");
    let thing = still(thing);
    let found = scene.query_of(handle).expect("a handle").meeting().expect("an answer");
    let found: Vec<_> = found.iter().map(|hit| (hit.handle, hit.id, hit.verdict)).collect();
    assert_eq!(found, resting(&thing, Some(handle)), "seed {}", seed::seed());
    let nearest = scene.query_of(handle).expect("a handle").nearest().expect("an answer");
    check_nearest(things, &thing, Some(handle), nearest);
}

/// The square of the distance of each thing that is asked and not empty.
fn squares(things: &Things, visitor: &Thing, own: Option<Handle>) -> BTreeMap<Handle, RBig> {
    let square = |thing: &Thing| {
        let mut set = PolytopeSet::new();
        let pair = Pair::new(thing.push(&mut set), visitor.push(&mut set));
        let empty = [pair.a, pair.b].iter().any(|&i| set.vertices_of(i).is_empty());
        (!empty).then(|| distance::square_of_any(&set, pair))
    };
    let asked = things
        .iter()
        .filter(|(handle, thing)| own != Some(**handle) && thing.filter.meets(visitor.filter));
    asked.filter_map(|(&handle, thing)| Some((handle, square(thing)?))).collect()
}

/// Whatever is clearly within the margin is found, and nothing that is clearly beyond.
fn check_within(things: &Things, visitor: &Thing, margin: f32, found: &[Nearest]) {
    let told = |near: &Nearest| near.distance.map_or(0.0, |known| known.distance);
    assert!(found.is_sorted_by(|p, q| (told(p), p.handle) < (told(q), q.handle)));
    for (handle, square) in squares(things, visitor, None) {
        let truth = square.to_f64().value().sqrt();
        let known = found.iter().find(|near| near.handle == handle);
        match known {
            Some(known) => {
                assert!((told(known) - truth).abs() <= 2e-9 * truth, "{known:?}, {truth}");
                assert_eq!(known.distance.is_none(), square == RBig::ZERO, "{known:?}");
            }
            None => assert!(truth >= f64::from(margin) * (1.0 - 1e-8), "{handle}: {truth}"),
        }
        assert!(known.is_none() || truth <= f64::from(margin) * (1.0 + 1e-8), "{handle}: {truth}");
    }
}

type Nearest = motzkin::service::ShapeNearest<motzkin::glam::DVec2>;

fn check_nearest(things: &Things, visitor: &Thing, own: Option<Handle>, found: Option<Nearest>) {
    let squares = squares(things, visitor, own);
    let Some(least) = squares.values().min() else { return };
    let found = found.expect("one of them");
    assert_eq!(squares.get(&found.handle), Some(least), "seed {}", seed::seed());
    assert_eq!(found.distance.is_none(), *least == RBig::ZERO);
    if let Some(known) = found.distance {
        let truth = least.to_f64().value().sqrt();
        assert!((known.distance - truth).abs() <= known.slack + 1e-15 * truth, "{known:?}");
        let found = Found {
            distance: known.distance,
            slack: known.slack,
            points: known.points.map(|point| point.extend(0.0)),
            axis: known.axis.extend(0.0),
        };
        assert_eq!(distance::fault_of_points(&found), None);
    }
}

/// Unit squares on a grid, each of which touches its neighbours alone. Every `nth` is a hull.
pub fn grid(service: &CollisionService, size: usize, nth: usize) {
    let mut scene = service.scene_in_plane();
    let wide = 1 + (size as f64).sqrt() as usize;
    let cell = |shape: usize| [(shape % wide) as i32, (shape / wide) as i32];
    let square = [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::ONE];
    let hull = SceneShape2::hull(&square).expect("points");
    let frame = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE).expect("a square");
    let shape = |shape: usize| if shape % nth == nth - 1 { hull.clone() } else { frame.into() };
    let shapes: Vec<SceneShape2> = (0..size).map(shape).collect();
    let handles = scene.insert_all(&shapes).expect("room");
    let apart = |step: f32| -> Vec<(Vec2, Vec2)> {
        let pose = |shape| (Vec2::X, Vec2::from(cell(shape).map(|x| x as f32)) * step);
        (0..size).map(pose).collect()
    };
    scene.set_poses(&handles, &apart(1.5)).expect("poses");
    assert!(scene.collide().run().expect("an answer").is_empty());
    scene.set_poses(&handles, &apart(1.0)).expect("poses");
    let hits = scene.collide().run().expect("an answer");
    let mut expected = Vec::new();
    for shape in 0..size {
        for other in [shape + 1, shape + wide - 1, shape + wide, shape + wide + 1] {
            let [p, q] = [cell(shape), cell(other)];
            if other < size && (p[0] - q[0]).abs() <= 1 && (p[1] - q[1]).abs() <= 1 {
                expected.push((handles[shape], handles[other], Verdict::Touching));
            }
        }
    }
    expected.sort_unstable_by_key(|&(a, b, _)| (a, b));
    expected.dedup();
    let found: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b, hit.verdict)).collect();
    assert_eq!(found, expected);
    // One leaves, and one goes far away: the pairs of the others stay.
    let (Some(&first), Some(&last)) = (handles.first(), handles.last()) else { return };
    scene.remove(first).expect("a handle");
    if last != first {
        scene.set_pose(last, Vec2::X, Vec2::splat(-9.0)).expect("a pose");
    }
    let hits = scene.collide().run().expect("an answer");
    expected.retain(|&(a, b, _)| ![a, b].iter().any(|handle| [first, last].contains(handle)));
    assert!(hits.iter().map(|hit| (hit.a, hit.b, hit.verdict)).eq(expected));
}
