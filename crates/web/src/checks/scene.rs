//! A scene whose frames stay on the device.

use super::outcome::{Outcome, ensure};
use crate::device;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::CollisionService;
use motzkin::{SimdLevel, Verdict};
use motzkin_lab::workload::Workload;

const STEPS: usize = 6;

/// Steps of a scene, on both engines.
pub async fn agrees() -> Outcome {
    let gpu = steps(&device::on_gpu().await?).await?;
    let cpu = steps(&device::on_cpu(SimdLevel::best()).await?).await?;
    ensure(gpu == cpu, || "other verdicts".into())?;
    let meeting = gpu.iter().flatten().filter(|verdict| verdict.meets()).count();
    ensure(meeting > 0, || "nothing meets".into())?;
    Ok(format!("{STEPS} steps, {meeting} meetings"))
}

/// The verdicts of each step: two submissions under way at a time, a moving one, and all pairs.
async fn steps(
    service: &CollisionService,
) -> Result<Vec<Vec<Verdict>>, Box<dyn std::error::Error>> {
    let drawn = Workload::Mixed.scene(3000, 5).in_motion(0.5, 5);
    let mut scene = service.scene();
    let handles = scene.insert_all(&drawn.frames)?;
    let pairs: Vec<_> = drawn
        .pairs
        .iter()
        .map(|pair| (handles[pair.a as usize], handles[pair.b as usize]))
        .collect();
    let list = scene.pair_list(&pairs)?;
    let mut told = Vec::new();
    for step in 0..STEPS {
        let first = scene.submit(&list)?;
        for (number, &handle) in handles.iter().enumerate().skip(step).step_by(7) {
            let turned = Quat::from_rotation_y(0.1 * (number % 9) as f32);
            scene.set_pose(handle, turned, Vec3::splat(0.01 * (number % 5) as f32))?;
        }
        let second = scene.submit(&list)?;
        let (first, second) = (first.await?, second.await?);
        told.push(first.settle()?.into_vec());
        told.push(second.settle_hits()?.verdicts().to_vec());
        told.push(scene.query(&list).moving().await?.into_vec());
        let hits = scene.collide().await?;
        told.push(hits.iter().map(|hit| hit.verdict).collect());
    }
    Ok(told)
}
