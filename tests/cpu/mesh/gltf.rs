//! glTF files: what is read of them, what may be anything, and what names nothing.

use crate::common::mesh::files::{self, Folder};
use motzkin::import::{ImportFault, MeshFile};
use motzkin_lab::workload::meshes;

/// A cube that stands twice, as a text that tests change.
struct Cube {
    folder: Folder,
    text: String,
    whole: MeshFile,
}

impl Cube {
    fn new(name: &str) -> Self {
        let cube = meshes::cuboid([0.0; 3], [1.0; 3]);
        let data = files::base64(&files::buffer(&cube));
        let text = files::gltf(&cube, Some(&format!("data:;base64,{data}")));
        let folder = Folder::new(name);
        let whole = MeshFile::open(folder.write("whole.gltf", &text));
        let whole = whole.unwrap_or_else(|error| panic!("{error}"));
        Self { folder, text, whole }
    }

    fn open(&self, bytes: impl AsRef<[u8]>) -> Result<MeshFile, ImportFault> {
        MeshFile::open(self.folder.write("a.gltf", bytes)).map_err(|error| error.fault)
    }

    /// The text with another part in the place of one.
    fn with(&self, part: &str, other: &str) -> String {
        assert!(self.text.contains(part), "{part}");
        self.text.replacen(part, other, 1)
    }

    /// Checks that another part makes no difference.
    fn is_same_with(&self, part: &str, other: &str) {
        let found = self.open(self.with(part, other));
        let found = found.unwrap_or_else(|fault| panic!("{other:.200}: {fault}"));
        assert_eq!(found, self.whole, "{other:.200}");
    }

    /// What is wrong with another part in the place of one: the message of a broken file.
    fn broken_with(&self, part: &str, other: &str) -> String {
        match self.open(self.with(part, other)) {
            Err(ImportFault::Broken(what)) => what,
            otherwise => panic!("{other:.200}: {otherwise:?}"),
        }
    }
}

/// A message about the JSON, which quotes nothing of it.
fn is_about_json(what: &str) -> bool {
    what.starts_with("line ") && what.ends_with(": the JSON is not what glTF has at this place")
}

