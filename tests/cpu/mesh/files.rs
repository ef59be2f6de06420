//! Meshes from files.

use crate::common::mesh::files::{self, CORNERS, FLOOR, Folder, MESH, OBJECTS, USUAL, formats};
use crate::common::seed::rng;
use allocation_counter::measure;
use motzkin::glam::{DAffine3, DVec3};
use motzkin::import::{ImportFault, MeshFile, Placement};
use motzkin::{MeshError, TriangleMesh};
use motzkin_lab::workload::meshes;

/// The corners of every triangle, in order: what no way of storing may change.
fn corners(mesh: &TriangleMesh) -> Vec<[[f32; 3]; 3]> {
    (0..mesh.len() as u32).map(|i| mesh.corners(i)).collect()
}

fn fault(found: Result<MeshFile, motzkin::import::ImportError>) -> ImportFault {
    found.expect_err("the file is broken").fault
}

#[test]
fn every_format_gives_the_mesh() {
    let folder = Folder::new("formats");
    let mesh = meshes::blob(11, 7, 1.3, 0.4, 5);
    folder.write("beside.bin", files::buffer(&mesh));
    let mut all = formats(&mesh);
    all.push(("beside.gltf", files::gltf(&mesh, Some("besid%65.bin")).into_bytes()));
    for (name, bytes) in all {
        let found =
            MeshFile::open(folder.write(name, bytes)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.meshes.len(), 1, "{name}");
        assert_eq!(corners(&found.meshes[0]), corners(&mesh), "{name}");
        let is_gltf = name.contains("gl");
        assert_eq!(found.placements.len(), if is_gltf { 2 } else { 1 }, "{name}");
        let merged = found.merged().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(corners(&merged)[..mesh.len()].len(), mesh.len(), "{name}");
        if is_gltf {
            let bounds = merged.bounds().expect("triangles");
            assert!(
                bounds.max.x > 5.0 + 1.9 && bounds.min.x > -2.0 && bounds.max.y < 3.6,
                "{name}: {bounds:?}"
            );
        }
    }
}

/// Polygons become fans; indices may count backwards; names, groups, lines and points are no
/// surface.
#[test]
fn polygons_are_cut_up() {
    let folder = Folder::new("polygons");
    let text = "v 0 0 0 1\nv 1 0 0\nv 1 1 0 0.5 0.5 0.5\nv 0 1 0\nv 0.5 2 0\n\
                g side\nusemtl x\nl 1 2\np 1\ns off\n\
                f 1 2 \\\n 3 4\nf -5 -4 -3 -1 -2\n";
    let found = MeshFile::open(folder.write("p.obj", text)).map(|file| file.meshes[0].clone());
    let mesh = found.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(mesh.len(), 5);
    assert_eq!(corners(&mesh)[4], [[0.0, 0.0, 0.0], [0.5, 2.0, 0.0], [0.0, 1.0, 0.0]]);
    let text = "ply\nformat ascii 1.0\nelement vertex 4\n\
                property float x\nproperty float y\nproperty float z\n\
                element tristrips 1\nproperty list int int vertex_indices\nend_header\n\
                0 0 0\n1 0 0\n0 1 0\n1 1 0\n\
                8 0 1 2 3 -1 0 1 3\n";
    let mesh =
        MeshFile::open(folder.write("s.ply", text)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(mesh.meshes[0].triangles(), [[0, 1, 2], [2, 1, 3], [0, 1, 3]]);
}

/// Cut off anywhere, a file is an error or, where text ends between two statements, a smaller mesh;
/// it never panics.
#[test]
fn files_that_are_cut_off() {
    let folder = Folder::new("cut");
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    for (name, bytes) in formats(&mesh) {
        for end in 0..bytes.len() {
            match MeshFile::open(folder.write(name, &bytes[..end])) {
                Ok(found) => {
                    let count: usize = found.meshes.iter().map(TriangleMesh::len).sum();
                    // Only blanks, and the last number's digits, may be missed from the others.
                    let whole = bytes[end..].iter().all(|c| !c.is_ascii_graphic())
                        || end + 12 > bytes.len();
                    assert!(
                        name.ends_with("obj") && count <= mesh.len() || whole,
                        "{name} cut at {end}: {count}"
                    );
                }
                Err(error) => assert!(error.to_string().len() > 20, "{name} cut at {end}: {error}"),
            }
        }
    }
}

/// Bytes changed at random: an error or another mesh, never a panic, and never much memory.
#[test]
fn files_that_are_damaged() {
    let folder = Folder::new("damage");
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    let mut rng = rng("damaged files");
    for (name, bytes) in formats(&mesh) {
        for _ in 0..400 {
            let mut bytes = bytes.clone();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(0..bytes.len());
                bytes[at] = if rng.bool() { rng.u8(..) } else { bytes[at].wrapping_add(1) };
            }
            if let Ok(found) = MeshFile::open(folder.write(name, &bytes)) {
                let count: usize = found.meshes.iter().map(TriangleMesh::len).sum();
                assert!(count <= bytes.len(), "{name}: {count} triangles");
                let _ = found.merged();
            }
        }
    }
}

