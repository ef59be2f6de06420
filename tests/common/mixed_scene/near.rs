//! What is nearest to a shape, and what is within a margin of it, by the exact squares of the
//! distances of all parts.

use super::thing::{Thing, draw, draw_pose, posed, verdict};
use super::{Things, change};
use crate::common::hull::distance::{self, Found, fault_of_points};
use crate::common::{details::is_near, scales::draw_scale, seed::seed};
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::{DVec3, Vec3};
use motzkin::service::ShapeNearest;
use motzkin::{
    Aabb3, CollisionService, Distance, Filter, Handle, Measured, Pair, PolytopeSet, Scene,
};
use std::collections::BTreeMap;

/// Changes a scene at random, and asks after each change about a shape that is not in it and about
/// one that is.
pub fn run(service: &CollisionService, mut rng: Rng, steps: usize) {
    let (mut scene, mut things) = (service.scene(), Things::new());
    for _ in 0..steps {
        change(&mut rng, &mut scene, &mut things);
        if rng.u32(..4) == 0 {
            // From here on the boxes are those of moving shapes.
            scene.collide().moving().run().expect("an answer");
        }
        ask_of_visitor(&mut rng, &mut scene, &things);
        ask_of_own(&mut rng, &mut scene, &things);
    }
}

fn ask_of_visitor(rng: &mut Rng, scene: &mut Scene, things: &Things) {
    let (turn, way) = draw_pose(rng);
    let way = way * [1.0, 3.0, 6.0][rng.usize(..3)];
    let (own, other) = (draw_scale(rng), draw_scale(rng));
    let filter = if rng.bool() { Filter::ALL } else { Filter { group: 1, mask: 2 } };
    // The shape has a scale, and so has the pose that it is put into.
    let (made, pose) = (draw(rng), posed(turn, way, other));
    let shape = made.shape().with_scale(own).expect("a scale");
    let stands = pose.scaled(own).expect("a scale");
    let visitor = Thing { made, pose: stands, scale: own, velocity: Vec3::ZERO, filter, id: 0 };
    let query = scene.shape_query(shape.clone()).pose(pose).filter(filter);
    let nearest = query.nearest().expect("an answer");
    check_nearest(things, &visitor, None, nearest);
    let margin = draw_margin(rng, nearest);
    let query = scene.shape_query(shape).pose(pose).filter(filter);
    let within = query.within(margin).expect("an answer");
    check_within(things, &visitor, None, margin, &within);
    assert!(within.is_empty() || within.first().copied() == nearest, "seed {}", seed());
}

/// One of the scene's own shapes, where it stands.
fn ask_of_own(rng: &mut Rng, scene: &mut Scene, things: &Things) {
    let (&own, thing) = things.iter().nth(rng.usize(..things.len())).expect("a thing");
    let nearest = scene.query_of(own).expect("a handle").nearest().expect("an answer");
    check_nearest(things, thing, Some(own), nearest);
    let margin = draw_margin(rng, nearest);
    let within = scene.query_of(own).expect("a handle").within(margin).expect("an answer");
    check_within(things, thing, Some(own), margin, &within);
}

/// None, or some margin about the least distance.
fn draw_margin(rng: &mut Rng, nearest: Option<ShapeNearest>) -> f32 {
    let least = nearest.and_then(|near| near.distance).map_or(1.0, |known| known.distance);
    (least * [0.0, 0.5, 1.0, 1.5, 3.0][rng.usize(..5)]) as f32
}

/// The distance that is told; 0 of what meets.
fn told(near: &ShapeNearest) -> f64 {
    near.distance.map_or(0.0, |known| known.distance)
}

fn root(square: &RBig) -> f64 {
    square.to_f64().value().sqrt()
}

/// No other is nearer than the one that is found, but for the errors of both.
fn check_nearest(
    things: &Things,
    visitor: &Thing,
    own: Option<Handle>,
    found: Option<ShapeNearest>,
) {
    let most = found.as_ref().map_or(f64::INFINITY, told);
    let squares = squares(things, visitor, own, most);
    let Some(found) = found else {
        assert!(squares.is_empty(), "{squares:?}, seed {}", seed());
        return;
    };
    check(things, visitor, &found, squares.get(&found.handle));
    let least = squares.values().min().map_or(0.0, root);
    assert!(most <= least * (1.0 + 5e-9), "{found:?}, not {least:e}, seed {}", seed());
}

/// Whatever is clearly within the margin is found, and nothing that is clearly beyond.
fn check_within(
    things: &Things,
    visitor: &Thing,
    own: Option<Handle>,
    margin: f32,
    found: &[ShapeNearest],
) {
    let (margin, seed) = (f64::from(margin), seed());
    let ascend = found.is_sorted_by(|p, q| (told(p), p.handle) < (told(q), q.handle));
    assert!(ascend, "{found:?}, seed {seed}");
    let mut squares = squares(things, visitor, own, margin);
    for near in found {
        check(things, visitor, near, squares.remove(&near.handle).as_ref());
        assert!(told(near) <= margin, "{near:?} within {margin:e}, seed {seed}");
    }
    for (handle, square) in squares {
        let truth = root(&square);
        let is_beyond = truth > 0.0 && truth >= margin * (1.0 - 1e-8);
        assert!(is_beyond, "{handle} at {truth:e} within {margin:e}, seed {seed}");
    }
}

