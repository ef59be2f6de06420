//! Who is tested: of the library's own devices one for each adapter in a process, and every device
//! that is lent.

use crate::gpu::device::headless::AdapterSummary;
use crate::gpu::self_test::arithmetic;
use crate::gpu::self_test::cases::cases;
use crate::gpu::self_test::codes::codes;
use crate::gpu::self_test::judge::judge;
#[cfg(feature = "internals")]
use crate::gpu::shader::fault;
use crate::gpu::stages::compiled::Stages;
use crate::gpu::stages::verdicts::ShapeMix;
use crate::gpu_error::GpuError;
use crate::self_test::{SelfTest, SelfTestFault};
use crate::timing::Instant;
use std::sync::{Mutex, PoisonError};

/// What was found.
type Found = Result<SelfTest, SelfTestFault>;

/// What is known of adapters by name, driver, place and all: of the library's own devices. Who
/// lends one may have opened it by another instance, whose shaders another compiler compiles.
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

/// Tests the device of these stages, unless they were tested before, or it is the library's own and
/// its adapter was.
///
/// # Errors
///
/// [`GpuError::SelfTest`] for a device that failed, now or before. What keeps the test from its end
/// is an error too, and nothing is kept of it.
pub(in crate::gpu) async fn passed(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    stages: &Stages,
    is_own: bool,
) -> Result<SelfTest, GpuError> {
    let info = device.adapter_info();
    let name = AdapterSummary::of(info.clone()).to_string();
    let refused = |fault| GpuError::SelfTest { adapter: name, fault };
    #[cfg(feature = "internals")]
    if fault::is_injected() {
        return tested(device, queue, stages).await?.map_err(refused);
    }
    let of_adapter = || if is_own { before(&info) } else { None };
    let found = match stages.self_test.get().copied().or_else(of_adapter) {
        Some(found) => found,
        None => {
            let found = tested(device, queue, stages).await?;
            if is_own { first(info, found) } else { found }
        }
    };
    // Two that test at a time both answer what the first of them found.
    stages.self_test.get_or_init(|| found).map_err(refused)
}

async fn tested(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    stages: &Stages,
) -> Result<Found, GpuError> {
    let begun = Instant::now();
    if let Err(fault) = arithmetic::tested(device, queue, stages.compiler(device)).await? {
        return Ok(Err(fault));
    }
    let cases = cases();
    let answers = codes(device, queue, &stages.verdicts, &cases).await?;
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
