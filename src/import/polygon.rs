//! Polygons become triangles.

use earcut::Earcut;
use glam::DVec3;
use std::collections::{HashMap, VecDeque};

/// The most corners of a face that is not convex. The time to cut one grows with their square, and
/// of some faces, such as spirals with a corner far off, with their cube.
const CORNERS: usize = 1 << 14;

/// The most corners of a face that is not convex and meets itself. The time to cut one grows with
/// their cube.
const MEETING: usize = 1 << 8;

/// The most steps that cutting the faces of one file may take. Each face counts as its worst case:
/// a thirty-second of the cube of its corners, but the square of them at least, and the cube for
/// one that meets itself. A step takes some 2 to 3 ns, so that a file that was made to waste time
/// takes some ten minutes; most faces take a small part of what they count for. It is enough for
/// two faces of the most corners, for 128 of 4,096, for 8,192 of 1,024, for 16,384 of the most that
/// meet themselves, and for 131,072 of 128 corners that do.
const STEPS: u64 = 1 << 38;

/// Adds a fan of triangles about the first corner.
pub fn fan(polygon: &[u32], triangles: &mut Vec<[u32; 3]>) {
    if let [first, rest @ ..] = polygon {
        triangles.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
    }
}

/// Cuts the faces of one file.
pub struct Cutter {
    /// Steps that are left.
    steps: u64,
}

impl Default for Cutter {
    fn default() -> Self {
        Self { steps: STEPS }
    }
}

impl Cutter {
    /// Adds the triangles of a face, two fewer than its corners. A face whose corners all turn the
    /// same way, such as a convex one, becomes a fan, however often it winds round, and takes no
    /// steps. So does a face without area. Another one is cut along its diagonals, as seen along
    /// its mean normal, without the ways that its outline goes and comes back. A face that crosses
    /// itself has no inside: if the cut does not come to its end, it becomes a fan. So does a face
    /// with a vertex that is not finite, of which the mesh tells. All vertices that the face names
    /// exist. The error says what is wrong with the face: that it would take too long to cut, alone
    /// or after those before it.
    pub fn triangulate(
        &mut self,
        face: &[u32],
        vertices: &[[f32; 3]],
        triangles: &mut Vec<[u32; 3]>,
    ) -> Result<(), String> {
        if face.len() <= 3 {
            fan(face, triangles);
            return Ok(());
        }
        let corner = |&index: &u32| DVec3::from(vertices[index as usize].map(f64::from));
        let corners: Vec<DVec3> = face.iter().map(corner).collect();
        let is_finite = corners.iter().all(|corner| corner.is_finite());
        let Some(normal) = mean_normal_if_concave(&corners).filter(|_| is_finite) else {
            fan(face, triangles);
            return Ok(());
        };
        let flat = seen_along(normal, &corners);
        let Outline { places, left_out } = without_ways_back(&flat);
        let flat: Vec<[f64; 2]> = places.iter().map(|&place| flat[place]).collect();
        let count = flat.len();
        if count > CORNERS {
            return Err(format!("a face of {count} corners that is not convex"));
        }
        let is_simple = is_simple(&flat);
        if count > MEETING && !is_simple {
            return Err(format!("a face of {count} corners that crosses or touches itself"));
        }
        let [square, cube] = [2, 3].map(|power| (count as u64).pow(power));
        let steps = if is_simple { square.max(cube / 32) } else { cube };
        let left = self.steps.checked_sub(steps);
        self.steps = left.ok_or("the faces up to this one would take too long to cut")?;
        match cut(&flat) {
            None => fan(face, triangles),
            Some(cut) => {
                let cut = cut.into_iter().map(|three| three.map(|at| places[at]));
                let all = left_out.into_iter().chain(cut);
                triangles.extend(all.map(|three| three.map(|place| face[place])));
            }
        }
        Ok(())
    }
}

/// Corners of a face in their order, as places in it.
struct Outline {
    places: Vec<usize>,
    /// Triangles without area between the corners of the face that are no corners here.
    left_out: Vec<[usize; 3]>,
}

