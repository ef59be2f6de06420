//! The caller's buffers, and their check.

#[cfg(feature = "plane")]
use crate::geom::Frame2;
use crate::geom::{Filter, Frame3, Pair};
use crate::gpu::device::limits::largest_bound;
use crate::gpu::record::broad::options::BroadPhaseOptions;
use crate::gpu::record::error::BufferError;
use crate::gpu::record::names::BufferName;
use crate::gpu::record::slices::{Slot, check_all};
use crate::gpu::record::stride::Stride;
use crate::gpu::shader::broad_layout::{BroadParams, MAX_SHAPES, nodes_size};
use crate::gpu::shader::layout::CandidateHeader;
use wgpu::BufferSlice;

/// The shapes that a broad phase pairs: as many as the slice holds, side by side or as
/// [`BroadPhaseOptions::stride`] says.
#[derive(Clone, Copy, Debug)]
pub enum BroadPhaseInput<'a> {
    /// [`Frame3`]s, 64 bytes each.
    Frames(BufferSlice<'a>),
    /// [`Frame2`]s, 40 bytes each.
    #[cfg(feature = "plane")]
    PlaneFrames(BufferSlice<'a>),
    /// Boxes in space, 24 bytes each: six `f32`, the three smallest coordinates first. They are
    /// compared as they are, but for a margin, by which they grow and are rounded outward.
    Boxes(BufferSlice<'a>),
    /// Boxes in the plane, 16 bytes each: four `f32`, the two smallest coordinates first.
    #[cfg(feature = "plane")]
    PlaneBoxes(BufferSlice<'a>),
}

impl<'a> BroadPhaseInput<'a> {
    pub(super) fn slice(self) -> BufferSlice<'a> {
        match self {
            Self::Frames(slice) | Self::Boxes(slice) => slice,
            #[cfg(feature = "plane")]
            Self::PlaneFrames(slice) | Self::PlaneBoxes(slice) => slice,
        }
    }

    /// Bytes of a shape, and what shaders call its kind.
    pub(super) fn kind(self) -> (usize, u32) {
        match self {
            Self::Frames(_) => (size_of::<Frame3>(), BroadParams::FRAMES),
            #[cfg(feature = "plane")]
            Self::PlaneFrames(_) => (size_of::<Frame2>(), BroadParams::PLANE_FRAMES),
            Self::Boxes(_) => (24, BroadParams::BOXES),
            #[cfg(feature = "plane")]
            Self::PlaneBoxes(_) => (16, BroadParams::PLANE_BOXES),
        }
    }
}

/// The slices that a broad phase reads and writes. All need the usage `STORAGE`, and begin at
/// multiples of the device's `min_storage_buffer_offset_alignment`.
///
/// Inputs may share buffers among themselves, and so may outputs, in slices that lie apart; but no
/// buffer may hold an input and an output.
#[derive(Clone, Copy, Debug)]
pub struct BroadPhaseBuffers<'a> {
    /// Input: the shapes. A pair names them by their index.
    pub shapes: BroadPhaseInput<'a>,
    /// Input: the number of shapes as a `u32`, for
    /// [`ShapeCount::Indirect`](crate::gpu::ShapeCount::Indirect).
    pub count: Option<BufferSlice<'a>>,
    /// Input: a [`Filter`] of 8 bytes a shape. Pairs that the filters forbid are not listed; every
    /// pair may be without.
    pub filters: Option<BufferSlice<'a>>,
    /// Input: a `u32` a shape, the world that the shape is in. Shapes of different worlds are in no
    /// pair. All are in one world without.
    pub worlds: Option<BufferSlice<'a>>,
    /// Output: [`Pair`]s, 8 bytes each; the slice's length is the capacity. What lies behind the
    /// listed pairs is left as it was.
    pub pairs: BufferSlice<'a>,
    /// Output: a [`CandidateHeader`], 32 bytes. Its first word is the number of pairs:
    /// [`BatchBuffers::count`](crate::gpu::BatchBuffers::count) takes this slice.
    pub header: BufferSlice<'a>,
}

impl<'a> BroadPhaseBuffers<'a> {
    /// Takes shapes and outputs and nothing else yet: `BroadPhaseBuffers { filters,
    /// ..BroadPhaseBuffers::new(shapes, pairs, header) }`.
    pub fn new(
        shapes: BroadPhaseInput<'a>,
        pairs: BufferSlice<'a>,
        header: BufferSlice<'a>,
    ) -> Self {
        Self { shapes, count: None, filters: None, worlds: None, pairs, header }
    }
}

/// The most pairs that a list holds.
const MAX_PAIRS: u32 = i32::MAX as u32;

/// What the buffers of a broad phase hold, once they have been found to be right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked {
    /// Shapes in their buffer.
    pub shapes: u32,
    /// The capacity of the list of pairs.
    pub pairs: u32,
    /// The number of shapes may be taken from a buffer.
    pub counted: bool,
}

