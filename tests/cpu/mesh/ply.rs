//! PLY files: their headers, their numbers, and what is wrong with them.

use crate::common::mesh::files::{self, Folder, open};
use motzkin::import::ImportFault;
use motzkin::{MeshError, TriangleMesh};
use motzkin_lab::workload::meshes;

/// Four vertices, and one element with a list, in lines 10 to 14.
fn ply(element: &str, of: &str, list: &str) -> String {
    format!(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
         property float z\nelement {element} 1\nproperty list uchar {of} vertex_indices\n\
         end_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n{list}\n"
    )
}

#[test]
fn lists_of_every_type() {
    let folder = Folder::new("ply-types");
    for of in ["char", "uchar", "short", "ushort", "int", "uint"] {
        let mesh = open(&folder, "a.ply", ply("face", of, "4 0 1 2 3"));
        let mesh = mesh.unwrap_or_else(|fault| panic!("{of}: {fault}"));
        assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 2, 3]], "{of}");
    }
    for of in ["float", "double"] {
        let found = open(&folder, "a.ply", ply("face", of, "4 0 1 2 3"));
        assert!(matches!(found, Err(ImportFault::Broken(_))), "{of}: {found:?}");
    }
}

/// Of a strip, -1 begins another one. Nothing else is below zero, and of a face nothing at all.
#[test]
fn indices_below_zero() {
    let folder = Folder::new("ply-below");
    for (element, list, what) in [
        ("face", "3 0 1 -1", "there is no vertex -1"),
        ("face", "3 0 1 -2", "there is no vertex -2"),
        ("tristrips", "4 0 1 2 -2", "there is no vertex -2"),
        ("face", "2 0 1", "face 0 has 2 corners"),
    ] {
        let fault = open(&folder, "a.ply", ply(element, "int", list)).expect_err(list).to_string();
        assert!(fault.contains(what), "{fault}");
    }
}

/// What is wrong with a text, by its words.
#[test]
fn faults_say_what_they_are() {
    let folder = Folder::new("ply-faults");
    let good = ply("face", "int", "3 0 1 2");
    assert!(open(&folder, "a.ply", &good).is_ok());
    // Values and the blanks between them take more bytes than that.
    let fault = open(&folder, "a.ply", good.replace("3 0 1 2", "7 0 1 2")).expect_err("seven");
    assert!(fault.to_string().contains("a list of 7 values does not fit"), "{fault}");
    let cut =
        [("3 0 1 2\n", "elements do"), ("0 0 1\n3 0 1 2\n", "elements do"), (&good, "header does")];
    for (part, what) in cut {
        let fault = open(&folder, "a.ply", good.replace(part, "")).expect_err("it is cut off");
        assert!(fault.to_string().contains(&format!("the file ends before its {what}")), "{fault}");
    }
    let odd = good.replacen("float y", "half y", 1);
    let fault = open(&folder, "a.ply", odd).expect_err("there is no such type").to_string();
    assert!(fault.contains("line 5: "), "{fault}");
    let mut bytes = good.into_bytes();
    let last = bytes.len() - "1\n3 0 1 2\n".len();
    bytes[last] = 0xff;
    let fault = open(&folder, "a.ply", bytes).expect_err("no text").to_string();
    assert!(fault.contains("the text is not UTF-8"), "{fault}");
}

