//! `motzkin bench`: what its document holds, and that its numbers fit together.

use super::command::run;
use motzkin_lab::workload::{Known, Workload};
use serde_json::Value;

fn document(args: &[&str]) -> Result<Value, Box<dyn std::error::Error>> {
    let output = run(&[&["bench", "--json"], args].concat(), b"")?;
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {printed}");
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A number that must be there.
fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {value}"))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("no list {key} in {value}"))
}

#[test]
fn the_document_holds_what_it_promises() -> Result<(), Box<dyn std::error::Error>> {
    let names = ["boxes", "tetras", "touching-grid"];
    let args = ["--engine", "cpu", "--pairs", "3000", "--repeat", "3", "--workload"];
    let found = document(&[&args[..], &names].concat())?;
    assert_eq!(found["motzkin"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&found["seed"], &found["repeat"]), (&Known::SEED.into(), &3.into()));
    assert!(found["crossover"].is_null(), "{found}");
    let engines: Vec<&Value> =
        list(&found, "engines").iter().map(|engine| &engine["name"]).collect();
    assert_eq!(engines[0], "cpu-1");
    for engine in list(&found, "engines") {
        assert!(number(engine, "copy_bytes_per_s") > 1e7, "{engine}");
        assert!(number(engine, "threads") >= 1.0, "{engine}");
    }
    assert_eq!(list(&found, "workloads").len(), names.len());
    for (race, name) in list(&found, "workloads").iter().zip(names) {
        assert_eq!((&race["workload"], &race["pairs"]), (&name.into(), &3000.into()));
        assert_eq!(race["checked"], "sample");
        // Two frames of 64 bytes, two indices of 4 and a code.
        assert_eq!(number(race, "bytes_per_pair"), 137.0);
        assert!(number(race, "least_bytes_per_pair") < 137.0 + 64.0);
        assert!((337.0..5000.0).contains(&number(race, "flops_per_pair")), "{race}");
        for (lap, engine) in list(race, "engines").iter().zip(&engines) {
            assert_eq!(&&lap["engine"], engine);
            check_lap(lap, race);
        }
    }
    let [run] = list(&found, "scenes") else { panic!("one scene on the CPU alone: {found}") };
    assert_eq!((&run["frames"], &run["pairs"]), (&100_000.into(), &1_000_000.into()));
    let stages = ["change", "submit", "wait", "settle"]
        .map(|name| number(run, &format!("{name}_median_ns")));
    assert!(stages[1] <= number(run, "frame_median_ns"), "{run}");
    assert!(
        number(run, "kernel_median_ns") > 0.0 && number(run, "listing_median_ns") > 0.0,
        "{run}"
    );
    assert!(run["upload_median_ns"].is_null() && run["readback_median_ns"].is_null(), "{run}");
    assert_eq!(
        (number(run, "uploaded_bytes_per_frame"), number(run, "read_back_bytes_per_frame")),
        (0.0, 0.0)
    );
    check_disturbance(&found["disturbance"]);
    let undecided =
        |race: usize| number(&found["workloads"][race]["engines"][0], "undecided_share");
    assert!(undecided(0) < 0.01 && undecided(2) == 1.0, "{found}");
    Ok(())
}

/// A document says whether other programs disturbed its measurements.
pub fn check_disturbance(found: &Value) {
    let spread = number(found, "yardstick_spread");
    assert!(spread >= 1.0, "{found}");
    let waited = found["waited_share"].as_f64();
    assert!(waited.is_some() || found["waited_share"].is_null(), "{found}");
    assert!(waited.is_none_or(|share| (0.0..=1.0).contains(&share)), "{found}");
    let disturbed = spread > 1.5 || waited.is_some_and(|share| share > 0.05);
    assert_eq!(found["disturbed"], disturbed, "{found}");
}

