//! The modules of a crate, what each imports, and in which file an imported path ends.

use super::code::{code_of, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A module's path from the crate's root.
pub type Name = Vec<String>;

/// Where a path ends.
enum End {
    /// At a module itself.
    Module(Name),
    /// At something that this module defines.
    Item(Name),
}

/// How many imports are followed from one to the next.
const TURNS: usize = 8;

/// An import, or a path within code.
struct Used {
    path: Vec<String>,
    /// The name that it brings into scope.
    alias: Option<String>,
    reexported: bool,
}

#[derive(Default)]
struct Module {
    /// The module of the file that holds this one: itself, but for modules within a file.
    file: Name,
    used: Vec<Used>,
    /// Words of its code outside of imports.
    words: BTreeSet<String>,
    /// What it defines.
    items: BTreeSet<String>,
}

/// The modules of a crate by their paths.
#[derive(Default)]
pub struct Modules {
    all: BTreeMap<Name, Module>,
}

/// Words, `::`, and every other sign by itself.
fn tokens(code: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        // A character's quotes may hold a brace.
        let quoted = c == '\'' && rest.chars().nth(2) == Some('\'');
        let length = match c {
            _ if quoted => rest.chars().take(3).map(char::len_utf8).sum(),
            _ if rest.starts_with("::") => 2,
            _ if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        if !c.is_whitespace() && !quoted {
            out.push(rest[..length].to_string());
        }
        rest = &rest[length..];
    }
    out
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The paths of `a::{b, c::{self, d as e}, f::*}`, each with its name in scope, up to the `;`.
fn use_tree(tokens: &[String], prefix: &[String], out: &mut Vec<(Vec<String>, String)>) -> usize {
    let mut path = prefix.to_vec();
    let mut alias = None;
    let mut at = 0;
    let mut grouped = false;
    while at < tokens.len() {
        match tokens[at].as_str() {
            ";" | "," | "}" => break,
            "::" => {}
            "{" => {
                grouped = true;
                at += 1;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    at += use_tree(&tokens[at..], &path, out).max(1);
                    if tokens.get(at).is_some_and(|token| token == ",") {
                        at += 1;
                    }
                }
            }
            "as" => {
                alias = Some(tokens[at + 1].clone());
                at += 1;
            }
            token => path.push(token.to_string()),
        }
        at += 1;
    }
    if !grouped {
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name = path.last().cloned().unwrap_or_default();
        out.push((path, alias.unwrap_or(name)));
    }
    at
}

impl Modules {
    /// Reads a crate's sources.
    pub fn read(src: &Path) -> Self {
        let mut out = Self::default();
        for file in rust_files(src) {
            let inside = file.strip_prefix(src).expect("within src").with_extension("");
            let mut name: Name =
                inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if name.last().is_some_and(|last| last == "mod") || name == ["lib"] {
                name.pop();
            }
            out.add(name, &std::fs::read_to_string(&file).expect("a source"));
        }
        out
    }

    /// Takes in a file.
    pub fn add(&mut self, name: Name, source: &str) {
        let tokens = tokens(&code_of(source));
        self.scan(&tokens, &name, &name);
    }

    /// Reads the code of a module; answers how many tokens up to its closing brace.
    fn scan(&mut self, tokens: &[String], name: &Name, file: &Name) -> usize {
        let mut module = Module { file: file.clone(), ..Module::default() };
        let (mut at, mut depth) = (0, 0_usize);
        let mut is_test = false;
        while at < tokens.len() {
            let before = |n: usize| at.checked_sub(n).map_or("", |i| tokens[i].as_str());
            let next = |n: usize| tokens.get(at + n).map_or("", String::as_str);
            match tokens[at].as_str() {
                "{" => depth += 1,
                "}" if depth == 0 => break,
                "}" => depth -= 1,
                "cfg" if next(1) == "(" && next(2) == "test" => is_test = true,
                "mod" if is_name(next(1)) && next(2) == "{" => {
                    let mut inner = name.clone();
                    inner.push(next(1).to_string());
                    let rest = &tokens[at + 3..];
                    // What tests import is no part of the house.
                    let length = match std::mem::take(&mut is_test) {
                        true => Self::default().scan(rest, &inner, file),
                        false => self.scan(rest, &inner, file),
                    };
                    at += 3 + length;
                }
                "use" if is_name(next(1)) || ["{", "::"].contains(&next(1)) => {
                    let mut found = Vec::new();
                    let reexported = ["pub", ")"].contains(&before(1));
                    at += 1;
                    at += use_tree(&tokens[at..], &[], &mut found);
                    let used = |(path, alias)| Used { path, alias: Some(alias), reexported };
                    // An attribute of tests alone may stand at a single import.
                    if !std::mem::take(&mut is_test) {
                        module.used.extend(found.into_iter().map(used));
                    }
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static"
                | "macro_rules" => {
                    is_test = false;
                    let skipped = usize::from(next(1) == "!");
                    if depth == 0 {
                        module.items.insert(next(1 + skipped).to_string());
                    }
                }
                ";" => is_test = false,
                token if is_name(token) && !["::", ".", "$"].contains(&before(1)) => {
                    let more = tokens[at + 1..].chunks(2);
                    let more = more.take_while(|two| two[0] == "::" && two.len() == 2);
                    let more = more.map(|two| two[1].clone()).take_while(|name| is_name(name));
                    let path: Vec<String> =
                        std::iter::once(token.to_string()).chain(more).collect();
                    module.words.insert(path[0].clone());
                    at += 2 * (path.len() - 1);
                    if path.len() > 1 {
                        module.used.push(Used { path, alias: None, reexported: false });
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.all.insert(name.clone(), module);
        at
    }

    /// Where a path leads that a module names; none where it leads out of the crate.
    fn end_of(&self, from: &Name, path: &[String], turns: usize) -> Option<End> {
        let first = path[0].as_str();
        let child = || self.child(from, first);
        let start = match first {
            "crate" => Name::new(),
            "self" | "super" => from.clone(),
            _ if child().is_some() => child()?,
            _ => {
                let brings = |used: &&Used| used.alias.as_deref() == Some(first) && turns > 0;
                let used = self.all.get(from)?.used.iter().find(brings)?;
                match self.end_of(from, &used.path, turns - 1)? {
                    End::Module(name) => name,
                    item => return Some(item),
                }
            }
        };
        let rest = if first == "super" { path } else { &path[1..] };
        self.walk(start, rest, turns)
    }

    fn child(&self, of: &Name, name: &str) -> Option<Name> {
        let child: Name = of.iter().cloned().chain([name.to_string()]).collect();
        self.all.contains_key(&child).then_some(child)
    }

    fn walk(&self, mut at: Name, path: &[String], turns: usize) -> Option<End> {
        for (i, part) in path.iter().enumerate() {
            if part == "self" {
                continue;
            }
            if part == "super" {
                at.pop();
                continue;
            }
            if let Some(child) = self.child(&at, part) {
                at = child;
                continue;
            }
            let module = self.all.get(&at)?;
            if module.items.contains(part) || turns == 0 {
                return Some(End::Item(at));
            }
            let brings = |used: &&Used| used.alias.as_deref() == Some(part);
            if let Some(used) = module.used.iter().find(brings) {
                match self.end_of(&at, &used.path, turns - 1)? {
                    End::Module(name) => {
                        at = name;
                        continue;
                    }
                    item => return Some(item),
                }
            }
            let globs = module.used.iter().filter(|used| used.alias.as_deref() == Some("*"));
            for used in globs {
                let parent = &used.path[..used.path.len() - 1];
                let Some(End::Module(name)) = self.end_of(&at, parent, turns - 1) else { continue };
                if name != at && self.offers(&name, part, turns - 1) {
                    return self.walk(name, &path[i..], turns - 1);
                }
            }
            return Some(End::Item(at));
        }
        Some(End::Module(at))
    }

    /// Whether a module has something of this name.
    fn offers(&self, name: &Name, part: &str, turns: usize) -> bool {
        let Some(module) = self.all.get(name) else { return false };
        let brings = |used: &Used| match used.alias.as_deref() {
            Some("*") if turns > 0 => {
                let parent = &used.path[..used.path.len() - 1];
                match self.end_of(name, parent, turns - 1) {
                    Some(End::Module(other)) => self.offers(&other, part, turns - 1),
                    _ => false,
                }
            }
            alias => alias == Some(part),
        };
        module.items.contains(part)
            || self.child(name, part).is_some()
            || module.used.iter().any(brings)
    }

    /// Which file's module imports which, with a path that does.
    pub fn imports(&self) -> BTreeMap<(Name, Name), String> {
        let mut out = BTreeMap::new();
        for (name, module) in &self.all {
            let is_parent =
                self.all.keys().any(|other| other.len() > name.len() && other.starts_with(name));
            for used in &module.used {
                // A parent that hands on what a child has does not import it, unless it needs it.
                let alias = used.alias.as_deref().unwrap_or_default();
                if is_parent && used.reexported && !module.words.contains(alias) {
                    continue;
                }
                let ends: Vec<Option<End>> = match used.path.split_last() {
                    Some((last, parent)) if last == "*" && !parent.is_empty() => {
                        let Some(End::Module(of)) = self.end_of(name, parent, TURNS) else {
                            continue;
                        };
                        let words =
                            module.words.iter().filter(|word| !module.items.contains(*word));
                        let offered = words.filter(|word| self.offers(&of, word, TURNS));
                        offered
                            .map(|word| self.walk(of.clone(), std::slice::from_ref(word), TURNS))
                            .collect()
                    }
                    _ => vec![self.end_of(name, &used.path, TURNS)],
                };
                for end in ends {
                    let Some(End::Item(end)) = end else { continue };
                    let to = &self.all[&end].file;
                    if *to != module.file {
                        let key = (module.file.clone(), to.clone());
                        out.entry(key).or_insert_with(|| used.path.join("::"));
                    }
                }
            }
        }
        out
    }
}
