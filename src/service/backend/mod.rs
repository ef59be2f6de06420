//! Who computes: the traits that every engine implements, and the engines.
//!
//! A backend answers what it can and declines the rest. [`ask`] is the one place where the CPU is
//! asked in place of a backend that declines or fails.

mod cpu;
mod finder;
#[cfg(feature = "gpu")]
mod gpu;
mod known;
#[cfg(feature = "reference")]
mod reference;
mod reply;
mod scene;
mod traits;

pub(super) use cpu::CpuEngine;
pub(super) use finder::{FinderStats, Sought};
#[cfg(feature = "gpu")]
pub(super) use gpu::{GpuEngine, GpuScene};
pub(super) use known::{AxisBound, Known, Selected};
#[cfg(feature = "reference")]
pub(super) use reference::ReferenceEngine;
pub(super) use reply::{Declined, RawCodes, RawGroups};
pub(super) use scene::{Capacity, DeviceList, PendingCodes, SceneBackend, SceneCodes, SceneInput};
pub(super) use traits::{AnyEngine, Backend, Settler, ask};
