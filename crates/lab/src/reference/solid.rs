//! A frame in numbers of any kind.

use super::number::Field;
use motzkin_core::error::FrameError;
use motzkin_core::geom::{Frame3, ShapeKind};
use std::array::from_fn;

pub(super) type Vector<N, const D: usize = 3> = [N; D];

/// A cuboid or tetrahedron by one vertex and the three edges from it.
pub(super) struct Solid<N> {
    pub tetra: bool,
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
        let edges = match kind {
            ShapeKind::TetraByVertices => rows.map(|vertex| sub(&vertex, &origin)),
            _ => rows,
        };
        Ok(Self { tetra: kind.is_tetra(), origin, edges })
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
            let base = if self.tetra { 1 } else { vertices.len() };
            let moved: Vec<_> = vertices[..base].iter().map(|vertex| add(vertex, edge)).collect();
            vertices.extend(moved);
        }
        vertices
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
