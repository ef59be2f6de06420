//! `motzkin query`: pairs in, answers out, one JSON line each.

pub mod answer;
pub mod blocks;
pub mod fault;
pub mod files;
pub mod json;
pub mod mesh;
pub mod mixed;
pub mod request;
pub mod shape;
mod single;
pub mod solve;
mod with_mesh;

use super::Outcome;
use super::engine::{EngineName, announce};
use super::error::CliError;
use answer::Writer;
use blocks::{Block, Blocks};
use fault::{Fault, FaultKind};
use files::{Allowed, Files};
use mesh::Shelf;
use motzkin::{CollisionService, Wanted};
use rayon::prelude::*;
use request::{Request, Unread, too_long};
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
    /// The mesh files that lines may name: `none`, or those of a folder and below it, links
    /// resolved; all of them if this is left out
    #[arg(long, value_name = "none|DIR")]
    files: Option<Allowed>,
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
    let shelf = Shelf::new(Files::of(args.files.as_ref())?);
    let mut input = Input::open(&args.file)?;
    let service = CollisionService::new(args.engine.into())?;
    announce(service.info());
    let mut out = Writer::default();
    let mut stdout = io::stdout().lock();
    while let Some(found) = input.next()? {
        match found {
            Ok((first, text)) => answer(&service, &shelf, &args.want, first, &text, &mut out),
            Err((line, fault)) => out.fault("null", line, &fault),
        }
        flush(&mut out, &mut stdout)?;
    }
    Ok(if out.faults() { Outcome::Faults } else { Outcome::Good })
}

/// Lines with the number of the first, or the number of a line that was left out, and why.
pub type Found = Result<(u64, Vec<u8>), (u64, Fault)>;

/// A file of lines, or standard input.
pub struct Input {
    path: PathBuf,
    blocks: Blocks<Box<dyn Read>>,
    ended: bool,
}

impl Input {
    /// Opens a file; `-` is standard input.
    pub fn open(path: &Path) -> Result<Self, CliError> {
        Ok(Self { path: path.to_owned(), blocks: Blocks::new(open(path)?), ended: false })
    }

    /// The next lines. What cannot be read at all is an error of the call.
    pub fn next(&mut self) -> Result<Option<Found>, CliError> {
        if self.ended {
            return Ok(None);
        }
        match self.blocks.next() {
            Ok(Some(Block::Lines { first, text })) => Ok(Some(Ok((first, text)))),
            Ok(Some(Block::TooLong { line })) => Ok(Some(Err((line, too_long())))),
            Ok(None) => Ok(None),
            Err(source) if self.blocks.started() => {
                self.ended = true;
                let fault = Fault::new(FaultKind::Io, source.to_string());
                Ok(Some(Err((self.blocks.line(), fault))))
            }
            Err(source) => Err(CliError::File { path: self.path.clone(), source }),
        }
    }
}

fn open(path: &Path) -> Result<Box<dyn Read>, CliError> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(path).map_err(CliError::file(path))?))
}

pub fn flush(out: &mut Writer, stdout: &mut impl Write) -> Result<(), CliError> {
    stdout.write_all(out.take().as_bytes()).and_then(|()| stdout.flush()).map_err(CliError::Output)
}

/// Reads the lines of a block that are not blank, on all threads.
pub fn each_line<'a, T: Send>(
    first: u64,
    text: &'a [u8],
    read: impl Fn(&'a [u8]) -> T + Sync,
) -> Vec<(u64, T)> {
    let lines: Vec<(u64, &[u8])> = (first..).zip(text.split(|&byte| byte == b'\n')).collect();
    lines
        .into_par_iter()
        // What comes before a value counts for the columns of errors.
        .map(|(number, line)| (number, line.trim_ascii_end()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| (number, read(line)))
        .collect()
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
    let lines: Vec<Line> = each_line(first, text, |line| {
        request::read(line).and_then(|request| with_mesh::answered(service, shelf, want, request))
    });
    let asked: Vec<&Request> = lines.iter().filter_map(|(_, line)| line.as_ref().ok()).collect();
    let mut answers = solve(service, want, &asked).into_iter();
    for (number, line) in &lines {
        match line {
            Ok(request) => match answers.next() {
                Some(Ok(answer)) => out.answer(request.id, *number, want, &answer),
                Some(Err(fault)) => out.fault(request.id, *number, &fault),
                None => return,
            },
            Err(unread) => out.fault(unread.id, *number, &unread.fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives lines once, and fails then.
    struct Broken(&'static [u8]);

    impl Read for Broken {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let bytes = std::mem::take(&mut self.0);
            out[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    fn input(bytes: &'static [u8]) -> Input {
        let blocks: Blocks<Box<dyn Read>> = Blocks::new(Box::new(Broken(bytes)));
        Input { path: "x".into(), blocks, ended: false }
    }

    /// After the lines before it, a failure is the last word about the line that it was in.
    #[test]
    fn an_input_that_fails_on_the_way_is_told_once() -> Result<(), CliError> {
        let mut found = input(b"one\ntwo\nthr");
        assert!(matches!(found.next()?, Some(Ok((1, text))) if text == b"one\ntwo\n"));
        let fault = found.next()?;
        assert!(matches!(fault, Some(Err((3, Fault { kind: FaultKind::Io, .. })))));
        assert!(found.next()?.is_none());
        Ok(())
    }

    #[test]
    fn an_input_that_fails_at_once_is_an_error() {
        assert!(matches!(input(b"").next(), Err(CliError::File { .. })));
    }
}
