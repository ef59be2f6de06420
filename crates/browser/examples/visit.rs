//! Uses the page of `examples/web` in a browser, and fails where it does not do what it should.
//! `tests/browser` builds it, finds the browser and calls this.

use motzkin_browser::visit;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [browser, folder] = &arguments[..] else {
        eprintln!("visit: which browser, and where is the page? tests/browser knows");
        return ExitCode::from(2);
    };
    match visit(browser, Path::new(folder)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("visit: {error}");
            ExitCode::FAILURE
        }
    }
}
