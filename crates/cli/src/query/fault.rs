//! Why a line has no answer.

use motzkin::FrameError;
use std::fmt;

/// The kinds of the format, as it spells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    Parse,
    Unsupported,
    NotFinite,
    Flat,
    Shape,
    Io,
}

impl FaultKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Unsupported => "unsupported",
            Self::NotFinite => "not_finite",
            Self::Flat => "flat",
            Self::Shape => "shape",
            Self::Io => "io",
        }
    }
}

/// A kind, and a message that names the culprit.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}: {message}", kind.name())]
pub struct Fault {
    pub kind: FaultKind,
    pub message: String,
}

impl Fault {
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub fn shape(message: impl Into<String>) -> Self {
        Self::new(FaultKind::Shape, message)
    }

    pub fn unsupported(what: impl fmt::Display) -> Self {
        Self::new(FaultKind::Unsupported, format!("{what} not supported yet"))
    }

    /// A call of the engine that failed.
    pub fn engine(error: impl fmt::Display) -> Self {
        Self::new(FaultKind::Io, format!("the engine failed: {error}"))
    }

    /// A frame that its constructor refused.
    pub fn frame(whose: Whose, error: &FrameError) -> Self {
        let kind = match error {
            FrameError::Flat | FrameError::FlatInPlane => FaultKind::Flat,
            FrameError::NotFinite { .. } => FaultKind::NotFinite,
            _ => FaultKind::Shape,
        };
        Self::new(kind, whose.says(error))
    }
}

/// Which shape of a line a message is about.
#[derive(Clone, Copy)]
pub enum Whose {
    /// Side `a` or `b` of a pair.
    Side(char),
    /// The only one.
    Own,
}

impl Whose {
    /// A message about the shape.
    pub fn says(self, what: impl fmt::Display) -> String {
        match self {
            Self::Side(side) => format!("{side}: {what}"),
            Self::Own => what.to_string(),
        }
    }

    /// The name of a field of the shape.
    pub fn field(self, name: &str) -> String {
        match self {
            Self::Side(side) => format!("{side}.{name}"),
            Self::Own => name.to_owned(),
        }
    }
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side(side) => write!(f, "{side}"),
            Self::Own => f.write_str("the line"),
        }
    }
}

/// The beginning of a text from the input, which may be of any length.
pub fn excerpt(text: &str) -> String {
    const KEPT: usize = 40;
    match text.char_indices().nth(KEPT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
