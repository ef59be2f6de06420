//! Damaged lines of `pairs`.

use super::lines::{Shelf, WANTED, allowed, id, shape};
use super::{Answer, answers, damaged, driver, fault_in, joined};
use fastrand::Rng;

/// Lines, and perhaps those of a file that they are compared with.
struct Asked<'a> {
    args: Vec<String>,
    lines: Vec<Vec<u8>>,
    others: Option<(&'a Shelf, Vec<Vec<u8>>)>,
}

impl Asked<'_> {
    /// The lines that are faulty, those of the other file behind the others, and what is told of
    /// the pairs of the rest.
    fn answers(&self) -> (Vec<(bool, usize)>, Vec<String>) {
        let mut args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        let path = self.others.as_ref().map(|(shelf, lines)| shelf.write_lines(&joined(lines)));
        if let Some(path) = &path {
            args.extend(["--against", path]);
        }
        let found = answers(&args, &joined(&self.lines));
        let fault = |answer: &(String, Answer)| {
            let line = fault_in(answer)?;
            Some((is_of_other(answer, path.as_deref()), line))
        };
        let faults: Vec<(bool, usize)> = found.iter().map_while(fault).collect();
        assert!(faults.is_sorted_by(|a, b| a < b), "{faults:?}");
        let pairs = &found[faults.len()..];
        assert!(pairs.iter().all(|pair| fault_in(pair).is_none()), "errors come first");
        (faults, pairs.iter().map(|(line, _)| line.clone()).collect())
    }

    /// Without the faulty lines the pairs are the same, and no other line is faulty.
    fn hold(&mut self) {
        let (faults, pairs) = self.answers();
        for &(is_of_other, line) in faults.iter().rev() {
            let lines = match &mut self.others {
                Some((_, others)) if is_of_other => others,
                _ => &mut self.lines,
            };
            lines.remove(line - 1);
        }
        let text = String::from_utf8_lossy(&joined(&self.lines)).into_owned();
        assert_eq!(self.answers(), (vec![], pairs), "{:?}: {text}", self.args);
    }
}

/// Whether a fault is one of the other file: of two files, the message names one first.
fn is_of_other((line, answer): &(String, Answer), other: Option<&str>) -> bool {
    let Some((other, message)) = other.zip(answer.get("message")) else { return false };
    let message: String = serde_json::from_str(message.get()).expect("a text");
    let is_of_other = message.starts_with(&format!("{other}: "));
    assert!(is_of_other || message.starts_with("-: "), "{line}");
    is_of_other
}

fn args(files: Vec<String>, wanted: &str, more: &[&str]) -> Vec<String> {
    let own = ["pairs", "--engine", "cpu", "--want", wanted];
    own.iter().chain(more).map(ToString::to_string).chain(files).collect()
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
        let (lines, _) = damaged(rng, &clean);
        let wanted = WANTED[rng.usize(..WANTED.len())];
        let args = args(vec!["--files".into(), "none".into()], wanted, &[]);
        Asked { args, lines, others: None }.hold();
    });
}

#[test]
fn damaged_lines_of_pairs_with_meshes_and_options() {
    let shelf = Shelf::new("fuzzing-pairs");
    driver::run("pairs-with-options", |rng| {
        let dim = if rng.u32(..8) == 0 { 2 } else { 3 };
        let line = |rng: &mut Rng| {
            let dim = if rng.u32(..30) == 0 { 5 - dim } else { dim };
            let is_mesh = dim == 3 && rng.bool() || rng.u32(..30) == 0;
            let shape = if is_mesh { shelf.mesh(rng) } else { shape(rng, dim) };
            let filter = match rng.u32(..5) {
                0 => format!(r#","group":{},"mask":{}"#, rng.u32(..4), rng.u32(..4)),
                1 => format!(r#","mask":{}"#, [1, u32::MAX, u32::MAX - 1][rng.usize(..3)]),
                _ => String::new(),
            };
            format!(r#"{{"id":{},"dim":{dim},{shape}{filter}}}"#, id(rng))
        };
        let mut lines = |most: usize| {
            let clean: Vec<String> = (0..rng.usize(1..=most)).map(|_| line(rng)).collect();
            damaged(rng, &clean).0
        };
        let (own, others) = (lines(20), lines(12));
        let margins = ["0", "0.5", "2", "0.1", "1e-30", "1e-45", "5", "1e30", "3.4e38"];
        let mut more = Vec::new();
        if rng.bool() {
            more = vec!["--margin", margins[rng.usize(..margins.len())]];
        }
        let wanted = WANTED[rng.usize(..WANTED.len())];
        let args = args(allowed(rng, &shelf), wanted, &more);
        let others = rng.bool().then_some((&shelf, others));
        Asked { args, lines: own, others }.hold();
    });
}