/// Of two elements or properties of one name it would be open which is meant.
#[test]
fn names_that_come_twice() {
    let folder = Folder::new("ply-names");
    let good = ply("face", "int", "3 0 1 2");
    let z = "property float z\n";
    let face = "element face 1\n";
    for (at, more, what) in [
        (z, "property float x\n", "line 7: the property has the name of that in line 4"),
        (z, "property list uchar int y\n", "line 7: the property has the name of that in line 5"),
        (face, "property int vertex_indices\n", "line 9: the property has the name of that in"),
        (z, "element vertex 0\n", "line 7: the element has the name of that in line 3"),
        ("end_header", "element face 1\n", "the element has the name of that in line 7"),
    ] {
        let bad = match at {
            "end_header" => good.replacen(at, &format!("{more}{at}"), 1),
            _ => good.replacen(at, &format!("{at}{more}"), 1),
        };
        let fault = open(&folder, "a.ply", &bad).expect_err(more);
        assert!(fault.to_string().contains(what), "{bad}: {fault}");
    }
    // Properties of two elements, and comments, may have any names.
    let more = format!("comment element vertex 4\n{face}property float x\n");
    let fine = good.replacen(face, &more, 1).replacen("3 0 1 2", "7 3 0 1 2", 1);
    let mesh = open(&folder, "a.ply", fine).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(mesh.triangles(), [[0, 1, 2]]);
}

/// A comment of a header in Latin-1. Names have to be UTF-8.
#[test]
fn comments_may_be_in_any_encoding() {
    let folder = Folder::new("latin");
    let cube = meshes::cuboid([0.0; 3], [1.0; 3]);
    let text = files::ply_text(&cube);
    for (line, read) in [
        (&b"comment von M\xfcller\n"[..], true),
        (b"obj_info \xff\xfe\ncomment \xe4\n", true),
        (b"element M\xfcller 0\n", false),
    ] {
        let head = text.find("element").expect("a header");
        let bytes = [&text.as_bytes()[..head], line, &text.as_bytes()[head..]].concat();
        let found = open(&folder, "a.ply", bytes);
        assert_eq!(found.as_ref().map(|mesh| mesh == &cube).ok(), read.then_some(true));
    }
}

/// A mesh, or the words of what is wrong with the file.
fn read(folder: &Folder, bytes: impl AsRef<[u8]>) -> Result<TriangleMesh, String> {
    open(folder, "a.ply", bytes).map_err(|fault| fault.to_string())
}

/// Every way to write a number. What is not read may be no number.
#[test]
fn numbers_of_every_spelling() {
    let folder = Folder::new("ply-numbers");
    let head = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float nx\n\
                property double y\nproperty list uchar float more\nproperty short z\n\
                property uchar red\nelement face 1\nproperty list uchar int vertex_index\n\
                property float quality\nend_header\n";
    let body = "1. nan .5 2 inf 1.#QNAN -7 255\n\
                -.5 -nan(ind) +1e0 0 0 1.5\n\
                \t1E-1  -inf\t-5.e-1 1 x 00 -3  and more \n\
                0 0x1p3 0 0 +32767 0\n\
                3 0 1 2 none\n";
    let mesh = read(&folder, [head, body].concat()).expect("numbers");
    let expected = [[1.0, 0.5, -7.0], [-0.5, 1.0, 0.0], [0.1, -0.5, 0.0], [0.0, 0.0, 32767.0]];
    assert_eq!(mesh.vertices(), expected);
    assert_eq!(mesh.triangles(), [[0, 1, 2]]);
    // What is not read may be no text, either.
    let bytes = [head, body].concat().replace("none", "n*ne").into_bytes();
    let bytes: Vec<u8> = bytes.iter().map(|&b| if b == b'*' { 0xf6 } else { b }).collect();
    assert_eq!(read(&folder, bytes), Ok(mesh));
}

