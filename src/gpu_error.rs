//! What goes wrong on a GPU. Compiled without one too, so that errors of the service can hold it.

use crate::self_test::SelfTestFault;
use std::time::Duration;

/// A request for GPU memory that the budget has no room for. Nothing was allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} of {needed} bytes: {used} of the GPU memory budget of {budget} bytes are in use")]
pub struct OverBudget {
    /// What the memory was for.
    pub what: &'static str,
    /// The bytes asked for.
    pub needed: u64,
    /// Bytes that are in use.
    pub used: u64,
    /// All bytes of the budget.
    pub budget: u64,
}

/// Why the GPU engine cannot start, or gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// No adapter fits what was asked for.
    #[error("no GPU adapter for {wanted}; {}", found_or_hint(found))]
    NoAdapter {
        /// What was asked for, in words.
        wanted: String,
        /// The adapters that there are.
        found: Vec<String>,
    },
    /// The device offers less than a shader needs.
    #[error("{adapter}: {limit} is {found}, the stage {stage} needs {needed}")]
    LimitTooSmall {
        /// The adapter's name.
        adapter: String,
        /// The shader that needs most of it, by its name.
        stage: &'static str,
        /// The limit's name in WebGPU.
        limit: &'static str,
        /// What the shader needs.
        needed: u64,
        /// What the device offers.
        found: u64,
    },
    /// The device's arithmetic breaks what the error bands promise: verdicts would be wrong.
    #[error("{adapter} fails the self-test: {fault}")]
    SelfTest {
        /// The adapter's name.
        adapter: String,
        /// What went wrong.
        #[source]
        fault: SelfTestFault,
    },
    /// The driver or wgpu refused a request.
    #[error("the GPU driver refused: {0}")]
    Refused(String),
    /// The system has no thread to poll the device with.
    #[error("no thread to poll the GPU with: {0}")]
    NoThread(String),
    /// The crate made a mistake. Please report it.
    #[error("a fault of the GPU engine itself: {0}")]
    Internal(String),
    /// The arrays of `ResidentFrames` are not equally long. Nothing was
    /// recorded.
    #[error("{rows} {array} for {frames} frames")]
    UnequalArrays {
        /// `filters` or `ids`.
        array: &'static str,
        /// How many of them there are.
        rows: usize,
        /// How many frames there are.
        frames: usize,
    },
    /// The GPU has too little memory for the buffers of a batch, or binds no buffer of their size.
    #[error("out of GPU memory: {0}")]
    OutOfMemory(String),
    /// The memory budget has no room for the smallest batch.
    #[error("a GPU memory budget of {budget} bytes is too small, {needed} are needed")]
    BudgetTooSmall {
        /// The budget in bytes.
        budget: u64,
        /// The smallest that is taken.
        needed: u64,
    },
    /// The memory budget has no room left for this.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// Other calls held the memory budget for too long. A future that was begun holds it until it
    /// ends or is dropped.
    #[error("other calls held the GPU memory budget for {0:?}")]
    Busy(Duration),
    /// The device is gone: reset, unplugged or crashed. A new service works if the adapter does. A
    /// panic within wgpu counts as a loss, and so does that of a callback of one's own which wgpu
    /// runs while this library polls.
    #[error("the GPU device was lost: {0}")]
    DeviceLost(String),
    /// The GPU did not answer in time. It may be hung.
    #[error("no answer from the GPU within {0:?}")]
    Timeout(Duration),
}

impl GpuError {
    /// What to install where there is no adapter.
    pub const HINT: &str = "a machine without a GPU gets a software Vulkan driver from the \
        Debian and Ubuntu package mesa-vulkan-drivers";
}

fn found_or_hint(found: &[String]) -> String {
    if found.is_empty() {
        GpuError::HINT.into()
    } else {
        format!("there are: {}", found.join(", "))
    }
}
