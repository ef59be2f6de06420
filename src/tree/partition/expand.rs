//! From a pair of volumes to the pairs that refine it.

use super::node::Node;
use super::posed::Posed;
use crate::geom::{Aabb3, Frame3, Pair};
use std::ops::Range;

/// One of two objects.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub nodes: &'a [Node],
    pub posed: &'a Posed,
}

impl Side<'_> {
    /// What refines a volume: its children, or itself where it has none.
    pub fn refined(&self, node: u32) -> Range<u32> {
        let found = &self.nodes[node as usize];
        if found.is_leaf() { node..node + 1 } else { found.children() }
    }

    pub fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].is_leaf()
    }

    fn aabb(&self, node: u32) -> &Aabb3 {
        &self.posed.boxes[node as usize]
    }
}

/// Two objects that are compared.
#[derive(Clone, Copy)]
pub(super) struct Sides<'a> {
    pub a: Side<'a>,
    pub b: Side<'a>,
}

impl<'a> Sides<'a> {
    /// The posed volumes of a pair.
    pub fn frames(&self, pair: Pair) -> (&'a Frame3, &'a Frame3) {
        (&self.a.posed.frames[pair.a as usize], &self.b.posed.frames[pair.b as usize])
    }

    /// True for a pair that nothing refines.
    pub fn is_deepest(&self, pair: Pair) -> bool {
        self.a.is_leaf(pair.a) && self.b.is_leaf(pair.b)
    }
}

/// A pair of volumes that meet and are to be refined.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub pair: Pair,
    /// Which children of the first volume have been paired already.
    pub done: u32,
}

impl From<Pair> for Open {
    fn from(pair: Pair) -> Self {
        Self { pair, done: 0 }
    }
}

/// Boxes tested side by side.
const LANES: usize = 16;

/// Some boxes, coordinate by coordinate, in whole groups.
#[derive(Default)]
pub(super) struct Columns {
    nodes: Vec<u32>,
    low: [Vec<f32>; 3],
    high: [Vec<f32>; 3],
}

impl Columns {
    fn fill(&mut self, side: &Side<'_>, nodes: Range<u32>, common: &Aabb3) {
        self.nodes.clear();
        self.low.iter_mut().chain(&mut self.high).for_each(Vec::clear);
        for node in nodes {
            let own = side.aabb(node);
            if own.meets(common) {
                self.nodes.push(node);
                for axis in 0..3 {
                    self.low[axis].push(own.min[axis]);
                    self.high[axis].push(own.max[axis]);
                }
            }
        }
        // What fills the last group meets nothing.
        let room = self.nodes.len().next_multiple_of(LANES);
        self.low.iter_mut().for_each(|low| low.resize(room, f32::INFINITY));
        self.high.iter_mut().for_each(|high| high.resize(room, f32::NEG_INFINITY));
    }

    /// Tells which of the boxes meet this one.
    #[inline]
    fn meeting(&self, own: &Aabb3, mut found: impl FnMut(u32)) {
        let (low, high) = (own.min.to_array(), own.max.to_array());
        for first in (0..self.nodes.len()).step_by(LANES) {
            let group = |values: &Vec<f32>| -> [f32; LANES] {
                let mut out = [0.0; LANES];
                out.copy_from_slice(&values[first..first + LANES]);
                out
            };
            let mut meet = [true; LANES];
            for axis in 0..3 {
                let (lows, highs) = (group(&self.low[axis]), group(&self.high[axis]));
                for lane in 0..LANES {
                    meet[lane] &= (lows[lane] <= high[axis]) & (low[axis] <= highs[lane]);
                }
            }
            if meet.iter().any(|&meet| meet) {
                let places = (first..self.nodes.len()).zip(meet);
                places.filter(|(_, meet)| *meet).for_each(|(place, _)| found(self.nodes[place]));
            }
        }
    }
}

/// Adds the pairs that refine one, children of the first volume with children of the second, where their boxes meet; after a row of
/// them that makes the list as long as `most` it stops, and answers what is left.
///
/// The paper's quick test: a child that misses the box of the overlap cannot be part of the collision. Here that box is the common
/// one of both volumes' boxes, which hold all that is below them, so that a child that misses it misses all of the other's
/// children too, and no verdict is anticipated that could be another.
pub(super) fn expand(
    sides: &Sides<'_>,
    open: Open,
    most: usize,
    columns: &mut Columns,
    out: &mut Vec<Pair>,
) -> Option<Open> {
    let Open { pair, done } = open;
    let (first, second) = (sides.a.aabb(pair.a), sides.b.aabb(pair.b));
    let common = Aabb3 { min: first.min.max(second.min), max: first.max.min(second.max) };
    columns.fill(&sides.b, sides.b.refined(pair.b), &common);
    let rows = sides.a.refined(pair.a);
    for row in rows.start + done..rows.end {
        let own = sides.a.aabb(row);
        if own.meets(&common) {
            columns.meeting(own, |column| out.push(Pair::new(row, column)));
            if out.len() >= most && row + 1 < rows.end {
                return Some(Open { pair, done: row + 1 - rows.start });
            }
        }
    }
    None
}
