//! Worlds of object trees as a naive account has them, and what is found there: every two volumes
//! by the oracle, level by level.

use crate::boxes::may_meet;
use crate::common::boxes::{Ends, meet};
use crate::common::distances::Judged;
use crate::common::oracle::{denormals, judge, verdict};
use crate::common::trees::Volumes;
use dashu_int::IBig;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::bvh::BvhWorldError;
use motzkin::{
    Aabb, Aabb3, Bvh, BvhWorld, Collision, Filter, Find, Frame3, Pose, Scope, SearchOptions,
};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// A tree, and what it was made of.
pub struct Shape {
    pub tree: Arc<Bvh>,
    volumes: Vec<Frame3>,
    root: u32,
    /// The children of each volume: of a leaf, the leaf itself.
    below: Vec<Vec<u32>>,
}

impl Shape {
    /// Holds the nodes of the tree to the volumes that it was made of.
    pub fn new(volumes: &Volumes, tree: Bvh) -> Self {
        let mut below = vec![Vec::new(); volumes.len()];
        let mut root = 0;
        for (number, (_, parent)) in (0..).zip(volumes) {
            match parent {
                Some(parent) => below[*parent as usize].push(number),
                None => root = number,
            }
        }
        let nodes = tree.nodes();
        assert_eq!((nodes.len(), nodes[0].frame_index()), (volumes.len(), root), "{volumes:?}");
        for node in nodes {
            let number = node.frame_index() as usize;
            let children = node.children().map(|child| nodes[child as usize].frame_index());
            let mut children: Vec<u32> = children.collect();
            children.sort_unstable();
            assert_eq!(node.frame(), volumes[number].0, "{volumes:?}");
            assert_eq!(children, below[number], "{volumes:?}");
        }
        for (number, below) in (0..).zip(&mut below) {
            if below.is_empty() {
                below.push(number);
            }
        }
        let volumes = volumes.iter().map(|(frame, _)| *frame).collect();
        Self { tree: Arc::new(tree), volumes, root, below }
    }

    /// Takes the boxes over leaves as the tree has made them.
    pub fn over(leaves: &[Frame3], tree: Bvh) -> Self {
        let nodes = tree.nodes();
        let mut volumes: Volumes = vec![(leaves[0], None); nodes.len()];
        for node in nodes {
            let number = node.frame_index();
            volumes[number as usize].0 = node.frame();
            for child in node.children() {
                volumes[nodes[child as usize].frame_index() as usize].1 = Some(number);
            }
        }
        let kept: Vec<Frame3> =
            volumes.iter().map(|(frame, _)| *frame).take(leaves.len()).collect();
        assert_eq!((&kept[..], tree.leaves()), (leaves, leaves.len()));
        Self::new(&volumes, tree)
    }

    /// All volumes in a pose, or what is wrong with the first of them, level by level.
    fn posed(&self, object: u32, rotation: Quat, way: Vec3) -> Result<Vec<Frame3>, BvhWorldError> {
        let pose =
            Pose::new(rotation, way).map_err(|error| BvhWorldError::Pose { object, error })?;
        let mut out = self.volumes.clone();
        for node in self.tree.nodes() {
            let (frame, own) = (node.frame_index(), &mut out[node.frame_index() as usize]);
            let posed = own.posed(&pose);
            *own = posed.map_err(|error| BvhWorldError::Frame { object, frame, error })?;
        }
        Ok(out)
    }

    fn are_leaves([a, b]: [&Self; 2], [p, q]: [u32; 2]) -> bool {
        a.below[p as usize] == [p] && b.below[q as usize] == [q]
    }
}

/// An object: its volumes where they stand, by their numbers.
struct Thing {
    shape: Rc<Shape>,
    frames: Vec<Frame3>,
    /// The exact ends of each volume on each axis.
    ends: Vec<[[IBig; 2]; 3]>,
    filter: Filter,
    group: Option<u32>,
}

impl Thing {
    fn stand(&mut self, frames: Vec<Frame3>) {
        let ends = |frame: &Frame3| {
            let corners = frame.exact_corners();
            [0, 1, 2].map(|axis: usize| {
                let along = || corners.iter().map(|corner| corner[axis].clone());
                [along().min().expect("a corner"), along().max().expect("a corner")]
            })
        };
        self.ends = frames.iter().map(ends).collect();
        self.frames = frames;
    }

