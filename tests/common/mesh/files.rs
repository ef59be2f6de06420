//! Mesh files as other programs write them.

use motzkin::TriangleMesh;
use motzkin::import::{ImportFault, MeshFile};
use std::fmt::Write;
use std::path::{Path, PathBuf};

// What `MeshFile::open` says of memory: the most bytes that reading takes for each byte of a file
// and of its buffers, each counted once.

/// Where files are as programs write them, or damaged: what they announce and do not hold takes
/// nothing, and their lines and lists are longer than the shortest that there can be.
pub const USUAL: u64 = 40;
/// Of any mesh, but for OBJ faces of many corners: faces of the shortest lines, and primitives of a
/// glTF file that repeat its data, in lists that are copied as they grow to twice their length.
pub const MESH: u64 = 70;
/// Of a glTF file that is a list of short objects, of which nodes are the shortest for their room.
pub const OBJECTS: u64 = 100;
/// Of OBJ faces of more than four corners. Each corner, of two bytes, becomes a triangle of its own
/// in a text for the parser, and then one of the parser's faces.
pub const CORNERS: u64 = 170;
/// What the smallest file may take beside that: buffers, tables, messages.
pub const FLOOR: u64 = 16 << 10;

/// A folder that is gone when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("motzkin-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        // A file that is cut off to be written anew waits for the disk with some file systems.
        let _ = std::fs::remove_file(&path);
        std::fs::write(&path, bytes).expect("a temporary file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

/// The mesh of a file of one mesh, or what is wrong with it.
pub fn open(
    folder: &Folder,
    name: &str,
    bytes: impl AsRef<[u8]>,
) -> Result<TriangleMesh, ImportFault> {
    let found = MeshFile::open(folder.write(name, bytes));
    found.map(|mut file| file.meshes.remove(0)).map_err(|error| error.fault)
}

/// Every format, with the name that a file of it has.
pub fn formats(mesh: &TriangleMesh) -> Vec<(&'static str, Vec<u8>)> {
    let uri = format!("data:application/octet-stream;base64,{}", base64(&buffer(mesh)));
    vec![
        ("a.obj", obj(mesh).into_bytes()),
        ("text.stl", stl_text(mesh).into_bytes()),
        ("binary.STL", stl_binary(mesh)),
        ("text.ply", ply_text(mesh).into_bytes()),
        ("binary.ply", ply_binary(mesh)),
        ("big.ply", ply_big_endian(mesh)),
        ("inside.gltf", gltf(mesh, Some(&uri)).into_bytes()),
        ("a.glb", glb(mesh)),
    ]
}

pub fn obj(mesh: &TriangleMesh) -> String {
    let mut text = String::from("# made by hand\nmtllib none.mtl\no thing\nvn 0 0 1\nvt 0 0\n");
    for [x, y, z] in mesh.vertices() {
        let _ = writeln!(text, "v {x} {y} {z}");
    }
    for [a, b, c] in mesh.triangles() {
        let _ = writeln!(text, "f {}/1/1 {}//1 {}", a + 1, b + 1, c + 1);
    }
    text
}

pub fn stl_binary(mesh: &TriangleMesh) -> Vec<u8> {
    let mut bytes = b"solid but binary all the same".to_vec();
    bytes.resize(80, 0);
    bytes.extend((mesh.len() as u32).to_le_bytes());
    for triangle in 0..mesh.len() as u32 {
        bytes.extend([0; 12]);
        bytes.extend(mesh.corners(triangle).as_flattened().iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

pub fn stl_text(mesh: &TriangleMesh) -> String {
    let mut text = String::from("solid thing\n");
    for triangle in 0..mesh.len() as u32 {
        text += "facet normal 0 0 0\n outer loop\n";
        for [x, y, z] in mesh.corners(triangle) {
            let _ = writeln!(text, "  vertex {x} {y} {z}");
        }
        text += " endloop\nendfacet\n";
    }
    text + "endsolid thing\n"
}

pub fn ply_text(mesh: &TriangleMesh) -> String {
    let (v, f) = (mesh.vertices().len(), mesh.len());
    let mut text = format!(
        "ply\nformat ascii 1.0\ncomment x\nelement vertex {v}\nproperty float x\nproperty float y\n\
         property float z\nproperty uchar red\nelement face {f}\nproperty list uchar int vertex_indices\nend_header\n"
    );
    for [x, y, z] in mesh.vertices() {
        let _ = writeln!(text, "{x} {y} {z} 255");
    }
    for [a, b, c] in mesh.triangles() {
        let _ = writeln!(text, "3 {a} {b} {c}");
    }
    text
}

pub fn ply_binary(mesh: &TriangleMesh) -> Vec<u8> {
    let (v, f) = (mesh.vertices().len(), mesh.len());
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {v}\nproperty double x\nproperty double y\n\
         property double z\nelement face {f}\nproperty list uchar uint vertex_index\nend_header\n"
    )
    .into_bytes();
    bytes.extend(mesh.vertices().iter().flatten().flat_map(|x| f64::from(*x).to_le_bytes()));
    for triangle in mesh.triangles() {
        bytes.push(3);
        bytes.extend(triangle.iter().flat_map(|x| x.to_le_bytes()));
    }
    bytes
}

/// Faces before the vertices, and with each of both what is not read.
pub fn ply_big_endian(mesh: &TriangleMesh) -> Vec<u8> {
    let (v, f) = (mesh.vertices().len(), mesh.len());
    let mut bytes = format!(
        "ply\rformat binary_big_endian 1.0\relement face {f}\r\
         property list char int vertex_indices\rproperty float area\r\
         element vertex {v}\rproperty float x\rproperty list short uchar more\r\
         property float y\rproperty float z\rend_header\r"
    )
    .into_bytes();
    for triangle in mesh.triangles() {
        bytes.push(3);
        bytes.extend(triangle.iter().flat_map(|x| x.to_be_bytes()));
        bytes.extend(f32::NAN.to_be_bytes());
    }
    for [x, y, z] in mesh.vertices() {
        bytes.extend(x.to_be_bytes());
        bytes.extend([0, 2, 255, 255]);
        bytes.extend([y, z].into_iter().flat_map(|x| x.to_be_bytes()));
    }
    bytes
}

/// Positions, then indices.
pub fn buffer(mesh: &TriangleMesh) -> Vec<u8> {
    let mut bytes: Vec<u8> =
        mesh.vertices().iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    bytes.extend(mesh.triangles().iter().flatten().flat_map(|x| x.to_le_bytes()));
    bytes
}

/// A glTF of one mesh, which stands twice: where it is, and below a node that moves it by (5, 0, 0)
/// and doubles it.
pub fn gltf(mesh: &TriangleMesh, uri: Option<&str>) -> String {
    let (v, t) = (mesh.vertices().len(), 3 * mesh.len());
    let (split, length) = (12 * v, 12 * v + 4 * t);
    let uri = uri.map(|uri| format!(r#","uri":"{uri}""#)).unwrap_or_default();
    let bounds = mesh.bounds().expect("a mesh with triangles");
    let [min, max] = [bounds.min, bounds.max].map(|v| format!("[{},{},{}]", v.x, v.y, v.z));
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0,1]}}],
"nodes":[{{"mesh":0}},{{"translation":[5,0,0],"children":[2]}},{{"mesh":0,"scale":[2,2,2]}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
"buffers":[{{"byteLength":{length}{uri}}}],
"bufferViews":[{{"buffer":0,"byteLength":{split}}},{{"buffer":0,"byteOffset":{split},"byteLength":{}}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":{v},"type":"VEC3","min":{min},"max":{max}}},
{{"bufferView":1,"componentType":5125,"count":{t},"type":"SCALAR"}}]}}"#,
        length - split
    )
}

pub fn glb(mesh: &TriangleMesh) -> Vec<u8> {
    glb_of(gltf(mesh, None), &buffer(mesh))
}

pub fn glb_of(json: String, data: &[u8]) -> Vec<u8> {
    let mut json = json.into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((12 + 8 + json.len() as u32 + 8 + data.len() as u32).to_le_bytes());
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(b"JSON");
    bytes.extend(json);
    bytes.extend((data.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(data);
    bytes
}

pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, i| bits << 8 | u32::from(*group.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let digit = char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize]);
            text.push(if i > group.len() { '=' } else { digit });
        }
    }
    text
}
