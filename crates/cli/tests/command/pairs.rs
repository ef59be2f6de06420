//! `motzkin pairs`, against `motzkin query` of every two lines.

use super::command::run;
use super::files::{self, Folder};
use motzkin_lab::workload::meshes;
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

/// The lines of an output, and the exit status.
type Answer = (Vec<String>, Option<i32>);

fn ask(args: &[&str], input: impl AsRef<[u8]>) -> Result<Answer, Failure> {
    let args = [&["pairs", "--engine", "cpu"], args].concat();
    let output = run(&args, input.as_ref())?;
    let printed = String::from_utf8(output.stderr)?;
    assert!(!printed.contains("panic"), "{printed}");
    let lines = String::from_utf8(output.stdout)?;
    Ok((lines.lines().map(str::to_owned).collect(), output.status.code()))
}

/// A seeded generator of small numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % end
    }

    fn vector(&mut self, dim: usize, reach: i64) -> Value {
        (0..dim).map(|_| self.below(2 * reach as u64 + 1) as i64 - reach).collect()
    }
}

/// Shapes of one dimension that meet now and then, a quarter of them hulls, some moving.
fn shapes(numbers: &mut Numbers, dim: usize, count: usize) -> Vec<Value> {
    let one = |numbers: &mut Numbers| {
        let origin = numbers.vector(dim, 9);
        let unit = |axis: usize, length: u64| -> Value {
            (0..dim).map(|i| if i == axis { length } else { 0 }).collect()
        };
        let comp: Vec<Value> = (0..dim).map(|axis| unit(axis, 1 + numbers.below(3))).collect();
        let mut shape = match numbers.below(4) {
            0 => {
                let count = numbers.below(6);
                let points: Vec<Value> = (0..count).map(|_| numbers.vector(dim, 6)).collect();
                json!({"type": "hull", "pts": points})
            }
            1 => json!({"type": "tetra", "orig": origin, "comp": comp}),
            _ => json!({"type": "cuboid", "orig": origin, "comp": comp}),
        };
        if numbers.below(4) == 0 {
            shape["vel"] = numbers.vector(dim, 4);
        }
        shape
    };
    (0..count).map(|_| one(numbers)).collect()
}

/// The lines of shapes, named by their numbers, with filters for some.
fn lines(numbers: &mut Numbers, dim: usize, shapes: &[Value]) -> (String, Vec<[u64; 2]>) {
    let mut filters = Vec::new();
    let mut text = String::new();
    for (number, shape) in shapes.iter().enumerate() {
        let mut line = shape.clone();
        (line["id"], line["dim"]) = (json!(number), json!(dim));
        let mut filter = [u64::from(u32::MAX); 2];
        for (name, bits) in ["group", "mask"].into_iter().zip(&mut filter) {
            if numbers.below(3) == 0 {
                *bits = numbers.below(8);
                line[name] = json!(*bits);
            }
        }
        filters.push(filter);
        text += &format!("{line}\n");
    }
    (text, filters)
}

/// What `motzkin query` says of these pairs, without those that are apart: the expected lines.
fn queried(
    dim: usize,
    want: &str,
    pairs: &[(usize, usize, &Value, &Value)],
) -> Result<Vec<Value>, Failure> {
    let line = |(a, b, of_a, of_b): &(usize, usize, &Value, &Value)| {
        format!("{}\n", json!({"id": [a, b], "dim": dim, "a": of_a, "b": of_b}))
    };
    let input: String = pairs.iter().map(line).collect();
    let output = run(&["query", "--engine", "cpu", "--want", want], input.as_bytes())?;
    let mut found = Vec::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let mut value: Value = serde_json::from_str(line)?;
        if value["verdict"] != json!("separate") {
            let id = value["id"].take();
            value.as_object_mut().ok_or("an object")?.remove("id");
            (value["a"], value["b"]) = (id[0].clone(), id[1].clone());
            found.push(value);
        }
    }
    Ok(found)
}

fn parsed(lines: &[String]) -> Result<Vec<Value>, Failure> {
    Ok(lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>()?)
}

