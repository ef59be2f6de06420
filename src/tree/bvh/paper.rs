//! The search as the 2013 paper writes it: one pair of frames after another. Tests compare our
//! search with it, and benchmarks time our search against it.

use super::error::SearchFault;
use super::posed::Posed;
use super::sides::Sides;
use super::world::BvhWorld;
use crate::exact::PairFault;
use crate::geom::{Aabb3, Frame3, Pair};
use crate::reference::{Field, loose_box};
use std::ops::Range;

/// The greatest number of levels that the recursion accepts.
const MOST_LEVELS: u32 = 1000;

/// Two leaves that collide, and the box that the paper's test finds.
#[derive(Clone, Debug, PartialEq)]
pub struct PaperCollision<N> {
    /// The object that was compared with the others, and one of the others.
    pub objects: Pair,
    /// The indices of the nodes in [`Bvh::nodes`](super::Bvh::nodes).
    pub nodes: Pair,
    /// The paper's box of what the frames share: the lower and the upper end for each axis.
    pub common: [[N; 2]; 3],
}

/// Searches one object against all others by `SearchCollisions` of the paper (fourier-motzkin-2013,
/// section 5.2).
///
/// Each test is an elimination, [`loose_box`]. Its box narrows the search below, by the quick test
/// of boxes. In `f64` the search can be timed, in rationals it is exact. With `early` the search
/// between two objects stops at their first collision, as in section 6.2.2.
///
/// # What is corrected
///
/// - **Trees of unequal depth.** If the first node has children and the second has none, the paper
///   continues with the children of the second. There are none, so it loses the collision. Here the
///   second node stands for its own children, as the first does if it has none.
/// - The test itself, as `motzkin_lab::reference` explains.
///
/// # Errors
///
/// Returns an error if there is no such object, or if an object has more than a thousand levels.
pub fn search_collisions<N: Field>(
    world: &BvhWorld,
    object: u32,
    early: bool,
) -> Result<Vec<PaperCollision<N>>, SearchFault> {
    if world.tree(object).is_none() {
        return Err(SearchFault::NoSuchObject { object, objects: world.len() });
    }
    let mut numbers = world.objects().to_vec();
    numbers.sort_unstable();
    for &number in &numbers {
        let levels = world.tree(number).map_or(0, |tree| tree.levels());
        if levels > MOST_LEVELS {
            return Err(SearchFault::TooDeep { object: number, levels, most: MOST_LEVELS });
        }
    }
    let mut list = Vec::new();
    for other in numbers.into_iter().filter(|&other| world.compares(object, other)) {
        let objects = Pair::new(object, other);
        let sides = Sides::of(world, objects, |object| world.posed(object))?;
        Search { sides, objects, early, start: list.len() }.below(0, 0..1, None, &mut list)?;
    }
    Ok(list)
}

struct Search<'a> {
    sides: Sides<'a, Posed<'a>>,
    objects: Pair,
    early: bool,
    /// The place in the list where the collisions of these two objects begin.
    start: usize,
}

/// A box by its ends; `None` for the whole world.
type Within<'a, N> = Option<&'a [[N; 2]; 3]>;

impl Search<'_> {
    /// The procedure of the paper; `nodes` are the children of its T.
    fn below<N: Field>(
        &self,
        p: u32,
        nodes: Range<u32>,
        within: Within<'_, N>,
        list: &mut Vec<PaperCollision<N>>,
    ) -> Result<(), SearchFault> {
        let Sides { a, b } = &self.sides;
        for m in nodes {
            if self.early && list.len() > self.start {
                return Ok(());
            }
            if !quick_test(&b.posed.frames[m as usize], within) {
                continue;
            }
            let test = loose_box::<N>(&a.posed.frames[p as usize], &b.posed.frames[m as usize]);
            let Some(common) =
                test.map_err(|error| SearchFault::Pair(PairFault { second: false, error }))?
            else {
                continue;
            };
            if !a.is_leaf(p) {
                for n in a.nodes[p as usize].children() {
                    if quick_test(&a.posed.frames[n as usize], Some(&common)) {
                        self.below(n, b.refined(m), Some(&common), list)?;
                    }
                }
            } else if !b.is_leaf(m) {
                self.below(p, b.refined(m), Some(&common), list)?;
            } else {
                list.push(PaperCollision { objects: self.objects, nodes: Pair::new(p, m), common });
            }
        }
        Ok(())
    }
}

/// `QuickTestIntersection`.
fn quick_test<N: Field>(frame: &Frame3, within: Within<'_, N>) -> bool {
    let Aabb3 { min, max } = frame.aabb();
    within.is_none_or(|ends| {
        ends.iter().enumerate().all(|(axis, [low, high])| {
            N::from_f32(min[axis]) <= *high && *low <= N::from_f32(max[axis])
        })
    })
}
