//! Whether the nodes of a hierarchy stay valid frames in a pose.

use super::node::BvhNode;
use crate::error::FrameError;
use crate::geom::{Pose, Solidity};

/// Nodes that are looked at together where it is not known of all of them.
const GROUP: usize = 64;

/// What tells of most poses that all nodes are valid in them: 40 bytes for each 64 nodes, and 40
/// more.
#[derive(Clone, Debug)]
pub(super) struct Validity {
    whole: Solidity,
    groups: Box<[Solidity]>,
}

impl Validity {
    pub fn new(nodes: &[BvhNode]) -> Self {
        let of = |nodes: &[BvhNode]| {
            let each = nodes.iter().map(|node| Solidity::new(&node.frame()));
            each.fold(Solidity::NOTHING, Solidity::and)
        };
        let groups: Box<[Solidity]> = nodes.chunks(GROUP).map(of).collect();
        let whole = groups.iter().copied().fold(Solidity::NOTHING, Solidity::and);
        Self { whole, groups }
    }

    /// Checks the nodes in a pose, and poses only those of which it is not known.
    ///
    /// # Errors
    ///
    /// Returns the number of the first frame that is not valid once it is posed and rounded.
    pub fn check(&self, nodes: &[BvhNode], pose: &Pose) -> Result<(), (u32, FrameError)> {
        if self.whole.holds(pose) {
            return Ok(());
        }
        let groups = nodes.chunks(GROUP).zip(&self.groups);
        let doubtful = groups.filter(|(_, group)| !group.holds(pose)).flat_map(|(nodes, _)| nodes);
        for node in doubtful {
            node.frame().posed(pose).map_err(|error| (node.frame_index(), error))?;
        }
        Ok(())
    }
}
