//! `motzkin check --hash`.

use super::command::run;

/// Each instruction set and number of threads is named, and what it found.
#[test]
fn hashes_of_the_cpu_are_as_recorded() -> std::io::Result<()> {
    let output = run(&["check", "--hash", "--engine", "cpu"], b"")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    let found = |line: &str| line.ends_with(": all 48 as recorded");
    for level in motzkin::SimdLevel::available() {
        let name = format!("cpu ({}):", level.name());
        assert!(text.lines().any(|line| line.starts_with(&name) && found(line)), "{name} {text}");
    }
    for threads in [1, 2, 3, 4, 8, 16] {
        let name = format!("threads: {threads}:");
        assert!(text.lines().any(|line| line.contains(&name) && found(line)), "{name} {text}");
    }
    let row = text.lines().find(|line| line.starts_with("plane-crowd  "));
    assert_eq!(row.map(|row| row.matches("  0x").count()), Some(3), "{text}");
    Ok(())
}

#[test]
fn hashes_are_those_of_recorded_scenes() -> std::io::Result<()> {
    for extra in [["--pairs", "5"], ["--seed", "5"]] {
        let output = run(&[&["check", "--hash"], &extra[..]].concat(), b"")?;
        assert_eq!(output.status.code(), Some(2), "{extra:?}");
    }
    Ok(())
}
