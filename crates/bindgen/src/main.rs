//! `motzkin-bindgen MODULE.wasm FOLDER`: writes a compiled module and the JavaScript that loads it
//! to a folder, as the command `wasm-bindgen --target web` does. That would have to be installed in
//! the very version that `Cargo.lock` names.

#![forbid(unsafe_code)]

use std::error::Error;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("motzkin-bindgen: which module, and where to?");
        return Ok(ExitCode::from(2));
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).web(true)?.typescript(false).generate(folder)?;
    Ok(ExitCode::SUCCESS)
}
