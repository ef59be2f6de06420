//! Solids, and the shapes within them.

use super::{Failure, answer, ask};
use crate::command::run;
use crate::files::{self, Folder};
use motzkin_lab::workload::meshes;
use serde_json::{Value, json};

/// A folder with a cube of sides 2 about the origin.
fn folder(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let path = folder.write("cube.obj", files::obj(&meshes::cuboid([-1.0; 3], [1.0; 3])));
    let path = path.display().to_string();
    (folder, path)
}

fn cuboid(x: f32) -> Value {
    json!({"type": "cuboid", "orig": [x, -0.5, -0.5], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]})
}

#[test]
fn a_shape_within_a_solid() -> Result<(), Failure> {
    let (_folder, path) = folder("solid-within");
    let solid = json!({"type": "mesh", "path": path, "solid": true});
    for (a, b, subset) in
        [(&solid, &cuboid(-0.5), [false, true]), (&cuboid(-0.5), &solid, [true, false])]
    {
        let line = json!({"id": 1, "dim": 3, "a": a, "b": b}).to_string();
        let found = answer("verdict,witness,subset", line)?;
        assert_eq!(found["verdict"], "overlapping");
        assert_eq!([&found["a_in_b"], &found["b_in_a"]], subset);
        let point = found["witness"].as_array().ok_or("a point")?;
        let within = |x: &Value| x.as_f64().is_some_and(|x| x.abs() <= 0.5);
        assert!(point.len() == 3 && point.iter().all(within), "{found}");
    }
    Ok(())
}

