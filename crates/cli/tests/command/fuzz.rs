//! Lines of `query` and `pairs` that were damaged: each faulty one answers an error, and the others
//! answer what they answer without it.

#[path = "../../../../tests/fuzzing/damage.rs"]
mod damage;
#[path = "../../../../tests/fuzzing/driver.rs"]
mod driver;
#[path = "../../../../tests/common/seed.rs"]
#[allow(dead_code, reason = "the tests of the library use the rest")]
mod seed;

use super::command::run;
use fastrand::Rng;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// An answer, its values as they were written.
type Answer = BTreeMap<String, Box<RawValue>>;

const WANTED: [&str; 4] =
    ["verdict", "verdict,aabb,witness", "interval,axis,depth,subset", "aabb,axis,subset,interval"];

fn vector(rng: &mut Rng, dim: usize) -> String {
    let number = |rng: &mut Rng| match rng.u32(..10) {
        0 => format!("{:e}", f32::from_bits(rng.u32(..) & 0x7eff_ffff)),
        1 => format!("{}", rng.f32()),
        _ => format!("{}", rng.i32(-4..=4)),
    };
    let numbers: Vec<String> = (0..dim).map(|_| number(rng)).collect();
    format!("[{}]", numbers.join(","))
}

fn vectors(rng: &mut Rng, dim: usize, count: usize) -> String {
    let all: Vec<String> = (0..count).map(|_| vector(rng, dim)).collect();
    format!("[{}]", all.join(","))
}

