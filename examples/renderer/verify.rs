//! Holds the last frame against the CPU, which finds the collisions from the boxes alone, and looks at
//! the colours of its picture.

use crate::offscreen::read_buffer;
use crate::show::Show;
use motzkin::bytemuck::{from_bytes, pod_collect_to_vec};
use motzkin::gpu::layout::{Hit, ListHeader};
use motzkin::{Aabb3, CollisionService, Engine, Frame3, Pair};
use std::collections::BTreeSet;
use std::error::Error;

/// An error that says what differs, if anything does.
pub fn verify(show: &Show, pixels: &[u8]) -> Result<(), Box<dyn Error>> {
    let frames: Vec<Frame3> = pod_collect_to_vec(&read_buffer(&show.gpu, &show.world.frames)?);
    let list = read_buffer(&show.gpu, &show.world.hits)?;
    let (header, hits) = list.split_at(size_of::<ListHeader>());
    let header: &ListHeader = from_bytes(header);
    let room = show.world.pairs.size() / size_of::<Pair>() as u64;
    if u64::from(header.offered) > room || header.found > header.listed {
        return Err(format!("the lists are too small: {header:?}, room for {room} pairs").into());
    }
    let hits: Vec<Hit> = pod_collect_to_vec(&hits[..header.listed as usize * size_of::<Hit>()]);

    let candidates = candidates(&frames);
    let verdicts = CollisionService::new(Engine::Cpu)?.verdicts(&frames, &candidates)?;
    let meeting: BTreeSet<Pair> = candidates
        .iter()
        .zip(verdicts.iter())
        .filter(|(_, verdict)| verdict.meets())
        .map(|(&p, _)| p)
        .collect();
    let listed: BTreeSet<Pair> = hits.iter().map(|hit| Pair::new(hit.a, hit.b)).collect();
    let missed = meeting.difference(&listed).count();
    // The list keeps what the GPU cannot tell.
    let added = listed.difference(&meeting).count();
    if missed > 0 || added > header.undecided as usize || listed.len() != hits.len() {
        return Err(format!("{missed} collisions missed, {added} too many: {header:?}").into());
    }
    println!(
        "{} candidate pairs, {} collisions, as on the CPU; {} undecided",
        header.offered,
        meeting.len(),
        header.undecided
    );

    let share = |is: fn([f32; 3]) -> bool| {
        let pixel = |pixel: &&[u8]| is([0, 1, 2].map(|channel| f32::from(pixel[channel])));
        400.0 * pixels.chunks(4).filter(pixel).count() as f32 / pixels.len() as f32
    };
    let red = share(|[r, g, b]| r > 60.0 && r > 2.0 * g.max(b));
    let grey = share(|[r, g, b]| r > 60.0 && (r - g).abs().max((g - b).abs()) < 30.0);
    println!("the last picture is {red:.1} % red and {grey:.1} % grey");
    if !(1.0..40.0).contains(&red) || !(5.0..80.0).contains(&grey) {
        return Err("that is no picture of boxes".into());
    }
    Ok(())
}

/// Every pair whose axis-aligned boxes meet, the smaller index first, by a sweep along x.
fn candidates(frames: &[Frame3]) -> Vec<Pair> {
    let mut boxes: Vec<(u32, Aabb3)> = (0..).zip(frames.iter().map(Frame3::aabb)).collect();
    boxes.sort_by(|(_, a), (_, b)| a.min.x.total_cmp(&b.min.x));
    let mut pairs = Vec::new();
    for (place, (a, left)) in boxes.iter().enumerate() {
        let reached = boxes[place + 1..].iter().take_while(|(_, right)| right.min.x <= left.max.x);
        pairs.extend(
            reached.filter(|(_, right)| left.meets(right)).map(|(b, _)| Pair::new(*a.min(b), *a.max(b))),
        );
    }
    pairs
}
