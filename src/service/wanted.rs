//! How what was asked for beside the verdicts is answered.

use super::batch::Verdicts;
use super::dimension::Frame;
use crate::exact::Separation;
use crate::geom::{ContactInterval, Frame3};
use crate::verdict::Verdict;

pub use crate::wanted::Wanted;

/// What was wanted of one pair, as far as a pair of its verdict has it.
///
/// `F` says of which dimension the frames are: [`Frame3`] or [`Frame2`](crate::Frame2).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Detail<F: Frame = Frame3> {
    /// Number of the pair in its batch.
    pub pair: u32,
    /// The exact verdict; of a moving pair, over all `t`.
    pub verdict: Verdict,
    /// The first and the last contact, rounded outward to `f32` once. Moving pairs only.
    pub interval: Option<ContactInterval>,
    /// The best axis, and the depth or gap along it. Resting pairs only.
    pub separation: Option<Separation<F::Vector>>,
    /// A common point, in `f64`: an exact one, each coordinate rounded once. Of a moving pair, at
    /// the first contact.
    pub witness: Option<F::Vector>,
    /// The smallest box of all common points, each face rounded outward to `f32` once. Of a moving
    /// pair, over all `t`.
    pub aabb: Option<F::Aabb>,
}

impl<F: Frame> Detail<F> {
    pub(super) const fn new(pair: u32, verdict: Verdict) -> Self {
        Self { pair, verdict, interval: None, separation: None, witness: None, aabb: None }
    }
}

/// The verdicts of a batch, and the details of the pairs that have any.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Details<F: Frame = Frame3> {
    /// The exact verdicts, one a pair.
    pub verdicts: Verdicts,
    /// In the order of the pairs: those that meet, where anything of such pairs was wanted, and
    /// those that are separate, where gaps were. A pair that is not here costs no memory here.
    pub details: Vec<Detail<F>>,
}

impl<F: Frame> Details<F> {
    /// The boxes, one a pair.
    pub(super) fn boxes(self) -> Vec<Option<F::Aabb>> {
        let mut boxes = vec![None; self.verdicts.len()];
        for detail in self.details {
            boxes[detail.pair as usize] = detail.aabb;
        }
        boxes
    }
}
