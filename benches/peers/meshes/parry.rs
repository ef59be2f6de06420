//! parry3d: triangle meshes with its bounding-volume trees, as its users test them.

use super::{Cast, Contestant, Raw};
use motzkin::Pose;
use motzkin_lab::workload::flight;
use parry3d::math::{Mat3, Pose as Isometry, Rotation, Vector};
use parry3d::query::intersection_test;
use parry3d::shape::TriMesh;

pub struct Parry([TriMesh; 4]);

impl Contestant for Parry {
    const NAME: &'static str = "parry3d";

    fn start(cast: Cast) -> Self {
        let made = |(vertices, triangles): Raw| {
            let vertices = vertices.into_iter().map(Vector::from_array).collect();
            TriMesh::new(vertices, triangles).expect("there are triangles")
        };
        Self(cast.map(made))
    }

    fn frame(&mut self, flyer: Pose) -> u8 {
        let at = isometry(&flyer);
        let meets = |number: usize| {
            let other = isometry(&flight::stand(number));
            intersection_test(&at, &self.0[0], &other, &self.0[number])
                .expect("it knows meshes")
                .intersecting
        };
        (1..4).fold(0, |mask, number| mask | u8::from(meets(number)) << (number - 1))
    }

    fn bytes(&self) -> usize {
        let of = |mesh: &TriMesh| {
            let own = size_of_val(mesh.vertices()) + mesh.num_triangles() * size_of::<[u32; 3]>();
            mesh.total_memory_size().saturating_sub(own)
        };
        self.0.iter().map(of).sum()
    }
}

pub fn isometry(pose: &Pose) -> Isometry {
    let [x, y, z] = pose.rows().map(|row| row.map(|number| number as f32));
    let column = |i: usize| Vector::new(x[i], y[i], z[i]);
    let turn = Mat3::from_cols(column(0), column(1), column(2));
    Isometry::from_parts(column(3), Rotation::from_mat3(&turn))
}
