//! Worlds of object trees, and a naive account of what collides in them.

use super::{oracle, seed};
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::{Bvh, BvhWorld, Collision, CollisionService, Engine, Filter, Frame3, Pose};
use std::collections::HashMap;
use std::sync::Arc;

pub type Volumes = Vec<(Frame3, Option<u32>)>;

/// An object as the oracle knows it.
#[derive(Clone)]
pub struct Thing {
    pub volumes: Volumes,
    pub rotation: Quat,
    pub translation: Vec3,
    pub group: Option<u32>,
    pub filter: Filter,
}

/// A collision without its box: objects, then volumes.
pub type Entry = ([u32; 2], [u32; 2]);

pub fn number(reach: f32, rng: &mut Rng) -> f32 {
    (rng.f32() * 2.0 - 1.0) * reach
}

pub fn point(reach: f32, rng: &mut Rng) -> Vec3 {
    Vec3::new(number(reach, rng), number(reach, rng), number(reach, rng))
}

pub fn rotation(rng: &mut Rng) -> Quat {
    Quat::from_xyzw(number(1.0, rng), number(1.0, rng), number(1.0, rng), 1.5)
}

/// A cuboid or a tetrahedron of any kind.
pub fn frame(centre: Vec3, size: f32, rng: &mut Rng) -> Frame3 {
    loop {
        let mut near = || centre + point(size, rng);
        let [a, b, c, d] = [near(), near(), near(), near()];
        let made = match rng.u32(..3) {
            0 => Frame3::tetra_by_vertices([a, b, c, d]),
            1 => Frame3::tetra(a, [b - a, c - a, d - a]),
            _ => Frame3::rotated_box(a, (b - c).abs() * 0.5 + 0.05 * size, rotation(rng)),
        };
        if let Ok(made) = made {
            return made;
        }
    }
}

/// A tree of any shape, its volumes in any order, and not nested: what the search must make of it
/// is told by the levels.
pub fn wild(volumes: usize, rng: &mut Rng) -> Volumes {
    let size = |i: usize| if i < 3 { 3.5 } else { 3.0 };
    wild_of(volumes, rng, |i, rng| frame(point(0.5, rng), size(i), rng))
}

/// The same of volumes that the caller draws.
pub fn wild_of(
    volumes: usize,
    rng: &mut Rng,
    mut volume: impl FnMut(usize, &mut Rng) -> Frame3,
) -> Volumes {
    let mut out: Vec<(Frame3, Option<u32>)> = Vec::new();
    for i in 0..volumes {
        // Long chains now and then, else bushes.
        let parent =
            (i > 0).then(|| if rng.u32(..4) == 0 { i as u32 - 1 } else { rng.u32(..i as u32) });
        out.push((volume(i, rng), parent));
    }
    let mut places: Vec<u32> = (0..volumes as u32).collect();
    rng.shuffle(&mut places);
    let mut shuffled = out.clone();
    for (i, (frame, parent)) in out.into_iter().enumerate() {
        shuffled[places[i] as usize] = (frame, parent.map(|parent| places[parent as usize]));
    }
    shuffled
}

/// Objects near each other, some of which share a tree, groups and filters.
pub fn things(
    count: usize,
    rng: &mut Rng,
    mut shape: impl FnMut(&mut Rng) -> Volumes,
) -> Vec<Thing> {
    let shapes: Vec<Volumes> = (0..count.div_ceil(2)).map(|_| shape(rng)).collect();
    let thing = |i: usize| Thing {
        volumes: shapes[i / 2].clone(),
        rotation: rotation(rng),
        translation: point(0.9, rng),
        group: (rng.u32(..3) == 0).then(|| rng.u32(..2)),
        // Of three groups that each want some of the others.
        filter: match rng.u32(..3) {
            0 => Filter { group: 1 << rng.u32(..3), mask: rng.u32(1..8) },
            _ => Filter::ALL,
        },
    };
    (0..count).map(thing).collect()
}

pub fn world(things: &[Thing]) -> BvhWorld {
    let mut world = BvhWorld::new();
    for thing in things {
        let tree = Arc::new(Bvh::new(thing.volumes.clone()).expect("a tree"));
        let object = world.insert(&tree, thing.rotation, thing.translation).expect("a pose");
        world.set_group(object, thing.group).expect("an object");
        world.set_filter(object, thing.filter).expect("an object");
    }
    world
}

/// From each volume up to its root.
fn lineage(volumes: &Volumes, volume: u32) -> Vec<u32> {
    let mut line = vec![volume];
    while let Some(parent) = volumes[line[line.len() - 1] as usize].1 {
        line.push(parent);
    }
    line.reverse();
    line
}

fn leaves(volumes: &Volumes) -> Vec<u32> {
    let childless = |volume: &u32| volumes.iter().all(|(_, parent)| *parent != Some(*volume));
    (0..volumes.len() as u32).filter(childless).collect()
}

