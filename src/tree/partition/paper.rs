//! The search as the 2013 paper writes it, to judge ours by and to time it against: one pair of
//! volumes after another.

use super::error::SearchFault;
use super::expand::Sides;
use super::search::sides;
use super::world::World;
use crate::exact::PairFault;
use crate::geom::{Aabb3, Frame3, Pair};
use crate::reference::{Field, loose_box};
use std::ops::Range;

/// The most levels of a tree that the recursion takes on.
const MOST_LEVELS: u32 = 1000;

/// Two deepest volumes that collide.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<N> {
    /// The object that was compared with the others, and one of these.
    pub objects: Pair,
    /// Where the volumes stand in [`Tree::nodes`](super::Tree::nodes).
    pub nodes: Pair,
    /// The paper's box of what they share, lower and upper end for each axis.
    pub common: [[N; 2]; 3],
}

/// `SearchCollisions` (fourier-motzkin-2013, section 5.2): one object against the world. Each test
/// is an elimination, [`loose_box`], whose box narrows the search below by the quick test of boxes.
/// In `f64` it can be timed, in rationals it is exact. With `early` the search between two objects
/// stops at their first collision, as in section 6.2.2.
///
/// # What is corrected
///
/// - **Trees of unequal depth.** Where the first volume has children and the second has none, the
///   paper goes on with the children of the second, of which there are none, and loses the
///   collision. Here the second stands for its own children, as the first does where it has none.
/// - The test itself, as [`crate::reference`] says.
///
/// # Errors
///
/// No such object; one of more than a thousand levels, which recursion cannot go down; a pose that
/// spoils a volume.
pub fn search_collisions<N: Field>(
    world: &World,
    object: u32,
    early: bool,
) -> Result<Vec<Found<N>>, SearchFault> {
    if world.tree(object).is_none() {
        return Err(SearchFault::NoSuchObject { object, objects: world.len() });
    }
    let mut numbers = world.numbers().to_vec();
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
        Search { sides: sides(world, objects)?, objects, early, start: list.len() }.below(
            0,
            0..1,
            None,
            &mut list,
        )?;
    }
    Ok(list)
}

struct Search<'a> {
    sides: Sides<'a>,
    objects: Pair,
    early: bool,
    /// Where the collisions of these two objects begin in the list.
    start: usize,
}

/// A box by its ends; the whole world where there is none.
type Within<'a, N> = Option<&'a [[N; 2]; 3]>;

impl Search<'_> {
    /// The paper's procedure; `nodes` are the children of its T.
    fn below<N: Field>(
        &self,
        p: u32,
        nodes: Range<u32>,
        within: Within<'_, N>,
        list: &mut Vec<Found<N>>,
    ) -> Result<(), SearchFault> {
        let Sides { a, b } = self.sides;
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
                list.push(Found { objects: self.objects, nodes: Pair::new(p, m), common });
            }
        }
        Ok(())
    }
}

/// `QuickTestIntersection`.
fn quick_test<N: Field>(volume: &Frame3, within: Within<'_, N>) -> bool {
    let Aabb3 { min, max } = volume.aabb();
    within.is_none_or(|ends| {
        ends.iter().enumerate().all(|(axis, [low, high])| {
            N::from_f32(min[axis]) <= *high && *low <= N::from_f32(max[axis])
        })
    })
}
