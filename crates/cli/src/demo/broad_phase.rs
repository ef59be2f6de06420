//! Candidate pairs from a uniform grid.

use motzkin::glam::Vec3;
use motzkin::{Aabb3, Frame3, Pair};
use rayon::prelude::*;

/// Cells along each axis at the most: a cell's number then fits 32 bits.
const MOST_CELLS: f32 = 1024.0;

/// A cell's side, in mean sizes of the boxes.
const CELL: f32 = 1.5;

/// How far the boxes are widened on every side, in mean sizes: an engine that keeps its pairs for a
/// few steps does the same.
const MARGIN: f32 = 0.1;

/// Every pair of frames whose widened axis-aligned boxes meet, once, the smaller index first.
pub fn candidates(frames: &[Frame3]) -> Vec<Pair> {
    let boxes = widened(frames);
    let Some(grid) = Grid::over(&boxes) else { return Vec::new() };
    let spans: Vec<[[u32; 3]; 2]> = boxes.par_iter().map(|aabb| grid.span(aabb)).collect();
    // Cell and box in one number, so that sorting brings the boxes of a cell together.
    let mut entries: Vec<u64> = spans
        .par_iter()
        .enumerate()
        .flat_map_iter(|(number, &[low, high])| {
            let cells = (low[0]..=high[0]).flat_map(move |x| {
                (low[1]..=high[1]).flat_map(move |y| (low[2]..=high[2]).map(move |z| [x, y, z]))
            });
            cells.map(move |cell| u64::from(key(cell)) << 32 | number as u64)
        })
        .collect();
    entries.par_sort_unstable();
    let cells: Vec<&[u64]> = entries.chunk_by(|a, b| a >> 32 == b >> 32).collect();
    let pairs_of = |cell: &&[u64]| {
        let number = |entry: u64| entry as u32;
        let mut pairs = Vec::new();
        for (i, &a) in cell.iter().enumerate() {
            for &b in &cell[i + 1..] {
                let (a, b) = (number(a), number(b));
                let [a_low, b_low] = [a, b].map(|i| spans[i as usize][0]);
                // Boxes that share several cells are paired in the first of them only.
                let first = [0, 1, 2].map(|axis| a_low[axis].max(b_low[axis]));
                if u64::from(key(first)) == cell[0] >> 32
                    && boxes[a as usize].meets(&boxes[b as usize])
                {
                    pairs.push(Pair::new(a, b));
                }
            }
        }
        pairs
    };
    cells.par_iter().flat_map_iter(pairs_of).collect()
}

/// The axis-aligned boxes of the frames, widened by the margin.
fn widened(frames: &[Frame3]) -> Vec<Aabb3> {
    let mut boxes: Vec<Aabb3> = frames.par_iter().map(Frame3::aabb).collect();
    let margin = Vec3::splat(MARGIN * mean_side(&boxes));
    boxes.par_iter_mut().for_each(|aabb| {
        *aabb = Aabb3 { min: aabb.min - margin, max: aabb.max + margin };
    });
    boxes
}

fn mean_side(boxes: &[Aabb3]) -> f32 {
    boxes.iter().map(|aabb| (aabb.max - aabb.min).element_sum()).sum::<f32>()
        / (3 * boxes.len()) as f32
}

struct Grid {
    low: Vec3,
    side: f32,
}

impl Grid {
    fn over(boxes: &[Aabb3]) -> Option<Self> {
        let low = boxes.iter().map(|aabb| aabb.min).reduce(Vec3::min)?;
        let high = boxes.iter().map(|aabb| aabb.max).reduce(Vec3::max)?;
        let side = (mean_side(boxes) * CELL).max((high - low).max_element() / (MOST_CELLS - 1.0));
        Some(Self { low, side })
    }

    /// The first and the last cell that a box reaches, along each axis.
    fn span(&self, aabb: &Aabb3) -> [[u32; 3]; 2] {
        [aabb.min, aabb.max].map(|corner| {
            let cell =
                ((corner - self.low) / self.side).clamp(Vec3::ZERO, Vec3::splat(MOST_CELLS - 1.0));
            cell.to_array().map(|x| x as u32)
        })
    }
}

fn key([x, y, z]: [u32; 3]) -> u32 {
    x << 20 | y << 10 | z
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::whirl::Whirl;

    #[test]
    fn the_grid_finds_what_trying_all_pairs_finds() -> Result<(), motzkin::FrameError> {
        let seed = fastrand::u64(..);
        let frames = Whirl::new(700, seed).frames(3)?;
        let boxes = widened(&frames);
        let mut want = Vec::new();
        for a in 0..boxes.len() {
            for b in a + 1..boxes.len() {
                if boxes[a].meets(&boxes[b]) {
                    want.push(Pair::new(a as u32, b as u32));
                }
            }
        }
        let mut got = candidates(&frames);
        got.sort_unstable();
        assert!(got == want, "seed {seed}: {} pairs, not {}", got.len(), want.len());
        assert!(want.len() > 700, "seed {seed}: too few to tell");
        assert!(candidates(&[]).is_empty());
        Ok(())
    }
}
