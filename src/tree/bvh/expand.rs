//! From a pair of nodes to the pairs of their children.

use super::sides::{Bounded, Sides};
use crate::geom::{Kdop, Pair};
use crate::kernel::{Kdops, SimdLevel, hull_of_near, near, sweep};

/// A pair of nodes that meet and have to be expanded.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub pair: Pair,
    /// The number of rows of the [`Expansion`] that are done.
    done: usize,
}

impl From<Pair> for Open {
    fn from(pair: Pair) -> Self {
        Self { pair, done: 0 }
    }
}

/// The children of a pair that may collide. Rows are nodes of the first object, columns are nodes
/// of the second. It is kept for the next pair: its buffers are used again, and a pair may be
/// expanded in several steps.
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

    /// Forgets the pair. Call this before the first pair of other objects.
    pub fn forget(&mut self) {
        self.of = None;
    }

    /// Makes the rows and columns of a pair, by the paper's quick test: a child that misses the box
    /// of the overlap cannot be part of the collision.
    ///
    /// The box here is the common part of the bounds of both nodes. The bounds hold all nodes
    /// below. So a child that misses the common part misses all children of the other node too, and
    /// the quick test cannot change a verdict. What is left on one side narrows it for the other:
    /// a child that misses the bounds of all that is left there is left out too.
    ///
    /// The first object comes first. It is often that of the last pair, and its bounds are in the
    /// cache: those of the second are not read where no row is left.
    fn fill(&mut self, sides: &Sides<'_, impl Bounded>, pair: Pair) {
        self.of = Some(pair);
        self.rows.clear();
        self.columns.clear();
        let Self { level, rows, columns, .. } = self;
        let [of_a, of_b] = [&sides.a, &sides.b].map(|side| side.posed.all_bounds());
        let [below_a, below_b] = [sides.a.refined(pair.a), sides.b.refined(pair.b)];
        let common = sides.a.bounds(pair.a).common(&sides.b.bounds(pair.b));
        let left = hull_of_near(*level, of_a, below_a.clone(), &common, None);
        if left != Kdop::NONE {
            let common = left.common(&common);
            let left = hull_of_near(*level, of_b, below_b, &common, Some(columns));
            if left != Kdop::NONE {
                near(*level, of_a, below_a, &left.common(&common), rows);
            }
        }
        self.bounds.gather(of_b, &self.columns);
    }

    /// Adds the pairs of children whose bounds meet: a child of the first node with a child of the
    /// second.
    ///
    /// Stops after the row that makes the list at least `most` long, and returns the rest.
    pub fn expand(
        &mut self,
        sides: &Sides<'_, impl Bounded>,
        open: Open,
        most: usize,
        out: &mut Vec<Pair>,
    ) -> Option<Open> {
        let Open { pair, done } = open;
        if self.of != Some(pair) {
            self.fill(sides, pair);
        }
        let rows = (sides.a.posed.all_bounds(), &self.rows[done..]);
        let done = done + sweep(self.level, rows, (&self.bounds, &self.columns), most, out);
        (done < self.rows.len()).then_some(Open { pair, done })
    }
}
