//! What the command writes: results to standard output, notes to standard error.

use super::error::CliError;
use serde::Serialize;
use std::io::Write;

/// Writes a text to standard output and flushes it.
pub fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(CliError::Output)
}

/// Writes a text as [`print`] does, for a command whose status is an answer as well: it goes on
/// when its reader has gone away.
pub fn tell(text: &str) -> Result<(), CliError> {
    match print(text) {
        Err(error) if error.is_closed_pipe() => Ok(()),
        done => done,
    }
}

/// Returns a JSON document on lines of its own.
pub fn document(report: &impl Serialize) -> Result<String, CliError> {
    let document = serde_json::to_string_pretty(report);
    Ok(document.map_err(|error| CliError::Output(error.into()))? + "\n")
}

/// Writes a line to standard error. It does not matter if nobody reads it.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "motzkin: {text}");
}
