//! Mesh files of every format, as they are and damaged in every way.

use crate::bits::Numbers;
use crate::common::mesh::files::{FLOOR, Folder, USUAL, buffer, formats, gltf};
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

/// Every format, and a glTF whose buffer is the file [`BESIDE`].
fn all_formats(mesh: &TriangleMesh) -> Vec<(&'static str, Vec<u8>)> {
    let mut all = formats(mesh);
    all.push(("outside.gltf", gltf(mesh, Some(BESIDE)).into_bytes()));
    all
}

/// The file that a glTF names.
const BESIDE: &str = "beside.bin";

/// A file is a mesh or an error that says what is wrong, and takes memory by its size. So it does
/// with the file beside it, which is damaged, too, or another one, or missing. These files have one
/// primitive, three nodes and triangles alone, and damage adds few: the greater bounds, which files
/// made for that come near, are held by tests of the CPU suite.
#[test]
fn damaged_files() {
    let folder = Folder::new("fuzzing");
    driver::run("files", |rng| {
        let mesh = mesh(rng);
        let all = all_formats(&mesh);
        let (name, bytes) = &all[rng.usize(..all.len())];
        let (mut bytes, other) = (bytes.clone(), &all[rng.usize(..all.len())].1);
        let mut beside = if rng.u32(..4) == 0 { other.clone() } else { buffer(&mesh) };
        // Nothing else names the file beside it.
        let is_named = name.starts_with("outside");
        if is_named && rng.bool() {
            damage(rng, &mut beside, other);
        }
        if !is_named || rng.bool() {
            damage(rng, &mut bytes, other);
        }
        let path = folder.write(name, &bytes);
        let target = folder.write(BESIDE, &beside);
        if rng.u32(..16) == 0 {
            std::fs::remove_file(target).expect("it was written");
        }
        let mut found = None;
        let memory = measure(|| found = Some(MeshFile::open(&path))).bytes_max;
        let _ = std::fs::remove_file(&path);
        let read = bytes.len() + if is_named { beside.len() } else { 0 };
        assert!(
            memory <= USUAL * read as u64 + FLOOR,
            "{name}: {memory} bytes for {read}: {} {beside:?}",
            String::from_utf8_lossy(&bytes)
        );
        match found {
            Some(Ok(file)) => {
                let count: usize = file.meshes.iter().map(TriangleMesh::len).sum();
                assert!(count <= read, "{name}: {count} triangles");
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

/// A mesh of any bits, degenerate triangles and vertices of none among its parts.
fn any_mesh(rng: &mut Rng) -> TriangleMesh {
    let (numbers, count) = (Numbers::draw(rng), rng.usize(1..8));
    let finite = |x: f32| if x.is_finite() { x } else { 0.0 };
    let vertices: Vec<[f32; 3]> =
        (0..count).map(|_| [0; 3].map(|_| finite(numbers.number(rng)))).collect();
    let corner = |rng: &mut Rng| rng.usize(..count) as u32;
    let triangles = (0..rng.usize(1..8)).map(|_| [0; 3].map(|_| corner(rng))).collect();
    TriangleMesh::new(vertices, triangles).expect("finite vertices, and indices that exist")
}

/// A file that is not damaged has the corners of the mesh, whatever their bits.
#[test]
fn whole_files() {
    let folder = Folder::new("fuzzing-whole");
    let corners = |mesh: &TriangleMesh| -> Vec<[[f32; 3]; 3]> {
        (0..mesh.len() as u32).map(|i| mesh.corners(i)).collect()
    };
    driver::run("whole-files", |rng| {
        let mesh = any_mesh(rng);
        folder.write(BESIDE, buffer(&mesh));
        for (name, bytes) in all_formats(&mesh) {
            let found = MeshFile::open(folder.write(name, &bytes));
            let file = found.unwrap_or_else(|error| panic!("{error}: {mesh:?}"));
            assert_eq!(file.meshes.len(), 1, "{name}: {mesh:?}");
            assert_eq!(corners(&file.meshes[0]), corners(&mesh), "{name}: {mesh:?}");
        }
    });
}
