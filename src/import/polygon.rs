//! Polygons become triangles.

use earcut::Earcut;
use glam::DVec3;
use std::collections::HashMap;

/// The most corners of a face that is not convex. The time to cut one grows with their square.
const CORNERS: usize = 1 << 14;

/// Adds a fan of triangles about the first corner.
pub fn fan(polygon: &[u32], triangles: &mut Vec<[u32; 3]>) {
    if let [first, rest @ ..] = polygon {
        triangles.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
    }
}

/// Adds the triangles of a face, two fewer than its corners. A convex face becomes a fan. Another
/// one is cut along its diagonals, as seen along its mean normal; one that crosses itself, which
/// has no inside, becomes a fan too. So does a face that names vertices that do not exist. The
/// error says what is wrong with the face.
pub fn triangulate(
    face: &[u32],
    vertices: &[[f32; 3]],
    triangles: &mut Vec<[u32; 3]>,
) -> Result<(), String> {
    if face.len() <= 3 {
        fan(face, triangles);
        return Ok(());
    }
    let corner = |&index: &u32| Some(DVec3::from(vertices.get(index as usize)?.map(f64::from)));
    let corners: Option<Vec<_>> = face.iter().map(corner).collect();
    let corners = corners.filter(|corners| corners.iter().all(|corner| corner.is_finite()));
    match corners.and_then(|corners| Some((mean_normal_if_concave(&corners)?, corners))) {
        None => fan(face, triangles),
        Some((_, corners)) if corners.len() > CORNERS => {
            return Err(format!("a face of {} corners that is not convex", corners.len()));
        }
        Some((normal, corners)) => match cut(&corners, normal) {
            None => fan(face, triangles),
            Some(cut) => triangles.extend(cut.iter().map(|places| places.map(|place| face[place]))),
        },
    }
    Ok(())
}

/// Returns the sum of the normals of a fan of triangles, if a corner turns against it.
fn mean_normal_if_concave(corners: &[DVec3]) -> Option<DVec3> {
    let (&first, count) = (corners.first()?, corners.len());
    let normal: DVec3 =
        corners.windows(2).map(|pair| (pair[0] - first).cross(pair[1] - first)).sum();
    let turns_back = |at: usize| {
        let (into, out) = (
            corners[at] - corners[(at + count - 1) % count],
            corners[(at + 1) % count] - corners[at],
        );
        // A corner on a straight line may turn back by the rounding.
        into.cross(out).dot(normal) < -1e-12 * into.length() * out.length() * normal.length()
    };
    (0..count).any(turns_back).then_some(normal)
}

/// Returns triangles of places in the polygon that fill it as seen along the normal, or `None` for
/// one that crosses itself. All its edges, and no others, are edges of one triangle alone.
fn cut(corners: &[DVec3], normal: DVec3) -> Option<Vec<[usize; 3]>> {
    let count = corners.len();
    let along = normal.abs().max_position();
    let (mut right, mut up) = ((along + 1) % 3, (along + 2) % 3);
    if normal[along] < 0.0 {
        (right, up) = (up, right);
    }
    let flat: Vec<[f64; 2]> = corners.iter().map(|corner| [corner[right], corner[up]]).collect();
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
    // `earcut` leaves out corners on straight lines. Between a line and the corners on it is a fan
    // of triangles without area, which keeps the surface closed.
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
