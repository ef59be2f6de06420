//! Which triangle is seen at each sample, by a depth buffer.

use super::{Camera, Triangle};
use motzkin::glam::Vec3;
use rayon::prelude::*;

/// No triangle is seen.
pub(super) const NOTHING: u32 = u32::MAX;

/// Rows that one thread fills at a time.
const BAND: usize = 32;

/// What a camera sees: for each sample, row by row, the nearest triangle and how near it is.
pub(super) struct Seen {
    pub size: [usize; 2],
    pub owner: Vec<u32>,
    pub nearness: Vec<f32>,
}

/// A triangle in the picture, its corners as [`Camera::project`] places them.
struct Flat {
    corners: [Vec3; 3],
    owner: u32,
}

/// Finds the nearest triangle at the centre of every sample.
pub(super) fn rasterise(triangles: &[Triangle], camera: &Camera, size: [usize; 2]) -> Seen {
    let [width, height] = size;
    let flats: Vec<Flat> = triangles
        .par_iter()
        .enumerate()
        .flat_map_iter(|(owner, triangle)| {
            let view = triangle.corners.map(|corner| camera.view(corner));
            let polygon = clip(&view, camera.near());
            let corners: Vec<Vec3> = polygon.into_iter().map(|p| camera.project(p, size)).collect();
            let fan = (2..corners.len()).map(move |i| Flat {
                corners: [corners[0], corners[i - 1], corners[i]],
                owner: owner as u32,
            });
            fan.filter(move |flat| flat.shows(size))
        })
        .collect();
    let mut owner = vec![NOTHING; width * height];
    let mut nearness = vec![f32::NEG_INFINITY; width * height];
    let bands = owner.par_chunks_mut(BAND * width).zip(nearness.par_chunks_mut(BAND * width));
    bands.enumerate().for_each(|(band, (owner, nearness))| {
        let rows = band * BAND..(band * BAND + owner.len() / width);
        for flat in &flats {
            flat.fill(rows.clone(), width, owner, nearness);
        }
    });
    Seen { size, owner, nearness }
}

/// The part of a triangle that is farther than `near`: 0, 3 or 4 corners.
pub(super) fn clip(view: &[Vec3; 3], near: f32) -> Vec<Vec3> {
    let mut kept = Vec::with_capacity(4);
    for i in 0..3 {
        let (from, to) = (view[i], view[(i + 1) % 3]);
        if from.z >= near {
            kept.push(from);
        }
        if (from.z >= near) != (to.z >= near) {
            kept.push(from.lerp(to, (near - from.z) / (to.z - from.z)));
        }
    }
    kept
}

impl Flat {
    fn bounds(&self) -> (Vec3, Vec3) {
        let [a, b, c] = self.corners;
        (a.min(b).min(c), a.max(b).max(c))
    }

    /// False where the triangle lies outside the picture or between the samples.
    fn shows(&self, [width, height]: [usize; 2]) -> bool {
        let (low, high) = self.bounds();
        let holds = |low: f32, high: f32, end: usize| {
            high >= 0.5 && low <= end as f32 - 0.5 && (low - 0.5).ceil() <= (high - 0.5).floor()
        };
        holds(low.x, high.x, width) && holds(low.y, high.y, height)
    }

    /// Draws into the rows given, of a picture `width` samples wide.
    fn fill(
        &self,
        rows: std::ops::Range<usize>,
        width: usize,
        owner: &mut [u32],
        nearness: &mut [f32],
    ) {
        let (low, high) = self.bounds();
        if high.y < rows.start as f32 || low.y > rows.end as f32 {
            return;
        }
        // Casts saturate, so that places far outside become the picture's edge.
        let first = |x: f32, start: usize| ((x - 0.5).ceil() as usize).max(start);
        let last = |x: f32, end: usize| {
            ((x - 0.5).floor() as i64).saturating_add(1).clamp(0, end as i64) as usize
        };
        let [a, b, c] = self.corners;
        let (ab, ac) = (b - a, c - a);
        let area = ab.x * ac.y - ab.y * ac.x;
        if area == 0.0 {
            return;
        }
        for y in first(low.y, rows.start)..last(high.y, rows.end) {
            for x in first(low.x, 0)..last(high.x, width) {
                let at = Vec3::new(x as f32 + 0.5, y as f32 + 0.5, 0.0) - a;
                let v = (at.x * ac.y - at.y * ac.x) / area;
                let w = (ab.x * at.y - ab.y * at.x) / area;
                if v < 0.0 || w < 0.0 || v + w > 1.0 {
                    continue;
                }
                let depth = a.z + v * ab.z + w * ac.z;
                let sample = (y - rows.start) * width + x;
                if depth > nearness[sample] {
                    nearness[sample] = depth;
                    owner[sample] = self.owner;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(corners: [[f32; 3]; 3]) -> Triangle {
        Triangle { corners: corners.map(Vec3::from), colour: Vec3::ONE, emission: 0.0 }
    }

    #[test]
    fn the_nearer_triangle_wins_and_the_rest_is_empty() {
        let at = |z: f32| triangle([[-1.0, -1.0, z], [1.0, -1.0, z], [-1.0, 1.0, z]]);
        let camera = Camera::perspective(Vec3::Z * 5.0, Vec3::ZERO, 0.5);
        let size = [64, 64];
        let inside = camera.project(camera.view(Vec3::new(-0.5, -0.5, 1.0)), size);
        let outside = camera.project(camera.view(Vec3::new(0.9, 0.9, 1.0)), size);
        for (triangles, nearest) in [([at(0.0), at(1.0)], 1), ([at(1.0), at(0.0)], 0)] {
            let seen = rasterise(&triangles, &camera, size);
            let owner = |p: Vec3| seen.owner[p.y as usize * 64 + p.x as usize];
            assert_eq!((owner(inside), owner(outside)), (nearest, NOTHING));
        }
    }

    #[test]
    fn what_reaches_far_beyond_the_picture_is_drawn() {
        let camera = Camera::perspective(Vec3::Z * 5.0, Vec3::ZERO, 0.5);
        let wide = triangle([[-1e20, -1.0, 0.0], [1e20, -1.0, 0.0], [0.0, 1.0, 0.0]]);
        let seen = rasterise(&[wide], &camera, [64, 64]);
        assert_eq!(seen.owner[32 * 64 + 32], 0);
    }

    #[test]
    fn what_lies_behind_the_camera_is_cut_off() {
        let camera = Camera::perspective(Vec3::ZERO, Vec3::NEG_Z, 1.0);
        // A floor from far before the camera to far behind it covers the lower half only.
        let floor = [
            triangle([[-1e3, -1.0, 1e3], [1e3, -1.0, 1e3], [-1e3, -1.0, -1e3]]),
            triangle([[1e3, -1.0, 1e3], [1e3, -1.0, -1e3], [-1e3, -1.0, -1e3]]),
        ];
        let seen = rasterise(&floor, &camera, [32, 32]);
        assert!(seen.owner[..32 * 16].iter().all(|&owner| owner == NOTHING));
        assert!(seen.owner[32 * 17..].iter().all(|&owner| owner != NOTHING));
        let behind = triangle([[-1.0, -1.0, 1.0], [1.0, -1.0, 1.0], [0.0, 1.0, 1.0]]);
        assert!(
            rasterise(&[behind], &camera, [32, 32]).owner.iter().all(|&owner| owner == NOTHING)
        );
    }
}
