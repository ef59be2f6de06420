//! Lines of `query` and `pairs`, with meshes and every option: damaged ones, of which each faulty
//! one answers an error and the others answer what they answer without it, and whole ones against a
//! model.

#[path = "../../../../../tests/fuzzing/damage.rs"]
mod damage;
#[path = "../../../../../tests/fuzzing/driver.rs"]
mod driver;
#[path = "../../../../../tests/common/seed.rs"]
#[allow(dead_code, reason = "the tests of the library use the rest")]
mod seed;

mod boxes;
mod lines;
mod pairs;
mod query;

use super::command::run;
use fastrand::Rng;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// An answer, its values as they were written.
type Answer = BTreeMap<String, Box<RawValue>>;

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

/// The line that an error names. What names none has a verdict, or is a pair of two lines that
/// could not be answered.
fn fault_in((line, answer): &(String, Answer)) -> Option<usize> {
    let Some(error) = answer.get("error") else {
        assert!(answer.contains_key("verdict"), "{line}");
        return None;
    };
    let kinds = ["parse", "unsupported", "not_finite", "flat", "shape", "io"];
    assert!(kinds.contains(&error.get().trim_matches('"')), "{line}");
    assert!(answer["message"].get().len() > 4, "{line}");
    if answer.contains_key("a") {
        assert!(answer.contains_key("b") && !answer.contains_key("line"), "{line}");
        return None;
    }
    assert!(answer.contains_key("id"), "{line}");
    Some(answer["line"].get().parse().unwrap_or_else(|error| panic!("{error}: {line}")))
}
