//! Objects in a world.

use super::error::{SearchFault, WorldError};
use super::index::Index;
use super::posed::Posed;
use super::tree::Tree;
use crate::error::FrameError;
use crate::geom::{Aabb3, Filter, Frame3};
use glam::{Quat, Vec3};
use std::sync::{Arc, OnceLock};

/// An object: a tree, a pose, and whom it is compared with.
#[derive(Clone, Debug)]
struct Object {
    tree: Arc<Tree>,
    rotation: Quat,
    translation: Vec3,
    filter: Filter,
    group: Option<u32>,
    user_id: u32,
    posed: OnceLock<Result<Posed, (u32, FrameError)>>,
}

/// Objects that may collide, numbered from 0 in the order that they came in. Objects never collide with themselves, and
/// members of a group never with each other.
///
/// The posed frame, rounded as [`Frame3::posed`] says, is what every engine tests; verdicts are exact for it.
///
/// ```
/// use motzkin::{CollisionService, Engine, Frame3, SearchOptions, Tree, World, glam::{Quat, Vec3}};
/// use std::sync::Arc;
///
/// let slab = |low: f32, high: f32| Frame3::aligned_box(Vec3::splat(low), Vec3::splat(high));
/// let tree = Tree::new([(slab(0.0, 1.0)?, None), (slab(0.0, 0.5)?, Some(0)), (slab(0.5, 1.0)?, Some(0))])?;
/// let (tree, mut world) = (Arc::new(tree), World::new());
/// let first = world.insert(&tree, Quat::IDENTITY, Vec3::ZERO)?;
/// let second = world.insert(&tree, Quat::IDENTITY, Vec3::splat(0.75))?;
/// let found = CollisionService::new(Engine::Cpu)?.search(&world, &SearchOptions::default())?;
/// // The upper half of the first and the lower half of the second.
/// assert_eq!((found[0].objects, found[0].volumes), ([first, second], [2, 1]));
/// assert_eq!(found.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct World {
    objects: Vec<Object>,
    roots: Vec<Frame3>,
    root_boxes: Vec<Aabb3>,
    index: Index,
}

impl World {
    /// A world without objects.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an object: a tree turned by `rotation` about its coordinates' origin, then moved. Answers its number.
    pub fn insert(&mut self, tree: &Arc<Tree>, rotation: Quat, translation: Vec3) -> Result<u32, WorldError> {
        let count = self.objects.len();
        let number = u32::try_from(count).map_err(|_| WorldError::TooLarge(count))?;
        let root = root_of(tree, rotation, translation)
            .map_err(|error| WorldError::Pose { object: number, error })?;
        let aabb = root.aabb();
        self.roots.push(root);
        self.root_boxes.push(aabb);
        self.index.insert(number, &aabb);
        self.objects.push(Object {
            tree: tree.clone(),
            rotation,
            translation,
            filter: Filter::ALL,
            group: None,
            user_id: number,
            posed: OnceLock::new(),
        });
        Ok(number)
    }

    /// Puts an object elsewhere. Where that is no pose the object stays.
    pub fn set_pose(&mut self, object: u32, rotation: Quat, translation: Vec3) -> Result<(), WorldError> {
        let found = self.object_mut(object)?;
        let root = root_of(&found.tree, rotation, translation)
            .map_err(|error| WorldError::Pose { object, error })?;
        (found.rotation, found.translation, found.posed) = (rotation, translation, OnceLock::new());
        let (aabb, place) = (root.aabb(), object as usize);
        self.index.renew(object, &self.root_boxes[place], &aabb);
        (self.roots[place], self.root_boxes[place]) = (root, aabb);
        Ok(())
    }

    /// Says whom an object is compared with; [`Filter::NONE`] takes it out of all searches.
    pub fn set_filter(&mut self, object: u32, filter: Filter) -> Result<(), WorldError> {
        self.object_mut(object)?.filter = filter;
        Ok(())
    }

    /// Puts an object into a group, whose members are never compared with each other, or into none.
    pub fn set_group(&mut self, object: u32, group: Option<u32>) -> Result<(), WorldError> {
        self.object_mut(object)?.group = group;
        Ok(())
    }

    /// Gives an object an id of the caller's; its number, otherwise.
    pub fn set_user_id(&mut self, object: u32, user_id: u32) -> Result<(), WorldError> {
        self.object_mut(object)?.user_id = user_id;
        Ok(())
    }

    /// The caller's id of an object.
    pub fn user_id(&self, object: u32) -> Option<u32> {
        self.objects.get(object as usize).map(|object| object.user_id)
    }

    /// How many objects there are.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// True without objects.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// The tree of an object.
    pub fn tree(&self, object: u32) -> Option<&Arc<Tree>> {
        self.objects.get(object as usize).map(|object| &object.tree)
    }

    /// The pose of an object.
    pub fn pose(&self, object: u32) -> Option<(Quat, Vec3)> {
        self.objects.get(object as usize).map(|object| (object.rotation, object.translation))
    }

    /// The posed root of every object.
    pub fn roots(&self) -> &[Frame3] {
        &self.roots
    }

    /// A box round every posed root.
    pub fn root_boxes(&self) -> &[Aabb3] {
        &self.root_boxes
    }

    /// The objects whose roots' boxes meet this one, ascending. They are looked up in an index that every change of a pose keeps up to
    /// date, so that the cost follows how many there are near it, not how many there are in the world.
    pub fn near(&self, aabb: &Aabb3) -> Vec<u32> {
        let mut found = Vec::new();
        self.index.near(aabb, |object| {
            if self.root_boxes[object as usize].meets(aabb) {
                found.push(object);
            }
        });
        found.sort_unstable();
        found
    }

    /// True when the two are compared at all: two objects that share no group, and whose filters meet.
    pub fn compares(&self, a: u32, b: u32) -> bool {
        let (Some(first), Some(second)) = (self.objects.get(a as usize), self.objects.get(b as usize)) else {
            return false;
        };
        let same_group = first.group.is_some() && first.group == second.group;
        a != b && !same_group && first.filter.meets(second.filter)
    }

    /// The posed volumes of an object, which are computed at the first call after a change of its pose: some hundred
    /// nanoseconds a volume.
    pub fn posed(&self, object: u32) -> Result<&Posed, SearchFault> {
        let found = self
            .objects
            .get(object as usize)
            .ok_or(SearchFault::NoSuchObject { object, objects: self.objects.len() })?;
        let posed = found.posed.get_or_init(|| Posed::new(&found.tree, found.rotation, found.translation));
        posed.as_ref().map_err(|&(volume, error)| SearchFault::Volume { object, volume, error })
    }

    /// The bytes that posed volumes take at present, beside the trees.
    pub fn posed_bytes(&self) -> usize {
        let posed = self.objects.iter().filter_map(|object| object.posed.get()?.as_ref().ok());
        posed.map(Posed::bytes).sum()
    }

    fn object_mut(&mut self, object: u32) -> Result<&mut Object, WorldError> {
        let objects = self.objects.len();
        self.objects.get_mut(object as usize).ok_or(WorldError::NoSuchObject { object, objects })
    }
}

fn root_of(tree: &Tree, rotation: Quat, translation: Vec3) -> Result<Frame3, FrameError> {
    tree.nodes()[0].frame().posed(rotation, translation)
}
