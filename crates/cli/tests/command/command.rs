//! The command as a caller meets it: arguments, exit status, output.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

/// Starts the command with its input written by another thread, and waits.
pub fn run(args: &[&str], input: &[u8]) -> std::io::Result<Output> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_motzkin"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let stdin = child.stdin.take();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A command that ends early closes the pipe; the caller decides whether that is right.
        stdin.map(|mut stdin| stdin.write_all(&input))
    });
    let output = child.wait_with_output();
    let _ = writer.join();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A path of this test's own in the target folder's scratch space.
fn scratch(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()))
}

#[test]
fn a_wrong_call_ends_with_status_2() -> std::io::Result<()> {
    for (args, word) in [
        (&["query", "--engine", "quantum"][..], "quantum"),
        (&["query", "--want", "verdict,colour"], "colour"),
        (&["query", "no such file.jsonl"], "no such file.jsonl"),
        (&["query", "."], "."),
        (&["frobnicate"], "frobnicate"),
        (&["check", "--engine", "cpu", "--adapter", "x"], "--adapter"),
        (&["check", "--adapter", "no such adapter"], "no such adapter"),
        (&["animate", "--frames", "8", "--view", "32"], "--view is for"),
        (&["collide", "a.obj", "b.obj", "--all", "--grey", "views"], "views miss"),
        (&["animate", "--frames", "8", "--grey", "cpu", "--view", "32"], "--view is for"),
        (
            &[
                "demo",
                "--engine",
                "cpu",
                "--objects",
                "9",
                "--frames",
                "1",
                "--out",
                "no/such/folder.png",
            ],
            "no/such/folder.png",
        ),
        (&["check", "--pairs", "0"], "at least 1"),
        (&["check", "--pairs", "18446744073709551615"], "at most"),
    ] {
        if cfg!(not(feature = "gpu")) && args.contains(&"no such adapter") {
            continue;
        }
        let output = run(args, b"")?;
        let printed = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {printed}");
        assert!(printed.contains(word), "{args:?}: {printed}");
    }
    Ok(())
}

#[test]
fn adapters_says_what_auto_takes() -> std::io::Result<()> {
    let output = run(&["adapters"], b"")?;
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(printed.contains("--engine auto takes "), "{printed}");
    if cfg!(feature = "gpu") && !printed.contains("no GPU adapter") {
        assert!(printed.contains("self-test") && printed.contains("passed: "), "{printed}");
    }
    Ok(())
}

#[test]
fn check_compares_every_workload() -> std::io::Result<()> {
    let output = run(&["check", "--engine", "cpu", "--pairs", "300", "--seed", "5"], b"")?;
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{printed}{}", text(&output.stderr));
    assert!(printed.starts_with("seed 5, 300 pairs in each workload, exact"), "{printed}");
    assert!(printed.contains("contact intervals, 150 pairs of each in space\n"), "{printed}");
    let heading = printed.lines().find(|line| line.starts_with("workload")).unwrap_or_default();
    let titles: Vec<&str> = heading.split_whitespace().collect();
    assert_eq!(titles[titles.len() - 2..], ["details", "differences"], "{printed}");
    for workload in motzkin_lab::workload::Workload::ALL {
        let row =
            printed.lines().find(|line| line.split_whitespace().next() == Some(workload.name()));
        let cells: Vec<&str> = row.unwrap_or_default().split_whitespace().collect();
        // Half of 300 pairs, at rest and in motion; of those that meet, what they have in common.
        let [.., details, "0"] = cells[..] else { panic!("{} in {printed}", workload.name()) };
        let details: u32 = details.parse().unwrap_or_default();
        assert!((301..=450).contains(&details), "{} in {printed}", workload.name());
    }
    for level in motzkin_core::kernel::SimdLevel::available() {
        assert!(
            printed.contains(&format!("cpu ({})", level.name())),
            "{} in {printed}",
            level.name()
        );
    }
    assert!(printed.contains("\nall engines agree; no GPU was among them"), "{printed}");
    Ok(())
}

