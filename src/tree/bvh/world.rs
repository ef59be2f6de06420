//! Objects that may collide.

mod searched;

use super::error::BvhWorldError;
use super::index::Index;
use super::keeping::Keeping;
use super::posed::PosedBvh;
use super::tree::Bvh;
use crate::geom::{Aabb, Aabb3, Filter, Frame3, Pose};
use crate::kernel::Kdops;
use glam::{Quat, Vec3};
use std::sync::{Arc, OnceLock};

/// An object: a hierarchy, a pose, and the objects that it is compared with.
#[derive(Clone, Debug)]
struct Object {
    tree: Arc<Bvh>,
    /// The numbers that the pose was made of, where they are known.
    given: Option<(Quat, Vec3)>,
    pose: Pose,
    filter: Filter,
    group: Option<u32>,
    id: u32,
    /// Bounds of the posed nodes, where a search has kept them.
    bounds: OnceLock<Kdops>,
    posed: OnceLock<PosedBvh>,
}

/// Objects that may collide: each a [`Bvh`] in a rigid pose, in which all of its frames are valid.
///
/// Objects are numbered from 0 in the order in which they were inserted. The number of a removed
/// object is not used again. An object never collides with itself, and the members of a group never
/// collide with each other.
///
/// Every engine tests the posed frames, rounded as [`Frame3::posed`] says. Verdicts are exact for
/// them.
///
/// ```
/// use motzkin::{Bvh, CollisionService, Engine, Frame3, SearchOptions, BvhWorld};
/// use motzkin::glam::{Quat, Vec3};
/// use std::sync::Arc;
///
/// let slab = |low: f32, high: f32| Frame3::aligned_box(Vec3::splat(low), Vec3::splat(high));
/// let [whole, low, high] = [slab(0.0, 1.0)?, slab(0.0, 0.5)?, slab(0.5, 1.0)?];
/// let tree = Bvh::new([(whole, None), (low, Some(0)), (high, Some(0))])?;
/// let (tree, mut world) = (Arc::new(tree), BvhWorld::new());
/// let first = world.insert(&tree, Quat::IDENTITY, Vec3::ZERO)?;
/// let second = world.insert(&tree, Quat::IDENTITY, Vec3::splat(0.75))?;
/// let found = CollisionService::new(Engine::Cpu)?.search(&world).run()?;
/// // The upper half of the first and the lower half of the second.
/// assert_eq!((found[0].objects, found[0].frames), ([first, second], [2, 1]));
/// assert_eq!(found.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BvhWorld {
    /// The place of each object in the lists below, by its number; [`GONE`] if it was removed.
    places: Vec<u32>,
    numbers: Vec<u32>,
    objects: Vec<Object>,
    roots: Vec<Frame3>,
    root_boxes: Vec<Aabb3>,
    index: Index,
    keeping: Keeping,
}

impl Object {
    /// The bytes of the posed nodes, and of their bounds, that are kept of it.
    fn kept(&self) -> usize {
        self.bounds.get().map_or(0, Kdops::bytes) + self.posed.get().map_or(0, PosedBvh::bytes)
    }
}

/// The place of a removed object.
const GONE: u32 = u32::MAX;

