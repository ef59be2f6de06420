//! `motzkin search`: files as objects, and what it prints about them.

use super::command::run;
use crate::files::{self, Folder};
use crate::picture::Picture;
use motzkin_lab::workload::meshes;
use serde_json::Value;
use std::process::Output;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// A cube from -1 to 1 in a file of its own, and a scene with the same cube twice: there, and twice
/// as large about (5, 0, 0).
fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("search-{name}"));
    let cube = meshes::cuboid([-1.0; 3], [1.0; 3]);
    folder.write("cube.obj", files::obj(&cube));
    folder.write("scene.glb", files::glb(&cube));
    folder.write("far.stl", files::stl_binary(&meshes::cuboid([20.0; 3], [21.0; 3])));
    folder.write("broken.stl", &files::stl_binary(&cube)[..200]);
    folder
}

fn search(folder: &Folder, files: &[&str], rest: &[&str]) -> std::io::Result<Output> {
    let paths: Vec<String> =
        files.iter().map(|file| folder.0.join(file).display().to_string()).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    run(&[&["search", "--engine", "cpu"], &paths[..], rest].concat(), b"")
}

fn printed(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[test]
fn nodes_of_a_scene_are_objects_and_files_are() -> Outcome {
    let folder = folder("json");
    let out =
        search(&folder, &["cube.obj", "scene.glb", "far.stl"], &["--json", "--triangles", "1"])?;
    assert_eq!(out.status.code(), Some(0), "{}", printed(&out));
    let report: Value = serde_json::from_slice(&out.stdout)?;
    let objects = report["objects"].as_array().expect("objects");
    let names: Vec<&str> = objects.iter().filter_map(|object| object["name"].as_str()).collect();
    assert_eq!(names.len(), 4);
    for (name, end) in names.iter().zip(["cube.obj", "scene.glb#0", "scene.glb#1", "far.stl"]) {
        assert!(name.ends_with(end), "{name}");
    }
    assert!(objects.iter().all(|object| object["triangles"] == 12));
    assert_eq!(report["exact"], true);
    // The cube meets its copy, which is read behind the larger one; neither that, whose face is at
    // 3, nor the one far away.
    let collisions = report["collisions"].as_array().expect("collisions");
    assert!(collisions.len() >= 12, "{}", collisions.len());
    for found in collisions {
        assert_eq!(found["objects"], serde_json::json!([0, 2]));
        for axis in 0..3 {
            let [low, high] =
                ["min", "max"].map(|end| found[end][axis].as_f64().expect("a number"));
            assert!(-1.001 < low && low <= high && high < 1.001, "{found}");
        }
    }
    Ok(())
}

/// One collision more than is allowed is an error, in place of all of them.
#[test]
fn answers_are_as_long_as_is_allowed() -> Outcome {
    let folder = folder("allowed");
    let files = ["cube.obj", "scene.glb"];
    let all = search(&folder, &files, &["--json"])?;
    let report: Value = serde_json::from_slice(&all.stdout)?;
    let count = report["collisions"].as_array().ok_or("collisions")?.len();
    assert!(count > 1, "{count}");
    for (most, status) in [(count, 0), (count - 1, 2)] {
        let out = search(&folder, &files, &["--json", "--max-collisions", &most.to_string()])?;
        assert_eq!(out.status.code(), Some(status), "{}", printed(&out));
        let is_told = printed(&out).contains(&format!("more than {most} collisions"));
        assert_eq!(is_told, status != 0, "{}", printed(&out));
    }
    Ok(())
}

#[test]
fn tables_say_what_was_asked_for() -> Outcome {
    let folder = folder("table");
    let files = &["cube.obj", "scene.glb"];
    for (rest, last) in [
        (&["--find", "objects"][..], "\n1 collision of 3 objects, after "),
        (&["--find", "first"], "\n1 collision of 3 objects, after "),
        (&["--find", "objects", "--object", "1"], "\n0 collisions of 3 objects, after "),
        (
            &["--find", "first", "--object", "2", "--cover", "tetras"],
            "\n1 collision of 3 objects, after ",
        ),
    ] {
        let out = search(&folder, files, rest)?;
        let text = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success() && text.contains(last), "{rest:?}: {}", printed(&out));
    }
    let out = search(&folder, files, &["--max-level", "0", "--triangles", "1"])?;
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success() && text.contains("approximate"), "{}", printed(&out));
    Ok(())
}

#[test]
fn what_collides_is_drawn_lit() -> Outcome {
    let folder = folder("picture");
    for (name, half) in [("huge.obj", 1e30), ("tiny.obj", 1e-30)] {
        folder.write(name, files::obj(&meshes::cuboid([-half; 3], [half; 3])));
    }
    for (files, lit) in [
        (["cube.obj", "scene.glb"], true),
        (["cube.obj", "far.stl"], false),
        (["huge.obj", "huge.obj"], true),
        (["tiny.obj", "tiny.obj"], true),
    ] {
        let path = folder.0.join("out.png");
        let at = path.display().to_string();
        let out = search(&folder, &files, &["--picture", &at, "--size", "320x200"])?;
        assert!(out.status.success(), "{}", printed(&out));
        let picture = Picture::read(&path)?;
        assert_eq!(picture.size, [320, 200]);
        // Lit triangles are red, far above what the objects' own colours have of it.
        let red = |pixel: &&[u8; 3]| pixel[0] > 150 && pixel[1] < 100 && pixel[2] < 130;
        let count = picture.pixels.iter().filter(red).count();
        assert_eq!(count > 200, lit, "{files:?}: {count} red pixels");
    }
    Ok(())
}

#[test]
fn bad_input_is_named() -> Outcome {
    let folder = folder("bad");
    for (files, rest, word) in [
        (&["cube.obj", "none.obj"][..], &[][..], "none.obj"),
        (&["broken.stl"], &[], "broken.stl"),
        (&["cube.obj"], &["--object", "1"], "there is no object 1"),
        (&["cube.obj"], &["--triangles", "0"], "--triangles"),
        (&["cube.obj"], &["--picture", "no/such/folder.png"], "no/such/folder.png"),
        (&[], &[], "FILE"),
    ] {
        let out = search(&folder, files, rest)?;
        assert_eq!(out.status.code(), Some(2), "{files:?} {rest:?}: {}", printed(&out));
        assert!(
            printed(&out).contains(word) && !printed(&out).contains("panic"),
            "{word}: {}",
            printed(&out)
        );
    }
    Ok(())
}
