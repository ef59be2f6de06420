//! A frame in numbers of any kind.

use super::number::Field;
use motzkin_core::error::FrameError;
use motzkin_core::geom::{Form, Frame3, Stored};
use std::array::from_fn;

pub(super) type Vector<N, const D: usize = 3> = [N; D];

/// A cuboid or tetrahedron by one vertex and the three edges from it.
///
/// The shapes are told apart here alone, after the papers and not by the tables that the library
/// reads.
pub(super) struct Solid<N> {
    form: Form,
    pub origin: Vector<N>,
    pub edges: [Vector<N>; 3],
}

impl<N: Field> Solid<N> {
    /// Refuses what [`Frame3::validate`] refuses.
    pub fn new(frame: &Frame3) -> Result<Self, FrameError> {
        frame.validate_resting()?;
        let kind = frame.kind()?;
        let [origin, rows @ ..] =
            [0, 1, 2, 3].map(|row| frame.row(row).to_array().map(N::from_f32));
        let edges = match kind.stored() {
            Stored::Edges => rows,
            Stored::Vertices => rows.map(|vertex| sub(&vertex, &origin)),
        };
        Ok(Self { form: kind.form(), origin, edges })
    }

    /// A vector in the solid's own axes: through the inverse of its edges, by Cramer's rule.
    pub fn seen(&self, v: &Vector<N>) -> Vector<N> {
        let [e0, e1, e2] = &self.edges;
        let normals = [cross(e1, e2), cross(e2, e0), cross(e0, e1)];
        let determinant = dot(&normals[0], e0);
        normals.map(|normal| dot(&normal, v) / determinant.clone())
    }

    /// 8 vertices of a cuboid, 4 of a tetrahedron.
    pub fn vertices(&self) -> Vec<Vector<N>> {
        let mut vertices = vec![self.origin.clone()];
        for edge in &self.edges {
            // A cuboid doubles along each edge; a tetrahedron gains one vertex.
            let base = match self.form {
                Form::Parallelotope => vertices.len(),
                Form::Simplex => 1,
            };
            let moved: Vec<_> = vertices[..base].iter().map(|vertex| add(vertex, edge)).collect();
            vertices.extend(moved);
        }
        vertices
    }

    /// The coordinates whose sums are at most 1 within the solid: each coordinate, or all three.
    pub fn bounded_sums(&self) -> &'static [&'static [usize]] {
        match self.form {
            Form::Parallelotope => &[&[0], &[1], &[2]],
            Form::Simplex => &[&[0, 1, 2]],
        }
    }

    /// The normals of the faces: 3 of a cuboid, 4 of a tetrahedron.
    pub fn face_normals(&self) -> Vec<Vector<N>> {
        let [e0, e1, e2] = &self.edges;
        let mut normals = vec![cross(e0, e1), cross(e0, e2), cross(e2, e1)];
        match self.form {
            Form::Parallelotope => {}
            Form::Simplex => normals.push(cross(&sub(e1, e0), &sub(e1, e2))),
        }
        normals
    }

    /// The directions of the edges: 3 of a cuboid, 6 of a tetrahedron.
    pub fn edge_directions(&self) -> Vec<Vector<N>> {
        let [e0, e1, e2] = &self.edges;
        let mut edges = self.edges.to_vec();
        match self.form {
            Form::Parallelotope => {}
            Form::Simplex => edges.extend([sub(e1, e0), sub(e1, e2), sub(e2, e0)]),
        }
        edges
    }
}

pub(super) fn add<N: Field>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    [0, 1, 2].map(|i| a[i].clone() + b[i].clone())
}

pub(super) fn sub<N: Field, const D: usize>(a: &Vector<N, D>, b: &Vector<N, D>) -> Vector<N, D> {
    from_fn(|i| a[i].clone() - b[i].clone())
}

pub(super) fn dot<N: Field>(a: &Vector<N>, b: &Vector<N>) -> N {
    a[0].clone() * b[0].clone() + a[1].clone() * b[1].clone() + a[2].clone() * b[2].clone()
}

pub(super) fn cross<N: Field>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    let minor = |i: usize, j: usize| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone();
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}
