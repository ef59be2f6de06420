//! The broad phase of a world of meshes: a tree over the boxes of the root spheres.

use crate::geom::{Aabb, Aabb3, Pair};
use glam::DVec3;
use motzkin_core::broad::{BroadError, PairOptions, Pieces};

/// Pairs whose boxes meet that are held at a time.
const PIECE: usize = 1 << 22;

/// The root sphere of an object in the world.
#[derive(Clone, Copy)]
pub struct RootSphere {
    pub object: u32,
    pub centre: DVec3,
    pub radius: f64,
}

impl RootSphere {
    fn meets(&self, other: &Self) -> bool {
        let sum = self.radius + other.radius;
        self.centre.distance_squared(other.centre) <= sum * sum
    }

    /// A box round the sphere, rounded outward.
    fn bounds(&self) -> Aabb3 {
        let ends = |axis: usize| {
            let (centre, radius) = (self.centre[axis], self.radius);
            [((centre - radius) as f32).next_down(), ((centre + radius) as f32).next_up()]
        };
        Aabb3::from_ends(ends).clamped()
    }
}

/// Returns the pairs of objects whose spheres meet, in ascending order, the lesser number first, at
/// most `limit` of them. The spheres are in the order of their objects. The search ends with the
/// first piece beyond the limit: the error has the number of pairs so far.
pub fn candidates(spheres: &[RootSphere], limit: usize) -> Result<Vec<Pair>, BroadError> {
    let boxes = spheres.iter().map(RootSphere::bounds).collect();
    let options = PairOptions { limit: PIECE, ..PairOptions::default() };
    let mut pieces = Pieces::within(boxes, &[0], options)?;
    let (mut found, mut piece, mut count) = (Vec::new(), Vec::new(), 0_u64);
    while count <= limit as u64 && pieces.next(&mut piece)? {
        for &Pair { a, b } in &piece {
            let (a, b) = (&spheres[a as usize], &spheres[b as usize]);
            if a.meets(b) {
                count += 1;
                if found.len() < limit {
                    found.push(Pair::new(a.object, b.object));
                }
            }
        }
    }
    if count > limit as u64 {
        return Err(BroadError::TooManyPairs { found: count, limit });
    }
    Ok(found)
}
