//! Names of buffers.

/// Names one of the [`BatchBuffers`](super::BatchBuffers).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the field of that name")]
pub enum BatchBuffer {
    Frames,
    Pairs,
    Count,
    Filters,
    Ids,
    Codes,
    Hits,
    Bounds,
    Undecided,
}

impl BatchBuffer {
    pub(super) fn is_written(self) -> bool {
        matches!(self, Self::Codes | Self::Hits | Self::Bounds | Self::Undecided)
    }
}

impl core::fmt::Display for BatchBuffer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Frames => "frames",
            Self::Pairs => "pairs",
            Self::Count => "the count",
            Self::Filters => "filters",
            Self::Ids => "ids",
            Self::Codes => "codes",
            Self::Hits => "hits",
            Self::Bounds => "bounds",
            Self::Undecided => "undecided pairs",
        })
    }
}