#[test]
fn every_pair_that_meets_is_listed_as_query_words_it() -> Result<(), Failure> {
    let mut numbers = Numbers(2019);
    let meets = |a: [u64; 2], b: [u64; 2]| a[0] & b[1] != 0 && b[0] & a[1] != 0;
    for dim in [2, 3] {
        for want in ["verdict", "verdict,interval,aabb,axis,depth,witness,subset"] {
            let shapes = shapes(&mut numbers, dim, 60);
            let (text, filters) = lines(&mut numbers, dim, &shapes);
            let mut pairs = Vec::new();
            for (a, of_a) in shapes.iter().enumerate() {
                for (b, of_b) in shapes.iter().enumerate().skip(a + 1) {
                    if meets(filters[a], filters[b]) {
                        pairs.push((a, b, of_a, of_b));
                    }
                }
            }
            let expected = queried(dim, want, &pairs)?;
            assert!(expected.len() > 20, "{}", expected.len());
            let (found, status) = ask(&["--want", want], text)?;
            assert_eq!(parsed(&found)?, expected, "dim {dim}, {want}");
            assert_eq!(status, Some(0));
        }
    }
    Ok(())
}

#[test]
fn pairs_of_two_files() -> Result<(), Failure> {
    let mut numbers = Numbers(7);
    let (first, second) = (shapes(&mut numbers, 3, 40), shapes(&mut numbers, 3, 30));
    let named = |shapes: &[Value]| -> String {
        let line = |(number, shape): (usize, &Value)| {
            let mut line = shape.clone();
            (line["id"], line["dim"]) = (json!(number), json!(3));
            format!("{line}\n")
        };
        shapes.iter().enumerate().map(line).collect()
    };
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{}-against.jsonl", std::process::id()));
    std::fs::write(&path, named(&second))?;
    let path = path.to_str().ok_or("a path")?;
    let pairs: Vec<_> = first
        .iter()
        .enumerate()
        .flat_map(|(a, of_a)| second.iter().enumerate().map(move |(b, of_b)| (a, b, of_a, of_b)))
        .collect();
    let expected = queried(3, "verdict", &pairs)?;
    assert!(expected.len() > 10, "{}", expected.len());
    let (found, status) = ask(&["--against", path], named(&first))?;
    assert_eq!((parsed(&found)?, status), (expected, Some(0)));
    // Nothing to compare with, and another dimension.
    assert_eq!(ask(&["--against", path], "")?, (vec![], Some(0)));
    let flat = r#"{"id":1,"dim":2,"type":"hull","pts":[[0,0]]}"#;
    let (found, status) = ask(&["--against", path], flat)?;
    assert_eq!((found.len(), status), (30, Some(1)));
    assert!(found.iter().all(|line| line.contains(r#""error":"shape""#)), "{found:?}");
    std::fs::remove_file(path)?;
    Ok(())
}

#[test]
fn the_example_of_the_format() -> Result<(), Failure> {
    let input = r#"{"id": "crate 7", "dim": 3, "type": "cuboid", "orig": [0, 0, 0], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "vel": [1, 0, 0], "group": 1, "mask": 6}

{"id": 8, "dim": 3, "type": "hull", "pts": [[2, 0, 0], [3, 0, 0], [2, 1, 0]]}
{"id": 9, "dim": 3, "type": "mesh", "path": "x.obj", "pose": {"translation": [1, 0, 0]}}
{"id": 3, "dim": 3, "type": "cuboid", "orig": [0, 0, 0], "comp": [[1, 0, 0], [0, 1, 0], [1, 1, 0]]}
"#;
    let want = [
        r#"{"id":3,"error":"flat","line":5,"message":"the three edges lie in one plane"}"#,
        r#"{"a":"crate 7","b":8,"verdict":"touching"}"#,
    ];
    let (lines, status) = ask(&[], input)?;
    // There is no such file.
    let missing = r#"{"id":9,"error":"io","line":4,"message":"x.obj: "#;
    assert!(lines[0].starts_with(missing), "{}", lines[0]);
    assert_eq!(lines[1..], want);
    assert_eq!(status, Some(1));
    Ok(())
}

#[test]
fn meshes_that_are_not_allowed() -> Result<(), Failure> {
    let line = r#"{"id":1,"dim":3,"type":"mesh","path":"x.obj"}"#;
    let missing = r#""x.obj: "#;
    for (args, message) in [
        (&[][..], missing),
        (&["--files", "none"], "mesh files are not allowed"),
        (&["--files", env!("CARGO_TARGET_TMPDIR")], "no file of the folder that is allowed"),
    ] {
        let (lines, status) = ask(args, line)?;
        assert!(lines[0].contains(r#""error":"io""#), "{lines:?}");
        assert!(lines[0].contains(message), "{lines:?}");
        assert_eq!((lines.len(), status), (1, Some(1)));
    }
    Ok(())
}

#[test]
fn meshes_are_compared_with_every_shape() -> Result<(), Failure> {
    let folder = Folder::new("pairs-of-meshes");
    folder.write("cube.obj", files::obj(&meshes::cuboid([-1.0; 3], [1.0; 3])));
    folder.write("small.stl", files::stl_binary(&meshes::cuboid([-0.25; 3], [0.25; 3])));
    let at = |name: &str| folder.0.join(name).display().to_string();
    let mesh = |id: u32, name: &str, more: &str| {
        let path = at(name);
        format!("{{\"id\":{id},\"dim\":3,\"type\":\"mesh\",\"path\":\"{path}\"{more}}}\n")
    };
    let input = [
        mesh(0, "cube.obj", r#","solid":true"#),
        // Within the solid.
        "{\"id\":1,\"dim\":3,\"type\":\"hull\",\"pts\":[[0,0,0],[0.5,0,0]]}\n".to_owned(),
        // On its surface.
        "{\"id\":2,\"dim\":3,\"type\":\"hull\",\"pts\":[[1,0,0]]}\n".to_owned(),
        mesh(3, "small.stl", r#","pose":{"translation":[5,0,0]}"#),
        // It comes close on its way.
        cube("4", "7", r#","vel":[-2,0,0]"#),
    ]
    .concat();
    let pair =
        |a: u32, b: u32, verdict: &str| format!(r#"{{"a":{a},"b":{b},"verdict":"{verdict}"}}"#);
    let (over, near) = ("overlapping", "separate");
    let met = [pair(0, 1, over), pair(0, 2, over), pair(3, 4, over)];
    let (lines, status) = ask(&[], &*input)?;
    assert_eq!((&lines[..], status), (&met[..], Some(0)));
    // Nearly four away; the one that moves comes no closer than four.
    let (lines, status) = ask(&["--margin", "4"], &*input)?;
    let mut want = met.to_vec();
    want.extend([pair(0, 3, near), pair(1, 2, near), pair(2, 3, near)]);
    want.sort_unstable();
    assert_eq!((&lines[..], status), (&want[..], Some(0)));
    // A surface holds nothing.
    let surface = input.replace(r#","solid":true"#, "");
    let (lines, status) = ask(&[], surface)?;
    assert_eq!((&lines[..], status), (&met[1..], Some(0)));
    Ok(())
}

/// Two meshes of more near pairs of triangles than any list holds.
#[test]
fn large_meshes_within_a_margin() -> Result<(), Failure> {
    let folder = Folder::new("pairs-near-meshes");
    let torus = meshes::torus(120, 60, 2.0, 1.0);
    assert!(torus.len() * torus.len() > 1 << 27);
    let path = folder.write("torus.stl", files::stl_binary(&torus)).display().to_string();
    let line = |id: u32, x: f32| {
        let pose = json!({"translation": [x, 0.0, 0.0]});
        let line = json!({"id": id, "dim": 3, "type": "mesh", "path": path, "pose": pose});
        format!("{line}\n")
    };
    let near = vec![r#"{"a":1,"b":2,"verdict":"separate"}"#.to_owned()];
    let both = [line(1, 0.0), line(2, 10.0)].concat();
    assert_eq!(ask(&["--margin", "100"], &both)?, (near.clone(), Some(0)));
    // The tori reach to 3, and from 7.
    assert_eq!(ask(&["--margin", "4.0001"], &both)?, (near.clone(), Some(0)));
    assert_eq!(ask(&["--margin", "3.9999"], &both)?, (vec![], Some(0)));
    let hull = "{\"id\":2,\"dim\":3,\"type\":\"hull\",\"pts\":[[5,0,0],[6,1,0]]}\n";
    for other in [hull.to_owned(), cube("2", "5", "")] {
        let both = [line(1, 0.0), other].concat();
        assert_eq!(ask(&["--margin", "2"], &both)?, (vec![], Some(0)), "{both}");
        for margin in ["2.0001", "9"] {
            assert_eq!(ask(&["--margin", margin], &both)?, (near.clone(), Some(0)), "{both}");
        }
    }
    // It moves on, and past many triangles.
    let moving = [line(1, 0.0), cube("2", "5", r#","vel":[0,1,0]"#)].concat();
    assert_eq!(ask(&["--margin", "9"], moving)?, (near, Some(0)));
    Ok(())
}

/// Distances whose squares differ by 1 from that of a margin, by a part in `2^49`: corners of two
/// triangles, and of a triangle and a hull.
#[test]
fn meshes_all_but_at_a_margin() -> Result<(), Failure> {
    let folder = Folder::new("pairs-at-a-margin");
    let line = |id: u32, text: String| {
        let path = folder.write(&format!("{id}.obj"), text).display().to_string();
        format!("{}\n", json!({"id": id, "dim": 3, "type": "mesh", "path": path}))
    };
    let near = vec![r#"{"a":1,"b":2,"verdict":"separate"}"#.to_owned()];
    for (margin, [x, y, z]) in [
        (1_000_001_i64, [1_000_000, 1400, 200]),
        (1_000_001, [1_000_000, 1179, 781]),
        (16_777_213, [16_777_210, 10_022, 472]),
        (16_777_213, [16_777_212, 5015, 2899]),
        (16_777_211, [16_777_210, 5588, 1526]),
        (16_777_211, [16_777_205, 13_361, 4776]),
    ] {
        let off = x * x + y * y + z * z - margin * margin;
        assert_eq!(off.abs(), 1);
        let first = line(1, "v 0 0 0\nv -9 0 0\nv 0 -9 0\nf 1 2 3\n".to_owned());
        let second = format!("v {x} {y} {z}\nv {x} {} {z}\nv {x} {y} {}\nf 1 2 3\n", y + 9, z + 9);
        let hull = format!("{{\"id\":2,\"dim\":3,\"type\":\"hull\",\"pts\":[[{x},{y},{z}]]}}\n");
        for other in [line(2, second), hull] {
            let expected = if off < 0 { near.clone() } else { vec![] };
            let found = ask(&["--margin", &margin.to_string()], [&first[..], &other].concat())?;
            assert_eq!(found, (expected, Some(0)), "{x} {y} {z}: {other}");
        }
    }
    Ok(())
}

/// A unit cube at `x`, with more fields.
fn cube(id: &str, x: &str, more: &str) -> String {
    let frame = r#""type":"cuboid","comp":[[1,0,0],[0,1,0],[0,0,1]]"#;
    format!("{{\"id\":{id},\"dim\":3,{frame},\"orig\":[{x},0,0]{more}}}\n")
}

#[test]
fn ids_come_back_as_they_were_written() -> Result<(), Failure> {
    let ids = ["null", "1.0", "1e2", r#""\u00e9\n""#, r#"{"a": [1,  2]}"#, "[]", "true", "1.0"];
    let input: String = ids.iter().map(|id| cube(id, "0", "")).collect();
    let (lines, status) = ask(&[], format!("\u{feff}\n  \r\n{input}"))?;
    let mut want = Vec::new();
    for (i, a) in ids.iter().enumerate() {
        for b in &ids[i + 1..] {
            want.push(format!(r#"{{"a":{a},"b":{b},"verdict":"overlapping"}}"#));
        }
    }
    assert_eq!((lines, status), (want, Some(0)));
    Ok(())
}

#[test]
fn faulty_lines_come_first_and_the_rest_is_compared() -> Result<(), Failure> {
    let input = [
        "{\"id\": 0\n".to_owned(),
        cube("1", "0", ""),
        "\n".into(),
        r#"{"id":2,"dim":2,"type":"hull","pts":[]}"#.to_owned() + "\n",
        cube("3", "1e39", ""),
        cube("4", "0.5", r#","vel":[0,0]"#),
        cube("5", "0.5", r#","mass":1"#),
        cube("6", "0.5", r#","group":-1"#),
        cube("7", "0.5", r#","mask":4294967296"#),
        cube("8", "0.5", r#","mask":1.5"#),
        cube("9", "1", r#","mask":4294967295,"group":1.0"#),
        cube("10", "0.5", r#","mask":1e-400"#),
        "{\"dim\":3,\"type\":\"hull\",\"pts\":[]}\n".into(),
        "{\"id\":11,\"type\":\"hull\",\"pts\":[]}\n".into(),
        "{\"id\":12,\"dim\":3}\n".into(),
        "\u{fffd}\n".into(),
    ];
    let mut bytes = input.concat().into_bytes();
    bytes.extend(b"\xff\xfe{}");
    let (lines, status) = ask(&[], bytes)?;
    let (pair, faults) = lines.split_last().ok_or("some lines")?;
    assert_eq!(pair, r#"{"a":1,"b":9,"verdict":"touching"}"#);
    assert_eq!(status, Some(1));
    let told = parsed(faults)?;
    let told: Vec<_> = told
        .iter()
        .map(|line| (&line["id"], line["error"].as_str(), line["line"].as_u64()))
        .collect();
    let want = [
        (json!(null), "parse", 1),
        (json!(2), "shape", 4),
        (json!(3), "not_finite", 5),
        (json!(4), "shape", 6),
        (json!(5), "shape", 7),
        (json!(6), "shape", 8),
        (json!(7), "shape", 9),
        (json!(8), "shape", 10),
        (json!(10), "shape", 12),
        (json!(null), "parse", 13),
        (json!(11), "parse", 14),
        (json!(12), "shape", 15),
        (json!(null), "parse", 16),
        (json!(null), "parse", 17),
    ];
    let want: Vec<_> = want.iter().map(|(id, kind, line)| (id, Some(*kind), Some(*line))).collect();
    assert_eq!(told, want);
    let messages = faults.join("\n");
    for message in
        ["dim = 2, but the first shape has 3", "orig[0] = 1e39 is not", "missing field `type`"]
    {
        assert!(messages.contains(message), "{messages}");
    }
    Ok(())
}

#[test]
fn separate_pairs_within_a_margin() -> Result<(), Failure> {
    let input = [
        cube("1", "0", ""),
        cube("2", "1.5", ""),
        cube("3", "5", r#","vel":[-3,0,0]"#),
        r#"{"id":4,"dim":3,"type":"hull","pts":[[4,5,1]]}"#.to_owned(),
    ];
    let with = |margin| ask(&["--margin", margin, "--want", "axis,depth"], input.concat());
    let near = r#"{"a":1,"b":2,"verdict":"separate","axis":[1.0,0.0,0.0],"depth":0.5}"#;
    let meets = r#"{"a":2,"b":3,"verdict":"overlapping"}"#;
    assert_eq!(with("0")?, (vec![meets.into()], Some(0)));
    assert_eq!(with("0.5")?.0, [meets]);
    assert_eq!(with("0.75")?.0, [near, meets]);
    // The first and the third one come as close as 1, corners of the others five and more.
    let (lines, _) = with("1")?;
    assert_eq!(lines, [near, meets]);
    let (lines, _) = with("1.0001")?;
    assert_eq!(lines[1], r#"{"a":1,"b":3,"verdict":"separate"}"#);
    assert_eq!(with("5")?.0.iter().filter(|line| line.contains(r#""a":1,"b":4"#)).count(), 0);
    let (lines, _) = with("5.0001")?;
    let corner = lines.iter().find(|line| line.contains(r#""a":1,"b":4"#)).ok_or("listed")?;
    assert!(corner.contains(r#""depth":5.0"#), "{corner}");
    for margin in ["-1", "NaN", "inf", "x"] {
        let wrong = run(&["pairs", &format!("--margin={margin}"), "-"], b"")?;
        assert_eq!(wrong.status.code(), Some(2), "{margin}");
    }
    Ok(())
}

#[test]
fn nothing_huge_and_crowded_files() -> Result<(), Failure> {
    assert_eq!(ask(&[], "")?, (vec![], Some(0)));
    assert_eq!(ask(&[], "\n\r\n  \n")?, (vec![], Some(0)));
    assert_eq!(ask(&[], cube("1", "0", ""))?, (vec![], Some(0)));
    let far = [cube("1", "3.4e38", ""), cube("2", "3.4e38", r#","vel":[3e38,0,0]"#)].concat();
    let want = r#"{"a":1,"b":2,"verdict":"overlapping"}"#;
    assert_eq!(ask(&[], far)?, (vec![want.into()], Some(0)));
    // More candidates than are held at a time.
    let crowd: String = (0..1500).map(|id| cube(&id.to_string(), "0", "")).collect();
    let (lines, status) = ask(&[], crowd)?;
    assert_eq!((lines.len(), status), (1500 * 1499 / 2, Some(0)));
    let number = |line: &String| -> Option<(u64, u64)> {
        let value: Value = serde_json::from_str(line).ok()?;
        Some((value["a"].as_u64()?, value["b"].as_u64()?))
    };
    let sorted = |two: &[String]| number(&two[0]) < number(&two[1]);
    assert!(lines.windows(2).step_by(97).all(sorted));
    Ok(())
}
