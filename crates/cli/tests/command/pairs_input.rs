//! What `motzkin pairs` reads: files and filters.

use super::command::run;
use super::files::Folder;

type Failure = Box<dyn std::error::Error>;

/// A unit cube at `x`, with more fields.
fn cube(id: u32, x: f32, more: &str) -> String {
    let frame = r#""type":"cuboid","comp":[[1,0,0],[0,1,0],[0,0,1]]"#;
    format!("{{\"id\":{id},\"dim\":3,{frame},\"orig\":[{x},0,0]{more}}}\n")
}

fn ask(args: &[&str], input: impl AsRef<[u8]>) -> Result<(Vec<String>, Option<i32>), Failure> {
    let output = run(&[&["pairs", "--engine", "cpu"], args].concat(), input.as_ref())?;
    let lines = String::from_utf8(output.stdout)?;
    Ok((lines.lines().map(str::to_owned).collect(), output.status.code()))
}

/// Zero is zero, with a sign too, and minus one is no number of bits.
#[test]
fn groups_are_whole_numbers() -> Result<(), Failure> {
    for (group, expected) in [("0", 0), ("-0", 0), ("1", 1), ("1.0", 1), ("4294967295", 1)] {
        let more = format!(r#","group":{group}"#);
        let input = [cube(1, 0.0, ""), cube(2, 0.5, &more)].concat();
        let (lines, status) = ask(&[], input)?;
        assert_eq!((lines.len(), status), (expected, Some(0)), "{group}: {lines:?}");
    }
    for group in ["-1", "0.5", "4294967296", "1e39", "\"1\"", "null"] {
        let (lines, status) = ask(&[], cube(1, 0.0, &format!(r#","group":{group}"#)))?;
        assert_eq!((lines.len(), status), (1, Some(1)), "{group}: {lines:?}");
        assert!(lines[0].contains("is no number of 32 bits"), "{lines:?}");
    }
    Ok(())
}

/// Lines of one number in both files: the message says which file it was.
#[test]
fn faults_of_two_files_name_theirs() -> Result<(), Failure> {
    let folder = Folder::new("pairs-faults");
    let faulty = cube(1, 0.0, r#","mass":1"#);
    let plane = "{\"id\":2,\"dim\":2,\"type\":\"hull\",\"pts\":[]}\n";
    let good = cube(3, 0.0, "");
    let text = [good.as_str(), faulty.as_str(), plane, "{"].concat();
    let path = folder.write("other.jsonl", &text).display().to_string();
    let (lines, status) = ask(&["-", "--against", &path], &text)?;
    assert_eq!((lines.len(), status), (7, Some(1)), "{lines:?}");
    for (place, line) in lines[..6].iter().enumerate() {
        let name = if place < 3 { "-" } else { path.as_str() };
        let number = 2 + place % 3;
        assert!(line.contains(&format!(r#""line":{number},"message":"{name}: "#)), "{line}");
    }
    // There is no doubt about one file alone.
    let (lines, _) = ask(&[], &text)?;
    assert!(lines[0].contains(r#""message":"unknown field `mass`; there are type, "#), "{lines:?}");
    let sphere = r#"{"id":1,"dim":3,"type":"sphere","radius":1}"#;
    let (lines, _) = ask(&[], sphere)?;
    assert!(lines[0].contains(r#"type = \"sphere\" is unknown; there are cuboid, "#), "{lines:?}");
    Ok(())
}

/// Two files, of which one may be standard input. Filters of both count.
#[test]
fn two_files_and_their_filters() -> Result<(), Failure> {
    let folder = Folder::new("pairs-filters");
    let write = |name: &str, text: String| folder.write(name, text).display().to_string();
    let [one, two] = [cube(1, 0.0, ""), cube(2, 0.5, "")];
    let (first, second) = (write("1.jsonl", one.clone()), write("2.jsonl", two.clone()));
    let found = vec![r#"{"a":1,"b":2,"verdict":"overlapping"}"#.to_owned()];
    assert_eq!(ask(&[&first, "--against", &second], "")?, (found.clone(), Some(0)));
    assert_eq!(ask(&["-", "--against", &second], &one)?, (found.clone(), Some(0)));
    assert_eq!(ask(&[&first, "--against", "-"], &two)?, (found, Some(0)));
    let output = run(&["pairs", "--engine", "cpu", "-", "--against", "-"], one.as_bytes())?;
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be both files"));
    for (of_first, of_second) in [("\"mask\":0", "\"group\":1"), ("\"group\":1", "\"mask\":2")] {
        let first = write("3.jsonl", cube(1, 0.0, &format!(",{of_first}")));
        let second = write("4.jsonl", cube(2, 0.5, &format!(",{of_second}")));
        assert_eq!(ask(&[&first, "--against", &second], "")?, (vec![], Some(0)));
        assert_eq!(ask(&[&second, "--against", &first], "")?, (vec![], Some(0)));
    }
    Ok(())
}
