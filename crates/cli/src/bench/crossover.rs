//! From which batch on the GPU is worth its round trip.

use super::clock::{Spread, timed};
use super::contestant::Contestant;
use crate::error::CliError;
use motzkin_lab::workload::{Known, Workload};
use serde::Serialize;
use std::time::Duration;

/// The round trip of batches of every size, on the CPU and on the GPU.
#[derive(Debug, Serialize)]
pub struct Crossover {
    pub workload: &'static str,
    pub cpu: &'static str,
    pub sizes: Vec<Size>,
    /// The least size from which on the GPU always wins; null if it does not win the last.
    pub first_pairs: Option<usize>,
}

/// Medians of a call, from frames and pairs in the caller's memory to exact verdicts there.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Size {
    pub pairs: usize,
    pub cpu_median_ns: f64,
    pub gpu_median_ns: f64,
}

const SIZES: [usize; 8] = [1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20];
/// A size is repeated until this is spent, though at least a few times.
const BUDGET: Duration = Duration::from_millis(50);
const FEWEST: usize = 3;
const MOST: usize = 100;

/// `None` without a GPU or a CPU among the engines.
pub fn run(contestants: &[Contestant]) -> Result<Option<Crossover>, CliError> {
    // The last CPU engine has the most threads.
    let cpu = contestants.iter().rfind(|contestant| !contestant.is_gpu());
    let gpu = contestants.iter().find(|contestant| contestant.is_gpu());
    let Some((cpu, gpu)) = cpu.zip(gpu) else { return Ok(None) };
    let workload = Workload::Boxes;
    let mut sizes = Vec::new();
    for pairs in SIZES {
        let scene = workload.scene(pairs, Known::SEED);
        let median = |contestant: &Contestant| -> Result<f64, CliError> {
            let call = || contestant.service.verdicts(&scene.frames, &scene.pairs);
            call()?;
            let (mut times, mut spent) = (Vec::new(), Duration::ZERO);
            while times.len() < FEWEST || (spent < BUDGET && times.len() < MOST) {
                let (verdicts, time) = timed(call);
                verdicts?;
                times.push(time);
                spent += time;
            }
            Ok(Spread::of(times).map_or(0.0, |spread| spread.median_ns))
        };
        sizes.push(Size { pairs, cpu_median_ns: median(cpu)?, gpu_median_ns: median(gpu)? });
    }
    let first_pairs = first(&sizes);
    Ok(Some(Crossover { workload: workload.name(), cpu: cpu.about.name, sizes, first_pairs }))
}

fn first(sizes: &[Size]) -> Option<usize> {
    let wins = sizes.iter().rev().take_while(|size| size.gpu_median_ns < size.cpu_median_ns);
    wins.last().map(|size| size.pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_won_by_chance_is_no_crossover() {
        let sizes = |times: &[(f64, f64)]| {
            let size = |(i, &(cpu, gpu)): (usize, &(f64, f64))| Size {
                pairs: SIZES[i],
                cpu_median_ns: cpu,
                gpu_median_ns: gpu,
            };
            first(&times.iter().enumerate().map(size).collect::<Vec<_>>())
        };
        assert_eq!(sizes(&[(1.0, 9.0), (9.0, 8.0), (30.0, 10.0)]), Some(256));
        assert_eq!(sizes(&[(9.0, 1.0), (9.0, 10.0), (30.0, 10.0)]), Some(1024));
        assert_eq!(sizes(&[(9.0, 1.0), (9.0, 9.0)]), None);
        assert_eq!(sizes(&[]), None);
    }
}
