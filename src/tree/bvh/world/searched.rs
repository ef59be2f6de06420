//! What searches ask of a world.

use super::BvhWorld;
use crate::geom::{Aabb3, Filter, Pair};
use crate::kernel::SimdLevel;
use crate::tree::bvh::error::SearchFault;
use crate::tree::bvh::lazy::{Bounds, Lazy, bounds_of};
use crate::tree::bvh::posed::{Posed, PosedBvh};
use std::sync::Arc;

impl BvhWorld {
    /// Returns the posed nodes of an object.
    ///
    /// The first call after a change of the pose computes them: some hundred nanoseconds a node. So
    /// does every call where the world has no [memory](Self::set_memory) to keep them in.
    ///
    /// # Errors
    ///
    /// Returns [`SearchFault::NoSuchObject`] if there is no such object.
    pub fn posed(&self, object: u32) -> Result<Posed<'_>, SearchFault> {
        let none = SearchFault::NoSuchObject { object, objects: self.objects.len() };
        let found = self.object(object).ok_or(none)?;
        Ok(match found.posed.get() {
            Some(kept) => Posed::Kept(kept),
            None => {
                let posed = PosedBvh::new(&found.tree, &found.pose);
                let bytes = posed.bytes();
                match self.keeping.keep(&found.posed, posed, bytes) {
                    Ok(kept) => Posed::Kept(kept),
                    Err(own) => Posed::Own(Arc::new(own)),
                }
            }
        })
    }

    /// Returns an object with bounds of its nodes, whose frames are posed when they are needed.
    ///
    /// # Errors
    ///
    /// Those of [`posed`](Self::posed).
    pub(in crate::tree::bvh) fn lazy(
        &self,
        object: u32,
        level: SimdLevel,
    ) -> Result<Lazy<'_>, SearchFault> {
        let none = || SearchFault::NoSuchObject { object, objects: self.objects.len() };
        let found = self.object(object).ok_or_else(none)?;
        let (tree, pose) = (&*found.tree, &found.pose);
        let bounds = match found.bounds.get() {
            Some(kept) => Bounds::Kept(kept),
            None => match bounds_of(tree, pose, level) {
                Some(own) => {
                    let bytes = own.bytes();
                    match self.keeping.keep(&found.bounds, own, bytes) {
                        Ok(kept) => Bounds::Kept(kept),
                        Err(own) => Bounds::Own(Arc::new(own)),
                    }
                }
                None => Bounds::Whole(self.posed(object)?),
            },
        };
        Ok(Lazy { tree, pose, bounds })
    }

    /// Returns the places of pairs of objects in the lists.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such object.
    pub(in crate::tree::bvh) fn places_of(&self, pairs: &[Pair]) -> Result<Vec<Pair>, SearchFault> {
        let place = |object: u32| {
            let none = SearchFault::NoSuchObject { object, objects: self.objects.len() };
            Ok(self.place(object).ok_or(none)? as u32)
        };
        pairs.iter().map(|pair| Ok(Pair::new(place(pair.a)?, place(pair.b)?))).collect()
    }

    /// Returns the box round the posed root of an object.
    pub(in crate::tree::bvh) fn root_box(&self, object: u32) -> Option<&Aabb3> {
        self.root_boxes.get(self.place(object)?)
    }

    /// Returns true if a search compares every object with every other.
    pub(in crate::tree::bvh) fn compares_all(&self) -> bool {
        self.objects.iter().all(|object| object.group.is_none() && object.filter == Filter::ALL)
    }

    /// Returns the filter of every object, in the order of [`objects`](Self::objects), if any
    /// excludes some other object.
    pub(in crate::tree::bvh) fn filters(&self) -> Option<Vec<Filter>> {
        let filters = || self.objects.iter().map(|object| object.filter);
        filters().any(|filter| filter != Filter::ALL).then(|| filters().collect())
    }
}
