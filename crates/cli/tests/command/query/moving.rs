//! Moving pairs: verdicts, intervals, boxes and witnesses.

use super::{Failure, UNIT, against_unit, answer, ask};
use serde_json::{Value, json};

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
