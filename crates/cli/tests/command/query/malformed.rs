//! Lines and shapes that are refused, each with a sentence that names what is wrong.

use super::{Failure, UNIT, against_unit, answer};
use serde_json::json;

#[test]
fn malformed_shapes_name_the_culprit() -> Result<(), Failure> {
    for (b, kind, message) in [
        ("null", "shape", "b is neither an object nor the path of a mesh"),
        ("{}", "shape", "b: missing field `type`"),
        (r#"{"type":"ball"}"#, "shape", r#"b.type = "ball" is unknown"#),
        (r#"{"type":3}"#, "shape", "b.type = 3 is unknown"),
        // The type comes before its fields, which are unknown, too.
        (
            r#"{"center":[0,0,0],"type":"sphere","radius":1}"#,
            "shape",
            r#"b.type = "sphere" is unknown; there are cuboid, tetra, hull, mesh"#,
        ),
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
        ("   garbage".into(), json!(null), "column 4"),
        (pair(r#""id":5,"dim":NaN,"#), json!(null), "column"),
        (format!("{} {{}}", pair(r#""id":5,"dim":3,"#)), json!(null), "trailing"),
        ("\u{feff}{}".into(), json!(null), "missing field"),
        (format!("{{\"{}\":1}}", "k".repeat(1 << 20)), json!(null), "kkk..."),
        ("[".repeat(1 << 20), json!(null), "expected an object"),
        (format!(r#"{{"id":{}"#, "[".repeat(1 << 20)), json!(null), "column"),
        ("{\"id\":1e".into(), json!(null), "column"),
        ("\0".into(), json!(null), "column 1"),
    ] {
        let got = answer("verdict", &line)?;
        let head: String = line.chars().take(60).collect();
        assert_eq!((&got["error"], &got["id"]), (&json!("parse"), &id), "{head}: {got}");
        let printed = got["message"].as_str().unwrap_or_default();
        assert!(printed.contains(message) && printed.len() < 400, "{head}: {printed}");
        assert!(!printed.contains("column 0"), "{head}: {printed}");
    }
    for (line, byte) in [(&b"{\"id\":\"\xff\"}"[..], 8), (b" \t{\"id\":\"\xff\"}", 10)] {
        let got = answer("verdict", line)?;
        assert_eq!(got["error"], json!("parse"), "{got}");
        let printed = got["message"].as_str().unwrap_or_default();
        assert!(printed.contains(&format!("UTF-8 at byte {byte}")), "{got}");
    }
    Ok(())
}
