//! What lies where in the buffers that the shaders see. A test compares every number here with the
//! shaders.
//!
//! | buffer | holds | bytes |
//! |---|---|---|
//! | params | one [`Params`], uniform | 16 |
//! | frames | [`Frame3`](crate::Frame3) each | 64 a frame |
//! | pairs | [`Pair`](crate::Pair) each | 8 a pair |
//! | codes | [`RawCode`](crate::verdict::RawCode)s of two bits, pair `i` at bits `2 (i % 16)` of word `i / 16` | [`codes_size`] |
//! | prefixes | scratch of a listing | [`prefixes_size`] |
//! | blocks | scratch of a listing | [`blocks_size`] |
//! | list | a count, then pair indices ascending | [`list_size`] |

/// What every stage is told. Uniform, 16 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C)]
pub struct Params {
    /// Offset 0: pairs in the batch, at most [`MAX_PAIRS`].
    pub pair_count: u32,
    /// Offset 4: frames in the buffer. A pair that names another is left undecided.
    pub frame_count: u32,
    /// Offset 8: bit `c` is set when pairs with code `c` are listed.
    pub mask: u32,
    /// Offset 12: indices that the list has room for.
    pub capacity: u32,
}

/// Pairs that one workgroup judges.
pub const PAIRS_PER_GROUP: u32 = 64;
/// Codes in a word.
pub const CODES_PER_WORD: u32 = 16;
/// Words that the codes of a workgroup fill.
pub const WORDS_PER_GROUP: u32 = PAIRS_PER_GROUP / CODES_PER_WORD;
/// Counts that one workgroup scans.
pub const COUNTS_PER_BLOCK: u32 = 1024;
/// Invocations that scan them.
pub const SCAN_LANES: u32 = 256;
/// Words that one workgroup of the compaction takes.
pub const WORDS_PER_COMPACT_GROUP: u32 = 64;
/// The most pairs in one dispatch: one workgroup scans the blocks.
pub const MAX_PAIRS: u32 = PAIRS_PER_GROUP * COUNTS_PER_BLOCK * COUNTS_PER_BLOCK;

/// How a stage sees a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// `var<uniform>`
    Uniform,
    /// `var<storage, read>`
    Read,
    /// `var<storage, read_write>`
    ReadWrite,
}

/// Group 0 of the verdicts, binding by binding.
pub const VERDICT_BINDINGS: [(&str, Access); 4] = [
    ("params", Access::Uniform),
    ("frames", Access::Read),
    ("pairs", Access::Read),
    ("codes", Access::ReadWrite),
];

/// Group 0 of the listing stages, binding by binding.
pub const LIST_BINDINGS: [(&str, Access); 5] = [
    ("params", Access::Uniform),
    ("codes", Access::Read),
    ("prefixes", Access::ReadWrite),
    ("blocks", Access::ReadWrite),
    ("list", Access::ReadWrite),
];

/// Bytes of the codes of this many pairs.
pub const fn codes_size(pairs: u32) -> u64 {
    words(pairs.div_ceil(CODES_PER_WORD))
}

/// Bytes of a listing's prefixes.
pub const fn prefixes_size(pairs: u32) -> u64 {
    words(pairs.div_ceil(PAIRS_PER_GROUP))
}

/// Bytes of a listing's blocks.
pub const fn blocks_size(pairs: u32) -> u64 {
    words(pairs.div_ceil(PAIRS_PER_GROUP).div_ceil(COUNTS_PER_BLOCK))
}

/// Bytes of a list with room for `capacity` indices; for one where the capacity is 0, which no
/// binding may be.
pub const fn list_size(capacity: u32) -> u64 {
    4 + words(capacity)
}

/// No binding may be empty.
const fn words(count: u32) -> u64 {
    if count == 0 { 4 } else { 4 * count as u64 }
}

/// The layout of a stage's group 0.
pub(super) fn bind_group_layout(
    device: &wgpu::Device,
    label: &str,
    bindings: &[(&str, Access)],
) -> wgpu::BindGroupLayout {
    let entry = |(binding, (_, access)): (usize, &(&str, Access))| {
        let ty = match access {
            Access::Uniform => wgpu::BufferBindingType::Uniform,
            Access::Read => wgpu::BufferBindingType::Storage { read_only: true },
            Access::ReadWrite => wgpu::BufferBindingType::Storage { read_only: false },
        };
        wgpu::BindGroupLayoutEntry {
            binding: binding as u32,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        }
    };
    let entries: Vec<_> = bindings.iter().enumerate().map(entry).collect();
    device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
}

/// The buffers of a stage's group 0, in the order of its bindings.
pub(super) fn bind_group<'a>(
    device: &wgpu::Device,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    buffers: &[&wgpu::BufferBinding<'a>],
) -> wgpu::BindGroup {
    let entry = |(binding, &buffer): (usize, &&wgpu::BufferBinding<'a>)| wgpu::BindGroupEntry {
        binding: binding as u32,
        resource: wgpu::BindingResource::Buffer(buffer.clone()),
    };
    let entries: Vec<_> = buffers.iter().enumerate().map(entry).collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries })
}

/// Workgroups in rows of at most `row`; the shaders number them row by row.
pub(super) const fn grid(groups: u32, row: u32) -> [u32; 2] {
    if groups <= row { [groups, 1] } else { [row, groups.div_ceil(row)] }
}
