//! Each adapter is tested once in a process.

use crate::gpu::device::headless::AdapterSummary;
use crate::gpu::self_test::cases::cases;
use crate::gpu::self_test::codes::codes;
use crate::gpu::self_test::judge::judge;
#[cfg(feature = "internals")]
use crate::gpu::shader::fault;
use crate::gpu::stages::verdicts::{ShapeMix, VerdictStage};
use crate::gpu_error::GpuError;
use crate::self_test::{SelfTest, SelfTestFault};
use crate::timing::Instant;
use std::sync::{Mutex, PoisonError};

/// What was found.
type Found = Result<SelfTest, SelfTestFault>;

/// What is known of adapters by name, driver, place and all.
static KNOWN: Mutex<Vec<(wgpu::AdapterInfo, Found)>> = Mutex::new(Vec::new());

fn before(adapter: &wgpu::AdapterInfo) -> Option<Found> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().find(|(other, _)| other == adapter).map(|(_, found)| *found)
}

/// Keeps what was found. Two that test at a time both answer what the first of them found.
fn first(adapter: wgpu::AdapterInfo, found: Found) -> Found {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match known.iter().find(|(other, _)| *other == adapter) {
        Some((_, first)) => *first,
        None => {
            known.push((adapter, found));
            found
        }
    }
}

/// Tests the device, unless its adapter was tested before.
///
/// # Errors
///
/// [`GpuError::SelfTest`] for a device that failed, now or before. What keeps the test from its end
/// is an error too, and nothing is kept of it.
pub(in crate::gpu) async fn passed(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    stage: &VerdictStage,
) -> Result<SelfTest, GpuError> {
    let info = device.adapter_info();
    let name = AdapterSummary::of(info.clone()).to_string();
    let refused = |fault| GpuError::SelfTest { adapter: name, fault };
    #[cfg(feature = "internals")]
    if fault::is_injected() {
        return tested(device, queue, stage).await?.map_err(refused);
    }
    let found = match before(&info) {
        Some(found) => found,
        None => {
            let found = tested(device, queue, stage).await?;
            first(info, found)
        }
    };
    found.map_err(refused)
}

async fn tested(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    stage: &VerdictStage,
) -> Result<Found, GpuError> {
    let begun = Instant::now();
    let cases = cases();
    let answers = codes(device, queue, stage, &cases).await?;
    let mut decided = 0;
    for (mix, codes) in answers {
        match judge(&cases, mix, &codes) {
            Ok(count) if mix == ShapeMix::Any => decided = count,
            Ok(_) => {}
            Err(fault) => return Ok(Err(fault)),
        }
    }
    Ok(Ok(SelfTest { pairs: cases.len() as u32, decided, time: begun.elapsed() }))
}
