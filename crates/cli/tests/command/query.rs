//! `motzkin query`, line by line.

mod hull;
mod lines;
mod malformed;
mod mesh;
mod moving;
mod plane;
mod solid;

use super::command::run;
use serde_json::{Value, json};

const UNIT: &str = r#"{"type":"cuboid","orig":[0,0,0],"comp":[[1,0,0],[0,1,0],[0,0,1]]}"#;

type Failure = Box<dyn std::error::Error>;

/// A line about the unit cube and another shape.
fn against_unit(id: &str, b: &str) -> String {
    format!(r#"{{"id":{id},"dim":3,"a":{UNIT},"b":{b}}}"#)
}

/// The answers to an input, as raw lines, and the exit status.
fn ask(want: &str, input: impl AsRef<[u8]>) -> Result<(Vec<String>, Option<i32>), Failure> {
    let output = run(&["query", "--engine", "cpu", "--want", want], input.as_ref())?;
    let printed = String::from_utf8(output.stderr)?;
    assert!(printed.starts_with("motzkin: engine cpu"), "{printed}");
    assert!(!printed.contains("panic"), "{printed}");
    Ok((
        String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect(),
        output.status.code(),
    ))
}

/// The one answer to one line.
fn answer(want: &str, line: impl AsRef<[u8]>) -> Result<Value, Failure> {
    let (lines, status) = ask(want, line.as_ref())?;
    assert_eq!(lines.len(), 1, "{lines:?}");
    let value: Value = serde_json::from_str(&lines[0])?;
    assert_eq!(status, Some(i32::from(value.get("error").is_some())), "{value}");
    Ok(value)
}

#[test]
fn the_examples_of_the_format() -> Result<(), Failure> {
    let input = r#"{"id": "overlap", "dim": 3, "a": {"type": "cuboid", "orig": [0, 0, 0], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "b": {"type": "cuboid", "orig": [0.5, 0.25, 0.125], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}
{"id": "touch", "dim": 3, "a": {"type": "cuboid", "orig": [0, 0, 0], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "b": {"type": "cuboid", "orig": [2, 1, 1], "comp": [[-1, 0, 0], [0, -1, 0], [0, 0, -1]]}}
{"id": "apart", "dim": 3, "a": {"type": "cuboid", "orig": [0, 0, 0], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "b": {"type": "tetra", "orig": [3, 0.25, 0.25], "comp": [[-1, 0, 0], [0, 0.5, 0], [0, 0, 0.5]]}}

{"id": "moving", "dim": 3, "a": {"type": "cuboid", "orig": [0, 0, 0], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "vel": [4, 0, 0]}, "b": {"type": "cuboid", "orig": [3, 0, 0], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}
{"id": "triangles", "dim": 2, "a": {"type": "tetra", "orig": [0, 0], "comp": [[1, 0], [0, 1]]}, "b": {"type": "tetra", "verts": [[1, 1], [0, 1], [1, 0]]}}
{"id": "empty hull", "dim": 3, "a": {"type": "hull", "pts": []}, "b": {"type": "hull", "pts": [[0, 0, 0]]}}
{"id": "flat", "dim": 3, "a": {"type": "cuboid", "orig": [0, 0, 0], "comp": [[1, 0, 0], [0, 1, 0], [1, 1, 0]]}, "b": {"type": "cuboid", "orig": [0, 0, 0], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}
{"id": "too big", "dim": 2, "a": {"type": "tetra", "orig": [1e39, 0], "comp": [[1, 0], [0, 1]]}, "b": {"type": "tetra", "orig": [0, 0], "comp": [[1, 0], [0, 1]]}}
{"id": "meshes", "a": "x.obj", "b": {"type": "mesh", "path": "y.obj", "solid": true}}
{"id": "cut off", "dim": 2, "a":"#;
    let want = [
        r#"{"id":"overlap","verdict":"overlapping","aabb":[[0.5,0.25,0.125],[1.0,1.0,1.0]]}"#,
        r#"{"id":"touch","verdict":"touching","aabb":[[1.0,0.0,0.0],[1.0,1.0,1.0]]}"#,
        r#"{"id":"apart","verdict":"separate"}"#,
        r#"{"id":"moving","verdict":"overlapping","aabb":[[3.0,0.0,0.0],[4.0,1.0,1.0]]}"#,
        r#"{"id":"triangles","verdict":"touching","aabb":[[0.0,0.0],[1.0,1.0]]}"#,
        r#"{"id":"empty hull","verdict":"separate"}"#,
        r#"{"id":"flat","error":"flat","line":8,"message":"a: the three edges lie in one plane"}"#,
        r#"{"id":"too big","error":"not_finite","line":9,"message":"a.orig[0] = 1e39 is not finite as f32"}"#,
        r#"{"id":"meshes","error":"io","line":10,"message":"a: x.obj: No such file or directory (os error 2)"}"#,
        r#"{"id":null,"error":"parse","line":11,"message":"not JSON: EOF while parsing a value at column 32"}"#,
    ];
    let (lines, status) = ask("verdict,aabb", input)?;
    assert_eq!(lines, want);
    assert_eq!(status, Some(1));
    Ok(())
}

#[test]
fn numbers_are_rounded_to_f32_once() -> Result<(), Failure> {
    // Just above half an ulp of 1: rounded through f64 first, the cube would touch the unit cube.
    let at = |x: &str| {
        format!(r#"{{"type":"cuboid","orig":[{x},0,0],"comp":[[1,0,0],[0,1,0],[0,0,1]]}}"#)
    };
    for (x, verdict) in [
        ("1.00000005960464477539062500001", "separate"),
        ("1.000000059604644775390625", "touching"),
        ("0.99999997", "overlapping"),
        ("1e0", "touching"),
        ("100000000000000000000000000E-26", "touching"),
        ("-0.0", "overlapping"),
        ("1e-9999999999999", "overlapping"),
    ] {
        assert_eq!(answer("verdict", against_unit("1", &at(x)))?["verdict"], json!(verdict), "{x}");
    }
    Ok(())
}

#[test]
fn faces_are_printed_as_they_are() -> Result<(), Failure> {
    let b = r#"{"type":"cuboid","orig":[0.1,1e-40,-0.3],"comp":[[3,0,0],[0,3,0],[0,0,3]]}"#;
    let got = answer("aabb", against_unit("1", b))?;
    assert_eq!(got["aabb"][0][0].as_f64(), Some(f64::from(0.1_f32)), "{got}");
    assert_eq!(got["aabb"][0][1].as_f64(), Some(f64::from(1e-40_f32)), "{got}");
    assert_eq!(got["aabb"][1], json!([1.0, 1.0, 1.0]), "{got}");
    Ok(())
}

#[test]
fn ids_come_back_as_they_were_written() -> Result<(), Failure> {
    let far = r#"{"type":"tetra","verts":[[9,0,0],[10,0,0],[9,1,0],[9,0,1]]}"#;
    for id in [
        "null",
        "1",
        "1.0",
        "12345678901234567890123",
        "1e2",
        r#""\u00e9\n\"""#,
        r#""é""#,
        r#"{"a": [1,  2]}"#,
        "[]",
        "true",
        r#""\ud800""#,
    ] {
        let (lines, _) = ask("verdict", against_unit(id, far))?;
        assert_eq!(lines, [format!(r#"{{"id":{id},"verdict":"separate"}}"#)]);
        let (lines, _) = ask("verdict", against_unit(id, "7"))?;
        assert!(
            lines[0].starts_with(&format!(r#"{{"id":{id},"error":"shape","line":1,"#)),
            "{lines:?}"
        );
    }
    Ok(())
}

#[test]
fn fields_that_a_resting_pair_cannot_have_are_left_out() -> Result<(), Failure> {
    assert_eq!(
        answer("interval,subset,verdict", against_unit("1", UNIT))?,
        json!({"id": 1, "verdict": "overlapping"})
    );
    // Pairs that are apart have no witness, so nothing is missing.
    let far = r#"{"type":"tetra","verts":[[9,0,0],[10,0,0],[9,1,0],[9,0,1]]}"#;
    assert_eq!(
        answer("witness,aabb", against_unit("1", far))?,
        json!({"id": 1, "verdict": "separate"})
    );
    Ok(())
}

/// The resting 3D pairs of the format's examples, with the fields that say how.
#[test]
fn axis_depth_and_witness() -> Result<(), Failure> {
    let cuboid =
        |at: &str, edges: &str| format!(r#"{{"type":"cuboid","orig":{at},"comp":{edges}}}"#);
    let overlap = cuboid("[0.5,0.25,0.125]", "[[1,0,0],[0,1,0],[0,0,1]]");
    let touch = cuboid("[2,1,1]", "[[-1,0,0],[0,-1,0],[0,0,-1]]");
    let apart = r#"{"type":"tetra","orig":[3,0.25,0.25],"comp":[[-1,0,0],[0,0.5,0],[0,0,0.5]]}"#;
    let lines = [overlap.as_str(), &touch, apart].map(|b| against_unit("1", b)).join("\n");
    let (answers, status) = ask("aabb,axis,depth", &lines)?;
    let want = [
        r#"{"id":1,"verdict":"overlapping","aabb":[[0.5,0.25,0.125],[1.0,1.0,1.0]],"axis":[1.0,0.0,0.0],"depth":0.5}"#,
        r#"{"id":1,"verdict":"touching","aabb":[[1.0,0.0,0.0],[1.0,1.0,1.0]],"axis":[1.0,0.0,0.0],"depth":0.0}"#,
        r#"{"id":1,"verdict":"separate","axis":[1.0,0.0,0.0],"depth":1.0}"#,
    ];
    assert_eq!((answers, status), (want.map(str::to_owned).to_vec(), Some(0)));
    // Each field alone, and a witness from inside both or from the contact.
    assert_eq!(answer("depth", against_unit("1", &overlap))?["depth"], json!(0.5));
    assert_eq!(
        answer("axis", against_unit("1", apart))?,
        json!({"id": 1, "verdict": "separate", "axis": [1.0, 0.0, 0.0]})
    );
    let (answers, _) = ask("witness", &lines)?;
    for (text, [low, high]) in
        answers.iter().zip([[[0.5, 0.25, 0.125], [1.0; 3]], [[1.0, 0.0, 0.0], [1.0; 3]]])
    {
        let found: Value = serde_json::from_str(text)?;
        for axis in 0..3 {
            let x = found["witness"][axis].as_f64().ok_or("no number")?;
            assert!(low[axis] <= x && x <= high[axis], "{text}");
        }
    }
    assert_eq!(answers[2], r#"{"id":1,"verdict":"separate"}"#);
    Ok(())
}

#[test]
fn deep_nesting_in_an_id_is_echoed() -> Result<(), Failure> {
    let id = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let (lines, status) = ask("verdict", against_unit(&id, UNIT))?;
    assert_eq!(lines, [format!(r#"{{"id":{id},"verdict":"overlapping"}}"#)]);
    assert_eq!(status, Some(0));
    Ok(())
}

#[test]
fn both_slow_and_fast_engines_answer_alike() -> Result<(), Failure> {
    let b = r#"{"type":"tetra","verts":[[1,1,1],[2,1,1],[1,2,1],[1,1,2]]}"#;
    let line = against_unit("1", b);
    for engine in ["auto", "cpu", "reference"] {
        let output = run(&["query", "--engine", engine, "--want", "aabb"], line.as_bytes())?;
        let want = "{\"id\":1,\"verdict\":\"touching\",\"aabb\":[[1.0,1.0,1.0],[1.0,1.0,1.0]]}\n";
        assert_eq!(String::from_utf8(output.stdout)?, want, "{engine}");
        if engine != "auto" {
            let printed = String::from_utf8(output.stderr)?;
            assert!(printed.contains(&format!("engine {engine}")), "{printed}");
        }
    }
    Ok(())
}
