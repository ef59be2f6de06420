//! The objects of a world by their places in space: a tree over the root boxes, and the objects
//! that have changed since it was built.

use crate::geom::{Aabb, Aabb3};
use motzkin_core::broad::BoxTree;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Changed objects that are looked through one by one, for the square root of the number of
/// objects.
const CHANGED: f64 = 8.0;

/// Built when somebody asks, and dropped when too many objects have changed. So a change costs the
/// same however many objects there are, but for its share of a new tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    built: OnceLock<Option<Built>>,
    /// Objects that were inserted, moved or removed since.
    changed: Vec<u32>,
    /// For each number that was given, whether it stands in that list.
    is_changed: Vec<bool>,
}

/// A tree, and the number of the object behind each of its boxes.
#[derive(Clone, Debug)]
struct Built {
    tree: BoxTree<Aabb3>,
    numbers: Vec<u32>,
}

impl Index {
    /// Takes note of an object that has changed, of so many.
    pub fn change(&mut self, number: u32, objects: usize) {
        if self.built.get().is_none() {
            return;
        }
        let place = number as usize;
        if place >= self.is_changed.len() {
            self.is_changed.resize(place + 1, false);
        }
        if !std::mem::replace(&mut self.is_changed[place], true) {
            self.changed.push(number);
        }
        if self.changed.len() as f64 > CHANGED * (objects as f64).sqrt().max(8.0) {
            *self = Self::default();
        }
    }

    /// Calls `found` with all objects whose boxes meet this one, and with some more: once for each,
    /// in any order. `numbers` and `boxes` are those of all objects.
    pub fn near(&self, numbers: &[u32], boxes: &[Aabb3], aabb: &Aabb3, mut found: impl FnMut(u32)) {
        self.changed.iter().for_each(|&number| found(number));
        let is_changed = |number: u32| self.is_changed.get(number as usize) == Some(&true);
        match self.tree(numbers, boxes) {
            Some(Built { tree, numbers }) => tree.visit(0, aabb, |place| {
                let number = numbers[place as usize];
                if !is_changed(number) {
                    found(number);
                }
                ControlFlow::Continue(())
            }),
            // More boxes than a tree takes.
            None => numbers.iter().filter(|number| !is_changed(**number)).for_each(|n| found(*n)),
        }
    }

    /// Returns true while nothing has to be built to answer.
    pub fn is_built(&self) -> bool {
        self.built.get().is_some()
    }

    /// The tree; `None` if there are too many boxes for one.
    ///
    /// It is not built within the cell: its threads may help out with another caller's work, which
    /// would wait for itself there.
    fn tree(&self, numbers: &[u32], boxes: &[Aabb3]) -> Option<&Built> {
        if self.built.get().is_none() {
            let boxes: Vec<Aabb3> = boxes.iter().map(Aabb::clamped).collect();
            let built =
                BoxTree::build(&boxes).map(|tree| Built { tree, numbers: numbers.to_vec() });
            // Another caller's tree is as good.
            let _ = self.built.set(built.ok());
        }
        self.built.get()?.as_ref()
    }
}
