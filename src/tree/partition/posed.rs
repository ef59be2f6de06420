//! An object's volumes in the world.

use super::tree::Tree;
use crate::error::FrameError;
use crate::geom::{Aabb3, Frame3};
use glam::{Quat, Vec3};

/// The volumes of an object where its pose puts them: 88 bytes each, computed when a search first comes by and kept until
/// the pose changes.
#[derive(Clone, Debug)]
pub struct Posed {
    /// The posed volumes, in the order of [`Tree::nodes`].
    pub frames: Vec<Frame3>,
    /// For each a box round it and all that is below it.
    pub boxes: Vec<Aabb3>,
}

impl Posed {
    /// Poses each volume by [`Frame3::posed`]. A volume that is no frame once it is rounded is named by its number.
    pub(super) fn new(tree: &Tree, rotation: Quat, translation: Vec3) -> Result<Self, (u32, FrameError)> {
        let posed = |node: &super::Node| {
            node.frame().posed(rotation, translation).map_err(|error| (node.volume(), error))
        };
        let frames: Vec<Frame3> = tree.nodes().iter().map(posed).collect::<Result<_, _>>()?;
        let mut boxes: Vec<Aabb3> = frames.iter().map(Frame3::aabb).collect();
        // Children come behind their parents.
        for (i, node) in tree.nodes().iter().enumerate().rev() {
            for child in node.children() {
                let Aabb3 { min, max } = boxes[child as usize];
                boxes[i] = Aabb3 { min: boxes[i].min.min(min), max: boxes[i].max.max(max) };
            }
        }
        Ok(Self { frames, boxes })
    }
}