#[test]
fn check_draws_afresh_without_a_seed() -> std::io::Result<()> {
    let first_line = || -> std::io::Result<String> {
        let output = run(&["check", "--engine", "cpu", "--pairs", "10"], b"")?;
        Ok(text(&output.stdout).lines().next().unwrap_or_default().to_owned())
    };
    let (one, two) = (first_line()?, first_line()?);
    assert!(one.starts_with("seed ") && one != two, "{one} / {two}");
    Ok(())
}

#[test]
fn demo_counts_and_draws_the_same_for_the_same_seed() -> std::io::Result<()> {
    let picture = scratch("demo.png");
    let path = picture.to_string_lossy().into_owned();
    let args = [
        "demo",
        "--engine",
        "cpu",
        "--objects",
        "500",
        "--frames",
        "2",
        "--seed",
        "3",
        "--out",
        path.as_str(),
    ];
    let counts = || -> std::io::Result<Vec<String>> {
        let output = run(&args, b"")?;
        let printed = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{printed}{}", text(&output.stderr));
        let counted =
            |line: &&str| ["pairs", "hits", "undecided"].iter().any(|name| line.starts_with(name));
        Ok(printed.lines().filter(counted).map(str::to_owned).collect())
    };
    let once = counts()?;
    let first = std::fs::read(&picture)?;
    assert_eq!(once.len(), 3, "{once:?}");
    assert_eq!(counts()?, once);
    assert!(first.starts_with(b"\x89PNG"));
    assert!(std::fs::read(&picture)? == first, "the picture changed");
    std::fs::remove_file(picture)
}

#[test]
fn demo_of_nothing_is_an_empty_picture() -> std::io::Result<()> {
    for size in [["--objects", "0"], ["--frames", "0"]] {
        let picture = scratch(&format!("empty{}.png", size[0]));
        let path = picture.to_string_lossy().into_owned();
        let args = ["demo", "--engine", "cpu", "--frames", "1", "--out", path.as_str()];
        let args: Vec<&str> = if size[0] == "--frames" {
            args.iter().copied().filter(|a| !["--frames", "1"].contains(a)).collect()
        } else {
            args.to_vec()
        };
        let output = run(&[&args[..], &size[..]].concat(), b"")?;
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        std::fs::remove_file(picture)?;
    }
    Ok(())
}

/// Whoever asks for the status alone is answered.
#[test]
fn check_goes_on_when_its_reader_goes_away() -> std::io::Result<()> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_motzkin"))
        .args(["check", "--engine", "cpu", "--pairs", "10"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    drop(child.stdout.take());
    let output = child.wait_with_output()?;
    assert!(text(&output.stderr).contains("checking hulls"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    Ok(())
}

#[test]
fn a_reader_that_goes_away_ends_the_command_quietly() -> std::io::Result<()> {
    let line = r#"{"id":1,"dim":3,"a":{"type":"tetra","orig":[0,0,0],"comp":[[1,0,0],[0,1,0],[0,0,1]]},"b":{"type":"tetra","orig":[5,0,0],"comp":[[1,0,0],[0,1,0],[0,0,1]]}}"#;
    let mut child = Command::new(env!("CARGO_BIN_EXE_motzkin"))
        .args(["query", "--engine", "cpu"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    drop(child.stdout.take());
    if let Some(mut stdin) = child.stdin.take() {
        // Far more than a pipe holds; the command stops reading at its first answer.
        let lines = format!("{line}\n").repeat(50_000);
        assert!(stdin.write_all(lines.as_bytes()).is_err(), "the command read on");
    }
    let mut printed = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_string(&mut printed)?;
    }
    assert_eq!(child.wait()?.code(), Some(0), "{printed}");
    assert!(!printed.contains("error") && !printed.contains("panic"), "{printed}");
    Ok(())
}
