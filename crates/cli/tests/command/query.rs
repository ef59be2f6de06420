//! `motzkin query`, line by line.

mod hull;
mod mesh;
mod plane;

use super::command::run;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

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
        r#"{"id":null,"error":"parse","line":11,"message":"EOF while parsing a value at column 32"}"#,
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

/// The unit cube `b` with a velocity, against a resting or moving `a`.
fn passing(a_velocity: Option<&str>, place: &str, velocity: &str) -> String {
    let a = a_velocity.map_or(UNIT.into(), |v| UNIT.replace('}', &format!(r#","vel":{v}}}"#)));
    let b = UNIT.replace("[0,0,0]", place).replace('}', &format!(r#","vel":{velocity}}}"#));
    format!(r#"{{"id":1,"dim":3,"a":{a},"b":{b}}}"#)
}

#[test]
fn moving_pairs_have_verdict_interval_and_box() -> Result<(), Failure> {
    let want = "verdict,interval,aabb,axis,depth,subset";
    for (a_velocity, place, velocity, rest) in [
        (
            None,
            "[3,0,0]",
            "[-4,0,0]",
            r#""overlapping","interval":[0.5,1.0],"aabb":[[0.0,0.0,0.0],[1.0,1.0,1.0]]"#,
        ),
        // The common points move along with the pair.
        (
            Some("[4,0,0]"),
            "[3,0,0]",
            "[0,0,0]",
            r#""overlapping","interval":[0.5,1.0],"aabb":[[3.0,0.0,0.0],[4.0,1.0,1.0]]"#,
        ),
        (
            Some("[8,0,0]"),
            "[1,0.5,0]",
            "[8,0,0]",
            r#""touching","interval":[0.0,1.0],"aabb":[[1.0,0.5,0.0],[9.0,1.0,1.0]]"#,
        ),
        // A third is rounded outward, and printed so that it does not come closer again.
        (
            None,
            "[2,0,0]",
            "[-3,0,0]",
            r#""overlapping","interval":[0.3333333134651184,1.0],"aabb":[[0.0,0.0,0.0],[1.0,1.0,1.0]]"#,
        ),
        (None, "[3,0,0]", "[-1.5,0,0]", r#""separate""#),
        (
            None,
            "[0.5,0,0]",
            "[0,0,0]",
            r#""overlapping","interval":[0.0,1.0],"aabb":[[0.5,0.0,0.0],[1.0,1.0,1.0]]"#,
        ),
        (
            None,
            "[1,0,0]",
            "[1e30,0,0]",
            r#""touching","interval":[0.0,0.0],"aabb":[[1.0,0.0,0.0],[1.0,1.0,1.0]]"#,
        ),
    ] {
        let (lines, status) = ask(want, passing(a_velocity, place, velocity))?;
        assert_eq!(lines, [format!(r#"{{"id":1,"verdict":{rest}}}"#)]);
        assert_eq!(status, Some(0));
    }
    // Not asked for, not answered.
    let line = passing(None, "[3,0,0]", "[-4,0,0]");
    assert_eq!(answer("verdict", &line)?, json!({"id": 1, "verdict": "overlapping"}));
    // The witness is where the first contact is: at half time on the face of `a`, which moves by
    // then or does not.
    for (a_velocity, x) in [(None, 1.0), (Some("[-8,0,0]"), -3.0)] {
        let velocity = if a_velocity.is_some() { "[-12,0,0]" } else { "[-4,0,0]" };
        let found = answer("witness,axis,depth", passing(a_velocity, "[3,0,0]", velocity))?;
        let fields: Vec<&String> = found.as_object().ok_or("no object")?.keys().collect();
        assert_eq!(fields, ["id", "verdict", "witness"], "{found}");
        assert_eq!(found["witness"][0], json!(x), "{found}");
        for axis in [1, 2] {
            assert!(
                found["witness"][axis].as_f64().is_some_and(|y| (0.0..=1.0).contains(&y)),
                "{found}"
            );
        }
    }
    let apart = answer("witness", passing(None, "[3,0,0]", "[4,0,0]"))?;
    assert_eq!(apart, json!({"id": 1, "verdict": "separate"}));
    Ok(())
}

/// Resting and moving pairs are answered by different calls, and each line by its own.
#[test]
fn resting_and_moving_pairs_keep_their_order() -> Result<(), Failure> {
    let lines: Vec<String> = (0..300)
        .map(|i| match i % 3 {
            0 => against_unit("1", UNIT),
            1 => passing(None, "[3,0,0]", &format!("[-{i},0,0]")),
            _ => "{".into(),
        })
        .collect();
    let (answers, _) = ask("interval,aabb", lines.join("\n"))?;
    assert_eq!(answers.len(), lines.len());
    for (i, answer) in answers.iter().enumerate() {
        let value: Value = serde_json::from_str(answer)?;
        match i % 3 {
            0 => assert!(value["interval"].is_null() && !value["aabb"].is_null(), "{i}: {answer}"),
            1 if i == 1 => assert_eq!(value["verdict"], json!("separate"), "{i}: {answer}"),
            1 => {
                let first = value["interval"][0].as_f64().ok_or("no interval")?;
                assert!((0.0..1e-6).contains(&(2.0 / i as f64 - first)), "{i}: {answer}");
            }
            _ => assert!(answer.contains("parse"), "{i}: {answer}"),
        }
    }
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
fn malformed_shapes_name_the_culprit() -> Result<(), Failure> {
    for (b, kind, message) in [
        ("null", "shape", "b is neither an object nor the path of a mesh"),
        ("{}", "shape", "b: missing field `type`"),
        (r#"{"type":"ball"}"#, "shape", r#"b.type = "ball" is unknown"#),
        (r#"{"type":3}"#, "shape", "b.type = 3 is unknown"),
        (r#"{"type":"cuboid","orig":[0,0,0]}"#, "shape", "b: missing field `comp`"),
        (r#"{"type":"cuboid","comp":[]}"#, "shape", "b: missing field `orig`"),
        (r#"{"type":"hull"}"#, "shape", "b: missing field `pts`"),
        (r#"{"type":"tetra"}"#, "shape", "b: missing field `orig`"),
        (r#"{"type":"cuboid","verts":[]}"#, "shape", "has no field `verts`"),
        (r#"{"type":"tetra","verts":[],"orig":[]}"#, "shape", "has no field `orig`"),
        (r#"{"type":"cuboid","orig":[0,0,0],"size":1}"#, "shape", "b: unknown field `size`"),
        (r#"{"type":"cuboid","type":"tetra"}"#, "shape", "b: field `type` comes twice"),
        (r#"{"type":"cuboid","orig":[0,0],"comp":[]}"#, "shape", "b.orig has 2 numbers, not 3"),
        (
            r#"{"type":"cuboid","orig":[0,0,0],"comp":[[1,0,0]]}"#,
            "shape",
            "b.comp has 1 vectors, not 3",
        ),
        (
            r#"{"type":"cuboid","orig":[0,0,0],"comp":[[1,0,0],[1,0,0],[1,0,0,0]]}"#,
            "shape",
            "b.comp[2] has 4 numbers, not 3",
        ),
        (
            r#"{"type":"tetra","verts":[[0,0,0],[0,0,0],[0,0,0]]}"#,
            "shape",
            "b.verts has 3 vectors, not 4",
        ),
        (
            r#"{"type":"cuboid","orig":[0,"0",0],"comp":[]}"#,
            "shape",
            r#"b.orig[1] = "0" is not a number"#,
        ),
        (r#"{"type":"cuboid","orig":{"x":0},"comp":[]}"#, "shape", "b.orig is not an array"),
        (
            r#"{"type":"cuboid","orig":[0,0,-4e38],"comp":[]}"#,
            "not_finite",
            "b.orig[2] = -4e38 is not finite",
        ),
        (
            r#"{"type":"tetra","verts":[[0,0,0],[0,0,0],[0,1e99,0],[0,0,0]]}"#,
            "not_finite",
            "b.verts[2][1] = 1e99 is not finite",
        ),
        (
            r#"{"type":"cuboid","orig":[0,0,0],"comp":[[1,0,0],[0,1,0],[0,0,1]],"vel":[0,1e40,0]}"#,
            "not_finite",
            "b.vel[1] = 1e40",
        ),
        (
            r#"{"type":"tetra","verts":[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}"#,
            "flat",
            "b: the three edges lie in one plane",
        ),
    ] {
        let got = answer("verdict", against_unit(r#""x""#, b))?;
        assert_eq!(got["error"], json!(kind), "{b}: {got}");
        assert_eq!(got["id"], json!("x"), "{b}: {got}");
        let printed = got["message"].as_str().unwrap_or_default();
        assert!(printed.contains(message), "{b}: {printed}");
    }
    Ok(())
}

#[test]
fn malformed_lines_are_parse_errors() -> Result<(), Failure> {
    let pair = |head: &str| format!(r#"{{{head}"a":{UNIT},"b":{UNIT}}}"#);
    for (line, id, message) in [
        (pair(r#""id":5,"#), json!(5), "missing field `dim`"),
        (pair(r#""dim":3,"#), json!(null), "missing field `id`"),
        (pair(r#""id":5,"dim":4,"#), json!(5), "dim = 4"),
        (pair(r#""id":5,"dim":"3","#), json!(5), "dim = \"3\""),
        (pair(r#""id":5,"dim":3,"c":1,"#), json!(5), "unknown field `c`"),
        (pair(r#""id":5,"dim":3,"dim":3,"#), json!(5), "`dim` comes twice"),
        (format!(r#"{{"id":5,"dim":3,"a":{UNIT}}}"#), json!(5), "missing field `b`"),
        ("[1,2]".into(), json!(null), "expected an object"),
        ("\"text\"".into(), json!(null), "expected an object"),
        ("garbage".into(), json!(null), "column 1"),
        (pair(r#""id":5,"dim":NaN,"#), json!(null), "column"),
        (format!("{} {{}}", pair(r#""id":5,"dim":3,"#)), json!(null), "trailing"),
        ("\u{feff}{}".into(), json!(null), "missing field"),
        (format!("{{\"{}\":1}}", "k".repeat(1 << 20)), json!(null), "kkk..."),
        ("[".repeat(1 << 20), json!(null), "column"),
        (format!(r#"{{"id":{}"#, "[".repeat(1 << 20)), json!(null), "column"),
        ("{\"id\":1e".into(), json!(null), "column"),
        ("\0".into(), json!(null), "column 1"),
    ] {
        let got = answer("verdict", &line)?;
        let head: String = line.chars().take(60).collect();
        assert_eq!((&got["error"], &got["id"]), (&json!("parse"), &id), "{head}: {got}");
        let printed = got["message"].as_str().unwrap_or_default();
        assert!(printed.contains(message) && printed.len() < 400, "{head}: {printed}");
    }
    let got = answer("verdict", b"{\"id\":\"\xff\"}")?;
    assert_eq!(got["error"], json!("parse"), "{got}");
    assert!(
        got["message"].as_str().is_some_and(|printed| printed.contains("UTF-8 at byte 8")),
        "{got}"
    );
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
fn byte_order_mark_line_ends_and_blank_lines() -> Result<(), Failure> {
    let line = |id: &str| against_unit(id, UNIT);
    let input = format!("\u{feff}{}\r\n\r\n   \n{}\n\n7\n{}", line("1"), line("2"), line("3"));
    let (lines, status) = ask("verdict", input)?;
    let want = |id: u32| format!(r#"{{"id":{id},"verdict":"overlapping"}}"#);
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert_eq!((&lines[0], &lines[1], &lines[3]), (&want(1), &want(2), &want(3)));
    assert!(lines[2].contains(r#""error":"parse","line":6,"#), "{}", lines[2]);
    assert_eq!(status, Some(1));
    for empty in ["", "\n", "\u{feff}", "\r\n \n"] {
        assert_eq!(ask("verdict", empty)?, (vec![], Some(0)), "{empty:?}");
    }
    Ok(())
}

#[test]
fn many_lines_keep_their_order() -> Result<(), Failure> {
    let lines: Vec<String> = (0..9_000)
        .map(|i| {
            if i % 7 == 3 {
                return "{".into();
            }
            let b =
                format!(r#"{{"type":"cuboid","orig":[{i},0,0],"comp":[[1,0,0],[0,1,0],[0,0,1]]}}"#);
            against_unit(&i.to_string(), &b)
        })
        .collect();
    let (answers, _) = ask("verdict,aabb", lines.join("\n"))?;
    assert_eq!(answers.len(), lines.len());
    for (i, answer) in answers.iter().enumerate() {
        let want = match i {
            _ if i % 7 == 3 => format!(r#"{{"id":null,"error":"parse","line":{},"#, i + 1),
            0 => r#"{"id":0,"verdict":"overlapping","aabb":[[0.0,0.0,0.0],[1.0,1.0,1.0]]}"#.into(),
            1 => r#"{"id":1,"verdict":"touching","aabb":[[1.0,0.0,0.0],[1.0,1.0,1.0]]}"#.into(),
            _ => format!(r#"{{"id":{i},"verdict":"separate"}}"#),
        };
        assert!(answer.starts_with(&want), "line {}: {answer}", i + 1);
    }
    Ok(())
}

#[test]
fn a_line_of_any_length_is_one_error() -> Result<(), Failure> {
    let mut input = against_unit("1", UNIT).into_bytes();
    input.push(b'\n');
    input.resize(input.len() + (40 << 20), b'[');
    input.extend_from_slice(format!("\n{}\n", against_unit("3", UNIT)).as_bytes());
    let (lines, status) = ask("verdict", input)?;
    assert_eq!(lines.len(), 3, "{} lines", lines.len());
    assert!(lines[1].starts_with(r#"{"id":null,"error":"parse","line":2,"#), "{}", lines[1]);
    assert!(lines[2].starts_with(r#"{"id":3,"verdict""#), "{}", lines[2]);
    assert_eq!(status, Some(1));
    Ok(())
}

#[test]
fn a_line_is_answered_before_the_next_is_written() -> Result<(), Failure> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_motzkin"))
        .args(["query", "--engine", "cpu"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("no pipes".into());
    };
    let mut answers = BufReader::new(stdout).lines();
    for id in ["1", "2", "3"] {
        stdin.write_all(format!("{}\n", against_unit(id, UNIT)).as_bytes())?;
        let answer = answers.next().ok_or("no answer")??;
        assert_eq!(answer, format!(r#"{{"id":{id},"verdict":"overlapping"}}"#));
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(child.wait()?.code(), Some(0));
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
