//! Polygons become triangles.

mod cut;
mod outline;

use cut::cut;
use glam::DVec3;
use outline::{axes_seen_along, is_simple, turns_back, without_ways_back};

/// The most corners of a face that is not convex. The time to cut one grows with their square, and
/// of some faces, such as spirals with a corner far off, with their cube.
const CORNERS: usize = 1 << 14;

/// The most corners of a face that is not convex and meets itself. The time to cut one grows with
/// their cube.
const MEETING: usize = 1 << 8;

/// The most steps that cutting the faces of one file may take. Each face counts as its worst case:
/// a thirty-second of the cube of its corners, but the square of them at least, and four times the
/// cube for one that meets itself, which may take four tries. A step takes some 2 to 3 ns, so that
/// a file that was made to waste time takes some ten minutes; most faces take a small part of what
/// they count for. It is enough for two faces of the most corners, for 128 of 4,096, for 8,192 of
/// 1,024, for 4,096 of the most that meet themselves, and for 32,768 of 128 corners that do.
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
    /// Adds the triangles of a face, two fewer than its corners. The face is seen along the axis
    /// that its mean normal is nearest to. Corners at which its outline stays, or goes back the way
    /// that it came, are left out first, with triangles that have no area as they are seen. Where
    /// all others turn the same way, as in a convex face, there is a fan of them, however often it
    /// winds round, and it takes no steps. Another face is cut along its diagonals.
    ///
    /// A face that crosses itself has no inside: it becomes a fan, as does the rare one that
    /// touches itself and cannot be cut. So does a face without area, or with a vertex that is not
    /// finite, of which the mesh tells. All vertices that the face names exist. The error says what
    /// is wrong with the face: that it would take too long to cut, alone or after those before it.
    pub fn triangulate(
        &mut self,
        face: &[u32],
        vertices: &[[f32; 3]],
        triangles: &mut Vec<[u32; 3]>,
    ) -> Result<(), String> {
        let corner = |index: u32| DVec3::from(vertices[index as usize].map(f64::from));
        let [first, .., _, _, _] = *face else {
            fan(face, triangles);
            return Ok(());
        };
        let seen = |index: u32| corner(index) - corner(first);
        let normal: DVec3 = face.windows(2).map(|pair| seen(pair[0]).cross(seen(pair[1]))).sum();
        if normal == DVec3::ZERO || !normal.is_finite() {
            fan(face, triangles);
            return Ok(());
        }
        let axes = axes_seen_along(normal);
        let flat: Vec<[f64; 2]> =
            face.iter().map(|&index| axes.map(|axis| corner(index)[axis])).collect();
        let before = triangles.len();
        triangles.reserve(face.len() - 2);
        let places = without_ways_back(&flat, 0..face.len() as u32, |three| {
            triangles.push(three.map(|place| face[place as usize]));
        });
        let outline: Vec<u32> = places.iter().map(|&place| face[place as usize]).collect();
        if !turns_back(&flat, &places) {
            fan(&outline, triangles);
            return Ok(());
        }
        let flat: Vec<[f64; 2]> = places.iter().map(|&place| flat[place as usize]).collect();
        self.take_steps(&flat, face.len())?;
        match cut(&flat) {
            Some(cut) => {
                triangles.extend(cut.iter().map(|three| three.map(|at| outline[at as usize])));
            }
            None => {
                triangles.truncate(before);
                fan(face, triangles);
            }
        }
        Ok(())
    }

    /// Counts the steps that it takes to cut an outline, of a face of so many corners.
    fn take_steps(&mut self, flat: &[[f64; 2]], corners: usize) -> Result<(), String> {
        let count = flat.len();
        if count > CORNERS {
            return Err(format!("a face of {corners} corners that is not convex"));
        }
        let is_simple = is_simple(flat);
        if count > MEETING && !is_simple {
            return Err(format!("a face of {corners} corners that crosses or touches itself"));
        }
        let [square, cube] = [2, 3].map(|power| (count as u64).pow(power));
        let steps = if is_simple { square.max(cube / 32) } else { cut::TRIES * cube };
        let left = self.steps.checked_sub(steps);
        self.steps = left.ok_or("the faces up to this one would take too long to cut")?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A face of all vertices, and the vertices.
    fn face(outline: &[[f64; 2]]) -> (Vec<u32>, Vec<[f32; 3]>) {
        let vertices = outline.iter().map(|&[x, y]| [x as f32, y as f32, 0.0]).collect();
        ((0..outline.len() as u32).collect(), vertices)
    }

    /// What crosses itself so that its parts cancel out has no side to be seen from.
    #[test]
    fn a_face_whose_normal_is_zero_is_a_fan() {
        let (face, vertices) = face(&[[0.0, 0.0], [1.0, 1.0], [0.0, 2.0], [2.0, 1.0], [0.0, 1.0]]);
        let mut triangles = Vec::new();
        assert_eq!(Cutter::default().triangulate(&face, &vertices, &mut triangles), Ok(()));
        assert_eq!(triangles, [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
    }

    /// The steps of all faces count, of those that are cut: a face that is refused takes none.
    #[test]
    fn faces_share_their_steps() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let notched = [[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]];
        let line = [[0.0, 0.0], [4.0, 0.0], [1.0, 0.0], [3.0, 0.0]];
        let straight = [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let even = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]];
        let bow = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0], [2.0, 9.0]];
        // A star, whose cube counts for more than its square.
        let star: Vec<[f64; 2]> = (0..64)
            .map(|at| f64::from(at) * std::f64::consts::TAU / 64.0)
            .zip([1.0, 0.5].into_iter().cycle())
            .map(|(angle, radius)| [radius * angle.cos(), radius * angle.sin()])
            .collect();
        let mut cutter = Cutter { steps: 64 * 64 * 64 / 32 + 4 * 4 + 4 * 5 * 5 * 5 + 15 };
        for (outline, left) in [
            (&star[..], Some(531)),
            (&square, Some(531)),
            (&line, Some(531)),
            (&even, Some(531)),
            (&straight, Some(531)),
            (&notched, Some(515)),
            (&bow, Some(15)),
            (&bow, None),
            (&notched, None),
            (&square, Some(15)),
        ] {
            let (face, vertices) = face(outline);
            let mut triangles = Vec::new();
            let found = cutter.triangulate(&face, &vertices, &mut triangles);
            let refused = "the faces up to this one would take too long to cut";
            let expected = if left.is_some() { Ok(()) } else { Err(refused.to_owned()) };
            assert_eq!((found, cutter.steps), (expected, left.unwrap_or(15)), "{outline:?}");
            assert_eq!(triangles.len(), left.map_or(0, |_| face.len() - 2), "{outline:?}");
        }
    }

    /// What an outline goes and comes back takes no steps, wherever the face begins.
    #[test]
    fn ways_back_take_no_steps() {
        let notched = [[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]];
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        for (outline, steps) in [(notched, 16), (square, 0)] {
            let [a, b, c, d] = outline;
            let mut repeated = vec![a, b, b, c, b, c, d, a, a, d];
            for _ in 0..repeated.len() {
                let (face, vertices) = face(&repeated);
                let (mut cutter, mut triangles) = (Cutter { steps: 16 }, Vec::new());
                let found = cutter.triangulate(&face, &vertices, &mut triangles);
                assert_eq!((found, cutter.steps), (Ok(()), 16 - steps), "{repeated:?}");
                assert_eq!(triangles.len(), face.len() - 2, "{repeated:?}");
                repeated.rotate_left(1);
            }
        }
    }
}
