//! `motzkin check`: every engine against the exact stage, and details against geometry.

mod common;
mod details;
mod difference;
mod geometry;
mod golden;
mod hulls;
mod solid;

use super::Outcome;
use super::count::at_least_one;
use super::engine::{EngineName, describe};
use super::error::CliError;
use super::output::{note, tell};
use super::table::{columns, counted, grouped, percent};
use difference::{Difference, Drawn, first_difference};
use motzkin::{CollisionService, Engine, Frame, Verdict};
use motzkin_core::exact;
use motzkin_core::kernel::SimdLevel;
use motzkin_lab::workload::{PlaneWorkload, Scene, Workload};

/// Pairs of each workload that the slow reference engine answers too.
const REFERENCE_PAIRS: usize = 500;

#[derive(clap::Args)]
pub struct Args {
    /// Pairs in each workload. There is about one shape for ten pairs, and two at least: of few
    /// pairs the same two are tested again and again
    #[arg(long, default_value_t = 100_000, value_parser = at_least_one)]
    pairs: usize,
    /// The seed of the scenes; a random one by default
    #[arg(long)]
    seed: Option<u64>,
    /// The GPU whose name or PCI address contains this text, software renderers included
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// The engines to check. `auto`: a real GPU, every CPU level and the reference; `gpu`: the same
    /// with any adapter; `cpu`: the CPU levels. With `--hash` the engine that is named, alone
    #[arg(long, value_enum, default_value = "auto")]
    engine: EngineName,
    /// Instead, hash all answers of recorded scenes on every engine, instruction set, number of
    /// threads and adapter, software ones included, and compare with the recorded hashes; with
    /// `--adapter` on that adapter alone
    #[arg(long, conflicts_with_all = ["pairs", "seed"])]
    hash: bool,
}

/// An engine to be checked.
struct Subject {
    name: String,
    service: CollisionService,
    /// At most this many pairs of each workload.
    limit: usize,
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    check_adapter(args)?;
    if args.hash {
        return golden::run(args);
    }
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let subjects = subjects(args)?;
    let of_hulls = match args.pairs > hulls::MOST_PAIRS {
        true => format!(", {} of hulls", hulls::MOST_PAIRS),
        false => String::new(),
    };
    tell(&format!(
        "seed {seed}, {} in each workload{of_hulls}, exact against:\n",
        counted(args.pairs, "pair", "pairs")
    ))?;
    for Subject { name, limit, .. } in &subjects {
        let limit = if *limit < args.pairs { format!(", {limit} pairs") } else { String::new() };
        tell(&format!("  {name}{limit}\n"))?;
    }
    tell(&format!(
        "and geometry against axes, depths, bounds, margins, common points and contact intervals, {} of each in space\n",
        counted(args.pairs.div_ceil(details::step(args.pairs)), "pair", "pairs")
    ))?;
    // Details are computed on the CPU whatever the engine.
    let service = CollisionService::new(Engine::Cpu)?;
    let mut rows = Vec::new();
    let mut differences = Vec::new();
    for workload in Workload::ALL {
        note(&format!("checking {}", workload.name()));
        let mut row = check_in_space(workload, args.pairs, seed, &subjects, &service)?;
        differences.append(&mut row.differences);
        rows.push(row.cells());
    }
    for workload in PlaneWorkload::ALL {
        note(&format!("checking {}", workload.name()));
        let scene = workload.scene(args.pairs, seed);
        let drawn =
            Drawn { workload: workload.name(), seed, frames: &scene.frames, pairs: &scene.pairs };
        let mut row = check(&drawn, drawn.exact(exact::plane::decide)?, &subjects)?;
        differences.append(&mut row.differences);
        rows.push(row.cells());
    }
    note("checking hulls");
    let mut row = hulls::check(args.pairs, seed, &subjects)?;
    differences.append(&mut row.differences);
    rows.push(row.cells());
    let heading =
        ["workload", "pairs", "meeting", "touching", "undecided", "details", "differences"];
    tell(&format!("\n{}", columns(&heading.map(str::to_owned), rows.into_iter())))?;
    if differences.is_empty() {
        let gpu = subjects.iter().any(|subject| subject.service.info().engine == Engine::Gpu);
        let without = if gpu { "" } else { "; no GPU was among them, see `motzkin adapters`" };
        tell(&format!("\nall engines agree{without}\n"))?;
        return Ok(Outcome::Good);
    }
    tell(&format!("\n{}", differences.concat()))?;
    Ok(Outcome::Faults)
}