/// The square is `None` where the shape is further away than what is told, or not asked about.
fn check(things: &Things, visitor: &Thing, near: &ShapeNearest, square: Option<&RBig>) {
    let case = || format!("{near:?}, {square:?}, seed {}", seed());
    let (Some(thing), Some(square)) = (things.get(&near.handle), square) else {
        panic!("{}", case());
    };
    assert_eq!(near.id, thing.id, "{}", case());
    assert_eq!(near.distance.is_none(), *square == RBig::ZERO, "{}", case());
    let fault = near.distance.and_then(|known| fault(known, square, [thing, visitor]));
    assert_eq!(fault, None, "{}", case());
}

/// What is wrong with a distance, of which the square is given.
pub fn fault(known: Distance<DVec3>, square: &RBig, pair: [&Thing; 2]) -> Option<String> {
    let [distance, slack] = [known.distance, known.slack].map(exact);
    let (low, high) = ((&distance - &slack).max(RBig::ZERO), distance + slack);
    // An end of the interval is rounded once.
    let spare = exact(1.0 + 1e-15);
    let holds = &low * &low <= square * &spare && *square <= &high * &high * &spare;
    // Of trees the slack is rounded once more.
    if !holds || known.slack > 2.01e-9 * known.distance {
        return Some(format!("it is {:e}", root(square)));
    }
    if (known.axis.length() - 1.0).abs() > 1e-14 {
        return Some("the axis is no unit vector".into());
    }
    let has = pair.iter().zip(known.points).all(|(thing, point)| has_near(thing, point));
    if !has {
        return Some("a point is none of its shape".into());
    }
    fault_of_points(&Found::from(known))
}

fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

/// The squares of the distances of the things that are asked about, but for those that are empty or
/// clearly further away than `most`.
fn squares(
    things: &Things,
    visitor: &Thing,
    own: Option<Handle>,
    most: f64,
) -> BTreeMap<Handle, RBig> {
    let most = most * (1.0 + 1e-6);
    let asked = things
        .iter()
        .filter(|(handle, thing)| own != Some(**handle) && thing.filter.meets(visitor.filter));
    asked.filter_map(|(&handle, thing)| Some((handle, square(thing, visitor, most)?))).collect()
}

/// The square of the distance of two things at rest, unless one of them is empty or their boxes are
/// further apart than `most`.
pub fn square(a: &Thing, b: &Thing, most: f64) -> Option<RBig> {
    let mut set = PolytopeSet::new();
    let [p, q] = [a, b].map(|thing| -> Vec<u32> {
        thing.leaves().iter().map(|leaf| leaf.push(&mut set)).collect()
    });
    let (bound, _) = *nearest_boxes_first(&set, &p, &q).first()?;
    if bound > most * most {
        return None;
    }
    if verdict(a, b, false).meets() {
        return Some(RBig::ZERO);
    }
    let [p, q] = [a, b].map(|thing| parts(thing, &mut set));
    let mut least: Option<RBig> = None;
    for (bound, pair) in nearest_boxes_first(&set, &p, &q) {
        if least.as_ref().is_some_and(|least| *least < exact(bound)) {
            break;
        }
        let square = distance::square(&set, pair);
        least = Some(match least.take() {
            Some(known) => known.min(square),
            None => square,
        });
    }
    least
}

/// Puts the convex parts of a thing into a set: the leaves of a tree, the triangles of a mesh.
pub fn parts(thing: &Thing, set: &mut PolytopeSet) -> Vec<u32> {
    let mut parts = Vec::new();
    for leaf in thing.leaves() {
        match leaf.push_triangles(set) {
            Some(triangles) => parts.extend(triangles),
            None => parts.push(leaf.push(set)),
        }
    }
    parts
}

/// The pairs of parts that are not empty, each with a number that the square of its distance is not
/// below, in the order of these numbers.
fn nearest_boxes_first(set: &PolytopeSet, p: &[u32], q: &[u32]) -> Vec<(f64, Pair)> {
    let has_points = |part: u32| !set.vertices_of(part).is_empty();
    let mut pairs = Vec::new();
    for &a in p.iter().filter(|&&part| has_points(part)) {
        for &b in q.iter().filter(|&&part| has_points(part)) {
            pairs.push((square_of_boxes(&set.aabb(a), &set.aabb(b)), Pair::new(a, b)));
        }
    }
    pairs.sort_by(|(p, _), (q, _)| p.total_cmp(q));
    pairs
}

fn square_of_boxes(p: &Aabb3, q: &Aabb3) -> f64 {
    let [beyond, before] = [(p, q), (q, p)].map(|(p, q)| q.min.as_dvec3() - p.max.as_dvec3());
    beyond.max(before).max(DVec3::ZERO).length_squared() * (1.0 - 1e-12)
}

/// Whether a point lies in a part of a thing, or next to it.
fn has_near(thing: &Thing, point: DVec3) -> bool {
    let mut set = PolytopeSet::new();
    let holds = |bounds: Aabb3| {
        let (low, high) = (bounds.min.as_dvec3() - 1e-9, bounds.max.as_dvec3() + 1e-9);
        point.cmpge(low).all() && point.cmple(high).all()
    };
    let near = Measured { value: point, slack: 1e-9 };
    let parts = parts(thing, &mut set);
    parts.into_iter().any(|part| holds(set.aabb(part)) && is_near(&set, part, &RBig::ZERO, near))
}
