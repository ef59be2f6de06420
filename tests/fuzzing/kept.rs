//! The cases that are kept: each is one of a target that there is.

use std::fs;
use std::path::Path;

/// The name of the target that a call runs, from behind its bracket: a literal comes first.
fn name(after: &str) -> Option<String> {
    let (name, _) = after.trim_start().strip_prefix('"')?.split_once('"')?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    (is_name && !name.is_empty()).then(|| name.to_owned())
}

/// The names of the targets in the sources of a folder and below it.
fn targets(folder: &Path) -> Vec<String> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            out.extend(targets(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            out.extend(text.split("run(").skip(1).filter_map(name));
        }
    }
    out
}

/// What is wrong with a line.
fn fault(line: &str, targets: &[String]) -> Option<&'static str> {
    let mut words = line.split_whitespace();
    let target = words.next().filter(|word| !word.starts_with('#'))?;
    match () {
        () if !targets.iter().any(|name| name == target) => Some("there is no such target"),
        () if words.next().is_none_or(|seed| seed.parse::<u64>().is_err()) => Some("no seed"),
        () if words.next().is_none() => Some("nothing says what it was"),
        () => None,
    }
}

/// A line of a target that was renamed would be replayed by nobody, and nobody would notice.
#[test]
fn lines_name_targets() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = targets(&root.join("tests/fuzzing"));
    assert!(all.len() > 30, "{all:?}");
    all.extend(targets(&root.join("crates/cli/tests/command/fuzz")));
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count, "two targets of one name: {all:?}");
    for line in include_str!("kept.txt").lines() {
        assert_eq!(fault(line, &all), None, "{line}");
    }
    let asked = std::env::var("MOTZKIN_FUZZ_CASE").map(|asked| asked + " again");
    assert_eq!(asked.ok().and_then(|asked| fault(&asked, &all)), None, "MOTZKIN_FUZZ_CASE");
    for (line, expected) in [
        ("", None),
        ("# query", None),
        ("query 7 a mark", None),
        ("quarry 7 a mark", Some("there is no such target")),
        ("query a mark", Some("no seed")),
        ("pairs 7", Some("nothing says what it was")),
    ] {
        assert_eq!(fault(line, &all), expected, "{line}");
    }
}
