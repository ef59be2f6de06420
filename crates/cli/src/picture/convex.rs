//! Convex solids for pictures: frames, where they are at some time, and what they share.

use super::solids::faces;
use motzkin::glam::DVec3;
use motzkin::{Frame2, Frame3};

/// A convex solid in `f64`. For pictures, not for verdicts: its planes are rounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Convex {
    /// The corners of each face, in order round it.
    pub faces: Vec<Vec<DVec3>>,
    /// The solid is where `normal . point <= offset` for each of these; normals are of length 1.
    spaces: Vec<(DVec3, f64)>,
}

impl Convex {
    /// A frame as it rests.
    pub fn of_frame(frame: &Frame3) -> Self {
        let corners = frame.corners();
        let face = |numbers: &&[usize]| numbers.iter().map(|&i| corners[i]).collect();
        let faces: Vec<Vec<DVec3>> = faces(frame).iter().map(face).collect();
        let centre = mean(&corners);
        let space = |face: &Vec<DVec3>| {
            bounding((face[1] - face[0]).cross(face[2] - face[0]), face[0], centre)
        };
        let spaces = faces.iter().map(space).collect();
        Self { faces, spaces }
    }

    /// A frame in the plane `z = 0`: one face, bounded by its sides.
    pub fn of_plane_frame(frame: &Frame2) -> Self {
        let corners: Vec<DVec3> = frame.corners().iter().map(|corner| corner.extend(0.0)).collect();
        let centre = mean(&corners);
        let side = |i: usize| {
            let (from, to) = (corners[i], corners[(i + 1) % corners.len()]);
            bounding((to - from).cross(DVec3::Z), from, centre)
        };
        let spaces = (0..corners.len()).map(side).collect();
        Self { faces: vec![corners], spaces }
    }

    /// The same solid elsewhere.
    pub fn moved(&self, by: DVec3) -> Self {
        let faces = self.faces.iter().map(|face| face.iter().map(|corner| corner + by).collect());
        let spaces = self.spaces.iter().map(|(normal, offset)| (*normal, offset + normal.dot(by)));
        Self { faces: faces.collect(), spaces: spaces.collect() }
    }

    /// Every corner, once for each face that it belongs to.
    pub fn corners(&self) -> impl Iterator<Item = DVec3> {
        self.faces.iter().flatten().copied()
    }

    /// The mean of the corners.
    pub fn centre(&self) -> DVec3 {
        mean(&self.corners().collect::<Vec<_>>())
    }

    /// The outward normals of the faces, or of the sides of a flat solid; of length 1.
    pub fn normals(&self) -> impl Iterator<Item = DVec3> {
        self.spaces.iter().map(|space| space.0)
    }

    /// The mean of the corners that lie farthest in this direction, within `slack` of it: a vertex,
    /// or the middle of an edge or a face.
    pub fn support(&self, direction: DVec3, slack: f64) -> DVec3 {
        let extent =
            self.corners().map(|corner| corner.dot(direction)).fold(f64::NEG_INFINITY, f64::max);
        let mut farthest: Vec<DVec3> = Vec::new();
        for corner in self.corners().filter(|corner| corner.dot(direction) >= extent - slack) {
            if farthest.iter().all(|known| known.distance(corner) > slack) {
                farthest.push(corner);
            }
        }
        mean(&farthest)
    }

    /// The faces of what the two solids share: each face of either as far as it lies in the other,
    /// within `slack`. Contacts leave faces that are points or lines.
    pub fn intersection(&self, other: &Self, slack: f64) -> Vec<Vec<DVec3>> {
        let inside = |faces: &[Vec<DVec3>], spaces: &[(DVec3, f64)]| -> Vec<Vec<DVec3>> {
            faces.iter().filter_map(|face| clipped(face, spaces, slack)).collect()
        };
        let mut shared = inside(&self.faces, &other.spaces);
        shared.extend(inside(&other.faces, &self.spaces));
        shared
    }
}

