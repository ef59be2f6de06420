//! The questions of a pass, and what goes up with them.

use super::layout::{LISTED, Question};
use super::names::Names;
use crate::geom::Aabb3;
use crate::gpu::run::device_meshes::DeviceMesh;
use std::ops::Range;
use std::sync::Arc;

/// Questions that follow one another and are about one mesh.
pub struct Group {
    /// `None` for corners that go up with the batch.
    pub mesh: Option<Arc<DeviceMesh>>,
    pub questions: Range<u32>,
}

/// Eight questions for each piece of a parent.
#[derive(Default)]
pub struct Batch {
    pub questions: Vec<Question>,
    /// What questions name, where it does not follow one another.
    pub listed: Vec<u32>,
    /// Corners of meshes that do not stay on the device.
    pub loose: Vec<[f32; 3]>,
    pub groups: Vec<Group>,
    /// The parent of each piece.
    pub parents: Vec<usize>,
}

impl Batch {
    /// Bytes that go up.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.questions) + size_of_val(&*self.listed) + size_of_val(&*self.loose))
            as u64
    }

    /// Adds a piece of a mesh that stays on the device.
    pub fn add_kept(
        &mut self,
        parent: usize,
        octants: &[Aabb3; 8],
        mesh: &Arc<DeviceMesh>,
        names: &Names,
    ) {
        let first = match names {
            Names::Range(range) => range.start,
            Names::List(list) => {
                let first = self.listed.len() as u32;
                self.listed.extend_from_slice(list);
                first | LISTED
            }
        };
        self.add(parent, octants, Some(mesh), first..first + names.len());
    }

    /// Adds a piece by its corners; `each` of them make what a question counts.
    pub fn add_loose(
        &mut self,
        parent: usize,
        octants: &[Aabb3; 8],
        corners: impl Iterator<Item = [f32; 3]>,
        each: usize,
    ) {
        let first = (self.loose.len() / each) as u32;
        self.loose.extend(corners);
        let end = (self.loose.len() / each) as u32;
        self.add(parent, octants, None, first..end);
    }

    fn add(
        &mut self,
        parent: usize,
        octants: &[Aabb3; 8],
        mesh: Option<&Arc<DeviceMesh>>,
        named: Range<u32>,
    ) {
        let start = self.questions.len() as u32;
        self.questions.extend(octants.map(|octant| Question {
            low: octant.min.to_array(),
            first: named.start,
            high: octant.max.to_array(),
            count: named.end - named.start,
        }));
        self.parents.push(parent);
        let end = self.questions.len() as u32;
        let address = |mesh: Option<&Arc<DeviceMesh>>| mesh.map(Arc::as_ptr);
        match self.groups.last_mut() {
            Some(last) if address(last.mesh.as_ref()) == address(mesh) => last.questions.end = end,
            _ => self.groups.push(Group { mesh: mesh.cloned(), questions: start..end }),
        }
    }
}
