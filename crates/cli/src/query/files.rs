//! Which mesh files the lines of an input may name.

use super::fault::{Fault, FaultKind, Whose};
use crate::error::CliError;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// The mesh files that lines may name, as the command line says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    Nothing,
    /// Files in this folder and below.
    Below(PathBuf),
}

impl From<OsString> for Allowed {
    fn from(text: OsString) -> Self {
        if text == "none" { Self::Nothing } else { Self::Below(text.into()) }
    }
}

/// The mesh files that lines may name: all where nothing was said.
#[derive(Default)]
pub enum Files {
    #[default]
    All,
    Nothing,
    /// Files below this folder, from which all links are resolved.
    Below(PathBuf),
}

impl Files {
    /// Resolves the folder, which has to exist.
    pub fn of(allowed: Option<&Allowed>) -> Result<Self, CliError> {
        Ok(match allowed {
            None => Self::All,
            Some(Allowed::Nothing) => Self::Nothing,
            Some(Allowed::Below(folder)) => {
                let resolved = folder.canonicalize().map_err(CliError::file(folder))?;
                match resolved.is_dir() {
                    true => Self::Below(resolved),
                    false => {
                        let what = format!("{}: not a folder", folder.display());
                        return Err(CliError::Usage(what));
                    }
                }
            }
        })
    }

    /// Returns the path to open for the path of a line: free of links if there is a folder to stay
    /// in. What exists outside of that folder makes no difference to the answer.
    pub fn permitted(&self, whose: Whose, path: &str) -> Result<PathBuf, Fault> {
        match self {
            Self::All => Ok(path.into()),
            Self::Nothing => {
                Err(Fault::new(FaultKind::Io, whose.says("mesh files are not allowed")))
            }
            Self::Below(folder) => {
                let resolved = straight(Path::new(path)).and_then(|path| path.canonicalize().ok());
                let below = resolved.filter(|resolved| resolved.starts_with(folder));
                let refused = || {
                    let what = format!("{path}: no file of the folder that is allowed");
                    Fault::new(FaultKind::Io, whose.says(what))
                };
                below.ok_or_else(refused)
            }
        }
    }
}

/// Returns the whole path, from which each `..` has taken the name before it. The system would look
/// whether there is such a folder, and a line could ask so for any folder.
fn straight(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for part in std::path::absolute(path).ok()?.components() {
        match part {
            Component::ParentDir => {
                found.pop();
            }
            _ => found.push(part),
        }
    }
    Some(found)
}
