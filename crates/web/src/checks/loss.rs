//! A device that is destroyed under the library's feet.

use super::outcome::{Outcome, ensure};
use crate::device;
use motzkin::gpu::{GpuError, Pipelines};
use motzkin::service::{BatchError, CollisionService, OnGpuFailure, SceneError};
use motzkin::{SimdLevel, Verdict};
use motzkin_lab::workload::{Scene, Workload};
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

fn drawn() -> Scene {
    Workload::Mixed.scene(50_000, 3)
}

/// What is under way and what comes later says that the device is lost, and says so for ever.
pub async fn is_typed() -> Outcome {
    let (own, service) = device::lent(|builder| builder).await?;
    let scene = drawn();
    let mut resident = service.scene();
    let handles = resident.insert_all(&scene.frames)?;
    let list = resident.pair_list(&[(handles[0], handles[1])])?;
    // Compiles, so that the next question is with the device when that ends.
    drop(service.query(&scene.frames, &scene.pairs).await?);

    let ticket = resident.submit(&list)?;
    let mut under_way = pin!(service.query(&scene.frames, &scene.pairs).into_future());
    let begun = poll_fn(|context| Poll::Ready(under_way.as_mut().poll(context).is_pending())).await;
    ensure(begun, || "the answer was there at once".into())?;
    own.device.destroy();
    let mut told = vec![named("under way", under_way.await.map(|_| ()))?];
    match ticket.await {
        Err(SceneError::Gpu(GpuError::DeviceLost(_))) => {}
        other => return Err(format!("a ticket: {:?}", other.map(|_| ())).into()),
    }
    for when in ["after", "once more"] {
        let answer = service.query(&scene.frames, &scene.pairs).await;
        told.push(named(when, answer.map(|_| ()))?);
    }
    let lost = service.collide(&scene.frames).await.map(|_| ());
    ensure(lost.is_err(), || "pairs of a lost device".into())?;
    let state = service.state().gpu_failure;
    ensure(matches!(state, Some(GpuError::DeviceLost(_))), || format!("state: {state:?}"))?;
    match Pipelines::load(&own.device, None).await {
        Err(GpuError::DeviceLost(_)) => Ok(told.join(", ")),
        other => Err(format!("pipelines: {:?}", other.map(|_| ())).into()),
    }
}

fn named(when: &str, answer: Result<(), BatchError>) -> Outcome {
    match answer {
        Err(BatchError::Gpu(GpuError::DeviceLost(_))) => Ok(format!("{when}: lost")),
        other => Err(format!("{when}: {other:?}").into()),
    }
}

/// Where the CPU takes over, whoever asks gets its verdicts and learns why.
pub async fn the_cpu_takes_over() -> Outcome {
    let takes_over = OnGpuFailure::CpuTakesOver;
    let (own, service) = device::lent(|builder| builder.on_gpu_failure(takes_over)).await?;
    let scene = drawn();
    let cpu = device::on_cpu(SimdLevel::best()).await?;
    let whole = verdicts(&cpu, &scene).await?.0;
    ensure(verdicts(&service, &scene).await? == (whole.clone(), None), || "at first".into())?;
    let mut under_way = pin!(verdicts(&service, &scene));
    let begun = poll_fn(|context| Poll::Ready(under_way.as_mut().poll(context).is_pending())).await;
    ensure(begun, || "the answer was there at once".into())?;
    own.device.destroy();
    for answer in [under_way.await?, verdicts(&service, &scene).await?] {
        ensure(answer.0 == whole, || "other verdicts".into())?;
        let lost = matches!(answer.1, Some(GpuError::DeviceLost(_)));
        ensure(lost, || format!("{:?}", answer.1))?;
    }
    Ok(format!("{} verdicts by the CPU, twice", whole.len()))
}

async fn verdicts(
    service: &CollisionService,
    scene: &Scene,
) -> Result<(Vec<Verdict>, Option<GpuError>), BatchError> {
    let verdicts = service.query(&scene.frames, &scene.pairs).await?.into_verdicts();
    let failure = verdicts.gpu_failure().cloned();
    Ok((verdicts.into_vec(), failure))
}