#[test]
fn counts_that_lie() {
    let folder = Folder::new("lies");
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    let mut stl = files::stl_binary(&mesh);
    stl[..5].copy_from_slice(b"other");
    stl[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let ply = |from: &str, to: &str| files::ply_text(&mesh).replace(from, to);
    let binary = |from: &str, to: &str| {
        let bytes = files::ply_binary(&mesh);
        let head = bytes.windows(11).position(|w| w == b"end_header\n").expect("a header") + 11;
        let mut text = String::from_utf8_lossy(&bytes[..head]).replace(from, to).into_bytes();
        text.extend(&bytes[head..]);
        text
    };
    let glb = |from: &str, to: &str| files::gltf(&mesh, Some("b.bin")).replace(from, to);
    folder.write("b.bin", files::buffer(&mesh));
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("a.stl", stl),
        ("a.ply", ply("vertex 8", "vertex 99999999999").into()),
        ("b.ply", ply("face 12", "face 18446744073709551615").into()),
        ("c.ply", binary("vertex 8", "vertex 4000000000")),
        // Elements of nothing would go on for ever.
        ("d.ply", binary("end_header", "element nothing 99999999999\nend_header")),
        ("e.ply", ply("3 0 2 3", "4000000000 0 2 3").into()),
        ("a.gltf", glb(r#""count":8"#, r#""count":4000000000"#).into()),
        ("b.gltf", glb(r#""byteLength":96}"#, r#""byteLength":9600000}"#).into()),
        ("c.gltf", glb(r#""byteLength":240"#, r#""byteLength":99999999"#).into()),
        ("d.gltf", glb(r#""children":[2]"#, r#""children":[1]"#).into()),
        ("e.gltf", glb(r#""children":[2]"#, r#""children":[2,0]"#).into()),
    ];
    for (name, bytes) in cases {
        let path = folder.write(name, &bytes);
        let mut found = None;
        let memory = measure(|| found = Some(fault(MeshFile::open(&path)))).bytes_max;
        assert!(matches!(found, Some(ImportFault::Broken(_))), "{name}: {found:?}");
        // The bytes of the buffer that a glTF names are not even counted.
        assert!(memory <= USUAL * bytes.len() as u64 + FLOOR, "{name}: {memory} bytes");
    }
}

/// Lists that announce far more values than the file has bytes, in text and in binary.
#[test]
fn lists_that_lie_take_no_memory() {
    let folder = Folder::new("lists");
    let header = |format: &str, list: &str| {
        format!(
            "ply\nformat {format} 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
             property float z\nelement face 1\nproperty list uint {list} vertex_indices\n\
             end_header\n"
        )
    };
    for list in ["char", "int", "double"] {
        for count in [100_u32, 65_536, 1 << 24, u32::MAX] {
            let text = header("ascii", list) + "0 0 0\n1 0 0\n0 1 0\n";
            let (fits, lies) = (format!("{text}3 0 1 2\n"), format!("{text}{count} 0 1 2\n"));
            let binary = |format: &str, bytes: [u8; 4]| {
                let mut all = header(format, list).into_bytes();
                all.resize(all.len() + 36, 0);
                all.extend(bytes);
                all
            };
            for (name, bytes) in [
                ("text.ply", lies.into_bytes()),
                ("little.ply", binary("binary_little_endian", count.to_le_bytes())),
                ("big.ply", binary("binary_big_endian", count.to_be_bytes())),
            ] {
                let path = folder.write(name, &bytes);
                let mut found = None;
                let memory = measure(|| found = Some(fault(MeshFile::open(&path)))).bytes_max;
                assert!(matches!(found, Some(ImportFault::Broken(_))), "{name}: {found:?}");
                let bound = USUAL * bytes.len() as u64 + FLOOR;
                assert!(memory <= bound, "{name}: {memory} bytes for a list of {count} {list}");
            }
            if list == "int" {
                let found = MeshFile::open(folder.write("fits.ply", fits));
                assert_eq!(found.unwrap_or_else(|error| panic!("{error}")).meshes[0].len(), 1);
            }
        }
    }
}

/// Primitives that share points, and make triangles of them without a number of their own.
#[test]
fn points_that_are_shared_take_no_memory() {
    let folder = Folder::new("shared");
    let points: Vec<u8> = (0..29_970_u16).flat_map(|i| f32::from(i).to_le_bytes()).collect();
    folder.write("points.bin", &points);
    for mode in [4, 5, 6] {
        let file = |count: usize| {
            let primitive = format!(r#"{{"mode":{mode},"attributes":{{"POSITION":0}}}}"#);
            let text = format!(
                r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"uri":"points.bin","byteLength":119880}}],
                "bufferViews":[{{"buffer":0,"byteLength":119880}}],"accessors":[{{"bufferView":0,
                "componentType":5126,"count":9990,"type":"VEC3","min":[0,0,0],"max":[1,1,1]}}],
                "meshes":[{{"primitives":[{}]}}]}}"#,
                vec![primitive; count].join(",")
            );
            (folder.write("shared.gltf", &text), text.len() + points.len())
        };
        let found = MeshFile::open(file(2).0).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.meshes[0].len(), if mode == 4 { 2 * 3330 } else { 2 * 9988 });
        let (path, bytes) = file(5_000);
        let mut found = None;
        let memory = measure(|| found = Some(fault(MeshFile::open(&path)))).bytes_max;
        assert!(
            matches!(&found, Some(ImportFault::Broken(what)) if what.contains("too often")),
            "{found:?}"
        );
        assert!(memory <= MESH * bytes as u64, "{memory} for {bytes} bytes");
    }
}

/// A list takes most where its last entry makes it grow.
const COUNTS: [usize; 3] = [1_025, 50_000, 65_537];

/// What a file takes for each of its bytes is within a bound, whether it has a mesh or not.
fn hold_memory(folder: &Folder, name: &str, bytes: impl AsRef<[u8]>, most: u64) {
    let bytes = bytes.as_ref();
    let path = folder.write(name, bytes);
    let mut found = None;
    let memory = measure(|| found = Some(MeshFile::open(&path))).bytes_max;
    let begin = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]);
    assert!(memory <= most * bytes.len() as u64, "{memory} for {} of {begin}", bytes.len());
    if let Some(Err(error)) = found {
        assert!(matches!(error.fault, ImportFault::NoTriangles), "{error}");
    }
}

/// JSON objects of two bytes.
#[test]
fn short_objects_take_what_is_documented() {
    let folder = Folder::new("short");
    for list in ["nodes", "buffers", "scenes"] {
        for count in COUNTS {
            let objects = vec!["{}"; count].join(",");
            let text = format!(r#"{{"asset":{{"version":"2.0"}},"{list}":[{objects}]}}"#);
            hold_memory(&folder, "short.gltf", &text, OBJECTS);
        }
    }
}

/// OBJ faces with indices of one digit.
#[test]
fn short_faces_take_what_is_documented() {
    let folder = Folder::new("faces");
    for count in COUNTS {
        for (face, most) in [("f 1 2 3\n", MESH), ("f 1 1 2 3\n", MESH), ("f 1 1 2 2 3\n", CORNERS)]
        {
            let text = format!("v 0 0 0\nv 1 0 0\nv 1 1 0\n{}", face.repeat(count));
            hold_memory(&folder, "a.obj", &text, most);
        }
        let one = format!("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2{}\n", " 3".repeat(count));
        hold_memory(&folder, "one.obj", &one, CORNERS);
    }
}

/// A face of PLY with indices of a byte: of corners that its outline goes to and comes back from.
#[test]
fn long_faces_take_what_is_documented() {
    let folder = Folder::new("long-face");
    let head = "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty char x\n\
                property char y\nproperty char z\nelement face 1\n\
                property list uint uchar vertex_indices\nend_header\n";
    for count in COUNTS {
        let points = [0, 0, 0, 1, 0, 0, 0, 1, 0];
        let corners = (0..count - 1).map(|at| at as u8 % 2).chain([2]);
        let face = (count as u32).to_le_bytes().into_iter().chain(corners);
        let bytes: Vec<u8> = head.bytes().chain(points).chain(face).collect();
        hold_memory(&folder, "one.ply", bytes, MESH);
    }
}

/// A glTF whose geometry is in one buffer.
fn of_buffer(buffer: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{buffer}],"bufferViews":[{{"buffer":0,"byteLength":1}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}]}}"#
    )
}

