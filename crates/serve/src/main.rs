//! `motzkin-serve FOLDER [PORT]`: serves the files of a folder at the loopback address, which other
//! machines do not reach, until it is ended.

#![forbid(unsafe_code)]

use motzkin_serve::{files, serve};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

/// Where the page is unless another port is asked for.
const PORT: u16 = 8019;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("motzkin-serve: which folder?");
        return Ok(ExitCode::from(2));
    };
    let port = arguments.next().map_or(Ok(PORT), |port| port.parse())?;
    // Nobody reads the words of the pages: without their receiver none is kept.
    let address = serve(files(Path::new(&folder))?, port)?.address;
    println!("{address}");
    loop {
        thread::park();
    }
}
