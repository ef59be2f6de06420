//! Where two triangles cross, in `f64`.

use glam::DVec3;

pub type Corners = [DVec3; 3];

/// What counts as on a triangle, in units of the largest coordinate of both.
const NEAR: f64 = 1e-12;

/// Returns the ends of what two triangles have in common: of a segment mostly, and the corners of
/// an area where they lie in one plane. `None` where rounding hides it, and for two needles.
pub fn common(a: &Corners, b: &Corners) -> Option<Vec<DVec3>> {
    let size = a.iter().chain(b).map(|p| p.abs().max_element()).fold(0.0, f64::max);
    let mut points = Vec::new();
    for (edges, face) in [(a, b), (b, a)] {
        for corner in 0..3 {
            let (p, q) = (edges[corner], edges[(corner + 1) % 3]);
            if let Some(ends) = clipped(p, q, face, NEAR * size) {
                points.extend(ends.map(|t| p.lerp(q, t)));
            }
        }
    }
    (!points.is_empty()).then_some(points)
}

/// Returns the part of a segment that lies within a triangle, which is grown by `near`.
fn clipped(p: DVec3, q: DVec3, face: &Corners, near: f64) -> Option<[f64; 2]> {
    let normal = upright(face)?;
    let sides = [0, 1, 2].map(|i| {
        let along = face[(i + 1) % 3] - face[i];
        (along.cross(normal).normalize_or_zero(), face[i])
    });
    let mut part = [0.0, 1.0_f64];
    let planes = [(normal, face[0]), (-normal, face[0])];
    for (outward, at) in sides.into_iter().chain(planes) {
        let (from, to) = (outward.dot(p - at) - near, outward.dot(q - at) - near);
        match (from > 0.0, to > 0.0) {
            (true, true) => return None,
            (false, false) => {}
            (leaves_none, _) => {
                let t = from / (from - to);
                if leaves_none {
                    part[0] = part[0].max(t);
                } else {
                    part[1] = part[1].min(t);
                }
            }
        }
    }
    (part[0] <= part[1]).then_some(part)
}

/// Returns the unit normal of a triangle, or `None` for a needle.
pub fn upright([p, q, r]: &Corners) -> Option<DVec3> {
    let normal = (q - p).cross(r - p);
    normal.try_normalize()
}
