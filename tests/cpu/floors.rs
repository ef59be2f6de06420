//! A crate of the workspace names lower crates only, and a module imports lower floors only: never
//! its own floor's siblings, and never upwards.

mod circles;
mod code;
mod modules;

use code::{code_of, rust_files};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A crate by the name that others import it by, its folder, and its modules by floor. A module
/// that is not here fails the test.
struct House {
    name: &'static str,
    folder: &'static str,
    floors: &'static [&'static [&'static str]],
}

/// The crates of the workspace; each names those before it only.
const HOUSES: [House; 4] = [
    House {
        name: "motzkin_core",
        folder: "crates/core",
        floors: &[
            &["error", "motion", "num", "verdict"],
            &["geom"],
            &["exact", "kernel"],
            &["broad"],
            &["frame"],
            &["distance"],
        ],
    },
    House {
        name: "motzkin_lab",
        folder: "crates/lab",
        floors: &[&["golden", "reference", "workload"]],
    },
    House {
        name: "motzkin",
        folder: "",
        floors: &[
            &["number_map", "parallel", "self_test", "timing", "wanted"],
            &["gpu_error"],
            &["import"],
            &["tree"],
            &["gpu"],
            &["service"],
            &["golden", "guide", "internals"],
        ],
    },
    House {
        name: "motzkin_cli",
        folder: "crates/cli",
        floors: &[
            &["count", "error", "plot", "table"],
            &["output", "picture"],
            &["engine", "grey", "picture_file"],
            &["adapters", "collide", "portrait", "query"],
            &["animate", "bench", "check", "demo", "gallery", "pairs", "render", "search"],
            &["main"],
        ],
    },
];

impl House {
    fn floor_of(&self, module: &str) -> Option<usize> {
        self.floors.iter().position(|floor| floor.contains(&module))
    }
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

/// The crate's modules that a file names: by `crate::`, by the crate's own name in the binary, and
/// by as many `super::` as lead to the crate's root.
fn imports(house: &House, code: &str, depth: usize) -> Vec<String> {
    let mut out = first_segments(code, "crate");
    out.extend(first_segments(code, house.name));
    let supers = vec!["super"; depth].join("::");
    if depth > 0 {
        out.extend(first_segments(code, &supers).into_iter().filter(|segment| segment != "super"));
    }
    out
}

/// What breaks the rule in a file of `module`.
fn violations(
    house: &House,
    module: &str,
    code: &str,
    depth: usize,
    reexports: &BTreeMap<String, String>,
) -> Vec<String> {
    let Some(own) = house.floor_of(module) else {
        return vec![format!("module {module} stands on no floor")];
    };
    let mut out = Vec::new();
    for name in imports(house, code, depth) {
        // An item that the crate's root re-exports belongs to the module that it comes from.
        let target = reexports.get(&name).cloned().unwrap_or(name);
        let Some(floor) = house.floor_of(&target).filter(|_| target != module) else { continue };
        if floor >= own {
            out.push(format!("{module} (floor {own}) imports {target} (floor {floor})"));
        }
    }
    let above = HOUSES.iter().skip_while(|other| other.name != house.name).skip(1);
    let named = above.filter(|other| !first_segments(code, other.name).is_empty());
    out.extend(named.map(|other| format!("{module} of {} names {}", house.name, other.name)));
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

#[test]
fn modules_look_down_only() {
    let mut found = Vec::new();
    for house in &HOUSES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(house.folder).join("src");
        let files = rust_files(&root);
        assert!(files.len() > 10, "the sources of {} were not found", house.name);
        let lib = std::fs::read_to_string(root.join("lib.rs")).expect("lib.rs");
        let reexports = reexports(&lib);
        for module in house.floors.iter().copied().flatten() {
            let there = [root.join(module), root.join(format!("{module}.rs"))];
            if !there.iter().any(|path| path.exists()) {
                found.push(format!("{} has no module {module}", house.name));
            }
        }
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
            let code = code_of(&std::fs::read_to_string(&file).expect("a source"));
            for violation in violations(house, &parts[0], &code, parts.len(), &reexports) {
                found.push(format!("{} {}: {violation}", house.name, inside.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Comments have at most 100 columns, as code has, but for rows of tables and for a
/// link alone.
#[test]
fn comments_fit_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["benches", "crates", "examples", "src", "tests"];
    let files: Vec<_> = folders.iter().flat_map(|folder| rust_files(&root.join(folder))).collect();
    assert!(files.len() > 500, "{} files", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source");
        for (number, line) in (1..).zip(text.lines().map(str::trim_end)) {
            let Some((_, comment)) =
                line.split_once("//").filter(|(code, _)| code.trim().is_empty())
            else {
                continue;
            };
            let comment = comment.trim_start_matches(['/', '!']).trim();
            let is_whole = comment.starts_with('|') || !comment.contains(' ');
            let width = line.chars().count();
            assert!(is_whole || width <= 100, "{}: {number}: {width} columns", file.display());
        }
    }
}

/// The test itself must notice: each way to write a forbidden import.
#[test]
fn forbidden_imports_are_noticed() {
    let [core, lab, root, cli] = &HOUSES;
    let reexports =
        reexports("pub use service::{CollisionService, Engine};\npub use geom::Frame3;");
    let bad = [
        (core, "geom", 1, "use crate::kernel::Lanes;"),
        (core, "geom", 1, "use crate::{error::FrameError, exact};"),
        (core, "kernel", 2, "let x = crate::exact::decide(a, b);"),
        (core, "exact", 2, "use crate::{num::{Ring, band}, kernel};"),
        (core, "exact", 2, "use super::super::kernel::Lanes;"),
        (core, "num", 2, "use crate::verdict::Verdict;"),
        (core, "cellar", 1, "use crate::num::Ring;"),
        (core, "kernel", 1, "use motzkin_lab::reference::solid;"),
        (core, "kernel", 1, "let x = motzkin::service::Engine::Cpu;"),
        (lab, "reference", 1, "mod x { use crate::workload::Scene; } // fine?"),
        (lab, "workload", 1, "use motzkin::{Frame3, Pair};"),
        (root, "gpu", 1, "use crate::CollisionService;"),
        (root, "tree", 2, "use super::super::service::Engine;"),
        (root, "service", 1, "use motzkin_cli::table;"),
        (cli, "picture", 1, "use super::portrait::Body;"),
    ];
    for (house, module, depth, code) in bad {
        let found = violations(house, module, &code_of(code), depth, &reexports);
        assert_eq!(found.len(), 1, "{module}: {code}: {found:?}");
    }
    let good = [
        (root, "service", 2, "use crate::{exact::decide, gpu::Runner, kernel};"),
        (core, "exact", 2, "use super::decide::decide; use crate::geom::Frame3;"),
        (
            core,
            "exact",
            2,
            "// use crate::kernel::Lanes;\nlet s = \"crate::kernel\"; let c = '\"';",
        ),
        (core, "kernel", 2, "/* crate::exact */ use crate::Frame3;"),
        (core, "kernel", 2, "use $crate::exact; use other_crate::exact::X;"),
        (root, "tree", 1, "use motzkin_core::kernel; use motzkin_lab::reference;"),
        (cli, "main", 0, "use motzkin_cli::bench; use motzkin::service;"),
        (cli, "bench", 2, "use motzkin::gpu::Runner; use super::super::table;"),
    ];
    for (house, module, depth, code) in good {
        let found = violations(house, module, &code_of(code), depth, &reexports);
        assert_eq!(found, Vec::<String>::new(), "{module}: {code}");
    }
}

/// The folders of crates whose library is built without its tests.
fn untested(crates: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(crates).expect("the crates");
    let mut found: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|folder| {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let library = manifest.split("\n[").find(|section| section.starts_with("lib]"));
        library.is_some_and(|section| section.lines().any(|line| line == "test = false"))
    });
    found
}

/// A test among sources of which no tests are built would never run.
#[test]
fn no_test_is_where_none_is_built() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let folders = untested(&crates);
    assert!(folders.contains(&crates.join("core")), "{folders:?}");
    for file in folders.iter().flat_map(|folder| rust_files(&folder.join("src"))) {
        let code = code_of(&std::fs::read_to_string(&file).expect("a source"));
        assert!(!code.contains("#[test]"), "{} is never run", file.display());
    }
}
