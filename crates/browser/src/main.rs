//! Lets Chromium judge every shader module: it compiles them by Tint, where wgpu compiles them by
//! naga. Prints each error and each warning, and fails where there is one.
//!
//! `tests/browser` finds the browser and calls this.

#![forbid(unsafe_code)]

mod browser;
mod job;
mod judge;
#[path = "../../../tests/cpu/shaders/modules.rs"]
mod modules;
mod server;
#[path = "../../../tests/cpu/shaders/settings.rs"]
mod settings;

use std::process::ExitCode;

/// The status where the browser cannot judge: one without WebGPU, say.
const NOT_JUDGED: u8 = 3;

fn main() -> ExitCode {
    let Some(browser) = std::env::args().nth(1) else {
        eprintln!("motzkin-browser: which browser? tests/browser finds one");
        return ExitCode::from(2);
    };
    match judge::judge(&browser) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("motzkin-browser: {error}");
            ExitCode::from(NOT_JUDGED)
        }
    }
}
