//! Holds the last frame against the CPU, which finds the collisions from the boxes alone, and its
//! picture against rays: where the nearest box collides it is red, where it does not it is grey.

use crate::offscreen::{SIZE, read_buffer};
use crate::show::{Show, camera_of};
use motzkin::bytemuck::{from_bytes, pod_collect_to_vec};
use motzkin::glam::{Mat3, Mat4, Vec2, Vec3};
use motzkin::gpu::layout::{HitRecord, ListHeader};
use motzkin::{Aabb3, CollisionService, Engine, Frame3, Pair};
use std::collections::BTreeSet;
use std::error::Error;

/// An error that says what differs, if anything does.
pub fn verify(show: &Show, number: u32, pixels: &[u8]) -> Result<(), Box<dyn Error>> {
    let frames: Vec<Frame3> = pod_collect_to_vec(&read_buffer(&show.gpu, &show.world.frames)?);
    let list = read_buffer(&show.gpu, &show.world.hits)?;
    let (header, hits) = list.split_at(size_of::<ListHeader>());
    let header: &ListHeader = from_bytes(header);
    let room = show.world.pairs.size() / size_of::<Pair>() as u64;
    if u64::from(header.offered) > room || header.found > header.listed {
        return Err(format!("the lists are too small: {header:?}, room for {room} pairs").into());
    }
    let hits: Vec<HitRecord> =
        pod_collect_to_vec(&hits[..header.listed as usize * size_of::<HitRecord>()]);

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
    let hit: BTreeSet<u32> = listed.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    check_colours(&frames, &hit, number, pixels)
}

/// Pixels between two that are looked at.
const STEP: usize = 24;

/// Looks at the pixels all of whose samples see the same box.
fn check_colours(
    frames: &[Frame3],
    hit: &BTreeSet<u32>,
    number: u32,
    pixels: &[u8],
) -> Result<(), Box<dyn Error>> {
    let view = View::new(frames, number);
    let [width, height] = SIZE.map(|size| size as usize);
    let (mut seen, mut wrong) = ([0, 0], Vec::new());
    for (x, y) in
        (0..height).step_by(STEP).flat_map(|y| (0..width).step_by(STEP).map(move |x| (x, y)))
    {
        let Some(nearest) = view.nearest(x, y, Vec2::splat(0.5)) else { continue };
        // A little beyond the outermost of four samples.
        let corners = [(0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9)];
        if corners.iter().any(|&(u, v)| view.nearest(x, y, Vec2::new(u, v)) != Some(nearest)) {
            continue;
        }
        let pixel = &pixels[4 * (y * width + x)..][..3];
        let [red, green, blue] = [0, 1, 2].map(|channel| f32::from(pixel[channel]));
        if red < 60.0 {
            // Too dark, or too far in the haze, to tell.
            continue;
        }
        let (is_red, is_hit) = (red > 1.5 * green.max(blue), hit.contains(&nearest));
        seen[usize::from(is_hit)] += 1;
        if is_red != is_hit {
            wrong.push((x, y, nearest));
        }
    }
    println!(
        "of single boxes, {} pixels in grey and {} in red looked at, {} wrong",
        seen[0],
        seen[1],
        wrong.len()
    );
    if seen[0] < 10 || seen[1] < 5 {
        return Err("too few boxes are seen to tell anything".into());
    }
    match wrong.first() {
        // A rasteriser may put an edge elsewhere than a ray does.
        Some((x, y, nearest)) if wrong.len() > 1 + (seen[0] + seen[1]) / 100 => Err(format!(
            "{} pixels of another colour, the first ({x}, {y}) on box {nearest}",
            wrong.len()
        )
        .into()),
        _ => Ok(()),
    }
}

/// The boxes in front of the camera.
struct View {
    eye: Vec3,
    /// From the picture to the world.
    unprojected: Mat4,
    /// Each box as it sees the world: the eye, and directions, in its own edges.
    boxes: Vec<(Vec3, Mat3)>,
}

impl View {
    fn new(frames: &[Frame3], number: u32) -> Self {
        let (eye, view_projection) = camera_of(number, SIZE);
        let own = |frame: &Frame3| {
            let [x, y, z] = [1, 2, 3].map(|row| frame.row(row));
            let inverse = Mat3::from_cols(x, y, z).inverse();
            (inverse * (eye - frame.origin()), inverse)
        };
        Self {
            eye,
            unprojected: view_projection.inverse(),
            boxes: frames.iter().map(own).collect(),
        }
    }

    /// The box that a ray through a place in a pixel meets first.
    fn nearest(&self, x: usize, y: usize, place: Vec2) -> Option<u32> {
        let [width, height] = SIZE.map(|size| size as f32);
        let (u, v) = ((x as f32 + place.x) / width, (y as f32 + place.y) / height);
        let ahead = self.unprojected.project_point3(Vec3::new(2.0 * u - 1.0, 1.0 - 2.0 * v, 0.5))
            - self.eye;
        let met = self.boxes.iter().map(|(eye, turned)| {
            let ahead = *turned * ahead;
            // Where the ray crosses the two planes of each axis (Kay and Kajiya, 1986).
            let (a, b) = (-eye / ahead, (Vec3::ONE - eye) / ahead);
            let (enters, leaves) = (a.min(b).max_element(), a.max(b).min_element());
            (enters > 0.0 && enters <= leaves).then_some(enters)
        });
        let met = (0..).zip(met).filter_map(|(number, at)| Some((number, at?)));
        met.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(number, _)| number)
    }
}

/// Every pair whose axis-aligned boxes meet, the smaller index first, by a sweep along x.
fn candidates(frames: &[Frame3]) -> Vec<Pair> {
    let mut boxes: Vec<(u32, Aabb3)> = (0..).zip(frames.iter().map(Frame3::aabb)).collect();
    boxes.sort_by(|(_, a), (_, b)| a.min.x.total_cmp(&b.min.x));
    let mut pairs = Vec::new();
    for (place, (a, left)) in boxes.iter().enumerate() {
        let reached = boxes[place + 1..].iter().take_while(|(_, right)| right.min.x <= left.max.x);
        pairs.extend(
            reached
                .filter(|(_, right)| left.meets(right))
                .map(|(b, _)| Pair::new(*a.min(b), *a.max(b))),
        );
    }
    pairs
}
