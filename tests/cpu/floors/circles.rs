//! Within a folder no import goes in a circle: neither among its files, nor among its folders, nor
//! between its `mod.rs` and what that holds. A `mod.rs` that only declares and hands on imports
//! nothing.

use super::modules::{Modules, Name};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

/// The crates whose folders are looked into, and these folders.
const FOLDERS: [(&str, &[&str]); 2] =
    [("", &["service", "gpu", "tree"]), ("crates/core", &["kernel", "exact", "geom", "num"])];

/// What imports what within a folder, by the names of its files and folders, and by which import.
type Graph = BTreeMap<String, BTreeMap<String, String>>;

/// A file or folder within a folder; the folder's own `mod.rs` by that name.
fn part_of(folder: &Name, module: &Name) -> Option<String> {
    let inside = module.strip_prefix(&folder[..])?;
    Some(inside.first().cloned().unwrap_or_else(|| "mod.rs".into()))
}

fn graph(imports: &BTreeMap<(Name, Name), String>, folder: &Name) -> Graph {
    let mut out = Graph::new();
    for ((from, to), path) in imports {
        let (Some(a), Some(b)) = (part_of(folder, from), part_of(folder, to)) else { continue };
        if a != b {
            let told = format!("{} by `{path}`", from.join("/"));
            out.entry(a).or_default().entry(b).or_insert(told);
        }
    }
    out
}

/// The shortest way from one part to another.
fn way(graph: &Graph, from: &str, to: &str) -> Option<Vec<String>> {
    let mut before: BTreeMap<String, String> = BTreeMap::new();
    let mut open = VecDeque::from([from.to_string()]);
    while let Some(at) = open.pop_front() {
        if at == to {
            let mut way = vec![at];
            while let Some(last) =
                before.get(&way[way.len() - 1]).filter(|_| way[way.len() - 1] != from)
            {
                way.push(last.clone());
            }
            way.reverse();
            return Some(way);
        }
        for next in graph.get(&at).into_iter().flat_map(BTreeMap::keys) {
            if next != from && !before.contains_key(next) {
                before.insert(next.clone(), at.clone());
                open.push_back(next.clone());
            }
        }
    }
    None
}

/// A shortest circle through each import that lies on one; each circle once, from its first name.
fn circles(graph: &Graph) -> BTreeSet<Vec<String>> {
    let mut out = BTreeSet::new();
    for (from, targets) in graph {
        for to in targets.keys() {
            let Some(mut circle) = way(graph, to, from) else { continue };
            let first =
                circle.iter().enumerate().min_by_key(|(_, name)| *name).map_or(0, |(i, _)| i);
            circle.rotate_left(first);
            out.insert(circle);
        }
    }
    out
}

/// The circles in a folder and in the folders within, as text.
fn told(modules: &Modules, folder: &str) -> Vec<String> {
    let imports = modules.imports();
    let under = vec![folder.to_string()];
    let names = imports.keys().flat_map(|(from, to)| [from, to]);
    // Every folder that holds something that imports or is imported.
    let folders: BTreeSet<Name> = names
        .filter(|name| name.starts_with(&under))
        .flat_map(|name| (1..=name.len()).map(|length| name[..length].to_vec()))
        .collect();
    let mut out = Vec::new();
    for folder in folders {
        let graph = graph(&imports, &folder);
        for circle in circles(&graph) {
            let steps = (0..circle.len()).map(|i| {
                let (from, to) = (&circle[i], &circle[(i + 1) % circle.len()]);
                format!("{from} -> {to} ({})", graph[from][to])
            });
            out.push(format!("{}: {}", folder.join("/"), steps.collect::<Vec<_>>().join(", ")));
        }
    }
    out
}

#[test]
fn no_import_goes_in_a_circle() {
    let mut found = Vec::new();
    for (house, folders) in FOLDERS {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join(house).join("src");
        let modules = Modules::read(&src);
        for folder in folders {
            assert!(src.join(folder).is_dir(), "there is no {folder} in {house}/src");
            found.extend(told(&modules, folder));
        }
    }
    assert!(found.is_empty(), "{} circles: {found:#?}", found.len());
}

fn of(files: &[(&str, &str)]) -> Vec<String> {
    let mut modules = Modules::default();
    modules.add(Name::new(), "pub mod house;");
    for (name, source) in files {
        modules.add(name.split('/').map(str::to_string).collect(), source);
    }
    told(&modules, "house")
}

