//! Where in space boxes are: a hierarchical hash grid, a level of it for each size of boxes (Eitz
//! and Gu, 2007).

use crate::geom::Aabb3;
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

/// Where a cell lies, in its own size.
type Cell = [i64; 3];

/// A level of the grid: the exponent of two that is the size of its cells.
type Level = i32;

/// The least level: half the least `f32` there is.
const LEAST: Level = -150;

/// Boxes by number. Each stands in one cell, that of its lower corner, on the level whose cells are
/// as large as the box is, and no more than four times as large unless it is next to nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    levels: BTreeMap<Level, HashMap<Cell, Vec<u32>>>,
}

impl Index {
    pub fn insert(&mut self, number: u32, aabb: &Aabb3) {
        let (level, cell) = place(aabb);
        self.levels.entry(level).or_default().entry(cell).or_default().push(number);
    }

    /// Puts a box where it has gone.
    pub fn renew(&mut self, number: u32, old: &Aabb3, new: &Aabb3) {
        if place(old) != place(new) {
            self.remove(number, old);
            self.insert(number, new);
        }
    }

    /// Forgets a box. Nothing empty is kept, so that what is looked at is bounded by what there is.
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

    /// Shows all boxes that meet this one, once each and in any order, and some more.
    pub fn near(&self, aabb: &Aabb3, mut found: impl FnMut(u32)) {
        for (&level, cells) in &self.levels {
            // A box that meets this one begins less than a cell before it.
            let size = size_of_cell(level);
            let reach = [0, 1, 2].map(|axis| {
                let (low, high) = (f64::from(aabb.min[axis]), f64::from(aabb.max[axis]));
                at(low - size, level)..=at(high, level)
            });
            if count(&reach) > cells.len() as u128 {
                let inside = |cell: &Cell| (0..3).all(|axis| reach[axis].contains(&cell[axis]));
                cells
                    .iter()
                    .filter(|(cell, _)| inside(cell))
                    .for_each(|(_, numbers)| numbers.iter().for_each(|&i| found(i)));
                continue;
            }
            let [xs, ys, zs] = reach;
            for (x, y) in xs.flat_map(|x| ys.clone().map(move |y| (x, y))) {
                for numbers in zs.clone().filter_map(|z| cells.get(&[x, y, z])) {
                    numbers.iter().for_each(|&i| found(i));
                }
            }
        }
    }
}

fn count(reach: &[RangeInclusive<i64>; 3]) -> u128 {
    let along = |range: &RangeInclusive<i64>| {
        (i128::from(*range.end()) - i128::from(*range.start()) + 1) as u128
    };
    reach.iter().map(along).fold(1, u128::saturating_mul)
}

fn size_of_cell(level: Level) -> f64 {
    f64::from(level).exp2()
}

/// The cell of a coordinate. Grows with it, and where there are no more numbers for cells it stays
/// the last.
fn at(coordinate: f64, level: Level) -> i64 {
    (coordinate / size_of_cell(level)).floor() as i64
}

fn place(aabb: &Aabb3) -> (Level, Cell) {
    let extent = |axis: usize| f64::from(aabb.max[axis]) - f64::from(aabb.min[axis]);
    let widest = [0, 1, 2].map(extent).into_iter().fold(0.0, f64::max);
    // A power of two above the extent and its rounding; what is infinite or not a number is on the
    // last level, and in its last cells.
    let level = (widest.log2().ceil() as Level).saturating_add(1).max(LEAST);
    (level, [0, 1, 2].map(|axis| at(aabb.min[axis].into(), level)))
}
