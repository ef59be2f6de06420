//! `motzkin pairs`: shapes in, the pairs that meet out, one JSON line each.

mod find;
mod item;
mod load;
mod meshes;

use super::Outcome;
use super::engine::{EngineName, announce};
use super::error::CliError;
use super::query::Field;
use super::query::answer::Writer;
use super::query::fault::Fault;
use super::query::files::{Allowed, Files};
use super::query::mesh::Shelf;
use find::Search;
use load::load;
use meshes::Meshes;
use motzkin::CollisionService;
use std::io;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Args {
    /// The engine that computes
    #[arg(long, value_enum, default_value = "auto")]
    engine: EngineName,
    /// Lists separate pairs too that are closer than this
    #[arg(
        long,
        default_value_t = 0.0,
        value_name = "DISTANCE",
        value_parser = margin,
        allow_negative_numbers = true
    )]
    margin: f32,
    /// Lists pairs with the shapes of this file only
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// What to answer, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "verdict", value_name = "LIST")]
    want: Vec<Field>,
    /// The mesh files that lines may name: `none`, or those of a folder and below it, links
    /// resolved; all of them if this is left out
    #[arg(long, value_name = "none|DIR")]
    files: Option<Allowed>,
    /// JSON Lines, one shape a line; `-` reads standard input
    #[arg(default_value = "-")]
    file: PathBuf,
}

/// Word of shapes that were good when they were read.
fn wrong(fault: Fault) -> CliError {
    CliError::Wrong(fault.to_string())
}

/// A finite number of at least 0.
fn margin(text: &str) -> Result<f32, String> {
    let is_valid = |margin: &f32| margin.is_finite() && *margin >= 0.0;
    let found = text.parse::<f32>().ok().filter(is_valid);
    found.ok_or_else(|| "not a finite number of at least 0".to_owned())
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let both = [Some(&args.file), args.against.as_ref()];
    if both.iter().flatten().filter(|path| path.as_path() == Path::new("-")).count() > 1 {
        return Err(CliError::Usage("standard input cannot be both files".into()));
    }
    let shelf = Shelf::new(Files::of(args.files.as_ref())?);
    let service = CollisionService::new(args.engine.into())?;
    announce(service.info());
    let mut out = Writer::default();
    let mut stdout = io::stdout().lock();
    let mut dim = None;
    let is_of_two = args.against.is_some();
    let mut load = |path: &Path| load(path, is_of_two, &shelf, &mut dim, &mut out, &mut stdout);
    let items = load(&args.file)?;
    let others = args.against.as_deref().map(load).transpose()?;
    let mut search = Search {
        service: &service,
        meshes: Meshes::of(&items, others.as_deref()).map_err(wrong)?,
        want: &args.want,
        margin: args.margin,
        dim: dim.unwrap_or(3),
        items: &items,
        others: others.as_deref(),
    };
    search.run(&mut out, &mut stdout)?;
    Ok(if out.faults() { Outcome::Faults } else { Outcome::Good })
}
