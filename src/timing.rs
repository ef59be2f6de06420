//! How long the stages of a batch took.

use std::time::Duration;

/// The host's clock. The standard library has none in a browser.
#[cfg(not(target_family = "wasm"))]
pub(crate) use std::time::Instant;
#[cfg(target_family = "wasm")]
pub(crate) use web_time::Instant;

/// The stages of a batch, each summed over its dispatches. `None` is a stage that could not be
/// timed, or that this engine does not have.
///
/// Two clocks are read. The host's stages follow each other, so that upload, readback and settling
/// together never exceed the call. The device's stages lie within the readback, which waits for
/// them, but for those of a dispatch that ran while the host did other work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTimes {
    /// Host's clock: frames, pairs and parameters written to memory that the device reads. What the
    /// device then moves counts as readback. GPU engine only.
    pub upload: Option<Duration>,
    /// The kernels. On a GPU, the device's clock from the beginning to the end of the pass; on the
    /// CPU, the host's.
    pub kernel: Option<Duration>,
    /// Finding the undecided pairs. The same clocks; of a [`Scene`](crate::service::Scene)'s
    /// submissions the host's on every engine, the GPU's included.
    pub listing: Option<Duration>,
    /// Host's clock: submitting, waiting for the device's answer, kernel and listing included, and
    /// unpacking it. Of a scene's submission, until the answer is there, whenever its ticket asks
    /// for it. GPU engine only.
    pub readback: Option<Duration>,
    /// Host's clock: deciding the undecided pairs exactly.
    pub settling: Option<Duration>,
}

impl StageTimes {
    /// The readback less kernel and listing: what moving data and waiting cost beside the
    /// computation. `None` where any of them is.
    pub fn transfer(&self) -> Option<Duration> {
        Some(self.readback?.saturating_sub(self.kernel?).saturating_sub(self.listing?))
    }

    /// Adds the times of another batch.
    pub(crate) fn add(&mut self, more: Self) {
        let Self { upload, kernel, listing, readback, settling } = self;
        let sums = [upload, kernel, listing, readback, settling];
        let more = [more.upload, more.kernel, more.listing, more.readback, more.settling];
        for (sum, time) in sums.into_iter().zip(more) {
            if let Some(time) = time {
                add(sum, time);
            }
        }
    }
}

/// How long the stages of finding the pairs of a set took, each summed over its portions. `None` is a
/// stage that could not be timed, or that this engine does not have.
///
/// A GPU's stages are timed on the device's clock, the CPU's on the host's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CollideTimes {
    /// Boxes of the shapes, and their places along a curve. GPU engine only.
    pub boxes: Option<Duration>,
    /// Sorting the boxes along the curve. GPU engine only.
    pub order: Option<Duration>,
    /// The tree over the boxes; on the CPU boxes and order too.
    pub tree: Option<Duration>,
    /// Finding the pairs whose boxes meet.
    pub candidates: Option<Duration>,
    /// The test of these pairs.
    pub tests: StageTimes,
}

/// Runs `work`; adds the time that it took to `sum` where times are asked for.
pub(crate) fn timed<T, R>(
    times: &mut Option<T>,
    stage: impl FnOnce(&mut T) -> &mut Option<Duration>,
    work: impl FnOnce() -> R,
) -> R {
    let Some(times) = times else { return work() };
    let start = Instant::now();
    let result = work();
    add(stage(times), start.elapsed());
    result
}

/// Adds to a sum that may have no summand yet.
pub(crate) fn add(sum: &mut Option<Duration>, time: Duration) {
    *sum = Some(sum.unwrap_or_default() + time);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_add_up() {
        let mut sum = None;
        (1..=4).for_each(|millis| add(&mut sum, Duration::from_millis(millis)));
        assert_eq!(sum, Some(Duration::from_millis(10)));
        let mut times = Some(StageTimes::default());
        (0..2).for_each(|_| timed(&mut times, |times| &mut times.upload, || ()));
        assert!(times.is_some_and(|times| times.upload.is_some() && times.kernel.is_none()));
    }
}