/// A message names the file and the format that it was read as, and repeats nothing of what the
/// file holds.
#[test]
fn messages_name_the_file_and_its_format() {
    let folder = Folder::new("messages");
    let head = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n";
    let cases = [
        ("a.gltf", "glTF", "secret".to_owned()),
        ("b.gltf", "glTF", r#"{"asset":{"version":"2.0"},"meshes":"secret"}"#.to_owned()),
        (
            "c.gltf",
            "glTF",
            r#"{"asset":{"version":"2.0"},
            "accessors":[{"componentType":1,"count":1,"type":"secret"}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0,"secret":0}}]}]}"#
                .to_owned(),
        ),
        ("d.gltf", "glTF", of_buffer(r#"{"byteLength":1,"uri":"%secret"}"#)),
        ("a.glb", "binary glTF", "secret".to_owned()),
        ("a.obj", "OBJ", "v secret 0 0\nf 1 2 3\n".to_owned()),
        ("b.obj", "OBJ", "v 0 0 0\nf secret 1 1\n".to_owned()),
        ("a.stl", "STL", "solid x\nfacet secret 0 0 1\n".to_owned()),
        ("b.stl", "STL", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 secret\n".to_owned()),
        ("c.stl", "STL", "solid x\nfacet normal 0 0 1\nsecret loop\n".to_owned()),
        ("a.ply", "PLY", "secret".to_owned()),
        ("b.ply", "PLY", format!("{head}property secret y\nend_header\n")),
        (
            "c.ply",
            "PLY",
            format!("{head}property float y\nproperty float z\nend_header\n0 secret 0\n"),
        ),
        ("d.ply", "PLY", format!("{head}element secret 99999999\nproperty int i\nend_header\n")),
    ];
    for (name, format, text) in cases {
        let error = MeshFile::open(folder.write(name, &text)).expect_err(name).to_string();
        let as_format = format!("{name}: read as {format}: ");
        assert!(error.contains(&as_format), "{error}");
        assert!(!error.contains("secret"), "{error}");
        let what = error.split(&as_format).nth(1).unwrap_or_default();
        assert!(what.len() > 10 && !what.contains('\n'), "{error}");
    }
    // A reference that leads elsewhere is not repeated either.
    let uri = of_buffer(r#"{"byteLength":1,"uri":"../secret"}"#);
    let error = MeshFile::open(folder.write("e.gltf", &uri)).expect_err("outside").to_string();
    assert!(error.contains("e.gltf: buffer 0") && !error.contains("secret"), "{error}");
    let uri = uri.replace("../", "");
    let error = MeshFile::open(folder.write("f.gltf", uri)).expect_err("missing").to_string();
    assert!(error.contains("f.gltf: buffer 0") && !error.contains("secret"), "{error}");
}

/// A file of its own data over and over: sixteen times its size is enough for anybody.
#[test]
fn data_is_not_repeated_without_end() {
    let folder = Folder::new("repeats");
    let mesh = meshes::torus(40, 40, 2.0, 1.0);
    folder.write("b.bin", files::buffer(&mesh));
    let one = r#"{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}"#;
    let text = files::gltf(&mesh, Some("b.bin")).replace(one, &vec![one; 400].join(","));
    let found = fault(MeshFile::open(folder.write("a.gltf", &text)));
    assert!(found.to_string().contains("repeated"), "{found}");
    // Each mesh reads all of the data and makes two thirds as much of it. What a binary file holds
    // counts once.
    for (times, is_read) in [(9, true), (11, false)] {
        let text = files::gltf(&mesh, None).replace(one, &vec![one; times].join(","));
        let binary = files::glb_of(text, &files::buffer(&mesh));
        let found = MeshFile::open(folder.write("a.glb", binary));
        assert_eq!(found.is_ok(), is_read, "{times}: {found:?}");
    }
    // A file with several names is no more data.
    let again = r#","uri":"b.bin"},{"byteLength":1,"uri":"./b.bin"}"#;
    let more = format!("{again}{}", r#",{"byteLength":1,"uri":"b.bin"}"#.repeat(400));
    let text = text.replace(r#","uri":"b.bin"}"#, &more);
    let found = fault(MeshFile::open(folder.write("b.gltf", text)));
    assert!(found.to_string().contains("repeated"), "{found}");
}

/// A file that names itself over and over is read twice: as text, and as a buffer.
#[test]
fn buffers_of_one_file_are_read_once() {
    let folder = Folder::new("itself");
    let buffers = vec![r#"{"byteLength":1,"uri":"a.gltf"}"#; 2_000].join(",");
    let text = format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{buffers}]}}"#);
    let path = folder.write("a.gltf", &text);
    let mut found = None;
    let memory = measure(|| found = Some(MeshFile::open(&path))).bytes_max;
    let fault = found.expect("it was asked").expect_err("it has no mesh").fault;
    assert!(matches!(fault, ImportFault::NoTriangles), "{fault}");
    assert!(memory <= USUAL * text.len() as u64, "{memory} for {} bytes", text.len());
}

#[test]
fn references_stay_within_the_folder() {
    let folder = Folder::new("outside");
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    folder.write("secret.bin", files::buffer(&mesh));
    let inner = folder.0.join("inner");
    std::fs::create_dir_all(&inner).expect("a folder");
    let absolute = folder.0.join("secret.bin").display().to_string();
    for uri in [
        "../secret.bin",
        "%2e%2e/secret.bin",
        "x/../../secret.bin",
        absolute.as_str(),
        "file:secret.bin",
        "..\\secret.bin",
    ] {
        let path =
            folder.write("inner/a.gltf", files::gltf(&mesh, Some(&uri.replace('\\', "\\\\"))));
        let found = fault(MeshFile::open(path));
        assert!(matches!(&found, ImportFault::OutsideFolder(_)), "{uri}: {found:?}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.0.join("secret.bin"), inner.join("link.bin"))
            .expect("a link");
        let path = folder.write("inner/b.gltf", files::gltf(&mesh, Some("link.bin")));
        let found = fault(MeshFile::open(path));
        assert!(matches!(&found, ImportFault::OutsideFolder(_)), "{found:?}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    let folder = Folder::new("named");
    let open = |name: &str, text: &str| fault(MeshFile::open(folder.write(name, text))).to_string();
    let found = open("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 4\n");
    assert!(found.contains("line 5"), "{found}");
    let found = open("b.obj", "v 0 0 0\nv 1 0 x\nv 0 1 0\nf 1 2 3\n");
    assert!(found.contains("line 2"), "{found}");
    let found = open("c.obj", "v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n");
    assert!(found.contains("line 2") && found.contains("finite"), "{found}");
    let found = open("d.obj", "v 0 0 0\nv 1 0 1\nf 1 2\n");
    assert!(found.contains("line 3"), "{found}");
    let ply = files::ply_text(&meshes::cuboid([0.0; 3], [1.0; 3])).replace("3 0 2 3", "3 0 2 9");
    let found = open("e.ply", &ply);
    assert_eq!(found, "face 0: there is no vertex 9");
    assert!(matches!(fault(MeshFile::open(&folder)), ImportFault::UnknownFormat));
    let missing = fault(MeshFile::open(folder.0.join("missing.stl")));
    assert!(matches!(missing, ImportFault::Io(_)), "{missing:?}");
    std::fs::create_dir_all(folder.0.join("folder.obj")).expect("a folder");
    let found = fault(MeshFile::open(folder.0.join("folder.obj")));
    assert!(matches!(found, ImportFault::NoRegularFile | ImportFault::Io(_)), "{found:?}");
    // Nobody writes to the pipe: a call that opened it would wait without an end.
    #[cfg(unix)]
    {
        let pipe = folder.0.join("pipe.obj");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        let found = fault(MeshFile::open(pipe));
        assert!(matches!(found, ImportFault::NoRegularFile), "{found:?}");
    }
}

/// A vertex that a placement moves beyond the range of `f32` is named as one of its mesh.
/// Placements of no mesh count, too.
#[test]
fn vertices_that_are_placed_too_far_are_named() {
    let mesh = TriangleMesh::new(
        vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]],
        vec![[0, 1, 2], [0, 1, 3]],
    );
    let mesh = mesh.expect("a mesh");
    for (scale, far) in [
        (DVec3::splat(3.4e38), None),
        (DVec3::new(4e38, 1.0, 1.0), Some((1, 0, 4e38, "vertex 1: x = 4e38"))),
        (DVec3::new(1.0, -1e300, 1e300), Some((2, 1, -1e300, "vertex 2: y = -1e300"))),
        (DVec3::new(1.0, 1.0, 5e38), Some((3, 2, -5e38, "vertex 3: z = -5e38"))),
    ] {
        let at = |mesh, scale| Placement { mesh, transform: DAffine3::from_scale(scale) };
        let placements = vec![at(0, DVec3::ONE), at(7, scale), at(1, scale), at(0, scale)];
        let file = MeshFile { meshes: vec![mesh.clone(), mesh.clone()], placements };
        let found = file.merged();
        let Some((vertex, axis, value, text)) = far else {
            assert_eq!(found.map(|mesh| mesh.len()), Ok(6));
            continue;
        };
        let told = MeshError::Placed { placement: 2, mesh: 1, vertex, axis, value };
        assert_eq!(found, Err(told));
        let text = format!("placement 2 of mesh 1: {text} is not finite as f32");
        assert_eq!(told.to_string(), text);
    }
}
