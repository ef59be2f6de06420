//! A pair of frames, by index.

/// Two indices into a slice or buffer of frames: 8 bytes, the same on CPU and GPU.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    bytemuck::Zeroable,
    bytemuck::Pod,
)]
#[repr(C)]
pub struct Pair {
    /// Index of the first frame.
    pub a: u32,
    /// Index of the second frame.
    pub b: u32,
}

impl From<(u32, u32)> for Pair {
    fn from((a, b): (u32, u32)) -> Self {
        Self { a, b }
    }
}

impl Pair {
    /// The pair of the frames number `a` and `b`.
    pub const fn new(a: u32, b: u32) -> Self {
        Self { a, b }
    }
}
