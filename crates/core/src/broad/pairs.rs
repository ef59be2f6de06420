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

/// A descent, and what its places mean.
pub struct Search<'a, B: Aabb> {
    pub descent: Descent<'a, B>,
    /// The side of each tree.
    pub sides: [&'a Side<'a>; 2],
    /// The index of the box at each place of each tree.
    pub orders: [&'a [u32]; 2],
    /// True if the second tree's boxes come first in a pair.
    pub swapped: bool,
    pub level: SimdLevel,
}

impl<B: Aabb> Search<'_, B> {
    /// Lists all pairs, ascending. The first of each is below `count`.
    pub fn list(&self, count: usize, limit: usize, out: &mut Vec<Pair>) -> Result<(), BroadError> {
        out.clear();
        if self.orders.iter().any(|order| order.is_empty()) {
            return Ok(());
        }
        let (level, start) = self.tasks();
        let listed = AtomicUsize::new(0);
        let task = |start: &[Two]| {
            let mut pairs = Vec::new();
            self.run(Listing {
                search: self,
                level,
                start,
                listed: &listed,
                limit,
                out: &mut pairs,
            });
            pairs
        };
        let threads = self.threads();
        let lists: Vec<Vec<Two>> = if threads > 1 && start.len() > 1 {
            start.par_chunks(start.len().div_ceil(8 * threads)).map(task).collect()
        } else {
            vec![task(&start)]
        };
        if listed.into_inner() > limit {
            drop(lists);
            return Err(BroadError::TooManyPairs { found: number(self, level, &start), limit });
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

    /// The pair of two places.
    #[inline(always)]
    fn pair(&self, [p, q]: [u32; 2]) -> Two {
        let (a, b) = (self.orders[0][p as usize], self.orders[1][q as usize]);
        if self.descent.own {
            // Without a branch: which one is less is as good as random.
            two(a.min(b), a.max(b))
        } else if self.swapped {
            two(b, a)
        } else {
            two(a, b)
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

/// Going down to the pairs, until there are more than the limit.
struct Listing<'a, B: Aabb> {
    search: &'a Search<'a, B>,
    level: usize,
    start: &'a [Two],
    /// The pairs that all threads have found.
    listed: &'a AtomicUsize,
    limit: usize,
    out: &'a mut Vec<Two>,
}

impl<B: Aabb> Guided for Listing<'_, B> {
    #[inline(always)]
    fn run<V: Scan, G: Guide>(self, token: V::Token, guide: &mut G) {
        let (search, out) = (self.search, self.out);
        search.descent.pairs::<V, G>(
            token,
            (self.level, self.start),
            guide,
            #[inline(always)]
            |places| {
                let before = self.listed.fetch_add(places.len(), Ordering::Relaxed);
                let fits = before + places.len() <= self.limit;
                if fits {
                    out.extend(places.pairs().map(|places| search.pair(places)));
                }
                fits
            },
        );
    }
}
