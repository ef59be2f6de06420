//! Scenes of frames, hulls and trees of any bits, at rest and moving, against all pairs by the
//! oracles.

use crate::bits::Numbers;
use crate::common::hull::{moving as moving_hulls, oracle as hulls};
use crate::common::oracle::{Vector, denormals};
use crate::common::{moving, oracle};
use crate::frames::{self, is_valid};
use crate::scenes::run;
use dashu_int::IBig;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::ChangeError;
use motzkin::{Bvh, Filter, Frame3, Handle, Pair, PolytopeSet, Pose, Scene, SceneShape, Verdict};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What shapes of a case are made of, so that some share corners.
struct Pool {
    frames: Vec<Frame3>,
    corners: Vec<Vec3>,
    numbers: Numbers,
}

impl Pool {
    fn draw(rng: &mut Rng) -> Self {
        let frames = frames::draw(rng, 6);
        let corners = frames.iter().filter(|frame| is_valid(frame)).flat_map(Frame3::corners);
        let corners = corners.map(|corner| corner.as_vec3()).collect();
        Self { frames, corners, numbers: Numbers::draw(rng) }
    }

    fn frame(&self, rng: &mut Rng) -> Frame3 {
        self.frames[rng.usize(..self.frames.len())]
    }

    fn point(&self, rng: &mut Rng) -> Vec3 {
        if self.corners.is_empty() || rng.u32(..3) == 0 {
            return self.numbers.point(rng);
        }
        self.corners[rng.usize(..self.corners.len())]
    }

    /// From one point to another, or anywhere.
    fn way(&self, rng: &mut Rng) -> Vec3 {
        match rng.u32(..4) {
            0 => Vec3::ZERO,
            1 => self.point(rng),
            _ => self.point(rng) - self.point(rng),
        }
    }

    /// Frames of a tree, the root first.
    fn nodes(&self, rng: &mut Rng) -> Vec<Frame3> {
        let count = [1, 3][rng.usize(..2)];
        let mut drawn: Vec<Frame3> = (0..count).map(|_| self.frame(rng)).collect();
        drawn.iter_mut().for_each(|frame| *frame = frame.with_velocity(Vec3::ZERO).expect("zero"));
        drawn
    }
}

#[derive(Clone, Debug)]
enum Made {
    /// As it was inserted or last set, and where it stands.
    Frame([Frame3; 2]),
    Hull(Vec<Vec3>),
    /// The root, then its children.
    Tree(Vec<Frame3>),
}

#[derive(Clone, Debug)]
struct Thing {
    made: Made,
    /// Where a hull or a tree stands, scale included.
    pose: Pose,
    scale: f32,
    /// That of a hull or a tree.
    velocity: Vec3,
    filter: Filter,
    /// The number of its last change.
    change: u32,
}

/// A frame or a hull where it stands, with its velocity.
enum Part<'a> {
    Frame(Frame3),
    Hull(&'a [Vec3], &'a Pose, Vec3),
}

impl Thing {
    /// Puts it into a pose, if all its frames are valid there.
    fn place(&mut self, pose: Pose) -> bool {
        match &mut self.made {
            Made::Frame([rest, now]) => match rest.posed(&pose) {
                Ok(posed) => *now = posed,
                Err(_) => return false,
            },
            Made::Tree(nodes) if nodes.iter().any(|node| node.posed(&pose).is_err()) => {
                return false;
            }
            _ => (self.pose, self.velocity) = (pose, Vec3::ZERO),
        }
        true
    }

    fn velocity(&self) -> Vec3 {
        match &self.made {
            Made::Frame([_, now]) => now.velocity(),
            _ => self.velocity,
        }
    }

    fn parts(&self) -> Vec<Part<'_>> {
        let leaf = |node: &Frame3| {
            let posed = node.posed(&self.pose).expect("a frame");
            Part::Frame(posed.with_velocity(self.velocity).expect("a velocity"))
        };
        match &self.made {
            Made::Frame([_, now]) => vec![Part::Frame(*now)],
            Made::Hull(points) => vec![Part::Hull(points, &self.pose, self.velocity)],
            // A root alone is a leaf.
            Made::Tree(nodes) => nodes[nodes.len().min(2) - 1..].iter().map(leaf).collect(),
        }
    }
}

impl Part<'_> {
    fn push(&self, set: &mut PolytopeSet) -> u32 {
        let (index, velocity) = match self {
            Self::Frame(frame) => (set.push_frame(frame), frame.velocity()),
            Self::Hull(points, pose, velocity) => {
                let of = set.push(points).expect("finite points");
                (set.push_posed(of, pose), *velocity)
            }
        };
        let index = index.expect("a polytope");
        set.set_velocity(index, velocity).expect("a velocity");
        index
    }

    fn verdict(&self, other: &Part<'_>, moves: bool) -> Verdict {
        let mut set = PolytopeSet::new();
        let pair = Pair::new(self.push(&mut set), other.push(&mut set));
        match (self, other) {
            _ if are_far(&set, pair, moves) => Verdict::Separate,
            (Self::Frame(a), Part::Frame(b)) if moves => moving::judge(a, b).verdict,
            (Self::Frame(a), Part::Frame(b)) => oracle::verdict(a, b),
            _ if moves => moving_hulls::sweep(&set, pair).0,
            _ => hulls::verdict(&set, pair),
        }
    }
}

