//! What is kept of a pair from step to step.

use crate::number_map::NumberMap;
use crate::tree::spheres::verdict::MeshVerdict;

/// What is kept of all pairs.
pub(super) type Memories = NumberMap<Key, Memory>;

/// The numbers of two objects, the lesser one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(u64);

impl From<[u32; 2]> for Key {
    fn from([a, b]: [u32; 2]) -> Self {
        Self(u64::from(a) << 32 | u64::from(b))
    }
}

impl Key {
    /// Returns the numbers of both objects.
    pub fn objects(self) -> [u32; 2] {
        [(self.0 >> 32) as u32, self.0 as u32]
    }
}

/// The last finding of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    pub finding: Finding,
    /// The last step that used the finding.
    pub step: u32,
    /// The step of the search.
    pub searched: u32,
    /// Which objects they were.
    pub births: [u64; 2],
}

/// What a search has found, as far as it says something of later steps.
#[derive(Clone, Copy, Debug)]
pub(super) enum Finding {
    /// Triangles that met.
    Meeting([u32; 2]),
    Apart(Apart),
}

/// No surfaces met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart {
    /// What solids hold stays what it is while the surfaces stay apart.
    pub verdict: MeshVerdict,
    /// A lower bound of the distance of the surfaces at that time.
    pub gap: f64,
    /// How far both objects had moved by then.
    pub moved: [f64; 2],
}

impl Apart {
    /// Returns true if the objects cannot have covered the gap between them since. `moved` is how
    /// far both have moved by now.
    ///
    /// Then nothing has gone into a solid or come out of it either. Let every point go straight
    /// from where it was to where it is: no point goes further than the object moved, so the
    /// surfaces never meet on the way, and the winding number about a point cannot change.
    pub fn is_still(&self, moved: [f64; 2], slack: f64) -> bool {
        // A difference rounds once. The slack pays for that of the sum.
        let since = |i: usize| (moved[i] - self.moved[i]).next_up();
        self.gap > slack && since(0) + since(1) + slack < self.gap
    }
}

/// How far the points of an object have moved so far, all ways together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moved(f64);

impl Moved {
    /// Adds a way, and is never less than the sum. A way that is no number may be of any length.
    pub fn add(&mut self, way: f64) {
        if way.is_nan() {
            self.0 = f64::INFINITY;
        } else if way > 0.0 {
            self.0 = (self.0 + way).next_up();
        }
    }

    pub fn so_far(&self) -> f64 {
        self.0
    }
}
