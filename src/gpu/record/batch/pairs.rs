//! Where the number of pairs of a recording comes from.

/// Says where the number of pairs of a recording comes from. A `u32` becomes
/// [`Count`](Self::Count).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// The first pairs of the buffer, this many. Zero is fine: the lists are then empty.
    Count(u32),
    /// As many as [`BatchBuffers::count`](super::BatchBuffers::count) holds when the commands run.
    /// Where that is more than the buffer of pairs holds, the first pairs are tested, and the
    /// headers of the lists say so: `offered`. Codes alone do not say so. A caller who wants no
    /// list, but wants to know, gives the batch the smallest list of hits,
    /// [`hits_size`](crate::gpu::layout::hits_size)`(0)` bytes.
    Indirect,
}

impl From<u32> for Pairs {
    fn from(pairs: u32) -> Self {
        Self::Count(pairs)
    }
}
