//! The file for the plot of a benchmark.

use crate::error::CliError;
use crate::picture_file;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct PlotFile {
    /// The SVG file for a plot of the figures
    #[arg(long = "plot", value_name = "FILE")]
    path: Option<PathBuf>,
}

impl PlotFile {
    /// Checks before the work whether the plot can be written.
    pub fn check(&self) -> Result<(), CliError> {
        self.path.as_deref().map_or(Ok(()), picture_file::check_writable)
    }

    /// Draws and writes the plot, if one is asked for.
    pub fn write(&self, draw: impl FnOnce() -> String) -> Result<(), CliError> {
        let Some(path) = &self.path else { return Ok(()) };
        std::fs::write(path, draw()).map_err(CliError::file(path))
    }
}
