//! Lines as they come: marks, ends, order, length, and answers one at a time.

use super::{Failure, UNIT, against_unit, ask};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

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
