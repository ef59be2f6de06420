//! glTF 2.0, text and binary: triangle lists, strips and fans of the default scene.
//!
//! What makes no geometry is not looked at. A file may hold anything there, and numbers that name
//! nothing.

mod buffers;
mod container;
mod data;
mod document;
mod json;
mod mesh;
mod placements;

use super::error::ImportFault;
use super::mesh_file::MeshFile;
use buffers::Buffers;
use container::Container;
use data::Data;
use document::Document;
use mesh::mesh;
use placements::placements;
use std::path::Path;

/// What is wrong with a file that asks for more data than may be read.
const REPEATED: &str = "the file's data is repeated too often";

pub fn read(bytes: &[u8], path: &Path) -> Result<MeshFile, ImportFault> {
    let container = Container::open(bytes)?;
    let document = Document::read(container.json)?;
    let buffers = Buffers::read(&document, container.data, path)?;
    let mut data = Data::new(&document, buffers, container.length);
    let numbered = document.meshes.iter().enumerate();
    let meshes =
        numbered.map(|(number, found)| mesh(number, found, &mut data)).collect::<Result<_, _>>()?;
    Ok(MeshFile { meshes, placements: placements(&document)? })
}
