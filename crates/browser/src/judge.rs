//! What the browser says of the modules, from its first word to its last.

use crate::job::jobs;
use crate::page::Page;
use motzkin_serve::File;
use serde::Deserialize;
use std::error::Error;
use std::time::Duration;

/// How long a browser may say nothing: longer than a software adapter needs for a large module.
const SILENCE: Duration = Duration::from_secs(180);

/// What the page tells. Twin: `judge.html`.
#[derive(Deserialize)]
#[serde(tag = "kind")]
enum Word {
    /// There is no adapter, so that it judges nothing.
    NoAdapter,
    /// It has a device.
    Device { name: String },
    /// It turns to this module.
    Begun { name: String },
    /// It built so many pipelines of it, and has these complaints.
    Judged { name: String, pipelines: usize, complaints: Vec<String> },
    /// The adapter lacks features that the module enables.
    LeftOut { name: String, lacking: Vec<String> },
    /// It cannot go on.
    Broken { message: String },
    /// It has judged all.
    Ended,
}

/// Shows every module to a browser, and prints what it says. Returns whether it accepts all of
/// them, or `None` if it has no adapter for WebGPU.
///
/// # Errors
///
/// A browser that does not start, loses its device, ends or falls silent, or a module that naga
/// refuses.
pub fn judge(program: &str) -> Result<Option<bool>, Box<dyn Error>> {
    let jobs = jobs()?;
    let page =
        File { path: "/".into(), kind: "text/html", body: include_str!("judge.html").into() };
    let list =
        File { path: "/jobs".into(), kind: "application/json", body: serde_json::to_vec(&jobs)? };
    let mut page = Page::open(program, vec![page, list], SILENCE)?;

    let (mut judged, mut built, mut rejected, mut left_out) = (0, 0, 0, 0);
    let mut at = "its start".to_owned();
    loop {
        match page.next(&at)? {
            Word::NoAdapter => return Ok(None),
            Word::Device { name } => println!("{} modules, device {name}", jobs.len()),
            Word::Begun { name } => at = name,
            Word::Judged { name, pipelines, complaints } => {
                judged += 1;
                built += pipelines;
                rejected += usize::from(!complaints.is_empty());
                for complaint in complaints {
                    println!("{name}: {complaint}");
                }
            }
            Word::LeftOut { name, lacking } => {
                left_out += 1;
                println!("{name}: left out, the adapter lacks {}", lacking.join(", "));
            }
            Word::Broken { message } => return Err(format!("{message}, at {at}").into()),
            Word::Ended => break,
        }
    }
    println!("{judged} judged, {left_out} left out, {built} pipelines built, {rejected} rejected");
    if judged + left_out != jobs.len() {
        return Err("the browser did not judge all modules".into());
    }
    Ok(Some(rejected == 0))
}
