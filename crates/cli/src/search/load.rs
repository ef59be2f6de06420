//! From files to a world.

use crate::error::CliError;
use motzkin::glam::{DAffine3, DMat3, Quat, Vec3};
use motzkin::import::{MeshFile, Placement};
use motzkin::tree::bvh::{MeshBvh, MeshCover};
use motzkin::{Bvh, BvhWorld, MeshError, TriangleMesh};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A placed mesh.
pub struct Object {
    /// The file's name. A file of several placements adds the number of the placement.
    pub name: String,
    pub mesh: Arc<TriangleMesh>,
    cover: Arc<MeshBvh>,
}

impl Object {
    pub fn tree(&self) -> &Arc<Bvh> {
        &self.cover.tree
    }

    /// Returns the triangles in a leaf volume.
    pub fn triangles(&self, volume: u32) -> &[u32] {
        self.cover.triangles(volume)
    }
}

/// The objects of all files and the world that they form.
pub struct Loaded {
    pub world: BvhWorld,
    pub objects: Vec<Object>,
}

/// The most that the products of a transform's columns may differ from those of a rotation. They
/// differ by `2 sqrt(3) 2^-25`, 1.03e-7, where the numbers of a rotation are rounded to `f32`, and
/// by 1.19e-7 for the scale that is next to 1. A product of several such matrices may differ by as
/// much as such a scale does. Nothing tells the two apart, so it counts as one.
const RIGID: f64 = 1.1e-7;

/// The most triangles, and the most vertices, of the meshes that placements of a file get for their
/// own: a file of little data may place it very often.
const COPIED: usize = 1 << 26;

/// Reads the files. Rigid placements of a mesh share its tree. A placement that scales, be it by a
/// hair, shears or mirrors gets a mesh of its own, whose vertices are rounded to `f32` once.
pub fn all(files: &[PathBuf], cover: MeshCover, most: usize) -> Result<Loaded, CliError> {
    let mut loaded = Loaded { world: BvhWorld::new(), objects: Vec::new() };
    for path in files {
        let file = MeshFile::open(path).map_err(CliError::scene)?;
        let mut shared: Vec<Option<Object>> = file.meshes.iter().map(|_| None).collect();
        let several = file.placements.len() > 1;
        let mut copied = [0; 2];
        for (number, placement) in file.placements.iter().enumerate() {
            let Some(mesh) = file.meshes.get(placement.mesh) else { continue };
            if mesh.is_empty() {
                continue;
            }
            let mut name = path.display().to_string();
            if several {
                name += &format!("#{number}");
            }
            let (object, rotation, translation) = match rigid(&placement.transform) {
                Some((rotation, translation)) => {
                    let own = match shared[placement.mesh].take() {
                        Some(own) => own,
                        None => object(path, mesh.clone(), cover, most)?,
                    };
                    let copy = Object { name, mesh: own.mesh.clone(), cover: own.cover.clone() };
                    shared[placement.mesh] = Some(own);
                    (copy, rotation, translation)
                }
                None => {
                    copied = with_copy(copied, mesh).map_err(CliError::mesh(path))?;
                    let moved = moved(mesh, number, *placement).map_err(CliError::mesh(path))?;
                    (
                        Object { name, ..object(path, moved, cover, most)? },
                        Quat::IDENTITY,
                        Vec3::ZERO,
                    )
                }
            };
            let refused = |error| CliError::Usage(format!("{}: {error}", object.name));
            loaded.world.insert(object.tree(), rotation, translation).map_err(refused)?;
            loaded.objects.push(object);
        }
    }
    Ok(loaded)
}

fn object(
    path: &Path,
    mesh: TriangleMesh,
    cover: MeshCover,
    most: usize,
) -> Result<Object, CliError> {
    let name = path.display().to_string();
    let refused = |error| CliError::Usage(format!("{name}: {error}"));
    let made = MeshBvh::new(&mesh, cover, most).map_err(refused)?;
    Ok(Object { name, mesh: Arc::new(mesh), cover: Arc::new(made) })
}

/// Returns the rotation and the translation of a rigid transform.
fn rigid(transform: &DAffine3) -> Option<(Quat, Vec3)> {
    let matrix = transform.matrix3;
    let square = matrix.transpose() * matrix - DMat3::IDENTITY;
    let off = square.to_cols_array().into_iter().fold(0.0_f64, |off, x| off.max(x.abs()));
    let turns = off <= RIGID && matrix.determinant() > 0.0;
    let rotation = motzkin::glam::DQuat::from_mat3(&matrix);
    turns.then(|| (rotation.as_quat(), transform.translation.as_vec3()))
}

/// Adds those of a mesh to the triangles and the vertices that are copied.
fn with_copy(copied: [usize; 2], mesh: &TriangleMesh) -> Result<[usize; 2], MeshError> {
    let counts = [copied[0] + mesh.len(), copied[1] + mesh.vertices().len()];
    for (what, count) in ["triangles", "vertices"].into_iter().zip(counts) {
        if count > COPIED {
            return Err(MeshError::TooLarge { what, count });
        }
    }
    Ok(counts)
}

/// Returns a mesh of its own for a placement, which has this number.
fn moved(
    mesh: &TriangleMesh,
    number: usize,
    Placement { mesh: index, transform }: Placement,
) -> Result<TriangleMesh, MeshError> {
    let placements = vec![Placement { mesh: 0, transform }];
    let merged = MeshFile { meshes: vec![mesh.clone()], placements }.merged();
    merged.map_err(|error| match error {
        MeshError::Placed { vertex, axis, value, .. } => {
            MeshError::Placed { placement: number, mesh: index, vertex, axis, value }
        }
        error => error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin::glam::{DQuat, DVec3};
    use motzkin_lab::workload::meshes::cuboid;

    #[test]
    fn copies_of_a_mesh_are_bounded() {
        let cube = cuboid([0.0; 3], [1.0; 3]);
        assert_eq!(with_copy([COPIED - 12, COPIED - 8], &cube), Ok([COPIED; 2]));
        for (what, copied) in [("triangles", [COPIED - 11, 0]), ("vertices", [0, COPIED - 7])] {
            let refused = Err(MeshError::TooLarge { what, count: COPIED + 1 });
            assert_eq!(with_copy(copied, &cube), refused);
        }
    }

    /// Scales next to 1 are scales, and chains of rotations are rotations.
    #[test]
    fn rigid_transforms_have_no_scale() {
        let (turn, shift) = (DQuat::from_rotation_y(0.7), DVec3::new(1.0, 2.0, 3.0));
        let turn = DAffine3::from_rotation_translation(turn, shift);
        let chain = (0..100).fold(DAffine3::IDENTITY, |chain, _| chain * turn);
        let stored = DAffine3 { matrix3: turn.matrix3.as_mat3().as_dmat3(), ..turn };
        assert!(rigid(&stored).is_some() && stored != turn);
        for transform in [DAffine3::IDENTITY, turn, chain] {
            assert!(rigid(&transform).is_some(), "{transform}");
            for scale in [1.0_f32.next_down(), 1.0_f32.next_up(), 1.000_000_4] {
                let scaled = transform * DAffine3::from_scale(DVec3::splat(scale.into()));
                assert!(rigid(&scaled).is_none(), "{scale}");
            }
        }
    }
}
