//! What holds the frames of a scene.

use crate::geom::{Filter, Form, Frame3, Pair};
use crate::gpu_error::{GpuError, OverBudget};
use crate::timing::StageTimes;
use crate::verdict::RawCode;
use std::any::Any;
use std::sync::Mutex;
use std::task::{Context, Poll};
#[cfg(not(all(target_family = "wasm", feature = "gpu")))]
use std::time::Duration;

/// Where the frames of a scene are tested. Frames, filters and ids lie in the scene's memory; a
/// device keeps a copy and is told which slots have changed.
pub trait SceneBackend: Any + Send + Sync {
    /// Returns the most frames that fit, and why there can be no more.
    fn most_frames(&self) -> (usize, Capacity);

    /// Returns the most pairs that a list may hold, and why there can be no more.
    fn most_pairs(&self) -> (usize, Capacity);

    /// Returns the number of frames for which memory is reserved.
    fn reserved(&self) -> usize {
        usize::MAX
    }

    /// Reserves memory for this many frames.
    fn reserve(&mut self, _frames: usize) -> Result<(), OverBudget> {
        Ok(())
    }

    /// Reserves memory for a list of this many pairs.
    fn reserve_pairs(
        &self,
        _list: &mut Option<Box<dyn DeviceList>>,
        _pairs: usize,
    ) -> Result<(), OverBudget> {
        Ok(())
    }

    /// Takes note that the frame of a slot has changed.
    fn touch_frame(&mut self, _slot: usize) {}

    /// Takes note that the filter of a slot has changed.
    fn touch_filter(&mut self, _slot: usize) {}

    /// Takes note that the id of a slot has changed.
    fn touch_id(&mut self, _slot: usize) {}

    /// Submits the test of a list's pairs.
    fn submit(
        &mut self,
        input: SceneInput<'_>,
        list: &Mutex<Option<Box<dyn DeviceList>>>,
    ) -> Result<Box<dyn PendingCodes>, GpuError>;

    /// Returns the bytes on the device: frames, filters and ids, staging, readback.
    fn bytes(&self) -> [u64; 4] {
        [0; 4]
    }

    /// Returns why the device is gone, if it is.
    fn lost(&self) -> Option<GpuError> {
        None
    }
}

/// Why a backend holds no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only a GPU has limits of its own"))]
pub enum Capacity {
    /// An index has 32 bits.
    Index,
    /// The frames of a dispatch are no more.
    Dispatch,
    /// The device takes no larger buffer.
    Device,
}

/// What a submission tests.
#[derive(Clone, Copy)]
pub struct SceneInput<'a> {
    /// The frames, one for each slot.
    pub frames: &'a [Frame3],
    /// The filters, one for each slot.
    pub filters: &'a [Filter],
    /// Some filter excludes some pair.
    pub is_filtered: bool,
    /// The ids, one for each slot.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "for a device's copy"))]
    pub ids: &'a [u32],
    /// The form of all slots, if they have the same.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "picks a pipeline"))]
    pub form: Option<Form>,
    /// The pairs, as slots.
    pub pairs: &'a [Pair],
    /// The frames move.
    pub moves: bool,
    /// Every verdict is wanted, not those of the pairs that meet alone.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "says what a device sends"))]
    pub every: bool,
}

/// The part of a pair list that lies on a device.
pub trait DeviceList: Any + Send {
    /// Takes note that the pairs from this one on have changed.
    fn touch(&mut self, from: usize);

    /// Returns the bytes on the device.
    fn bytes(&self) -> u64;
}

/// What a submission answers.
#[derive(Debug, Default)]
pub struct SceneCodes {
    /// One code for each pair.
    pub codes: Vec<RawCode>,
    /// The pairs that are not separate, ascending, where the backend has listed them.
    pub listed: Option<Vec<u32>>,
    /// How many pairs the kernels left undecided that the GPU settled.
    pub settled: usize,
    /// Bytes that came back beside those that were [announced](PendingCodes::moved).
    pub read_again: u64,
    /// How long the stages took, where times are asked for.
    pub times: Option<StageTimes>,
}

/// The codes of a submission, which are there or on their way.
pub trait PendingCodes: Send {
    /// Returns the codes if they are there, and wakes the context's task once they are.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<SceneCodes, GpuError>>;

    /// Blocks until the codes are there, or this time is up.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    fn wait(&mut self, timeout: Duration) -> Poll<Result<SceneCodes, GpuError>>;

    /// Returns the bytes that go to the device and, as far as it is known yet, come back.
    fn moved(&self) -> [u64; 2] {
        [0; 2]
    }
}
