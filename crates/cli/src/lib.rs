//! The command line of [motzkin](https://docs.rs/motzkin), and the pictures that it draws.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod adapters;
mod animate;
mod bench;
mod check;
mod collide;
mod count;
mod demo;
mod engine;
mod error;
mod gallery;
mod grey;
mod output;
mod pairs;
pub mod picture;
mod picture_file;
mod plot;
mod portrait;
mod query;
mod render;
mod search;
mod table;

use clap::{Parser, Subcommand};
use output::note;
use std::process::ExitCode;

/// Exact collision verdicts for boxes, tetrahedra, hulls and meshes, on the GPU and on the CPU.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Tumbles 100,000 boxes and tetrahedra, tests a million pairs a frame and draws the last one
    Demo(demo::Args),
    /// Answers pairs of shapes, one JSON line for each
    Query(query::Args),
    /// Finds the shapes of a file that meet, one JSON line for each pair
    Pairs(pairs::Args),
    /// Tests two mesh files against each other
    Collide(collide::Args),
    /// Flies one mesh past three others, as in the article on on-collide sphere trees, and prints
    /// its tables
    Animate(animate::Args),
    /// Draws a pair: both frames, what they share, its box, axis or contact times
    Render(render::Args),
    /// Draws the validation cases and holds their answers against the recorded ones
    Gallery(gallery::Args),
    /// Compares GPU, CPU and exact verdicts on seeded workloads, and axes, depths, contacts with
    /// geometry
    Check(check::Args),
    /// Finds which boxes or tetrahedra round the triangles of meshes collide; `collide` tests the
    /// triangles
    Search(search::Args),
    /// Times the workloads on CPU and GPU, stage by stage, after checking their answers
    Bench(bench::Args),
    /// Lists the GPU adapters and says which one `--engine auto` takes
    Adapters,
}

/// How a command ended, where nothing kept it from its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// All is well: status 0.
    Good,
    /// Some lines had no answer, or engines disagreed: status 1.
    Faults,
}

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Demo(args) => demo::run(&args),
        Command::Query(args) => query::run(&args),
        Command::Pairs(args) => pairs::run(&args),
        Command::Collide(args) => collide::run(&args),
        Command::Animate(args) => animate::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Gallery(args) => gallery::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Adapters => adapters::run(),
    };
    match outcome {
        Ok(Outcome::Good) => ExitCode::SUCCESS,
        Ok(Outcome::Faults) => ExitCode::from(1),
        // Whoever read the output has seen enough.
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            note(&format!("error: {error}"));
            ExitCode::from(2)
        }
    }
}
