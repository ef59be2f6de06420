//! Where the scene of a glTF file places its meshes.

use super::document::{Document, Index, Node, Scene, find};
use super::json::Whole;
use crate::geom::Pose;
use crate::import::error::ImportFault;
use crate::import::mesh_file::Placement;
use glam::{DAffine3, DMat3, DVec3, DVec4, Mat4, Quat, Vec3};
use std::fmt;

/// Returns where the meshes of the default scene, or of the first scene, stand. Without scenes each
/// mesh has the identity.
pub fn placements(document: &Document<'_>) -> Result<Vec<Placement>, ImportFault> {
    let Some((number, scene)) = scene(document)? else {
        let at = |mesh| Placement { mesh, transform: DAffine3::IDENTITY };
        return Ok((0..document.meshes.len()).map(at).collect());
    };
    let mut walk = Walk::new(document);
    walk.reach(&scene.nodes, DAffine3::IDENTITY, format_args!("scene {number}"))?;
    while let Some((number, node, transform)) = walk.open.pop() {
        walk.place(number, node, transform)?;
    }
    Ok(walk.placements)
}

/// Returns the scene whose meshes are placed, with its number.
fn scene<'a>(document: &'a Document<'_>) -> Result<Option<(u32, &'a Scene)>, ImportFault> {
    let Some(Whole(number)) = document.scene else {
        return Ok(document.scenes.first().map(|scene| (0, scene)));
    };
    let missing = || ImportFault::broken(format!("there is no scene {number}"));
    let scene = document.scenes.get(number as usize).ok_or_else(missing)?;
    Ok(Some((number, scene)))
}

/// A walk through the nodes of a scene.
struct Walk<'a> {
    document: &'a Document<'a>,
    reached: Vec<bool>,
    /// Nodes that are still to be placed, and the transforms of their parents.
    open: Vec<(u32, &'a Node, DAffine3)>,
    placements: Vec<Placement>,
}

impl<'a> Walk<'a> {
    fn new(document: &'a Document<'a>) -> Self {
        let reached = vec![false; document.nodes.len()];
        Self { document, reached, open: Vec::new(), placements: Vec::new() }
    }

    /// Opens the nodes that a scene or a node refers to. Nodes form trees: in a file whose nodes do
    /// not, the walk might not end.
    fn reach(
        &mut self,
        nodes: &[Index],
        parent: DAffine3,
        from: fmt::Arguments<'_>,
    ) -> Result<(), ImportFault> {
        for &index in nodes {
            let node = find(&self.document.nodes, index, "node", from)?;
            if std::mem::replace(&mut self.reached[index.0 as usize], true) {
                return Err(ImportFault::broken(format!("node {} is reached twice", index.0)));
            }
            self.open.push((index.0, node, parent));
        }
        Ok(())
    }

    /// Places the mesh of a node, and opens its children.
    fn place(&mut self, number: u32, node: &Node, parent: DAffine3) -> Result<(), ImportFault> {
        let own = own_transform(node)
            .map_err(|what| ImportFault::broken(format!("node {number} has {what}")))?;
        let transform = parent * own;
        let from = format_args!("node {number}");
        if let Some(index) = node.mesh {
            find(&self.document.meshes, index, "mesh", from)?;
            self.placements.push(Placement { mesh: index.0 as usize, transform });
        }
        self.reach(node.children.as_deref().unwrap_or_default(), transform, from)
    }
}

/// Returns the transform of a node in `f64`, or what the node has instead. The rotation is that of
/// a [`Pose`].
fn own_transform(node: &Node) -> Result<DAffine3, &'static str> {
    const ODD: &str = "a transform that is not finite, or no rotation";
    let own = match &node.matrix {
        Some(matrix) => affine(matrix)?,
        None => decomposed(node).ok_or(ODD)?,
    };
    if own.is_finite() { Ok(own) } else { Err(ODD) }
}

/// Returns the transform of a matrix, which stands there column by column.
fn affine(matrix: &[f32; 16]) -> Result<DAffine3, &'static str> {
    let matrix = Mat4::from_cols_array(matrix);
    if matrix.row(3).to_array() != [0.0, 0.0, 0.0, 1.0] {
        return Err("a matrix whose last row is not 0, 0, 0, 1");
    }
    Ok(DAffine3::from_mat4(matrix.as_dmat4()))
}

/// Returns the transform of a node without a matrix, or `None` for one without a rotation.
fn decomposed(node: &Node) -> Option<DAffine3> {
    let rotation = node.rotation.map_or(Quat::IDENTITY, Quat::from_array);
    let translation = node.translation.map_or(Vec3::ZERO, Vec3::from);
    let pose = Pose::new(rotation, translation).ok()?;
    let [x, y, z] = pose.rows().map(DVec4::from);
    let turn = DMat3::from_cols(x.truncate(), y.truncate(), z.truncate()).transpose();
    let scale = DMat3::from_diagonal(node.scale.map_or(Vec3::ONE, Vec3::from).as_dvec3());
    Some(DAffine3::from_mat3_translation(turn * scale, DVec3::new(x.w, y.w, z.w)))
}