/// A number that its type does not have, and words that are missing.
#[test]
fn numbers_that_are_none_of_their_type() {
    let folder = Folder::new("ply-ranges");
    let odd = "an element is not what the header says";
    for (of, fits, others) in [
        ("char", &["-128", "127"][..], &["-129", "128", "1.0", "0x1", "1e0", "nan"][..]),
        ("uint8", &["0", "255"], &["-1", "256", "1."]),
        ("int16", &["-32768", "32767"], &["-32769", "32768"]),
        ("ushort", &["0", "65535"], &["-1", "65536"]),
        ("int32", &["-2147483648", "2147483647"], &["-2147483649", "2147483648"]),
        ("uint", &["0", "4294967295"], &["-1", "4294967296", "99999999999999999999"]),
        ("float32", &["1e38", "-7"], &["1e", ".", "0x1", "1,5", "x"]),
        ("float64", &["1e-400", "1.25"], &["1d0", "--1", "1_0"]),
    ] {
        let with = |word: &str| {
            let text = ply("face", "int", "3 0 1 2").replacen("float z", &format!("{of} z"), 1);
            text.replacen("1 0 0\n", &format!("1 0 {word}\n"), 1)
        };
        for word in fits {
            let mesh = read(&folder, with(word)).expect(word);
            assert_eq!(mesh.vertices()[1][2], word.parse::<f64>().expect("a number") as f32);
        }
        for word in others {
            assert_eq!(read(&folder, with(word)), Err(format!("line 11: {odd}")), "{of}: {word}");
        }
    }
    let missing = [("1 0 0\n", "1 0\n", 11), ("3 0 1 2\n", "x 0 1 2\n", 14), ("3 0", "-3 0", 14)];
    for (from, to, line) in missing {
        let text = ply("face", "int", "3 0 1 2").replacen(from, to, 1);
        assert_eq!(read(&folder, text), Err(format!("line {line}: {odd}")), "{to}");
    }
    // The words of a list that is not read count, too.
    let text = ply("face", "int", "3 0 1 2").replacen("vertex_indices", "other", 1);
    let text = text.replacen("end_header", "property int more\nend_header", 1);
    assert_eq!(read(&folder, text), Err(format!("line 15: {odd}")));
}

/// Coordinates that are no `f32`: the vertex is named.
#[test]
fn coordinates_that_are_not_finite() {
    let folder = Folder::new("ply-finite");
    for (of, words) in [
        ("float", &["nan", "inf", "-inf", "1e39", "-1e40", "NaN", "Infinity"][..]),
        ("double", &["nan", "-inf", "1e39", "-1e40", "1e400"]),
    ] {
        for word in words {
            let text = ply("face", "int", "3 0 1 2").replacen("float z", &format!("{of} z"), 1);
            let text = text.replacen("1 0 0\n", &format!("1 0 {word}\n"), 1);
            let value = word.parse::<f64>().expect("a number") as f32;
            let fault = open(&folder, "a.ply", text).expect_err(word);
            let ImportFault::Mesh { mesh: None, error } = fault else { panic!("{word}: {fault}") };
            let MeshError::NotFinite { vertex, axis, value: found } = error else {
                panic!("{word}: {error}");
            };
            assert_eq!((vertex, axis, found.to_string()), (1, 2, value.to_string()), "{word}");
        }
    }
}

/// Elements and properties that are not read have any name that is a word of UTF-8.
#[test]
fn names_of_every_writer() {
    let folder = Folder::new("ply-words");
    let expected = read(&folder, ply("face", "int", "3 0 1 2"));
    for name in ["scalar_C2C[<1]", "1st", "x.y", "\u{e9}", "\"quoted\"", "-", "list", "vertex", "X"]
    {
        let property = format!("property float z\nproperty double {name}\n");
        let element = format!("element {name}! 1\nproperty list uchar float {name}\nelement face");
        let text = ply("face", "int", "3 0 1 2").replacen("property float z\n", &property, 1);
        let text = text.replacen("element face", &element, 1);
        let text = text.replacen("3 0 1 2", "2 .5 .5\n3 0 1 2", 1);
        let vertices = ["0 0 0\n", "1 0 0\n", "0 1 0\n", "0 0 1\n"];
        let with_more =
            |text: String, vertex: &&str| text.replacen(*vertex, &vertex.replace('\n', " 2.\n"), 1);
        assert_eq!(read(&folder, vertices.iter().fold(text, with_more)), expected, "{name}");
    }
}

