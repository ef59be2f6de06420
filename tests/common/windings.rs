//! The winding number by all triangles, without a tree.

use motzkin_core::exact::triangles::{Crossing, Origin, RAYS, Ray, Triangle};

/// Returns the winding number of closed, oriented triangles about a point, or `None` if the point
/// lies on a triangle. It is 1 within a solid whose triangles face outwards, and 0 outside.
pub fn winding_number(
    point: [f32; 3],
    triangles: impl Iterator<Item = Triangle> + Clone,
) -> Option<i64> {
    let origin = Origin::stored(point);
    (0..RAYS).find_map(|ray| along(Ray::new(&origin, ray), triangles.clone())).flatten()
}

/// Counts the crossings of a ray. `None` if it hits an edge, `Some(None)` if it begins on a
/// triangle.
fn along(ray: Ray, triangles: impl Iterator<Item = Triangle>) -> Option<Option<i64>> {
    let mut sum = 0;
    for triangle in triangles {
        match ray.crossing(&triangle) {
            Crossing::None => {}
            Crossing::Through(sign) => sum += sign,
            Crossing::Begins => return Some(None),
            Crossing::Edge => return None,
        }
    }
    Some(Some(sum))
}
