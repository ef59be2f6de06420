//! A world of parry3d's triangle meshes: its tree over their boxes, kept from step to step as
//! rapier does, and its test of two meshes.

use super::{Scene, millis};
use crate::meshes::isometry;
use motzkin::Pose;
use parry3d::math::{Pose as Isometry, Vector};
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry3d::query::intersection_test;
use parry3d::shape::TriMesh;
use std::rc::Rc;
use std::time::Instant;

#[derive(Clone)]
pub struct Parry {
    meshes: Rc<Vec<TriMesh>>,
    objects: Vec<usize>,
    places: Vec<Isometry>,
    tree: Bvh,
}

impl Parry {
    pub fn new(scene: &Scene) -> Self {
        let mesh = |mesh: &motzkin::TriangleMesh| {
            let vertices = mesh.vertices().iter().copied().map(Vector::from_array).collect();
            TriMesh::new(vertices, mesh.triangles().to_vec()).expect("there are triangles")
        };
        let meshes: Vec<_> = scene.meshes.iter().map(|own| mesh(own)).collect();
        let places: Vec<_> = scene.steps[0].iter().map(isometry).collect();
        let objects = scene.objects.clone();
        let boxes: Vec<_> =
            objects.iter().zip(&places).map(|(&mesh, at)| meshes[mesh].aabb(at)).collect();
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
        Self { meshes: Rc::new(meshes), objects, places, tree }
    }

    /// One step: how many pairs meet, and milliseconds.
    pub fn step(&mut self, poses: &[Pose]) -> (usize, f64) {
        let places: Vec<_> = poses.iter().map(isometry).collect();
        let mut workspace = BvhWorkspace::default();
        let begun = Instant::now();
        self.places.copy_from_slice(&places);
        for (number, (&mesh, at)) in self.objects.iter().zip(&self.places).enumerate() {
            let bounds = self.meshes[mesh].aabb(at);
            self.tree.insert_or_update_partially(bounds, number as u32, 0.0);
        }
        self.tree.optimize_incremental(&mut workspace);
        self.tree.refit(&mut workspace);
        let (mut hits, tree) = (0, &self.tree);
        let (meshes, objects, places) = (&self.meshes, &self.objects, &self.places);
        tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| {
            // The larger mesh first: parry goes down its tree with the box of the second.
            let (a, b) = (a as usize, b as usize);
            let size = |object: usize| meshes[objects[object]].num_triangles();
            let (a, b) = if size(a) < size(b) { (b, a) } else { (a, b) };
            let [p, q] = [a, b].map(|object| &meshes[objects[object]]);
            let found = intersection_test(&places[a], p, &places[b], q);
            hits += usize::from(found.expect("it knows meshes").intersecting);
        });
        (hits, millis(begun))
    }
}
