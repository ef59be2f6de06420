//! What the library answers in a browser, compared with what it answers elsewhere and with its own
//! CPU engine. The script `tests/browser` builds this, and the page `crates/browser/src/web.html`
//! runs one check after the other.

#![cfg(target_family = "wasm")]

mod checks;
mod device;

use checks::{CHECKS, Outcome};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Tells a panic to the page, which otherwise learns of a trap alone.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}

/// The names of all checks, in their order.
#[wasm_bindgen]
pub fn names() -> Vec<String> {
    CHECKS.iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// Runs a check. Returns what it has seen, in words.
#[wasm_bindgen]
pub async fn check(name: String) -> Result<String, String> {
    let found = CHECKS.iter().find(|(other, _)| *other == name);
    let (_, check) = found.ok_or_else(|| format!("there is no check {name}"))?;
    let outcome: Outcome = check().await;
    outcome.map_err(|error| error.to_string())
}
