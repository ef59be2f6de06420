//! Options of a broad phase, and where its number of shapes comes from.

/// How a broad phase makes boxes. The default takes shapes at rest, without a margin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BroadPhaseOptions {
    /// The boxes of frames hold all of their motion while `t` runs over `[0, 1]`. Boxes do not
    /// move. Default: `false`, which ignores velocities.
    pub moving: bool,
    /// Pairs whose boxes are at most this far apart on every axis are listed too. Default: 0.
    pub margin: f32,
}

/// Says where the number of shapes of a recording comes from. A `u32` becomes
/// [`Count`](Self::Count).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeCount {
    /// The first shapes of the buffer, this many. Zero is fine: there are no pairs then.
    Count(u32),
    /// As many as [`BroadPhaseBuffers::count`](super::BroadPhaseBuffers::count) holds when the
    /// commands run. Where that is more than the buffer of shapes holds, the first shapes are
    /// paired, and the header says so: `offered`.
    Indirect,
}

impl From<u32> for ShapeCount {
    fn from(shapes: u32) -> Self {
        Self::Count(shapes)
    }
}
