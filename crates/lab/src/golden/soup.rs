//! Triangle meshes.

use super::numbers::Numbers;
use super::scene::Style;
use glam::Vec3;
use motzkin_core::error::MeshError;
use motzkin_core::geom::TriangleMesh;

/// Objects: by turns a soup of triangles, two triangles by themselves, and a tetrahedron.
const BODIES: usize = 40;

/// The triangles of a soup.
const TRIANGLES: usize = 16;

/// A mesh as it stands in the world.
pub struct Body {
    /// The mesh: triangles as they come, or the four faces of a tetrahedron.
    pub mesh: TriangleMesh,
    /// True for a tetrahedron, which holds what lies within it.
    pub is_solid: bool,
}

/// Returns meshes about one place. Every fourth one is solid, and so large that it holds others.
///
/// # Errors
///
/// Returns no error: the vertices are finite and the indices right.
pub fn bodies(style: Style) -> Result<Vec<Body>, MeshError> {
    let mut numbers = Numbers::new(6);
    let body = |number| {
        let at = numbers.vector(style, 5);
        let is_solid = number % 4 == 3;
        let mesh = match is_solid {
            true => tetrahedron(&mut numbers, style, at, 10)?,
            false => {
                let count = if number % 4 == 0 { TRIANGLES } else { 1 };
                let soup: Vec<_> = (0..count).map(|_| triangle(&mut numbers, style, at)).collect();
                TriangleMesh::from_soup(&soup)?
            }
        };
        Ok(Body { mesh, is_solid })
    };
    (0..BODIES).map(body).collect()
}

/// Returns a closed tetrahedron about a place.
pub fn tetrahedron(
    numbers: &mut Numbers,
    style: Style,
    at: Vec3,
    reach: u32,
) -> Result<TriangleMesh, MeshError> {
    let corners = [(); 4].map(|()| (at + numbers.vector(style, reach)).to_array());
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    TriangleMesh::new(corners.into(), faces.into())
}

/// Returns a small triangle near a place. It may be a segment or a point.
pub fn triangle(numbers: &mut Numbers, style: Style, at: Vec3) -> [[f32; 3]; 3] {
    let corner = at + numbers.vector(style, 1);
    let mut next = || (corner + numbers.vector(style, 1)).to_array();
    [corner.to_array(), next(), next()]
}
