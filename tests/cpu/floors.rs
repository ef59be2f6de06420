//! A module imports lower floors only: never its own floor's siblings, and never upwards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The modules of the crate by floor. A module that is not here fails the test.
const FLOORS: &[&[&str]] = &[
    &["error", "verdict", "wanted", "num", "timing"],
    &["geom"],
    &["reference", "exact", "kernel", "workload", "import"],
    &["tree"],
    &["gpu"],
    &["service", "picture"],
    &["cli", "main"],
];

/// Accepted against the rule, each with its reason.
const ACCEPTED: &[(&str, &str)] = &[
    // An error that names its culprit has to know what the rows of a shape mean.
    ("error", "geom"),
];

fn floor_of(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

/// The source without comments, strings and doc text: what is left is code.
fn code_of(source: &str) -> String {
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

/// The first segments that follow `prefix::`, groups in braces included.
fn first_segments(code: &str, prefix: &str) -> Vec<String> {
    let pattern = format!("{prefix}::");
    let mut out = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for (at, _) in code.match_indices(&pattern) {
        // `crate::` within a longer word or path is another path.
        if code[..at].ends_with(|c: char| is_word(c) || c == ':' || c == '$') {
            continue;
        }
        let rest = code[at + pattern.len()..].trim_start();
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut item = String::new();
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => out.push(std::mem::take(&mut item)),
                    _ if depth == 0 => item.push(c),
                    _ => {}
                }
            }
            out.push(item);
        } else {
            out.push(rest.chars().take_while(|&c| is_word(c)).collect());
        }
    }
    let first = |item: &String| item.trim().chars().take_while(|&c| is_word(c)).collect::<String>();
    out.iter().map(first).filter(|segment| !segment.is_empty()).collect()
}

/// The crate's modules that a file names: by `crate::`, by `motzkin::` in the binary, and by
/// as many `super::` as lead to the crate's root.
fn imports(code: &str, depth: usize) -> Vec<String> {
    let mut out = first_segments(code, "crate");
    out.extend(first_segments(code, "motzkin"));
    let supers = vec!["super"; depth].join("::");
    if depth > 0 {
        out.extend(first_segments(code, &supers).into_iter().filter(|segment| segment != "super"));
    }
    out
}

/// What breaks the rule in a file of `module`.
fn violations(
    module: &str,
    code: &str,
    depth: usize,
    reexports: &BTreeMap<String, String>,
) -> Vec<String> {
    let Some(own) = floor_of(module) else {
        return vec![format!("module {module} stands on no floor")];
    };
    let mut out = Vec::new();
    for name in imports(code, depth) {
        // An item that the crate's root re-exports belongs to the module that it comes from.
        let target = reexports.get(&name).cloned().unwrap_or(name);
        if target == module || (module == "main" && target == "cli") {
            continue;
        }
        let Some(floor) = floor_of(&target) else { continue };
        if floor >= own && !ACCEPTED.contains(&(module, target.as_str())) {
            out.push(format!("{module} (floor {own}) imports {target} (floor {floor})"));
        }
    }
    out
}

/// `pub use geom::{Frame3, Pair};` of `lib.rs`: item to module.
fn reexports(lib: &str) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for statement in code_of(lib).split(';') {
        let Some(path) = statement.split("pub use ").nth(1) else { continue };
        let Some((module, items)) = path.split_once("::") else { continue };
        for item in items.trim_matches(|c| c == '{' || c == '}').split(',') {
            out.insert(item.trim().to_string(), module.trim().to_string());
        }
    }
    out
}

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn modules_look_down_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    assert!(files.len() > 30, "the sources were not found");
    let lib = std::fs::read_to_string(root.join("lib.rs")).expect("lib.rs");
    let reexports = reexports(&lib);
    assert_eq!(reexports.get("Frame3").map(String::as_str), Some("geom"));
    let mut found = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&root).expect("within src").with_extension("");
        let mut parts: Vec<String> =
            inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if parts.last().is_some_and(|last| last == "mod") {
            parts.pop();
        }
        if parts == ["lib"] {
            continue;
        }
        let source = std::fs::read_to_string(&file).expect("a source");
        for violation in violations(&parts[0], &code_of(&source), parts.len(), &reexports) {
            found.push(format!("{}: {violation}", inside.display()));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The test itself must notice: each way to write a forbidden import.
#[test]
fn forbidden_imports_are_noticed() {
    let reexports =
        reexports("pub use service::{CollisionService, Engine};\npub use geom::Frame3;");
    let bad = [
        ("geom", 1, "use crate::kernel::Lanes;"),
        ("geom", 1, "use crate::{error::FrameError, service};"),
        ("kernel", 2, "let x = crate::exact::decide(a, b);"),
        ("exact", 2, "use crate::{num::{Ring, band}, reference};"),
        ("exact", 2, "use super::super::kernel::Lanes;"),
        ("num", 2, "use crate::verdict::Verdict;"),
        ("gpu", 1, "use crate::CollisionService;"),
        ("picture", 1, "use crate::service::Engine;"),
        ("cellar", 1, "use crate::num::Ring;"),
        ("reference", 1, "mod x { use crate::workload::Scene; } // fine?"),
    ];
    for (module, depth, code) in bad {
        let found = violations(module, &code_of(code), depth, &reexports);
        assert_eq!(found.len(), 1, "{module}: {code}: {found:?}");
    }
    let good = [
        ("service", 2, "use crate::{exact::decide, gpu::Runner, kernel};"),
        ("exact", 2, "use super::decide::decide; use crate::geom::Frame3;"),
        ("exact", 2, "// use crate::kernel::Lanes;\nlet s = \"crate::kernel\"; let c = '\"';"),
        ("kernel", 2, "/* crate::exact */ use crate::Frame3;"),
        ("main", 0, "use motzkin::cli; use motzkin::service;"),
        ("error", 1, "use crate::geom::ShapeKind;"),
        ("kernel", 2, "use $crate::exact; use other_crate::exact::X;"),
    ];
    for (module, depth, code) in good {
        let found = violations(module, &code_of(code), depth, &reexports);
        assert_eq!(found, Vec::<String>::new(), "{module}: {code}");
    }
}