/// The test itself must notice: each way to go in a circle.
#[test]
fn circles_are_noticed() {
    let parent = ("house", "mod a; mod b; mod c;");
    let bad: [&[(&str, &str)]; 12] = [
        // Two files, three files.
        &[
            parent,
            ("house/a", "use super::b::X; fn y() {}"),
            ("house/b", "use super::a::y; struct X;"),
        ],
        &[
            parent,
            ("house/a", "use crate::house::b::X; struct Z;"),
            ("house/b", "use super::c::Y; struct X;"),
            ("house/c", "use super::{a::Z}; struct Y;"),
        ],
        // By a path in code, and by a module that is imported.
        &[
            parent,
            ("house/a", "fn f() { super::b::g() }"),
            ("house/b", "use super::a; fn g() { a::f() }"),
        ],
        // A parent's item that uses the child.
        &[
            ("house", "mod a; pub struct X; fn f() { a::g() }"),
            ("house/a", "use super::X; fn g() {}"),
        ],
        &[
            ("house", "mod a; use a::g; pub struct X; fn f() { g() }"),
            ("house/a", "use crate::house::X; fn g() {}"),
        ],
        // What a parent hands on and needs.
        &[
            ("house", "mod a; pub use a::G; pub struct X(G);"),
            ("house/a", "struct G; fn f(x: super::X) {}"),
        ],
        // By what a parent hands on.
        &[
            ("house", "mod a; mod b; pub(crate) use b::X;"),
            ("house/a", "use super::X; fn y() {}"),
            ("house/b", "use super::a::y; struct X;"),
        ],
        &[
            ("house", "mod a; mod b; pub use b::*;"),
            ("house/a", "use super::*; fn y(x: X) {}"),
            ("house/b", "use super::a::y; struct X;"),
        ],
        // Between a folder and a file beside it, between two folders.
        &[
            parent,
            ("house/a", "mod deep;"),
            ("house/a/deep", "use super::super::b::X; fn f() {}"),
            ("house/b", "use super::a::deep::f; struct X;"),
        ],
        &[
            parent,
            ("house/a", "pub mod one; pub mod two;"),
            ("house/a/one", "use crate::house::b::one::f; fn f() {}"),
            ("house/a/two", "fn g() {}"),
            ("house/b", "pub mod one; pub mod two;"),
            ("house/b/one", "fn f() {}"),
            ("house/b/two", "use crate::house::a::two::g;"),
        ],
        // Within a folder of the folder.
        &[
            parent,
            ("house/a", "mod one; mod two;"),
            ("house/a/one", "use super::two::f; fn g() {}"),
            ("house/a/two", "use super::one::g; fn f() {}"),
        ],
        // From a module within a file.
        &[
            parent,
            ("house/a", "mod inner { use super::super::b::X; } fn y() {}"),
            ("house/b", "use super::a::y; struct X;"),
        ],
    ];
    for files in bad {
        assert_eq!(of(files).len(), 1, "{files:?}: {:?}", of(files));
    }
    let told = of(bad[1]).remove(0);
    assert!(told.starts_with("house: a -> b (house/a by `crate::house::b::X`), b -> c"), "{told}");
}

#[test]
fn what_goes_down_is_no_circle() {
    let good: [&[(&str, &str)]; 6] = [
        // A parent that declares and hands on.
        &[
            ("house", "mod a; mod b; pub use a::{X, y}; pub(crate) use b::z;"),
            ("house/a", "pub struct X; pub fn y() {}"),
            ("house/b", "use super::X; fn z() { super::y() }"),
        ],
        // A parent that uses its children, and children that use each other downwards.
        &[
            ("house", "mod a; mod b; pub fn f(x: a::X) { b::g(x) }"),
            ("house/a", "pub struct X;"),
            ("house/b", "use super::a::X; pub fn g(x: X) {}"),
        ],
        // A parent's items that use no child.
        &[("house", "mod a; pub struct X;"), ("house/a", "use super::X; fn f() {}")],
        // Tests, comments, strings, other crates, macros' own crate, itself.
        &[
            ("house", "mod a; mod b;"),
            ("house/a", "use super::b::X; fn y() {} #[cfg(test)] mod tests { use super::*; }"),
            (
                "house/b",
                "struct X; // use super::a::y;\n\
                 #[cfg(test)]\nmod tests { use crate::house::a::y; }\n\
                 fn f() { let s = \"super::a::y\"; let c = '{'; other::a::y(); }\n\
                 fn g() { $crate::house::a::y(); }",
            ),
        ],
        &[("house", "mod a;"), ("house/a", "use self::inner::X; mod inner { pub struct X; }")],
        // The same name elsewhere.
        &[
            ("house", "mod a; mod b;"),
            ("house/a", "use super::b::c::X; fn y() {}"),
            ("house/b", "pub mod c; fn g() { c::f() }"),
            ("house/b/c", "pub struct X; pub fn f() {}"),
        ],
    ];
    for files in good {
        assert_eq!(of(files), Vec::<String>::new(), "{files:?}");
    }
}