/// What touches a solid's surface from within may be in it or not: this is not told yet. What has a
/// part outside is not in it, and a surface holds nothing.
#[test]
fn a_shape_on_the_surface_of_a_solid() -> Result<(), Failure> {
    let (_folder, path) = folder("solid-surface");
    let solid = json!({"type": "mesh", "path": path, "solid": true});
    let surface = json!({"type": "mesh", "path": path});
    let ask_of = |a: &Value, b: &Value| {
        answer("verdict,subset", json!({"id": 1, "dim": 3, "a": a, "b": b}).to_string())
    };
    let neither = json!({"id": 1, "verdict": "overlapping", "a_in_b": false, "b_in_a": false});
    for (x, mesh) in [(0.5, &solid), (0.5, &surface), (0.0, &surface)] {
        assert_eq!(ask_of(mesh, &cuboid(x))?, neither, "{x} {mesh}");
        assert_eq!(ask_of(&cuboid(x), mesh)?, neither, "{x} {mesh}");
    }
    let flat = json!({"type": "hull", "pts": [[1, 0, 0], [1, 0.5, 0], [1, 0, 0.5]]});
    assert_eq!(ask_of(&surface, &flat)?, neither);
    assert_eq!(ask_of(&solid, &cuboid(0.0))?["error"], "unsupported");
    // The same of pairs, whichever file has the mesh.
    let named = |value: &Value, id: u32| {
        let mut value = value.clone();
        (value["id"], value["dim"]) = (json!(id), json!(3));
        value.to_string()
    };
    for (shape, fields) in [
        (cuboid(-0.5), r#""verdict":"overlapping","a_in_b":true,"b_in_a":false}"#),
        (cuboid(0.5), r#""verdict":"overlapping","a_in_b":false,"b_in_a":false}"#),
        (cuboid(0.0), r#""error":"unsupported","message":""#),
    ] {
        let input = format!("{}\n{}\n", named(&shape, 1), named(&solid, 2));
        let output = run(&["pairs", "--engine", "cpu", "--want", "subset"], input.as_bytes())?;
        let text = String::from_utf8(output.stdout)?;
        assert!(text.starts_with(&format!(r#"{{"a":1,"b":2,{fields}"#)), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        let fails = fields.contains("error");
        assert_eq!(output.status.code(), Some(i32::from(fails)));
    }
    Ok(())
}

/// Two meshes have three dimensions. A mesh and something else have those that the line says.
#[test]
fn a_mesh_and_a_shape_need_a_dimension() -> Result<(), Failure> {
    let (_folder, path) = folder("solid-dim");
    for (a, b) in [(json!(path), cuboid(0.0)), (cuboid(0.0), json!(path))] {
        let found = answer("verdict", json!({"id": 1, "a": a, "b": b}).to_string())?;
        assert_eq!(
            (&found["error"], &found["message"]),
            (&json!("parse"), &json!("missing field `dim`"))
        );
    }
    Ok(())
}

/// Numbers of mesh files that are no `f32`: in the file, or once its parts stand where they do.
#[test]
fn meshes_of_numbers_that_are_not_finite() -> Result<(), Failure> {
    let (folder, path) = folder("solid-finite");
    let cube = meshes::cuboid([-1.0; 3], [1.0; 3]);
    let gltf = files::gltf(&cube, Some("b.bin")).replace("[2,2,2]", "[1e38,1e38,1e38]");
    let gltf = gltf.replace("[5,0,0]", "[3e38,0,0]");
    folder.write("b.bin", files::buffer(&cube));
    let mut ply = files::ply_binary(&cube);
    let end = b"end_header\n";
    let at = ply.windows(end.len()).position(|bytes| bytes == end).ok_or("a header")? + end.len();
    ply[at..at + 8].copy_from_slice(&f64::NAN.to_le_bytes());
    let far = |text: String| text.replacen("-1 -1 -1", "-1 1e39 -1", 1).into_bytes();
    for (name, bytes, line) in [
        ("far.gltf", gltf.into_bytes(), "far.gltf: placement 0 of mesh 0: vertex 1: x = 3.99999"),
        ("nan.ply", ply, ""),
        ("far.ply", far(files::ply_text(&cube)), ""),
        ("far.obj", far(files::obj(&cube)), "line 6: the vertex's inf is not finite as f32"),
        ("far.stl", far(files::stl_text(&cube)), "line 4: the vertex's inf is not finite as f32"),
    ] {
        let bad = folder.write(name, bytes).display().to_string();
        let found = answer("verdict", json!({"id": 1, "a": path, "b": bad}).to_string())?;
        assert_eq!(found["error"], "not_finite", "{found}");
        assert!(found["message"].as_str().is_some_and(|text| text.contains(line)), "{found}");
    }
    Ok(())
}

/// Messages name a file as the line does, whatever it is resolved to.
#[test]
fn a_faulty_mesh_of_a_folder_is_named_as_it_was_asked_for() -> Result<(), Failure> {
    let (folder, _) = folder("solid-named");
    std::fs::create_dir_all(folder.0.join("deep"))?;
    folder.write("bad.obj", "v 0 0 0\nf 1 2 3\n");
    let path = folder.0.join("deep/../bad.obj").display().to_string();
    let line = json!({"id": 1, "a": path, "b": path}).to_string();
    let allowed = folder.0.display().to_string();
    let output = run(&["query", "--engine", "cpu", "--files", &allowed], line.as_bytes())?;
    let found: Value = serde_json::from_slice(&output.stdout)?;
    let message = found["message"].as_str().unwrap_or_default();
    assert!(message.starts_with(&format!("a: {path}: ")), "{found}");
    Ok(())
}

/// Either of axis and depth alone.
#[test]
fn an_axis_or_a_depth_of_hulls() -> Result<(), Failure> {
    let hull = |x: f32| json!({"type": "hull", "pts": [[x, 0, 0], [x, 1, 0]]});
    let line = json!({"id": 1, "dim": 3, "a": hull(0.0), "b": hull(2.0)}).to_string();
    let axis = json!({"id": 1, "verdict": "separate", "axis": [1.0, 0.0, 0.0]});
    assert_eq!(answer("axis", &line)?, axis);
    assert_eq!(answer("depth", &line)?, json!({"id": 1, "verdict": "separate", "depth": 2.0}));
    Ok(())
}

/// A bit more than the longest line, which came whole.
#[test]
fn a_line_that_is_a_little_too_long() -> Result<(), Failure> {
    let line = super::against_unit("1", super::UNIT);
    let blanks = |count: usize| format!("{}{}{}\n", &line[..1], " ".repeat(count), &line[1..]);
    let most = 16 << 20;
    for (length, expected) in
        [(most, r#"{"id":1,"verdict""#), (most + 1, r#"{"id":null,"error":"parse""#)]
    {
        let (lines, _) = ask("verdict", blanks(length - line.len()))?;
        assert_eq!(lines.len(), 1);
        assert!(lines[0].starts_with(expected), "{length}: {}", lines[0]);
    }
    Ok(())
}

/// What cannot be read at all is an error of the call.
#[test]
fn a_folder_is_no_input() -> Result<(), Failure> {
    let (folder, _) = folder("solid-input");
    let path = folder.0.display().to_string();
    for command in ["query", "pairs"] {
        let output = run(&[command, "--engine", "cpu", &path], b"")?;
        assert_eq!(output.status.code(), Some(2));
        assert!(
            output.stdout.is_empty() && String::from_utf8_lossy(&output.stderr).contains(&path)
        );
    }
    Ok(())
}

/// A file in the folder that the command is in, and its buffer.
#[test]
fn buffers_beside_a_file_without_a_folder() -> Result<(), Failure> {
    let (folder, _) = folder("solid-beside");
    let cube = meshes::cuboid([-1.0; 3], [1.0; 3]);
    folder.write("b.bin", files::buffer(&cube));
    folder.write("a.gltf", files::gltf(&cube, Some("b.bin")));
    folder.write("one.jsonl", r#"{"id":1,"a":"a.gltf","b":"a.gltf"}"#);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_motzkin"))
        .args(["query", "--engine", "cpu", "one.jsonl"])
        .current_dir(&folder.0)
        .output()?;
    assert_eq!(String::from_utf8(output.stdout)?, "{\"id\":1,\"verdict\":\"overlapping\"}\n");
    Ok(())
}

/// Two cuboids that touch at `2^128` alone, which is no `f32`: there is no box to print.
#[test]
fn boxes_beyond_every_float() -> Result<(), Failure> {
    let half = 2.0_f32.powi(127);
    let cuboid =
        |y: f32, comp: Value| json!({"type": "cuboid", "orig": [half, y, 0], "comp": comp});
    let shelf = cuboid(0.0, json!([[half, 0, 0], [0, -1, 0], [0, 0, 1]]));
    let slanted = cuboid(16.0, json!([[half, -16, 0], [0, 1, 0], [0, 0, 1]]));
    let line = json!({"id": 1, "dim": 3, "a": shelf, "b": slanted}).to_string();
    assert_eq!(answer("verdict", &line)?, json!({"id": 1, "verdict": "touching"}));
    let message = "aabb.max[0] is not finite as f32";
    let expected = json!({"id": 1, "error": "not_finite", "line": 1, "message": message});
    assert_eq!(answer("aabb", &line)?, expected);
    // Of pairs, too.
    let named = |shape: &Value, id: u32| {
        let mut shape = shape.clone();
        (shape["id"], shape["dim"]) = (json!(id), json!(3));
        format!("{shape}\n")
    };
    let input = named(&shelf, 1) + &named(&slanted, 2);
    let output = run(&["pairs", "--engine", "cpu", "--want", "aabb"], input.as_bytes())?;
    let expected = json!({"a": 1, "b": 2, "error": "not_finite", "message": message});
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout)?, expected);
    assert_eq!(output.status.code(), Some(1));
    Ok(())
}
