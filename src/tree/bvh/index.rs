//! Boxes by their places in space: a hierarchical hash grid, with one level for each size of boxes
//! (Eitz and Gu, 2007).

use crate::geom::Aabb3;
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

/// The place of a cell, in units of its size.
type Cell = [i64; 3];

/// A level of the grid. The size of its cells is two to the power of the level.
type Level = i32;

/// The least level: half of the least `f32`.
const LEAST: Level = -150;

/// Numbered boxes. Each box is in one cell: the cell of its lower corner, on a level whose cells
/// are at least as large as the box. They are at most four times as large, except on the least
/// level.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    levels: BTreeMap<Level, HashMap<Cell, Vec<u32>>>,
}

impl Index {
    pub fn insert(&mut self, number: u32, aabb: &Aabb3) {
        let (level, cell) = place(aabb);
        self.levels.entry(level).or_default().entry(cell).or_default().push(number);
    }

    /// Moves a box.
    pub fn renew(&mut self, number: u32, old: &Aabb3, new: &Aabb3) {
        if place(old) != place(new) {
            self.remove(number, old);
            self.insert(number, new);
        }
    }

    /// Removes a box. Empty cells and levels are removed too, so that the cost of
    /// [`near`](Self::near) is bounded by the number of boxes.
    pub fn remove(&mut self, number: u32, aabb: &Aabb3) {
        let (level, cell) = place(aabb);
        if let Some(cells) = self.levels.get_mut(&level) {
            if let Some(numbers) = cells.get_mut(&cell) {
                numbers.retain(|&other| other != number);
                if numbers.is_empty() {
                    cells.remove(&cell);
                }
            }
            if cells.is_empty() {
                self.levels.remove(&level);
            }
        }
    }

    /// Calls `found` with all boxes that meet this one, and with some more: once for each box, in
    /// any order.
    pub fn near(&self, aabb: &Aabb3, mut found: impl FnMut(u32)) {
        for (&level, cells) in &self.levels {
            // The lower corner of a box that meets this one is less than a cell below it.
            let size = size_of_cell(level);
            let cells_near = [0, 1, 2].map(|axis| {
                let (low, high) = (f64::from(aabb.min[axis]), f64::from(aabb.max[axis]));
                at(low - size, level)..=at(high, level)
            });
            if count(&cells_near) > cells.len() as u128 {
                let inside =
                    |cell: &Cell| (0..3).all(|axis| cells_near[axis].contains(&cell[axis]));
                cells
                    .iter()
                    .filter(|(cell, _)| inside(cell))
                    .for_each(|(_, numbers)| numbers.iter().for_each(|&i| found(i)));
                continue;
            }
            let [xs, ys, zs] = cells_near;
            for (x, y) in xs.flat_map(|x| ys.clone().map(move |y| (x, y))) {
                for numbers in zs.clone().filter_map(|z| cells.get(&[x, y, z])) {
                    numbers.iter().for_each(|&i| found(i));
                }
            }
        }
    }
}

fn count(ranges: &[RangeInclusive<i64>; 3]) -> u128 {
    let along = |range: &RangeInclusive<i64>| {
        (i128::from(*range.end()) - i128::from(*range.start()) + 1) as u128
    };
    ranges.iter().map(along).fold(1, u128::saturating_mul)
}

fn size_of_cell(level: Level) -> f64 {
    f64::from(level).exp2()
}

/// Returns the cell of a coordinate. Coordinates beyond the range of `i64` are in the last cells.
fn at(coordinate: f64, level: Level) -> i64 {
    (coordinate / size_of_cell(level)).floor() as i64
}

fn place(aabb: &Aabb3) -> (Level, Cell) {
    let extent = |axis: usize| f64::from(aabb.max[axis]) - f64::from(aabb.min[axis]);
    let widest = [0, 1, 2].map(extent).into_iter().fold(0.0, f64::max);
    // A power of two above the extent and its rounding. A box that is not finite is on the last
    // level, in its last cells.
    let level = (widest.log2().ceil() as Level).saturating_add(1).max(LEAST);
    (level, [0, 1, 2].map(|axis| at(aabb.min[axis].into(), level)))
}
