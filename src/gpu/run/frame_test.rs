//! How frames are tested.

/// What is asked of a batch of frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameTest {
    pub moving: bool,
    /// Undecided pairs are settled in whole numbers.
    pub settle: bool,
}
