//! `motzkin render` and `motzkin gallery`: pictures are looked at by colour, as a reader would.

use super::command::run;
use super::picture::Picture;
use motzkin_lab::workload::validation::{plane, space};
use std::path::PathBuf;
use std::process::Output;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// A path of this test's own in the target folder's scratch space.
fn scratch(name: &str) -> PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()))
}

fn printed(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Unit cubes or squares: the first in the origin, the second here.
fn line(dim: usize, place: [f64; 3], velocity: Option<[f64; 3]>) -> String {
    let vector = |v: [f64; 3]| format!("{:?}", &v[..dim]);
    let comp: Vec<String> =
        (0..dim).map(|i| vector([0, 1, 2].map(|k| f64::from(i == k)))).collect();
    let shape = |place: [f64; 3], more: &str| {
        format!(r#"{{"type":"cuboid","orig":{},"comp":[{}]{more}}}"#, vector(place), comp.join(","))
    };
    let velocity = velocity.map_or(String::new(), |v| format!(r#","vel":{}"#, vector(v)));
    format!(r#"{{"id":1,"dim":{dim},"a":{},"b":{}}}"#, shape([0.0; 3], ""), shape(place, &velocity))
}

/// How many pixels of a picture have the hue of the first frame, of the second, and of what they
/// share, and enough of it.
#[derive(Debug)]
struct Hues {
    blue: usize,
    amber: usize,
    crimson: usize,
}

fn hues(picture: &Picture) -> Hues {
    let mut found = Hues { blue: 0, amber: 0, crimson: 0 };
    for pixel in &picture.pixels {
        let [r, g, b] = pixel.map(f64::from);
        let (high, low) = (r.max(g).max(b), r.min(g).min(b));
        if high - low < 24.0 {
            continue;
        }
        let turn = match () {
            () if high == r => (g - b) / (high - low),
            () if high == g => (b - r) / (high - low) + 2.0,
            () => (r - g) / (high - low) + 4.0,
        };
        let (hue, vivid) = ((60.0 * turn).rem_euclid(360.0), (high - low) / high > 0.55);
        match hue {
            200.0..=240.0 => found.blue += 1,
            14.0..=45.0 => found.amber += 1,
            _ if vivid && !(8.0..=325.0).contains(&hue) => found.crimson += 1,
            _ => {}
        }
    }
    found
}

/// Renders the input and looks at the picture.
fn rendered(name: &str, input: &str) -> Result<(Hues, String), Box<dyn std::error::Error>> {
    let file = scratch(&format!("{name}.png"));
    let path = file.to_string_lossy().into_owned();
    let output = run(&["render", "--out", &path, "--size", "640x400"], input.as_bytes())?;
    assert_eq!(output.status.code(), Some(0), "{name}: {}", printed(&output));
    let picture = Picture::read(&file)?;
    assert_eq!(picture.size, [640, 400]);
    std::fs::remove_file(file)?;
    Ok((hues(&picture), printed(&output)))
}

#[test]
fn only_what_meets_shares_anything() -> Outcome {
    let still: [(&str, [f64; 3], bool); 4] = [
        ("overlapping", [0.5, 0.4, 0.3], true),
        ("touching", [1.0, 0.25, 0.25], true),
        ("touching", [1.0, 1.0, 1.0], true),
        ("separate", [1.25, 0.5, 0.25], false),
    ];
    for dim in [2, 3] {
        for (i, (verdict, place, meets)) in still.into_iter().enumerate() {
            let name = format!("still-{dim}-{i}");
            let (hues, printed) = rendered(&name, &line(dim, place, None))?;
            assert!(printed.contains(&format!("verdict  {verdict}\n")), "{name}: {printed}");
            assert!(hues.blue > 500 && hues.amber > 500, "{name}: {hues:?}");
            assert!(if meets { hues.crimson > 20 } else { hues.crimson == 0 }, "{name}: {hues:?}");
            assert!(verdict != "overlapping" || hues.crimson > 2000, "{name}: {hues:?}");
            assert_eq!(printed.contains("\nbox "), meets, "{printed}");
        }
        for (velocity, meets) in [([-8.0, 0.0, 0.0], true), ([-8.0, 9.0, 0.0], false)] {
            let name = format!("moving-{dim}-{meets}");
            let (hues, printed) = rendered(&name, &line(dim, [3.0, 0.25, 0.25], Some(velocity)))?;
            assert!(hues.blue > 100 && hues.amber > 300, "{name}: {hues:?}");
            assert!(if meets { hues.crimson > 200 } else { hues.crimson == 0 }, "{name}: {hues:?}");
            assert_eq!(printed.contains("contact  t0 = 0.25, t1 = 0.5\n"), meets, "{printed}");
        }
    }
    Ok(())
}

#[test]
fn the_numbers_are_those_of_the_pair() -> Outcome {
    let (_, printed) = rendered("depth", &line(3, [0.75, 0.0, 0.0], None))?;
    for text in [
        "line     1\n",
        "depth    0.25\n",
        "axis     1 0 0\n",
        "box      0.75 0 0 to 1 1 1\n",
        "witness  ",
    ] {
        assert!(printed.contains(text), "{text} in {printed}");
    }
    let (_, printed) = rendered("gap", &line(2, [0.0, -3.0, 0.0], None))?;
    assert!(printed.contains("gap      2\naxis     0 -1\n"), "{printed}");
    // What these two share ends where no f32 is.
    let long = |x: &str| {
        format!(r#"{{"type":"cuboid","orig":[{x},0,0],"comp":[[2e38,0,0],[0,1e38,0],[0,0,1e38]]}}"#)
    };
    let pair = format!(r#"{{"id":1,"dim":3,"a":{},"b":{}}}"#, long("3e38"), long("3.2e38"));
    let (_, printed) = rendered("beyond", &pair)?;
    assert!(printed.contains("box      a face is beyond f32\n"), "{printed}");
    Ok(())
}

#[test]
fn the_same_line_gives_the_same_bytes() -> Outcome {
    let file = scratch("pairs.jsonl");
    let moving = line(3, [3.0, 0.5, 0.5], Some([-8.0, 0.0, 0.0]));
    std::fs::write(&file, format!("\n{}\n{moving}\n", line(3, [9.0; 3], None)))?;
    let picture = scratch("same.png");
    let paths = [&file, &picture].map(|path| path.to_string_lossy().into_owned());
    let draw = |line: &str| -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        let args = ["render", &paths[0], "--line", line, "--out", &paths[1], "--size", "200x120"];
        let output = run(&args, b"")?;
        assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
        assert!(
            printed(&output).starts_with(&format!("line     {line}\n")),
            "{}",
            printed(&output)
        );
        Ok(std::fs::read(&picture)?)
    };
    let first = draw("3")?;
    assert!(first.starts_with(b"\x89PNG"));
    assert!(draw("3")? == first && draw("2")? != first);
    std::fs::remove_file(file)?;
    Ok(std::fs::remove_file(picture)?)
}

/// Far away, huge, tiny and fast pairs have pictures too.
#[test]
fn every_scale_is_drawn() -> Outcome {
    let cube = |place: f64, size: f64, more: &str| {
        format!(
            r#"{{"type":"cuboid","orig":[{place:e},0,0],"comp":[[{size:e},0,0],[0,{size:e},0],[0,0,{size:e}]]{more}}}"#
        )
    };
    for (i, (a, b)) in [
        (cube(0.0, 1e38, ""), cube(5e37, 1e38, "")),
        (cube(0.0, 1e-30, ""), cube(5e-31, 1e-30, "")),
        (cube(1e6, 1.0, ""), cube(1e6 + 0.5, 1.0, "")),
        (cube(0.0, 1.0, r#","vel":[1e30,0,0]"#), cube(0.5, 1.0, r#","vel":[1e30,0,0]"#)),
        (cube(0.0, 1.0, ""), cube(-5e5, 1.0, r#","vel":[1e6,0,0]"#)),
    ]
    .into_iter()
    .enumerate()
    {
        let (hues, printed) =
            rendered(&format!("scale-{i}"), &format!(r#"{{"id":1,"dim":3,"a":{a},"b":{b}}}"#))?;
        assert!(printed.contains("overlapping"), "{printed}");
        assert!(hues.crimson > 100 && hues.amber > 100, "pair {i}: {hues:?}");
    }
    Ok(())
}

#[test]
fn bad_lines_are_named() -> Outcome {
    let good = line(3, [0.5; 3], None);
    let flat = good.replacen("[0.0, 0.0, 1.0]", "[1.0, 0.0, 0.0]", 1);
    let png = scratch("bad.png");
    let path = png.to_string_lossy().into_owned();
    for (input, more, words) in [
        (flat.as_str(), &[][..], ["line 1", "a: the three edges lie in one plane"]),
        ("\n\n{\"id\":1", &[], ["line 3", "parse"]),
        (&good, &["--line", "2"], ["no pair in line 2", "-: "]),
        ("\n \n", &[], ["no line holds a pair", "-: "]),
        (&good.replace("cuboid", "hull"), &[], ["line 1", "hull"]),
        (&good, &["--line", "0"], ["--line", "0"]),
        (&good, &["--size", "10x10"], ["--size", "10 is not between 16"]),
        (&good, &["--size", "wide"], ["--size", "two numbers"]),
        (&good, &["--out", "pair.gif"], ["pair.gif", "PNG"]),
        (&good, &["--out", "no/such/folder.png"], ["no/such/folder.png", ""]),
    ] {
        let mut args = vec!["render", "--out", &path];
        if more.first() == Some(&"--out") {
            args.truncate(1);
        }
        let output = run(&[&args, more].concat(), input.as_bytes())?;
        assert_eq!(output.status.code(), Some(2), "{input}: {}", printed(&output));
        for word in words {
            assert!(
                printed(&output).contains(word),
                "{word} for {input} {more:?}: {}",
                printed(&output)
            );
        }
        assert!(!png.exists(), "{input} {more:?} leaves a picture behind");
    }
    // Nobody reads the pipe: a call that opened it would wait without an end.
    #[cfg(unix)]
    {
        assert!(std::process::Command::new("mkfifo").arg(&png).status()?.success());
        let output = run(&["render", "--out", &path], good.as_bytes())?;
        std::fs::remove_file(&png)?;
        assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
        assert!(printed(&output).contains("not a regular file"), "{}", printed(&output));
    }
    Ok(())
}

/// A picture that is there already stays as it is when its command fails.
#[test]
fn a_failed_render_leaves_an_older_picture_alone() -> Outcome {
    let png = scratch("older.png");
    std::fs::write(&png, "an older picture")?;
    let output = run(&["render", "--out", &png.to_string_lossy()], b"no pair")?;
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    assert_eq!(std::fs::read(&png)?, b"an older picture");
    Ok(std::fs::remove_file(png)?)
}

#[test]
fn the_gallery_checks_all_and_draws_what_is_asked_for() -> Outcome {
    let folder = scratch("gallery");
    let path = folder.to_string_lossy().into_owned();
    let output =
        run(&["gallery", "--out", &path, "--only", "vertex on a vertex", "--size", "90x60"], b"")?;
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
    let contacts = space::CONTACTS.len() + space::VISITS.len() + 1 + plane::CONTACTS.len();
    let count = 4 * contacts + space::SWEEPS.len() + plane::SWEEPS.len();
    assert!(
        printed(&output).contains(&format!("{count} cases judged, 4 drawn")),
        "{}",
        printed(&output)
    );
    let index = std::fs::read_to_string(folder.join("index.md"))?;
    let pictures: Vec<&str> =
        index.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert_eq!(pictures.len(), 4, "{index}");
    for picture in pictures {
        assert_eq!(Picture::read(&folder.join(picture))?.size, [90, 60]);
    }
    assert_eq!(index.matches("**touching**, depth 0.0000").count(), 4, "{index}");
    let output = run(&["gallery", "--out", &path, "--only", "no such case"], b"")?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(printed(&output).contains("0 drawn") && said.contains("no case is called"), "{said}");
    // Nobody asked for an engine, until somebody does.
    assert!(said.contains("the default") && !said.contains("asked for"), "{said}");
    let output =
        run(&["gallery", "--out", &path, "--only", "no such case", "--engine", "cpu"], b"")?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("the CPU engine was asked for"), "{said}");
    Ok(std::fs::remove_dir_all(folder)?)
}

#[test]
fn a_gallery_needs_a_folder_that_can_be_made() -> Outcome {
    let file = scratch("no-folder");
    std::fs::write(&file, "in the way")?;
    let path = file.to_string_lossy().into_owned();
    let output = run(&["gallery", "--out", &path], b"")?;
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    assert!(printed(&output).contains("no-folder"), "{}", printed(&output));
    Ok(std::fs::remove_file(file)?)
}
