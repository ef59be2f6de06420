//! Items that lie in larger structs.

use crate::gpu::record::error::BufferError;
use crate::gpu::record::names::BufferName;
use crate::gpu::record::slices::binding;
use crate::gpu::shader::bindings::layers;
use crate::gpu::shader::byte_table::filled;
use crate::gpu::shader::stage::Stage;
use crate::gpu::shader::stage_layout::{Gathering, WORDS_PER_COPY};
use crate::gpu::stages::compiled::Stages;
use crate::gpu_error::GpuError;
use wgpu::{BindGroup, Buffer, BufferSlice, BufferUsages as Usage, ComputePass, Device};

/// Says where frames, or other shapes, lie that are members of larger structs: one in each struct,
/// always at the same place.
///
/// A recording copies them before it reads them. It allocates what they take side by side, 64 bytes
/// a [`Frame3`](crate::Frame3), and reads and writes as much each time. Without a stride nothing is
/// copied.
///
/// ```
/// use motzkin::Frame3;
/// use motzkin::gpu::Stride;
/// use std::mem::offset_of;
///
/// #[repr(C)]
/// struct Instance {
///     colour: [f32; 4],
///     frame: Frame3,
/// }
/// let stride = Stride { bytes: 80, offset: 16 };
/// assert_eq!(stride.bytes as usize, size_of::<Instance>());
/// assert_eq!(stride.offset as usize, offset_of!(Instance, frame));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// Bytes of a struct, a multiple of 4. The slice holds whole structs.
    pub bytes: u32,
    /// Bytes before the frame in each struct, a multiple of 4.
    pub offset: u32,
}

impl Stride {
    /// Bytes from one item of so many bytes to the next: those of the item where nothing else lies
    /// between.
    pub(super) fn unit(
        stride: Option<Self>,
        buffer: BufferName,
        item: u64,
    ) -> Result<u64, BufferError> {
        let Some(Self { bytes, offset }) = stride else { return Ok(item) };
        let fits = u64::from(offset) + item <= bytes.into();
        match fits && bytes.is_multiple_of(4) && offset.is_multiple_of(4) {
            true => Ok(bytes.into()),
            false => Err(BufferError::Stride { buffer, item, bytes, offset }),
        }
    }
}

/// A copy of items side by side, which a recording makes.
#[derive(Clone, Debug)]
pub(super) struct Gathered {
    stage: Stage,
    bound: BindGroup,
    /// Words of an item.
    words: u32,
    row: u32,
    /// The copy.
    pub items: Buffer,
}

impl Gathered {
    /// Binds so many structs, each with an item of so many bytes, and allocates the copy.
    pub fn new(
        device: &Device,
        stages: &Stages,
        structs: BufferSlice<'_>,
        Stride { bytes, offset }: Stride,
        (item, count): (u64, u32),
    ) -> Result<Self, GpuError> {
        let size = item * u64::from(count);
        let (label, usage) = (Some("motzkin gathered"), Usage::STORAGE);
        let descriptor = wgpu::BufferDescriptor { label, size, usage, mapped_at_creation: false };
        let items = device.create_buffer(&descriptor);
        let words = (item / 4) as u32;
        let settings = Gathering { stride: bytes / 4, offset: offset / 4, item: words, count };
        let settings =
            filled(device, "motzkin stride", bytemuck::bytes_of(&settings), Usage::UNIFORM)?;
        let stage = stages.gather_items(device)?;
        let bound = {
            let whole = Buffer::as_entire_buffer_binding;
            stage.bind(device, &[&whole(&settings), &binding(structs), &whole(&items)])
        };
        Ok(Self { stage, bound, words, row: stages.row, items })
    }

    /// Bytes of the buffers made here.
    pub fn bytes(&self) -> u64 {
        self.items.size() + size_of::<Gathering>() as u64
    }

    /// Records the copy of the first items, so many of them.
    pub fn record(&self, pass: &mut ComputePass<'_>, count: u32) {
        pass.push_debug_group("motzkin gathered");
        self.stage.set(pass, 0, &self.bound, &[]);
        let words = u64::from(count) * u64::from(self.words);
        let [x, y, z] = layers(words.div_ceil(WORDS_PER_COPY.into()) as u32, self.row);
        pass.dispatch_workgroups(x, y, z);
        pass.pop_debug_group();
    }
}
