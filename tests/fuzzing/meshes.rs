//! Meshes of any bits in poses of any bits against convex shapes and against each other, by every
//! triangle as a hull of three points.

use crate::bits::Numbers;
use crate::common::hull::{distance::square_of_any, oracle::verdict};
use crate::common::mesh::distance::fault;
use crate::driver;
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::spheres::{MeshDistance, MeshWorld, MeshWorldOptions};
use motzkin::{Pair, PolytopeSet, Pose, TriangleMesh};
use std::fmt::Debug;

/// So many points at most, those that are not finite left out.
fn points(rng: &mut Rng, numbers: Numbers, most: usize) -> Vec<Vec3> {
    let count = rng.usize(..=most);
    let mut point = || Vec3::from([0; 3].map(|_| numbers.number(rng)));
    let mut drawn: Vec<Vec3> = (0..count).map(|_| point()).collect();
    drawn.retain(|point| point.is_finite());
    drawn
}

fn mesh(rng: &mut Rng, numbers: Numbers) -> TriangleMesh {
    let vertices: Vec<[f32; 3]> = points(rng, numbers, 6).iter().map(|p| p.to_array()).collect();
    let count = if vertices.is_empty() { 0 } else { rng.usize(..5) };
    let corner = |rng: &mut Rng| rng.usize(..vertices.len()) as u32;
    let triangles = (0..count).map(|_| [0; 3].map(|_| corner(rng))).collect();
    TriangleMesh::new(vertices, triangles).expect("finite vertices, and indices that exist")
}

fn pose(rng: &mut Rng, numbers: Numbers) -> Pose {
    let turns = [Quat::IDENTITY, Quat::from_xyzw(0.0, 1.0, 0.0, 1.0), Quat::from_rotation_x(1.0)];
    let way = Vec3::from([0; 3].map(|_| if rng.bool() { numbers.number(rng) } else { 0.0 }));
    let way = if way.is_finite() { way } else { Vec3::ZERO };
    Pose::new(turns[rng.usize(..3)], way).expect("a pose")
}

/// The triangles where they stand.
fn placed(mesh: &TriangleMesh, pose: &Pose) -> Vec<Vec<Vec3>> {
    let place = |vertex| Vec3::from(pose.place(vertex));
    (0..mesh.len() as u32).map(|i| mesh.corners(i).map(place).to_vec()).collect()
}

/// The least square of a distance of a part of each, where both have one.
fn least(a: &[Vec<Vec3>], b: &[Vec<Vec3>]) -> Option<RBig> {
    let mut set = PolytopeSet::new();
    let mut push = |parts: &[Vec<Vec3>]| -> Vec<u32> {
        parts.iter().map(|part| set.push(part).expect("finite points")).collect()
    };
    let (a, b) = (push(a), push(b));
    let pairs: Vec<Pair> =
        a.iter().flat_map(|&p| b.iter().map(move |&q| Pair::new(p, q))).collect();
    if pairs.iter().any(|&pair| verdict(&set, pair).meets()) {
        return Some(RBig::ZERO);
    }
    pairs.into_iter().map(|pair| square_of_any(&set, pair)).min()
}

#[test]
fn any_triangles() {
    driver::run("meshes", |rng| {
        let numbers = Numbers::draw(rng);
        let mut world = MeshWorld::new(MeshWorldOptions::default());
        let mut objects: Vec<(u32, Vec<Vec<Vec3>>)> = Vec::new();
        for _ in 0..3 {
            let (mesh, pose) = (mesh(rng, numbers), pose(rng, numbers));
            let id = world.add_mesh(mesh.clone());
            let (triangles, told) = (placed(&mesh, &pose), world.add(id, pose));
            let is_finite = triangles.iter().flatten().all(|corner| corner.is_finite());
            // What a pose multiplies and adds may be larger than the sum, and vertices of no
            // triangle count, too.
            let small = |x: &f32| x.abs() < f32::MAX / 16.0;
            let way = pose.rows().map(|row| row[3] as f32);
            let is_small = mesh.vertices().as_flattened().iter().chain(&way).all(small);
            assert!(if told.is_ok() { is_finite } else { !is_small }, "{mesh:?} {pose:?}");
            objects.extend(told.ok().map(|object| (object, triangles)));
        }
        let mut set = PolytopeSet::new();
        let shapes: Vec<Vec<Vec3>> = (0..3).map(|_| points(rng, numbers, 5)).collect();
        for shape in &shapes {
            set.push(shape).expect("finite points");
        }
        for (i, (object, triangles)) in objects.iter().enumerate() {
            for (index, shape) in (0..).zip(&shapes) {
                // An empty shape has no part.
                let parts = if shape.is_empty() { &[] } else { std::slice::from_ref(shape) };
                let told = world.verdicts_with(&set, &[Pair::new(*object, index)]);
                let distance = world.distance_to(*object, &set, index).expect("a pair");
                hold([triangles, parts], told.expect("a pair")[0].meets(), distance);
            }
            for (other, others) in &objects[..i] {
                let told = world.verdict(*object, *other).expect("a pair");
                let distance = world.distance(*object, *other).expect("a pair");
                hold([triangles, others], told.meets(), distance);
            }
        }
    });
}

/// Holds what a world tells of two shapes to what their parts give.
fn hold<T: Debug>([a, b]: [&[Vec<Vec3>]; 2], meets: bool, told: Option<MeshDistance<T>>) {
    let square = least(a, b);
    let is_zero = square == Some(RBig::ZERO);
    assert_eq!(meets, is_zero, "{a:?} {b:?}");
    assert_eq!(told.is_some(), square.is_some() && !is_zero, "{a:?} {b:?}");
    let wrong = told.zip(square).and_then(|(told, square)| fault(&told, &square));
    assert_eq!(wrong, None, "{a:?} {b:?}");
}
