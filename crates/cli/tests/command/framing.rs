//! Pictures show the whole of what they are about: nothing is cut off at an edge.

use super::command::run;
use super::picture::Picture;
use crate::files::{self, Folder};
use motzkin_lab::workload::meshes;
use std::path::Path;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The lightest background of any picture of solids, and some light of bodies that shine.
const DARK: [u8; 3] = [0x28, 0x32, 0x48];

fn is_dark(pixel: &[u8; 3]) -> bool {
    pixel.iter().zip(DARK).all(|(value, most)| *value <= most)
}

/// Returns the share of pixels that show something. Something at an edge is an error.
fn shown(picture: &Picture, name: &str) -> f64 {
    let [width, height] = picture.size;
    for (i, pixel) in picture.pixels.iter().enumerate() {
        let (x, y) = (i % width, i / width);
        let at_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
        assert!(!at_edge || is_dark(pixel), "{name}: {pixel:?} at {x}, {y}");
    }
    let light = picture.pixels.iter().filter(|pixel| !is_dark(pixel)).count();
    light as f64 / picture.pixels.len() as f64
}

fn assert_framed(path: &Path, least: f64) -> Outcome {
    let name = path.display().to_string();
    let share = shown(&Picture::read(path)?, &name);
    assert!(share > least, "{name}: {share} of the picture shows something");
    Ok(())
}

fn assert_success(args: &[&str]) -> Outcome {
    let output = run(args, b"")?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    Ok(())
}

#[test]
fn a_demo_of_few_bodies_shows_all_of_them() -> Outcome {
    let folder = Folder::new("framing-demo");
    let path = folder.0.join("few.png");
    let out = path.display().to_string();
    for (count, least) in [("1", 0.05), ("2", 2e-4), ("3", 2e-4), ("30", 2e-4)] {
        let demo = ["demo", "--engine", "cpu", "--frames", "1", "--seed", "3", "--out", &out];
        assert_success(&[&demo[..], &["--objects", count]].concat())?;
        assert_framed(&path, least)?;
    }
    Ok(())
}

#[test]
fn a_search_shows_all_objects() -> Outcome {
    let folder = Folder::new("framing-search");
    let path = folder.0.join("found.png");
    let out = path.display().to_string();
    let file = |name: &str, low: [f32; 3], high: [f32; 3]| {
        folder.write(name, files::obj(&meshes::cuboid(low, high))).display().to_string()
    };
    let (cube, long) =
        (file("cube.obj", [-1.0; 3], [1.0; 3]), file("long.obj", [0.0; 3], [1.0, 1.0, 30.0]));
    let far = file("far.obj", [4000.0; 3], [4002.0; 3]);
    for files in [&[cube.as_str(), &long][..], &[&far], &[&long]] {
        let search =
            [&["search", "--engine", "cpu", "--size", "320x200", "--picture", &out], files];
        assert_success(&search.concat())?;
        assert_framed(&path, 0.02)?;
    }
    Ok(())
}

#[test]
fn a_flight_shows_whole_meshes_and_trees() -> Outcome {
    let folder = Folder::new("framing-animate");
    let out = folder.0.display().to_string();
    assert_success(&["animate", "--frames", "64", "--pictures", &out])?;
    let mut count = 0;
    for entry in std::fs::read_dir(&folder)? {
        assert_framed(&entry?.path(), 0.02)?;
        count += 1;
    }
    // A mesh, three levels, at least one contact and the trees.
    assert!(count >= 6, "{count} pictures");
    Ok(())
}
