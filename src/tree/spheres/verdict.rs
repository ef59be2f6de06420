//! What is known of two objects.

use crate::geom::Pair;
use std::time::Duration;

/// Whether two placed meshes meet. Surfaces have no interior, so touching and overlapping are one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshVerdict {
    /// They share no point. Exact.
    Separate,
    /// Their surfaces share a point. Exact.
    Meeting {
        /// A triangle of the first and one of the second that meet: which of many depends on what
        /// met before.
        triangles: [u32; 2],
    },
    /// Their surfaces share no point, but a connected part of one lies within the other, which is
    /// solid. Exact.
    Enclosed {
        /// True when the part is one of the second mesh.
        of_second: bool,
        /// A triangle of the part.
        triangle: u32,
    },
    /// A budget ended the search.
    Maybe {
        /// The surfaces are no farther apart than this.
        gap: f64,
    },
}

impl MeshVerdict {
    /// True for what is known to share a point.
    pub fn meets(&self) -> bool {
        matches!(self, Self::Meeting { .. } | Self::Enclosed { .. })
    }
}

/// Two objects that are not separate, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The objects, the one added earlier first.
    pub pair: Pair,
    /// Never [`MeshVerdict::Separate`].
    pub verdict: MeshVerdict,
}

/// Where the search for a pair ends before it is certain. Without limits verdicts are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryBudget {
    /// Nodes of this level, the root's being 0, are opened no more: the article's depth.
    pub depth: Option<u8>,
    /// So many pairs of nodes and of triangles are tested for a pair of objects.
    pub tests: Option<u64>,
    /// The search for a pair takes no longer than this, looked at now and then; its answers differ
    /// from run to run.
    pub time: Option<Duration>,
}