/// All lines end as the first one does, or as it does but for a carriage return before.
#[test]
fn lines_of_every_end() {
    let folder = Folder::new("ply-ends");
    let text = ply("face", "int", "3 0 1 2");
    let expected = read(&folder, &text);
    assert_eq!(expected.as_ref().map(TriangleMesh::len), Ok(1));
    for end in ["\r", "\r\n", " \n", "\t\r"] {
        let text = text.replace('\n', end);
        assert_eq!(read(&folder, &text), expected, "{end:?}");
        assert_eq!(read(&folder, "\u{feff}".to_owned() + &text), expected, "{end:?}");
        assert_eq!(read(&folder, text.strip_suffix(end).expect("an end")), expected, "{end:?}");
        // Lines are counted by their ends.
        let odd = text.replacen("0 1 0", "0 1 x", 1);
        let fault = read(&folder, odd).expect_err("no number");
        assert!(fault.starts_with("line 12: "), "{end:?}: {fault}");
    }
    // Some programs change the ends of some lines.
    for place in ["ply\n", "1.0\n", "x\n", "end_header\n", "0 0 1\n"] {
        let mixed = text.replacen(place, &place.replace('\n', "\r\n"), 1);
        assert_eq!(read(&folder, mixed), expected, "{place:?}");
    }
    let other = "not all lines end as the first one does";
    for (text, end, line) in [
        (text.clone(), "\r", 11),
        (text.replace('\n', "\r\n"), "\r", 11),
        (text.replace('\n', "\r"), "\n", 11),
        (text.replace('\n', "\r"), "\r\n", 12),
    ] {
        let place = text.find("0 1 0").expect("a vertex");
        let before = text[..place].trim_end_matches(['\r', '\n']);
        let text = [before, end, &text[place..]].concat();
        assert_eq!(read(&folder, &text), Err(format!("line {line}: {other}")), "{text:?}");
    }
    let text = text.replacen("ply\n", "ply\r", 1);
    assert_eq!(read(&folder, text), Err(format!("line 2: {other}")));
    // Of a comment nothing is read.
    let text = ply("face", "int", "3 0 1 2").replacen("element", "comment a\rb\nelement", 1);
    assert_eq!(read(&folder, text), expected);
}

/// A line without a word is no element, unless elements have no words.
#[test]
fn blank_lines_and_elements_of_nothing() {
    let folder = Folder::new("ply-blank");
    let text = ply("face", "int", "3 0 1 2");
    let expected = read(&folder, &text);
    let blank = text.replacen("end_header\n", "end_header\n \n", 1);
    let blank = blank.replacen("0 1 0\n", "0 1 0\n\n\t\n", 1) + "\nwhat is behind all elements";
    assert_eq!(read(&folder, &blank), expected);
    let fault = read(&folder, blank.replacen("0 0 1", "0 0 x", 1)).expect_err("no number");
    assert!(fault.starts_with("line 16: "), "{fault}");
    let nothing = text.replacen("element face", "element nothing 2\nelement face", 1);
    let fault = read(&folder, &nothing).expect_err("lines of nothing");
    assert!(fault.contains("the file ends before its elements do"), "{fault}");
    assert_eq!(read(&folder, nothing.replacen("3 0 1 2", "\n\n3 0 1 2", 1)), expected);
    assert_eq!(read(&folder, nothing.replacen("3 0 1 2", "7 7\n\n3 0 1 2", 1)), expected);
}

