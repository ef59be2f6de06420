//! A tree of volumes.

use super::error::TreeError;
use super::node::Node;
use crate::geom::Frame3;

/// An object as a tree of volumes: 64 bytes a volume, links included. Objects that look alike share
/// one.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    nodes: Vec<Node>,
    levels: u32,
}

impl Tree {
    /// A tree of volumes, each with the number of its parent, which may come before or behind it.
    /// One has none: the root, which is to hold the whole object. Levels may be of any number, and
    /// the paths to the deepest volumes of different lengths.
    ///
    /// # Errors
    ///
    /// No volume or too many; one that is no frame; a parent that does not exist, a second root, a
    /// cycle. That volumes lie within their parents is asked for by
    /// [`check_nesting`](Self::check_nesting).
    ///
    /// ```
    /// use motzkin::{Frame3, glam::Vec3, tree::partition::Tree};
    ///
    /// let slab = |low: f32, high: f32| Frame3::aligned_box(Vec3::splat(low), Vec3::splat(high));
    /// let tree = Tree::new([(slab(0.0, 1.0)?, None), (slab(0.0, 0.5)?, Some(0)), (slab(0.5, 1.0)?, Some(0))])?;
    /// assert_eq!((tree.nodes().len(), tree.levels()), (3, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        volumes: impl IntoIterator<Item = (Frame3, Option<u32>)>,
    ) -> Result<Self, TreeError> {
        let volumes: Vec<(Frame3, Option<u32>)> = volumes.into_iter().collect();
        let count = u32::try_from(volumes.len()).map_err(|_| TreeError::TooLarge(volumes.len()))?;
        let mut root = None;
        // How many children each has; then where they begin, volume by volume.
        let mut starts = vec![0_u32; volumes.len() + 1];
        for (volume, (frame, parent)) in (0..count).zip(&volumes) {
            frame.validate_resting().map_err(|error| TreeError::Volume { volume, error })?;
            match (*parent, root) {
                (Some(parent), _) if parent >= count => {
                    return Err(TreeError::NoSuchParent { volume, parent });
                }
                (Some(parent), _) => starts[parent as usize + 1] += 1,
                (None, None) => root = Some(volume),
                (None, Some(root)) => return Err(TreeError::Orphan { volume, root }),
            }
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut by_parent = vec![0_u32; starts[volumes.len()] as usize];
        let mut next = starts.clone();
        for (volume, (_, parent)) in (0..count).zip(&volumes) {
            if let Some(parent) = *parent {
                by_parent[next[parent as usize] as usize] = volume;
                next[parent as usize] += 1;
            }
        }
        let Some(root) = root else {
            return Err(if count == 0 {
                TreeError::Empty
            } else {
                TreeError::Cycle { volume: cycle(&volumes, 0) }
            });
        };
        // Level by level, so that the children of a volume stand together, behind it.
        let mut order = vec![root];
        let (mut done, mut levels) = (0, 0);
        let mut nodes = Vec::with_capacity(volumes.len());
        while done < order.len() {
            let end = order.len();
            for place in done..end {
                let volume = order[place];
                let children =
                    starts[volume as usize] as usize..starts[volume as usize + 1] as usize;
                let first = order.len() as u32;
                nodes.push(Node::new(
                    &volumes[volume as usize].0,
                    first,
                    children.len() as u32,
                    volume,
                ));
                order.extend_from_slice(&by_parent[children]);
            }
            (done, levels) = (end, levels + 1);
        }
        if order.len() < volumes.len() {
            let mut reached = vec![false; volumes.len()];
            order.iter().for_each(|&volume| reached[volume as usize] = true);
            let lost = (0..count).find(|&volume| !reached[volume as usize]).unwrap_or(0);
            return Err(TreeError::Cycle { volume: cycle(&volumes, lost) });
        }
        Ok(Self { nodes, levels })
    }

    /// The volumes level by level, the root first; children stand together.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// How many levels there are; 1 for a root alone.
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// How many volumes have no children.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_leaf()).count()
    }

    /// The parent of each volume, by their places in [`nodes`](Self::nodes); the root's is the
    /// root.
    pub fn parents(&self) -> Vec<u32> {
        let mut parents = vec![0; self.nodes.len()];
        for (parent, node) in (0..).zip(&self.nodes) {
            node.children().for_each(|child| parents[child as usize] = parent);
        }
        parents
    }

    /// The bytes of the tree: 64 for each volume.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
    }
}

/// A volume of the cycle that the forebears of this one run into.
fn cycle(volumes: &[(Frame3, Option<u32>)], from: u32) -> u32 {
    let up = |volume: u32| volumes[volume as usize].1.unwrap_or(volume);
    // After as many steps as there are volumes every path goes round.
    (0..volumes.len()).fold(from, |volume, _| up(volume))
}
