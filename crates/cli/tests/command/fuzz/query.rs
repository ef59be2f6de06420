//! Damaged lines of `query`.

use super::lines::{Shelf, WANTED, allowed, id, shape};
use super::{answers, asked, damaged, driver, fault_in, joined};
use fastrand::Rng;

/// Asks for such lines, then for the same of which some are damaged. Those that are not damaged
/// answer the same.
fn hold(rng: &mut Rng, files: &[String], line: impl Fn(&mut Rng) -> String) {
    let clean: Vec<String> = (0..40).map(|_| line(rng)).collect();
    let (lines, whole) = damaged(rng, &clean);
    let wanted = WANTED[rng.usize(..WANTED.len())];
    let mut args = vec!["query", "--engine", "cpu", "--want", wanted];
    args.extend(files.iter().map(String::as_str));
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
}

#[test]
fn damaged_lines_of_query() {
    driver::run("query", |rng| {
        hold(rng, &["--files".into(), "none".into()], |rng| {
            let dim = rng.usize(2..=3);
            let (id, a, b) = (id(rng), shape(rng, dim), shape(rng, dim));
            format!(r#"{{"id":{id},"dim":{dim},"a":{{{a}}},"b":{{{b}}}}}"#)
        });
    });
}

#[test]
fn damaged_lines_of_query_with_meshes() {
    let shelf = Shelf::new("fuzzing-query");
    driver::run("query-with-meshes", |rng| {
        let files = allowed(rng, &shelf);
        let side = |rng: &mut Rng| match rng.u32(..8) {
            0 => {
                let name = if rng.bool() { "cube.obj" } else { "sheet.ply" };
                format!(r#""{}""#, shelf.path(rng, name))
            }
            1..5 => format!("{{{}}}", shelf.mesh(rng)),
            _ => format!("{{{}}}", shape(rng, 3)),
        };
        hold(rng, &files, |rng| {
            let (id, a, b) = (id(rng), side(rng), side(rng));
            let dim = match rng.u32(..8) {
                0 => "",
                1 => r#""dim":2,"#,
                _ => r#""dim":3,"#,
            };
            format!(r#"{{"id":{id},{dim}"a":{a},"b":{b}}}"#)
        });
    });
}
