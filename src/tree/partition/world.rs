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

/// Objects that may collide, numbered from 0 in the order that they came in. Objects never collide
/// with themselves, and members of a group never with each other. Objects may go again; their
/// numbers are not given to others.
///
/// The posed frame, rounded as [`Frame3::posed`] says, is what every engine tests; verdicts are
/// exact for it.
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
    /// Where each object stands in the lists below, by its number; [`GONE`] for one that was
    /// removed.
    places: Vec<u32>,
    numbers: Vec<u32>,
    objects: Vec<Object>,
    roots: Vec<Frame3>,
    root_boxes: Vec<Aabb3>,
    index: Index,
}

/// The place of an object that was removed.
const GONE: u32 = u32::MAX;

impl World {
    /// A world without objects.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an object: a tree turned by `rotation` about its coordinates' origin, then moved.
    /// Answers its number, which no other object of this world ever had.
    pub fn insert(
        &mut self,
        tree: &Arc<Tree>,
        rotation: Quat,
        translation: Vec3,
    ) -> Result<u32, WorldError> {
        let (given, place) = (self.places.len(), self.objects.len() as u32);
        let number = u32::try_from(given).ok().filter(|&number| number < GONE);
        let number = number.ok_or(WorldError::TooLarge(given))?;
        let root = root_of(tree, rotation, translation)
            .map_err(|error| WorldError::Pose { object: number, error })?;
        let aabb = root.aabb();
        self.places.push(place);
        self.numbers.push(number);
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

    /// Takes an object out. All others keep their numbers; its own is not used again, and naming it
    /// is an error from now on. Costs the same however many objects there are. Of an object that is
    /// gone four bytes remain.
    pub fn remove(&mut self, object: u32) -> Result<(), WorldError> {
        let place = self.place_or(object)?;
        self.index.remove(object, &self.root_boxes[place]);
        // The last one takes its place.
        self.numbers.swap_remove(place);
        self.objects.swap_remove(place);
        self.roots.swap_remove(place);
        self.root_boxes.swap_remove(place);
        if let Some(&moved) = self.numbers.get(place) {
            self.places[moved as usize] = place as u32;
        }
        self.places[object as usize] = GONE;
        Ok(())
    }

    /// Puts an object elsewhere. Where that is no pose the object stays.
    pub fn set_pose(
        &mut self,
        object: u32,
        rotation: Quat,
        translation: Vec3,
    ) -> Result<(), WorldError> {
        let place = self.place_or(object)?;
        let found = &mut self.objects[place];
        let root = root_of(&found.tree, rotation, translation)
            .map_err(|error| WorldError::Pose { object, error })?;
        (found.rotation, found.translation, found.posed) = (rotation, translation, OnceLock::new());
        let aabb = root.aabb();
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
        self.object(object).map(|object| object.user_id)
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
        self.object(object).map(|object| &object.tree)
    }

    /// The pose of an object.
    pub fn pose(&self, object: u32) -> Option<(Quat, Vec3)> {
        self.object(object).map(|object| (object.rotation, object.translation))
    }

    /// The numbers of the objects that there are: ascending until one is removed, then in any
    /// order.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The posed root of every object, in the order of [`numbers`](Self::numbers).
    pub fn roots(&self) -> &[Frame3] {
        &self.roots
    }

    /// The posed root of an object.
    pub fn root(&self, object: u32) -> Option<&Frame3> {
        self.roots.get(self.place(object)?)
    }

    /// A box round every posed root, in the order of [`numbers`](Self::numbers).
    pub fn root_boxes(&self) -> &[Aabb3] {
        &self.root_boxes
    }

    /// The objects whose roots' boxes meet this one, ascending. They are looked up in an index that
    /// every change of a pose keeps up to date, so that the cost follows how many there are near
    /// it, not how many there are in the world.
    pub fn near(&self, aabb: &Aabb3) -> Vec<u32> {
        let mut found = Vec::new();
        self.index.near(aabb, |object| {
            if self.place(object).is_some_and(|place| self.root_boxes[place].meets(aabb)) {
                found.push(object);
            }
        });
        found.sort_unstable();
        found
    }

    /// True when the two are compared at all: two objects that share no group, and whose filters
    /// meet.
    pub fn compares(&self, a: u32, b: u32) -> bool {
        let (Some(first), Some(second)) = (self.object(a), self.object(b)) else {
            return false;
        };
        let same_group = first.group.is_some() && first.group == second.group;
        a != b && !same_group && first.filter.meets(second.filter)
    }

    /// The posed volumes of an object, which are computed at the first call after a change of its
    /// pose: some hundred nanoseconds a volume.
    pub fn posed(&self, object: u32) -> Result<&Posed, SearchFault> {
        let none = SearchFault::NoSuchObject { object, objects: self.objects.len() };
        let found = self.object(object).ok_or(none)?;
        let posed =
            found.posed.get_or_init(|| Posed::new(&found.tree, found.rotation, found.translation));
        posed.as_ref().map_err(|&(volume, error)| SearchFault::Volume { object, volume, error })
    }

    /// The bytes that posed volumes take at present, beside the trees.
    pub fn posed_bytes(&self) -> usize {
        let posed = self.objects.iter().filter_map(|object| object.posed.get()?.as_ref().ok());
        posed.map(Posed::bytes).sum()
    }

    /// Where an object stands in the lists.
    fn place(&self, object: u32) -> Option<usize> {
        let place = *self.places.get(object as usize)?;
        (place != GONE).then_some(place as usize)
    }

    fn place_or(&self, object: u32) -> Result<usize, WorldError> {
        self.place(object).ok_or(WorldError::NoSuchObject { object, objects: self.objects.len() })
    }

    fn object(&self, object: u32) -> Option<&Object> {
        self.objects.get(self.place(object)?)
    }

    fn object_mut(&mut self, object: u32) -> Result<&mut Object, WorldError> {
        let place = self.place_or(object)?;
        Ok(&mut self.objects[place])
    }
}

fn root_of(tree: &Tree, rotation: Quat, translation: Vec3) -> Result<Frame3, FrameError> {
    tree.nodes()[0].frame().posed(rotation, translation)
}