impl BvhWorld {
    /// Makes a world without objects.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how many bytes of posed nodes the world keeps from one search to the next: 240 MiB by
    /// default. Nodes take 56 bytes each for their bounds, in groups of 16, and 120 more where
    /// their frames are posed, too: by [`posed`](Self::posed), by a search with limits or with
    /// [boxes](super::SearchOptions::boxes), for a GPU.
    ///
    /// Where that is too little, searches compute the bounds of the other objects anew, by their
    /// places in space, and hold those that a thread has needed lately: 16 MiB a thread, or two
    /// objects. Beside these bytes a thread holds 64 bytes for each posed frame that it has reached
    /// of the two objects that it compares. A search with limits holds all objects that it
    /// compares, posed, and gives them back at its end. What is kept stays until its object is
    /// moved or removed.
    ///
    /// ```
    /// use motzkin::{Bvh, CollisionService, Engine, Frame3, SearchOptions, BvhWorld};
    /// use motzkin::glam::{Quat, Vec3};
    /// use std::sync::Arc;
    ///
    /// let cube = Arc::new(Bvh::over(&[Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?])?);
    /// let mut world = BvhWorld::new();
    /// world.set_memory(0);
    /// world.insert(&cube, Quat::IDENTITY, Vec3::ZERO)?;
    /// world.insert(&cube, Quat::IDENTITY, Vec3::X)?;
    /// let before = world.bytes();
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// assert_eq!(service.search(&world).run()?.len(), 1);
    /// assert_eq!(world.bytes(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_memory(&mut self, bytes: usize) {
        self.keeping.most = bytes;
    }

    /// Inserts an object and returns its number, which no other object of this world ever had.
    ///
    /// The pose turns the hierarchy by `rotation` about its origin, then moves it. The quaternion
    /// may have any length but zero. The object is in no group and is compared with all others.
    /// Costs one frame: the other frames are posed when a search needs them. Only where the pose
    /// may make frames flat, thin ones far from the origin, groups of 64 of them are posed to see.
    ///
    /// # Errors
    ///
    /// Returns [`BvhWorldError::Pose`] if there is no such pose, [`BvhWorldError::Frame`] for the
    /// first frame that is flat or not finite in it, and [`BvhWorldError::TooLarge`] if no number
    /// is left.
    pub fn insert(
        &mut self,
        tree: &Arc<Bvh>,
        rotation: Quat,
        translation: Vec3,
    ) -> Result<u32, BvhWorldError> {
        let (given, place) = (self.places.len(), self.objects.len() as u32);
        let number = u32::try_from(given).ok().filter(|&number| number < GONE);
        let number = number.ok_or(BvhWorldError::TooLarge(given))?;
        let pose = pose_of(number, tree, rotation, translation)?;
        self.places.push(place);
        self.add(number, tree, Some((rotation, translation)), pose);
        Ok(number)
    }

    /// Adds an object whose place is known.
    fn add(&mut self, number: u32, tree: &Arc<Bvh>, given: Option<(Quat, Vec3)>, pose: Pose) {
        let root = tree.nodes()[0].frame().posed_unchecked(&pose);
        self.numbers.push(number);
        self.roots.push(root);
        self.root_boxes.push(root.aabb());
        self.objects.push(Object {
            tree: tree.clone(),
            given,
            pose,
            filter: Filter::ALL,
            group: None,
            id: number,
            bounds: OnceLock::new(),
            posed: OnceLock::new(),
        });
        self.index.change(number, self.objects.len());
    }

    /// Puts an object of a number that the caller chooses in the place of the one that has it, if
    /// there is one, in a pose in which its frames are valid. Of one that has the tree and the
    /// pose, what is kept stays.
    #[cfg(feature = "polytopes")]
    pub(crate) fn put(&mut self, number: u32, tree: &Arc<Bvh>, pose: Pose, filter: Filter) {
        let known = self.place(number).map(|place| &mut self.objects[place]);
        if let Some(known) = known.filter(|own| Arc::ptr_eq(&own.tree, tree) && own.pose == pose) {
            known.filter = filter;
            return;
        }
        self.take(number);
        if self.places.len() <= number as usize {
            self.places.resize(number as usize + 1, GONE);
        }
        let place = self.objects.len();
        self.places[number as usize] = place as u32;
        self.add(number, tree, None, pose);
        self.objects[place].filter = filter;
    }

    /// Removes an object, if there is one of this number.
    #[cfg(feature = "polytopes")]
    pub(crate) fn take(&mut self, number: u32) {
        if self.place(number).is_some() {
            let removed = self.remove(number);
            debug_assert!(removed.is_ok());
        }
    }

    /// Returns the bytes of the objects, their posed nodes included. Hierarchies are not counted:
    /// objects share them. Nor is the tree over the boxes of all objects, some 35 bytes an object,
    /// which searches build that ask what is near.
    pub fn bytes(&self) -> usize {
        let each = size_of::<Object>() + size_of::<(u32, Frame3, Aabb3)>();
        self.places.len() * size_of::<u32>() + self.objects.len() * each + self.keeping.kept()
    }

    /// Removes an object.
    ///
    /// The other objects keep their numbers. The number of the removed object is an error from now
    /// on. The cost does not depend on the number of objects. Five bytes of a removed object
    /// remain.
    ///
    /// # Errors
    ///
    /// Returns [`BvhWorldError::NoSuchObject`] if there is no such object.
    pub fn remove(&mut self, object: u32) -> Result<(), BvhWorldError> {
        let place = self.place_or(object)?;
        // The last object takes the free place.
        self.numbers.swap_remove(place);
        let removed = self.objects.swap_remove(place);
        self.keeping.give_back(removed.kept());
        self.roots.swap_remove(place);
        self.root_boxes.swap_remove(place);
        if let Some(&moved) = self.numbers.get(place) {
            self.places[moved as usize] = place as u32;
        }
        self.places[object as usize] = GONE;
        self.index.change(object, self.objects.len());
        Ok(())
    }

    /// Changes the pose of an object. Costs what [`insert`](Self::insert) does.
    ///
    /// # Errors
    ///
    /// Returns [`BvhWorldError::NoSuchObject`] if there is no such object, [`BvhWorldError::Pose`]
    /// if there is no such pose, and [`BvhWorldError::Frame`] for the first frame that is flat or
    /// not finite in it. Then the object keeps its pose.
    pub fn set_pose(
        &mut self,
        object: u32,
        rotation: Quat,
        translation: Vec3,
    ) -> Result<(), BvhWorldError> {
        let place = self.place_or(object)?;
        let found = &mut self.objects[place];
        let pose = pose_of(object, &found.tree, rotation, translation)?;
        let root = found.tree.nodes()[0].frame().posed_unchecked(&pose);
        found.given = Some((rotation, translation));
        self.keeping.give_back(found.kept());
        (found.pose, found.bounds, found.posed) = (pose, OnceLock::new(), OnceLock::new());
        (self.roots[place], self.root_boxes[place]) = (root, root.aabb());
        self.index.change(object, self.objects.len());
        Ok(())
    }

    /// Sets the objects that an object is compared with. [`Filter::NONE`] excludes the object from
    /// all searches.
    ///
    /// # Errors
    ///
    /// Returns [`BvhWorldError::NoSuchObject`] if there is no such object.
    pub fn set_filter(&mut self, object: u32, filter: Filter) -> Result<(), BvhWorldError> {
        self.object_mut(object)?.filter = filter;
        Ok(())
    }

    /// Moves an object into a group, or out of its group. The members of a group are never compared
    /// with each other.
    ///
    /// # Errors
    ///
    /// Returns [`BvhWorldError::NoSuchObject`] if there is no such object.
    pub fn set_group(&mut self, object: u32, group: Option<u32>) -> Result<(), BvhWorldError> {
        self.object_mut(object)?.group = group;
        Ok(())
    }

    /// Sets the caller's id of an object. Until then the id is the number of the object.
    ///
    /// # Errors
    ///
    /// Returns [`BvhWorldError::NoSuchObject`] if there is no such object.
    pub fn set_id(&mut self, object: u32, id: u32) -> Result<(), BvhWorldError> {
        self.object_mut(object)?.id = id;
        Ok(())
    }

    /// Returns the caller's id of an object, or `None` if there is no such object.
    pub fn id(&self, object: u32) -> Option<u32> {
        self.object(object).map(|object| object.id)
    }

    /// Returns the number of objects.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Returns true if there are no objects.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Returns the hierarchy of an object, or `None` if there is no such object.
    pub fn tree(&self, object: u32) -> Option<&Arc<Bvh>> {
        self.object(object).map(|object| &object.tree)
    }

    /// Returns the rotation and the translation of an object, or `None` if there is no such object.
    pub fn pose(&self, object: u32) -> Option<(Quat, Vec3)> {
        self.object(object)?.given
    }

    /// Returns the numbers of all objects. They are in ascending order until an object is removed,
    /// and in any order afterwards.
    pub fn objects(&self) -> &[u32] {
        &self.numbers
    }

    /// Returns the posed root of every object, in the order of [`objects`](Self::objects).
    pub fn roots(&self) -> &[Frame3] {
        &self.roots
    }

    /// Returns the posed root of an object, or `None` if there is no such object.
    pub fn root(&self, object: u32) -> Option<&Frame3> {
        self.roots.get(self.place(object)?)
    }

    /// Returns a box round every posed root, in the order of [`objects`](Self::objects).
    pub fn root_boxes(&self) -> &[Aabb3] {
        &self.root_boxes
    }

    /// Returns the objects whose root boxes meet a box, in ascending order.
    ///
    /// Asks a tree over the boxes, and looks through the few objects that have changed since it was
    /// built. The call that finds too many of them, or no tree, builds one: some tens of
    /// nanoseconds an object.
    ///
    /// ```
    /// use motzkin::{Aabb3, Bvh, Frame3, BvhWorld, glam::{Quat, Vec3}};
    /// use std::sync::Arc;
    ///
    /// let cube = Arc::new(Bvh::over(&[Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?])?);
    /// let mut world = BvhWorld::new();
    /// for x in 0..100 {
    ///     world.insert(&cube, Quat::IDENTITY, Vec3::X * (2 * x) as f32)?;
    /// }
    /// let low = Vec3::new(7.5, 0.0, 0.0);
    /// assert_eq!(world.near(&Aabb3 { min: low, max: low + Vec3::ONE }), [4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn near(&self, aabb: &Aabb3) -> Vec<u32> {
        let mut found = Vec::new();
        // No box at all, which ends that are not finite would meet.
        if *aabb == Aabb3::NOTHING {
            return found;
        }
        self.index.near(&self.numbers, &self.root_boxes, aabb, |object| {
            if self.place(object).is_some_and(|place| self.root_boxes[place].meets(aabb)) {
                found.push(object);
            }
        });
        found.sort_unstable();
        found
    }

    /// Returns true if [`near`](Self::near) has nothing to build before it answers.
    pub(crate) fn is_indexed(&self) -> bool {
        self.index.is_built()
    }

    /// Returns true if a search compares two objects: they differ, share no group, and their
    /// filters meet.
    pub fn compares(&self, a: u32, b: u32) -> bool {
        let (Some(first), Some(second)) = (self.object(a), self.object(b)) else {
            return false;
        };
        let same_group = first.group.is_some() && first.group == second.group;
        a != b && !same_group && first.filter.meets(second.filter)
    }

    /// Returns the place of an object in the lists.
    fn place(&self, object: u32) -> Option<usize> {
        let place = *self.places.get(object as usize)?;
        (place != GONE).then_some(place as usize)
    }

    fn place_or(&self, object: u32) -> Result<usize, BvhWorldError> {
        self.place(object)
            .ok_or(BvhWorldError::NoSuchObject { object, objects: self.objects.len() })
    }

    fn object(&self, object: u32) -> Option<&Object> {
        self.objects.get(self.place(object)?)
    }

    fn object_mut(&mut self, object: u32) -> Result<&mut Object, BvhWorldError> {
        let place = self.place_or(object)?;
        Ok(&mut self.objects[place])
    }
}

/// Returns a pose in which all frames of an object are valid.
fn pose_of(object: u32, tree: &Bvh, rotation: Quat, way: Vec3) -> Result<Pose, BvhWorldError> {
    let pose = Pose::new(rotation, way).map_err(|error| BvhWorldError::Pose { object, error })?;
    let fault = |(frame, error)| BvhWorldError::Frame { object, frame, error };
    tree.check_posed(&pose).map_err(fault)?;
    Ok(pose)
}
