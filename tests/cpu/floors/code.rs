//! A source as the tests of its structure read it.

use std::path::{Path, PathBuf};

/// The source without comments, strings and doc text: what is left is code.
pub fn code_of(source: &str) -> String {
    let mut out = String::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' => {
                let mut end = 1;
                while let Some(next) = rest[end..].chars().next() {
                    match next {
                        '\\' => end += 1 + rest[end + 1..].chars().next().map_or(0, char::len_utf8),
                        '"' => break,
                        _ => end += next.len_utf8(),
                    }
                }
                (end + 1).min(rest.len())
            }
            '\'' if rest.starts_with("'\"'") => 3,
            '\'' if rest.starts_with("'\\'") => {
                rest[3..].find('\'').map_or(rest.len(), |end| end + 4)
            }
            _ => 0,
        };
        match skipped {
            0 => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
            n => rest = &rest[n..],
        }
    }
    out
}

/// The files below a folder, in order.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            out.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
    out.sort();
    out
}