/// The pairs of deepest volumes that meet and whose forebears meet on every level; without
/// `forebears` all that meet. In order.
pub fn collisions(things: &[Thing], forebears: bool) -> Vec<Entry> {
    let mut out = Vec::new();
    for (i, a) in things.iter().enumerate() {
        for (j, b) in things.iter().enumerate().skip(i + 1) {
            let same = a.group.is_some() && a.group == b.group;
            let tested = a.filter.group & b.filter.mask != 0 && b.filter.group & a.filter.mask != 0;
            if same || !tested {
                continue;
            }
            let posed = |thing: &Thing, volume: u32| {
                thing.volumes[volume as usize]
                    .0
                    .posed(&Pose::new(thing.rotation, thing.translation).expect("a pose"))
                    .expect("a frame")
            };
            let mut known = HashMap::new();
            let mut meet = |p: u32, q: u32| {
                *known
                    .entry((p, q))
                    .or_insert_with(|| oracle::verdict(&posed(a, p), &posed(b, q)).meets())
            };
            for &p in &leaves(&a.volumes) {
                for &q in &leaves(&b.volumes) {
                    let (own, other) = (lineage(&a.volumes, p), lineage(&b.volumes, q));
                    let level =
                        |k: usize| (own[k.min(own.len() - 1)], other[k.min(other.len() - 1)]);
                    let first = if forebears { 0 } else { own.len().max(other.len()) - 1 };
                    let found = (first..own.len().max(other.len())).all(|k| {
                        let (p, q) = level(k);
                        meet(p, q)
                    });
                    if found {
                        out.push(([i as u32, j as u32], [p, q]));
                    }
                }
            }
        }
    }
    out
}

pub fn entries(found: &[Collision]) -> Vec<Entry> {
    found.iter().map(|collision| (collision.objects, collision.frames)).collect()
}

/// The services that need no GPU: each instruction set on some threads, and elimination in
/// rationals.
pub fn services() -> Vec<(String, CollisionService)> {
    let mut out = Vec::new();
    for level in motzkin_core::kernel::SimdLevel::available() {
        for threads in [1, 2, 7] {
            let built = CollisionService::builder()
                .engine(Engine::Cpu)
                .simd(level)
                .threads(threads)
                .build();
            out.push((
                format!("{} on {threads} threads", level.name()),
                built.expect("a CPU engine"),
            ));
        }
    }
    out.push((
        "reference".into(),
        CollisionService::new(Engine::Reference).expect("the reference"),
    ));
    out
}

/// A world from which objects are taken and into which others come, and after each change the same
/// one built afresh, with the numbers that its objects have in the first. Further worlds follow
/// until `check` says that it has seen enough.
pub fn with_removals(rng: &mut Rng, mut check: impl FnMut(&BvhWorld, &BvhWorld, &[u32]) -> bool) {
    let (mut worlds, mut enough) = (0, false);
    while seed::goes_on(worlds, 1, enough) {
        enough = one_with_removals(rng, &mut check);
        worlds += 1;
    }
}

/// The first of these worlds. Answers what `check` said last.
fn one_with_removals(
    rng: &mut Rng,
    check: &mut impl FnMut(&BvhWorld, &BvhWorld, &[u32]) -> bool,
) -> bool {
    let mut enough = false;
    let (mut changed, mut there, mut given) = (BvhWorld::new(), Vec::<(u32, Thing)>::new(), 0);
    for step in 0..12 {
        for thing in things([9, 0, 3][step % 3], rng, |rng| wild(1 + rng.usize(..12), rng)) {
            let tree = Arc::new(Bvh::new(thing.volumes.clone()).expect("a tree"));
            let number = changed.insert(&tree, thing.rotation, thing.translation).expect("a pose");
            // Never one that another had.
            assert_eq!(number, given);
            given += 1;
            changed.set_group(number, thing.group).expect("an object");
            changed.set_filter(number, thing.filter).expect("an object");
            there.push((number, thing));
        }
        // All of them at last.
        let go = if step == 11 { there.len() } else { rng.usize(..=there.len() / 2) };
        for _ in 0..go {
            let (number, _) = there.remove(rng.usize(..there.len()));
            changed.remove(number).expect("an object");
        }
        if let Some(at) = there.len().checked_sub(1) {
            let (number, thing) = &mut there[rng.usize(..=at)];
            (thing.rotation, thing.translation) = (rotation(rng), point(0.9, rng));
            changed.set_pose(*number, thing.rotation, thing.translation).expect("a pose");
        }
        let (numbers, things): (Vec<u32>, Vec<Thing>) = there.iter().cloned().unzip();
        enough = check(&changed, &world(&things), &numbers);
    }
    assert!(changed.is_empty() && changed.objects().is_empty() && given > 30);
    enough
}

/// What is found in a world built afresh, as the numbers of another say it.
pub fn renamed(found: &[Collision], numbers: &[u32]) -> Vec<Collision> {
    let renamed = |found: &Collision| Collision {
        objects: found.objects.map(|object| numbers[object as usize]),
        ..*found
    };
    found.iter().map(renamed).collect()
}
