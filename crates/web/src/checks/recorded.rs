//! A batch in an encoder of one's own, as a renderer records it, to the exact verdict.

use super::outcome::{Outcome, ensure};
use crate::device;
use motzkin::bytemuck::cast_slice;
use motzkin::gpu::layout::{HitRecord, UndecidedRecord, hits_size, undecided_size};
use motzkin::gpu::{BatchBuffers, BatchOptions, Pairs, Pipelines, Undecided, read_list};
use motzkin::wgpu::{self, BufferUsages, util::DeviceExt};
use motzkin::{Resting, SimdLevel};
use motzkin_lab::workload::Workload;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

/// Hits and undecided pairs of a recording are those of the CPU, with the number of pairs known to
/// the CPU and to the GPU alone.
pub async fn agrees() -> Outcome {
    let scene = Workload::Lattice.scene(6000, 9);
    let cpu = device::on_cpu(SimdLevel::best()).await?;
    let verdicts = cpu.query(&scene.frames, &scene.pairs).await?.into_verdicts();
    let count = scene.pairs.len() as u32;
    let own = device::device().await?;
    let (device, queue) = (&own.device, &own.queue);
    let pipelines = Pipelines::load(device, None).await?;
    let filled = |contents, more| {
        let usage = BufferUsages::STORAGE | more;
        let descriptor = wgpu::util::BufferInitDescriptor { label: None, contents, usage };
        device.create_buffer_init(&descriptor)
    };
    let empty = |size, usage| {
        let descriptor =
            wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        device.create_buffer(&descriptor)
    };
    let frames = filled(cast_slice(&scene.frames), BufferUsages::empty());
    let pairs = filled(cast_slice(&scene.pairs), BufferUsages::empty());
    let number = filled(cast_slice(&[count]), BufferUsages::empty());
    let listed = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
    let hits = empty(hits_size(count), listed | BufferUsages::INDIRECT);
    let undecided = empty(undecided_size(count), listed);
    let buffers = BatchBuffers {
        count: Some(number.slice(..)),
        hits: Some(hits.slice(..)),
        undecided: Some(undecided.slice(..)),
        ..BatchBuffers::new(frames.slice(..), pairs.slice(..))
    };
    let options =
        BatchOptions { undecided: Undecided::Drop, vertices_per_hit: 36, ..Default::default() };
    let batch = pipelines.batch(device, &buffers, &options)?;
    let mut told = Vec::new();
    for known in [Pairs::from(count), Pairs::Indirect] {
        let mut encoder = device.create_command_encoder(&Default::default());
        batch.record(&mut encoder, known)?;
        let readbacks = [&hits, &undecided].map(|list| {
            let readback = empty(list.size(), BufferUsages::COPY_DST | BufferUsages::MAP_READ);
            encoder.copy_buffer_to_buffer(list, 0, &readback, 0, list.size());
            readback
        });
        queue.submit([encoder.finish()]);
        let [hits, undecided] = readbacks;
        let (hits, undecided) = (read(&hits).await?, read(&undecided).await?);
        let (header, hits) = read_list::<HitRecord>(&hits).ok_or("a list of hits")?;
        let (_, records) = read_list::<UndecidedRecord>(&undecided).ok_or("a list of records")?;
        let mut meet: Vec<u32> = hits.iter().map(|hit| hit.pair).collect();
        for record in cpu.settle(&records, Resting) {
            meet.extend(record.verdict?.meets().then_some(record.pair));
        }
        meet.sort_unstable();
        let exactly = (0..count).filter(|&pair| verdicts[pair as usize].meets());
        ensure(exactly.eq(meet.iter().copied()), || "other pairs meet".into())?;
        ensure(!hits.is_empty() && !records.is_empty(), || "a list is empty".into())?;
        told.push(format!("{} hits, {} undecided", header.found, header.undecided));
    }
    Ok(told.join("; "))
}

/// Maps a buffer and copies it.
async fn read(buffer: &wgpu::Buffer) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let slot = Arc::new(Mutex::new((None, None::<Waker>)));
    let told = slot.clone();
    buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
        let (answer, waker) = &mut *told.lock().unwrap_or_else(PoisonError::into_inner);
        *answer = Some(mapped);
        waker.take().into_iter().for_each(Waker::wake);
    });
    poll_fn(|context| {
        let (answer, waker) = &mut *slot.lock().unwrap_or_else(PoisonError::into_inner);
        *waker = Some(context.waker().clone());
        answer.take().map_or(Poll::Pending, Poll::Ready)
    })
    .await?;
    Ok(buffer.get_mapped_range(..)?.to_vec())
}
