//! `motzkin demo`: a whirl of boxes and tetrahedra, tested frame by frame and drawn.

mod broad_phase;
mod portrait;
mod report;
mod whirl;

use super::engine::{EngineName, announce};
use super::error::CliError;
use super::table::counted;
use super::{Outcome, picture_file};
use broad_phase::BroadPhase;
use indicatif::{ProgressBar, ProgressStyle};
use motzkin::{CollisionService, Engine, Frame3, Pair, Verdict};
use report::Report;
use std::path::PathBuf;
use std::time::Instant;
use whirl::Whirl;

/// Every so many frames the verdicts of a GPU are compared with the CPU's.
const COMPARE_EVERY: usize = 10;

#[derive(clap::Args)]
pub struct Args {
    /// Who computes
    #[arg(long, value_enum, default_value = "auto")]
    engine: EngineName,
    /// Frames of animation to test
    #[arg(long, default_value_t = 60)]
    frames: usize,
    /// Boxes and tetrahedra
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(..=4_000_000))]
    objects: u32,
    /// Draws another whirl
    #[arg(long, default_value_t = 2019)]
    seed: u64,
    /// Where the PNG picture of the last frame goes
    #[arg(long, default_value = "motzkin-demo.png", value_name = "PATH")]
    out: PathBuf,
}

/// One instant of the animation.
struct Instance {
    frames: Vec<Frame3>,
    pairs: Vec<Pair>,
    verdicts: Vec<Verdict>,
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    picture_file::check(&args.out)?;
    let service = CollisionService::new(args.engine.into())?;
    announce(service.info());
    // A GPU is held against the CPU; a CPU has nothing to be held against here.
    let witness = match service.info().engine {
        Engine::Gpu => Some(CollisionService::new(Engine::Cpu)?),
        _ => None,
    };
    let mut broad_phase = BroadPhase::default();
    let whirl = Whirl::new(args.objects as usize, args.seed);
    let mut report = Report::new(&service, args.objects as usize);
    let mut last = Instance { frames: Vec::new(), pairs: Vec::new(), verdicts: Vec::new() };
    let bar = progress(args.frames);
    for number in 0..args.frames {
        let start = Instant::now();
        let frames = whirl.frames(number)?;
        report.moved += start.elapsed();
        let start = Instant::now();
        let mut pairs = std::mem::take(&mut last.pairs);
        broad_phase.candidates(&frames, &mut pairs)?;
        report.found += start.elapsed();
        let start = Instant::now();
        let verdicts = service.verdicts(&frames, &pairs)?;
        report.tested += start.elapsed();
        report.add(&verdicts);
        if let Some(witness) = witness.as_ref().filter(|_| number % COMPARE_EVERY == 0) {
            report.compare(&verdicts, &witness.verdicts(&frames, &pairs)?);
        }
        last = Instance { frames, pairs, verdicts: verdicts.into_vec() };
        bar.set_message(counted(report.hits_of_last, "hit", "hits"));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let start = Instant::now();
    picture_file::save(&portrait::draw(&last), &args.out)?;
    report.drawn = start.elapsed();
    report.print(&args.out)?;
    Ok(if report.agrees() { Outcome::Good } else { Outcome::Faults })
}

fn progress(frames: usize) -> ProgressBar {
    let bar = ProgressBar::new(frames as u64);
    let style = ProgressStyle::with_template("{bar:40} frame {pos}/{len}  {msg}  {elapsed}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
