//! A small renderer that keeps everything on the GPU: boxes that its own shader moves, pairs that
//! `motzkin` finds and tests in the renderer's encoder, and the colliding boxes drawn red straight
//! from the list of hits. The frame buffer of the tests is the instance buffer of the drawing, the
//! list's header is the indirect draw's arguments, and the CPU reads nothing back.
//!
//! ```sh
//! cargo run --release --example renderer
//! cargo run --release --example renderer -- --frames 10 --out pictures --verify
//! ```

mod draw;
mod gpu;
mod offscreen;
mod shaders;
mod show;
mod stage;
mod verify;
mod window;
mod world;

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Moving boxes, those that collide in red.
#[derive(Parser)]
struct Args {
    /// Boxes
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    boxes: u32,
    /// Takes an adapter with this in its name
    #[arg(long, default_value = "", value_name = "NAME")]
    adapter: String,
    /// Draws so many frames to files, without a window
    #[arg(long, requires = "out", value_parser = clap::value_parser!(u32).range(1..))]
    frames: Option<u32>,
    /// The folder for the files
    #[arg(long, requires = "frames", value_name = "DIR")]
    out: Option<PathBuf>,
    /// Compares the last frame with the CPU and looks at its colours
    #[arg(long, requires = "frames")]
    verify: bool,
}

fn main() -> ExitCode {
    let Args { boxes, adapter, frames, out, verify } = Args::parse();
    let done = match (frames, out) {
        (Some(frames), Some(out)) => offscreen::run(boxes, &adapter, frames, &out, verify),
        _ => window::run(boxes, &adapter),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("renderer: {error}");
            ExitCode::FAILURE
        }
    }
}
