//! What the formats of mesh files allow beside what most programs write.

use crate::common::mesh::files::{self, Folder, open};
use motzkin::glam::{DAffine3, DVec3, Vec3};
use motzkin::import::{ImportFault, MeshFile, Placement};
use motzkin::{MeshError, TriangleMesh};
use motzkin_lab::workload::meshes;

/// A glTF whose primitives have so many points each, the number of the point as `x` of the first
/// primitive, as `y` of the second, a mode and indices of a width.
fn gltf(primitives: &[(usize, u32, usize, &[u32])]) -> String {
    let (mut bytes, mut views, mut accessors, mut of) = (Vec::new(), vec![], vec![], vec![]);
    let mut add = |data: &[u8], more: String| {
        views.push(format!(
            r#"{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#,
            bytes.len(),
            data.len()
        ));
        bytes.extend(data);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        accessors.push(format!(r#"{{"bufferView":{},{more}}}"#, views.len() - 1));
        accessors.len() - 1
    };
    for (number, (count, mode, width, indices)) in primitives.iter().enumerate() {
        let point = |i: usize| {
            let mut point = [0.0, 0.0, (i * i) as f32];
            point[number] = i as f32;
            point
        };
        let points: Vec<u8> = (0..*count).flat_map(point).flat_map(f32::to_le_bytes).collect();
        let most = point(count - 1).map(|x| x.to_string()).join(",");
        let at = add(
            &points,
            format!(
                r#""componentType":5126,"type":"VEC3","count":{count},"min":[0,0,0],"max":[{most}]"#
            ),
        );
        let numbers: Vec<u8> =
            indices.iter().flat_map(|x| x.to_le_bytes()[..*width].to_vec()).collect();
        let (kind, count) = (5121 + [0, 0, 2, 0, 4][*width], indices.len());
        let by =
            add(&numbers, format!(r#""componentType":{kind},"type":"SCALAR","count":{count}"#));
        of.push(format!(r#"{{"attributes":{{"POSITION":{at}}},"indices":{by},"mode":{mode}}}"#));
    }
    let (length, data) = (bytes.len(), files::base64(&bytes));
    format!(
        r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"primitives":[{}]}}],
"buffers":[{{"byteLength":{length},"uri":"data:application/octet-stream;base64,{data}"}}],
"bufferViews":[{}],"accessors":[{}]}}"#,
        of.join(","),
        views.join(","),
        accessors.join(",")
    )
}

const LIST: u32 = 4;
const STRIP: u32 = 5;
const FAN: u32 = 6;

#[test]
fn lists_strips_and_fans_of_every_width() {
    let folder = Folder::new("modes");
    for (width, far) in [(1, 255), (2, 256), (2, 0x1234), (4, 256), (4, 0x1_2345)] {
        let count = far as usize + 1;
        for (mode, indices, triangles) in [
            (LIST, &[0, 1, far, far, 1, 2][..], &[[0, 1, far], [far, 1, 2]][..]),
            (STRIP, &[0, 1, 2, far], &[[0, 1, 2], [2, 1, far]]),
            (FAN, &[0, 1, 2, far], &[[0, 1, 2], [0, 2, far]]),
        ] {
            let text = gltf(&[(count, mode, width, indices)]);
            let mesh = open(&folder, "a.gltf", text).unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(mesh.triangles(), triangles, "mode {mode}, {width} bytes");
        }
    }
}

/// Indices of a primitive count from its own first point, and name none of the next primitive.
#[test]
fn primitives_have_points_of_their_own() {
    let folder = Folder::new("primitives");
    let of = |first: &[u32], second: &[u32]| {
        open(&folder, "a.gltf", gltf(&[(4, LIST, 2, first), (5, FAN, 1, second)]))
    };
    let mesh = of(&[0, 1, 3], &[4, 1, 2]).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(mesh.triangles(), [[0, 1, 3], [8, 5, 6]]);
    assert_eq!(mesh.corners(1), [[0.0, 4.0, 16.0], [0.0, 1.0, 1.0], [0.0, 2.0, 4.0]]);
    for (first, second, what) in [
        ([0, 1, 4], [0, 1, 2], "an index names vertex 4, of 4"),
        ([0, 1, 3], [0, 1, 5], "an index names vertex 5, of 5"),
    ] {
        let fault = of(&first, &second).expect_err("there is no such vertex").to_string();
        assert!(fault.contains(what), "{fault}");
    }
}

/// A binary STL whose header is a line of the text format.
#[test]
fn stl_with_a_line_for_a_header() {
    let folder = Folder::new("stl-line");
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    let mut bytes = files::stl_binary(&mesh);
    bytes[..80].fill(b' ');
    bytes[..8].copy_from_slice(b"solid x\n");
    let found = open(&folder, "a.stl", bytes).unwrap_or_else(|fault| panic!("{fault}"));
    let corners = |mesh: &TriangleMesh| (0..12).map(|i| mesh.corners(i)).collect::<Vec<_>>();
    assert_eq!(corners(&found), corners(&mesh));
}

/// The line of a fault, after faces that count backwards.
#[test]
fn obj_faults_after_faces_that_count_backwards() {
    let folder = Folder::new("obj-backwards");
    let good = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nf -1 -2 -3\n";
    assert_eq!(open(&folder, "a.obj", good).map(|mesh| mesh.len()).ok(), Some(2));
    for (bad, line) in
        [("f -4 -2 -1\n", 6), ("f 1 0 2\n", 6), ("f 1 2 4\n", 6), ("v 0 0 1\nf 1 2 -5\n", 7)]
    {
        let fault = open(&folder, "a.obj", format!("{good}{bad}")).expect_err(bad).to_string();
        assert!(fault.contains(&format!("line {line}: ")), "{bad}: {fault}");
    }
}

/// A binary glTF whose header says that the file ends within the header.
#[test]
fn glb_that_ends_within_its_header() {
    let folder = Folder::new("glb-header");
    let whole = files::glb(&meshes::cuboid([0.0; 3], [1.0; 3]));
    for length in 0..12_u32 {
        let mut bytes = whole.clone();
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
        let fault = open(&folder, "a.glb", bytes).expect_err("a header of 12 bytes").to_string();
        assert!(fault.contains("header is cut off"), "{length}: {fault}");
    }
}

/// What a file never holds, but whoever makes a `MeshFile` may: a placement of no mesh.
#[test]
fn placements_of_no_mesh_are_left_out() {
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    for (index, count) in [(0, 12), (1, 0), (2, 0)] {
        let at = Placement { mesh: index, transform: DAffine3::IDENTITY };
        let file = MeshFile { meshes: vec![mesh.clone()], placements: vec![at] };
        assert_eq!(file.merged().map(|merged| merged.len()), Ok(count), "{index}");
    }
}

/// A file of little data may place it very often.
#[test]
fn merged_meshes_have_a_largest_size() {
    let mesh = meshes::torus(32, 16, 2.0, 1.0);
    let at = Placement { mesh: 0, transform: DAffine3::from_translation(DVec3::X) };
    let times = (1 << 26) / mesh.len() + 1;
    let count = times * mesh.len();
    let file = MeshFile { meshes: vec![mesh], placements: vec![at; times] };
    assert_eq!(file.merged(), Err(MeshError::TooLarge { what: "triangles", count }));
}

#[test]
fn one_placement_moves_its_mesh() {
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    let at = Placement { mesh: 0, transform: DAffine3::from_translation(DVec3::X * 4.0) };
    let file = MeshFile { meshes: vec![mesh], placements: vec![at] };
    let bounds = file.merged().expect("finite").bounds().expect("triangles");
    assert_eq!((bounds.min.to_array(), bounds.max.to_array()), ([4.0, 0.0, 0.0], [5.0, 1.0, 1.0]));
}

/// The outside of a mirrored mesh stays outside.
#[test]
fn mirrored_meshes_face_outwards() {
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    let volume = |mesh: &TriangleMesh| -> f32 {
        let corners = (0..mesh.len() as u32).map(|i| mesh.corners(i).map(Vec3::from_array));
        corners.map(|[a, b, c]| a.dot(b.cross(c))).sum()
    };
    let own = volume(&mesh);
    assert_eq!(own.abs(), 6.0);
    for scale in [DVec3::ONE * 2.0, DVec3::new(-2.0, 2.0, 2.0), DVec3::splat(-2.0)] {
        let at = Placement { mesh: 0, transform: DAffine3::from_scale(scale) };
        let file = MeshFile { meshes: vec![mesh.clone()], placements: vec![at] };
        assert_eq!(volume(&file.merged().expect("finite")), own * 8.0, "{scale}");
    }
}

/// Text of STL with and without a name, and what is cut off, by its words.
#[test]
fn stl_names_and_ends() {
    let folder = Folder::new("stl-ends");
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    let text = files::stl_text(&mesh);
    for name in ["solid thing\n", "solid\n", "solid \n", "solid\r\n"] {
        let text = text.replacen("solid thing\n", name, 1);
        let found = open(&folder, "a.stl", text).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(found.len(), 12, "{name:?}");
    }
    for end in ["\r", "\r\n"] {
        let text = text.replace('\n', end);
        let found = open(&folder, "a.stl", text).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(found.len(), 12, "{end:?}");
    }
    // Statements may stand on one line; the name of a solid ends before a facet.
    for other in [
        "\u{feff}".to_owned() + &text,
        "\r\n \t".to_owned() + &text,
        text.to_uppercase(),
        text.replace('\n', " ").replace("endsolid", "\nendsolid"),
        text.replacen("solid thing\n", "solid facet of thing ", 1),
        text.replace("\nouter", " outer").replace("\nvertex", " vertex"),
    ] {
        let found = open(&folder, "a.stl", &other).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(found, open(&folder, "b.stl", &text).expect("as it was"), "{other:.40?}");
    }
    let mut binary = files::stl_binary(&mesh);
    binary[..5].fill(b'x');
    for (end, what) in [
        (0, "neither text STL, which begins with `solid`, nor binary STL"),
        (5, "neither text STL"),
        (83, "neither text STL"),
        (100, "triangle 0: the file ends before its triangles do"),
        (84 + 50 * 3 + 9, "triangle 3: the file ends before its triangles do"),
    ] {
        let fault = open(&folder, "a.stl", &binary[..end]).expect_err("it is cut off").to_string();
        assert!(fault.contains(what), "{end}: {fault}");
    }
    let odd = text.replacen("vertex", "vertex x", 1);
    let fault = open(&folder, "a.stl", odd).expect_err("no number").to_string();
    assert!(fault.contains("triangle 0, line 2: not a facet"), "{fault}");
    let odd = text.rsplit_once("vertex").expect("one").0.to_owned() + "vertex 1 x 2\n";
    let fault = open(&folder, "a.stl", odd).expect_err("no number").to_string();
    let bare = text.replacen("facet normal", "facet", 1);
    let told = open(&folder, "a.stl", bare).expect_err("no normal").to_string();
    assert!(told.contains("triangle 0, line 2: not a facet"), "{told}");
    let line = 2 + 11 * 7;
    assert!(fault.contains(&format!("triangle 11, line {line}: not a facet")), "{fault}");
}

/// A percent sign has two digits behind it, and the bytes that they stand for are text.
#[test]
fn gltf_uris_that_name_nothing() {
    let folder = Folder::new("gltf-uris");
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    for uri in ["a%+5.bin", "a%-0.bin", "a%5", "a%zz.bin", "a%ff.bin"] {
        let error = MeshFile::open(folder.write("a.gltf", files::gltf(&mesh, Some(uri))));
        let fault = error.expect_err(uri).fault.to_string();
        assert!(fault.contains("buffer 0: its URI is no reference to a file"), "{uri}: {fault}");
    }
}

/// Text of several solids is the mesh of all of them; normals and names may be anything.
#[test]
fn stl_text_of_several_solids() {
    let folder = Folder::new("stl-solids");
    let solid = |x: f32| files::stl_text(&meshes::cuboid([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]));
    let text = [solid(0.0), solid(4.0), "\n".into(), solid(8.0)].concat();
    let found = open(&folder, "a.stl", &text).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((found.len(), found.bounds().expect("triangles").max.x), (36, 9.0));
    let normal = text.lines().find(|line| line.contains("normal")).expect("a facet");
    let odd = text.replace(normal, "facet normal nan nan nan");
    assert_eq!(open(&folder, "a.stl", odd).unwrap_or_else(|fault| panic!("{fault}")).len(), 36);
    let mut name = text.replacen("thing", "th*ng", 1).into_bytes();
    let star = name.iter().position(|byte| *byte == b'*').expect("a star");
    name[star] = 0xfc;
    assert_eq!(open(&folder, "a.stl", name).unwrap_or_else(|fault| panic!("{fault}")).len(), 36);
    let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    for behind in ["end\n", facet] {
        let fault = open(&folder, "a.stl", text.clone() + behind).expect_err("behind all solids");
        let line = text.lines().count() + 1;
        let what = format!("line {line}: not within a solid");
        assert!(fault.to_string().contains(&what), "{fault}");
    }
    let open_end = text.strip_suffix("endsolid thing\n").expect("the last line");
    assert!(open(&folder, "a.stl", open_end).is_err());
}

/// Marks before the text, ends of lines, and words that are missing.
#[test]
fn obj_texts_of_every_writer() {
    let folder = Folder::new("obj-writers");
    let text = "v 9 9 9\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let expected = open(&folder, "a.obj", text).unwrap_or_else(|fault| panic!("{fault}"));
    for other in [
        "\u{feff}".to_owned() + text,
        text.replace('\n', "\r"),
        text.replace('\n', "\r\n"),
        text.replace("f 1 2", "f 1\\\n2"),
        text.replacen("v", "# from C:\\meshes\\\nv", 1),
        text.replacen("9 9 9", "9 9 9 # here \\", 1),
    ] {
        let found = open(&folder, "a.obj", &other).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(found, expected, "{other:?}");
    }
    let wide: Vec<u8> = text.bytes().flat_map(|byte| [byte, 0]).collect();
    let fault = open(&folder, "a.obj", [&[0xff, 0xfe], &wide[..]].concat()).expect_err("UTF-16");
    assert!(fault.to_string().contains("UTF-16"), "{fault}");
    for (bad, line) in [
        ("v\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 1),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf /1 1 2 3\n", 4),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 /\n", 4),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 \\\n3\nf 1 2 9\n", 6),
    ] {
        let fault = open(&folder, "a.obj", bad).expect_err(bad).to_string();
        assert!(fault.contains(&format!("line {line}: ")), "{bad:?}: {fault}");
    }
}