/// Returns the sum of the normals of a fan of triangles, if a corner turns against it. A corner
/// that is there several times in a row turns once. One where the outline goes back the way that it
/// came turns against any normal: there may be a notch that it hides.
fn mean_normal_if_concave(corners: &[DVec3]) -> Option<DVec3> {
    let &first = corners.first()?;
    let normal: DVec3 =
        corners.windows(2).map(|pair| (pair[0] - first).cross(pair[1] - first)).sum();
    let mut places = corners.to_vec();
    places.dedup();
    if places.last() == Some(&first) {
        places.pop();
    }
    let count = places.len();
    let turns_back = |at: usize| {
        let (into, out) =
            (places[at] - places[(at + count - 1) % count], places[(at + 1) % count] - places[at]);
        let (turn, rounding) = (into.cross(out), 1e-12 * into.length() * out.length());
        // A corner on a straight line may turn back by the rounding.
        turn.dot(normal) < -rounding * normal.length()
            || (turn.length() <= rounding && into.dot(out) < 0.0)
    };
    (normal != DVec3::ZERO && (0..count).any(turns_back)).then_some(normal)
}

/// Returns the corners without the coordinate along which the normal is longest, so that they go
/// round as the normal says.
fn seen_along(normal: DVec3, corners: &[DVec3]) -> Vec<[f64; 2]> {
    let along = normal.abs().max_position();
    let (mut right, mut up) = ((along + 1) % 3, (along + 2) % 3);
    if normal[along] < 0.0 {
        (right, up) = (up, right);
    }
    corners.iter().map(|corner| [corner[right], corner[up]]).collect()
}

/// Returns the outline without the corners at which it stays or goes back the way that it came, and
/// without those that become so. At least two corners are left. The time is linear.
fn without_ways_back(flat: &[[f64; 2]]) -> Outline {
    let (mut places, mut left_out) = (VecDeque::new(), Vec::new());
    let goes_back = |[a, b, c]: [usize; 3]| {
        let [a, b, c] = [a, b, c].map(|place| flat[place]);
        let onward = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
        doubled_area([a, b], c) == 0.0 && onward <= 0.0
    };
    for next in 0..flat.len() {
        while let [.., before, last] = *places.make_contiguous()
            && goes_back([before, last, next])
        {
            left_out.push([before, last, next]);
            places.pop_back();
        }
        places.push_back(next);
    }
    // The end meets the beginning.
    while let [first, second, .., before, last] = *places.make_contiguous() {
        if goes_back([before, last, first]) {
            left_out.push([before, last, first]);
            places.pop_back();
        } else if goes_back([last, first, second]) {
            left_out.push([last, first, second]);
            places.pop_front();
        } else {
            break;
        }
    }
    Outline { places: places.into(), left_out }
}

/// Returns true if no two edges of an outline without ways back meet, but for neighbours in the
/// corner that they share. Edges of which rounding leaves that open do.
fn is_simple(flat: &[[f64; 2]]) -> bool {
    let count = flat.len();
    let ends = |edge: usize| [flat[edge], flat[(edge + 1) % count]];
    let range = |edge: usize, axis: usize| {
        let [a, b] = ends(edge).map(|corner| corner[axis]);
        (a.min(b), a.max(b))
    };
    let apart = |edge: usize, other: usize| {
        let after = (other + count - edge) % count;
        after == 1
            || after == count - 1
            || is_on_one_side(ends(edge), ends(other))
            || is_on_one_side(ends(other), ends(edge))
    };
    let mut edges: Vec<usize> = (0..count).collect();
    edges.sort_by(|&a, &b| range(a, 0).0.total_cmp(&range(b, 0).0));
    edges.iter().enumerate().all(|(place, &edge)| {
        let ((_, right), (low, high)) = (range(edge, 0), range(edge, 1));
        let near = edges[place + 1..].iter().take_while(|&&other| range(other, 0).0 <= right);
        near.copied().all(|other| {
            let (lowest, highest) = range(other, 1);
            lowest > high || highest < low || apart(edge, other)
        })
    })
}

