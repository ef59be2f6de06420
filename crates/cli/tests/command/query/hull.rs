//! `motzkin query` of convex hulls.

use super::{Failure, UNIT, answer, ask};
use serde_json::json;

const ALL: &str = "verdict,interval,aabb,axis,depth,subset";

#[test]
fn the_examples_of_the_format() -> Result<(), Failure> {
    let input = r#"{"id": "point in hull", "dim": 3, "a": {"type": "hull", "pts": [[0.25, 0.25, 0.25]]}, "b": {"type": "hull", "pts": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.125, 0.125, 0.125]]}}
{"id": "empty hull", "dim": 3, "a": {"type": "hull", "pts": []}, "b": {"type": "hull", "pts": [[0, 0, 0]]}}"#;
    let want = [
        r#"{"id":"point in hull","verdict":"overlapping","a_in_b":true,"b_in_a":false}"#,
        r#"{"id":"empty hull","verdict":"separate","a_in_b":true,"b_in_a":false}"#,
    ];
    let (lines, status) = ask(ALL, input)?;
    assert_eq!(
        (lines.iter().map(String::as_str).collect::<Vec<_>>(), status),
        (want.to_vec(), Some(0))
    );
    Ok(())
}

#[test]
fn hulls_against_frames() -> Result<(), Failure> {
    let against =
        |pts: &str| format!(r#"{{"id":1,"dim":3,"a":{UNIT},"b":{{"type":"hull","pts":{pts}}}}}"#);
    let got = answer(ALL, against("[[2,0.5,0.5],[3,0,0],[3,1,0]]"))?;
    let apart = json!({"id": 1, "verdict": "separate", "axis": [1.0, 0.0, 0.0], "depth": 1.0, "a_in_b": false, "b_in_a": false});
    assert_eq!(got, apart);
    let got = answer("witness,subset", against("[[1,1,1],[0,0,0]]"))?;
    assert_eq!((&got["verdict"], &got["b_in_a"]), (&json!("overlapping"), &json!(true)));
    let got = answer("witness", against("[[1,1,1],[2,2,2]]"))?;
    assert_eq!(got, json!({"id": 1, "verdict": "touching", "witness": [1.0, 1.0, 1.0]}));
    Ok(())
}

#[test]
fn hulls_in_the_plane() -> Result<(), Failure> {
    let line =
        |a: &str, b: &str| format!(r#"{{"id":1,"dim":2,"a":{{"type":"hull","pts":{a}}},"b":{b}}}"#);
    let segment = r#"{"type":"hull","pts":[[0,2],[2,0]]}"#;
    let got = answer("witness", line("[[0,0],[2,2]]", segment))?;
    assert_eq!(got, json!({"id": 1, "verdict": "overlapping", "witness": [1.0, 1.0]}));
    let square = r#"{"type":"cuboid","orig":[5,0],"comp":[[1,0],[0,1]]}"#;
    let got = answer("axis,depth", line("[[0,0],[3,0.5]]", square))?;
    assert_eq!(got, json!({"id": 1, "verdict": "separate", "axis": [1.0, 0.0], "depth": 2.0}));
    Ok(())
}

/// A hull, a frame, or both may move.
#[test]
fn hulls_that_move() -> Result<(), Failure> {
    let line = |a: &str, b: &str| format!(r#"{{"id":1,"dim":3,"a":{a},"b":{b}}}"#);
    let gem = |vel: &str| {
        let pts = "[[6,0.5,0.5],[4,0.5,0.5],[5,1.5,0.5],[5,-0.5,0.5],[5,0.5,1.5],[5,0.5,-0.5]]";
        format!(r#"{{"type":"hull","pts":{pts}{vel}}}"#)
    };
    let (rests, comes) = (gem(""), gem(r#","vel":[-12,0,0]"#));
    let found = json!({"id": 1, "verdict": "overlapping", "interval": [0.25, 0.5], "witness": [1.0, 0.5, 0.5]});
    assert_eq!(answer("interval,witness,subset,axis", line(UNIT, &comes))?, found);
    let flies =
        r#"{"type":"cuboid","orig":[0,0,0],"comp":[[1,0,0],[0,1,0],[0,0,1]],"vel":[12,0,0]}"#;
    let found = json!({"id": 1, "verdict": "overlapping", "interval": [0.25, 0.5], "witness": [4.0, 0.5, 0.5]});
    assert_eq!(answer("interval,witness", line(flies, &rests))?, found);
    let found = json!({"id": 1, "verdict": "separate"});
    assert_eq!(answer("interval,witness", line(flies, &gem(r#","vel":[12,0,0]"#)))?, found);
    // In the plane.
    let flat = r#"{"id":1,"dim":2,"a":{"type":"hull","pts":[[0,0],[2,2]],"vel":[1,0]},"b":{"type":"hull","pts":[[3,0],[1,2]]}}"#;
    let found = json!({"id": 1, "verdict": "overlapping", "interval": [0.0, 1.0]});
    assert_eq!(answer("interval", flat)?, found);
    Ok(())
}

#[test]
fn faults_are_named() -> Result<(), Failure> {
    for (b, kind, message) in [
        (r#"{"type":"hull","pts":[[0,0]]}"#, "shape", "b.pts[0] has 2 numbers, not 3"),
        (
            r#"{"type":"hull","pts":[[0,0,1e40]]}"#,
            "not_finite",
            "b.pts[0][2] = 1e40 is not finite as f32",
        ),
        (r#"{"type":"hull","pts":[],"vel":[0,0]}"#, "shape", "b.vel has 2 numbers, not 3"),
        (r#"{"type":"hull","pts":[],"orig":[0,0,0]}"#, "shape", "b: a hull has no field `orig`"),
    ] {
        let got = answer("verdict", format!(r#"{{"id":1,"dim":3,"a":{UNIT},"b":{b}}}"#))?;
        assert_eq!((&got["error"], &got["message"]), (&json!(kind), &json!(message)));
    }
    // A flat frame is one also beside a hull.
    let flat = r#"{"id":1,"dim":2,"a":{"type":"tetra","verts":[[0,0],[1,1],[2,2]]},"b":{"type":"hull","pts":[]}}"#;
    assert_eq!(answer("verdict", flat)?["error"], json!("flat"));
    Ok(())
}
