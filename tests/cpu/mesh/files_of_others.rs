//! Mesh files as some programs leave them: empty, not finished, marked, with more than is read.

use crate::common::mesh::files::{self, Folder, open};
use motzkin::TriangleMesh;
use motzkin::import::ImportFault;
use motzkin_lab::workload::meshes;

/// A file without a triangle, which would be apart from everything, and text that is none of its
/// format.
#[test]
fn files_without_triangles_are_refused() {
    let folder = Folder::new("nothing");
    let ply = files::ply_text(&TriangleMesh::default());
    let cube = meshes::cuboid([0.0; 3], [1.0; 3]);
    let buffer = files::base64(&files::buffer(&cube));
    let gltf = files::gltf(&cube, Some(&format!("data:;base64,{buffer}")));
    let unplaced = gltf.replace(r#""nodes":[0,1]}"#, r#""nodes":[]}"#);
    assert_ne!(unplaced, gltf);
    open(&folder, "a.gltf", &gltf).expect("placed twice");
    for (name, text) in [
        ("a.obj", ""),
        ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n"),
        ("a.obj", "V 0 0 0\nV 1 0 0\nV 0 1 0\nF 1 2 3\n"),
        ("a.stl", "solid x\nendsolid x\n"),
        ("a.ply", &ply),
        ("a.gltf", r#"{"asset":{"version":"2.0"}}"#),
        ("a.gltf", &unplaced),
    ] {
        let fault = open(&folder, name, text).expect_err(text);
        assert!(matches!(fault, ImportFault::NoTriangles), "{name}, {text}: {fault}");
    }
}

/// A count that a writer of binary STL never came to correct, and files one after the other.
#[test]
fn stl_with_more_triangles_than_it_counts() {
    let folder = Folder::new("stl-count");
    let whole = files::stl_binary(&meshes::cuboid([0.0; 3], [1.0; 3]));
    for (count, bytes) in [(0, whole.clone()), (11, whole.clone()), (12, whole.repeat(2))] {
        let mut bytes = bytes;
        bytes[80..84].copy_from_slice(&u32::to_le_bytes(count));
        bytes[..5].fill(b'x');
        let fault = open(&folder, "a.stl", bytes).expect_err("too many").to_string();
        assert!(fault.starts_with(&format!("the header announces {count} triangles")), "{fault}");
    }
    for word in [b"xxxxx", b"solid"] {
        let mut longer = [whole.clone(), vec![0; 49]].concat();
        longer[..5].copy_from_slice(word);
        let found = open(&folder, "a.stl", longer);
        assert_eq!(found.map(|mesh| mesh.len()).ok(), Some(12));
    }
}

/// Binary files that begin with the word of text, and do not hold what they count.
#[test]
fn binary_stl_that_begins_like_text() {
    let folder = Folder::new("stl-like-text");
    let mut whole = files::stl_binary(&meshes::cuboid([0.0; 3], [1.0; 3]));
    whole[..5].copy_from_slice(b"solid");
    let none = [&whole[..80], &[0; 4], &whole[84..]].concat();
    let fault = open(&folder, "a.stl", none).expect_err("a count of none").to_string();
    assert_eq!(fault, "the header announces 0 triangles, and the file has room for 12");
    let fault = open(&folder, "a.stl", &whole[..84 + 3 * 50 + 20]).expect_err("cut off");
    assert_eq!(fault.to_string(), "triangle 3: the file ends before its triangles do");
    // Triangle 4, corner 1.
    let at = 84 + 4 * 50 + 12 + 12 + 4;
    whole[at..at + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    let fault = open(&folder, "a.stl", whole).expect_err("no number");
    assert!(matches!(fault, ImportFault::NotFinite(_)), "{fault:?}");
    assert_eq!(fault.to_string(), "triangle 4: corner 1: y = NaN is not finite as f32");
}

/// A buffer of a glTF file that is a folder, or the folder of the file itself.
#[test]
fn buffers_that_are_folders_are_named() {
    let folder = Folder::new("buffers");
    std::fs::create_dir_all(folder.0.join("inner")).expect("a folder");
    let cube = meshes::cuboid([0.0; 3], [1.0; 3]);
    for uri in ["inner", ""] {
        let fault = open(&folder, "a.gltf", files::gltf(&cube, Some(uri))).expect_err(uri);
        assert!(matches!(fault, ImportFault::Io(_)), "{fault:?}");
        assert_eq!(fault.to_string(), "buffer 0: not a regular file");
    }
}

/// A file of many meshes says which one is wrong.
#[test]
fn the_mesh_of_a_gltf_file_is_named() {
    let folder = Folder::new("numbered");
    let mut bytes = files::glb(&meshes::cuboid([0.0; 3], [7.5; 3]));
    let place = bytes.windows(4).position(|four| four == 7.5_f32.to_le_bytes());
    let place = place.expect("a coordinate");
    bytes[place..place + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    let fault = open(&folder, "a.glb", bytes).expect_err("no number").to_string();
    assert!(fault.starts_with("mesh 0: vertex "), "{fault}");
}

/// Bytes behind the length that the header of a binary glTF announces. Where a file has no chunk of
/// data, they would be taken for one.
#[test]
fn glb_with_bytes_behind_its_end() {
    let folder = Folder::new("glb-end");
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    let uri = format!("data:;base64,{}", files::base64(&files::buffer(&mesh)));
    let mut json = files::gltf(&mesh, Some(&uri)).into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let length = json.len() as u32;
    let mut alone = b"glTF\x02\0\0\0".to_vec();
    alone.extend((12 + 8 + length).to_le_bytes());
    alone.extend(length.to_le_bytes());
    alone.extend(b"JSON");
    alone.extend(json);
    for whole in [alone, files::glb(&mesh)] {
        let expected = open(&folder, "a.glb", &whole).unwrap_or_else(|fault| panic!("{fault}"));
        for behind in [&b"\n"[..], b"anything of more than eight bytes"] {
            let found = open(&folder, "a.glb", [&whole[..], behind].concat());
            assert_eq!(found.unwrap_or_else(|fault| panic!("{fault}")), expected);
        }
        // A length that ends within a chunk is one of a file that was cut off.
        let mut short = whole.clone();
        short[8..12].copy_from_slice(&40_u32.to_le_bytes());
        let fault = open(&folder, "a.glb", short).expect_err("it is cut off");
        assert!(matches!(fault, ImportFault::Broken(_)), "{fault}");
    }
}

/// Marks before the text of every format that has one; extensions of glTF that change no geometry.
#[test]
fn marks_and_extensions_that_change_nothing() {
    let folder = Folder::new("marks");
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    for (name, bytes) in files::formats(&mesh) {
        if std::str::from_utf8(&bytes).is_err() || name == "a.glb" {
            continue;
        }
        let marked = open(&folder, name, [b"\xef\xbb\xbf", &bytes[..]].concat());
        let found = marked.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(found, open(&folder, name, &bytes).expect("as it was"), "{name}");
    }
    let files = files::formats(&mesh);
    let (name, bytes) = files.iter().find(|(name, _)| name.ends_with("gltf")).expect("a format");
    let text = String::from_utf8(bytes.clone()).expect("text");
    let requires = |extension: &str| {
        let list = format!(r#"{{"extensionsRequired":["{extension}"],"#);
        open(&folder, name, text.replacen('{', &list, 1))
    };
    for extension in ["KHR_materials_unlit", "KHR_texture_transform", "KHR_lights_punctual"] {
        assert_eq!(requires(extension).map(|mesh| mesh.len()).ok(), Some(12), "{extension}");
    }
    for extension in ["KHR_draco_mesh_compression", "KHR_mesh_quantization", "secret"] {
        let fault = requires(extension).expect_err(extension);
        assert!(matches!(fault, ImportFault::Unsupported(_)), "{fault}");
        assert!(!fault.to_string().contains(extension), "{fault}");
    }
    for (version, is_read) in [
        (r#""2.1""#, true),
        (r#""1.0""#, false),
        (r#""2.1","minVersion":"2.0""#, true),
        (r#""2.1","minVersion":"2.1""#, false),
    ] {
        let found = open(&folder, name, text.replacen(r#""2.0""#, version, 1));
        let is_told = matches!(found, Err(ImportFault::Unsupported(_)));
        assert_eq!((found.is_ok(), is_told), (is_read, !is_read), "{version}");
        // In another version fields may have other types, and the version is what is told.
        let other = format!(r#"{{"asset":{{"version":{version}}},"meshes":{{"a":{{}}}}}}"#);
        let found = open(&folder, name, other);
        let is_told = matches!(found, Err(ImportFault::Unsupported(_)));
        assert!(found.is_err() && is_told != is_read, "{version}: {found:?}");
    }
}