    /// Whether a box holds a volume.
    fn is_in(&self, volume: u32, aabb: &Aabb3) -> bool {
        (0..).zip(&self.ends[volume as usize]).all(|(axis, [low, high])| {
            let [min, max] = aabb.ends(axis);
            (min == f32::NEG_INFINITY || denormals(min) <= *low)
                && (max == f32::INFINITY || *high <= denormals(max))
        })
    }
}

/// An entry of the answer to a search, without its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    pub objects: [u32; 2],
    pub frames: [u32; 2],
    pub exact: bool,
}

#[derive(Default)]
pub struct Model {
    things: BTreeMap<u32, Thing>,
    /// Objects that there ever were.
    pub given: u32,
    /// Which volumes of which objects meet, the lesser object first.
    known: HashMap<[[u32; 2]; 2], bool>,
}

impl Model {
    pub fn len(&self) -> usize {
        self.things.len()
    }

    /// The objects, ascending.
    pub fn numbers(&self) -> Vec<u32> {
        self.things.keys().copied().collect()
    }

    /// All of it in words.
    pub fn text(&self) -> String {
        let text = |(number, thing): (&u32, &Thing)| {
            let Thing { shape, frames, filter, group, .. } = thing;
            format!("{number}: {:?} {frames:?} {filter:?} {group:?}\n", shape.below)
        };
        self.things.iter().map(text).collect()
    }

    fn thing(&mut self, object: u32) -> Result<&mut Thing, BvhWorldError> {
        let none = BvhWorldError::NoSuchObject { object, objects: self.things.len() };
        self.things.get_mut(&object).ok_or(none)
    }

    pub fn insert(
        &mut self,
        shape: &Rc<Shape>,
        rotation: Quat,
        way: Vec3,
    ) -> Result<u32, BvhWorldError> {
        let (number, shape) = (self.given, shape.clone());
        let frames = shape.posed(number, rotation, way)?;
        let (filter, group) = (Filter::ALL, None);
        let mut thing = Thing { shape, frames: Vec::new(), ends: Vec::new(), filter, group };
        thing.stand(frames);
        self.things.insert(number, thing);
        self.given += 1;
        Ok(number)
    }

    pub fn remove(&mut self, object: u32) -> Result<(), BvhWorldError> {
        self.thing(object)?;
        self.things.remove(&object);
        self.forget(object);
        Ok(())
    }

    pub fn set_pose(
        &mut self,
        object: u32,
        rotation: Quat,
        way: Vec3,
    ) -> Result<(), BvhWorldError> {
        let thing = self.thing(object)?;
        let frames = thing.shape.posed(object, rotation, way)?;
        thing.stand(frames);
        self.forget(object);
        Ok(())
    }

    pub fn set_filter(&mut self, object: u32, filter: Filter) -> Result<(), BvhWorldError> {
        self.thing(object)?.filter = filter;
        Ok(())
    }

    pub fn set_group(&mut self, object: u32, group: Option<u32>) -> Result<(), BvhWorldError> {
        self.thing(object)?.group = group;
        Ok(())
    }

    fn forget(&mut self, object: u32) {
        self.known.retain(|[objects, _], _| !objects.contains(&object));
    }

    /// Whether two objects are compared.
    fn compares(&self, a: u32, b: u32) -> bool {
        let (a, b) = (&self.things[&a], &self.things[&b]);
        let same_group = a.group.is_some() && a.group == b.group;
        !same_group && may_meet(a.filter, b.filter)
    }

    /// The pairs of objects that are compared.
    fn compared(&self, scope: Scope) -> Vec<[u32; 2]> {
        let numbers = self.numbers();
        let mut pairs = Vec::new();
        for &a in &numbers {
            for &b in &numbers {
                let is_asked = match scope {
                    Scope::All => a < b,
                    Scope::One(own) => a == own && b != own,
                };
                if is_asked && self.compares(a, b) {
                    pairs.push([a, b]);
                }
            }
        }
        pairs
    }

    /// Those of which the boxes of the roots meet, as entries that nothing is known of.
    pub fn candidates(&self, world: &BvhWorld, scope: Scope) -> Vec<Entry> {
        let all = world.objects().iter().zip(world.root_boxes());
        let boxes: HashMap<u32, Ends> = all.map(|(number, aabb)| (*number, ends(aabb))).collect();
        let mut pairs = self.compared(scope);
        pairs.retain(|[a, b]| meet(&boxes[a], &boxes[b], 3));
        let entry = |objects| Entry { objects, frames: self.roots(objects), exact: false };
        pairs.into_iter().map(entry).collect()
    }

    fn roots(&self, objects: [u32; 2]) -> [u32; 2] {
        objects.map(|object| self.things[&object].shape.root)
    }

