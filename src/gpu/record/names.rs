//! Names of buffers.

/// Names one of the [`BatchBuffers`](crate::gpu::BatchBuffers), of the
/// [`BroadPhaseBuffers`](crate::gpu::BroadPhaseBuffers) or of the
/// [`PlacerBuffers`](crate::gpu::PlacerBuffers).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each is the field of that name")]
pub enum BufferName {
    Frames,
    Pairs,
    Count,
    Filters,
    Ids,
    Codes,
    GroupStarts,
    GroupCount,
    AnyHits,
    Hits,
    Bounds,
    Undecided,
    Shapes,
    Worlds,
    Header,
    Placements,
}

impl core::fmt::Display for BufferName {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Frames => "frames",
            Self::Pairs => "pairs",
            Self::Count => "the count",
            Self::Filters => "filters",
            Self::Ids => "ids",
            Self::Codes => "codes",
            Self::GroupStarts => "the starts of groups",
            Self::GroupCount => "the number of groups",
            Self::AnyHits => "any hits",
            Self::Hits => "hits",
            Self::Bounds => "bounds",
            Self::Undecided => "undecided pairs",
            Self::Shapes => "shapes",
            Self::Worlds => "worlds",
            Self::Header => "the header",
            Self::Placements => "placements",
        })
    }
}
