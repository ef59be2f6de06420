//! Every family of scenes on both engines: queries and searches for the pairs that meet.

use super::outcome::{Outcome, ensure};
use crate::device;
use motzkin::service::{CollisionService, Engine};
use motzkin::{SimdLevel, Verdict};
use motzkin_lab::workload::{Scene, Workload};
use web_time::Instant;

const PAIRS: usize = 4000;
const SEED: u64 = 7;

/// The same verdicts and the same pairs that meet, at rest and moving.
pub async fn agree() -> Outcome {
    let gpu = device::on_gpu().await?;
    let cpu = device::on_cpu(SimdLevel::best()).await?;
    let scalar = device::on_cpu(SimdLevel::Scalar).await?;
    let (mut asked, mut met) = (0, 0);
    for workload in Workload::ALL {
        let scene = workload.scene(PAIRS, SEED).in_motion(1.0, SEED);
        let name = workload.name();
        let found = [verdicts(&gpu, &scene), verdicts(&cpu, &scene), verdicts(&scalar, &scene)];
        let [own, other, plain] = found;
        let (own, other, plain) = (own.await?, other.await?, plain.await?);
        ensure(own == other && own == plain, || format!("{name}: other verdicts"))?;
        asked += own.len();
        let meeting = [all_pairs(&gpu, &scene).await?, all_pairs(&cpu, &scene).await?];
        ensure(meeting[0] == meeting[1], || format!("{name}: other pairs meet"))?;
        met += meeting[0].len();
    }
    Ok(format!("{asked} verdicts agree, and {met} pairs that meet"))
}

type Found<T> = Result<T, Box<dyn std::error::Error>>;

async fn verdicts(service: &CollisionService, scene: &Scene) -> Found<Vec<Verdict>> {
    let query = service.query(&scene.frames, &scene.pairs);
    let mut verdicts = query.await?.into_verdicts().into_vec();
    verdicts.extend(service.query(&scene.frames, &scene.pairs).moving().await?.verdicts().iter());
    Ok(verdicts)
}

async fn all_pairs(service: &CollisionService, scene: &Scene) -> Found<Vec<(u32, u32, Verdict)>> {
    let frames = &scene.frames[..scene.frames.len().min(2000)];
    let hits = service.collide(frames).await?;
    let mut found: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b, hit.verdict)).collect();
    let moving = service.collide(frames).moving().await?;
    found.extend(moving.iter().map(|hit| (hit.a, hit.b, hit.verdict)));
    Ok(found)
}

/// Stages can be timed, and how long they take.
pub async fn times() -> Outcome {
    let scene = Workload::Boxes.scene(50 * PAIRS, SEED);
    let mut told = Vec::new();
    let builders = SimdLevel::available().into_iter().map(|level| {
        let builder = CollisionService::builder().engine(Engine::Cpu).simd(level);
        (level.name(), builder)
    });
    let gpu = ("webgpu", CollisionService::builder().engine(Engine::Gpu));
    for (name, builder) in builders.chain([gpu]) {
        let service = builder.profile(true).build_async().await?;
        // The first call compiles.
        drop(service.query(&scene.frames, &scene.pairs).await?);
        let begun = Instant::now();
        let answer = service.query(&scene.frames, &scene.pairs).await?;
        let whole = begun.elapsed();
        let times = answer.verdicts().times().ok_or("no times")?;
        ensure(times.readback.or(times.kernel).is_some(), || format!("{name}: {times:?}"))?;
        let nanoseconds = whole.as_nanos() / scene.pairs.len() as u128;
        told.push(format!("{name} {nanoseconds} ns a pair"));
    }
    Ok(told.join(", "))
}
