//! What is kept of a pair from step to step.

use crate::geom::Pose;
use crate::tree::spheres::relative::motion;
use crate::tree::spheres::verdict::MeshVerdict;
use glam::DVec3;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What is kept of all pairs.
pub(super) type Memories = HashMap<Key, Memory, BuildHasherDefault<KeyHasher>>;

/// The numbers of two objects, the lesser one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(u64);

impl From<[u32; 2]> for Key {
    fn from([a, b]: [u32; 2]) -> Self {
        Self(u64::from(a) << 32 | u64::from(b))
    }
}

/// The numbers are those that the world gives out, so that a product spreads them well enough.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, key: u64) {
        /// An odd number near `2^64` divided by the golden ratio.
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        // A table reads the highest bits and the lowest ones.
        let upper = (key >> 32).wrapping_mul(GOLDEN).rotate_left(26);
        self.0 = (upper ^ key).wrapping_mul(GOLDEN).rotate_left(26);
    }
}

/// The last finding of a pair, and the poses at that time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// Triangles that met.
    pub witness: Option<[u32; 2]>,
    /// The verdict, if no surfaces met: what solids hold stays what it is while the surfaces stay
    /// apart.
    pub apart: MeshVerdict,
    /// A lower bound of the distance of the surfaces in these poses.
    pub gap: f64,
    pub poses: [Pose; 2],
    /// The last step that used the finding.
    pub step: u32,
    /// The step of the search.
    pub searched: u32,
    /// Which objects they were.
    pub births: [u64; 2],
}

impl Memory {
    /// Returns true if the objects cannot have covered the gap between them since. `spheres` are
    /// their root spheres.
    ///
    /// Then nothing has gone into a solid or come out of it either. Let every point go straight from
    /// where it was to where it is: no point goes further than the object moved, so the surfaces
    /// never meet on the way, and the winding number about a point cannot change.
    pub fn still_apart(&self, poses: [&Pose; 2], spheres: [(DVec3, f64); 2], slack: f64) -> bool {
        let moved = |i: usize| motion(&self.poses[i], poses[i], spheres[i].0, spheres[i].1);
        self.gap > slack && moved(0) + moved(1) + slack < self.gap
    }
}
