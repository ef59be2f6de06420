//! Runs the program of `crates/web` in a browser, and fails where a check does. `tests/browser`
//! builds it, finds the browser and calls this.

use motzkin_browser::run_web;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [browser, folder] = &arguments[..] else {
        eprintln!("web: which browser, and where is the program? tests/browser knows");
        return ExitCode::from(2);
    };
    match run_web(browser, Path::new(folder)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("web: {error}");
            ExitCode::FAILURE
        }
    }
}