/// The fields of a shape, which may be flat.
fn shape(rng: &mut Rng, dim: usize) -> String {
    let mut text = match rng.u32(..4) {
        0 => format!(r#""type":"tetra","verts":{}"#, vectors(rng, dim, dim + 1)),
        1 => {
            let count = rng.usize(..6);
            format!(r#""type":"hull","pts":{}"#, vectors(rng, dim, count))
        }
        kind => {
            let name = if kind == 2 { "tetra" } else { "cuboid" };
            let (origin, edges) = (vector(rng, dim), vectors(rng, dim, dim));
            format!(r#""type":"{name}","orig":{origin},"comp":{edges}"#)
        }
    };
    if rng.u32(..5) == 0 {
        text += &format!(r#","vel":{}"#, vector(rng, dim));
    }
    text
}

fn id(rng: &mut Rng) -> String {
    let ids = ["7", "null", r#""é\n""#, "[1, {\"a\": 2}]", "1e400", "-0.0", r#""""#, "true"];
    ids[rng.usize(..ids.len())].into()
}

/// Damages some lines, and leaves the line feeds to who joins them. Answers which are as they were.
fn damaged(rng: &mut Rng, lines: &[String]) -> (Vec<Vec<u8>>, Vec<bool>) {
    let mut out: Vec<Vec<u8>> = lines.iter().map(|line| line.clone().into_bytes()).collect();
    let mut whole = vec![true; out.len()];
    for number in 0..out.len() {
        if rng.u32(..3) == 0 {
            let other = lines[rng.usize(..lines.len())].as_bytes();
            damage::damage(rng, &mut out[number], other);
            if rng.u32(..8) == 0 {
                out[number] = (0..rng.usize(..40)).map(|_| rng.u8(..)).collect();
            }
            out[number].iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
            whole[number] = false;
        }
    }
    (out, whole)
}

fn joined(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
}

/// The numbers of the lines that are not blank. A byte-order mark before all of them is no part of
/// the first.
fn asked(lines: &[Vec<u8>]) -> Vec<usize> {
    let text = |number: usize| match number {
        0 => lines[0].strip_prefix("\u{feff}".as_bytes()).unwrap_or(&lines[0]),
        _ => &lines[number],
    };
    (0..lines.len()).filter(|&number| !text(number).trim_ascii().is_empty()).collect()
}

/// The lines that the command answers, each of which is an object.
fn answers(args: &[&str], input: &[u8]) -> Vec<(String, Answer)> {
    let output = run(args, input).expect("the command starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    let case = || String::from_utf8_lossy(input).into_owned();
    assert!(!errors.contains("panic"), "{errors}\n{}", case());
    let printed = String::from_utf8(output.stdout).unwrap_or_else(|e| panic!("{e}\n{}", case()));
    let parsed = |line: &str| {
        let parsed = serde_json::from_str(line);
        (line.to_owned(), parsed.unwrap_or_else(|error| panic!("{error}: {line}\n{}", case())))
    };
    let answers: Vec<(String, Answer)> = printed.lines().map(parsed).collect();
    let faults = answers.iter().any(|(_, answer)| answer.contains_key("error"));
    assert_eq!(output.status.code(), Some(i32::from(faults)), "{errors}\n{}", case());
    answers
}

/// The line that an error names. What no error is has a verdict.
fn fault_in((line, answer): &(String, Answer)) -> Option<usize> {
    let Some(error) = answer.get("error") else {
        assert!(answer.contains_key("verdict"), "{line}");
        return None;
    };
    let kinds = ["parse", "unsupported", "not_finite", "flat", "shape", "io"];
    assert!(kinds.contains(&error.get().trim_matches('"')), "{line}");
    assert!(answer.contains_key("id") && answer["message"].get().len() > 4, "{line}");
    Some(answer["line"].get().parse().unwrap_or_else(|error| panic!("{error}: {line}")))
}

#[test]
fn damaged_lines_of_query() {
    driver::run("query", |rng| {
        let line = |rng: &mut Rng| {
            let dim = rng.usize(2..=3);
            let (id, a, b) = (id(rng), shape(rng, dim), shape(rng, dim));
            format!(r#"{{"id":{id},"dim":{dim},"a":{{{a}}},"b":{{{b}}}}}"#)
        };
        let clean: Vec<String> = (0..40).map(|_| line(rng)).collect();
        let (lines, whole) = damaged(rng, &clean);
        let wanted = WANTED[rng.usize(..WANTED.len())];
        let args = ["query", "--engine", "cpu", "--files", "none", "--want", wanted];
        let before = answers(&args, clean.join("\n").as_bytes());
        assert_eq!(before.len(), clean.len());
        let asked = asked(&lines);
        let after = answers(&args, &joined(&lines));
        assert_eq!(after.len(), asked.len());
        for (number, answer) in asked.into_iter().zip(&after) {
            assert!(fault_in(answer).is_none_or(|named| named == number + 1), "{}", answer.0);
            if whole[number] {
                assert_eq!(answer.0, before[number].0, "{}", clean[number]);
            }
        }
    });
}

#[test]
fn damaged_lines_of_pairs() {
    driver::run("pairs", |rng| {
        let dim = rng.usize(2..=3);
        let line = |rng: &mut Rng| {
            let dim = if rng.u32(..30) == 0 { 5 - dim } else { dim };
            let (id, shape) = (id(rng), shape(rng, dim));
            let filter = if rng.u32(..5) == 0 { r#","group":1,"mask":6"# } else { "" };
            format!(r#"{{"id":{id},"dim":{dim},{shape}{filter}}}"#)
        };
        let clean: Vec<String> = (0..30).map(|_| line(rng)).collect();
        let (mut lines, _) = damaged(rng, &clean);
        let wanted = WANTED[rng.usize(..WANTED.len())];
        let args = ["pairs", "--engine", "cpu", "--files", "none", "--want", wanted];
        let found = answers(&args, &joined(&lines));
        let faults: Vec<usize> = found.iter().map_while(fault_in).collect();
        assert!(faults.is_sorted_by(|a, b| a < b), "{faults:?}");
        let pairs = &found[faults.len()..];
        assert!(pairs.iter().all(|pair| fault_in(pair).is_none()), "errors come first");
        // Without the faulty lines the pairs are the same, and no other line is faulty.
        faults.iter().rev().for_each(|&line| drop(lines.remove(line - 1)));
        let again = answers(&args, &joined(&lines));
        let text = |pairs: &[(String, Answer)]| -> Vec<String> {
            pairs.iter().map(|(line, _)| line.clone()).collect()
        };
        assert_eq!(text(&again), text(pairs), "{}", String::from_utf8_lossy(&joined(&lines)));
    });
}
