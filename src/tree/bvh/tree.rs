//! The hierarchy of one object.

use super::error::BvhError;
use super::node::BvhNode;
use super::validity::Validity;
use crate::error::FrameError;
#[cfg(feature = "polytopes")]
use crate::geom::Aabb3;
use crate::geom::{Frame3, Pose};
use crate::kernel::Outlines;
use std::sync::OnceLock;

/// A bounding volume hierarchy of frames: 64 bytes a node and 40 for every 64 of them, 52 more a
/// node once a search has gone below the root, and 24 more once a scene has asked about its leaves.
///
/// Its parallelepipeds and tetrahedra are in the coordinates of an object. Objects that look alike
/// share one hierarchy. A `Bvh` never changes.
///
/// - [`Bvh::new`] takes the whole hierarchy, with any number of levels and of children.
/// - [`Bvh::over`] takes the leaves and builds boxes above them.
/// - [`MeshBvh::new`](super::MeshBvh::new) takes a triangle mesh.
#[derive(Clone, Debug)]
pub struct Bvh {
    nodes: Vec<BvhNode>,
    levels: u32,
    validity: Validity,
    /// The most children of a node.
    #[cfg(feature = "gpu")]
    widest: u32,
    /// Laid out when a search first goes below the root.
    outlines: OnceLock<Outlines>,
    /// Built when it is first asked for.
    #[cfg(feature = "polytopes")]
    leaf_boxes: OnceLock<Box<[Aabb3]>>,
}

impl PartialEq for Bvh {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
    }
}

impl Bvh {
    /// Builds a hierarchy from frames, each with the number of its parent.
    ///
    /// Frames are numbered from 0 in the order of the list. A parent may come before or behind its
    /// children. One frame has no parent: the root, which has to hold the whole object. Levels may
    /// have any number of nodes, and leaves may lie on any level. Costs a few passes over the list.
    ///
    /// The constructor does not check that frames lie within their parents:
    /// [`check_nesting`](Self::check_nesting) does.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no frame or there are too many, if a frame is not valid, if a
    /// parent does not exist, if there is a second root, or if the parents form a cycle.
    ///
    /// ```
    /// use motzkin::{Bvh, Frame3, glam::Vec3};
    ///
    /// let slab = |low: f32, high: f32| Frame3::aligned_box(Vec3::splat(low), Vec3::splat(high));
    /// let [whole, low, high] = [slab(0.0, 1.0)?, slab(0.0, 0.5)?, slab(0.5, 1.0)?];
    /// let tree = Bvh::new([(whole, None), (low, Some(0)), (high, Some(0))])?;
    /// assert_eq!((tree.nodes().len(), tree.levels()), (3, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(frames: impl IntoIterator<Item = (Frame3, Option<u32>)>) -> Result<Self, BvhError> {
        let frames: Vec<(Frame3, Option<u32>)> = frames.into_iter().collect();
        let count = u32::try_from(frames.len()).map_err(|_| BvhError::TooLarge(frames.len()))?;
        let mut root = None;
        // The number of children of each frame; then the place where they begin.
        let mut starts = vec![0_u32; frames.len() + 1];
        for (number, (frame, parent)) in (0..count).zip(&frames) {
            frame.validate_resting().map_err(|error| BvhError::Frame { frame: number, error })?;
            match (*parent, root) {
                (Some(parent), _) if parent >= count => {
                    return Err(BvhError::NoSuchParent { frame: number, parent });
                }
                (Some(parent), _) => starts[parent as usize + 1] += 1,
                (None, None) => root = Some(number),
                (None, Some(root)) => return Err(BvhError::SecondRoot { frame: number, root }),
            }
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut by_parent = vec![0_u32; starts[frames.len()] as usize];
        let mut next = starts.clone();
        for (number, (_, parent)) in (0..count).zip(&frames) {
            if let Some(parent) = *parent {
                by_parent[next[parent as usize] as usize] = number;
                next[parent as usize] += 1;
            }
        }
        let Some(root) = root else {
            return Err(if count == 0 {
                BvhError::Empty
            } else {
                BvhError::Cycle { frame: cycle(&frames, 0) }
            });
        };
        // Level by level, so that the children of a node stand together, behind the node.
        let mut order = vec![root];
        let (mut done, mut levels) = (0, 0);
        let mut nodes = Vec::with_capacity(frames.len());
        while done < order.len() {
            let end = order.len();
            for place in done..end {
                let number = order[place];
                let children =
                    starts[number as usize] as usize..starts[number as usize + 1] as usize;
                let first = order.len() as u32;
                nodes.push(BvhNode::new(
                    &frames[number as usize].0,
                    first,
                    children.len() as u32,
                    number,
                ));
                order.extend_from_slice(&by_parent[children]);
            }
            (done, levels) = (end, levels + 1);
        }
        if order.len() < frames.len() {
            let mut reached = vec![false; frames.len()];
            order.iter().for_each(|&number| reached[number as usize] = true);
            let lost = (0..count).find(|&number| !reached[number as usize]).unwrap_or(0);
            return Err(BvhError::Cycle { frame: cycle(&frames, lost) });
        }
        Ok(Self {
            #[cfg(feature = "gpu")]
            widest: nodes.iter().map(|node| node.children().len() as u32).max().unwrap_or(0),
            validity: Validity::new(&nodes),
            nodes,
            levels,
            outlines: OnceLock::new(),
            #[cfg(feature = "polytopes")]
            leaf_boxes: OnceLock::new(),
        })
    }

