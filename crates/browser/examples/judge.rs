//! Prints each error and each warning that a browser has for the shaders, and fails where there is
//! one. `tests/browser` finds the browser and calls this.

use motzkin_browser::judge;
use std::process::ExitCode;

/// The status where the browser cannot judge.
const NOT_JUDGED: u8 = 3;

fn main() -> ExitCode {
    let Some(browser) = std::env::args().nth(1) else {
        eprintln!("judge: which browser? tests/browser finds one");
        return ExitCode::from(2);
    };
    match judge(&browser) {
        Ok(Some(true)) => ExitCode::SUCCESS,
        Ok(Some(false)) => ExitCode::FAILURE,
        Ok(None) => {
            eprintln!("judge: the browser has no adapter for WebGPU");
            ExitCode::from(NOT_JUDGED)
        }
        Err(error) => {
            eprintln!("judge: {error}");
            ExitCode::FAILURE
        }
    }
}