/// Writers of Microsoft's library print what is no number with a sign that elsewhere begins a
/// comment.
#[test]
fn obj_comments_begin_after_a_blank() {
    let folder = Folder::new("obj-comments");
    let text = "#v nan 0 0\n  # v\nv 0 0 0 # a#b\nv 1 0 0\t#\nv 0 1 0\nf 1 2 3 #4\no a#b\n";
    let mesh = open(&folder, "a.obj", text).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(mesh.triangles(), [[0, 1, 2]]);
    let text = "v 0 0 1.#QNAN 1\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for bad in [text.to_owned(), text.replace("1.#QNAN", "-1.#IND")] {
        let fault = open(&folder, "a.obj", &bad).expect_err("no number").to_string();
        assert!(fault.contains("line 1: "), "{bad:?}: {fault}");
    }
}

/// The first faulty line is named, with what is wrong there, whatever follows and whoever uses it.
#[test]
fn obj_faults_name_their_own_line() {
    let folder = Folder::new("obj-lines");
    let good = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for (bad, what) in [
        ("v nan 0 0\nv inf 0 0\nf 5 4 1\n", "line 5: the vertex's NaN is not finite"),
        ("v 0 -1e39 0\nv nan 0 0\n", "line 5: the vertex's -inf is not finite"),
        ("f\nv nan 0 0\n", "line 5: a face of fewer than three corners"),
        ("\nf # 1 2 3\n", "line 6: a face of fewer than three corners"),
        ("f 1 2\nf 1 2 9\n", "line 5: a face of fewer than three corners"),
        ("f 1 2 9\nv 0 x 0\n", "line 5: a corner of the face names no vertex"),
        ("v 0 x 0\nf\n", "line 5: a vertex without three numbers"),
        ("f 1.0 2 3\n", "line 5: a corner of the face is no number of a vertex"),
        ("f 1 2 3#x\n", "line 5: a corner of the face is no number of a vertex"),
    ] {
        let fault = open(&folder, "a.obj", format!("{good}{bad}")).expect_err(bad);
        assert_eq!(matches!(fault, ImportFault::NotFinite(_)), what.contains("finite"), "{bad:?}");
        assert!(fault.to_string().contains(what), "{bad:?}: {fault}");
    }
}

