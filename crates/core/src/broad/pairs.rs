//! The search for pairs: on many threads, into one list.

use super::count::number;
use super::descent::{Descent, Guide};
use super::error::BroadError;
use super::guide::{Every, Side, Sides};
use super::list;
use super::parts::threads;
use super::queue::{Queue, Two, two};
use crate::geom::{Aabb, Pair};
use crate::kernel::{Scan, SimdLevel, Work, at_level};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pairs of nodes that threads divide among themselves, at least, where there are so many.
const TASKS: usize = 1024;

/// What the places that meet stand for.
pub enum Found<'a> {
    /// Pairs of one tree, the lesser index first.
    Own,
    /// A box of each tree; those of the second tree first, if it is swapped.
    Between { swapped: bool },
    /// A box that has changed and a box of the tree of all; who has changed, by index. Each pair of
    /// the tree of all is listed once, the lesser index first.
    Changed(&'a [bool]),
}

/// A descent, and what its places mean.
pub struct Search<'a, B: Aabb> {
    pub descent: Descent<'a, B>,
    /// The side of each tree.
    pub sides: [&'a Side<'a>; 2],
    /// The index of the box at each place of each tree.
    pub orders: [&'a [u32]; 2],
    pub found: Found<'a>,
    pub level: SimdLevel,
}

impl<B: Aabb> Search<'_, B> {
    /// Lists all pairs, ascending. The first of each is below `count`. If there are more than the
    /// limit, the error has their number; of boxes that have changed, some number beyond the limit.
    pub fn list(&self, count: usize, limit: usize, out: &mut Vec<Pair>) -> Result<(), BroadError> {
        if self.orders.iter().any(|order| order.is_empty()) {
            out.clear();
            return Ok(());
        }
        let (level, start) = self.tasks();
        let listed = AtomicUsize::new(0);
        let task = |start: &[Two]| {
            let mut pairs = Vec::new();
            self.run(Following::new(
                self,
                (level, start),
                #[inline(always)]
                |places| {
                    let before = listed.fetch_add(places.len(), Ordering::Relaxed);
                    let fits = before + places.len() <= limit;
                    if fits {
                        self.add(places, &mut pairs);
                    }
                    fits
                },
            ));
            pairs
        };
        let threads = self.threads();
        let lists: Vec<Vec<Two>> = if threads > 1 && start.len() > 1 {
            start.par_chunks(start.len().div_ceil(8 * threads)).map(task).collect()
        } else {
            vec![task(&start)]
        };
        let listed = listed.into_inner();
        if listed > limit {
            drop(lists);
            out.clear();
            let found = match self.found {
                Found::Changed(_) => listed as u64,
                Found::Own | Found::Between { .. } => number(self, level, &start),
            };
            return Err(BroadError::TooManyPairs { found, limit });
        }
        list::sorted(lists, count, out);
        Ok(())
    }

    /// Returns how many threads the search is worth.
    fn threads(&self) -> usize {
        let boxes = self.orders.iter().map(|order| order.len()).max().unwrap_or(0);
        threads(boxes)
    }

    /// Returns a level and its pairs of nodes that threads start from.
    fn tasks(&self) -> (usize, Vec<Two>) {
        let mut level = self.descent.top();
        let mut start = vec![0];
        while self.threads() > 1 && level > 1 && start.len() < TASKS {
            let mut next = Queue::default();
            self.run(Opening { search: self, level, start: &start, out: &mut next });
            (level, start) = (level - 1, next.pairs().map(|[a, b]| two(a, b)).collect());
        }
        (level, start)
    }

    /// Does guided work by the guide that is needed.
    fn run(&self, work: impl Guided) {
        let [a, b] = self.sides;
        if a.chooses() || b.chooses() {
            at_level(self.level, With { guide: Sides { a, b }, work });
        } else {
            at_level(self.level, With { guide: Every, work });
        }
    }

    /// Adds the pairs of places that meet.
    #[inline(always)]
    fn add(&self, places: &Queue, out: &mut Vec<Two>) {
        let [first, second] = self.orders;
        let indices = places.pairs().map(|[p, q]| (first[p as usize], second[q as usize]));
        // Without a branch: which one is less is as good as random.
        let ascending = |(a, b): (u32, u32)| two(a.min(b), a.max(b));
        match self.found {
            Found::Own => out.extend(indices.map(ascending)),
            Found::Between { swapped: false } => out.extend(indices.map(|(a, b)| two(a, b))),
            Found::Between { swapped: true } => out.extend(indices.map(|(a, b)| two(b, a))),
            Found::Changed(changed) => {
                let once = indices.filter(|&(a, b)| !changed[b as usize] || a < b);
                out.extend(once.map(ascending));
            }
        }
    }
}

/// Work that a guide takes part in.
pub trait Guided {
    /// Does the work; must be inlined.
    fn run<V: Scan, G: Guide>(self, token: V::Token, guide: &mut G);
}

/// Guided work with its guide.
pub struct With<G, W> {
    pub guide: G,
    pub work: W,
}

impl<G: Guide, W: Guided> Work for With<G, W> {
    #[inline(always)]
    fn run<V: Scan>(mut self, token: V::Token) {
        self.work.run::<V::Eight, G>(token, &mut self.guide);
    }
}

/// Going down one level.
struct Opening<'a, B: Aabb> {
    search: &'a Search<'a, B>,
    level: usize,
    start: &'a [Two],
    out: &'a mut Queue,
}

impl<B: Aabb> Guided for Opening<'_, B> {
    #[inline(always)]
    fn run<V: Scan, G: Guide>(self, token: V::Token, guide: &mut G) {
        let mut near = Queue::default();
        let descent = &self.search.descent;
        let start = Queue::of(self.start);
        descent.open::<V, G>(token, self.level, &start, guide, &mut near, self.out);
    }
}

/// Going down to the pairs, until `found` returns false.
pub struct Following<'a, B: Aabb, F> {
    search: &'a Search<'a, B>,
    start: (usize, &'a [Two]),
    found: F,
}

impl<'a, B: Aabb, F: FnMut(&Queue) -> bool> Following<'a, B, F> {
    /// From pairs of nodes of a level. `found` must be inlined.
    pub fn new(search: &'a Search<'a, B>, start: (usize, &'a [Two]), found: F) -> Self {
        Self { search, start, found }
    }
}

impl<B: Aabb, F: FnMut(&Queue) -> bool> Guided for Following<'_, B, F> {
    #[inline(always)]
    fn run<V: Scan, G: Guide>(self, token: V::Token, guide: &mut G) {
        self.search.descent.pairs::<V, G>(token, self.start, guide, self.found);
    }
}
