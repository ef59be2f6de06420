//! An object's volumes in the world.

use super::tree::Tree;
use crate::error::FrameError;
use crate::geom::{Aabb3, Frame3, Kdop};
use crate::kernel::Kdops;
use glam::{Quat, Vec3};

/// The volumes of an object where its pose puts them: 120 bytes each, computed when a search first
/// comes by and kept until the pose changes.
#[derive(Clone, Debug)]
pub struct Posed {
    /// The posed volumes, in the order of [`Tree::nodes`].
    pub frames: Vec<Frame3>,
    /// For each bounds of it and of all that is below it.
    pub(super) bounds: Kdops,
}

impl Posed {
    /// Poses each volume by [`Frame3::posed`]. A volume that is no frame once it is rounded is
    /// named by its number.
    pub(super) fn new(
        tree: &Tree,
        rotation: Quat,
        translation: Vec3,
    ) -> Result<Self, (u32, FrameError)> {
        let posed = |node: &super::Node| {
            node.frame().posed(rotation, translation).map_err(|error| (node.volume(), error))
        };
        let frames: Vec<Frame3> = tree.nodes().iter().map(posed).collect::<Result<_, _>>()?;
        let mut bounds = Kdops::default();
        frames.iter().for_each(|frame| bounds.push(&frame.kdop()));
        // Children come behind their parents.
        for (i, node) in tree.nodes().iter().enumerate().rev().filter(|(_, node)| !node.is_leaf()) {
            let children = node.children().map(|child| bounds.get(child as usize));
            let whole = children.fold(bounds.get(i), |whole: Kdop, child| whole.union(&child));
            bounds.set(i, &whole);
        }
        Ok(Self { frames, bounds })
    }

    /// A box round a volume and all that is below it, by its place in [`frames`](Self::frames).
    pub fn aabb(&self, node: u32) -> Aabb3 {
        self.bounds.get(node as usize).aabb()
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.frames[..]) + self.bounds.bytes()
    }
}
