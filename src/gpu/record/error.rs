//! What is wrong with the caller's buffers.

use crate::gpu::record::names::BufferName;
use crate::gpu_error::GpuError;
use crate::wanted::Wanted;

/// Why a batch or a broad phase cannot be made of these buffers: found before wgpu sees them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BufferError {
    /// The buffer was made without a usage that the batch needs.
    #[error("the buffer of {buffer} lacks the usage {missing:?}")]
    MissingUsage {
        /// The culprit.
        buffer: BufferName,
        /// What it lacks.
        missing: wgpu::BufferUsages,
    },
    /// The slice begins where the device allows no binding to begin.
    #[error("the slice of {buffer} begins at byte {offset}, which is no multiple of {alignment}")]
    Misaligned {
        /// The culprit.
        buffer: BufferName,
        /// Where the slice begins, in bytes.
        offset: u64,
        /// The device's `min_storage_buffer_offset_alignment`.
        alignment: u64,
    },
    /// The slice does not hold a whole number of items, or of words where any number of words will
    /// do.
    #[error("the slice of {buffer} has {size} bytes, which is no multiple of {unit}")]
    SizeNotMultiple {
        /// The culprit.
        buffer: BufferName,
        /// The slice's bytes.
        size: u64,
        /// Bytes of an item, or of a word.
        unit: u64,
    },
    /// No shapes lie in structs as this [`Stride`](crate::gpu::Stride) says: a struct, or what lies
    /// before the shape in it, is no whole number of words, or the shape reaches beyond its struct.
    #[error(
        "no {item} bytes of {buffer} lie at byte {offset} of a struct of {bytes} bytes, which have \
         to be multiples of 4"
    )]
    Stride {
        /// The culprit.
        buffer: BufferName,
        /// Bytes of a shape.
        item: u64,
        /// Bytes of a struct.
        bytes: u32,
        /// Bytes before the shape in its struct.
        offset: u32,
    },
    /// The slice holds too little, or nothing.
    #[error("the slice of {buffer} has {size} bytes, {needed} are needed")]
    TooSmall {
        /// The culprit.
        buffer: BufferName,
        /// The slice's bytes.
        size: u64,
        /// The least that would do, given the other buffers.
        needed: u64,
    },
    /// The slice is larger than the device lets a shader see.
    #[error("the slice of {buffer} has {size} bytes, the device binds at most {limit}")]
    TooLarge {
        /// The culprit.
        buffer: BufferName,
        /// The slice's bytes.
        size: u64,
        /// The device's `max_storage_buffer_binding_size`.
        limit: u64,
    },
    /// The slice of pairs holds more than one recording takes.
    #[error("the slice of pairs holds {capacity}, a batch takes at most {most}")]
    TooManyPairs {
        /// Pairs that the slice holds.
        capacity: u64,
        /// [`MAX_PAIRS`](crate::gpu::layout::MAX_PAIRS).
        most: u32,
    },
    /// The slice of shapes holds more than a broad phase takes on this device.
    #[error("the slice of shapes holds {capacity}, a broad phase takes at most {most} here")]
    TooManyShapes {
        /// Shapes that the slice holds.
        capacity: u64,
        /// What the device binds of the nodes of a tree, and at most 2^24.
        most: u32,
    },
    /// The margin is negative, NaN or infinite.
    #[error("the margin of a broad phase is no distance")]
    Margin,
    /// One buffer is read and written in the same dispatch, which WebGPU forbids even where the
    /// slices lie apart.
    #[error("{written} and {read} are in one buffer, which cannot be written and read at once")]
    ReadAndWritten {
        /// The slice that is written.
        written: BufferName,
        /// The slice that is read.
        read: BufferName,
    },
    /// Two slices that are written have bytes in common.
    #[error("the slices of {first} and {second} overlap")]
    Overlap {
        /// One of them.
        first: BufferName,
        /// The other.
        second: BufferName,
    },
    /// Bounds are computed for the hits, which the batch does not list.
    #[error("the batch has a buffer of bounds and none of hits")]
    BoundsWithoutHits,
    /// Bits are wanted of groups of pairs, and nothing says where the groups begin.
    #[error("the batch has a buffer of any hits and none of the starts of groups")]
    AnyHitsWithoutStarts,
    /// There are groups of pairs, and no buffer for their bits.
    #[error("the batch has starts or a number of groups and no buffer of any hits")]
    GroupsWithoutAnyHits,
    /// A recording would write nothing: the batch has no buffer of codes, any hits, hits or
    /// undecided pairs.
    #[error(
        "the batch has a buffer of neither codes, any hits, hits nor undecided pairs: it writes \
         nothing"
    )]
    NoOutput,
    /// A buffer of bounds, of which
    /// [`BatchOptions::wanted`](crate::gpu::BatchOptions::wanted) wants none.
    #[error("the batch has a buffer of bounds and wants nothing in it")]
    BoundsOfNothing,
    /// Bounds are wanted, for which the batch has no buffer.
    #[error("the batch wants bounds and has no buffer of them")]
    WantedWithoutBounds,
    /// Something is wanted that pairs of this kind do not have, or that hits do not: resting pairs
    /// have no interval, moving pairs no depth, and the gap belongs to pairs that are no hits.
    #[error(
        "{wanted}: a batch does not compute that of the hits of {} frames",
        if *.moving { "moving" } else { "resting" }
    )]
    WantedOfOthers {
        /// What is wanted.
        wanted: Wanted,
        /// Whether the frames of the batch move.
        moving: bool,
    },
    /// The buffer of hits has the usage `INDIRECT`, but a draw from it would have no vertices:
    /// [`BatchOptions::vertices_per_hit`](crate::gpu::BatchOptions::vertices_per_hit) is 0.
    #[error("the buffer of hits has the usage INDIRECT, and `vertices_per_hit` is 0")]
    NoVertices,
    /// The device could not make the batch's own buffers, has too little for a stage, is lost, or
    /// refused the caller's buffers: those of another device and, outside of a browser, those that
    /// are destroyed. A buffer that is destroyed later is an error of the submission.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// Why a recording was refused. Nothing has then been recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// More pairs than the buffer holds.
    #[error("{pairs} pairs to test in a buffer of {capacity}")]
    TooManyPairs {
        /// Pairs asked for.
        pairs: u32,
        /// Pairs that the buffer holds.
        capacity: u32,
    },
    /// More shapes than the buffer holds.
    #[error("{shapes} shapes to pair in a buffer of {capacity}")]
    TooManyShapes {
        /// Shapes asked for.
        shapes: u32,
        /// Shapes that the buffer holds.
        capacity: u32,
    },
    /// An indirect recording without a buffer that holds the number.
    #[error("there is no buffer with the number of pairs or shapes")]
    NoCount,
    /// A timer that is too small for the passes of a recording.
    #[error("{needed} passes from pass {first} on in a timer of {passes} passes")]
    TimerTooSmall {
        /// The first of them.
        first: u32,
        /// How many they are.
        needed: u32,
        /// Passes of the timer.
        passes: u32,
    },
}

impl BufferError {
    /// The error where the buffers are the crate's own: what is wrong with them is its fault, but
    /// for what the device refuses.
    pub(in crate::gpu) fn of_own(self) -> GpuError {
        match self {
            Self::Gpu(error) => error,
            other => GpuError::Internal(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_device_refuses_keeps_its_type() {
        let full = GpuError::OutOfMemory("a test".into());
        assert_eq!(BufferError::Gpu(full.clone()).of_own(), full);
        let own = BufferError::TooSmall { buffer: BufferName::Codes, size: 0, needed: 4 };
        assert!(matches!(own.of_own(), GpuError::Internal(_)));
    }
}
