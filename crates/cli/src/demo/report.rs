//! What the demo found, as a table.

use crate::engine::describe;
use crate::error::CliError;
use crate::output::print;
use crate::table::{columns, grouped, noun, percent};
use motzkin::service::BatchStats;
use motzkin::{CollisionService, Engine, Verdict, Verdicts};
use std::path::Path;
use std::time::Duration;

/// Sums over all frames.
pub struct Report {
    engine: String,
    /// Why there is nothing to compare with, where there is not.
    alone: Option<String>,
    objects: usize,
    frames: usize,
    total: BatchStats,
    overlapping: usize,
    touching: usize,
    pub hits_of_last: usize,
    compared: usize,
    different: usize,
    /// Time for moving the objects.
    pub moved: Duration,
    /// Time for finding the pairs whose boxes meet.
    pub found: Duration,
    /// Time for the verdicts, settling included.
    pub tested: Duration,
    pub drawn: Duration,
}

impl Report {
    pub fn new(service: &CollisionService, objects: usize) -> Self {
        let info = service.info();
        Self {
            engine: describe(info),
            // What follows the colon has gone to standard error already.
            alone: (info.engine != Engine::Gpu)
                .then(|| info.reason.split(':').next().unwrap_or_default().to_owned()),
            objects,
            frames: 0,
            total: BatchStats::default(),
            overlapping: 0,
            touching: 0,
            hits_of_last: 0,
            compared: 0,
            different: 0,
            moved: Duration::ZERO,
            found: Duration::ZERO,
            tested: Duration::ZERO,
            drawn: Duration::ZERO,
        }
    }

    /// Adds the verdicts of a frame.
    pub fn add(&mut self, verdicts: &Verdicts) {
        let stats = verdicts.stats();
        self.frames += 1;
        self.total += stats;
        let overlapping = verdicts.overlapping();
        let touching = verdicts.iter().filter(|&&verdict| verdict == Verdict::Touching).count();
        self.overlapping += overlapping;
        self.touching += touching;
        self.hits_of_last = overlapping + touching;
    }

    /// Counts where the engine's verdicts of a frame differ from the CPU's.
    pub fn compare(&mut self, got: &[Verdict], want: &[Verdict]) {
        self.compared += want.len();
        self.different += got.len().abs_diff(want.len());
        self.different += got.iter().zip(want).filter(|(got, want)| got != want).count();
    }

    /// No comparison failed.
    pub fn agrees(&self) -> bool {
        self.different == 0
    }

    pub fn print(&self, picture: &Path) -> Result<(), CliError> {
        let BatchStats {
            pairs,
            undecided,
            settled_gpu,
            settled_f64,
            settled_narrow,
            settled_wide,
            ..
        } = self.total;
        let rate = pairs as f64 / self.tested.as_secs_f64().max(1e-9);
        let hits = self.overlapping + self.touching;
        let agreement = match &self.alone {
            Some(reason) => format!("nothing to compare with: {reason}"),
            None if self.agrees() => {
                format!("all of {} verdicts compared agree", grouped(self.compared))
            }
            None => {
                let differ = noun(self.different, "DIFFERS", "DIFFER");
                let (different, compared) = (grouped(self.different), grouped(self.compared));
                format!("{different} OF {compared} VERDICTS {differ}")
            }
        };
        let rows = [
            ("engine", self.engine.clone()),
            ("objects", grouped(self.objects)),
            (
                "pairs",
                format!(
                    "{} in {} {}, {} a frame",
                    grouped(pairs),
                    self.frames,
                    noun(self.frames, "frame", "frames"),
                    grouped(pairs / self.frames.max(1))
                ),
            ),
            (
                "speed",
                format!(
                    "{:.1} million pairs/s, {:.1} ms a frame",
                    rate / 1e6,
                    self.milliseconds(self.tested)
                ),
            ),
            (
                "hits",
                format!(
                    "{} ({}), {} of them touching",
                    grouped(hits),
                    percent(hits, pairs),
                    grouped(self.touching)
                ),
            ),
            (
                "undecided",
                format!(
                    "{} ({}) after the f32 kernels",
                    grouped(undecided),
                    percent(undecided, pairs)
                ),
            ),
            (
                "settled",
                format!(
                    "{} on the GPU, {} in f64, {} in 128-bit integers, {} in longer ones",
                    grouped(settled_gpu),
                    grouped(settled_f64),
                    grouped(settled_narrow),
                    grouped(settled_wide)
                ),
            ),
            ("CPU and GPU", agreement),
            (
                "beside that",
                format!(
                    "moving {:.1} ms and finding pairs {:.1} ms a frame",
                    self.milliseconds(self.moved),
                    self.milliseconds(self.found)
                ),
            ),
            ("picture", format!("{} ({:.1} s)", picture.display(), self.drawn.as_secs_f64())),
        ];
        let mut rows = rows.into_iter().map(|(name, value)| [name.to_owned(), value]);
        let first = rows.next().unwrap_or_default();
        print(&columns(&first, rows))
    }

    fn milliseconds(&self, time: Duration) -> f64 {
        time.as_secs_f64() * 1e3 / self.frames.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flipped_or_missing_verdict_is_counted() -> Result<(), CliError> {
        let mut report = Report::new(&CollisionService::new(Engine::Cpu)?, 0);
        let want = [Verdict::Separate, Verdict::Touching, Verdict::Overlapping];
        report.compare(&want, &want);
        assert!(report.agrees());
        report.compare(&[Verdict::Separate, Verdict::Overlapping], &want);
        assert_eq!((report.different, report.compared), (2, 6));
        Ok(())
    }
}
