//! From the world to the picture and back.

use super::framing::{Framing, bounds};
use motzkin::glam::Vec3;

/// Where a picture is taken from. The y axis of the world points up in it.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    eye: Vec3,
    /// From the eye to the target.
    distance: f32,
    right: Vec3,
    up: Vec3,
    forward: Vec3,
    lens: Lens,
}

#[derive(Clone, Copy, Debug)]
enum Lens {
    /// Tangent of half the vertical angle of view, and the nearest distance drawn.
    Perspective { slope: f32, near: f32 },
    /// Half the height of what is seen.
    Orthographic { half_height: f32 },
}

impl Camera {
    /// A camera that looks from `eye` to `target` with this vertical angle of view, in radians.
    pub fn perspective(eye: Vec3, target: Vec3, angle: f32) -> Self {
        let near = 1e-3 * eye.distance(target);
        Self::facing(eye, target, Lens::Perspective { slope: (angle / 2.0).tan(), near })
    }

    /// A camera without perspective that sees `2 * half_height` from the lower to the upper edge.
    pub fn orthographic(eye: Vec3, target: Vec3, half_height: f32) -> Self {
        Self::facing(eye, target, Lens::Orthographic { half_height })
    }

    /// A camera that sees all points from the direction `towards`, with this vertical angle of
    /// view, in radians, in a picture of this width and height. The points fill most of it.
    pub fn framing(
        points: &[Vec3],
        towards: Vec3,
        angle: f32,
        [width, height]: [usize; 2],
    ) -> Self {
        // Points far from the origin lose digits there.
        let [low, high] = bounds(points);
        let centre = low + (high - low) / 2.0;
        let near: Vec<Vec3> = points.iter().map(|point| *point - centre).collect();
        let aspect = width as f32 / height as f32;
        let towards = towards.normalize_or(Vec3::Z);
        let Framing { eye, target, .. } = Framing::new(&near, towards, angle, aspect, false);
        Self::perspective(eye + centre, target + centre, angle)
    }

    fn facing(eye: Vec3, target: Vec3, lens: Lens) -> Self {
        let forward = (target - eye).normalize_or(Vec3::NEG_Z);
        // Straight up or down, any direction may be up.
        let right = forward.cross(Vec3::Y).normalize_or(Vec3::X);
        Self { eye, distance: eye.distance(target), right, up: right.cross(forward), forward, lens }
    }

    /// The distance between the eye and the target.
    pub(super) fn distance(&self) -> f32 {
        self.distance
    }

    /// The direction in which the camera sees a point; any length.
    pub(super) fn ray(&self, point: Vec3) -> Vec3 {
        match self.lens {
            Lens::Perspective { .. } => point - self.eye,
            Lens::Orthographic { .. } => self.forward,
        }
    }

    /// The distance in front of the camera below which nothing is drawn.
    pub(super) fn near(&self) -> f32 {
        match self.lens {
            Lens::Perspective { near, .. } => near,
            Lens::Orthographic { .. } => f32::NEG_INFINITY,
        }
    }

    /// A point of the world, seen from the camera: right, up, forward.
    pub(super) fn view(&self, point: Vec3) -> Vec3 {
        let from_eye = point - self.eye;
        Vec3::new(from_eye.dot(self.right), from_eye.dot(self.up), from_eye.dot(self.forward))
    }

    /// A viewed point in the picture: x to the right and y down in samples, z a nearness that is
    /// linear across a flat surface and larger where it is nearer.
    pub(super) fn project(&self, view: Vec3, [width, height]: [usize; 2]) -> Vec3 {
        let centre = Vec3::new(width as f32, height as f32, 0.0) / 2.0;
        let scaled = match self.lens {
            Lens::Perspective { slope, .. } => {
                let scale = centre.y / (slope * view.z);
                Vec3::new(view.x * scale, -view.y * scale, 1.0 / view.z)
            }
            Lens::Orthographic { half_height } => {
                let scale = centre.y / half_height;
                Vec3::new(view.x * scale, -view.y * scale, -view.z)
            }
        };
        centre + scaled
    }

    /// The point of the world that [`project`](Self::project) sends to this place.
    pub(super) fn unproject(&self, place: Vec3, [width, height]: [usize; 2]) -> Vec3 {
        let half = height as f32 / 2.0;
        let (x, y) = ((place.x - width as f32 / 2.0) / half, (half - place.y) / half);
        let view = match self.lens {
            Lens::Perspective { slope, .. } => Vec3::new(x * slope, y * slope, 1.0) / place.z,
            Lens::Orthographic { half_height } => {
                Vec3::new(x * half_height, y * half_height, -place.z)
            }
        };
        self.eye + self.right * view.x + self.up * view.y + self.forward * view.z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_framing_camera_sees_everything() {
        let size = [320, 200];
        for (centre, scale) in [(0.0, 1.0), (1e6, 10.0), (0.0, 1e-15), (0.0, 1e15)] {
            let points = [[0.0, 0.0, 0.0], [3.0, 0.1, 0.2], [0.5, -2.0, 1.0], [1.0, 1.0, 9.0]]
                .map(|point| Vec3::from(point) * scale + Vec3::X * centre);
            for towards in [Vec3::new(0.5, 0.5, 0.9), Vec3::NEG_X, Vec3::Y] {
                let camera = Camera::framing(&points, towards, 0.6, size);
                for point in points {
                    let at = camera.project(camera.view(point), size);
                    let inside = (10.0..=310.0).contains(&at.x) && (10.0..=190.0).contains(&at.y);
                    assert!(inside, "{point} is at {at} from {towards}");
                }
            }
        }
        // One point, and none.
        assert!(Camera::framing(&[Vec3::ONE], Vec3::Z, 0.6, size).eye.is_finite());
        assert!(Camera::framing(&[], Vec3::Z, 0.6, size).eye.is_finite());
    }

    #[test]
    fn unproject_undoes_project() {
        let (eye, target) = (Vec3::new(3.0, 4.0, 9.0), Vec3::new(1.0, -1.0, 0.0));
        let size = [320, 200];
        for camera in
            [Camera::perspective(eye, target, 0.8), Camera::orthographic(eye, target, 5.0)]
        {
            let point = Vec3::new(0.5, -0.25, 1.5);
            let back = camera.unproject(camera.project(camera.view(point), size), size);
            assert!(back.distance(point) < 1e-4, "{camera:?}: {back}");
            let middle = camera.project(camera.view(target), size);
            assert!((middle.x - 160.0).abs() + (middle.y - 100.0).abs() < 1e-3, "{middle}");
        }
    }
}
