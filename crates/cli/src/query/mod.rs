//! `motzkin query`: pairs in, answers out, one JSON line each.

mod answer;
mod blocks;
mod fault;
mod json;
mod mesh;
mod request;
mod shape;
mod single;
mod solve;

use super::Outcome;
use super::engine::{EngineName, announce};
use super::error::CliError;
use answer::Writer;
use blocks::{Block, Blocks, MAX_LINE};
use fault::{Fault, FaultKind};
use mesh::Shelf;
use motzkin::{CollisionService, Wanted};
use rayon::prelude::*;
use request::{Request, Unread};
use solve::solve;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

pub use request::Frames;
pub use single::{OnePair, one_pair};

#[derive(clap::Args)]
pub struct Args {
    /// The engine that computes
    #[arg(long, value_enum, default_value = "auto")]
    engine: EngineName,
    /// What to answer, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "verdict", value_name = "LIST")]
    want: Vec<Field>,
    /// JSON Lines; `-` reads standard input
    #[arg(default_value = "-")]
    file: PathBuf,
}

/// A field of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Field {
    Verdict,
    Interval,
    Aabb,
    Axis,
    Depth,
    Witness,
    Subset,
}

impl Field {
    /// What the service has to compute for it.
    fn wanted(self) -> Wanted {
        match self {
            Self::Interval => Wanted::INTERVAL,
            Self::Aabb => Wanted::BOX,
            Self::Axis | Self::Depth => Wanted::DEPTH | Wanted::GAP,
            Self::Witness => Wanted::WITNESS,
            // Only hulls and meshes have a subset.
            Self::Verdict | Self::Subset => Wanted::NOTHING,
        }
    }
}

/// A numbered line, read or not.
type Line<'a> = (u64, Result<Request<'a>, Unread<'a>>);

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let mut blocks = Blocks::new(open(&args.file)?);
    let service = CollisionService::new(args.engine.into())?;
    announce(service.info());
    let mut out = Writer::default();
    let shelf = Shelf::default();
    let mut stdout = io::stdout().lock();
    loop {
        match blocks.next() {
            Ok(Some(Block::Lines { first, text })) => {
                answer(&service, &shelf, &args.want, first, &text, &mut out);
            }
            Ok(Some(Block::TooLong { line })) => out.fault("null", line, &too_long()),
            Ok(None) => break,
            Err(source) if blocks.started() => {
                out.fault("null", blocks.line(), &Fault::new(FaultKind::Io, source.to_string()));
                flush(&mut out, &mut stdout)?;
                break;
            }
            Err(source) => return Err(CliError::File { path: args.file.clone(), source }),
        }
        flush(&mut out, &mut stdout)?;
    }
    Ok(if out.faults() { Outcome::Faults } else { Outcome::Good })
}

fn open(path: &Path) -> Result<Box<dyn Read>, CliError> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(path).map_err(CliError::file(path))?))
}

fn flush(out: &mut Writer, stdout: &mut impl Write) -> Result<(), CliError> {
    stdout.write_all(out.take().as_bytes()).and_then(|()| stdout.flush()).map_err(CliError::Output)
}

fn too_long() -> Fault {
    Fault::new(FaultKind::Parse, format!("the line is longer than {MAX_LINE} bytes"))
}

/// Answers every line of a block.
fn answer(
    service: &CollisionService,
    shelf: &Shelf,
    want: &[Field],
    first: u64,
    text: &[u8],
    out: &mut Writer,
) {
    let lines: Vec<(u64, &[u8])> = (first..).zip(text.split(|&byte| byte == b'\n')).collect();
    let lines: Vec<Line> = lines
        .into_par_iter()
        .map(|(number, line)| (number, line.trim_ascii()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| {
            let too_long =
                (line.len() > MAX_LINE).then(|| Unread { id: "null", fault: too_long() });
            let read =
                || request::read(line).and_then(|request| mesh::answered(shelf, want, request));
            (number, too_long.map_or_else(read, Err))
        })
        .collect();
    let asked: Vec<&Request> = lines.iter().filter_map(|(_, line)| line.as_ref().ok()).collect();
    let mut answers = match solve(service, want, &asked) {
        Ok(answers) => answers.into_iter(),
        Err(error) => {
            // The pairs are valid, so this is the engine; every line still gets its word.
            let fault = Fault::new(FaultKind::Io, format!("the engine failed: {error}"));
            lines.iter().for_each(|(number, line)| match line {
                Ok(request) => out.fault(request.id, *number, &fault),
                Err(unread) => out.fault(unread.id, *number, &unread.fault),
            });
            return;
        }
    };
    for (number, line) in &lines {
        match line {
            Ok(request) => {
                let Some(answer) = answers.next() else { return };
                out.answer(request.id, *number, want, &answer);
            }
            Err(unread) => out.fault(unread.id, *number, &unread.fault),
        }
    }
}
