//! A batch in an encoder of one's own, to the exact verdict: frames and pairs in the caller's
//! buffers, hits for a renderer, and the undecided pairs settled on the CPU. Takes any adapter, a
//! software one too.

use motzkin::bytemuck::cast_slice;
use motzkin::glam::{Quat, Vec3};
use motzkin::gpu::layout::{HitRecord, UndecidedRecord, hits_size, undecided_size};
use motzkin::gpu::{
    AdapterChoice, BatchBuffers, BatchOptions, Pipelines, Undecided, headless, read_list,
};
use motzkin::wgpu::{self, BufferUsages, util::DeviceExt};
use motzkin::{CollisionService, Engine, Frame3, Pair, Resting};

const SIDE: u32 = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (frames, pairs) = wall()?;
    let count = pairs.len() as u32;
    // A renderer has a device already.
    let gpu = pollster::block_on(headless(&AdapterChoice::Any))?;
    let (device, queue) = (&gpu.device, &gpu.queue);

    // Once: the pipelines, which compile on a thread meanwhile, and the buffers.
    let pipelines = Pipelines::load(device, None);
    let filled = |label, contents| {
        let (label, usage) = (Some(label), BufferUsages::STORAGE);
        device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label, contents, usage })
    };
    let empty = |label, size, usage| {
        let (label, mapped_at_creation) = (Some(label), false);
        device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
    };
    let frame_buffer = filled("frames", cast_slice(&frames));
    let pair_buffer = filled("pairs", cast_slice(&pairs));
    let listed = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
    let hits = empty("hits", hits_size(count), listed | BufferUsages::INDIRECT);
    let undecided = empty("undecided", undecided_size(count), listed);
    let buffers = BatchBuffers {
        hits: Some(hits.slice(..)),
        undecided: Some(undecided.slice(..)),
        ..BatchBuffers::new(frame_buffer.slice(..), pair_buffer.slice(..))
    };
    // Undecided pairs are no hits here, because they are settled below.
    let options =
        BatchOptions { undecided: Undecided::Drop, vertices_per_hit: 36, ..Default::default() };
    let batch = pollster::block_on(pipelines)?.batch(device, &buffers, &options)?;

    // Each step: the test, then for example `pass.draw_indirect(&hits, 0)`.
    let mut encoder = device.create_command_encoder(&Default::default());
    batch.record(&mut encoder, count)?;
    let lists = [&hits, &undecided].map(|list| {
        let usage = BufferUsages::COPY_DST | BufferUsages::MAP_READ;
        let readback = empty("readback", list.size(), usage);
        encoder.copy_buffer_to_buffer(list, 0, &readback, 0, list.size());
        readback
    });
    queue.submit([encoder.finish()]);

    // Where a step needs the exact answer: both lists on the CPU.
    for list in &lists {
        list.map_async(wgpu::MapMode::Read, .., |_| {});
    }
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let [hits, undecided] = lists.map(|list| list.get_mapped_range(..).map(|bytes| bytes.to_vec()));
    let (header, hits) = read_list::<HitRecord>(&hits?).ok_or("a list of hits")?;
    let (_, records) = read_list::<UndecidedRecord>(&undecided?).ok_or("a list of records")?;
    let service = CollisionService::new(Engine::Cpu)?;
    let settled = service.settle(&records, Resting);
    let mut touching = 0;
    let mut meet: Vec<u32> = hits.iter().map(|hit| hit.pair).collect();
    for record in &settled {
        let verdict = record.verdict?;
        touching += usize::from(verdict == motzkin::Verdict::Touching);
        meet.extend(verdict.meets().then_some(record.pair));
    }
    meet.sort_unstable();

    let name = gpu.adapter.name;
    println!("{count} pairs on {name}: {} overlap, {} undecided", header.found, header.undecided);
    println!("settled, {touching} of those touch; {} pairs meet", meet.len());
    let verdicts = service.verdicts(&frames, &pairs)?;
    let exactly = (0..count).filter(|&pair| verdicts[pair as usize].meets());
    assert!(exactly.eq(meet), "the exact verdicts of all pairs");
    Ok(())
}

/// A wall of boxes, each of which touches the next one of its row and overlaps, touches or misses
/// the one above.
fn wall() -> Result<(Vec<Frame3>, Vec<Pair>), motzkin::FrameError> {
    let (mut frames, mut pairs) = (Vec::new(), Vec::new());
    for row in 0..SIDE {
        for column in 0..SIDE {
            let place = Vec3::new(column as f32, row as f32, 0.0);
            let half = Vec3::new(0.5, [0.5, 0.5625, 0.4375][(column % 3) as usize], 0.5);
            frames.push(Frame3::rotated_box(place, half, Quat::IDENTITY)?);
            let own = row * SIDE + column;
            pairs.extend((column > 0).then(|| Pair::new(own - 1, own)));
            pairs.extend((row > 0).then(|| Pair::new(own - SIDE, own)));
        }
    }
    Ok((frames, pairs))
}
