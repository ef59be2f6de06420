//! The command `motzkin`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
