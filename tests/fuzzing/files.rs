//! Mesh files of every format, damaged in every way.

use crate::common::mesh::files::{Folder, formats};
use crate::damage::damage;
use crate::driver;
use allocation_counter::measure;
use fastrand::Rng;
use motzkin::TriangleMesh;
use motzkin::import::MeshFile;
use motzkin_lab::workload::meshes;

fn mesh(rng: &mut Rng) -> TriangleMesh {
    match rng.u32(..3) {
        0 => meshes::cuboid([0.0; 3], [1.0; 3]),
        1 => meshes::blob(5, 4, 1.0, 0.5, 7),
        _ => meshes::plate(3, 2.0),
    }
}

/// A file is a mesh or an error that says what is wrong, and takes memory by its size.
#[test]
fn damaged_files() {
    let folder = Folder::new("fuzzing");
    driver::run("files", |rng| {
        let all = formats(&mesh(rng));
        let (name, bytes) = &all[rng.usize(..all.len())];
        let (mut bytes, other) = (bytes.clone(), &all[rng.usize(..all.len())].1);
        folder.write("beside.bin", other);
        damage(rng, &mut bytes, other);
        let path = folder.write(name, &bytes);
        let mut found = None;
        let memory = measure(|| found = Some(MeshFile::open(&path))).bytes_max;
        let _ = std::fs::remove_file(&path);
        assert!(
            memory <= 40 * bytes.len() as u64 + (32 << 10),
            "{name}: {memory} bytes for {}: {}",
            bytes.len(),
            String::from_utf8_lossy(&bytes)
        );
        match found {
            Some(Ok(file)) => {
                let count: usize = file.meshes.iter().map(TriangleMesh::len).sum();
                assert!(count <= bytes.len(), "{name}: {count} triangles");
                let finite = |mesh: &TriangleMesh| {
                    let within = |t: &[u32; 3]| {
                        t.iter().all(|&corner| (corner as usize) < mesh.vertices().len())
                    };
                    mesh.vertices().as_flattened().iter().all(|x| x.is_finite())
                        && mesh.triangles().iter().all(within)
                };
                assert!(file.meshes.iter().all(finite), "{name}");
                let _ = file.merged();
            }
            Some(Err(error)) => {
                let text = error.to_string();
                assert!(text.contains(name) && text.len() < 1000, "{name}: {text}");
            }
            None => {}
        }
    });
}
