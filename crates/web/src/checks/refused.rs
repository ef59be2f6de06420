//! Submissions that the browser refuses.

use super::outcome::{Outcome, ensure};
use crate::device;
use motzkin::SimdLevel;
use motzkin::gpu::GpuError;
use motzkin::service::{SceneError, Ticket};
use motzkin_lab::workload::Workload;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Runs a script in the page.
    #[wasm_bindgen(js_namespace = globalThis, js_name = eval)]
    fn run(script: &str);
}

/// Lets the browser refuse to make buffers of a label: one without a usage is an error that its
/// scopes tell of later.
const REFUSE: &str = "
    globalThis.soundCreateBuffer ??= GPUDevice.prototype.createBuffer;
    GPUDevice.prototype.createBuffer = function (wanted) {
        const usage = wanted.label === globalThis.refusedLabel ? 0 : wanted.usage;
        return soundCreateBuffer.call(this, { ...wanted, usage });
    };
    globalThis.refusedLabel = ";

/// Refuses buffers of this label while a scene submits.
fn refusing<R>(label: &str, submit: impl FnOnce() -> R) -> R {
    run(&format!("{REFUSE} {label:?}"));
    let submitted = submit();
    run("globalThis.refusedLabel = null");
    submitted
}

/// A refused submission answers its error, and so does one that builds on it; the next one answers
/// what the CPU does. The handler of a lent device hears of nothing.
pub async fn is_told() -> Outcome {
    let (own, service) = device::lent(|builder| builder).await?;
    let heard = Arc::new(AtomicUsize::new(0));
    let counted = heard.clone();
    own.device.on_uncaptured_error(Arc::new(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    }));
    let drawn = Workload::Mixed.scene(3000, 5);
    let cpu = device::on_cpu(SimdLevel::best()).await?;
    let whole = cpu.query(&drawn.frames, &drawn.pairs).await?.into_verdicts().into_vec();
    let mut scene = service.scene();
    let handles = scene.insert_all(&drawn.frames)?;
    let pair = |pair: &motzkin::Pair| (handles[pair.a as usize], handles[pair.b as usize]);
    let pairs: Vec<_> = drawn.pairs.iter().map(pair).collect();
    let list = scene.pair_list(&pairs)?;
    ensure(scene.query(&list).await?.into_vec() == whole, || "at first".into())?;

    // The buffer of the frames grows.
    scene.insert_all(&drawn.frames)?;
    let first = refusing("motzkin frames", || scene.submit(&list))?;
    let second = scene.submit(&list)?;
    let mut told = vec![refused("of frames", first).await?];
    refused("behind it", second).await?;
    ensure(scene.query(&list).await?.into_vec() == whole, || "after frames".into())?;

    // A list has none yet.
    let other = scene.pair_list(&pairs)?;
    let first = refusing("motzkin pairs", || scene.submit(&other))?;
    let second = scene.submit(&list)?;
    told.push(refused("of pairs", first).await?);
    refused("behind it", second).await?;
    for list in [&list, &other] {
        ensure(scene.query(list).await?.into_vec() == whole, || "after pairs".into())?;
    }
    let heard = heard.load(Ordering::Relaxed);
    ensure(heard == 0, || format!("a handler heard of {heard} errors"))?;
    Ok(told.join(", "))
}

async fn refused(what: &str, ticket: Ticket) -> Outcome {
    match ticket.await.map(|_| ()) {
        Err(SceneError::Gpu(GpuError::Refused(_))) => Ok(format!("{what}: refused")),
        other => Err(format!("{what}: {other:?}").into()),
    }
}
