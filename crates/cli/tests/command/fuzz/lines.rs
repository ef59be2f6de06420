//! Lines of shapes, and the mesh files that they name.

use crate::files::{self, Folder};
use fastrand::Rng;
use motzkin_lab::workload::meshes;

/// What lines may be asked for.
pub const WANTED: [&str; 4] =
    ["verdict", "verdict,aabb,witness", "interval,axis,depth,subset", "aabb,axis,subset,interval"];

fn vector(rng: &mut Rng, dim: usize) -> String {
    let number = |rng: &mut Rng| match rng.u32(..10) {
        0 => format!("{:e}", f32::from_bits(rng.u32(..) & 0x7eff_ffff)),
        1 => format!("{}", rng.f32()),
        _ => format!("{}", rng.i32(-4..=4)),
    };
    let numbers: Vec<String> = (0..dim).map(|_| number(rng)).collect();
    format!("[{}]", numbers.join(","))
}

fn vectors(rng: &mut Rng, dim: usize, count: usize) -> String {
    let all: Vec<String> = (0..count).map(|_| vector(rng, dim)).collect();
    format!("[{}]", all.join(","))
}

/// The fields of a shape, which may be flat.
pub fn shape(rng: &mut Rng, dim: usize) -> String {
    let mut text = match rng.u32(..4) {
        0 => format!(r#""type":"tetra","verts":{}"#, vectors(rng, dim, dim + 1)),
        1 => {
            let count = rng.usize(..6);
            format!(r#""type":"hull","pts":{}"#, vectors(rng, dim, count))
        }
        kind => {
            let name = if kind == 2 { "tetra" } else { "cuboid" };
            let (origin, edges) = (vector(rng, dim), vectors(rng, dim, dim));
            format!(r#""type":"{name}","orig":{origin},"comp":{edges}"#)
        }
    };
    if rng.u32(..5) == 0 {
        text += &format!(r#","vel":{}"#, vector(rng, dim));
    }
    text
}

pub fn id(rng: &mut Rng) -> String {
    let ids = ["7", "null", r#""é\n""#, "[1, {\"a\": 2}]", "1e400", "-0.0", r#""""#, "true"];
    ids[rng.usize(..ids.len())].into()
}

/// Mesh files: those of a folder that lines may name, good and broken ones, and one beside it.
pub struct Shelf {
    folder: Folder,
}

/// The folder within a shelf that lines may name.
const ALLOWED: &str = "allowed";

/// The half edges of the cubes of a shelf, and their files.
pub const CUBES: [(f32, &str); 3] = [(0.25, "small.stl"), (1.0, "cube.obj"), (4.0, "large.gltf")];

/// Files that no line gets a mesh of, and the error of such a line.
pub const BROKEN: [(&str, &str); 8] = [
    ("cut.stl", "shape"),
    ("missing.obj", "io"),
    ("../beside.obj", "io"),
    ("nothing.ply", "shape"),
    ("index.obj", "shape"),
    ("number.obj", "not_finite"),
    ("buffer.gltf", "io"),
    ("cube.txt", "unsupported"),
];

impl Shelf {
    pub fn new(name: &str) -> Self {
        let shelf = Self { folder: Folder::new(name) };
        std::fs::create_dir_all(shelf.allowed()).expect("a folder");
        let write = |name: &str, bytes: &[u8]| {
            shelf.folder.write(&format!("{ALLOWED}/{name}"), bytes);
        };
        let [small, cube, large] = CUBES.map(|(half, _)| meshes::cuboid([-half; 3], [half; 3]));
        write("small.stl", &files::stl_binary(&small));
        write("cube.obj", files::obj(&cube).as_bytes());
        // A glTF of the files of the tests stands twice.
        let again = r#","children":[2]}"#;
        let (once, buffer) = (files::gltf(&large, Some("large.bin")), files::buffer(&large));
        assert!(once.contains(again), "{once}");
        write("large.gltf", once.replace(again, "}").as_bytes());
        write("large.bin", &buffer);
        write("sheet.ply", files::ply_text(&meshes::plate(2, 1.0)).as_bytes());
        write("blob.glb", &files::glb(&meshes::blob(5, 4, 1.0, 0.5, 7)));
        write("cut.stl", &files::stl_binary(&cube)[..200]);
        write("nothing.ply", b"ply\nformat ascii 1.0\nend_header\n");
        write("index.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 3\n");
        write("number.obj", b"v 0 0 0\nv 1 0 0\nv 0 1e39 0\nf 1 2 3\n");
        write("buffer.gltf", files::gltf(&cube, Some("missing.bin")).as_bytes());
        write("cube.txt", files::obj(&cube).as_bytes());
        shelf.folder.write("beside.obj", files::obj(&cube));
        shelf
    }

    /// The folder that lines may name files of.
    pub fn allowed(&self) -> String {
        self.folder.0.join(ALLOWED).display().to_string()
    }

    /// The path of a file, in one of many spellings.
    pub fn path(&self, rng: &mut Rng, name: &str) -> String {
        let more = ["", "./", ".//", "../allowed/"][rng.usize(..4)];
        format!("{}/{more}{name}", self.allowed())
    }

    /// Writes lines that a command reads, and returns their path.
    pub fn write_lines(&self, bytes: &[u8]) -> String {
        self.folder.write("lines.jsonl", bytes).display().to_string()
    }

    /// The fields of a mesh of any of the files.
    pub fn mesh(&self, rng: &mut Rng) -> String {
        let others = ["sheet.ply", "blob.glb"];
        let name = match rng.u32(..8) {
            0 => BROKEN[rng.usize(..BROKEN.len())].0,
            1 | 2 => others[rng.usize(..others.len())],
            _ => CUBES[rng.usize(..CUBES.len())].1,
        };
        let mut text = format!(r#""type":"mesh","path":"{}""#, self.path(rng, name));
        if rng.bool() {
            text += &format!(r#","solid":{}"#, rng.u32(..4) > 0);
        }
        let (way, turn) = (vector(rng, 3), vector(rng, 4));
        text += &match rng.u32(..5) {
            0 => String::new(),
            1 => format!(r#","pose":{{"rotation":{turn}}}"#),
            2 => format!(r#","pose":{{"rotation":{turn},"translation":{way}}}"#),
            _ => format!(r#","pose":{{"translation":{way}}}"#),
        };
        text
    }
}

/// The folder or the word of `--files`, for some lines.
pub fn allowed(rng: &mut Rng, shelf: &Shelf) -> Vec<String> {
    match rng.u32(..8) {
        0 => vec![],
        1 => vec!["--files".into(), "none".into()],
        _ => vec!["--files".into(), shelf.allowed()],
    }
}