impl Checked {
    pub fn new(
        buffers: &BroadPhaseBuffers<'_>,
        options: &BroadPhaseOptions,
        limits: &wgpu::Limits,
    ) -> Result<Self, BufferError> {
        let BroadPhaseBuffers { shapes, count, filters, worlds, pairs, header } = *buffers;
        let (slice, shape) = (shapes.slice(), shapes.kind().0 as u64);
        let unit = Stride::unit(options.stride, BufferName::Shapes, shape)?;
        let capacity = slice.size() / unit;
        let each = |size: usize| capacity.saturating_mul(size as u64);
        let (pair, head) = (size_of::<Pair>(), size_of::<CandidateHeader>());
        let slots = [
            (BufferName::Shapes, Some(slice), unit as usize, unit),
            (BufferName::Count, count, 4, 4),
            (BufferName::Filters, filters, 4, each(size_of::<Filter>())),
            (BufferName::Worlds, worlds, 4, each(4)),
            (BufferName::Pairs, Some(pairs), pair, pair as u64),
            (BufferName::Header, Some(header), 4, head as u64),
        ];
        let slots = slots.into_iter().filter_map(|(name, slice, unit, needed)| {
            let is_written = matches!(name, BufferName::Pairs | BufferName::Header);
            Some(Slot { name, slice: slice?, unit: unit as u64, needed, is_written })
        });
        check_all(&slots.collect::<Vec<_>>(), limits)?;
        if !(options.margin >= 0.0 && options.margin.is_finite()) {
            return Err(BufferError::Margin);
        }
        Ok(Self {
            shapes: shape_capacity(capacity, limits)?,
            // Shaders count places from the window on with a sign.
            pairs: u32::try_from(pairs.size() / pair as u64).unwrap_or(MAX_PAIRS).min(MAX_PAIRS),
            counted: count.is_some(),
        })
    }
}

/// The largest of the buffers that a broad phase makes are the nodes of its tree.
pub(super) fn shape_capacity(capacity: u64, limits: &wgpu::Limits) -> Result<u32, BufferError> {
    let fits = |&shapes: &u32| nodes_size(shapes) <= largest_bound(limits);
    match u32::try_from(capacity) {
        Ok(shapes) if shapes <= MAX_SHAPES && fits(&shapes) => Ok(shapes),
        _ => {
            let (mut most, mut beyond) = (0, MAX_SHAPES + 1);
            while beyond - most > 1 {
                let middle = most + (beyond - most) / 2;
                if fits(&middle) { most = middle } else { beyond = middle }
            }
            Err(BufferError::TooManyShapes { capacity, most })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broad_phase_takes_no_more_shapes_than_the_device_binds_nodes() {
        let limits = wgpu::Limits::default();
        let Err(BufferError::TooManyShapes { most, .. }) = shape_capacity(u64::MAX, &limits) else {
            panic!("too many")
        };
        assert_eq!(shape_capacity(most.into(), &limits), Ok(most));
        let capacity = u64::from(most) + 1;
        assert_eq!(
            shape_capacity(capacity, &limits),
            Err(BufferError::TooManyShapes { capacity, most })
        );
        let endless = wgpu::Limits {
            max_storage_buffer_binding_size: 1 << 40,
            max_buffer_size: 1 << 40,
            ..limits
        };
        assert_eq!(shape_capacity(MAX_SHAPES.into(), &endless), Ok(MAX_SHAPES));
        let capacity = u64::from(MAX_SHAPES) + 1;
        let refused = BufferError::TooManyShapes { capacity, most: MAX_SHAPES };
        assert_eq!(shape_capacity(capacity, &endless), Err(refused));
    }
}