/// Attributes, textures, animations, scenes and whatever else makes no triangle of the scene.
#[test]
fn what_makes_no_geometry_may_be_anything() {
    let cube = Cube::new("gltf-more");
    let positions = r#"{"POSITION":0}"#;
    for attributes in [
        r#"{"POSITION":0,"_BATCHID":1}"#,
        r#"{"_FEATURE_ID_0":1,"POSITION":0,"TEXCOORD_0":99,"COLOR_x":0}"#,
        r#"{"POSITION":0,"NORMAL":null,"secret":{}}"#,
    ] {
        cube.is_same_with(positions, attributes);
    }
    for more in [
        r#""textures":[{"extensions":{"KHR_texture_basisu":{"source":0}}}]"#,
        r#""animations":[{"channels":[{"sampler":0,"target":{"path":"pointer"}}],"samplers":[]}]"#,
        r#""materials":[{"alphaMode":"NONE","pbrMetallicRoughness":7}],"images":null"#,
        r#""skins":[{"joints":[77]}],"cameras":{},"samplers":"none","name":0"#,
        r#""extensions":[],"extensionsUsed":0,"textures":1e999"#,
    ] {
        cube.is_same_with(r#""scene":0"#, &format!(r#"{more},"scene":0"#));
    }
    // Scenes beside the default one.
    cube.is_same_with(r#""scene":0,"scenes":["#, r#""scene":1,"scenes":[{},"#);
    cube.is_same_with(r#"[0,1]}]"#, r#"[0,1]},{"nodes":[99]},{"nodes":[0,0]}]"#);
    // Nodes that the scene does not reach, and more of those that it does.
    let unreached = r#"{"scale":[2,2,2]},{"mesh":9,"children":[3,99],"rotation":[0,0,0,0]}"#;
    cube.is_same_with(
        r#"{"mesh":0,"scale":[2,2,2]}"#,
        &format!(r#"{{"mesh":0,{}"#, &unreached[1..]),
    );
    cube.is_same_with(r#"{"mesh":0}"#, r#"{"mesh":0,"skin":9,"camera":9,"weights":7}"#);
    // Accessors, and their views, that no triangle needs; bounds.
    let more = r#"{"bufferView":77,"componentType":1,"count":99999,"type":"VEC5","sparse":0}"#;
    let last = r#""count":36,"type":"SCALAR"}"#;
    cube.is_same_with(last, &format!("{last},{more}"));
    let uri = cube.text.split_once(r#""uri":""#).and_then(|(_, rest)| rest.split_once('"'));
    let (uri, _) = uri.expect("it has a buffer");
    let others = r#"{"uri":"missing.bin","byteLength":5},{"byteLength":50}"#;
    cube.is_same_with(&format!(r#"{uri}"}}]"#), &format!(r#"{uri}"}},{others}]"#));
    // Before the one with the geometry, too.
    let first = r#""buffers":[{"uri":"missing.bin","byteLength":5},"#;
    let second =
        cube.text.replace(r#""buffers":["#, first).replace(r#""buffer":0"#, r#""buffer":1"#);
    assert!(second.contains(first) && second.contains(r#""buffer":1"#));
    assert_eq!(cube.open(&second).expect("a cube"), cube.whole);
    // Of a URI the scheme may be written in any case, and any letter escaped.
    let escaped = format!("DATA:;base64,%{:02X}{}", uri.as_bytes()[13], &uri[14..]);
    cube.is_same_with(uri, &escaped);
    let views = r#"{"buffer":9,"byteLength":99,"byteStride":0,"target":7}"#;
    cube.is_same_with(r#""byteLength":144}"#, &format!(r#""byteLength":144}},{views}"#));
    cube.is_same_with(r#""min":[0,0,0]"#, r#""min":["x"],"normalized":null"#);
    cube.is_same_with(r#","min":[0,0,0],"max":[1,1,1]"#, "");
}

/// Extras and extensions of every object, of every kind.
#[test]
fn extras_may_be_anything() {
    let cube = Cube::new("gltf-extras");
    for value in [r#""text""#, "7", "null", "[1]", "{}", "-1e999", r#"[{"mesh":[{}]},"{"]"#] {
        for key in ["extras", "extensions", "name"] {
            let text = cube.text.replace('{', &format!(r#"{{"{key}":{value},"#));
            let found = cube.open(&text).unwrap_or_else(|fault| panic!("{key} {value}: {fault}"));
            assert_eq!(found, cube.whole, "{key} {value}");
        }
    }
}

/// A thread with a small stack: what is skipped is skipped without recursion, and what is read is
/// not nested deeply.
#[test]
fn nesting_takes_no_stack() {
    let cube = Cube::new("gltf-deep");
    let asked = || {
        let deep =
            |open: &str, close: &str| format!("{}0{}", open.repeat(300_000), close.repeat(300_000));
        for value in [deep("[", "]"), deep(r#"{"extras":"#, "}")] {
            cube.is_same_with(r#"{"mesh":0}"#, &format!(r#"{{"mesh":0,"extras":{value}}}"#));
            for (part, field) in [
                (r#""scene":0"#, r#""scene":"#),
                (r#""indices":1"#, r#""indices":"#),
                (r#""translation":[5,0,0]"#, r#""translation":"#),
            ] {
                let what = cube.broken_with(part, &format!("{field}{value}"));
                assert!(what.len() < 100 && what.starts_with("line "), "{what}");
            }
        }
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 10);
        thread.spawn_scoped(scope, asked).expect("a thread").join().expect("no overflow");
    });
}

/// A primitive without positions, and one of points or lines, makes no triangles and reads nothing.
#[test]
fn primitives_without_triangles_are_skipped() {
    let cube = Cube::new("gltf-skipped");
    for more in [
        r#"{"attributes":{}}"#,
        r#"{"attributes":{"NORMAL":0,"_X":7},"indices":99,"mode":5}"#,
        r#"{"attributes":{"POSITION":99},"mode":0}"#,
        r#"{"attributes":{"POSITION":1},"indices":0,"mode":3}"#,
    ] {
        cube.is_same_with(r#""primitives":["#, &format!(r#""primitives":[{more},"#));
    }
    for only in ["", r#"{"attributes":{}}"#] {
        let part = r#"{"attributes":{"POSITION":0},"indices":1}"#;
        let found = cube.open(cube.with(part, only));
        assert!(matches!(found, Err(ImportFault::NoTriangles)), "{only}: {found:?}");
    }
    let found = cube.open(cube.with(r#"{"nodes":[0,1]}"#, "{}"));
    assert!(matches!(found, Err(ImportFault::NoTriangles)), "{found:?}");
    for mode in ["7", "255"] {
        let what = cube.broken_with(r#""indices":1"#, &format!(r#""indices":1,"mode":{mode}"#));
        assert_eq!(what, "mesh 0: primitive 0 has a mode that is none of glTF");
    }
}

/// The fields that are numbers, each with the value that it has.
const NUMBERS: [(&str, &str); 15] = [
    (r#""scene":"#, "0"),
    (r#""nodes":["#, "0"),
    (r#""children":["#, "2"),
    (r#"{"mesh":"#, "0"),
    (r#""POSITION":"#, "0"),
    (r#""indices":"#, "1"),
    (r#""buffer":"#, "0"),
    (r#""bufferView":"#, "0"),
    (r#""componentType":"#, "5126"),
    (r#""count":"#, "8"),
    (r#""byteLength":"#, "240"),
    (r#""byteOffset":"#, "96"),
    (r#"{"buffer":0,"byteLength":"#, "96"),
    (r#"{"mode":"#, "4"),
    (r#"{"byteStride":"#, "12"),
];

/// The cube with a number in a field, which gets there if it is not there.
fn with_number(cube: &Cube, (field, own): (&str, &str), number: &str) -> String {
    match field {
        r#"{"mode":"# => cube.with(r#"{"attributes""#, &format!(r#"{field}{number},"attributes""#)),
        r#"{"byteStride":"# => {
            cube.with(r#"{"buffer":0"#, &format!(r#"{field}{number},"buffer":0"#))
        }
        _ => cube.with(&format!("{field}{own}"), &format!("{field}{number}")),
    }
}

/// Whole numbers may be written as decimals or with exponents.
#[test]
fn numbers_may_be_decimals() {
    let cube = Cube::new("gltf-decimals");
    for (field, own) in NUMBERS {
        let tenfold = own.parse::<u32>().expect("a number") * 10;
        for number in [format!("{own}.0"), format!("{own}e+0"), format!("{tenfold}E-1")] {
            let found = cube.open(with_number(&cube, (field, own), &number));
            let found = found.unwrap_or_else(|fault| panic!("{field}{number}: {fault}"));
            assert_eq!(found, cube.whole, "{field}{number}");
        }
    }
}

/// Numbers that do not fit are none of a file that would be read as another one: not 2^32 for 0.
#[test]
fn numbers_that_do_not_fit_are_refused() {
    let cube = Cube::new("gltf-numbers");
    for (field, own) in NUMBERS {
        let wide = field.contains("byte") || field.contains("count");
        for number in
            ["-1", "0.5", "1e99", "-1.0", "18446744073709551616", r#""0""#, "[]", "{}", "true"]
        {
            let found = cube.open(with_number(&cube, (field, own), number));
            let Err(ImportFault::Broken(what)) = found else {
                panic!("{field}{number}: {found:?}")
            };
            assert!(is_about_json(&what), "{field}{number}: {what}");
        }
        let wrapped = u64::from(u32::MAX) + 1 + own.parse::<u64>().expect("a number");
        let found = cube.open(with_number(&cube, (field, own), &wrapped.to_string()));
        let Err(ImportFault::Broken(what)) = found else { panic!("{field}{wrapped}: {found:?}") };
        assert_eq!(is_about_json(&what), !wide, "{field}{wrapped}: {what}");
        let most = with_number(&cube, (field, own), "18446744073709551615");
        assert!(matches!(cube.open(most), Err(ImportFault::Broken(_))), "{field}");
    }
}

/// What refers to something that is not there is named.
#[test]
fn indices_that_name_nothing_are_told() {
    let cube = Cube::new("gltf-nothing");
    for (part, other, what) in [
        (r#""scene":0"#, r#""scene":1"#, "there is no scene 1"),
        (r#"[0,1]"#, r#"[0,3]"#, "scene 0: there is no node 3"),
        (r#"[2]"#, r#"[2,4294967295]"#, "node 1: there is no node 4294967295"),
        (r#"{"mesh":0}"#, r#"{"mesh":1}"#, "node 0: there is no mesh 1"),
        (r#""POSITION":0"#, r#""POSITION":2"#, "mesh 0: there is no accessor 2"),
        (r#""indices":1"#, r#""indices":3"#, "mesh 0: there is no accessor 3"),
        (r#""bufferView":1"#, r#""bufferView":2"#, "accessor 1: there is no buffer view 2"),
        (r#""buffer":0"#, r#""buffer":1"#, "buffer view 0: there is no buffer 1"),
        (
            r#"{"bufferView":0,"#,
            r#"{"bufferView":0,"byteOffset":1,"#,
            "accessor 0: it reaches beyond its buffer",
        ),
        (r#""byteLength":144"#, r#""byteLength":145"#, "accessor 1: it reaches beyond its buffer"),
        (r#""byteLength":240"#, r#""byteLength":241"#, "buffer 0 has 240 bytes, not 241"),
        (r#""byteLength":240"#, r#""byteLength":239"#, "accessor 1: it reaches beyond its buffer"),
    ] {
        assert_eq!(cube.broken_with(part, other), what, "{other}");
    }
}

/// Nodes are trees: none is a root twice, has two parents or is its own ancestor.
#[test]
fn nodes_that_are_reached_twice_are_told() {
    let cube = Cube::new("gltf-twice");
    for (part, other, node) in [
        ("[0,1]", "[0,1,0]", 0),
        ("[0,1]", "[0,1,2]", 2),
        ("[2]", "[2,2]", 2),
        ("[2]", "[1]", 1),
        (r#""scale":[2,2,2]"#, r#""children":[1]"#, 1),
    ] {
        let what = format!("node {node} is reached twice");
        assert_eq!(cube.broken_with(part, other), what, "{other}");
    }
}

/// Lists are no objects, nor are objects lists, and a missing field is not always what glTF allows.
#[test]
fn other_values_than_those_of_gltf_are_refused() {
    let cube = Cube::new("gltf-values");
    for (part, other) in [
        (r#"{"version":"2.0"}"#, r#"["2.0"]"#),
        (r#"{"version":"2.0"}"#, "{}"),
        (r#"{"version":"2.0"}"#, r#"{"version":2.0}"#),
        (r#"{"nodes":[0,1]}"#, "[[0,1]]"),
        (r#"{"nodes":[0,1]}"#, r#"{"nodes":{}}"#),
        (r#"{"mesh":0}"#, "[null,0]"),
        (r#"{"POSITION":0}"#, "[0]"),
        (r#"{"POSITION":0}"#, r#"{"POSITION":null}"#),
        (r#""attributes":{"POSITION":0},"#, ""),
        (r#""type":"VEC3""#, r#""type":["VEC3"]"#),
        (r#""type":"VEC3","#, ""),
        (r#""count":8,"#, ""),
        (r#""primitives""#, r#""none""#),
        ("[5,0,0]", "[5,0]"),
        ("[5,0,0]", r#"["x",0,0]"#),
    ] {
        let what = cube.broken_with(part, other);
        assert!(is_about_json(&what), "{other}: {what}");
    }
    assert!(cube.open(format!("[{}]", cube.text)).is_err());
    assert!(cube.broken_with("[5,0,0]", "[5,0,0,0]").starts_with("line 2 column "));
    // What may be missing may be null, and so it is read.
    let part = r#"{"mesh":0,"#;
    let nulls = r#"{"mesh":0,"children":null,"matrix":null,"rotation":null,"translation":null,"#;
    cube.is_same_with(part, nulls);
}

/// Of an attribute that is there twice the last counts. A field is there once.
#[test]
fn keys_that_come_twice() {
    let cube = Cube::new("gltf-keys");
    cube.is_same_with(r#""POSITION":0"#, r#""POSITION":1,"POSITION":0"#);
    cube.is_same_with(r#""scene":0"#, r#""extras":1,"extras":2,"scene":0"#);
    for (part, other) in [
        (r#""scene":0"#, r#""scene":0,"scene":0"#),
        (r#"{"mesh":0}"#, r#"{"mesh":0,"mesh":0}"#),
        (r#""count":8"#, r#""count":8,"count":8"#),
    ] {
        let what = cube.broken_with(part, other);
        assert!(is_about_json(&what), "{other}: {what}");
    }
}

/// Types and ways to store that glTF has and this crate does not read, and those that glTF has not.
#[test]
fn accessors_of_other_types_are_told() {
    let cube = Cube::new("gltf-types");
    for (part, other, what) in [
        ("5126", "5123", "accessor 0: positions that are no three floats: not supported"),
        ("VEC3", "VEC2", "accessor 0: positions that are no three floats: not supported"),
        ("5125", "5122", "accessor 1: indices that are no whole numbers: not supported"),
        ("5125", "5126", "accessor 1: indices that are no whole numbers: not supported"),
        ("SCALAR", "MAT2", "accessor 1: indices that are no whole numbers: not supported"),
        (r#""count":8"#, r#""count":8,"sparse":{}"#, "accessor 0: sparse storage: not supported"),
        (r#"{"bufferView":1,"#, "{", "accessor 1: storage without a buffer: not supported"),
        ("5126", "5124", "accessor 0: it has a type that is none of glTF"),
        ("5125", "1", "accessor 1: it has a type that is none of glTF"),
        ("VEC3", "secret", "accessor 0: it has a type that is none of glTF"),
        ("SCALAR", "", "accessor 1: it has a type that is none of glTF"),
    ] {
        let fault = cube.open(cube.with(part, other)).expect_err(other);
        let is_unsupported = matches!(fault, ImportFault::Unsupported(_));
        assert_eq!(is_unsupported, what.ends_with("supported"), "{other}: {fault:?}");
        assert_eq!(fault.to_string(), what, "{other}");
    }
    cube.is_same_with("VEC3", r"V\u0045C3");
    cube.is_same_with(r#""count":8"#, r#""count":8,"sparse":null"#);
}

/// A stride that leaves room between the points, one that makes them overlap, and others.
#[test]
fn strides_of_every_length() {
    let folder = Folder::new("gltf-strides");
    let at: Vec<u8> = (0..64_u16).flat_map(|i| f32::from(i).to_le_bytes()).collect();
    let uri = format!("data:;base64,{}", files::base64(&at));
    let of = |stride: usize, length: usize| {
        let text = format!(
            r#"{{"asset":{{"version":"2.0"}},
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
"buffers":[{{"byteLength":256,"uri":"{uri}"}}],
"bufferViews":[{{"buffer":0,"byteLength":{length},"byteStride":{stride}}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}]}}"#
        );
        MeshFile::open(folder.write("a.gltf", text)).map_err(|error| error.fault.to_string())
    };
    for stride in [4_u16, 8, 12, 16, 100] {
        // The last point need not be followed by the rest of a stride.
        let length = 2 * usize::from(stride) + 12;
        let file = of(stride.into(), length).unwrap_or_else(|fault| panic!("{stride}: {fault}"));
        let first = |i: u16| f32::from(i * stride / 4);
        let points = [0, 1, 2].map(|i| [0.0, 1.0, 2.0].map(|axis| first(i) + axis));
        assert_eq!(file.meshes[0].vertices(), points, "{stride}");
        let fault = of(stride.into(), length - 1).expect_err("it is too short");
        assert_eq!(fault, "accessor 0: it reaches beyond its buffer");
    }
    for stride in [0, 1, 3, 253, 256, usize::MAX] {
        let fault = of(stride, 256).expect_err("no stride");
        assert!(fault.starts_with(&format!("buffer view 0: a stride of {stride}, ")), "{fault}");
    }
    assert_eq!(of(252, 256), Err("accessor 0: it reaches beyond its buffer".into()));
}

/// Where a node has a matrix, its other fields do not count.
#[test]
fn matrices_come_before_other_transforms() {
    let cube = Cube::new("gltf-matrix");
    let matrix = r#""matrix":[1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1]"#;
    for more in ["", r#","translation":[7,0,0]"#, r#","rotation":[0,0,0,0],"scale":[1e99,0,0]"#] {
        cube.is_same_with(r#""translation":[5,0,0]"#, &format!("{matrix}{more}"));
    }
    for (other, what) in [
        (
            r#""translation":[1e99,0,0]"#,
            "node 1 has a transform that is not finite, or no rotation",
        ),
        (r#""rotation":[0,0,0,0]"#, "node 1 has a transform that is not finite, or no rotation"),
        (r#""scale":[0,1e39,0]"#, "node 1 has a transform that is not finite, or no rotation"),
    ] {
        assert_eq!(cube.broken_with(r#""translation":[5,0,0]"#, other), what);
    }
}

/// A binary file of chunks, and the length that its header announces.
fn binary(version: u32, chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (kind, content) in chunks {
        body.extend((content.len() as u32).to_le_bytes());
        body.extend(*kind);
        body.extend(*content);
    }
    let length = 12 + body.len() as u32;
    [&b"glTF"[..], &version.to_le_bytes(), &length.to_le_bytes(), &body].concat()
}

/// The first chunk is JSON. Others than it and the data may be anything.
#[test]
fn chunks_of_binary_files() {
    let folder = Folder::new("gltf-chunks");
    let open = |bytes: Vec<u8>| {
        MeshFile::open(folder.write("a.glb", bytes)).map_err(|error| error.fault.to_string())
    };
    let mesh = meshes::cuboid([0.0; 3], [1.0; 3]);
    let (text, data) = (files::gltf(&mesh, None), files::buffer(&mesh));
    let marked = format!("\u{feff}{text}");
    let inside = files::gltf(&mesh, Some(&format!("data:;base64,{}", files::base64(&data))));
    let json = (b"JSON", text.as_bytes());
    let data = (b"BIN\0", &data[..]);
    let other = (b"\xff\0a\n", &b"secret"[..]);
    let whole = open(files::glb(&mesh)).unwrap_or_else(|fault| panic!("{fault}"));
    for chunks in [
        &[json, data][..],
        &[json, data, other, other],
        &[json, other, data],
        &[(b"JSON", marked.as_bytes()), data],
        &[(b"JSON", inside.as_bytes())],
        &[(b"JSON", inside.as_bytes()), other],
        &[(b"JSON", inside.as_bytes()), (b"BIN\0", b"")],
    ] {
        assert_eq!(open(binary(2, chunks)), Ok(whole.clone()), "{} chunks", chunks.len());
    }
    for (bytes, what) in [
        (binary(2, &[]), "the file ends within a chunk"),
        (binary(2, &[data, json]), "the first chunk of the binary file is not JSON"),
        (binary(2, &[other, json, data]), "the first chunk of the binary file is not JSON"),
        (binary(2, &[json]), "buffer 0 has 0 bytes, not 240"),
        (binary(2, &[json, other]), "buffer 0 has 0 bytes, not 240"),
        (binary(1, &[json, data]), "a version of the binary header other than 2: not supported"),
        (binary(3, &[json, data]), "a version of the binary header other than 2: not supported"),
    ] {
        assert_eq!(open(bytes), Err(what.to_owned()));
    }
    // Chunks that are cut off, where the header knows of it and where it does not.
    let bytes = binary(2, &[json, data]);
    for end in [13, 19, 20, 24, bytes.len() - 241, bytes.len() - 1] {
        let mut cut = bytes[..end].to_vec();
        let what = format!("the file has {end} bytes, not {}", bytes.len());
        assert_eq!(open(cut.clone()), Err(what));
        cut[8..12].copy_from_slice(&(end as u32).to_le_bytes());
        assert_eq!(open(cut), Err("the file ends within a chunk".to_owned()), "{end}");
    }
}
