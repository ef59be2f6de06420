//! Binary PLY files of both byte orders.

use crate::common::mesh::files::{Folder, open};
use motzkin::import::ImportFault;
use motzkin::{MeshError, TriangleMesh};

const ORDERS: [&str; 2] = ["binary_little_endian", "binary_big_endian"];

/// A file that is written number by number.
struct File {
    order: &'static str,
    bytes: Vec<u8>,
}

impl File {
    /// A file with these lines between the format and the body.
    fn new(order: &'static str, lines: &str) -> Self {
        let head = format!("ply\nformat {order} 1.0\n{lines}end_header\n");
        Self { order, bytes: head.into() }
    }

    /// Adds a number, whose lowest byte comes first.
    fn add<const N: usize>(&mut self, mut number: [u8; N]) -> &mut Self {
        if self.order == "binary_big_endian" {
            number.reverse();
        }
        self.bytes.extend(number);
        self
    }

    /// Adds a number of this type.
    fn add_as(&mut self, of: &str, number: f64) -> &mut Self {
        let whole = number as i64;
        match of {
            "char" | "int8" | "uchar" | "uint8" => self.add([whole as u8]),
            "short" | "int16" | "ushort" | "uint16" => self.add((whole as u16).to_le_bytes()),
            "int" | "int32" | "uint" | "uint32" => self.add((whole as u32).to_le_bytes()),
            "float" | "float32" => self.add((number as f32).to_le_bytes()),
            "double" | "float64" => self.add(number.to_le_bytes()),
            _ => panic!("no type: {of}"),
        }
    }

    fn read(&self, folder: &Folder) -> Result<TriangleMesh, String> {
        open(folder, "a.ply", &self.bytes).map_err(|fault| fault.to_string())
    }
}

/// The lines of three vertices with coordinates of a type, and of elements with a list.
fn lines(of: &str, elements: &str, list: &str) -> String {
    format!(
        "element vertex 3\nproperty {of} x\nproperty {of} y\nproperty {of} z\n\
         element {elements}\nproperty list {list} vertex_indices\n"
    )
}

/// The file of a triangle whose last corner is `(0, 1, z)`.
fn triangle(order: &'static str, of: &str, z: f64, list: [&str; 2]) -> File {
    let mut file = File::new(order, &lines(of, "face 1", &list.join(" ")));
    for x in [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, z] {
        file.add_as(of, x);
    }
    file.add_as(list[0], 3.0);
    for index in [2.0, 0.0, 1.0] {
        file.add_as(list[1], index);
    }
    file
}

/// Every type by both of its names, as a coordinate, a count and an index.
#[test]
fn numbers_of_every_type() {
    let folder = Folder::new("ply-binary");
    let types: [([&str; 2], &[f64]); 8] = [
        (["char", "int8"], &[-128.0, -1.0, 127.0]),
        (["uchar", "uint8"], &[128.0, 255.0]),
        (["short", "int16"], &[-32768.0, -1.0, 258.0, 32767.0]),
        (["ushort", "uint16"], &[258.0, 32768.0, 65535.0]),
        (["int", "int32"], &[-2147483648.0, -1.0, 66051.0]),
        (["uint", "uint32"], &[66051.0, 2147483648.0, 4294967295.0]),
        (["float", "float32"], &[-0.1, 1e30]),
        (["double", "float64"], &[-0.1, 1e30, 1e-300]),
    ];
    for order in ORDERS {
        for (of, values) in types.iter().flat_map(|(names, values)| names.map(|of| (of, values))) {
            for &z in *values {
                let mesh = triangle(order, of, z, ["uchar", "int"]).read(&folder).expect(of);
                assert_eq!(mesh.vertices()[2], [0.0, 1.0, z as f32], "{order}, {of}");
            }
            let mut ways = vec![[of, "int"], ["uchar", of]];
            if of.starts_with(['f', 'd']) {
                ways.clear();
            }
            for list in ways {
                let mesh = triangle(order, "float", 2.5, list).read(&folder).expect(of);
                assert_eq!(mesh.triangles(), [[2, 0, 1]], "{order}, {list:?}");
            }
        }
    }
}

