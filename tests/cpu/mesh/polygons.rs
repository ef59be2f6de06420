//! Faces of more than three corners in mesh files.

use crate::common::mesh::files::{Folder, open};
use crate::common::mesh::polygons;
use crate::common::seed::rng;
use fastrand::Rng;
use motzkin::Pose;
use motzkin::glam::{I64Vec3, Vec3};
use motzkin::tree::spheres::{MeshVerdict, MeshWorld};
use motzkin_lab::workload::meshes;
use std::collections::HashMap;
use std::f64::consts::TAU;
use std::fmt::Write;

/// One face, as OBJ and as PLY with its faces before its vertices.
fn texts(corners: &[I64Vec3]) -> [(&'static str, String); 2] {
    let count = corners.len();
    let (mut obj, mut face) = (String::new(), format!("{count}"));
    let mut ply = format!(
        "ply\nformat ascii 1.0\nelement face 1\nproperty list ushort int vertex_index\nelement vertex \
         {count}\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
    );
    let mut points = String::new();
    for (place, I64Vec3 { x, y, z }) in corners.iter().enumerate() {
        let _ = writeln!(obj, "v {x} {y} {z}");
        let _ = writeln!(points, "{x} {y} {z}");
        let _ = write!(face, " {place}");
    }
    // Counted backwards.
    obj += "f";
    for place in 0..count {
        let _ = write!(obj, " {}", place as i64 - count as i64);
    }
    ply += &(face + "\n" + &points);
    [("a.obj", obj + "\n"), ("a.ply", ply)]
}

/// A polygon that is seen whole from its middle, of whole numbers, some corners on straight lines.
fn star(rng: &mut Rng) -> Vec<[i64; 2]> {
    loop {
        let mut angles: Vec<f64> = (0..rng.usize(4..16)).map(|_| TAU * rng.f64()).collect();
        angles.sort_unstable_by(f64::total_cmp);
        let far = |angle: f64, far: f64| [angle.cos(), angle.sin()].map(|x| 2 * (far * x) as i64);
        let corners: Vec<_> =
            angles.into_iter().map(|angle| far(angle, 10.0 + 900.0 * rng.f64())).collect();
        let after = |place: usize| corners[(place + 1) % corners.len()];
        let turns =
            |(place, a): (usize, &[i64; 2])| a[0] * after(place)[1] > a[1] * after(place)[0];
        if !corners.iter().enumerate().all(turns) {
            continue;
        }
        let mut all = Vec::new();
        for (place, a) in corners.iter().enumerate() {
            let b = after(place);
            all.push(*a);
            if rng.u32(..3) == 0 {
                all.push([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
            }
        }
        return all;
    }
}

/// How often each side is passed, less how often the other way.
fn sides(of: impl IntoIterator<Item = [I64Vec3; 2]>) -> HashMap<[I64Vec3; 2], i32> {
    let mut sides = HashMap::new();
    for [from, to] in of {
        *sides.entry([from, to]).or_insert(0) += 1;
        *sides.entry([to, from]).or_insert(0) -= 1;
    }
    sides.retain(|_, count| *count > 0);
    sides
}

/// Checks that the triangles of a face lie within it and fill it, and that their free sides are its
/// own. Returns true if a corner turns back.
fn check_filled(folder: &Folder, corners: &[I64Vec3]) -> bool {
    let count = corners.len();
    let doubled = |[p, q, r]: [I64Vec3; 3]| (q - p).cross(r - p);
    let at = |place: usize| corners[place % count];
    let whole: I64Vec3 = (0..count).map(|place| at(place).cross(at(place + 1))).sum();
    let expected = sides((0..count).map(|place| [at(place), at(place + 1)]));
    for (name, text) in texts(corners) {
        let mesh = open(folder, name, &text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        let point = |x: [f32; 3]| I64Vec3::from_array(x.map(|x| x as i64));
        let triangles: Vec<[I64Vec3; 3]> =
            (0..mesh.len() as u32).map(|i| mesh.corners(i).map(point)).collect();
        assert_eq!(triangles.len(), count - 2, "{text}");
        assert!(triangles.iter().all(|&three| doubled(three).dot(whole) >= 0), "{text}");
        assert_eq!(triangles.iter().map(|&three| doubled(three)).sum::<I64Vec3>(), whole);
        let found = triangles.iter().flat_map(|&[p, q, r]| [[p, q], [q, r], [r, p]]);
        assert_eq!(sides(found), expected, "{text}");
    }
    (0..count).any(|i| doubled([at(i), at(i + 1), at(i + 2)]).dot(whole) < 0)
}

#[test]
fn faces_of_any_shape_are_filled() {
    let (folder, mut rng) = (Folder::new("polygons"), rng("polygons"));
    let mut concave = 0;
    for round in 0..800 {
        let corners = if round % 2 == 0 {
            let flat = star(&mut rng);
            polygons::placed(&mut rng, flat)
        } else {
            polygons::face(&mut rng)
        };
        concave += usize::from(check_filled(&folder, &corners));
    }
    assert!(concave > 400, "{concave}");
}

/// Faces with a hole, as files have them: the outline goes to the hole, round it, and back. Some
/// corners are on straight lines.
#[test]
fn faces_with_a_hole_are_filled() {
    let (folder, mut rng) = (Folder::new("holes"), rng("holes"));
    // Each whole point of the edges of a square, or fewer; the corners always.
    let mut square = |low: i64, high: i64| {
        let size = high - low;
        let on = |place: i64| match (place / size, place % size) {
            (0, part) => [low + part, low],
            (1, part) => [high, low + part],
            (2, part) => [high - part, high],
            (_, part) => [low, high - part],
        };
        let corners = (0..4 * size).filter(|place| place % size == 0 || rng.u32(..3) == 0);
        corners.map(on).collect::<Vec<polygons::Point>>()
    };
    for round in 0..200 {
        let (mut outline, mut hole) = (square(0, 8), square([1, 2, 3][round % 3], 5));
        hole.reverse();
        hole.rotate_right(1);
        // From the lowest corner to that of the hole, which comes first in both.
        hole.push(hole[0]);
        outline.push(outline[0]);
        let flat = outline.into_iter().chain(hole).collect();
        let mut placed_by = fastrand::Rng::with_seed(round as u64);
        assert!(check_filled(&folder, &polygons::placed(&mut placed_by, flat)));
    }
}

/// Faces that touch themselves, with corners that are there twice or spikes: what the cut leaves
/// out is filled by triangles without area.
#[test]
fn faces_that_touch_themselves_are_filled() {
    let folder = Folder::new("touching");
    let faces: [&[polygons::Point]; 16] = [
        &[[1, -2], [3, 0], [3, 0], [1, 1], [2, 2], [-3, -2]],
        &[[-1, 2], [0, 0], [-1, -2], [1, -2], [-1, 2], [1, -2]],
        &[[2, -2], [1, -1], [1, 1], [1, 2], [-2, 2], [2, -2]],
        &[[-2, 0], [-2, 0], [-1, -2], [1, -1], [0, -1], [2, 0]],
        &[[-3, -2], [1, -1], [3, 0], [0, 3], [1, 0], [-3, -2]],
        &[[0, -3], [-3, -3], [-2, -3], [0, -3], [-2, 0], [0, 2], [-3, 0]],
        &[[2, 1], [0, 0], [-1, 3], [3, 3], [-3, 3], [0, -3], [0, -1]],
        &[[-1, 1], [-1, 1], [0, 1], [0, 0], [-1, 0], [-1, 0], [1, 0], [1, 1]],
        &[[1, -2], [1, -1], [2, -2], [2, 2], [-1, 2], [0, -1], [0, -1], [-2, 1]],
        &[[0, -3], [1, 0], [2, -3], [0, 3], [-3, 2], [-2, 0], [-3, -1], [-1, -2]],
        &[[2, -2], [0, 0], [2, 0], [0, 2], [0, -2]],
        &[[3, 0], [0, 3], [0, 0], [-2, 2], [0, -2], [0, 0]],
        &[[2, -2], [0, 3], [0, 0], [3, -2], [0, 3], [2, -2], [2, -2]],
        // Two holes.
        &[
            [4, 1],
            [4, 2],
            [7, 0],
            [4, 4],
            [4, 5],
            [5, 4],
            [4, 4],
            [7, 0],
            [7, 7],
            [0, 7],
            [0, 0],
            [7, 0],
            [4, 2],
            [5, 1],
        ],
        &[
            [0, 10],
            [0, 0],
            [7, 2],
            [8, 2],
            [7, 4],
            [7, 5],
            [8, 5],
            [8, 4],
            [7, 4],
            [8, 2],
            [8, 1],
            [7, 1],
            [7, 2],
            [0, 0],
            [10, 0],
            [10, 10],
        ],
        &[
            [5, 7],
            [0, 0],
            [10, 0],
            [10, 10],
            [0, 10],
            [0, 0],
            [5, 7],
            [4, 7],
            [4, 8],
            [5, 8],
            [5, 7],
            [4, 5],
            [5, 5],
            [5, 4],
            [4, 4],
            [4, 5],
        ],
    ];
    for flat in faces {
        check_filled_from_everywhere(&folder, flat);
    }
}

/// Checks that a face is filled, whichever corner comes first, either way round.
fn check_filled_from_everywhere(folder: &Folder, flat: &[polygons::Point]) {
    let mut corners: Vec<_> = flat.iter().map(|&[x, y]| I64Vec3::new(x, y, 0)).collect();
    for _ in 0..2 {
        for _ in 0..corners.len() {
            check_filled(folder, &corners);
            corners.rotate_left(1);
        }
        corners.reverse();
    }
}

/// A notch whose tip is there twice, or from whose tip the outline goes inwards and back: no corner
/// turns the other way, and yet a fan about some corners leaves the face.
#[test]
fn hidden_notches_are_kept() {
    let folder = Folder::new("hidden-notches");
    let faces: [&[polygons::Point]; 4] = [
        &[[0, 0], [8, 0], [2, 2], [2, 2], [0, 8]],
        &[[0, 0], [8, 0], [2, 2], [2, 2], [2, 2], [0, 8]],
        &[[0, 0], [8, 0], [2, 2], [1, 1], [2, 2], [0, 8]],
        &[[0, 0], [8, 0], [2, 2], [2, 2], [1, 1], [1, 1], [2, 2], [0, 8]],
    ];
    for flat in faces {
        check_filled_from_everywhere(&folder, flat);
    }
}

/// Corners that are there twice, and edges that are passed once more each way, change nothing.
#[test]
fn faces_with_repeated_corners_are_filled() {
    let (folder, mut rng) = (Folder::new("repeated"), rng("repeated corners"));
    for _ in 0..400 {
        let face = polygons::face(&mut rng);
        let corners = polygons::repeated(&mut rng, &face);
        check_filled(&folder, &corners);
    }
}

/// Long faces that cross or touch themselves are refused, and no others: polygons of few corners,
/// with so many more on their edges.
#[test]
fn long_faces_that_meet_themselves_are_refused() {
    let (folder, mut rng) = (Folder::new("long-faces"), rng("long faces"));
    let mut refused = [0; 2];
    // Two triangles that share a corner, with boxes that share one, too.
    let pinched = vec![[2, 0], [8, -4], [8, 0], [2, 0], [0, 5], [0, 4]];
    for round in 0..300 {
        let drawn = (0..rng.usize(4..8)).map(|_| [0; 2].map(|_| rng.i64(-3..=3))).collect();
        let corners: Vec<polygons::Point> = if round == 0 { pinched.clone() } else { drawn };
        let count = corners.len();
        let at = |place: usize| corners[place % count];
        let area = |place: usize| polygons::doubled_area([at(place), at(place + 1), at(place + 2)]);
        let (left, right) =
            ((0..count).any(|place| area(place) > 0), (0..count).any(|place| area(place) < 0));
        let fan = (1..count).map(|place| polygons::doubled_area([at(0), at(place), at(place + 1)]));
        if !(left && right) || fan.sum::<i64>() == 0 {
            // All corners turn the same way, or there is no area to turn against: a fan.
            continue;
        }
        let parts = 257_usize.div_ceil(count) as i64;
        let edge = |place: usize| {
            let [a, b] = [at(place), at(place + 1)];
            (0..parts).map(move |i| [0, 1].map(|axis| parts * a[axis] + i * (b[axis] - a[axis])))
        };
        let long: Vec<_> = (0..count).flat_map(edge).collect();
        let outline = polygons::without_ways_back(&corners);
        let expected = polygons::is_simple(&outline);
        if !expected && outline.len() < count {
            // Too few corners may be left.
            continue;
        }
        refused[usize::from(expected)] += 1;
        // Nor does a corner that is there twice change that.
        let mut doubled = long.clone();
        let place = rng.usize(..long.len());
        doubled.insert(place, long[place]);
        for flat in [long, doubled] {
            let placed = polygons::placed(&mut rng, flat);
            let (name, text) = &texts(&placed)[0];
            match open(&folder, name, text) {
                Ok(_) => assert!(expected, "{corners:?}"),
                Err(fault) => {
                    assert!(!expected, "{fault}: {corners:?}");
                    let why = "corners that crosses or touches itself";
                    assert!(fault.to_string().contains(why), "{fault}");
                }
            }
        }
    }
    assert!(refused.iter().all(|&count| count > 20), "{refused:?}");
}

/// A solid with a notch, whose caps are faces of six corners: what lies in the notch is outside.
#[test]
fn a_notch_is_no_part_of_a_solid() {
    let folder = Folder::new("notch");
    let outline = [[2, 1], [1, 1], [1, 2], [0, 2], [0, 0], [2, 0]];
    let mut text = String::new();
    for z in 0..2 {
        for [x, y] in outline {
            let _ = writeln!(text, "v {x} {y} {z}");
        }
    }
    text += "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\n";
    for side in 0..6 {
        let next = (side + 1) % 6;
        let _ = writeln!(text, "f {} {} {} {}", side + 1, next + 1, next + 7, side + 7);
    }
    let mesh = open(&folder, "a.obj", &text).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(mesh.len(), 20);
    let mut world = MeshWorld::default();
    let notched = world.insert_mesh(mesh);
    let notched = world.insert_solid(notched, Pose::IDENTITY).expect("a solid");
    let small = world.insert_mesh(meshes::cuboid([-0.125; 3], [0.125; 3]));
    for (at, inside) in [(Vec3::new(1.5, 1.5, 0.5), false), (Vec3::new(0.5, 1.5, 0.5), true)] {
        let cube = world.insert_solid(small, Pose::at(at).expect("finite")).expect("a solid");
        let verdict = world.verdict(notched, cube).expect("both are there");
        assert_eq!(verdict != MeshVerdict::Separate, inside, "{at}: {verdict:?}");
    }
}

/// A ring whose inside is joined to its outside by an edge that is passed both ways, of so many
/// corners on either.
fn ring(corners: i64) -> Vec<I64Vec3> {
    let round = |far: f64, place: i64| {
        let angle = TAU * place as f64 / corners as f64;
        let [x, y] = [angle.cos(), angle.sin()].map(|x| (far * x).round() as i64);
        I64Vec3::new(x, y, 0)
    };
    let outside = (0..=corners).map(|place| round(1e6, place));
    outside.chain((0..=corners).rev().map(|place| round(5e5, place))).collect()
}

/// A face that touches itself is cut if it has few corners. One of more that crosses or touches
/// itself would take long: it is refused by its name.
#[test]
fn faces_that_meet_themselves_are_small() {
    let folder = Folder::new("meeting");
    for (name, text) in texts(&ring(127)) {
        let mesh = open(&folder, name, &text).unwrap_or_else(|fault| panic!("{fault}"));
        let point = |x: [f32; 3]| I64Vec3::from_array(x.map(|x| x as i64));
        let triangles = (0..mesh.len() as u32).map(|i| mesh.corners(i).map(point));
        let areas = triangles.map(|[p, q, r]| (q - p).cross(r - p).z);
        let (least, whole) = areas.fold((0, 0), |(least, sum), area| (area.min(least), sum + area));
        // Three quarters of a circle's.
        assert_eq!((mesh.len(), least), (254, 0), "{name}");
        assert!((4.70e12..4.72e12).contains(&(whole as f64)), "{whole}");
    }
    // Twice round, so that every diagonal crosses something.
    let twice: Vec<I64Vec3> = (0..3202)
        .map(|place| {
            let (angle, far) = (2.0 * TAU * place as f64 / 3202.0, 9e5 + 1e5 * (place % 2) as f64);
            let [x, y] = [angle.cos(), angle.sin()].map(|x| (far * x) as i64);
            I64Vec3::new(x, y, 0)
        })
        .collect();
    for (corners, count) in [(ring(128), 258), (twice, 3202)] {
        for (name, text) in texts(&corners) {
            let fault = open(&folder, name, &text).expect_err("it meets itself").to_string();
            let what = format!("a face of {count} corners that crosses or touches itself");
            assert!(fault.ends_with(&what), "{fault}");
        }
    }
}

/// A face that crosses itself has no inside and becomes a fan. One that would take too long to cut
/// is refused by its name.
#[test]
fn faces_that_are_not_cut() {
    let folder = Folder::new("uncut");
    let bow = [[0, 0], [4, 4], [4, 0], [0, 4], [2, 9]].map(|[x, y]| I64Vec3::new(x, y, 0));
    for (name, text) in texts(&bow) {
        let mesh = open(&folder, name, &text).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 2, 3], [0, 3, 4]], "{name}");
    }
    let zigzag = |count: i64| -> Vec<I64Vec3> {
        let teeth = (1..count).map(|x| I64Vec3::new(x, x % 2, 0));
        std::iter::once(I64Vec3::new(1, count, 0)).chain(teeth).collect()
    };
    for (name, text) in texts(&zigzag(1 << 14)) {
        assert_eq!(open(&folder, name, &text).map(|mesh| mesh.len()).ok(), Some((1 << 14) - 2));
    }
    // A convex face may have more, and what its outline goes and comes back does not count.
    let square = [[0, 0], [4, 0], [4, 4], [0, 4]].map(|[x, y]| I64Vec3::new(x, y, 0));
    let sides = std::iter::repeat_n(&square[..2], 1 << 14).flatten().chain(&square[2..]);
    let convex: Vec<I64Vec3> = sides.copied().collect();
    let mut repeated = zigzag(1 << 14);
    repeated.push(repeated[(1 << 14) - 1]);
    for face in [convex, repeated] {
        let (name, text) = &texts(&face)[0];
        assert_eq!(open(&folder, name, text).map(|mesh| mesh.len()).ok(), Some(face.len() - 2));
    }
    let [(_, obj), (_, ply)] = texts(&zigzag((1 << 14) + 1));
    for (name, text, place) in [("b.obj", obj, "line 16386: "), ("b.ply", ply, "face 0: ")] {
        let fault = open(&folder, name, &text).expect_err("too many corners").to_string();
        let what = "a face of 16385 corners that is not convex";
        assert_eq!(fault, format!("{place}{what}"));
    }
}

/// An element that names no vertex has its own number, whatever was cut before it, wherever the
/// vertices stand.
#[test]
fn elements_that_name_no_vertex() {
    let folder = Folder::new("no-vertex");
    let points = (
        "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n",
        "0 0 0\n1 0 0\n1 1 0\n0 1 0\n",
    );
    for (element, lists, index) in [
        ("face", "4 0 1 2 3\n3 0 1 99\n", "99"),
        ("face", "4 0 1 2 3\n4 4 1 2 3\n", "4"),
        ("face", "4 0 1 2 3\n3 4294967295 1 2\n", "4294967295"),
        ("tristrips", "7 0 1 2 -1 3 1 2\n3 0 1 4\n", "4"),
        ("tristrips", "7 0 1 2 4294967295 3 1 2\n3 0 1 4\n", "4"),
    ] {
        let what = if element == "face" { "face" } else { "strips" };
        let kind = if lists.contains('-') { "int" } else { "uint" };
        let head = format!("element {element} 2\nproperty list uchar {kind} vertex_indices\n");
        let lists = (head.as_str(), lists);
        for [first, second] in [[points, lists], [lists, points]] {
            let (heads, lists) = ([first.0, second.0].concat(), [first.1, second.1].concat());
            let text = format!("ply\nformat ascii 1.0\n{heads}end_header\n{lists}");
            let fault = open(&folder, "a.ply", &text).expect_err(&text).to_string();
            assert_eq!(fault, format!("{what} 1: there is no vertex {index}"), "{text}");
        }
    }
}
