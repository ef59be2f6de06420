//! The command `motzkin`.

fn main() -> std::process::ExitCode {
    motzkin_cli::run()
}
