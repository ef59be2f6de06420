//! Trees round meshes: every triangle lies in its volumes, exactly.

use crate::common::oracle::{denormals, dot, half_spaces};
use crate::common::seed::{rng, seed};
use crate::common::trees::point;
use motzkin::glam::Vec3;
use motzkin::tree::bvh::{BvhError, MeshBvh, MeshCover};
use motzkin::{Frame3, TriangleMesh};
use motzkin_lab::workload::torus::Torus;
use std::collections::BTreeSet;

/// Whether a corner, as it is stored, lies in a frame, as it is stored.
fn holds(frame: &Frame3, corner: [f32; 3]) -> bool {
    let rows = [0, 1, 2, 3].map(|row| frame.row(row).to_array().map(denormals));
    let at = corner.map(denormals);
    let kind = frame.kind().expect("a frame");
    half_spaces(kind, &rows).iter().all(|space| dot(&space.normal, &at) >= space.offset)
}

/// A torus of so many patches round the axis and the tube, two triangles each.
fn torus(patches: [usize; 2], offset: Vec3) -> TriangleMesh {
    let surface = Torus { major: 1.0, minor: 0.4 };
    let vertex = |i: usize| {
        let at = [i / patches[1], i % patches[1]].map(|i| i as f64);
        let (point, _) = surface.surface(at[0] / patches[0] as f64, at[1] / patches[1] as f64);
        (point.as_vec3() + offset).to_array()
    };
    let number = |i: usize, j: usize| (i % patches[0] * patches[1] + j % patches[1]) as u32;
    let mut triangles = Vec::new();
    for i in 0..patches[0] {
        for j in 0..patches[1] {
            let [a, b, c, d] =
                [number(i, j), number(i + 1, j), number(i, j + 1), number(i + 1, j + 1)];
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    TriangleMesh::new((0..patches[0] * patches[1]).map(vertex).collect(), triangles)
        .expect("a mesh")
}

fn meshes() -> Vec<TriangleMesh> {
    let mut rng = rng("meshes with trees");
    let mut soup = |count: usize, size: f32, flat: bool| {
        let mut vertices: Vec<[f32; 3]> =
            (0..3 * count).map(|_| point(size, &mut rng).to_array()).collect();
        if flat {
            vertices.iter_mut().for_each(|vertex| vertex[1] = 0.5);
        }
        let triangles = (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        TriangleMesh::new(vertices, triangles).expect("a mesh")
    };
    let mut meshes =
        vec![soup(1, 1.0, false), soup(9, 1e-6, false), soup(200, 1e6, false), soup(70, 1.0, true)];
    // Segments and points are triangles, too.
    let thin = vec![[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [4.0, 2.0, 3.0]];
    meshes.push(TriangleMesh::new(thin, vec![[0, 0, 0], [0, 1, 2], [2, 2, 2]]).expect("a mesh"));
    meshes.extend([torus([24, 12], Vec3::ZERO), torus([24, 12], Vec3::new(3e4, -2e4, 0.0))]);
    meshes
}

#[test]
fn every_triangle_lies_in_its_volume_and_each_volume_in_its_parent() {
    println!("MOTZKIN_SEED={}", seed());
    for mesh in meshes() {
        for cover in [MeshCover::Boxes, MeshCover::Tetras] {
            for most in [0, 1, 5, 1000] {
                let made = MeshBvh::new(&mesh, cover, most).expect("a tree");
                made.tree.check_nesting(0.0).expect("nested");
                let mut seen = BTreeSet::new();
                for node in made.tree.nodes().iter().filter(|node| node.is_leaf()) {
                    let held = made.triangles(node.frame_index());
                    assert!((1..=most.max(1)).contains(&held.len()));
                    for &triangle in held {
                        assert!(seen.insert(triangle));
                        let inside =
                            mesh.corners(triangle).into_iter().all(|at| holds(&node.frame(), at));
                        assert!(
                            inside,
                            "{cover:?} {most}: triangle {triangle} sticks out of {:?}",
                            node.frame()
                        );
                    }
                }
                assert_eq!(seen.len(), mesh.len());
                assert!(made.tree.nodes().iter().all(|node| node.children().len() <= 8));
                assert_eq!(made.triangles(u32::MAX), [0_u32; 0]);
            }
        }
    }
}

/// Covers that are many times too large would hold everything, too.
#[test]
fn volumes_fit() {
    let mesh = torus([48, 24], Vec3::ZERO);
    for (cover, most) in [(MeshCover::Boxes, 0.6), (MeshCover::Tetras, 1.5)] {
        let made = MeshBvh::new(&mesh, cover, 4).expect("a tree");
        let leaves = made.tree.nodes().iter().filter(|node| node.is_leaf());
        let widest = leaves.map(|leaf| {
            let aabb = leaf.frame().aabb();
            (aabb.max - aabb.min).max_element()
        });
        let widest = widest.fold(0.0, f32::max);
        assert!(widest < most, "{cover:?}: {widest}");
        let root = made.tree.nodes()[0].frame().aabb();
        assert!((root.max - root.min).max_element() < 2.0 * 1.4 * 2.0 + most);
    }
}

#[test]
fn meshes_without_a_tree_are_refused() {
    let none = TriangleMesh::default();
    assert_eq!(MeshBvh::new(&none, MeshCover::Boxes, 4).map(|_| ()), Err(BvhError::Empty));
    let huge = TriangleMesh::new(
        vec![[f32::MAX; 3], [-f32::MAX; 3], [f32::MAX, 0.0, 0.0]],
        vec![[0, 1, 2]],
    );
    let refused = MeshBvh::new(&huge.expect("a mesh"), MeshCover::Boxes, 4);
    assert!(matches!(refused, Err(BvhError::Frame { frame: 0, .. })));
}
