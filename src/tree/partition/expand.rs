//! From a pair of volumes to the pairs that refine it.

use super::node::Node;
use super::posed::Posed;
use crate::geom::{Frame3, Kdop, Pair};
use crate::kernel::{Kdops, SimdLevel, near, sweep};
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

    fn bounds(&self, node: u32) -> Kdop {
        self.posed.bounds.get(node as usize)
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

    /// The numbers of a pair's volumes, as the trees were built from them.
    pub fn volumes(&self, pair: Pair) -> [u32; 2] {
        [self.a.nodes[pair.a as usize].volume(), self.b.nodes[pair.b as usize].volume()]
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
    /// How many rows of the [`Expansion`] have been gone through already.
    done: usize,
}

impl From<Pair> for Open {
    fn from(pair: Pair) -> Self {
        Self { pair, done: 0 }
    }
}

/// What may collide of that which refines a pair: rows are volumes of the first object, columns of
/// the second. Kept for the next pair, for its memory, and because a pair may be refined in several
/// goes.
pub(super) struct Expansion {
    level: SimdLevel,
    of: Option<Pair>,
    rows: Vec<u32>,
    columns: Vec<u32>,
    bounds: Kdops,
}

impl Expansion {
    pub fn new(level: SimdLevel) -> Self {
        Self { level, of: None, rows: Vec::new(), columns: Vec::new(), bounds: Kdops::default() }
    }

    /// Other objects come next.
    pub fn forget(&mut self) {
        self.of = None;
    }

    /// The paper's quick test: a child that misses the box of the overlap cannot be part of the
    /// collision. Here that is what the bounds of both volumes have in common, which hold all that
    /// is below them, so that a child that misses it misses all of the other's children too, and no
    /// verdict is anticipated that could be another. And what misses all columns that are left
    /// goes, too.
    fn fill(&mut self, sides: &Sides<'_>, pair: Pair) {
        self.of = Some(pair);
        self.rows.clear();
        self.columns.clear();
        let common = sides.a.bounds(pair.a).common(&sides.b.bounds(pair.b));
        near(
            self.level,
            &sides.b.posed.bounds,
            sides.b.refined(pair.b),
            &common,
            &mut self.columns,
        );
        let left = self.bounds.gather(&sides.b.posed.bounds, &self.columns);
        if !self.columns.is_empty() {
            let rows = sides.a.refined(pair.a);
            near(self.level, &sides.a.posed.bounds, rows, &left.common(&common), &mut self.rows);
        }
    }

    /// Adds the pairs that refine one, children of the first volume with children of the second,
    /// where their bounds meet; after a row of them that makes the list as long as `most` it stops,
    /// and answers what is left.
    pub fn expand(
        &mut self,
        sides: &Sides<'_>,
        open: Open,
        most: usize,
        out: &mut Vec<Pair>,
    ) -> Option<Open> {
        let Open { pair, done } = open;
        if self.of != Some(pair) {
            self.fill(sides, pair);
        }
        let rows = (&sides.a.posed.bounds, &self.rows[done..]);
        let done = done + sweep(self.level, rows, (&self.bounds, &self.columns), most, out);
        (done < self.rows.len()).then_some(Open { pair, done })
    }
}
