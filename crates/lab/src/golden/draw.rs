//! Frames, polytopes and trees of frames.

use super::numbers::Numbers;
use super::scene::Style;
use glam::{Vec2, Vec3};
use motzkin_core::geom::{Frame2, Frame3, Pair, PolytopeSet};

/// Pairs in a scene of pairs.
const PAIRS: usize = 200;

/// Pairs in a batch: several spans of the kernels, and no whole number of them.
const BATCH: usize = 10_001;

/// Shapes of a crowd.
const CROWD: usize = 120;

/// Objects with a tree, and the leaves of each.
const OBJECTS: usize = 12;
const LEAVES: usize = 8;

/// Returns the pairs of what is drawn in pairs.
pub fn pairs() -> Vec<Pair> {
    (0..PAIRS as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect()
}

/// Returns many of the [`pairs`], each with its place among these. Every second one or so is turned
/// round.
pub fn batch() -> Vec<(usize, Pair)> {
    let (pairs, mut numbers) = (pairs(), Numbers::new(7));
    let one = |_| {
        let place = numbers.below(PAIRS as u32) as usize;
        let Pair { a, b } = pairs[place];
        (place, if numbers.below(2) == 0 { Pair::new(a, b) } else { Pair::new(b, a) })
    };
    (0..BATCH).map(one).collect()
}

/// Returns the frames of [`pairs`], with velocities: of every shape, and of every two shapes.
pub fn frames(style: Style) -> Vec<Frame3> {
    let mut numbers = Numbers::new(1);
    let both = |_| {
        let scale = numbers.scale(style);
        [(), ()].map(|()| frame(&mut numbers, style, 2, scale))
    };
    (0..PAIRS).flat_map(both).collect()
}

/// Returns the frames of [`pairs`] in the plane, with velocities.
pub fn plane_frames(style: Style) -> Vec<Frame2> {
    let mut numbers = Numbers::new(2);
    let both = |_| {
        let scale = numbers.scale(style);
        [(), ()].map(|()| plane_frame(&mut numbers, style, 2, scale))
    };
    (0..PAIRS).flat_map(both).collect()
}

/// Returns the polytopes of [`pairs`], with velocities: of 0 to 12 points and of any dimension.
pub fn polytopes(style: Style) -> PolytopeSet {
    let (mut numbers, mut set) = (Numbers::new(3), PolytopeSet::new());
    for _ in 0..PAIRS {
        let (scale, is_flat) = (numbers.scale(style), numbers.below(4) == 0);
        for _ in 0..2 {
            push_polytope(&mut set, &mut numbers, style, (2, scale), is_flat);
        }
    }
    set
}

/// Returns frames of every shape about one place, with velocities.
pub fn crowd(style: Style) -> Vec<Frame3> {
    let mut numbers = Numbers::new(4);
    (0..CROWD).map(|_| frame(&mut numbers, style, 6, 1.0)).collect()
}

/// Returns frames in the plane about one place.
pub fn plane_crowd(style: Style) -> Vec<Frame2> {
    let mut numbers = Numbers::new(8);
    (0..CROWD).map(|_| plane_frame(&mut numbers, style, 12, 1.0)).collect()
}

/// Returns polytopes about one place.
pub fn polytope_crowd(style: Style) -> PolytopeSet {
    let (mut numbers, mut set) = (Numbers::new(9), PolytopeSet::new());
    for _ in 0..CROWD / 2 {
        let is_flat = numbers.below(4) == 0;
        push_polytope(&mut set, &mut numbers, style, (6, 1.0), is_flat);
    }
    set
}

/// An object of a search.
pub struct Tree {
    /// A root, then leaves: frames with the numbers of their parents.
    pub frames: Vec<(Frame3, Option<u32>)>,
    /// The translation.
    pub at: Vec3,
}

/// Returns objects about one place.
pub fn objects(style: Style) -> Vec<Tree> {
    let mut numbers = Numbers::new(5);
    let object = |_| {
        let (low, high) = (Vec3::splat(-16.0), Vec3::splat(16.0));
        let root = Frame3::aligned_box(low, high).into_iter();
        let mut frames: Vec<(Frame3, Option<u32>)> = root.map(|root| (root, None)).collect();
        frames.extend((0..LEAVES).map(|_| (frame(&mut numbers, style, 4, 1.0), Some(0))));
        // Moved by whole numbers, thin frames could become flat.
        let at = match style {
            Style::Adversarial => Vec3::ZERO,
            _ => numbers.vector(style, 6),
        };
        Tree { frames, at }
    };
    (0..OBJECTS).map(object).collect()
}

/// Draws until the edges span space.
pub fn frame(numbers: &mut Numbers, style: Style, reach: u32, scale: f32) -> Frame3 {
    loop {
        let kind = numbers.below(3);
        let origin = numbers.vector(style, reach) * scale;
        let edges = [(); 3].map(|()| numbers.vector(style, 2) * scale);
        let velocity = numbers.vector(style, reach) * scale;
        let found = match kind {
            0 => Frame3::cuboid(origin, edges),
            1 => Frame3::tetra(origin, edges),
            _ => {
                let [p, q, r] = edges.map(|edge| origin + edge);
                Frame3::tetra_by_vertices([origin, p, q, r])
            }
        };
        if let Ok(frame) = found.and_then(|frame| frame.with_velocity(velocity)) {
            return frame;
        }
    }
}

/// Draws until the edges span the plane.
pub fn plane_frame(numbers: &mut Numbers, style: Style, reach: u32, scale: f32) -> Frame2 {
    loop {
        let kind = numbers.below(3);
        let mut vector = |reach| -> Vec2 { numbers.vector(style, reach).truncate() * scale };
        let (origin, p, q, velocity) = (vector(reach), vector(2), vector(2), vector(reach));
        let found = match kind {
            0 => Frame2::parallelogram(origin, [p, q]),
            1 => Frame2::triangle(origin, [p, q]),
            _ => Frame2::triangle_by_vertices([origin, origin + p, origin + q]),
        };
        if let Ok(frame) = found.and_then(|frame| frame.with_velocity(velocity)) {
            return frame;
        }
    }
}

/// Adds the hull of 0 to 12 points, with a velocity.
fn push_polytope(
    set: &mut PolytopeSet,
    numbers: &mut Numbers,
    style: Style,
    (reach, scale): (u32, f32),
    is_flat: bool,
) {
    let at = numbers.vector(style, reach);
    let points: Vec<Vec3> = (0..numbers.below(13))
        .map(|_| {
            let point = (at + numbers.vector(style, 2)) * scale;
            if is_flat { point.with_z(0.0) } else { point }
        })
        .collect();
    let velocity = numbers.vector(style, reach) * scale;
    // The largest number is 8 times 2^110, so that all are finite, and nothing is refused.
    if let Ok(polytope) = set.push(&points) {
        let _ = set.set_velocity(polytope, velocity);
    }
}
