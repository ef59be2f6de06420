//! How long things take: medians of warm repetitions, alone and by turns with a peer.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Repetitions that a median is taken of, at least,
const REPETITIONS: usize = 11;

/// and for how long.
const SPAN: Duration = Duration::from_millis(333);

/// The median of at least eleven repetitions and a third of a second, after two to warm up.
pub fn median<R>(mut work: impl FnMut() -> R) -> Duration {
    timed(&mut work);
    timed(&mut work);
    let (begin, mut times) = (Instant::now(), Times::default());
    while times.0.len() < REPETITIONS || begin.elapsed() < SPAN {
        times.0.push(timed(&mut work));
    }
    times.median()
}

/// What a contestant of a race took, each run of it.
#[derive(Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// A turn: repetitions for a thirtieth of what a median takes, three at least, and one before
    /// them to warm up.
    fn take_turn<R>(&mut self, mut work: impl FnMut() -> R) {
        timed(&mut work);
        let (begin, before) = (Instant::now(), self.0.len());
        while self.0.len() < before + 3 || begin.elapsed() < SPAN / 30 {
            self.0.push(timed(&mut work));
        }
    }

    /// The median.
    pub fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort();
        sorted[sorted.len() / 2]
    }

    fn least(&self) -> Duration {
        self.0.iter().copied().min().unwrap_or_default()
    }
}

/// Two contestants that ran by turns: a processor that others share is fast at one time and slow at
/// another, for both alike.
pub struct Race {
    /// The peer's times, where there is a peer,
    pub peer: Option<Times>,
    /// and ours.
    pub ours: Times,
}

/// Runs both by turns, eleven each.
pub fn race<P, R>(mut peer: Option<impl FnMut() -> P>, mut ours: impl FnMut() -> R) -> Race {
    let mut race = Race { peer: peer.is_some().then(Times::default), ours: Times::default() };
    for _ in 0..REPETITIONS {
        if let (Some(times), Some(peer)) = (&mut race.peer, &mut peer) {
            times.take_turn(peer);
        }
        race.ours.take_turn(&mut ours);
    }
    race
}

impl Race {
    /// Cells of a table: nanoseconds a pair of the peer and of ours, the ratio of these medians,
    /// and that of the least times, which others on the same processor disturb least.
    pub fn cells(&self, pairs: usize) -> [String; 4] {
        let ns = |time: Duration| format!("{:.1}", time.as_nanos() as f64 / pairs as f64);
        let ratio = |of: fn(&Times) -> Duration| {
            let ratio = |peer| of(peer).as_secs_f64() / of(&self.ours).as_secs_f64();
            self.peer.as_ref().map_or("-".into(), |peer| format!("{:.1}", ratio(peer)))
        };
        let peer = self.peer.as_ref().map_or("-".into(), |peer| ns(peer.median()));
        [peer, ns(self.ours.median()), ratio(Times::median), ratio(Times::least)]
    }
}

fn timed<R>(work: &mut impl FnMut() -> R) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}
