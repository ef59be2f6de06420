//! Candidate pairs from a tree of boxes that stays between frames.

use motzkin::broad::{BoxTree, BroadError, PairOptions};
use motzkin::{Aabb, Aabb3, Frame3, Pair};
use rayon::prelude::*;

/// How far the boxes are widened on every side, in mean sizes: an engine that keeps its pairs for a
/// few steps does the same.
const MARGIN: f32 = 0.1;

/// The tree over the boxes of the last frames.
#[derive(Default)]
pub struct BroadPhase(Option<BoxTree<Aabb3>>);

impl BroadPhase {
    /// Lists every pair of frames whose widened axis-aligned boxes meet, once, the smaller index
    /// first. The list replaces what `pairs` held: its memory serves from frame to frame.
    pub fn candidates(
        &mut self,
        frames: &[Frame3],
        pairs: &mut Vec<Pair>,
    ) -> Result<(), BroadError> {
        let boxes = widened(frames);
        let tree = match self.0.take() {
            Some(mut tree) if tree.len() == boxes.len() => {
                tree.refit(&boxes)?;
                tree
            }
            _ => BoxTree::build(&boxes)?,
        };
        self.0.insert(tree).pairs(&PairOptions::default(), pairs)
    }
}

/// The axis-aligned boxes of the frames, widened by the margin.
fn widened(frames: &[Frame3]) -> Vec<Aabb3> {
    let mut boxes: Vec<Aabb3> = frames.par_iter().map(Frame3::aabb).collect();
    let margin = MARGIN * mean_side(&boxes);
    boxes.par_iter_mut().for_each(|aabb| *aabb = aabb.grown(margin).clamped());
    boxes
}

fn mean_side(boxes: &[Aabb3]) -> f32 {
    boxes.iter().map(|aabb| (aabb.max - aabb.min).element_sum()).sum::<f32>()
        / (3 * boxes.len()) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::whirl::Whirl;

    #[test]
    fn the_tree_finds_what_trying_all_pairs_finds() -> Result<(), Box<dyn std::error::Error>> {
        let seed = fastrand::u64(..);
        let whirl = Whirl::new(700, seed);
        let (mut broad_phase, mut got) = (BroadPhase::default(), Vec::new());
        // The tree of one frame serves the next.
        for number in 3..6 {
            let frames = whirl.frames(number)?;
            let boxes = widened(&frames);
            let mut want = Vec::new();
            for a in 0..boxes.len() {
                for b in a + 1..boxes.len() {
                    if boxes[a].meets(&boxes[b]) {
                        want.push(Pair::new(a as u32, b as u32));
                    }
                }
            }
            broad_phase.candidates(&frames, &mut got)?;
            assert!(got == want, "seed {seed}: {} pairs, not {}", got.len(), want.len());
            assert!(want.len() > 700, "seed {seed}: too few to tell");
        }
        broad_phase.candidates(&[], &mut got)?;
        assert!(got.is_empty());
        Ok(())
    }
}
