//! Times, by kind of pair.

use super::super::clock::timed;
use crate::error::CliError;
use motzkin::{CollisionService, Form, Frame, FrameError, Verdict};
use motzkin_lab::workload::Known;
use serde::Serialize;
use std::hint::black_box;
use std::time::Duration;

/// Calls of an algorithm on one pair.
const REPEAT: usize = 128;
/// Distinct pairs in a row.
const STREAM: usize = 3000;
/// Copies of a pair in a batch for the kernels.
const COPIES: usize = 2048;
/// Pairs of each kind that the kernels repeat.
const REPEATED: usize = 8;
/// A stream is timed so often; the median counts.
const ROUNDS: usize = 5;

/// One kind of pair. Times are nanoseconds a pair.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    pub dim: u8,
    pub a: &'static str,
    pub b: &'static str,
    pub intersecting: bool,
    /// How many of the random pairs are of this kind.
    pub pairs: usize,
    pub elimination_repeated_ns: f64,
    pub axes_repeated_ns: f64,
    /// The mean over pairs of elimination's time over that of axes, as in the paper; not the ratio
    /// of the means.
    pub repeated_ratio: f64,
    pub elimination_streaming_ns: f64,
    pub axes_streaming_ns: f64,
    pub ours_repeated_ns: f64,
    pub ours_streaming_ns: f64,
}

/// The forms of the paper's shapes, in the order of their names.
const FORMS: [Form; 2] = [Form::Parallelotope, Form::Simplex];

type Textbook<F> = fn(&F, &F) -> Result<Verdict, FrameError>;

/// A dimension.
pub struct Part<F> {
    pub dim: u8,
    /// The names of the symmetric shape and of the simplex.
    pub shapes: [&'static str; 2],
    /// The answer that is recorded for the pairs.
    pub recorded: Known,
    pub eliminate: Textbook<F>,
    pub axes: Textbook<F>,
    pub form: fn(&F) -> Option<Form>,
}

/// Checks the answers, then times each kind of pair.
pub fn rows<F: Frame>(
    part: &Part<F>,
    service: &CollisionService,
    (a, b): (Vec<F>, Vec<F>),
    samples: usize,
) -> Result<Vec<Row>, CliError> {
    let verdicts = service.query_between(&a, &b).run()?.into_verdicts();
    let touching = verdicts.iter().filter(|&&verdict| verdict == Verdict::Touching).count();
    let found = Known { overlapping: verdicts.overlapping(), touching };
    if found != part.recorded {
        let (dim, recorded) = (part.dim, part.recorded);
        return Err(CliError::Wrong(format!(
            "{dim}D: the kernels answer {found:?}, recorded is {recorded:?}"
        )));
    }
    let mut rows = Vec::new();
    for kind in 0..8 {
        let shapes = [kind & 4 != 0, kind & 2 != 0].map(usize::from);
        let (forms, intersecting) = (shapes.map(|shape| Some(FORMS[shape])), kind & 1 == 0);
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        for ((a, b), verdict) in a.iter().zip(&b).zip(verdicts.iter()) {
            if [a, b].map(part.form) == forms && verdict.meets() == intersecting {
                of_a.push(*a);
                of_b.push(*b);
            }
        }
        check(part, &of_a, &of_b, intersecting, samples.max(STREAM))?;
        let names = shapes.map(|shape| part.shapes[shape]);
        let timed = row(part, service, (&of_a, &of_b), samples)?;
        rows.push(Row { dim: part.dim, a: names[0], b: names[1], intersecting, ..timed });
    }
    Ok(rows)
}

/// Nothing wrong is timed: the textbook versions must agree with the kernels.
fn check<F: Frame>(
    part: &Part<F>,
    a: &[F],
    b: &[F],
    intersecting: bool,
    count: usize,
) -> Result<(), CliError> {
    for (name, algorithm) in [("elimination", part.eliminate), ("axes", part.axes)] {
        for (a, b) in a.iter().zip(b).take(count) {
            let verdict = algorithm(a, b)?;
            if verdict.meets() != intersecting {
                let what =
                    format!("{}D: {name} in f64 answer {verdict} to {a:?} and {b:?}", part.dim);
                return Err(CliError::Wrong(what));
            }
        }
    }
    Ok(())
}

fn row<F: Frame>(
    part: &Part<F>,
    service: &CollisionService,
    (a, b): (&[F], &[F]),
    samples: usize,
) -> Result<Row, CliError> {
    let [mut elimination, mut axes, mut ratio] = [0.0; 3];
    let orders = || a.iter().zip(b).take(samples).flat_map(|(a, b)| [(a, b), (b, a)]);
    for (a, b) in orders() {
        let [slow, fast] = [part.eliminate, part.axes].map(|algorithm| {
            let repeat = || {
                (0..REPEAT)
                    .filter(|_| black_box(algorithm(black_box(a), black_box(b))).is_ok())
                    .count()
            };
            timed(repeat).1.as_nanos() as f64 / REPEAT as f64
        });
        elimination += slow;
        axes += fast;
        ratio += slow / fast.max(1e-3);
    }
    let calls = orders().count().max(1) as f64;
    let pairs = a.len();
    let stream = pairs.min(STREAM);
    let [elimination_streaming_ns, axes_streaming_ns] =
        [part.eliminate, part.axes].map(|algorithm| {
            let pass = || {
                a.iter()
                    .zip(b)
                    .take(stream)
                    .filter(|(a, b)| black_box(algorithm(a, b)).is_ok())
                    .count()
            };
            per_pair(stream, || {
                black_box(pass());
            })
        });
    let mut ours_repeated_ns = 0.0;
    for (a, b) in a.iter().zip(b).take(REPEATED) {
        let (a, b) = (vec![*a; COPIES], vec![*b; COPIES]);
        ours_repeated_ns += kernels(service, &a, &b)? / REPEATED.min(pairs).max(1) as f64;
    }
    Ok(Row {
        pairs,
        elimination_repeated_ns: elimination / calls,
        axes_repeated_ns: axes / calls,
        repeated_ratio: ratio / calls,
        elimination_streaming_ns,
        axes_streaming_ns,
        ours_repeated_ns,
        ours_streaming_ns: kernels(service, a, b)?,
        ..Row::default()
    })
}

/// The service, exact verdicts included.
fn kernels<F: Frame>(service: &CollisionService, a: &[F], b: &[F]) -> Result<f64, CliError> {
    service.query_between(a, b).run()?;
    Ok(per_pair(a.len(), || {
        // The call before has shown that the batch is valid.
        let _ = black_box(service.query_between(a, b).run());
    }))
}

/// The median of some rounds after one that warms up, for each of the pairs.
fn per_pair(pairs: usize, mut work: impl FnMut()) -> f64 {
    work();
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| timed(&mut work).1).collect();
    times.sort();
    times[ROUNDS / 2].as_nanos() as f64 / pairs.max(1) as f64
}