/// Whether the coordinates alone tell that two shapes are separate, which saves the oracles' time.
fn are_far(set: &PolytopeSet, pair: Pair, moves: bool) -> bool {
    let [a, b] = [pair.a, pair.b].map(|index| hulls::vertices(set, index));
    // The vertices' unit is that of products.
    let way = |index: u32, axis: usize| match moves {
        true => denormals(set.velocities()[index as usize][axis]) << 149,
        false => IBig::ZERO,
    };
    let ends = |vertices: &[Vector], axis: usize, way: IBig| {
        let low = vertices.iter().map(|vertex| &vertex[axis]).min().cloned()?;
        let high = vertices.iter().map(|vertex| &vertex[axis]).max().cloned()?;
        Some([(&low + &way).min(low), (&high + &way).max(high)])
    };
    (0..3).any(|axis| {
        let a = ends(&a, axis, way(pair.a, axis));
        let b = ends(&b, axis, way(pair.b, axis));
        // What is empty is far from everything.
        let (Some([a_low, a_high]), Some([b_low, b_high])) = (a, b) else { return true };
        a_high < b_low || b_high < a_low
    })
}

type Things = BTreeMap<Handle, Thing>;

/// The verdicts of pairs, by the last changes of both and whether they move.
type Known = HashMap<([u32; 2], bool), Verdict>;

/// The pairs that meet, in order.
fn all_pairs(things: &Things, known: &mut Known, moves: bool) -> Vec<(Handle, Handle, Verdict)> {
    let all: Vec<(&Handle, &Thing)> = things.iter().collect();
    let mut out = Vec::new();
    for (number, &(a, p)) in all.iter().enumerate() {
        let others = all[number + 1..].iter().filter(|(_, q)| p.filter.meets(q.filter));
        for &(b, q) in others {
            let truth = || {
                let others = q.parts();
                let verdict = |own: &Part| {
                    let verdicts = others.iter().map(|other| own.verdict(other, moves));
                    verdicts.max().expect("a part")
                };
                p.parts().iter().map(verdict).max().expect("a part")
            };
            let verdict = *known.entry(([p.change, q.change], moves)).or_insert_with(truth);
            if verdict.meets() {
                out.push((*a, *b, verdict));
            }
        }
    }
    out
}

fn far_scale(rng: &mut Rng) -> f32 {
    let power = |power: i32| 2.0_f32.powi(power);
    [1.0, 1.0, 1.0, 1.0, 2.0, 0.3, power(-90), power(90)][rng.usize(..8)]
}

fn insert(rng: &mut Rng, scene: &mut Scene, pool: &Pool, things: &mut Things, change: u32) {
    let (made, shape) = match rng.u32(..4) {
        0 | 1 => {
            let frame = pool.frame(rng);
            (Made::Frame([frame; 2]), SceneShape::from(frame))
        }
        2 => {
            let points: Vec<Vec3> = (0..rng.usize(..5)).map(|_| pool.point(rng)).collect();
            let shape = SceneShape::hull(&points);
            let is_finite = points.iter().all(|point| point.is_finite());
            assert_eq!(shape.is_ok(), is_finite, "{points:?}");
            let Ok(shape) = shape else { return };
            (Made::Hull(points), shape)
        }
        _ => {
            let nodes = pool.nodes(rng);
            let parents = (0..nodes.len()).map(|node| (node > 0).then_some(0));
            let tree = Bvh::new(nodes.iter().copied().zip(parents));
            assert_eq!(tree.is_ok(), nodes.iter().all(is_valid), "{nodes:?}");
            let Ok(tree) = tree else { return };
            (Made::Tree(nodes), SceneShape::tree(Arc::new(tree)))
        }
    };
    let scale = far_scale(rng);
    let pose = Pose::IDENTITY.scaled(scale).expect("a scale");
    let (velocity, filter) = (Vec3::ZERO, Filter::ALL);
    let mut thing = Thing { made, pose, scale, velocity, filter, change };
    let is_frame = match &thing.made {
        Made::Frame([frame, _]) => is_valid(frame) && frame.velocity().is_finite(),
        _ => true,
    };
    let fits = is_frame && thing.place(pose);
    let told = scene.insert(shape.with_scale(scale).expect("a scale"));
    assert_eq!(told.is_ok(), fits, "{told:?}: {thing:?}");
    things.extend(told.ok().map(|handle| (handle, thing)));
}