/// The space on this side of a plane through a point: the one that holds `inside`.
fn bounding(normal: DVec3, point: DVec3, inside: DVec3) -> (DVec3, f64) {
    let normal = normal.normalize_or_zero();
    let normal = if normal.dot(point - inside) < 0.0 { -normal } else { normal };
    (normal, normal.dot(point))
}

fn mean(points: &[DVec3]) -> DVec3 {
    points.iter().sum::<DVec3>() / points.len().max(1) as f64
}

/// The part of a polygon within all spaces; `None` where nothing is left.
fn clipped(face: &[DVec3], spaces: &[(DVec3, f64)], slack: f64) -> Option<Vec<DVec3>> {
    let mut kept = face.to_vec();
    for (normal, offset) in spaces {
        let beyond = |point: DVec3| normal.dot(point) - offset;
        let mut next = Vec::with_capacity(kept.len() + 1);
        for (i, &to) in kept.iter().enumerate() {
            let from = kept[i.checked_sub(1).unwrap_or(kept.len() - 1)];
            let (before, here) = (beyond(from), beyond(to));
            if (before > slack && here < -slack) || (before < -slack && here > slack) {
                next.push(from.lerp(to, before / (before - here)));
            }
            if here <= slack {
                next.push(to);
            }
        }
        kept = next;
    }
    (!kept.is_empty()).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin::glam::Vec3;

    fn block(min: [f32; 3], max: [f32; 3]) -> Convex {
        let frame = Frame3::aligned_box(min.into(), max.into());
        Convex::of_frame(&frame.unwrap_or_else(|error| panic!("{error}")))
    }

    /// Least and greatest corner.
    fn bounds(faces: &[Vec<DVec3>]) -> [DVec3; 2] {
        let corners = || faces.iter().flatten().copied();
        [corners().reduce(DVec3::min), corners().reduce(DVec3::max)].map(Option::unwrap_or_default)
    }

    #[test]
    fn boxes_share_a_box_a_face_or_a_corner() {
        let a = block([0.0; 3], [2.0; 3]);
        for (min, want) in [
            ([1.0, 0.5, -1.0], [1.0, 1.5, 1.0]),
            ([2.0, 1.0, 1.0], [0.0, 1.0, 1.0]),
            ([2.0; 3], [0.0; 3]),
        ] {
            let b = block(min, min.map(|x| x + 2.0));
            let [low, high] = bounds(&a.intersection(&b, 1e-9));
            assert_eq!((high - low).to_array(), want, "{min:?}");
            assert_eq!(low, DVec3::from(min.map(f64::from)).max(DVec3::ZERO));
        }
        assert!(a.intersection(&block([2.1; 3], [3.0; 3]), 1e-9).is_empty());
        assert_eq!(
            a.moved(DVec3::X).intersection(&block([2.1; 3], [3.0; 3]), 1e-9),
            Vec::<Vec<DVec3>>::new()
        );
        assert_eq!(
            bounds(&a.moved(DVec3::ONE).intersection(&block([2.5; 3], [9.0; 3]), 1e-9)),
            [2.5, 3.0].map(DVec3::splat)
        );
    }

    #[test]
    fn what_lies_within_is_all_of_it() {
        let frame = Frame3::tetra(Vec3::ONE, [Vec3::X, Vec3::Y, Vec3::Z]);
        let inner = Convex::of_frame(&frame.unwrap_or_else(|error| panic!("{error}")));
        let shared = block([0.0; 3], [4.0; 3]).intersection(&inner, 1e-9);
        assert_eq!(shared, inner.faces);
        assert_eq!(inner.support(DVec3::X, 1e-9), DVec3::new(2.0, 1.0, 1.0));
        let slope = inner.support(DVec3::ONE, 1e-9);
        assert!(slope.distance(DVec3::splat(4.0 / 3.0)) < 1e-12, "{slope}");
    }
}