    /// Returns the nodes level by level, the root first. The children of a node stand together.
    pub fn nodes(&self) -> &[BvhNode] {
        &self.nodes
    }

    /// Returns the number of levels; 1 for a root alone.
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// Returns the most children of a node.
    #[cfg(feature = "gpu")]
    pub(crate) fn widest(&self) -> u32 {
        self.widest
    }

    /// Returns the number of nodes without children. Looks at every node.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_leaf()).count()
    }

    /// Returns the parent of each node, as indices in [`nodes`](Self::nodes). The root is its own
    /// parent. Looks at every node.
    pub fn parents(&self) -> Vec<u32> {
        let mut parents = vec![0; self.nodes.len()];
        for (parent, node) in (0..).zip(&self.nodes) {
            node.children().for_each(|child| parents[child as usize] = parent);
        }
        parents
    }

    /// Checks that all nodes are valid frames in a pose, in some ten nanoseconds where none of them
    /// may become flat.
    ///
    /// # Errors
    ///
    /// Returns the number of the first frame, level by level, that is not.
    pub(crate) fn check_posed(&self, pose: &Pose) -> Result<(), (u32, FrameError)> {
        self.validity.check(&self.nodes, pose)
    }

    /// Returns what bounds of all nodes in a pose are computed from. Laid out by the first call,
    /// and kept: 52 bytes a node.
    pub(super) fn outlines(&self) -> &Outlines {
        self.outlines.get_or_init(|| Outlines::new(self.nodes.iter().map(BvhNode::frame)))
    }

    /// Returns for each node a box round the leaves below it. They need not lie within the frame of
    /// the node. Computed by the first call, and kept: 24 bytes a node.
    #[cfg(feature = "polytopes")]
    pub(crate) fn leaf_boxes(&self) -> &[Aabb3] {
        self.leaf_boxes.get_or_init(|| {
            let mut boxes = vec![<Aabb3 as crate::geom::Aabb>::NOTHING; self.nodes.len()];
            // Children come behind their parents.
            for (i, node) in self.nodes.iter().enumerate().rev() {
                let whole = boxes[i];
                let join = |whole: Aabb3, child: Aabb3| Aabb3 {
                    min: whole.min.min(child.min),
                    max: whole.max.max(child.max),
                };
                boxes[i] = match node.is_leaf() {
                    true => node.frame().aabb(),
                    false => node.children().map(|child| boxes[child as usize]).fold(whole, join),
                };
            }
            boxes.into_boxed_slice()
        })
    }

    /// Returns the bytes of the nodes: 64 for each. What is laid out beside them is not counted.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
    }
}

/// Returns a frame of the cycle that the ancestors of a frame run into.
fn cycle(frames: &[(Frame3, Option<u32>)], from: u32) -> u32 {
    let up = |number: u32| frames[number as usize].1.unwrap_or(number);
    // After as many steps as there are frames every path goes round.
    (0..frames.len()).fold(from, |number, _| up(number))
}