/// Coordinates that are no `f32`: the vertex is named.
#[test]
fn coordinates_that_are_not_finite() {
    let folder = Folder::new("ply-binary-finite");
    for (of, z) in [("float", f64::NAN), ("float", f64::INFINITY), ("double", -1e39)] {
        for order in ORDERS {
            let file = triangle(order, of, z, ["uchar", "uchar"]);
            let fault = open(&folder, "a.ply", &file.bytes).expect_err("not finite");
            let ImportFault::Mesh { mesh: None, error } = fault else { panic!("{fault}") };
            let MeshError::NotFinite { vertex, axis, value } = error else { panic!("{error}") };
            let found = (vertex, axis, value.to_string());
            assert_eq!(found, (2, 2, (z as f32).to_string()), "{order}, {of}");
        }
    }
}

/// A count below zero is one, in a list that is read and in one that is left out.
#[test]
fn counts_below_zero() {
    let folder = Folder::new("ply-binary-below");
    for order in ORDERS {
        for (of, count) in
            [("char", -1), ("int8", -128), ("short", -1), ("int", -1), ("int32", -77)]
        {
            for (elements, name, what) in [
                ("face 2", "vertex_indices", "face 1"),
                ("tristrips 2", "vertex_index", "strips 1"),
                ("face 2", "other", "face 1"),
                ("secret 2", "secret", "element 1 of the header, number 1"),
            ] {
                let head = lines("char", elements, &format!("{of} uchar"));
                let mut file = File::new(order, &head.replacen("vertex_indices", name, 1));
                file.bytes.extend([0; 9]);
                file.add_as(of, 3.0).add([0]).add([1]).add([2]).add_as(of, count.into());
                file.bytes.extend([0; 300]);
                let expected = format!("{what}: a list of {count} values");
                assert_eq!(file.read(&folder), Err(expected), "{order}, {of}");
            }
        }
        // Of a type without a sign, the same bits are a long list.
        for (of, count) in [("uchar", 255), ("ushort", 65535), ("uint", 4294967295_u32)] {
            let mut file = File::new(order, &lines("char", "face 1", &format!("{of} short")));
            file.bytes.extend([0; 9]);
            file.add_as(of, count.into());
            file.bytes.extend([0; 509]);
            let what = "does not fit into the 509 bytes left of the file";
            let expected = format!("face 0: a list of {count} values {what}");
            assert_eq!(file.read(&folder), Err(expected), "{order}, {of}");
        }
    }
}

/// The last index of a list that is counted by 255 bytes, which fit.
#[test]
fn lists_of_the_most_values() {
    let folder = Folder::new("ply-binary-long");
    for order in ORDERS {
        let mut file = File::new(order, &lines("char", "tristrips 1", "uchar short"));
        file.bytes.extend([0, 0, 0, 1, 0, 0, 0, 1, 0, 255]);
        for index in [0.0, 1.0, 2.0, -1.0].into_iter().cycle().take(255) {
            file.add_as("short", index);
        }
        let mesh = file.read(&folder).expect("64 strips");
        assert_eq!(mesh.triangles(), [[0, 1, 2]; 64], "{order}");
        file.bytes.pop();
        let fault = file.read(&folder).expect_err("one byte is missing");
        assert!(fault.starts_with("strips 0: a list of 255 values does not fit"), "{fault}");
    }
}

/// Cut off anywhere, a file names the element. Its bytes have no lines.
#[test]
fn files_that_are_cut_off() {
    let folder = Folder::new("ply-binary-cut");
    let more = "property list uchar float more\nelement other 2\nproperty short a\n";
    for order in ORDERS {
        let head = lines("float", "face 2", "uchar int") + more;
        let mut file = File::new(order, &head);
        let start = file.bytes.len();
        for x in [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
            file.add_as("float", x);
        }
        let face_ends = [1, 2].map(|_| {
            for index in [3.0, 0.0, 1.0, 2.0] {
                file.add_as(if index == 3.0 { "uchar" } else { "int" }, index);
            }
            file.add([1]).add_as("float", 0.5);
            file.bytes.len() - start
        });
        file.add_as("short", 7.0).add_as("short", 7.0);
        let whole = file.bytes.len() - start;
        assert_eq!(file.read(&folder).map(|mesh| mesh.len()), Ok(2), "{order}");
        let mut faults = 0;
        for end in (0..whole).rev() {
            file.bytes.pop();
            let fault = file.read(&folder).expect_err("it is cut off");
            // Where the shortest elements do not fit, no element is read.
            if fault.contains("of them do not fit into") {
                continue;
            }
            faults += 1;
            let place = if end < face_ends[0] {
                "face 0: "
            } else if end < face_ends[1] {
                "face 1: "
            } else {
                "element 2 of the header, number "
            };
            assert!(fault.starts_with(place), "{order}, {end}: {fault}");
            let ends = fault.ends_with("the file ends before its elements do");
            assert!(ends || fault.contains("values does not fit into the"), "{fault}");
        }
        assert!(faults > 20, "{faults}");
    }
}