/// Returns twice the area of a triangle, or 0 if that may be less than the rounding.
fn doubled_area([a, b]: [[f64; 2]; 2], c: [f64; 2]) -> f64 {
    let [p, q] = [(b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0])];
    let area = p - q;
    if area.abs() > 1e-15 * (p.abs() + q.abs()) { area } else { 0.0 }
}

/// Returns true if both ends of an edge lie on one side of the line through another one.
fn is_on_one_side(line: [[f64; 2]; 2], edge: [[f64; 2]; 2]) -> bool {
    let [p, q] = edge.map(|corner| doubled_area(line, corner));
    p > 0.0 && q > 0.0 || p < 0.0 && q < 0.0
}

/// Returns triangles of places in the polygon that fill it, or some triangles or `None` for one
/// that crosses itself. All its edges, and no others, are edges of one triangle alone.
fn cut(flat: &[[f64; 2]]) -> Option<Vec<[usize; 3]>> {
    let count = flat.len();
    let mut places: Vec<usize> = Vec::new();
    Earcut::new().earcut(flat.iter().copied(), &[] as &[usize], &mut places);
    let (found, _) = places.as_chunks::<3>();
    let area = |&[a, b, c]: &[usize; 3]| {
        let [a, b, c] = [a, b, c].map(|place| flat[place]);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let mut triangles = found.to_vec();
    if triangles.iter().map(area).sum::<f64>() < 0.0 {
        triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
    }
    // Where a polygon touches itself, `earcut` leaves out corners on straight lines. Between a line
    // and the corners on it is a fan of triangles without area, which keeps the surface closed.
    let mut sides = HashMap::new();
    let around = |&[a, b, c]: &[usize; 3]| [(a, b), (b, c), (c, a)];
    for (from, to) in triangles.iter().flat_map(around) {
        *sides.entry((from, to)).or_insert(0) += 1;
        *sides.entry((to, from)).or_insert(0) -= 1;
    }
    for (from, to) in triangles.clone().iter().flat_map(around) {
        if sides[&(from, to)] > 0 {
            let mut place = (from + 1) % count;
            while place != to && triangles.len() < count - 2 {
                let next = (place + 1) % count;
                triangles.push([from, place, next]);
                place = next;
            }
            if place != to {
                return None;
            }
        }
    }
    (triangles.len() == count - 2).then_some(triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of all faces count, of those that are cut: a face that is refused takes none.
    #[test]
    fn faces_share_their_steps() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let notched = [[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]];
        let repeated =
            [[0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [1.0, 1.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]];
        let line = [[0.0, 0.0], [4.0, 0.0], [1.0, 0.0], [3.0, 0.0]];
        let bow = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0], [2.0, 9.0]];
        // A star, whose cube counts for more than its square.
        let star: Vec<[f64; 2]> = (0..64)
            .map(|at| f64::from(at) * std::f64::consts::TAU / 64.0)
            .zip([1.0, 0.5].into_iter().cycle())
            .map(|(angle, radius)| [radius * angle.cos(), radius * angle.sin()])
            .collect();
        let mut cutter = Cutter { steps: 64 * 64 * 64 / 32 + 4 * 4 + 5 * 5 * 5 + 15 };
        for (outline, left) in [
            (&star[..], Some(156)),
            (&square, Some(156)),
            (&line, Some(156)),
            (&repeated, Some(140)),
            (&bow, Some(15)),
            (&bow, None),
            (&notched, None),
            (&square, Some(15)),
        ] {
            let vertices: Vec<[f32; 3]> =
                outline.iter().map(|&[x, y]| [x as f32, y as f32, 0.0]).collect();
            let face: Vec<u32> = (0..vertices.len() as u32).collect();
            let mut triangles = Vec::new();
            let found = cutter.triangulate(&face, &vertices, &mut triangles);
            let refused = "the faces up to this one would take too long to cut";
            let expected = if left.is_some() { Ok(()) } else { Err(refused.to_owned()) };
            assert_eq!((found, cutter.steps), (expected, left.unwrap_or(15)), "{outline:?}");
            assert_eq!(triangles.len(), left.map_or(0, |_| face.len() - 2), "{outline:?}");
        }
    }
}