/// What a header may not say. The line is named, and its words are not.
#[test]
fn headers_that_break_the_rules() {
    let folder = Folder::new("ply-rules");
    let text = ply("face", "int", "3 0 1 2");
    let rules = "the header breaks the format's rules";
    let whole = "the count of a list is no whole number";
    for (from, to, line, what) in [
        ("ply\n", "", 1, rules),
        ("ply\n", "secret\n", 1, rules),
        ("ply\n", "ply secret\n", 1, rules),
        ("ply\n", "comment secret\nply\n", 1, rules),
        ("format", "ply\nformat", 2, rules),
        ("format", "\nformat", 2, rules),
        ("format", "secret\nformat", 2, rules),
        ("format", "element secret 4\nproperty float secret secret\nformat", 3, rules),
        ("format", "property float secret\nformat", 2, rules),
        ("ascii", "binary", 2, rules),
        ("ascii 1.0", "ascii", 2, rules),
        ("ascii 1.0", "ascii 1.1", 2, "the format has a version other than 1.0"),
        ("element", "format binary_big_endian 1.0\nelement", 3, rules),
        ("vertex 4", "vertex", 3, rules),
        ("vertex 4", "vertex -4", 3, rules),
        ("vertex 4", "vertex +4", 3, rules),
        ("vertex 4", "vertex 4.0", 3, rules),
        ("vertex 4", "vertex 4 secret", 3, rules),
        ("vertex 4", "vertex 99999999999999999999", 3, rules),
        ("float x", "Float x", 4, rules),
        ("float x", "list x", 4, rules),
        ("list uchar int", "list uchar secret", 8, rules),
        ("list uchar int", "list uchar", 8, rules),
        ("list uchar int", "list list int", 8, rules),
        ("list uchar int", "list float int", 8, whole),
        ("list uchar int", "list double int", 8, whole),
        ("list uchar int vertex_indices", "list float64 int secret", 8, whole),
        ("end_header", "end_header secret", 9, rules),
        ("format ascii 1.0\n", "", 8, "the header names no format"),
    ] {
        let text = text.replacen(from, to, 1);
        assert_eq!(read(&folder, text), Err(format!("line {line}: {what}")), "{to}");
    }
    for (end, line) in [("ply\n", 2), ("vertex 4\n", 4), ("vertex_indices\n", 9)] {
        let end_of = text.find(end).expect("a line") + end.len();
        let what = format!("line {line}: the file ends before its header does");
        assert_eq!(read(&folder, &text[..end_of]), Err(what));
    }
    // What other programs write: the format once more or later, blanks, a comment without words.
    let later = text.replacen("format ascii 1.0\n", "obj_info\ncomment\n", 1);
    for fine in [
        text.replacen("element", "format ascii  1.0\nelement", 1),
        later.replacen("end_header", "format ascii 1.0\nend_header", 1),
        text.replace(' ', "\t "),
    ] {
        assert_eq!(read(&folder, fine), read(&folder, &text));
    }
}

/// Properties that are read have types that are. Of two lists the last one counts.
#[test]
fn properties_that_are_read() {
    let folder = Folder::new("ply-read");
    let text = ply("face", "int", "3 0 1 2");
    for (from, to, line) in [
        ("property float y", "property list uchar float y", 5),
        ("list uchar int vertex_indices", "int vertex_index", 8),
        ("list uchar int", "list uchar double", 8),
    ] {
        let what = format!("line {line}: the property has a type that is not read");
        assert_eq!(read(&folder, text.replacen(from, to, 1)), Err(what));
        if line == 8 {
            let none = text.replacen("face 1", "face 0", 1).replacen(from, to, 1);
            let fault = open(&folder, "a.ply", none).expect_err("no faces");
            assert!(matches!(fault, ImportFault::NoTriangles), "{fault}");
        }
    }
    for axis in ["x", "y", "z"] {
        let fault = read(&folder, text.replacen(&format!("float {axis}"), "float other", 1));
        assert_eq!(fault, Err(format!("vertices have no property {axis}")));
    }
    let two = "property list char uchar vertex_indices\nproperty list int uint vertex_index\n";
    let both = text.replacen("property list uchar int vertex_indices\n", two, 1);
    let both = both.replacen("3 0 1 2", "4 9 9 9 9 3 3 2 1", 1);
    assert_eq!(read(&folder, both).expect("two lists").triangles(), [[3, 2, 1]]);
    let none = text.replacen("vertex_indices", "other", 1);
    assert_eq!(read(&folder, none), Err("face 0 has 0 corners".into()));
}