/// The vertices of a file that ends among them, though their shortest lists would fit.
#[test]
fn vertices_that_are_cut_off() {
    let folder = Folder::new("ply-binary-vertices");
    for order in ORDERS {
        let list = "property float z\nproperty list uchar double more\n";
        let head = lines("float", "face 0", "uchar int").replacen("property float z\n", list, 1);
        let mut file = File::new(order, &head);
        for _ in 0..2 {
            file.bytes.extend([0; 12]);
            file.add([2]).add_as("double", 0.5).add_as("double", 0.5);
        }
        let expected = "vertex 2: the file ends before its elements do";
        assert_eq!(file.read(&folder), Err(expected.into()), "{order}");
    }
}

/// Headers whose lines end in a carriage return alone: the body begins behind it, be its first byte
/// a line feed or another carriage return.
#[test]
fn bodies_behind_every_end_of_a_line() {
    let folder = Folder::new("ply-binary-ends");
    for order in ORDERS {
        for end in ["\n", "\r\n", "\r"] {
            for first in [b'\n', b'\r'] {
                let file = triangle(order, "uchar", 1.0, ["uchar", "uchar"]);
                let body = file.bytes.len() - 13;
                let (head, body) = file.bytes.split_at(body);
                let head = String::from_utf8_lossy(head).replace('\n', end);
                let mut bytes = ["\u{feff}".as_bytes(), head.as_bytes(), body].concat();
                let place = bytes.len() - 13;
                bytes[place] = first;
                let mesh = open(&folder, "a.ply", bytes).unwrap_or_else(|fault| panic!("{fault}"));
                assert_eq!(mesh.vertices()[0], [f32::from(first), 0.0, 0.0], "{order}, {end:?}");
            }
        }
    }
}

/// Names and what stands in properties that are not read are nothing to the reader, in whatever
/// order elements come.
#[test]
fn what_is_not_read() {
    let folder = Folder::new("ply-binary-others");
    for order in ORDERS {
        let head = "element scan<1> 2\nproperty list short double a[1]\n\
                    element face 1\nproperty float quality\n\
                    property list int ushort vertex_index\n\
                    element vertex 3\nproperty float nx\nproperty short y\n\
                    property list uint8 int16 \u{e9}\nproperty double x\nproperty uint z\n";
        let mut file = File::new(order, head);
        file.add_as("short", 1.0).add_as("double", f64::NAN).add_as("short", 0.0);
        file.add_as("float", f64::NAN).add_as("int", 3.0);
        for index in [1.0, 2.0, 0.0] {
            file.add_as("ushort", index);
        }
        for (number, [x, y, z]) in
            [[0.5, -7.0, 0.0], [-1.5, 300.0, 1.0], [0.0, 0.0, 70000.0]].into_iter().enumerate()
        {
            file.add_as("float", f64::INFINITY).add_as("short", y).add_as("uint8", number as f64);
            for _ in 0..number {
                file.add_as("int16", -1.0);
            }
            file.add_as("double", x).add_as("uint", z);
        }
        let mesh = file.read(&folder).expect(order);
        let expected = [[0.5, -7.0, 0.0], [-1.5, 300.0, 1.0], [0.0, 0.0, 70000.0]];
        assert_eq!((mesh.vertices(), mesh.triangles()), (&expected[..], &[[1, 2, 0]][..]));
        // What is behind the elements does not matter.
        file.bytes.extend(b"more");
        assert_eq!(file.read(&folder).expect(order), mesh);
    }
}
