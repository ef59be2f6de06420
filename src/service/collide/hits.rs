//! The pairs that meet.

use crate::geom::{Frame3, Pair};
use crate::gpu_error::GpuError;
use crate::service::answer::Details;
use crate::service::shape::Shape;
use crate::service::stats::BatchStats;
use crate::timing::CollideTimes;
use crate::verdict::Verdict;

/// A pair that meets, or that is closer than the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The first shape. Within one set it has the smaller index.
    pub a: u32,
    /// The second shape; of [`collide_between`](crate::CollisionService::collide_between) its index
    /// in the second set.
    pub b: u32,
    /// How the shapes lie to each other. *Separate* only with a
    /// [margin](crate::service::Collide::within).
    pub verdict: Verdict,
}

impl Hit {
    /// Returns the indices of the two shapes.
    pub const fn pair(&self) -> Pair {
        Pair::new(self.a, self.b)
    }
}

/// What it took to find the pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CollideStats {
    /// Pairs whose boxes meet. All of them were tested.
    pub candidates: u64,
    /// How the candidates were decided.
    pub tested: BatchStats,
    /// How long the stages took: `None` unless
    /// [`ServiceBuilder::profile`](crate::service::ServiceBuilder::profile) asks for it.
    pub times: Option<CollideTimes>,
}

/// The pairs that meet, ascending by `(a, b)`, each once. Dereferences to a slice.
///
/// `S` is the kind of shape: [`Frame3`], [`Frame2`](crate::Frame2) or
/// [`Polytope`](crate::Polytope).
#[derive(Clone, Debug, PartialEq)]
pub struct Hits<S: Shape = Frame3> {
    pub(super) hits: Vec<Hit>,
    pub(super) details: Details<S>,
    pub(super) stats: CollideStats,
    pub(super) gpu_failure: Option<GpuError>,
}

impl<S: Shape> Hits<S> {
    pub(super) fn new() -> Self {
        let stats = CollideStats::default();
        Self { hits: Vec::new(), details: Details::EMPTY, stats, gpu_failure: None }
    }

    /// Returns the details of the hits that have any wanted value, in order.
    /// [`Detail::pair`](crate::Detail::pair) is the place of the pair in the list of hits.
    pub fn details(&self) -> &Details<S> {
        &self.details
    }

    /// Returns how the pairs were found.
    pub fn stats(&self) -> CollideStats {
        self.stats
    }

    /// Returns why the CPU tested pairs in place of the GPU, if it did.
    pub fn gpu_failure(&self) -> Option<&GpuError> {
        self.gpu_failure.as_ref()
    }

    /// Returns the hits alone.
    pub fn into_vec(self) -> Vec<Hit> {
        self.hits
    }

    /// Returns hits and details by value.
    pub fn into_parts(self) -> (Vec<Hit>, Details<S>) {
        (self.hits, self.details)
    }
}

impl<S: Shape> std::ops::Deref for Hits<S> {
    type Target = [Hit];
    fn deref(&self) -> &[Hit] {
        &self.hits
    }
}

impl<'a, S: Shape> IntoIterator for &'a Hits<S> {
    type Item = &'a Hit;
    type IntoIter = std::slice::Iter<'a, Hit>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