/// The stages lie within the whole, and the rates follow from the kernel's time.
fn check_lap(lap: &Value, race: &Value) {
    let (median, min) = (number(lap, "median_ns_per_pair"), number(lap, "min_ns_per_pair"));
    assert!(0.0 < min && min <= median, "{lap}");
    let stages = &lap["stages"];
    assert!(
        stages["upload_ns_per_pair"].is_null() && stages["transfer_ns_per_pair"].is_null(),
        "{lap}"
    );
    let kernel = number(stages, "kernel_ns_per_pair");
    // Medians of different repetitions do not add up; each is still below the longest call, which
    // is not in the document.
    assert!(kernel > 0.0 && number(stages, "settling_ns_per_pair") >= 0.0, "{lap}");
    assert!(number(stages, "host_ns_per_pair") > 0.0, "{lap}");
    let near = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-9;
    let rate = number(lap, "kernel_bytes_per_s");
    assert!(near(rate, 1e9 * number(race, "bytes_per_pair") / kernel), "{lap}");
    assert!(
        near(number(lap, "kernel_flops_per_s"), 1e9 * number(race, "flops_per_pair") / kernel),
        "{lap}"
    );
    assert!(number(lap, "share_of_copy") > 0.0, "{lap}");
    assert_eq!(number(lap, "undecided") / number(race, "pairs"), number(lap, "undecided_share"));
}

#[test]
fn recorded_answers_are_checked_and_named() -> Result<(), Box<dyn std::error::Error>> {
    let found = document(&["--engine", "cpu", "--repeat", "1", "--workload", "lattice"])?;
    let race = &found["workloads"][0];
    let Known { overlapping, touching } = Workload::Lattice.known();
    assert_eq!((&race["overlapping"], &race["touching"]), (&overlapping.into(), &touching.into()));
    assert_eq!((&race["pairs"], &race["checked"]), (&Known::PAIRS.into(), &"recorded".into()));
    Ok(())
}

#[test]
fn the_tables_name_every_workload_and_stage() -> std::io::Result<()> {
    let output = run(&["bench", "--engine", "cpu", "--pairs", "50", "--repeat", "1"], b"")?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{printed}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let stages =
        ["upload", "kernel", "listing", "transfer", "settling", "no crossover", "a scene of"];
    for name in Workload::ALL.map(Workload::name).into_iter().chain(stages) {
        assert!(printed.contains(name), "{name} in {printed}");
    }
    Ok(())
}

#[test]
fn wrong_calls_are_refused() -> std::io::Result<()> {
    for (args, word) in [
        (&["--engine", "reference"][..], "reference"),
        (&["--workload", "teapots"], "box-tetra"),
        (&["--pairs", "0"], "at least 1"),
        (&["--pairs", "5000000000"], "at most 100000000"),
        (&["search", "--plot", "no/such/folder.svg"], "no/such/folder.svg"),
        (&["pairs", "--plot", "no/such/folder.svg"], "no/such/folder.svg"),
        (&["qualification", "--plot", "no/such/folder.svg"], "no/such/folder.svg"),
        (&["--repeat", "none"], "none"),
        (&["--engine", "cpu", "--adapter", "x"], "--adapter"),
    ] {
        let output = run(&[&["bench"], args].concat(), b"")?;
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {printed}");
        assert!(printed.contains(word), "{args:?}: {printed}");
    }
    Ok(())
}

#[test]
fn pairs_are_measured_by_scene_and_size() -> Result<(), Box<dyn std::error::Error>> {
    let args = ["pairs", "--engine", "cpu", "--boxes", "2000", "--repeat", "1", "--json"];
    let output = run(&[&["bench"], &args[..]].concat(), b"")?;
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout)?;
    assert!(found["gpu"].is_null(), "{found}");
    assert_eq!(list(&found, "rows").len(), 10);
    for row in list(&found, "rows") {
        assert!(number(row, "pairs") > 100.0 && number(row, "bytes_per_box") > 20.0, "{row}");
        assert!(number(&row["one_thread"], "all_moving_median_ms") > 0.0, "{row}");
    }
    let args = ["bench", "pairs", "--engine", "cpu", "--adapter", "any", "--boxes", "10"];
    let output = run(&args, b"")?;
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--adapter goes with"));
    Ok(())
}
