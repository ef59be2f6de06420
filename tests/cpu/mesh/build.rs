//! Building meshes, and what is refused.

use motzkin::glam::{Quat, Vec3};
use motzkin::{MeshError, Pose, PoseError, TriangleMesh};
use motzkin_lab::workload::meshes;

const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];

#[test]
fn lists_soups_and_strips_agree() -> Result<(), MeshError> {
    let listed = TriangleMesh::new(SQUARE.to_vec(), vec![[0, 1, 2], [2, 1, 3]])?;
    let soup: Vec<_> = (0..2).map(|i| listed.corners(i)).collect();
    assert_eq!(TriangleMesh::from_soup(&soup)?, listed);
    assert_eq!(TriangleMesh::from_strips(SQUARE.to_vec(), &[0, 1, 2, 3])?, listed);
    // Two strips, and two stitched into one.
    let end = TriangleMesh::RESTART;
    let apart = TriangleMesh::from_strips(SQUARE.to_vec(), &[0, 1, 2, end, end, 2, 1, 3, end])?;
    assert_eq!(apart, listed);
    let stitched = TriangleMesh::from_strips(SQUARE.to_vec(), &[0, 1, 2, 2, 2, 1, 3])?;
    assert_eq!(stitched.triangles(), [[0, 1, 2], [2, 1, 3]]);
    Ok(())
}

#[test]
fn what_is_wrong_is_named() {
    let mut bad = SQUARE.to_vec();
    bad[2][1] = f32::NAN;
    let found = TriangleMesh::new(bad.clone(), vec![[0, 1, 3]]);
    assert!(matches!(found, Err(MeshError::NotFinite { vertex: 2, axis: 1, .. })), "{found:?}");
    let found = TriangleMesh::from_soup(&[
        [SQUARE[0], SQUARE[1], SQUARE[2]],
        [SQUARE[0], bad[2], SQUARE[1]],
    ]);
    assert!(matches!(found, Err(MeshError::NotFinite { vertex: 4, axis: 1, .. })), "{found:?}");
    let found = TriangleMesh::new(SQUARE.to_vec(), vec![[0, 1, 2], [0, 4, 1]]);
    assert_eq!(found, Err(MeshError::Index { triangle: 1, corner: 1, index: 4, vertices: 4 }));
    for (vertices, told) in
        [(0, "is no vertex"), (1, "is only 1 vertex"), (4, "are only 4 vertices")]
    {
        let found = TriangleMesh::new(SQUARE[..vertices].to_vec(), vec![[4, 0, 1]]).expect_err("4");
        let told = format!("triangle 0: corner 0 is vertex 4, but there {told}");
        assert_eq!(found.to_string(), told);
    }
    let found = Pose::new(Quat::from_array([0.0; 4]), Vec3::ZERO);
    assert_eq!(found, Err(PoseError::ZeroRotation));
    let found = Pose::at(Vec3::new(0.0, f32::INFINITY, 0.0));
    assert_eq!(found, Err(PoseError::Translation { axis: 1, value: f32::INFINITY }));
}

#[test]
fn degenerate_triangles_are_kept() -> Result<(), MeshError> {
    let mesh = TriangleMesh::new(SQUARE.to_vec(), vec![[0, 0, 0], [0, 1, 1], [0, 1, 2]])?;
    assert_eq!(mesh.len(), 3);
    let empty = TriangleMesh::new(SQUARE.to_vec(), Vec::new())?;
    assert_eq!((empty.is_empty(), empty.bounds()), (true, None));
    Ok(())
}

/// The box is that of the triangles; vertices of none do not count.
#[test]
fn boxes_are_tight() -> Result<(), MeshError> {
    let mut vertices = SQUARE.to_vec();
    vertices.push([9.0, 9.0, 9.0]);
    let bounds = TriangleMesh::new(vertices, vec![[0, 1, 3]])?.bounds();
    assert_eq!(
        bounds.map(|b| [b.min.to_array(), b.max.to_array()]),
        Some([[0.0; 3], [1.0, 1.0, 0.0]])
    );
    Ok(())
}

/// A pose moves vertices as it says, whatever the quaternion's length.
#[test]
fn poses_are_rotations() -> Result<(), PoseError> {
    let turn = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let pose = Pose::new(turn * 7.0, Vec3::new(1.0, 2.0, 3.0))?;
    let placed = Vec3::from(pose.place([1.0, 0.0, 0.5]));
    assert!(placed.distance(Vec3::new(1.0, 3.0, 3.5)) < 1e-6, "{placed}");
    assert_eq!(Pose::IDENTITY.place([0.1, -0.2, 1e-45]), [0.1, -0.2, 1e-45]);
    Ok(())
}

/// Made meshes have as many triangles as they say; solid ones are closed and face outwards.
#[test]
fn made_meshes_are_as_described() {
    let solids = [
        (meshes::torus(12, 5, 2.0, 0.5), 120),
        (meshes::sphere(9, 6, 1.0), 90),
        (meshes::blob(9, 6, 1.0, 0.5, 3), 90),
        (meshes::cuboid([0.0; 3], [1.0, 2.0, 3.0]), 12),
    ];
    for (mesh, count) in solids {
        assert_eq!(mesh.len(), count);
        let mut volume = 0.0;
        let mut edges = std::collections::HashMap::new();
        for (number, [a, b, c]) in mesh.triangles().iter().enumerate() {
            for (p, q) in [(a, b), (b, c), (c, a)] {
                *edges.entry((p.min(q), p.max(q))).or_insert(0) += if p < q { 1 } else { -1 };
            }
            let [a, b, c] = mesh.corners(number as u32).map(Vec3::from);
            volume += a.dot(b.cross(c));
        }
        assert!(
            edges.values().all(|sum| *sum == 0) && volume > 0.0,
            "{count} triangles: volume {volume}"
        );
    }
    assert_eq!(meshes::plate(4, 2.0).len(), 32);
    assert_eq!(meshes::needle(1.0, 0.001).len(), 4);
}
