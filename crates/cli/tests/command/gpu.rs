//! `motzkin bench` with a GPU: what its document holds beside what it holds without.

use motzkin::gpu::{AdapterChoice, headless};
use motzkin::wgpu;
use serde_json::Value;
use std::process::Command;

/// A number that must be there.
fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {value}"))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("no list {key} in {value}"))
}

#[test]
fn the_document_tells_of_the_gpu() -> Result<(), Box<dyn std::error::Error>> {
    let choice = std::env::var("MOTZKIN_ADAPTER").map_or(AdapterChoice::Any, AdapterChoice::Named);
    let gpu = pollster::block_on(headless(&choice)).map_err(|error| {
        format!("no adapter to test on ({error}); on Debian, install mesa-vulkan-drivers")
    })?;
    let stamps = gpu.device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
    assert!(stamps || !gpu.adapter.is_software(), "{} has timestamps", gpu.adapter);
    let args = ["bench", "--engine", "all", "--json", "--pairs", "3000", "--repeat", "1"];
    let output = Command::new(env!("CARGO_BIN_EXE_motzkin"))
        .args(args)
        .args(["--adapter", &gpu.adapter.name, "--workload", "boxes", "touching-grid"])
        .output()?;
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout)?;

    let engines = list(&found, "engines");
    let last = engines.last().ok_or("no engines")?;
    assert_eq!(last["name"], "gpu");
    assert!(
        last["description"].as_str().is_some_and(|printed| printed.contains(&gpu.adapter.name)),
        "{last}"
    );
    assert!(number(last, "copy_bytes_per_s") > 1e6, "{last}");

    assert_eq!(list(&found, "workloads").len(), 2);
    for race in list(&found, "workloads") {
        let laps = list(race, "engines");
        assert_eq!(laps.len(), engines.len());
        let lap = &laps[laps.len() - 1];
        assert_eq!((&lap["engine"], &race["checked"]), (&"gpu".into(), &"sample".into()));
        let stages = &lap["stages"];
        for host in ["host_ns_per_pair", "upload_ns_per_pair"] {
            assert!(number(stages, host) > 0.0, "{host}: {lap}");
        }
        assert!(number(stages, "settling_ns_per_pair") >= 0.0, "{lap}");
        assert_eq!(stages["transfer_ns_per_pair"].is_number(), stamps, "{lap}");
        for device in ["kernel_ns_per_pair", "listing_ns_per_pair"] {
            assert_eq!(
                stages[device].as_f64().is_some_and(|time| time > 0.0),
                stamps,
                "{device}: {lap}"
            );
        }
        assert_eq!(lap["kernel_bytes_per_s"].is_number(), stamps, "{lap}");
        // Of both engines the same pairs overlap, whatever each leaves undecided.
        assert!((0.0..=1.0).contains(&number(lap, "undecided_share")), "{lap}");
    }
    assert!(found["crossover"].is_object(), "{}", found["crossover"]);

    let [_, scene] = list(&found, "scenes") else {
        panic!("a scene on the CPU and one on the GPU: {found}")
    };
    assert_eq!(scene["engine"], "gpu");
    // All frames change: 64 bytes each go up. Two bits a pair come back, the number of settled
    // pairs, and times where there are any.
    let (frames, pairs) = (number(scene, "frames"), number(scene, "pairs"));
    assert_eq!(number(scene, "uploaded_bytes_per_frame"), 64.0 * frames);
    let times = if stamps { 16.0 } else { 0.0 };
    assert_eq!(number(scene, "read_back_bytes_per_frame"), pairs / 4.0 + 4.0 + times);
    assert_eq!(
        scene["kernel_median_ns"].as_f64().is_some_and(|time| time > 0.0),
        stamps,
        "{scene}"
    );
    assert!(
        number(scene, "upload_median_ns") > 0.0 && number(scene, "readback_median_ns") > 0.0,
        "{scene}"
    );

    let resident = &found["resident"];
    let (frames, pairs) = (number(resident, "frames"), number(resident, "pairs"));
    assert_eq!(
        (number(resident, "frames_bytes"), number(resident, "pairs_bytes")),
        (64.0 * frames, 8.0 * pairs)
    );
    assert_eq!(number(resident, "moved_bytes_per_frame"), 64.0 * frames + 32.0);
    assert!(number(resident, "hits") > 0.0 && number(resident, "hits") < pairs, "{resident}");
    assert!(number(resident, "record_median_ns") > 0.0, "{resident}");
    assert!(
        number(resident, "frame_median_ns") > number(resident, "upload_median_ns"),
        "{resident}"
    );
    for device in ["kernel_median_ns", "listing_median_ns", "share_of_copy"] {
        assert_eq!(
            resident[device].as_f64().is_some_and(|time| time > 0.0),
            stamps,
            "{device}: {resident}"
        );
    }
    Ok(())
}

