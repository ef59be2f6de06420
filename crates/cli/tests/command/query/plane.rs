//! `motzkin query` of pairs in the plane.

use super::{Failure, answer, ask};
use serde_json::json;

const SQUARE: &str = r#"{"type":"cuboid","orig":[0,0],"comp":[[1,0],[0,1]]}"#;
const EVERYTHING: &str = "verdict,interval,aabb,axis,depth,witness,subset";

fn against_square(b: &str) -> String {
    format!(r#"{{"id":1,"dim":2,"a":{SQUARE},"b":{b}}}"#)
}

#[test]
fn the_examples_of_the_format() -> Result<(), Failure> {
    let input = r#"{"id": "graze", "dim": 2, "a": {"type": "cuboid", "orig": [0, 0], "comp": [[1, 0], [0, 1]], "vel": [4, 0]}, "b": {"type": "cuboid", "orig": [2, 1], "comp": [[1, 0], [0, 1]]}}
{"id": "cubes", "dim": 3, "a": {"type": "cuboid", "orig": [0, 0, 0], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "b": {"type": "cuboid", "orig": [0.5, 0.25, 0.125], "comp": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}
{"id": "triangles", "dim": 2, "a": {"type": "tetra", "orig": [0, 0], "comp": [[1, 0], [0, 1]]}, "b": {"type": "tetra", "verts": [[1, 1], [0, 1], [1, 0]]}}"#;
    let want = [
        r#"{"id":"graze","verdict":"touching","interval":[0.25,0.75],"aabb":[[2.0,1.0],[3.0,1.0]]}"#,
        r#"{"id":"cubes","verdict":"overlapping","aabb":[[0.5,0.25,0.125],[1.0,1.0,1.0]],"axis":[1.0,0.0,0.0],"depth":0.5}"#,
        r#"{"id":"triangles","verdict":"touching","aabb":[[0.0,0.0],[1.0,1.0]],"axis":[0.7071067811865475,0.7071067811865475],"depth":0.0}"#,
    ];
    let (lines, status) = ask("verdict,interval,aabb,axis,depth,subset", input)?;
    assert_eq!(
        (lines.iter().map(String::as_str).collect::<Vec<_>>(), status),
        (want.to_vec(), Some(0))
    );
    Ok(())
}

#[test]
fn everything_of_a_resting_and_of_a_moving_pair() -> Result<(), Failure> {
    let triangle = r#"{"type":"tetra","verts":[[0.75,0.5],[9,-8],[9,9]]}"#;
    let got = answer(EVERYTHING, against_square(triangle))?;
    assert_eq!(
        (&got["verdict"], &got["axis"], &got["depth"]),
        (&json!("overlapping"), &json!([1.0, 0.0]), &json!(0.25))
    );
    assert_eq!((&got["aabb"][0][0], &got["aabb"][1][0]), (&json!(0.75), &json!(1.0)));
    assert_eq!(got["witness"].as_array().map(Vec::len), Some(2));
    assert!(got.get("interval").is_none());
    let moving = r#"{"type":"cuboid","orig":[3,0],"comp":[[1,0],[0,1]],"vel":[-4,0]}"#;
    let got = answer(EVERYTHING, against_square(moving))?;
    assert_eq!(got["interval"], json!([0.5, 1.0]));
    assert_eq!((&got["witness"][0], &got["aabb"]), (&json!(1.0), &json!([[0.0, 0.0], [1.0, 1.0]])));
    assert!(got.get("axis").is_none() && got.get("depth").is_none());
    let far = r#"{"type":"cuboid","orig":[3,0],"comp":[[1,0],[0,1]]}"#;
    let got = answer(EVERYTHING, against_square(far))?;
    assert_eq!(got, json!({"id": 1, "verdict": "separate", "axis": [1.0, 0.0], "depth": 2.0}));
    Ok(())
}

#[test]
fn faults_are_named() -> Result<(), Failure> {
    for (b, kind, message) in [
        (
            r#"{"type":"cuboid","orig":[0,0],"comp":[[1,2],[2,4]]}"#,
            "flat",
            "b: the two edges lie on one line",
        ),
        (
            r#"{"type":"tetra","verts":[[0,0],[1,1],[3,3]]}"#,
            "flat",
            "b: the two edges lie on one line",
        ),
        (r#"{"type":"tetra","verts":[[0,0],[1,1]]}"#, "shape", "b.verts has 2 vectors, not 3"),
        (
            r#"{"type":"cuboid","orig":[0,0,0],"comp":[[1,0],[0,1]]}"#,
            "shape",
            "b.orig has 3 numbers, not 2",
        ),
        (
            r#"{"type":"cuboid","orig":[0,0],"comp":[[1,0],[0,1]],"vel":[1e39,0]}"#,
            "not_finite",
            "b.vel[0] = 1e39",
        ),
        (r#"{"type":"hull","pts":[[0,0]],"vel":[1,1e39]}"#, "not_finite", "b.vel[1] = 1e39"),
    ] {
        let got = answer("verdict", against_square(b))?;
        assert_eq!(got["error"], json!(kind), "{got}");
        assert!(got["message"].as_str().unwrap_or_default().starts_with(message), "{got}");
    }
    Ok(())
}
