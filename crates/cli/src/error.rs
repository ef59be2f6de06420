//! What keeps a command from its work.

use motzkin::MeshError;
use motzkin::broad::BroadError;
use motzkin::service::{BatchError, ServiceError};
use std::io;
use std::path::{Path, PathBuf};

/// An error that ends the command with status 2.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error(transparent)]
    Service(#[from] ServiceError),
    #[error(transparent)]
    Batch(#[from] BatchError),
    #[error(transparent)]
    Broad(#[from] BroadError),
    #[error(transparent)]
    Frame(#[from] motzkin::FrameError),
    #[error("standard output: {0}")]
    Output(#[source] io::Error),
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Picture { path: PathBuf, source: png::EncodingError },
    #[error("{0}")]
    Scene(#[source] Box<dyn std::error::Error>),
    #[error("{}: {source}", path.display())]
    Mesh { path: PathBuf, source: MeshError },
    /// A line of the input that holds no pair to work with.
    #[error("{}: line {line}: {what}", path.display())]
    Line { path: PathBuf, line: u64, what: String },
    #[error("{0}")]
    Usage(String),
    /// An engine answered wrongly, so that its time means nothing.
    #[error("{0}")]
    Wrong(String),
}

impl CliError {
    /// Names the file that an error came from.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }

    /// Names the file whose numbers make no mesh.
    pub fn mesh(path: &Path) -> impl FnOnce(MeshError) -> Self {
        move |source| Self::Mesh { path: path.to_owned(), source }
    }

    /// Whatever a scene refused.
    pub fn scene(error: impl std::error::Error + 'static) -> Self {
        Self::Scene(Box::new(error))
    }

    /// The reader of standard output has gone away.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