    fn meet(&mut self, objects: [u32; 2], volumes: [u32; 2]) -> bool {
        let (things, known) = (&self.things, &mut self.known);
        let mut key = [objects, volumes];
        if objects[0] > objects[1] {
            key.iter_mut().for_each(|pair| pair.reverse());
        }
        *known.entry(key).or_insert_with(|| {
            let [a, b] = objects.map(|object| &things[&object]);
            let [p, q] = volumes.map(|volume| volume as usize);
            let near =
                |(own, other): (&[IBig; 2], &[IBig; 2])| own[0] <= other[1] && other[0] <= own[1];
            a.ends[p].iter().zip(&b.ends[q]).all(near)
                && verdict(&a.frames[p], &b.frames[q]).meets()
        })
    }

    /// What collides of two objects down to a level: what meets there and has children is not
    /// exact.
    fn between(&mut self, objects: [u32; 2], last: Option<u32>) -> Vec<Entry> {
        let [a, b] = objects.map(|object| self.things[&object].shape.clone());
        let mut open = vec![[a.root, b.root]];
        let mut found = Vec::new();
        for level in 0.. {
            open.retain(|&volumes| self.meet(objects, volumes));
            let is_leaf = |frames: &[u32; 2]| Shape::are_leaves([&a, &b], *frames);
            let is_last = last == Some(level) || open.iter().all(is_leaf);
            let listed = open.iter().filter(|frames| is_last || is_leaf(frames));
            let entry = |&frames| Entry { objects, frames, exact: is_leaf(&frames) };
            found.extend(listed.map(entry));
            if is_last {
                break;
            }
            open.retain(|frames| !is_leaf(frames));
            let mut next = Vec::new();
            for [p, q] in open {
                for &p in &a.below[p as usize] {
                    next.extend(b.below[q as usize].iter().map(|&q| [p, q]));
                }
            }
            open = next;
        }
        found.sort_unstable();
        found
    }

    /// What a search finds that goes down to a level, and that no number of tests ends.
    pub fn found(&mut self, options: &SearchOptions, last: Option<u32>) -> Vec<Entry> {
        let mut found = Vec::new();
        for objects in self.compared(options.scope) {
            let entries = self.between(objects, last);
            match options.find {
                Find::Leaves | Find::First => found.extend(entries),
                Find::Objects => {
                    let exact = entries.iter().any(|entry| entry.exact);
                    let entry = Entry { objects, frames: self.roots(objects), exact };
                    found.extend(entries.first().map(|_| entry));
                }
            }
            if options.find == Find::First && !found.is_empty() {
                found.truncate(1);
                break;
            }
        }
        found
    }

    /// What is wrong with the box of a collision.
    pub fn fault_of_box(&self, found: &Collision) -> Option<String> {
        let [a, b] = [0, 1].map(|side: usize| {
            &self.things[&found.objects[side]].frames[found.frames[side] as usize]
        });
        judge(a, b).fault_of_box(found.aabb)
    }

    /// Holds what a world tells of its objects to what is known of them.
    pub fn hold(&self, world: &BvhWorld) {
        let mut numbers = world.objects().to_vec();
        numbers.sort_unstable();
        assert_eq!((numbers, world.len()), (self.numbers(), self.len()));
        for (number, thing) in &self.things {
            let (root, posed) = (thing.shape.root, world.posed(*number).expect("an object"));
            assert_eq!(world.root(*number), Some(&thing.frames[root as usize]), "{}", self.text());
            for (place, node) in (0..).zip(thing.shape.tree.nodes()) {
                let (number, aabb) = (node.frame_index(), posed.aabb(place));
                let own = posed.frames[place as usize];
                assert_eq!(own, thing.frames[number as usize], "{}", self.text());
                let is_in = |number: &u32| thing.is_in(*number, &aabb);
                let held = is_in(&number) && thing.shape.below[number as usize].iter().all(is_in);
                assert!(held, "{aabb} round {number}: {}", self.text());
            }
        }
        for (number, aabb) in world.objects().iter().zip(world.root_boxes()) {
            let thing = &self.things[number];
            assert!(thing.is_in(thing.shape.root, aabb), "{aabb} of {number}: {}", self.text());
            // Nor is it larger than that of the frame alone, which other targets hold.
            let root = &thing.frames[thing.shape.root as usize];
            assert_eq!(*aabb, root.aabb(), "{number}: {}", self.text());
        }
    }
}

/// The ends of a box.
pub fn ends(aabb: &Aabb3) -> Ends {
    [0, 1, 2].map(|axis| aabb.ends(axis))
}
