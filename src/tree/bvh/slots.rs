//! Posed frames of two objects, each posed when a test first needs it.

use super::lazy::Lazy;
use super::sides::Sides;
use crate::geom::{Frame3, Pair};

/// The slot of a node that is not posed.
const NONE: u32 = u32::MAX;

/// The posed frames of the nodes that a descent has reached, side by side. Serves one pair of
/// objects after another.
#[derive(Debug, Default)]
pub(super) struct Slots {
    pub frames: Vec<Frame3>,
    /// The slot of each node, for both objects.
    of: [Vec<u32>; 2],
    used: [Vec<u32>; 2],
}

impl Slots {
    /// Forgets all frames. Call this before the first pair of nodes of other objects.
    pub fn begin(&mut self, sides: &Sides<'_, Lazy<'_>>) {
        self.frames.clear();
        let sizes = [sides.a.nodes.len(), sides.b.nodes.len()];
        for ((of, used), size) in self.of.iter_mut().zip(&mut self.used).zip(sizes) {
            used.drain(..).for_each(|node| of[node as usize] = NONE);
            if of.len() < size {
                of.resize(size, NONE);
            }
        }
    }

    /// Returns the slots of a pair of nodes.
    pub fn pair(&mut self, sides: &Sides<'_, Lazy<'_>>, nodes: Pair) -> Pair {
        let a = self.slot(0, &sides.a.posed, nodes.a);
        Pair::new(a, self.slot(1, &sides.b.posed, nodes.b))
    }

    #[inline]
    fn slot(&mut self, side: usize, object: &Lazy<'_>, node: u32) -> u32 {
        let slot = &mut self.of[side][node as usize];
        if *slot == NONE {
            *slot = self.frames.len() as u32;
            self.used[side].push(node);
            self.frames.push(object.frame(node));
        }
        *slot
    }
}