fn set_pose(rng: &mut Rng, scene: &mut Scene, pool: &Pool, handle: Handle, thing: &mut Thing) {
    let turns = [Quat::IDENTITY, Quat::from_xyzw(0.0, 1.0, 0.0, 1.0), Quat::from_rotation_x(1.0)];
    let (turn, way) = (turns[rng.usize(..3)], pool.way(rng));
    let scale = if rng.u32(..4) == 0 { far_scale(rng) } else { thing.scale };
    let told = match scale == thing.scale {
        true => scene.set_pose(handle, turn, way),
        false => scene.set_scaled_pose(handle, turn, way, scale),
    };
    let pose = Pose::new(turn, way).ok();
    assert_eq!(pose.is_some(), way.is_finite(), "{way}");
    let fits = pose.is_some_and(|pose| thing.place(pose.scaled(scale).expect("a scale")));
    if fits {
        thing.scale = scale;
    }
    assert_eq!(told.is_ok(), fits, "{told:?}: {turn} {way} {scale}: {thing:?}");
}

fn change(rng: &mut Rng, scene: &mut Scene, pool: &Pool, things: &mut Things, changes: &mut u32) {
    for _ in things.len()..4 {
        *changes += 1;
        insert(rng, scene, pool, things, *changes);
    }
    for handle in things.keys().copied().collect::<Vec<_>>() {
        let thing = things.get_mut(&handle).expect("a thing");
        let what = rng.u32(..12);
        if what < 8 {
            *changes += 1;
            thing.change = *changes;
        }
        match what {
            0..=2 => set_pose(rng, scene, pool, handle, thing),
            3 | 4 => {
                let velocity = pool.way(rng);
                let told = scene.set_velocity(handle, velocity);
                assert_eq!(told.is_ok(), velocity.is_finite(), "{told:?}: {velocity}");
                match &mut thing.made {
                    _ if told.is_err() => {}
                    Made::Frame([_, now]) => *now = now.with_velocity(velocity).expect("finite"),
                    _ => thing.velocity = velocity,
                }
            }
            5 => {
                thing.filter = Filter { group: rng.u32(1..4), mask: rng.u32(1..4) };
                scene.set_filter(handle, thing.filter).expect("a handle");
            }
            6 => {
                let frame = pool.frame(rng);
                let told = scene.set_frame(handle, frame);
                if let Made::Frame(frames) = &mut thing.made {
                    let fits = is_valid(&frame) && frame.velocity().is_finite();
                    assert_eq!(told.is_ok(), fits, "{told:?}: {frame:?}");
                    if fits {
                        (*frames, thing.scale) = ([frame; 2], 1.0);
                    }
                } else {
                    assert_eq!(told, Err(ChangeError::NoFrame(handle)));
                }
            }
            7 => {
                scene.remove(handle).expect("a handle");
                things.remove(&handle);
            }
            _ => {}
        }
    }
    assert_eq!(scene.len(), things.len());
    for (&handle, thing) in things.iter() {
        let frame = match thing.made {
            Made::Frame([_, now]) => Some(now),
            _ => None,
        };
        let told = (scene.frame(handle), scene.velocity(handle), scene.scale(handle));
        assert_eq!(told, (frame, Some(thing.velocity()), Some(thing.scale)), "{thing:?}");
    }
}

#[test]
fn scenes_of_any_bits() {
    run("bit-scenes", |service, rng| {
        let pool = Pool::draw(rng);
        let (mut scene, mut things, mut known) = (service.scene(), Things::new(), Known::new());
        let mut changes = 0;
        for _ in 0..3 {
            change(rng, &mut scene, &pool, &mut things, &mut changes);
            let moves = rng.u32(..3) == 0;
            let hits = match moves {
                true => scene.collide().moving().run(),
                false => scene.collide().run(),
            };
            let hits = hits.expect("an answer");
            let found: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b, hit.verdict)).collect();
            let expected = all_pairs(&things, &mut known, moves);
            assert_eq!(found, expected, "moving: {moves}, {things:?}");
            let Some(own) = things.keys().nth(rng.usize(..4)).copied() else { continue };
            let of_own = |(a, b, verdict): (Handle, Handle, Verdict)| match (a == own, b == own) {
                (true, _) => Some((b, verdict)),
                (_, true) => Some((a, verdict)),
                _ => None,
            };
            let expected = all_pairs(&things, &mut known, false);
            let expected: Vec<_> = expected.into_iter().filter_map(of_own).collect();
            let found = scene.query_of(own).expect("a handle").meeting().expect("an answer");
            let found: Vec<_> = found.iter().map(|hit| (hit.handle, hit.verdict)).collect();
            assert_eq!(found, expected, "{own}: {things:?}");
        }
    });
}
