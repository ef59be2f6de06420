//! A volume and its place in the tree, in 64 bytes.

use crate::geom::Frame3;
use std::ops::Range;

/// A volume of a tree: 64 bytes, the same bits on CPU and GPU. The rows are those of a [`Frame3`],
/// with links where a frame has its velocity.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(16))]
pub struct Node {
    origin: [f32; 3],
    tag: f32,
    edge0: [f32; 3],
    first: u32,
    edge1: [f32; 3],
    count: u32,
    edge2: [f32; 3],
    volume: u32,
}

impl Node {
    /// A volume with its children at `first` and behind.
    pub(crate) fn new(frame: &Frame3, first: u32, count: u32, volume: u32) -> Self {
        let [[x, y, z, tag], e0, e1, e2] = *frame.rows();
        let edge = |[x, y, z, _]: [f32; 4]| [x, y, z];
        let origin = [x, y, z];
        Self {
            origin,
            tag,
            edge0: edge(e0),
            first,
            edge1: edge(e1),
            count,
            edge2: edge(e2),
            volume,
        }
    }

    /// The volume, in the object's own coordinates, at rest.
    pub fn frame(&self) -> Frame3 {
        let row = |[x, y, z]: [f32; 3], w: f32| [x, y, z, w];
        let [e0, e1, e2] = [self.edge0, self.edge1, self.edge2].map(|edge| row(edge, 0.0));
        bytemuck::cast([row(self.origin, self.tag), e0, e1, e2])
    }

    /// The nodes that refine it, behind it in [`Tree::nodes`](super::Tree::nodes); empty for a
    /// deepest volume.
    pub fn children(&self) -> Range<u32> {
        self.first..self.first + self.count
    }

    /// True for a volume that nothing refines.
    pub fn is_leaf(&self) -> bool {
        self.count == 0
    }

    /// The number that the volume had when the tree was built.
    pub fn volume(&self) -> u32 {
        self.volume
    }
}
