//! Runs the program of `crates/web` in a page.

use crate::page::Page;
use motzkin_serve::File;
use serde::Deserialize;
use std::error::Error;
use std::path::Path;
use std::time::Duration;

/// How long a browser may say nothing: longer than a software adapter needs for a check on a busy
/// machine.
const SILENCE: Duration = Duration::from_secs(900);

/// What the page tells. Twin: `web.html`.
#[derive(Deserialize)]
#[serde(tag = "kind")]
enum Word {
    /// It has so many checks to run.
    Loaded { checks: usize },
    /// It turns to this check.
    Begun { name: String },
    /// The check holds, and has seen this.
    Passed { name: String, seen: String, seconds: f64 },
    /// It does not.
    Failed { name: String, error: String },
    /// Something was wrong outside of a check.
    Broken { message: String },
    /// All checks were run.
    Ended,
}

/// Lets a browser run all checks of the program in a folder, and prints what it says. Returns
/// whether all hold and the console is empty.
///
/// # Errors
///
/// A folder without the program, or a browser that does not start, ends or falls silent.
pub fn run_web(program: &str, folder: &Path) -> Result<bool, Box<dyn Error>> {
    let built = |name: &str, kind| {
        let body = std::fs::read(folder.join(name));
        let body = body.map_err(|error| format!("{}: {error}", folder.join(name).display()))?;
        Ok::<_, String>(File { path: format!("/{name}"), kind, body })
    };
    let module = built("motzkin_web_bg.wasm", "application/wasm")?;
    println!("a module of {} bytes", module.body.len());
    let files = vec![
        File { path: "/".into(), kind: "text/html", body: include_str!("web.html").into() },
        built("motzkin_web.js", "text/javascript")?,
        module,
    ];
    let mut page = Page::open(program, files, SILENCE)?;
    let (mut passed, mut wrong, mut all) = (0, 0, None);
    let mut at = "its start".to_owned();
    loop {
        match page.next(&at)? {
            Word::Loaded { checks } => all = Some(checks),
            Word::Begun { name } => at = name,
            Word::Passed { name, seen, seconds } => {
                passed += 1;
                println!("{name}: {seen} ({seconds:.1} s)");
            }
            Word::Failed { name, error } => {
                wrong += 1;
                println!("{name}: FAILED: {error}");
            }
            Word::Broken { message } => {
                wrong += 1;
                println!("at {at}: {message}");
            }
            Word::Ended => break,
        }
    }
    let complaints = page.complaints()?;
    complaints.iter().for_each(|line| println!("console: {line}"));
    println!("{passed} checks hold, {wrong} failures");
    Ok(wrong == 0 && complaints.is_empty() && all == Some(passed))
}
