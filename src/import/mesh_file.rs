//! What a mesh file holds.

use crate::error::MeshError;
use crate::geom::TriangleMesh;
use glam::DAffine3;

/// The most triangles, and the most vertices, of a [merged](MeshFile::merged) mesh.
const MERGED: usize = 1 << 26;

/// The meshes of a file, and where they stand.
///
/// ```no_run
/// use motzkin::import::MeshFile;
///
/// let mesh = MeshFile::open("wheel.glb")?.merged()?;
/// println!("{} triangles", mesh.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshFile {
    /// Each mesh once. A file of a format other than glTF has one mesh.
    pub meshes: Vec<TriangleMesh>,
    /// Where the meshes stand. A file of a format other than glTF has one placement: the identity.
    pub placements: Vec<Placement>,
}

/// One mesh of a file, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The index of the mesh in [`MeshFile::meshes`].
    pub mesh: usize,
    /// The map from the mesh's coordinates to the file's. It may scale, shear and mirror.
    pub transform: DAffine3,
}

impl MeshFile {
    /// Joins all placements into one mesh. Placements of meshes that do not exist are left out.
    ///
    /// Vertices are moved in `f64` and rounded to `f32` once. If there is one placement and it is
    /// the identity, then its mesh is returned without a copy. Otherwise the cost is a copy of each
    /// placed mesh.
    ///
    /// # Errors
    ///
    /// Returns [`MeshError::TooLarge`] for more than `2^26` triangles or vertices, but for a mesh
    /// that is returned without a copy, and [`MeshError::Placed`] for a vertex that its placement
    /// moves beyond the range of `f32`.
    ///
    /// ```
    /// use motzkin::glam::{DAffine3, DVec3};
    /// use motzkin::import::{MeshFile, Placement};
    /// use motzkin::TriangleMesh;
    ///
    /// let mesh = TriangleMesh::from_soup(&[[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])?;
    /// let at = |x| Placement { mesh: 0, transform: DAffine3::from_translation(DVec3::X * x) };
    /// let file = MeshFile { meshes: vec![mesh], placements: vec![at(0.0), at(5.0)] };
    /// assert_eq!(file.merged()?.len(), 2);
    /// # Ok::<(), motzkin::MeshError>(())
    /// ```
    pub fn merged(mut self) -> Result<TriangleMesh, MeshError> {
        if let [Placement { mesh, transform }] = self.placements[..]
            && transform == DAffine3::IDENTITY
            && mesh < self.meshes.len()
        {
            return Ok(self.meshes.swap_remove(mesh));
        }
        let placed = || {
            let numbered = self.placements.iter().enumerate();
            numbered.filter_map(|(number, at)| Some((number, at, self.meshes.get(at.mesh)?)))
        };
        let count =
            |of: fn(&TriangleMesh) -> usize| placed().map(|(.., mesh)| of(mesh)).sum::<usize>();
        for (what, count) in [
            ("triangles", count(TriangleMesh::len)),
            ("vertices", count(|mesh| mesh.vertices().len())),
        ] {
            if count > MERGED {
                return Err(MeshError::TooLarge { what, count });
            }
        }
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for (placement, &Placement { mesh: index, transform }, mesh) in placed() {
            let first = vertices.len() as u32;
            vertices.reserve(mesh.vertices().len());
            for (vertex, corner) in mesh.vertices().iter().enumerate() {
                let exact = transform.transform_point3(corner.map(f64::from).into()).to_array();
                let rounded = exact.map(|x| x as f32);
                if let Some(axis) = rounded.iter().position(|x| !x.is_finite()) {
                    let value = exact[axis];
                    return Err(MeshError::Placed { placement, mesh: index, vertex, axis, value });
                }
                vertices.push(rounded);
            }
            // Two corners of a mirrored triangle change places, so that its outside stays outside.
            let mirrored = transform.matrix3.determinant() < 0.0;
            let turn = |[a, b, c]: [u32; 3]| if mirrored { [b, a, c] } else { [a, b, c] };
            triangles.extend(mesh.triangles().iter().map(|t| turn(t.map(|index| index + first))));
        }
        TriangleMesh::new(vertices, triangles)
    }

    /// Makes a file of one mesh, which stands where it is.
    pub(super) fn single(mesh: TriangleMesh) -> Self {
        Self {
            meshes: vec![mesh],
            placements: vec![Placement { mesh: 0, transform: DAffine3::IDENTITY }],
        }
    }
}