fn check_adapter(args: &Args) -> Result<(), CliError> {
    if args.adapter.is_some() && matches!(args.engine, EngineName::Cpu | EngineName::Reference) {
        return Err(CliError::Usage("--adapter goes with --engine auto or gpu".into()));
    }
    Ok(())
}

fn subjects(args: &Args) -> Result<Vec<Subject>, CliError> {
    let mut subjects = Vec::new();
    if matches!(args.engine, EngineName::Auto | EngineName::Gpu) {
        let mut builder = CollisionService::builder().engine(args.engine.into());
        if let Some(name) = &args.adapter {
            builder = builder.engine(Engine::Gpu).adapter(name);
        }
        let service = builder.build()?;
        if service.info().engine == Engine::Gpu {
            subjects.push(Subject { name: describe(service.info()), service, limit: usize::MAX });
        } else {
            note(&format!("no GPU is checked: {}", service.info().reason));
        }
    }
    if matches!(args.engine, EngineName::Auto | EngineName::Gpu | EngineName::Cpu) {
        for level in SimdLevel::available() {
            let service = CollisionService::builder().engine(Engine::Cpu).simd(level).build()?;
            subjects.push(Subject { name: describe(service.info()), service, limit: usize::MAX });
        }
    }
    if args.engine != EngineName::Cpu {
        let service = CollisionService::new(Engine::Reference)?;
        subjects.push(Subject { name: describe(service.info()), service, limit: REFERENCE_PAIRS });
    }
    Ok(subjects)
}

/// The result of one workload.
struct Row {
    workload: &'static str,
    verdicts: Vec<Verdict>,
    /// Undecided pairs of the first subject that has kernels, and how many it saw.
    undecided: Option<(usize, usize)>,
    /// How many details were tested. Only workloads in space have details.
    details: Option<usize>,
    differences: Vec<String>,
    count: usize,
}

fn check_in_space(
    workload: Workload,
    pairs: usize,
    seed: u64,
    subjects: &[Subject],
    service: &CollisionService,
) -> Result<Row, CliError> {
    let scene: Scene = workload.scene(pairs, seed);
    let drawn =
        Drawn { workload: workload.name(), seed, frames: &scene.frames, pairs: &scene.pairs };
    let mut row = check(&drawn, drawn.exact(exact::decide)?, subjects)?;
    let (details, faults) = details::check(service, &scene, seed)?;
    row.details = Some(details);
    row.count += faults.len();
    row.differences.extend(details::described(&faults, workload, pairs, seed));
    Ok(row)
}

/// The verdicts of every subject against the exact ones.
fn check<F: Frame>(
    drawn: &Drawn<'_, F>,
    verdicts: Vec<Verdict>,
    subjects: &[Subject],
) -> Result<Row, CliError> {
    let workload = drawn.workload;
    let mut row = Row::new(workload, verdicts);
    for subject in subjects {
        let pairs = &drawn.pairs[..drawn.pairs.len().min(subject.limit)];
        let got = subject.service.verdicts(drawn.frames, pairs)?;
        let stats = got.stats();
        if subject.service.info().engine != Engine::Reference {
            row.undecided.get_or_insert((stats.undecided, stats.pairs));
        }
        let want = &row.verdicts[..pairs.len()];
        if let Some((pair, count)) = first_difference(&got, want) {
            let engine = subject.name.clone();
            let difference = Difference::new(drawn, engine, (pair, count), (&got, want));
            row.differences.push(difference.to_string());
            row.count += count;
        }
    }
    Ok(row)
}

impl Row {
    fn new(workload: &'static str, verdicts: Vec<Verdict>) -> Self {
        Self { workload, verdicts, undecided: None, details: None, differences: vec![], count: 0 }
    }

    fn cells(&self) -> [String; 7] {
        let count = |wanted: fn(Verdict) -> bool| {
            grouped(self.verdicts.iter().filter(|&&verdict| wanted(verdict)).count())
        };
        [
            self.workload.into(),
            grouped(self.verdicts.len()),
            count(Verdict::meets),
            count(|verdict| verdict == Verdict::Touching),
            self.undecided.map_or_else(|| "-".into(), |(part, whole)| percent(part, whole)),
            self.details.map_or_else(|| "-".into(), grouped),
            grouped(self.count),
        ]
    }
}
