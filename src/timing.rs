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
/// Two clocks are read. The host's stages follow each other: host, upload, readback and settling
/// add up to the call, from its beginning to its verdicts. The device's stages lie within the
/// readback, which waits for them, but for those of a dispatch that ran while the host did other
/// work. On the CPU host, kernel, listing and settling add up to the call. [`whole`](Self::whole)
/// has the sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StageTimes {
    /// Host's clock: all that the call did beside its other stages. Checking indices, choosing
    /// pipelines, making buffers, recording, waiting for a turn at a memory budget, and making
    /// verdicts of codes. `None` of a scene's submissions and of the tests of a search.
    pub host: Option<Duration>,
    /// Host's clock: frames, pairs and parameters written to memory that the device reads. What the
    /// device then moves counts as readback. GPU engine only.
    pub upload: Option<Duration>,
    /// The kernels. On a GPU, the device's clock from the beginning to the end of the pass, of a
    /// scene's submission with the list of hits; on the CPU, the host's.
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
    /// Returns the readback less kernel and listing: what moving data and waiting cost beside the
    /// computation. `None` if any of these stages is `None`.
    pub fn transfer(&self) -> Option<Duration> {
        Some(self.readback?.saturating_sub(self.kernel?).saturating_sub(self.listing?))
    }

    /// Returns what the call took: the sum of the stages on the host's clock. `None` if
    /// [`host`](Self::host) is `None`.
    pub fn whole(&self) -> Option<Duration> {
        Some(self.host? + self.of_host())
    }

    /// The stages on the host's clock, but for what lies between them.
    fn of_host(&self) -> Duration {
        let Self { host: _, upload, kernel, listing, readback, settling } = *self;
        let engine = match upload.or(readback) {
            Some(_) => [upload, readback],
            None => [kernel, listing],
        };
        engine.into_iter().chain([settling]).flatten().sum()
    }

    /// Counts as the host's what has passed since a time, beyond what the other stages took since
    /// they were `before`.
    pub(crate) fn close(&mut self, begun: Instant, before: Self) {
        let stages = self.of_host().saturating_sub(before.of_host());
        // What a part of the call has counted lies within.
        let rest = begun.elapsed().saturating_sub(stages);
        self.host = Some(before.host.unwrap_or_default() + rest);
    }

    /// Adds the times of another batch.
    pub(crate) fn add(&mut self, more: Self) {
        let Self { host, upload, kernel, listing, readback, settling } = self;
        let sums = [host, upload, kernel, listing, readback, settling];
        let Self { host, upload, kernel, listing, readback, settling } = more;
        let more = [host, upload, kernel, listing, readback, settling];
        for (sum, time) in sums.into_iter().zip(more) {
            if let Some(time) = time {
                add(sum, time);
            }
        }
    }
}

/// How long the stages of finding the pairs of a set took, each summed over its portions. `None` is
/// a stage that could not be timed, or that this engine does not have.
///
/// A GPU's stages are timed on the device's clock, the CPU's on the host's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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

    #[test]
    fn the_host_has_what_no_other_stage_has() {
        let millis = |millis| Some(Duration::from_millis(millis));
        let begun = Instant::now() - Duration::from_secs(1);
        let upload = StageTimes { upload: millis(100), kernel: millis(900), ..Default::default() };
        let mut device = StageTimes { readback: millis(300), settling: millis(50), ..upload };
        device.close(begun, upload);
        assert!(device.host >= millis(650), "{device:?}");
        assert_eq!(device.whole(), device.host.map(|host| host + Duration::from_millis(450)));
        let mut host =
            StageTimes { kernel: millis(400), listing: millis(200), ..Default::default() };
        host.close(begun, StageTimes::default());
        assert!(host.host >= millis(400) && host.whole() >= millis(1000), "{host:?}");
        assert_eq!(StageTimes::default().whole(), None);
    }
}
