//! The first touch of a mesh of 880,000 triangles: of the first step nearly all is the cost of
//! opening its tree. Its triangles come in the order of a grid, and in none.

use super::{Hits, Scene, header, race};
use motzkin::glam::{Quat, Vec3};
use motzkin::{Pose, TriangleMesh};
use motzkin_lab::workload::meshes;
use std::sync::Arc;

pub fn touch() {
    header("first touch");
    let torus = meshes::torus(860, 512, 0.7, 0.3);
    let terrain = meshes::terrain(660, 2.0, 0.08, 5);
    for (name, mesh, at) in [
        ("torus 880,640", torus.clone(), Vec3::new(1.05, 0.0, 0.0)),
        ("terrain 871,200", terrain, Vec3::new(0.1, 0.1, 0.02)),
        ("torus, shuffled", meshes::shuffled(&torus, 1), Vec3::new(1.05, 0.0, 0.0)),
    ] {
        race(&beside(name, mesh, at), Hits::Known(4), 7);
    }
}

/// A sphere that turns in the surface of a large mesh.
fn beside(name: &str, large: TriangleMesh, at: Vec3) -> Scene {
    let poses = |step: usize| {
        let turn = Quat::from_xyzw(0.01 * step as f32, 0.0, 0.02 * step as f32, 1.0);
        vec![Pose::IDENTITY, Pose::new(turn, at).expect("a pose")]
    };
    Scene {
        name: name.into(),
        meshes: vec![Arc::new(large), Arc::new(meshes::sphere(16, 9, 0.1))],
        objects: vec![0, 1],
        steps: (0..4).map(poses).collect(),
    }
}
