//! How far apart pairs are, compared with a distance that is required.

use super::answer::Details;
use super::batch::Verdicts;
use super::shape::Shape;
use super::stats::BatchStats;
use crate::geom::Frame3;
use crate::gpu_error::GpuError;
use crate::verdict::Verdict;
use std::fmt;

/// How a pair meets a clearance: the result of a clash detection.
///
/// Ordered from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clearance {
    /// The interiors share a point: a *clash*.
    Overlapping,
    /// The closed shapes share a point, and the interiors do not: a *contact*.
    Touching,
    /// The shapes are separate, and their distance is less than the clearance.
    Closer,
    /// The distance is the clearance or more. A pair that is exactly as far apart as required is
    /// clear.
    Clear,
}

impl Clearance {
    /// Returns true if the distance is the clearance or more.
    pub const fn is_clear(self) -> bool {
        matches!(self, Self::Clear)
    }

    /// Returns the verdict of the pair, which knows no clearance.
    pub const fn verdict(self) -> Verdict {
        match self {
            Self::Overlapping => Verdict::Overlapping,
            Self::Touching => Verdict::Touching,
            Self::Closer | Self::Clear => Verdict::Separate,
        }
    }

    /// Returns that of a pair with this verdict. A pair that meets is not asked whether it is
    /// closer.
    pub(super) const fn of(verdict: Verdict, closer: bool) -> Self {
        match verdict {
            Verdict::Overlapping => Self::Overlapping,
            Verdict::Touching => Self::Touching,
            Verdict::Separate if closer => Self::Closer,
            Verdict::Separate => Self::Clear,
        }
    }
}

impl fmt::Display for Clearance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overlapping => "overlapping",
            Self::Touching => "touching",
            Self::Closer => "closer",
            Self::Clear => "clear",
        })
    }
}

/// The clearance of every pair of a batch, in the order of its pairs: the same on every engine,
/// thread count and driver. Dereferences to a slice.
///
/// [`Query::clearance`](crate::Query::clearance) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Clearances<S: Shape = Frame3> {
    pub(super) clearances: Vec<Clearance>,
    pub(super) verdicts: Verdicts,
    pub(super) details: Details<S>,
}

impl<S: Shape> Clearances<S> {
    /// Returns the details of the pairs that are not clear and have any wanted value, in the order
    /// of the pairs. Empty if nothing was wanted.
    pub fn details(&self) -> &Details<S> {
        &self.details
    }

    /// Returns the exact verdicts, which know no clearance.
    pub fn verdicts(&self) -> &Verdicts {
        &self.verdicts
    }

    /// Returns the number of pairs that are not clear.
    pub fn violations(&self) -> usize {
        self.iter().filter(|clearance| !clearance.is_clear()).count()
    }

    /// Returns how the verdicts were decided.
    pub fn stats(&self) -> BatchStats {
        self.verdicts.stats()
    }

    /// Returns why the CPU answered in place of the GPU, if it did.
    pub fn gpu_failure(&self) -> Option<&GpuError> {
        self.verdicts.gpu_failure()
    }

    /// Returns the clearances alone.
    pub fn into_vec(self) -> Vec<Clearance> {
        self.clearances
    }
}

impl<S: Shape> std::ops::Deref for Clearances<S> {
    type Target = [Clearance];
    fn deref(&self) -> &[Clearance] {
        &self.clearances
    }
}

impl<'a, S: Shape> IntoIterator for &'a Clearances<S> {
    type Item = &'a Clearance;
    type IntoIter = std::slice::Iter<'a, Clearance>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