#[test]
fn pairs_are_found_on_the_gpu_too() -> Result<(), Box<dyn std::error::Error>> {
    let choice = std::env::var("MOTZKIN_ADAPTER").map_or(AdapterChoice::Any, AdapterChoice::Named);
    let gpu = pollster::block_on(headless(&choice))?;
    let name = &gpu.adapter.name;
    let args = ["bench", "pairs", "--engine", "gpu", "--adapter", name, "--boxes", "3000"];
    let bench = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_motzkin"))
            .args(args)
            .args(["--repeat", "1"])
            .args(more)
            .output()
    };
    let output = bench(&["--json"])?;
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout)?;
    assert!(list(&found, "rows").is_empty(), "{found}");
    let copy = number(&found["gpu"], "copy_bytes_per_s");
    assert!(copy > 1e6, "{found}");
    assert_eq!(list(&found["gpu"], "rows").len(), 10);
    for row in list(&found["gpu"], "rows") {
        let boxes = number(row, "boxes");
        assert_eq!(number(row, "moved_bytes_per_step"), 24.0 * boxes + 32.0, "{row}");
        assert!(number(row, "scratch_bytes") > 70.0 * boxes && number(row, "pairs") > 100.0);
        let stamps = gpu.device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        assert_eq!(row["stages"].is_object(), stamps, "{row}");
        if stamps {
            let share = number(row, "tree_bytes_per_s") / copy;
            assert!((share - number(row, "share_of_copy")).abs() < 1e-9 * share, "{row}");
            assert!(number(&row["stages"], "order_median_ms") < number(row, "step_median_ms"));
        }
    }
    let output = bench(&[])?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains(name.as_str()) && printed.contains("order ms"), "{printed}");
    Ok(())
}

#[test]
fn pairs_that_stay_on_the_device_are_measured() -> Result<(), Box<dyn std::error::Error>> {
    let choice = std::env::var("MOTZKIN_ADAPTER").map_or(AdapterChoice::Any, AdapterChoice::Named);
    let gpu = pollster::block_on(headless(&choice))?;
    let name = &gpu.adapter.name;
    let bench = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_motzkin"))
            .args(["bench", "device", "--adapter", name, "--pairs", "3000", "--repeat", "2"])
            .args(more)
            .output()
    };
    let output = bench(&["--json"])?;
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout)?;
    let stamps = gpu.device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
    for row in list(&found, "rows") {
        assert_eq!(number(row, "pairs"), 3000.0, "{row}");
        assert!(number(row, "hits") > 0.0 && number(row, "left") == 0.0, "{row}");
        for time in ["kernel_ns_per_pair", "exact_ns_per_pair", "listing_ns_per_pair"] {
            assert_eq!(row[time].as_f64().is_some_and(|time| time > 0.0), stamps, "{row}");
        }
    }
    let row = |name: &str| list(&found, "rows").iter().find(|row| row["workload"] == name);
    let undecided = |name: &str| row(name).map_or(-1.0, |row| number(row, "undecided"));
    assert!((0.0..30.0).contains(&undecided("boxes")), "{found}");
    assert_eq!(undecided("touching-grid"), 3000.0, "{found}");
    assert!(undecided("plane-touching-grid, moving") > 300.0, "{found}");
    let output = bench(&[])?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains(name.as_str()) && printed.contains("exact ns"), "{printed}");
    Ok(())
}
