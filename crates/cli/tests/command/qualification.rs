//! `motzkin bench qualification`: its table, its document and its plot.

use super::bench::check_disturbance;
use super::command::run;
use serde_json::Value;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {value}"))
}

#[test]
fn table_document_and_plot_agree() -> Outcome {
    let plot = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{}.svg", std::process::id()));
    let path = plot.to_string_lossy().into_owned();
    let output =
        run(&["bench", "qualification", "--samples", "1", "--json", "--plot", &path], b"")?;
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout)?;
    check_disturbance(&found["disturbance"]);
    let svg = std::fs::read_to_string(&plot)?;
    std::fs::remove_file(plot)?;
    let texts = texts_of(&svg);
    let rows = found["rows"].as_array().ok_or("no rows")?;
    assert_eq!(rows.len(), 16);
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row["dim"], if i < 8 { 2 } else { 3 });
        for name in ["elimination", "axes", "ours"] {
            for way in ["repeated", "streaming"] {
                let value = number(row, &format!("{name}_{way}_ns"));
                assert!(value > 0.0, "{row}");
                let shown = match value {
                    100.0.. => format!("{value:.0}"),
                    10.0.. => format!("{value:.1}"),
                    _ => format!("{value:.2}"),
                };
                assert!(texts.contains(&shown), "{name} {way} {shown} of {row}");
            }
        }
    }
    for (dim, rows) in [(2, &rows[..8]), (3, &rows[8..])] {
        let pairs: f64 = rows.iter().map(|row| number(row, "pairs")).sum();
        assert_eq!(pairs, 100_000.0, "{dim}D");
        let summary =
            found["summaries"].as_array().and_then(|all| all.iter().find(|s| s["dim"] == dim));
        let summary = summary.ok_or("no summary")?;
        assert_eq!(number(summary, "paper_ratio"), if dim == 2 { 1.5 } else { 0.83 });
        let weighed: f64 =
            rows.iter().map(|row| number(row, "repeated_ratio") * number(row, "pairs")).sum();
        assert!((weighed / pairs - number(summary, "repeated_ratio")).abs() < 1e-9, "{summary}");
        let title = format!("{dim}D: FM takes {:.2} times", number(summary, "repeated_ratio"));
        assert!(texts.iter().any(|text| text.starts_with(&title)), "{title}");
    }
    Ok(())
}

#[test]
fn the_table_says_what_reproduces() -> Outcome {
    let output = run(&["bench", "qualification", "--samples", "1"], b"")?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert_eq!(printed.matches(" cuboid ").count(), 8, "{printed}");
    assert_eq!(printed.matches(" triangle ").count(), 8, "{printed}");
    for line in ["2D: the paper has FM at 1.50 times SAT", "3D: the paper has FM at 0.83 times SAT"]
    {
        let line = printed.lines().find(|found| found.starts_with(line)).unwrap_or_default();
        assert!(line.contains("reproduce"), "{printed}");
    }
    for args in [&["--samples", "0"][..], &["--plot", "no/such/plot.svg", "--samples", "1"]] {
        let output = run(&[&["bench", "qualification"], args].concat(), b"")?;
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    Ok(())
}

/// What the text elements hold, of a document whose tags must match and whose attributes must be
/// quoted.
fn texts_of(svg: &str) -> Vec<String> {
    let (mut open, mut texts) = (Vec::new(), Vec::new());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once('<') {
        assert!(!before.contains(['>', '&']), "{before}");
        if open.last() == Some(&"text") {
            texts.push(before.to_owned());
        }
        let (tag, after) = after.split_once('>').expect("a tag that ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let parts: Vec<&str> = attributes.trim_end_matches('/').split('"').collect();
        assert!(parts.len() % 2 == 1, "{tag}");
        for name in parts.iter().step_by(2).filter(|part| !part.trim().is_empty()) {
            assert!(name.ends_with('='), "{name} in {tag}");
        }
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    texts
}
