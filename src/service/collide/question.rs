//! What is asked of one set of shapes, or of two.

use crate::geom::Filter;
use crate::service::collision_service::CollisionService;
use crate::service::run::Options;
use crate::service::shape::Operand;

/// The shapes whose pairs are asked for.
#[derive(Debug)]
pub enum Sets<'a, S: Operand> {
    /// All pairs of one set.
    One(&'a S::Set),
    /// A shape of the first set and one of the second.
    Two(&'a S::Set, &'a S::Set),
}

impl<S: Operand> Clone for Sets<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Operand> Copy for Sets<'_, S> {}

impl<'a, S: Operand> Sets<'a, S> {
    /// The set of the first shape of each pair.
    pub fn first(&self) -> &'a S::Set {
        let (Self::One(set) | Self::Two(set, _)) = *self;
        set
    }
}

/// Which pairs are asked for, and what of them.
#[derive(Clone, Copy, Debug)]
pub struct CollideOptions<'a> {
    /// One filter for each shape of either set.
    pub filters: [Option<&'a [Filter]>; 2],
    /// The first shape of each world of either set.
    pub worlds: [&'a [u32]; 2],
    /// Separate pairs that are closer are listed too.
    pub margin: f32,
    /// The most pairs that are returned.
    pub limit: usize,
    /// What is wanted of the pairs, and how; its own margin stays 0.
    pub query: Options,
}

impl Default for CollideOptions<'_> {
    fn default() -> Self {
        Self {
            filters: [None; 2],
            worlds: [&[0]; 2],
            margin: 0.0,
            limit: MOST_PAIRS,
            query: Options::default(),
        }
    }
}

/// The most pairs that are returned where no other limit is set: some gigabytes.
const MOST_PAIRS: usize = 1 << 27;

/// A question without the type of its motion.
#[derive(Debug)]
pub struct Question<'a, S: Operand> {
    /// Who is asked.
    pub service: &'a CollisionService,
    /// The shapes.
    pub sets: Sets<'a, S>,
    /// Which pairs.
    pub options: CollideOptions<'a>,
}

impl<S: Operand> Clone for Question<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Operand> Copy for Question<'_, S> {}
