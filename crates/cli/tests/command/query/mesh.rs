//! Pairs of meshes.

use super::{Failure, ask};
use crate::command;
use crate::files::{self, Folder};
use motzkin::TriangleMesh;
use motzkin_lab::workload::meshes;
use serde_json::json;

/// A folder with a cube of sides 2, a small one, an open sheet, and a file that is cut off.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("cube.obj", files::obj(&meshes::cuboid([-1.0; 3], [1.0; 3])));
    folder.write("small.stl", files::stl_binary(&meshes::cuboid([-0.25; 3], [0.25; 3])));
    folder.write("sheet.ply", files::ply_text(&meshes::plate(2, 1.0)));
    folder.write("broken.stl", &files::stl_binary(&meshes::cuboid([0.0; 3], [1.0; 3]))[..200]);
    folder
}

#[test]
fn meshes_are_answered() -> Result<(), Failure> {
    let folder = folder("query");
    let at = |name: &str| folder.0.join(name).display().to_string();
    let (cube, small, sheet) = (at("cube.obj"), at("small.stl"), at("sheet.ply"));
    let solid = |path: &str, x: f32| {
        format!(
            r#"{{"type":"mesh","path":"{path}","solid":true,"pose":{{"translation":[{x},0,0]}}}}"#
        )
    };
    let surface = |path: &str, x: f32| {
        format!(
            r#"{{"type":"mesh","path":"{path}","pose":{{"translation":[{x},0,0],"rotation":[0,0,0,2]}}}}"#
        )
    };
    let pairs = [
        (format!(r#""{cube}""#), format!(r#""{small}""#)),
        (format!(r#""{cube}""#), surface(&small, 1.25)),
        (format!(r#""{cube}""#), surface(&small, 1.250_001)),
        (solid(&cube, 0.0), solid(&small, 0.0)),
        (surface(&small, 0.5), solid(&cube, 0.0)),
        (solid(&small, 1.0), solid(&cube, 0.0)),
        (solid(&small, 3.0), solid(&cube, 0.0)),
        (solid(&small, 0.75), solid(&cube, 0.0)),
        (solid(&sheet, 0.0), solid(&cube, 0.0)),
        (format!(r#""{}""#, at("broken.stl")), solid(&cube, 0.0)),
        (format!(r#""{}""#, at("none.obj")), solid(&cube, 0.0)),
        (r#""x.txt""#.into(), solid(&cube, 0.0)),
        (format!(r#""{cube}""#), r#"{"type":"hull","pts":[]}"#.into()),
        (
            r#"{"type":"mesh","path":"x.obj","pose":{"rotation":[0,0,0,0]}}"#.into(),
            solid(&cube, 0.0),
        ),
        (r#"{"type":"mesh","path":"x.obj","solid":1}"#.into(), solid(&cube, 0.0)),
    ];
    let line = |(i, (a, b)): (usize, &(String, String))| {
        let dim = if b.contains("hull") { r#""dim":3,"# } else { "" };
        format!("{{\"id\":{i},{dim}\"a\":{a},\"b\":{b}}}\n")
    };
    let input: String = pairs.iter().enumerate().map(line).collect();
    let (lines, status) = ask("verdict,subset,axis,depth,aabb,interval", &input)?;
    let want = [
        r#"{"id":0,"verdict":"separate"}"#,
        r#"{"id":1,"verdict":"overlapping"}"#,
        r#"{"id":2,"verdict":"separate"}"#,
        r#"{"id":3,"verdict":"overlapping","a_in_b":false,"b_in_a":true}"#,
        r#"{"id":4,"verdict":"overlapping","a_in_b":true,"b_in_a":false}"#,
        r#"{"id":5,"verdict":"overlapping","a_in_b":false,"b_in_a":false}"#,
        r#"{"id":6,"verdict":"separate","a_in_b":false,"b_in_a":false}"#,
    ];
    assert_eq!(lines[..7], want);
    let kinds = ["unsupported", "shape", "shape", "io", "unsupported", "", "shape", "shape"];
    assert_eq!(lines.len(), 7 + kinds.len());
    for (line, kind) in lines[7..].iter().zip(kinds) {
        match kind {
            // A hull of nothing meets nothing, and lies in everything.
            "" => {
                assert_eq!(line, r#"{"id":12,"verdict":"separate","a_in_b":false,"b_in_a":true}"#)
            }
            kind => assert!(line.contains(&format!(r#""error":"{kind}""#)), "{kind}: {line}"),
        }
    }
    assert_eq!(status, Some(1));
    Ok(())
}

#[test]
fn meshes_meet_frames_and_hulls() -> Result<(), Failure> {
    let folder = folder("mixed");
    let path = folder.0.join("cube.obj").display().to_string();
    let surface = format!(r#""{path}""#);
    let solid = format!(r#"{{"type":"mesh","path":"{path}","solid":true}}"#);
    let cube = |x: f32, more: &str| {
        let edges = r#""comp":[[1,0,0],[0,1,0],[0,0,1]]"#;
        format!(r#"{{"type":"cuboid","orig":[{x},-0.5,-0.5],{edges}{more}}}"#)
    };
    let tip = r#"{"type":"hull","pts":[[1,0,0],[2,0,0]]}"#.to_owned();
    let large =
        r#"{"type":"cuboid","orig":[-2,-2,-2],"comp":[[4,0,0],[0,4,0],[0,0,4]]}"#.to_owned();
    let pairs = [
        (surface.clone(), cube(-0.5, "")),
        (solid.clone(), cube(-0.5, "")),
        (cube(-0.5, ""), solid.clone()),
        (surface.clone(), tip),
        (surface.clone(), large.clone()),
        (solid, cube(0.5, "")),
        (surface.clone(), cube(3.0, r#","vel":[-4,0,0]"#)),
        (surface, cube(3.0, r#","vel":[-1.5,0,0]"#)),
    ];
    let line = |(i, (a, b)): (usize, &(String, String))| {
        format!("{{\"id\":{i},\"dim\":3,\"a\":{a},\"b\":{b}}}\n")
    };
    let input: String = pairs.iter().enumerate().map(line).collect();
    let (lines, status) = ask("verdict,subset,interval", &input)?;
    let want = [
        r#"{"id":0,"verdict":"separate","a_in_b":false,"b_in_a":false}"#,
        r#"{"id":1,"verdict":"overlapping","a_in_b":false,"b_in_a":true}"#,
        r#"{"id":2,"verdict":"overlapping","a_in_b":true,"b_in_a":false}"#,
        r#"{"id":3,"verdict":"overlapping","a_in_b":false,"b_in_a":false}"#,
        r#"{"id":4,"verdict":"overlapping","a_in_b":true,"b_in_a":false}"#,
        r#"{"id":5,"verdict":"overlapping","a_in_b":false,"b_in_a":false}"#,
        // Through the face at 1, and at the end to the one behind.
        r#"{"id":6,"verdict":"overlapping","interval":[0.5,1.0]}"#,
        r#"{"id":7,"verdict":"separate"}"#,
    ];
    assert_eq!(lines, want);
    assert_eq!(status, Some(0));
    let (lines, _) = ask("witness", &input)?;
    assert!(lines[3].contains(r#""witness":[1.0,0.0,0.0]"#), "{}", lines[3]);
    Ok(())
}

/// The first contact is with the last triangles, and the last contact with the first ones: more
/// than are tested at a time.
#[test]
fn meshes_of_many_triangles_meet_what_moves() -> Result<(), Failure> {
    let folder = Folder::new("many");
    folder.write("plate.stl", files::stl_binary(&meshes::plate(60, 8.0)));
    let path = folder.0.join("plate.stl").display().to_string();
    let bar = |x: f32, way: f32| {
        let edges = r#""comp":[[1,0,0],[0,10,0],[0,0,2]]"#;
        format!(r#"{{"type":"cuboid","orig":[{x},-5,-1],{edges},"vel":[{way},0,0]}}"#)
    };
    let pairs = [(5.0, -12.0), (5.0, -0.5), (-0.5, 1.0), (4.0, 1.0), (4.5, 1.0)];
    let line =
        |(x, way)| format!("{{\"id\":1,\"dim\":3,\"a\":{},\"b\":\"{path}\"}}\n", bar(x, way));
    let input: String = pairs.into_iter().map(line).collect();
    let (verdicts, _) = ask("verdict", &input)?;
    let (intervals, _) = ask("interval", &input)?;
    let expected = [Some([1.0, 10.0]), None, Some([0.0, 12.0]), Some([0.0, 0.0]), None];
    for (number, expected) in expected.into_iter().enumerate() {
        let [verdict, interval]: [serde_json::Value; 2] =
            [serde_json::from_str(&verdicts[number])?, serde_json::from_str(&intervals[number])?];
        let meets = if expected.is_some() { "overlapping" } else { "separate" };
        assert_eq!([&verdict["verdict"], &interval["verdict"]], [meets; 2], "{number}");
        let Some(ends) = expected else { continue };
        for (end, twelfths) in ends.into_iter().enumerate() {
            let time = interval["interval"][end].as_f64().ok_or("a time")?;
            assert!((time - twelfths / 12.0).abs() < 1e-6, "{number}: {interval}");
        }
    }
    Ok(())
}

#[test]
fn witnesses_of_meshes_are_common_points() -> Result<(), Failure> {
    let folder = folder("witness");
    let at = |name: &str| folder.0.join(name).display().to_string();
    let b = |x: f32| {
        let path = at("small.stl");
        format!(r#"{{"type":"mesh","path":"{path}","pose":{{"translation":[{x},0,0]}}}}"#)
    };
    let a = format!(r#"{{"type":"mesh","path":"{}","solid":true}}"#, at("cube.obj"));
    let input = format!(
        "{{\"id\":1,\"a\":{a},\"b\":{}}}\n{{\"id\":2,\"a\":{a},\"b\":{}}}\n",
        b(1.25),
        b(0.0)
    );
    let (lines, status) = ask("witness", &input)?;
    assert!(lines[0].contains(r#""witness":[1.0,"#), "{}", lines[0]);
    assert!(lines[1].contains(r#""witness":["#) && lines[1].contains("0.25"), "{}", lines[1]);
    assert_eq!(status, Some(0));
    Ok(())
}

#[test]
fn two_files_collide() -> Result<(), Failure> {
    let folder = folder("collide");
    let at = |name: &str| folder.0.join(name).display().to_string();
    let (cube, small) = (at("cube.obj"), at("small.stl"));
    for (rest, said) in [
        (vec!["--pose", "1.25,0,0"], "verdict   meeting: triangles"),
        (vec!["--pose", "-1.3,0,0,0,0,0,1", "--grey", "cpu"], "verdict   separate"),
        (vec!["--depth", "0"], "verdict   maybe: no more than"),
        (vec!["--solid"], "the part of b at triangle 0 lies within a"),
        (vec!["--all", "--pose", "1,0,0"], "pairs of triangles meet"),
    ] {
        let arguments = [vec!["collide", cube.as_str(), small.as_str()], rest].concat();
        let out = command::run(&arguments, b"")?;
        let text = String::from_utf8_lossy(&out.stdout);
        assert!(
            out.status.success() && text.contains(said),
            "{arguments:?}: {text} {:?}",
            out.stderr
        );
    }
    let out = command::run(&["collide", &cube, &at("broken.stl")], b"")?;
    assert_eq!(out.status.code(), Some(2));
    Ok(())
}

/// What views find apart may meet, unless no view was asked.
#[cfg(feature = "gpu")]
#[test]
fn views_miss_what_is_small() -> Result<(), Failure> {
    let folder = folder("views");
    let ball = folder.write("ball.obj", files::obj(&meshes::sphere(40, 30, 1.0)));
    let ball = ball.display().to_string();
    for (pose, said) in [
        ("1.5,1.4,0", "verdict   maybe: views"),
        ("2.1,0,0", "verdict   separate"),
        ("1,0,0", "verdict   meeting"),
    ] {
        let out = command::run(&["collide", &ball, &ball, "--pose", pose, "--grey", "views"], b"")?;
        let text = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success() && text.contains(said), "{pose}: {text} {:?}", out.stderr);
    }
    Ok(())
}

#[test]
fn a_file_that_is_no_mesh_is_named() -> Result<(), Failure> {
    let folder = Folder::new("no-mesh");
    let write = |name: &str, text: &str| folder.write(name, text).display().to_string();
    let open = write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    for (name, text, rest) in [
        ("text.gltf", "no JSON", &[][..]),
        ("text.glb", "no JSON", &[]),
        ("text.stl", "no facets", &[]),
        ("text.ply", "no header", &[]),
        ("index.obj", "v 0 0 0\nf 1 2 3\n", &[]),
        // What has a boundary is no solid.
        ("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", &["--solid"]),
    ] {
        let path = write(name, text);
        for pair in [[path.as_str(), &open], [&open, &path]] {
            let out = command::run(&[&["collide"], &pair[..], rest].concat(), b"")?;
            let said = String::from_utf8_lossy(&out.stderr);
            assert_eq!(out.status.code(), Some(2), "{pair:?}: {said}");
            assert!(said.contains(&format!("{path}: ")), "{pair:?}: {said}");
        }
    }
    Ok(())
}

#[test]
fn one_triangle_is_counted_as_one() -> Result<(), Failure> {
    let folder = Folder::new("one-triangle");
    let path = folder.write("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let path = path.display().to_string();
    let out = command::run(&["collide", "--all", &path, &path], b"")?;
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(text.contains("one.obj: 1 triangle\n"), "{text}");
    assert!(text.contains("all       1 pair of triangles meets\n"), "{text}");
    Ok(())
}

#[test]
fn the_flight_prints_its_tables() -> Result<(), Failure> {
    for (rest, rows) in [
        (vec![], 8),
        (vec!["--depth", "3", "--grey", "cpu"], 12),
        #[cfg(feature = "gpu")]
        (vec!["--depth", "2", "--grey", "views"], 12),
    ] {
        let views = rest.contains(&"views");
        let out = command::run(&[vec!["animate", "--frames", "16"], rest].concat(), b"")?;
        let text = String::from_utf8_lossy(&out.stdout);
        let found = text.lines().filter(|line| line.split_whitespace().count() == 5).count();
        assert!(out.status.success() && found >= rows && text.contains("worst"), "{text}");
        assert_eq!(text.contains("views miss what is small"), views, "{text}");
    }
    Ok(())
}

/// More vertices than are compared at a time, in a box that holds all of them, or all but the first
/// or the last one, or none. A vertex of no triangle is no part of a mesh.
#[test]
fn meshes_of_many_vertices_within_shapes() -> Result<(), Failure> {
    let folder = Folder::new("many-vertices");
    let count = 3 * 22_000;
    let corner = |i: usize| {
        let [x, y] = [i / 3 % 200, i / 600].map(|x| x as f32);
        [x + [0.0, 0.5, 0.0][i % 3], y + [0.0, 0.0, 0.5][i % 3], 0.0]
    };
    let triangles: Vec<[u32; 3]> =
        (0..count as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let comp = json!([[300, 0, 0], [0, 300, 0], [0, 0, 2]]);
    let around = |z: i32| json!({"type": "cuboid", "orig": [-1, -1, z], "comp": comp});
    for (far, within) in [(count, true), (0, false), (count - 1, false)] {
        let mut vertices: Vec<[f32; 3]> = (0..=count).map(corner).collect();
        vertices[far][2] = 500.0;
        let mesh = TriangleMesh::new(vertices, triangles.clone())?;
        let path = folder.write("mesh.ply", files::ply_binary(&mesh)).display().to_string();
        let line = |id: u32, z: i32| {
            let line = json!({"id": id, "dim": 3, "a": path, "b": around(z)});
            format!("{line}\n")
        };
        let (lines, status) = ask("subset", line(1, -1) + &line(2, -100))?;
        let of = |id: u32, verdict: &str, within: bool| {
            let subset = format!(r#""a_in_b":{within},"b_in_a":false"#);
            format!(r#"{{"id":{id},"verdict":"{verdict}",{subset}}}"#)
        };
        let expected = [of(1, "overlapping", within), of(2, "separate", false)];
        assert_eq!((&lines[..], status), (&expected[..], Some(0)), "{far}");
    }
    Ok(())
}

/// Asks about a mesh and itself. Returns the kind and the text of the error, if there is one.
fn asked(files: &[&str], path: &str) -> Result<Option<(String, String)>, Failure> {
    let line = serde_json::json!({"id": 1, "a": path, "b": path}).to_string();
    let output = command::run(&[&["query", "--engine", "cpu"], files].concat(), line.as_bytes())?;
    let value: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let text = |name: &str| value[name].as_str().map(str::to_owned);
    Ok(text("error").zip(text("message")))
}

#[test]
fn files_are_those_that_are_allowed() -> Result<(), Failure> {
    let outer = Folder::new("allowed");
    std::fs::create_dir_all(outer.0.join("inner/deep"))?;
    let cube = files::obj(&meshes::cuboid([-1.0; 3], [1.0; 3]));
    for name in ["secret.obj", "inner/a.obj", "inner/deep/b.obj", "inner-2.obj"] {
        outer.write(name, &cube);
    }
    let at = |name: &str| outer.0.join(name).display().to_string();
    let inner = at("inner");
    for name in ["inner/a.obj", "inner/deep/b.obj", "inner/deep/../a.obj"] {
        assert_eq!(asked(&["--files", &inner], &at(name))?, None, "{name}");
        assert_eq!(asked(&[], &at(name))?, None, "{name}");
        let (kind, message) = asked(&["--files", "none"], &at(name))?.ok_or("it is refused")?;
        assert_eq!((&kind[..], &message[..]), ("io", "a: mesh files are not allowed"));
    }
    // Nor which folders, by a path that goes through them.
    for through in ["inner/deep", "missing", "secret.obj"] {
        let name = format!("{through}/../inner/a.obj");
        let name = name.replace("inner/deep/..", "inner/deep/../..");
        assert_eq!(asked(&["--files", &inner], &at(&name))?, None, "{name}");
    }
    let mut outside = vec!["secret.obj", "missing.obj", "inner-2.obj", "inner/../secret.obj"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outer.0.join("secret.obj"), outer.0.join("inner/link.obj"))?;
        std::os::unix::fs::symlink(outer.0.join("inner/a.obj"), outer.0.join("into.obj"))?;
        std::os::unix::fs::symlink(&outer.0, outer.0.join("inner/up"))?;
        outside.extend(["inner/link.obj", "inner/up/secret.obj"]);
        // A link counts as what it leads to.
        assert_eq!(asked(&["--files", &inner], &at("into.obj"))?, None);
        assert_eq!(asked(&["--files", &inner], &at("inner/up/inner/a.obj"))?, None);
        assert_eq!(asked(&[], &at("inner/link.obj"))?, None);
    }
    for name in outside {
        let (kind, message) = asked(&["--files", &inner], &at(name))?.ok_or("it is refused")?;
        // Nobody learns which files there are.
        let expected = format!("a: {}: no file of the folder that is allowed", at(name));
        assert_eq!((kind.as_str(), message), ("io", expected), "{name}");
    }
    let line = r#"{"id":1,"a":"x.obj","b":"x.obj"}"#;
    for wrong in ["no such folder", &at("secret.obj")] {
        for command in ["query", "pairs"] {
            let output = command::run(&[command, "--files", wrong], line.as_bytes())?;
            assert_eq!(output.status.code(), Some(2), "{wrong}");
            assert!(String::from_utf8_lossy(&output.stderr).contains(wrong));
        }
    }
    Ok(())
}

/// The path in the line says the format, whatever a link leads to and whatever is allowed.
#[cfg(unix)]
#[test]
fn links_have_the_format_of_their_own_names() -> Result<(), Failure> {
    let folder = Folder::new("link-formats");
    std::fs::create_dir_all(folder.0.join("blobs"))?;
    let cube = files::obj(&meshes::cuboid([-1.0; 3], [1.0; 3]));
    let at = |name: &str| folder.0.join(name).display().to_string();
    for (target, link) in [("blobs/3fa9", "x.obj"), ("blobs/cube.obj", "plain")] {
        folder.write(target, &cube);
        std::os::unix::fs::symlink(at(target), at(link))?;
    }
    let allowed = folder.0.display().to_string();
    for files in [&[][..], &["--files", allowed.as_str()][..]] {
        assert_eq!(asked(files, &at("x.obj"))?, None, "{files:?}");
        let (kind, message) = asked(files, &at("plain"))?.ok_or("it has no format")?;
        assert_eq!(kind, "unsupported", "{files:?}: {message}");
        assert!(message.starts_with(&format!("a: {}: the name ends", at("plain"))), "{message}");
    }
    Ok(())
}

/// A link into the folder does not bring the buffers beside the link with it.
#[cfg(unix)]
#[test]
fn buffers_stay_beside_what_a_link_leads_to() -> Result<(), Failure> {
    let outer = Folder::new("buffers");
    std::fs::create_dir_all(outer.0.join("inner"))?;
    let mesh = meshes::cuboid([-1.0; 3], [1.0; 3]);
    outer.write("b.bin", files::buffer(&mesh));
    outer.write("inner/a.gltf", files::gltf(&mesh, Some("b.bin")));
    std::os::unix::fs::symlink(outer.0.join("inner/a.gltf"), outer.0.join("link.gltf"))?;
    let link = outer.0.join("link.gltf").display().to_string();
    assert_eq!(asked(&[], &link)?, None);
    let inner = outer.0.join("inner").display().to_string();
    let (kind, message) = asked(&["--files", &inner], &link)?.ok_or("it is refused")?;
    assert!(kind == "io" && message.starts_with(&format!("a: {link}: buffer 0")), "{message}");
    Ok(())
}

/// The buffers of a file lie beside the link that a line names: links to one file are many meshes.
#[cfg(unix)]
#[test]
fn a_link_has_buffers_of_its_own() -> Result<(), Failure> {
    let folder = Folder::new("link-buffers");
    let near = meshes::cuboid([-1.0; 3], [1.0; 3]);
    for (name, mesh) in [("near", &near), ("far", &meshes::cuboid([8.0; 3], [9.0; 3]))] {
        std::fs::create_dir_all(folder.0.join(name))?;
        folder.write(&format!("{name}/b.bin"), files::buffer(mesh));
    }
    folder.write("near/a.gltf", files::gltf(&near, Some("b.bin")));
    std::os::unix::fs::symlink(folder.0.join("near/a.gltf"), folder.0.join("far/a.gltf"))?;
    let line = |name: &str| {
        let path = folder.0.join(name).join("a.gltf").display().to_string();
        let point = r#"{"type":"hull","pts":[[1,0,0]]}"#;
        format!("{{\"id\":1,\"dim\":3,\"a\":\"{path}\",\"b\":{point}}}\n")
    };
    let input = [line("near"), line("far"), line("near")].concat();
    let (lines, _) = ask("verdict", &input)?;
    let expected = ["overlapping", "separate", "overlapping"];
    assert_eq!(lines, expected.map(|verdict| format!(r#"{{"id":1,"verdict":"{verdict}"}}"#)));
    Ok(())
}