/// Numbers of text that are no `f32`: the line is named.
#[test]
fn stl_text_of_numbers_that_are_not_finite() {
    let folder = Folder::new("stl-finite");
    let text = files::stl_text(&meshes::cuboid([0.0; 3], [1.0; 3]));
    for (number, value) in [("1e39", "inf"), ("-1e40", "-inf"), ("nan", "NaN")] {
        let bad = text.replacen("vertex 0 0 0", &format!("vertex 0 {number} 0"), 1);
        let fault = open(&folder, "a.stl", bad).expect_err("no f32");
        assert!(matches!(fault, ImportFault::NotFinite(_)), "{number}: {fault}");
        let what = format!("line 4: the vertex's {value} is not finite as f32");
        assert_eq!(fault.to_string(), what);
    }
}

/// The last row of a matrix says that it is affine. A map that is not would be read as another one.
#[test]
fn gltf_matrices_are_affine() {
    let folder = Folder::new("gltf-matrices");
    let text = gltf(&[(3, LIST, 1, &[0, 1, 2])]);
    let of = |last: [f32; 4]| {
        let [a, b, c, d] = last;
        let matrix = format!("[1,0,0,{a},0,1,0,{b},0,0,1,{c},5,0,0,{d}]");
        let nodes = format!(r#"{{"children":[1]}},{{"mesh":0,"matrix":{matrix}}}"#);
        let scenes = format!(r#"{{"scenes":[{{"nodes":[0]}}],"nodes":[{nodes}],"#);
        MeshFile::open(folder.write("a.gltf", text.replacen('{', &scenes, 1)))
    };
    let found = of([0.0, 0.0, 0.0, 1.0]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found.placements[0].transform, DAffine3::from_translation(DVec3::X * 5.0));
    for last in [[1.0, 0.0, 0.0, 1.0], [0.0, 0.0, -0.5, 1.0], [0.0, 0.0, 0.0, 2.0], [0.0; 4]] {
        let error = of(last).expect_err("it is not affine");
        assert!(matches!(error.fault, ImportFault::Broken(_)), "{error}");
        let what = "node 1 has a matrix whose last row is not 0, 0, 0, 1";
        assert!(error.to_string().contains(what), "{error}");
    }
}

/// A quarter turn, whose numbers are rounded to `f32`, is one: all is computed in `f64`.
#[test]
fn gltf_rotations_are_those_of_poses() {
    let folder = Folder::new("gltf-turns");
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let text = gltf(&[(3, 4, 1, &[0, 1, 2])]);
    let node = format!(r#"{{"mesh":0,"rotation":[0,0,{half},{half}],"scale":[10,10,10]}}"#);
    let scenes = format!(r#"{{"scenes":[{{"nodes":[0]}}],"nodes":[{node}],"#);
    let path = folder.write("a.gltf", text.replacen('{', &scenes, 1));
    let found = MeshFile::open(&path).unwrap_or_else(|error| panic!("{error}")).merged();
    let found = found.expect("finite");
    let [x, y, z] = found.vertices()[1];
    assert!(x.abs() < 1e-14 && [y, z] == [10.0; 2], "{x} {y} {z}");
}
