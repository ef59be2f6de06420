//! The flight of *On-Collide Sphere-Trees* (2006), 5.2: a mesh passes three others, which stand.

use super::meshes::{blob, sphere, torus, turn};
use glam::{Quat, Vec3};
use motzkin_core::error::MeshError;
use motzkin_core::geom::{Pose, TriangleMesh};
use std::f64::consts::TAU;

/// Frames of the flight, eight seconds of 120 each.
pub const FRAMES: u32 = 960;

/// Frames of [`cast`]'s flight, of [`FRAMES`], in which the one that flies meets another.
pub const HITS: usize = 725;

/// The same of [`large_cast`].
pub const LARGE_HITS: usize = 727;

/// Returns four meshes of some 5000 triangles, the one that flies first.
pub fn cast() -> [(&'static str, TriangleMesh); 4] {
    [
        ("blob", blob(52, 50, 1.0, 0.5, 1)),
        ("torus", torus(80, 32, 0.7, 0.3)),
        ("knobs", blob(52, 50, 1.0, 0.8, 2)),
        ("sphere", sphere(52, 50, 1.0)),
    ]
}

/// Returns the meshes of [`cast`] in 70,000 to 900,000 triangles.
pub fn large_cast() -> [(&'static str, TriangleMesh); 4] {
    [
        ("blob", blob(188, 187, 1.0, 0.5, 1)),
        ("torus", torus(860, 512, 0.7, 0.3)),
        ("knobs", blob(208, 207, 1.0, 0.8, 2)),
        ("sphere", sphere(224, 225, 1.0)),
    ]
}

/// Returns the mesh moved and scaled as the flight takes it: two units long about the origin.
///
/// # Errors
///
/// Returns no error that is known of: what is finite stays so.
pub fn sized(mesh: &TriangleMesh) -> Result<TriangleMesh, MeshError> {
    let Some(bounds) = mesh.bounds() else { return Ok(mesh.clone()) };
    let middle = bounds.min * 0.5 + bounds.max * 0.5;
    let longest = (bounds.max - middle).max_element().max(f32::MIN_POSITIVE);
    let sized = |vertex: &[f32; 3]| {
        let sized = (Vec3::from(*vertex) - middle) / longest;
        // A vertex of no triangle may be anywhere.
        sized.clamp(Vec3::splat(-2.0), Vec3::splat(2.0)).to_array()
    };
    TriangleMesh::new(mesh.vertices().iter().map(sized).collect(), mesh.triangles().to_vec())
}

/// Returns the pose of the one that flies at a time from 0 to 1: it goes through the three places,
/// turning. The pose has the same bits on every machine.
pub fn flown(time: f64) -> Pose {
    let ([_, rise], [swing, _]) = (turn(time * 1.5), turn(time));
    let at = Vec3::new((-5.0 + 10.0 * time) as f32, (0.7 * rise) as f32, (0.4 * swing) as f32);
    // Half a turn's part each: a turn about y, two radians about x.
    let half = |part: f64| turn(part).map(|x| x as f32);
    let ([cos_y, sin_y], [cos_x, sin_x]) = (half(time * 0.5), half(time / TAU));
    let turned = Quat::from_xyzw(0.0, sin_y, 0.0, cos_y) * Quat::from_xyzw(sin_x, 0.0, 0.0, cos_x);
    Pose::new(turned, at).unwrap_or_default()
}

/// Returns the pose in which number 1, 2 or 3 stands.
pub fn stand(number: usize) -> Pose {
    let stands = [[-2.8, 1.9, 0.0], [0.0, -2.1, 0.2], [2.8, 1.9, -0.3]];
    Pose::at(stands[number.clamp(1, 3) - 1].into()).unwrap_or_default()
}
