//! Services and devices, as a page opens them.

use motzkin::gpu::{AdapterChoice, Headless, headless};
use motzkin::service::{CollisionService, Engine, ServiceBuilder, ServiceError};
use motzkin::{SimdLevel, gpu::GpuError};

/// A service on the browser's adapter.
pub async fn on_gpu() -> Result<CollisionService, ServiceError> {
    CollisionService::builder().engine(Engine::Gpu).build_async().await
}

/// A service on the CPU, which may be slow and is right.
pub async fn on_cpu(level: SimdLevel) -> Result<CollisionService, ServiceError> {
    CollisionService::builder().engine(Engine::Cpu).simd(level).build_async().await
}

/// A device like a caller's, and a service that works on it.
pub async fn lent(
    with: impl FnOnce(ServiceBuilder) -> ServiceBuilder,
) -> Result<(Headless, CollisionService), ServiceError> {
    let own = device().await?;
    let builder = CollisionService::builder().device(own.device.clone(), own.queue.clone());
    let service = with(builder).build_async().await?;
    Ok((own, service))
}

/// A device of the browser's adapter.
pub async fn device() -> Result<Headless, GpuError> {
    headless(&AdapterChoice::Any).await
}
