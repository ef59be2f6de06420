//! All recorded hashes.

use super::outcome::{Outcome, ensure};
use crate::device;
use motzkin::golden::{Scene, hash_async, recorded};
use motzkin::{CollisionService, SimdLevel};

/// Every scene at every level that the module was compiled with.
pub async fn on_cpu() -> Outcome {
    let levels = SimdLevel::available();
    ensure(levels.contains(&SimdLevel::Simd128), || "compiled without simd128".into())?;
    let mut told = Vec::new();
    for level in levels {
        told.push(format!("{}: {}", level.name(), agree(&device::on_cpu(level).await?).await?));
    }
    Ok(told.join("; "))
}

/// Every scene by the shaders.
pub async fn on_gpu() -> Outcome {
    agree(&device::on_gpu().await?).await
}

async fn agree(service: &CollisionService) -> Outcome {
    let (mut asked, mut differing) = (0, Vec::new());
    for scene in Scene::all() {
        asked += 1;
        if hash_async(service, scene).await? != recorded(scene) {
            differing.push(format!("{scene:?}"));
        }
    }
    ensure(differing.is_empty(), || format!("other hashes: {}", differing.join(", ")))?;
    let failure = service.state().gpu_failure;
    ensure(failure.is_none(), || format!("{failure:?}"))?;
    Ok(format!("{asked} hashes"))
}
