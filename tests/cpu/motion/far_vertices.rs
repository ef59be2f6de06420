//! A vertex so far away that the edges to it swallow those between the others: an axis that looks
//! null need not be.

use crate::common::moving::{MovingCase, MovingScene};
use crate::common::seed::rng;
use crate::common::sweep::Sweep;
use glam::Vec3;
use motzkin_core::geom::Frame3;

#[test]
fn a_far_vertex_hides_no_axis() {
    let mut rng = rng("far vertices");
    let mut cases = Vec::new();
    while cases.len() < 400 {
        let mut small = || Vec3::from_array([0; 3].map(|_: i32| rng.i32(-2..=2) as f32));
        let vertices = [(); 6].map(|()| small());
        let velocities = [small(), small()];
        let far = Vec3::AXES[cases.len() % 3]
            * 2.0_f32.powi(60)
            * if cases.len() % 2 == 0 { 1.0 } else { -1.0 };
        let body = |v: &[Vec3], velocity: Vec3| {
            Frame3::tetra_by_vertices([far, v[0], v[1], v[2]])
                .and_then(|frame| frame.with_velocity(velocity))
        };
        let (a, b) = (body(&vertices[..3], velocities[0]), body(&vertices[3..], velocities[1]));
        let (Ok(a), Ok(b)) = (a, b) else { continue };
        cases.push(MovingCase { name: "far".into(), a, b, known: None });
    }
    let scene = MovingScene::new("far vertices", cases);
    let found = scene.each(|a, b| Sweep::exact(a, b).expect("valid"));
    crate::common::compare::demand(scene.compare("exact", &found));
}
