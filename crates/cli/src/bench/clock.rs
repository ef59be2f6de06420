//! Repetitions and their medians.

use serde::Serialize;
use std::time::{Duration, Instant};

/// The middle and the least of several times.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spread {
    pub median_ns: f64,
    pub min_ns: f64,
}

impl Spread {
    /// `None` of no times.
    pub fn of(times: impl IntoIterator<Item = Duration>) -> Option<Self> {
        let mut times: Vec<f64> = times.into_iter().map(|time| time.as_nanos() as f64).collect();
        times.sort_by(f64::total_cmp);
        let min_ns = *times.first()?;
        let (low, high) = (times[(times.len() - 1) / 2], times[times.len() / 2]);
        Some(Self { median_ns: 0.5 * (low + high), min_ns })
    }

    /// Each time divided by `count`.
    pub fn over(self, count: usize) -> Self {
        let count = count.max(1) as f64;
        Self { median_ns: self.median_ns / count, min_ns: self.min_ns / count }
    }
}

/// Returns the result of `work` and how long it took.
pub fn timed<R>(work: impl FnOnce() -> R) -> (R, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// How long a device is kept busy before it is measured: one that has rested runs at a fraction of
/// its speed for a while.
#[cfg(feature = "gpu")]
const WARM: Duration = Duration::from_millis(300);

/// Repeats `work` until the device is at its full speed. A software driver only does it once.
#[cfg(feature = "gpu")]
pub fn warm_up<R, E>(
    adapter: &motzkin::gpu::AdapterSummary,
    mut work: impl FnMut() -> Result<R, E>,
) -> Result<(), E> {
    let start = Instant::now();
    work()?;
    while !adapter.is_software() && start.elapsed() < WARM {
        work()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_least() {
        let spread = |times: &[u64]| Spread::of(times.iter().map(|&ns| Duration::from_nanos(ns)));
        assert!(spread(&[]).is_none());
        for (times, median, min) in
            [(&[7][..], 7.0, 7.0), (&[9, 1, 4], 4.0, 1.0), (&[8, 2, 4, 100], 6.0, 2.0)]
        {
            let found = spread(times).map(|spread| (spread.median_ns, spread.min_ns));
            assert_eq!(found, Some((median, min)), "{times:?}");
        }
    }
}
