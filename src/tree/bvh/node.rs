//! A frame and its place in the hierarchy, in 64 bytes.

use crate::geom::Frame3;
use std::ops::Range;

/// A node of a [`Bvh`](super::Bvh): 64 bytes, the same bits on CPU and GPU.
///
/// The rows are those of a [`Frame3`], with links where a frame has its velocity.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(16))]
pub struct BvhNode {
    origin: [f32; 3],
    tag: f32,
    edge0: [f32; 3],
    first: u32,
    edge1: [f32; 3],
    count: u32,
    edge2: [f32; 3],
    index: u32,
}

impl BvhNode {
    /// Makes the node of frame number `index`, with `count` children from node `first` on.
    pub(crate) fn new(frame: &Frame3, first: u32, count: u32, index: u32) -> Self {
        let [[x, y, z, tag], e0, e1, e2] = *frame.rows();
        let edge = |[x, y, z, _]: [f32; 4]| [x, y, z];
        let origin = [x, y, z];
        Self { origin, tag, edge0: edge(e0), first, edge1: edge(e1), count, edge2: edge(e2), index }
    }

    /// Returns the frame in the object's own coordinates, at rest.
    pub fn frame(&self) -> Frame3 {
        // Without an array that is mapped: it costs calls.
        let row = |[x, y, z]: [f32; 3], w: f32| [x, y, z, w];
        bytemuck::cast([
            row(self.origin, self.tag),
            row(self.edge0, 0.0),
            row(self.edge1, 0.0),
            row(self.edge2, 0.0),
        ])
    }

    /// Returns the indices of the children in [`Bvh::nodes`](super::Bvh::nodes). They stand behind
    /// their parent. A leaf has none.
    pub fn children(&self) -> Range<u32> {
        self.first..self.first + self.count
    }

    /// Returns true if there are no children.
    pub fn is_leaf(&self) -> bool {
        self.count == 0
    }

    /// Returns the number of the frame in the list that the hierarchy was built from.
    pub fn frame_index(&self) -> u32 {
        self.index
    }
}
