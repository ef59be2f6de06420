//! Whether other programs kept a measurement from its processors.

use super::clock::{Spread, timed};
use serde::Serialize;
use std::collections::HashMap;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

/// The share of waiting from which on a run counts as disturbed.
const MOST_WAITED: f64 = 0.05;

/// The spread of the yardstick from which on a run counts as disturbed. A processor that changes
/// its speed alone stays below it.
const MOST_SPREAD: f64 = 1.5;

/// Steps of the yardstick: some tenths of a millisecond.
const STEPS: u64 = 200_000;

/// How often the yardstick is timed in a row.
const REPEATED: usize = 5;

/// What a run knows of the load on its machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Disturbance {
    /// Other programs made the times longer or less certain.
    pub disturbed: bool,
    /// How long the threads of this process were ready to run but had no processor, as a share of
    /// the time that they ran or waited. Null where the system does not count it.
    pub waited_share: Option<f64>,
    /// A fixed piece of work on one thread, timed between the measurements: its median time over
    /// its least time.
    pub yardstick_spread: f64,
}

impl Disturbance {
    fn new(waited_share: Option<f64>, yardstick_spread: f64) -> Self {
        let waited = waited_share.is_some_and(|share| share > MOST_WAITED);
        Self { disturbed: waited || yardstick_spread > MOST_SPREAD, waited_share, yardstick_spread }
    }

    /// A line for the end of a report; nothing if the run was not disturbed.
    pub fn text(&self) -> String {
        if !self.disturbed {
            return String::new();
        }
        let waited = self.waited_share.map_or(String::new(), |share| {
            format!("its threads waited for a processor {:.0} % of their time, ", 100.0 * share)
        });
        format!(
            "\nDISTURBED: other programs ran meanwhile: {waited}the median of a fixed piece of work \
             took {:.2} times its least; repeat the run on an idle machine\n",
            self.yardstick_spread
        )
    }
}

/// Watches the machine during a run.
pub struct Watch {
    begun: HashMap<String, Load>,
    yardstick: Vec<Duration>,
}

/// Nanoseconds that a thread has run, and that it has waited while it could have run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Load {
    ran: u64,
    waited: u64,
}

impl Watch {
    /// Begins with the first look.
    pub fn start() -> Self {
        let mut watch = Self { begun: threads(), yardstick: Vec::new() };
        watch.look();
        watch
    }

    /// Times the yardstick: between two measurements, so that it delays neither.
    pub fn look(&mut self) {
        let work = || (0..STEPS).fold(1_u64, |x, i| black_box(x.wrapping_mul(3).wrapping_add(i)));
        self.yardstick.extend((0..REPEATED).map(|_| timed(|| black_box(work())).1));
    }

    /// What was found since the start.
    pub fn finish(mut self) -> Disturbance {
        self.look();
        let spread = Spread::of(self.yardstick);
        let spread = spread.map_or(1.0, |spread| spread.median_ns / spread.min_ns.max(1.0));
        Disturbance::new(waited_share(&self.begun, &threads()), spread)
    }
}

/// The share of waiting since `begun`, of the threads that are still there.
fn waited_share(begun: &HashMap<String, Load>, now: &HashMap<String, Load>) -> Option<f64> {
    let (mut ran, mut waited) = (0, 0);
    for (thread, load) in now {
        let before = begun.get(thread).copied().unwrap_or_default();
        ran += load.ran.saturating_sub(before.ran);
        waited += load.waited.saturating_sub(before.waited);
    }
    (!now.is_empty()).then(|| waited as f64 / (ran + waited).max(1) as f64)
}

/// The load of each thread of this process by its number. Linux counts it; elsewhere it is empty.
fn threads() -> HashMap<String, Load> {
    let Ok(folder) = Path::new("/proc/self/task").read_dir() else { return HashMap::new() };
    let thread = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.ok()?;
        let load = parse(&std::fs::read_to_string(entry.path().join("schedstat")).ok()?)?;
        Some((entry.file_name().to_string_lossy().into_owned(), load))
    };
    folder.filter_map(thread).collect()
}

/// Reads a line such as `1125612 101319 1`.
fn parse(line: &str) -> Option<Load> {
    let mut numbers = line.split_whitespace().map(|word| word.parse().ok());
    Some(Load { ran: numbers.next()??, waited: numbers.next()?? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_and_spread_disturb() {
        for (waited, spread, disturbed) in [
            (Some(0.01), 1.1, false),
            (None, 1.1, false),
            (Some(0.3), 1.1, true),
            (None, 2.0, true),
            (Some(0.0), 2.0, true),
        ] {
            let found = Disturbance::new(waited, spread);
            assert_eq!(found.disturbed, disturbed, "{found:?}");
            assert_eq!(found.text().contains("DISTURBED"), disturbed, "{found:?}");
        }
        assert!(Disturbance::new(Some(0.3), 1.1).text().contains("30 % of their time"));
    }

    #[test]
    fn threads_count_from_the_start_or_from_their_own() {
        let load = |ran, waited| Load { ran, waited };
        let begun = HashMap::from([("1".to_owned(), load(100, 10)), ("2".into(), load(5, 5))]);
        let now = HashMap::from([("1".to_owned(), load(160, 20)), ("3".into(), load(20, 10))]);
        assert_eq!(waited_share(&begun, &now), Some(0.2));
        assert_eq!(waited_share(&begun, &HashMap::new()), None);
    }

    #[test]
    fn lines_of_the_system_are_read() {
        assert_eq!(parse("1125612 101319 1\n"), Some(Load { ran: 1_125_612, waited: 101_319 }));
        assert_eq!((parse(""), parse("7"), parse("7 x 1")), (None, None, None));
    }
}
