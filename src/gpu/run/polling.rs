//! Who polls.

/// Who polls a device, without which no answer of a GPU arrives.
///
/// On a caller's device that a [`Thread`](Self::Thread) polls, the caller had better poll without
/// waiting, or wait without a timeout: wgpu 30 panics, by an assertion of its own, where a wait
/// ends by its timeout just as another thread's poll finds the queue empty.
///
/// Drivers that fail in the middle of a poll, or of another call, make wgpu panic too. The crate
/// catches that, and answers [`GpuError::DeviceLost`](crate::GpuError::DeviceLost); in a program
/// built with `panic = "abort"` nothing can, and the process ends.
///
/// A browser polls its devices by itself, and neither choice changes anything there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Polling {
    /// A thread of the runner's own.
    Thread,
    /// The caller, as a renderer does once a frame: until then futures wait. Calls that block poll
    /// for themselves while they do, on their own thread.
    Caller,
}
