//! One pair of an input.

use super::blocks::{Block, Blocks};
use super::fault::Fault;
use super::open;
use super::request::{self, Frames, Request, Shapes, too_long};
use crate::error::CliError;
use std::path::Path;

/// The pair of a line.
pub struct OnePair {
    /// Its number, from 1.
    pub line: u64,
    pub frames: Frames,
    /// Some frame of the pair has a velocity.
    pub moves: bool,
}

/// Reads the pair of this line, or of the first one that is not blank; lines after it are not read.
pub fn one_pair(path: &Path, wanted: Option<u64>) -> Result<OnePair, CliError> {
    let mut blocks = Blocks::new(open(path)?);
    let refused = |line: u64, fault: Fault| CliError::Line {
        path: path.to_owned(),
        line,
        what: fault.to_string(),
    };
    loop {
        let (first, text) = match blocks.next().map_err(CliError::file(path))? {
            Some(Block::Lines { first, text }) => (first, text),
            Some(Block::TooLong { line }) if wanted.is_none_or(|wanted| wanted == line) => {
                return Err(refused(line, too_long()));
            }
            Some(Block::TooLong { .. }) => continue,
            None => {
                let what = wanted.map_or("no line holds a pair".into(), |line| {
                    format!("no pair in line {line}")
                });
                return Err(CliError::Usage(format!("{}: {what}", path.display())));
            }
        };
        let lines = (first..)
            .zip(text.split(|&byte| byte == b'\n'))
            .map(|(line, text)| (line, text.trim_ascii()));
        let mut candidates = lines.filter(|(_, text)| !text.is_empty());
        let Some((line, text)) =
            candidates.find(|(line, _)| wanted.is_none_or(|wanted| wanted == *line))
        else {
            continue;
        };
        return match request::read(text) {
            Ok(Request { shapes: Shapes::Frames(frames), moves, .. }) => {
                Ok(OnePair { line, frames, moves })
            }
            Ok(Request { shapes: Shapes::Hulls(..), .. }) => {
                Err(refused(line, Fault::unsupported("pictures of hulls are")))
            }
            Ok(Request {
                shapes: Shapes::Meshes(_) | Shapes::Mixed(_) | Shapes::Answered(_),
                ..
            }) => Err(refused(line, Fault::unsupported("pictures of meshes are"))),
            Err(unread) => Err(refused(line, unread.fault)),
        };
    }
}
