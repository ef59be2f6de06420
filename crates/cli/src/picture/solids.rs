//! Frames as triangles.

use super::{Scene, Triangle};
use motzkin::Frame3;
use motzkin::glam::Vec3;
use motzkin_core::geom::figure_of;

/// The corners of each face of a frame, as indices in [`Frame3::corners`].
pub(super) fn faces(frame: &Frame3) -> &'static [&'static [usize]] {
    frame.kind().map_or(&[], |kind| figure_of(kind).faces)
}

impl Scene {
    /// Adds the sides of a frame: 12 triangles for a cuboid, 4 for a tetrahedron.
    pub fn add_frame(&mut self, frame: &Frame3, colour: Vec3, emission: f32) {
        let corners: Vec<Vec3> = frame.corners().iter().map(|corner| corner.as_vec3()).collect();
        for face in faces(frame) {
            let [first, rest @ ..] = face else { continue };
            for side in rest.windows(2) {
                let corners = [*first, side[0], side[1]].map(|i| corners[i]);
                self.triangles.push(Triangle { corners, colour, emission });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six times the volume by the divergence theorem, each side turned outward.
    fn volume(scene: &Scene, centre: Vec3) -> f32 {
        scene
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.corners.map(|corner| corner - centre);
                a.dot(b.cross(c)).abs()
            })
            .sum()
    }

    #[test]
    fn sides_close_the_solid() -> Result<(), motzkin::FrameError> {
        let edges = [Vec3::X * 2.0, Vec3::new(1.0, 3.0, 0.0), Vec3::NEG_Z];
        for (frame, want, centre) in [
            (Frame3::cuboid(Vec3::ONE, edges)?, 36.0, Vec3::new(2.5, 2.5, 0.5)),
            (Frame3::tetra(Vec3::ONE, edges)?, 6.0, Vec3::new(1.75, 1.75, 0.75)),
        ] {
            let mut scene = Scene::default();
            scene.add_frame(&frame, Vec3::ONE, 0.0);
            // On a closed surface every edge belongs to two triangles.
            for t in &scene.triangles {
                for [from, to] in [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|i| t.corners[i])) {
                    let holds =
                        |t: &&Triangle| t.corners.contains(&from) && t.corners.contains(&to);
                    assert_eq!(
                        scene.triangles.iter().filter(holds).count(),
                        2,
                        "{from} {to} of {frame:?}"
                    );
                }
            }
            assert!((volume(&scene, centre) - want).abs() < 1e-4, "{frame:?}");
        }
        Ok(())
    }
}
