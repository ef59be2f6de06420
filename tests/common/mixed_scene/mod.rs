//! A scene of frames, hulls, trees, surfaces and solids against a model that tests all pairs in
//! exact numbers.

pub mod details;
pub mod near;
mod thing;

pub use thing::{Made, draw};

use super::hull::moving;
use super::scales::draw_scale;
use super::seed;
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::{Measured, SceneHit, SceneShapeKind, SettledHits, ShapeHit};
use motzkin::{CollisionService, Filter, Handle, Pair, PolytopeSet, Scene, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;
use thing::{Thing, draw_pose, posed, verdict};

type Things = BTreeMap<Handle, Thing>;

/// What a run compared.
#[derive(Debug, Default)]
pub struct Compared {
    /// Pairs that met, by the kinds of both shapes.
    pub hits: [[usize; 5]; 5],
    pub touching: usize,
    pub steps: usize,
}

impl Compared {
    fn note(&mut self, a: &Thing, b: &Thing, verdict: Verdict) {
        let (p, q) = (a.made.kind(), b.made.kind());
        self.hits[p.min(q)][p.max(q)] += 1;
        self.touching += usize::from(verdict == Verdict::Touching);
    }

    /// Whether every kind of pair has met so often.
    fn has(&self, least: usize) -> bool {
        let enough = |a: usize| (a..5).all(|b| self.hits[a][b] >= least);
        (0..5).all(enough) && self.touching >= least
    }
}

/// Runs random operations, and compares each step with the model; until pairs of all kinds have
/// met.
pub fn run(service: &CollisionService, name: &str, moves: bool, least: usize) -> Compared {
    let compared = run_with(service, seed::rng(name), moves, 40, |compared| compared.has(least));
    assert!(compared.has(least), "{name}: {compared:?}, seed {}", seed::seed());
    compared
}

/// The same with a generator of one's own, for so many steps, and on until `enough` says so.
pub fn run_with(
    service: &CollisionService,
    mut rng: Rng,
    moves: bool,
    steps: usize,
    enough: impl Fn(&Compared) -> bool,
) -> Compared {
    let (mut scene, mut things) = (service.scene(), Things::new());
    let (mut compared, mut last) = (Compared::default(), None);
    while seed::goes_on(compared.steps, steps, enough(&compared)) {
        change(&mut rng, &mut scene, &mut things);
        let hits = match moves {
            true => scene.collide().moving().run().expect("an answer"),
            false => scene.collide().run().expect("an answer"),
        };
        compare(&mut compared, &things, &hits, moves);
        events(last.as_ref(), &hits);
        ask(&mut rng, &mut scene, &things);
        last = Some(hits);
        compared.steps += 1;
    }
    compared
}

/// Asks about one shape that is not in the scene.
fn ask(rng: &mut Rng, scene: &mut Scene, things: &Things) {
    let (turn, way) = draw_pose(rng);
    let (own, other, velocity) = (draw_scale(rng), draw_scale(rng), draw_pose(rng).1 * 2.0);
    // The shape has a scale, and so has the pose that it is put into.
    let pose = posed(turn, way, other);
    let filter = if rng.bool() { Filter::ALL } else { Filter { group: 1, mask: 2 } };
    let (made, id) = (draw(rng), 0);
    let stands = pose.scaled(own).expect("a scale");
    let mut visitor = Thing { made, pose: stands, scale: own, velocity: Vec3::ZERO, filter, id };
    let shape = visitor.made.shape().with_scale(own).expect("a scale");
    let found = scene.shape_query(shape.clone()).pose(pose).filter(filter).meeting();
    let found = found.expect("an answer");
    let expected = |visitor: &Thing, moves| -> Vec<(Handle, u32, Verdict)> {
        let still = |thing: &Thing| Thing { velocity: Vec3::ZERO, ..thing.clone() };
        let met = |(&handle, thing): (&Handle, &Thing)| {
            let asked = thing.filter.meets(filter);
            let verdict =
                if asked { verdict(&still(thing), visitor, moves) } else { Verdict::Separate };
            verdict.meets().then_some((handle, thing.id, verdict))
        };
        things.iter().filter_map(met).collect()
    };
    let names = |found: &[ShapeHit]| -> Vec<_> {
        found.iter().map(|hit| (hit.handle, hit.id, hit.verdict)).collect()
    };
    assert_eq!(names(&found), expected(&visitor, false), "seed {}", seed::seed());

    // One of the scene's own shapes, where it stands.
    let (&own, thing) = things.iter().nth(rng.usize(..things.len())).expect("a thing");
    let thing = Thing { velocity: Vec3::ZERO, ..thing.clone() };
    let met = |(&handle, other): (&Handle, &Thing)| {
        let other = Thing { velocity: Vec3::ZERO, ..other.clone() };
        let asked = handle != own && other.filter.meets(thing.filter);
        let verdict = if asked { verdict(&other, &thing, false) } else { Verdict::Separate };
        verdict.meets().then_some((handle, other.id, verdict))
    };
    let of_own: Vec<_> = things.iter().filter_map(met).collect();
    let found = scene.query_of(own).expect("a handle").meeting().expect("an answer");
    assert_eq!(names(&found), of_own, "seed {}", seed::seed());

    visitor.velocity = velocity;
    let asked = |scene: &mut Scene| {
        scene.shape_query(shape.clone()).pose(pose).filter(filter).contacts(velocity)
    };
    let contacts = asked(scene).expect("an answer");
    let mut names: Vec<_> = contacts.iter().map(|hit| (hit.handle, hit.id)).collect();
    names.sort_unstable();
    let expected: Vec<_> =
        expected(&visitor, true).into_iter().map(|(handle, id, _)| (handle, id)).collect();
    assert_eq!(names, expected, "seed {}", seed::seed());
    assert!(contacts.is_sorted_by_key(|hit| hit.time.value));
    let query = scene.shape_query(shape).pose(pose).filter(filter);
    assert_eq!(query.first_contact(velocity).expect("an answer"), contacts.first().copied());
    for hit in &contacts {
        check_time(&things[&hit.handle], &visitor, hit.time);
    }
}

/// The time of the first contact of two convex shapes against that of the oracle; of meshes, that
/// of any triangle is not before.
fn check_time(thing: &Thing, visitor: &Thing, time: Measured<f32>) {
    let first = |a: &Thing, b: &Thing| {
        let mut set = PolytopeSet::new();
        let pair = Pair::new(a.push(&mut set), b.push(&mut set));
        set.set_velocity(pair.a, Vec3::ZERO).expect("a velocity");
        moving::sweep(&set, pair).1.map(|[first, _]| first)
    };
    let (p, q) = (thing.leaves(), visitor.leaves());
    let firsts = p.iter().flat_map(|a| q.iter().filter_map(move |b| first(a, b)));
    let first = firsts.min().expect("the hulls meet");
    let near = RBig::try_from(f64::from(time.value) + time.slack).expect("a number");
    // The hull of a mesh is met no later than the mesh.
    assert!(first <= near, "{first} and {time:?}, seed {}", seed::seed());
    if [thing, visitor].iter().all(|thing| !matches!(thing.made, Made::Mesh { .. })) {
        assert!(RBig::try_from(time.value).expect("a number") <= first, "{first} and {time:?}");
    }
}

/// Some changes of everything that can change.
fn change(rng: &mut Rng, scene: &mut Scene, things: &mut Things) {
    while things.len() < 9 {
        // Some are inserted again, so that they share their points; few, or a kind dies out.
        let again = things.values().nth(rng.usize(..36)).map(|thing| thing.made.clone());
        let made = again.unwrap_or_else(|| draw(rng));
        let scale = draw_scale(rng);
        let shape = made.shape().with_scale(scale).expect("a scale");
        let handle = scene.insert(shape).expect("room");
        let thing = Thing {
            made,
            pose: posed(Quat::IDENTITY, Vec3::ZERO, scale),
            scale,
            velocity: Vec3::ZERO,
            filter: Filter::ALL,
            id: handle.slot(),
        };
        assert!(things.insert(handle, thing).is_none(), "{handle} is given twice");
    }
    let handles: Vec<Handle> = things.keys().copied().collect();
    let kept = handles[rng.usize(..handles.len())];
    for &handle in &handles {
        let thing = things.get_mut(&handle).expect("a thing");
        match rng.u32(..8) {
            0..=3 => {
                let (turn, way) = draw_pose(rng);
                let scale = draw_scale(rng);
                match rng.u32(..3) {
                    // The scale stays.
                    0 => scene.set_pose(handle, turn, way).expect("a pose"),
                    1 => {
                        thing.scale = scale;
                        scene.set_scaled_pose(handle, turn, way, scale).expect("a pose");
                    }
                    _ => {
                        thing.scale = scale;
                        let poses = [(turn, way, scale)];
                        scene.set_scaled_poses(&[handle], &poses).expect("a pose");
                    }
                }
                assert_eq!(scene.scale(handle), Some(thing.scale));
                (thing.pose, thing.velocity) = (posed(turn, way, thing.scale), Vec3::ZERO);
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
            _ => {}
        }
    }
    assert!(scene.handles().iter().eq(things.keys()) && scene.len() == things.len());
    for (&handle, thing) in things.iter() {
        let pose = (!matches!(thing.made, Made::Frame(_))).then_some(thing.pose);
        assert_eq!((scene.pose(handle), scene.velocity(handle)), (pose, Some(thing.velocity)));
        check_shown(scene, handle, thing);
    }
}

/// What a scene shows of a shape: what it is made of, and a box that holds its parts.
fn check_shown(scene: &Scene, handle: Handle, thing: &Thing) {
    let shape = scene.shape(handle).expect("a handle");
    let is_own = match (shape.kind(), &thing.made) {
        // Where it stands.
        (SceneShapeKind::Frame(frame), Made::Frame(_)) => scene.frame(handle) == Some(*frame),
        (SceneShapeKind::Hull(points), Made::Hull(own, _)) => points == own,
        (SceneShapeKind::Tree(tree), Made::Tree(_, own)) => Arc::ptr_eq(tree, own),
        (SceneShapeKind::Surface(mesh), Made::Mesh { mesh: own, solid: false })
        | (SceneShapeKind::Solid(mesh), Made::Mesh { mesh: own, solid: true }) => {
            Arc::ptr_eq(mesh, own)
        }
        _ => false,
    };
    assert!(is_own && scene.contains(handle), "{shape:?}");
    let (bounds, mut set) = (scene.aabb(handle).expect("a handle"), PolytopeSet::new());
    for part in near::parts(thing, &mut set) {
        // A box round a part is rounded outwards, by the size of its largest number.
        let own = set.aabb(part);
        let slack = Vec3::splat(1e-6 * own.min.abs().max(own.max.abs()).max_element());
        let holds = bounds.min.cmple(own.min + slack) & bounds.max.cmpge(own.max - slack);
        assert!(holds.all(), "{bounds:?} is not round {own:?}");
    }
}

fn compare(compared: &mut Compared, things: &Things, hits: &SettledHits, moves: bool) {
    let all: Vec<(&Handle, &Thing)> = things.iter().collect();
    let mut expected = Vec::new();
    for (number, &(a, p)) in all.iter().enumerate() {
        for &(b, q) in &all[number + 1..] {
            let meets = p.filter.meets(q.filter);
            let verdict = if meets { verdict(p, q, moves) } else { Verdict::Separate };
            if verdict.meets() {
                compared.note(p, q, verdict);
                expected.push((*a, *b, [p.id, q.id], verdict));
            }
        }
    }
    let found: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b, hit.ids, hit.verdict)).collect();
    assert_eq!(found, expected, "step {}, seed {}", compared.steps, seed::seed());
}

/// Events against the difference of two sets.
fn events(last: Option<&SettledHits>, now: &SettledHits) {
    let Some(last) = last else { return };
    let changes = now.changes_since(last);
    let names = |hits: &[SceneHit<Verdict>]| -> Vec<(Handle, Handle)> {
        hits.iter().map(|hit| (hit.a, hit.b)).collect()
    };
    let (before, after) = (names(last), names(now));
    let only = |own: &[(Handle, Handle)], other: &[(Handle, Handle)], both: bool| {
        own.iter().copied().filter(|pair| other.contains(pair) == both).collect::<Vec<_>>()
    };
    assert_eq!(names(&changes.began), only(&after, &before, false));
    assert_eq!(names(&changes.stayed), only(&after, &before, true));
    assert_eq!(names(&changes.ended), only(&before, &after, false));
}
