//! Mesh files whose faces are polygons of small whole numbers, convex ones and others: what they
//! are cut into fills them, without a gap and the right way round.

use crate::common::mesh::files::{Folder, open};
use crate::common::mesh::polygons::{face, fault, repeated};
use crate::driver;
use fastrand::Rng;
use motzkin::glam::I64Vec3;
use std::fmt::Write;

/// Each face behind its vertices, which it counts from the first one on or backwards.
fn obj(rng: &mut Rng, faces: &[Vec<I64Vec3>]) -> Vec<u8> {
    let (mut text, mut before) = (String::new(), 0);
    for corners in faces {
        for I64Vec3 { x, y, z } in corners {
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        let count = corners.len() as i64;
        let (first, behind) = match rng.bool() {
            true => (before + 1, ["", "/1", "//1"][rng.usize(..3)]),
            false => (-count, ""),
        };
        text.push('f');
        for place in 0..count {
            let _ = write!(text, " {}{behind}", first + place);
        }
        text.push('\n');
        before += count;
    }
    text.into_bytes()
}

/// A number of a PLY file: of one byte, whole, or a float.
#[derive(Clone, Copy)]
enum Number {
    Byte(u8),
    Whole(i32),
    Float(f32),
}

/// An element of a PLY file.
fn element(format: &str, numbers: &[Number]) -> Vec<u8> {
    if format == "ascii" {
        let word = |number: &Number| match number {
            Number::Byte(x) => x.to_string(),
            Number::Whole(x) => x.to_string(),
            Number::Float(x) => x.to_string(),
        };
        let line = numbers.iter().map(word).collect::<Vec<String>>().join(" ") + "\n";
        return line.into_bytes();
    }
    let bytes = |number: &Number| {
        let mut bytes = match number {
            Number::Byte(x) => vec![*x],
            Number::Whole(x) => x.to_le_bytes().to_vec(),
            Number::Float(x) => x.to_le_bytes().to_vec(),
        };
        if format == "binary_big_endian" {
            bytes.reverse();
        }
        bytes
    };
    numbers.iter().flat_map(bytes).collect()
}

/// All vertices, then all faces, or the other way round.
fn ply(rng: &mut Rng, faces: &[Vec<I64Vec3>]) -> Vec<u8> {
    let format = ["ascii", "binary_little_endian", "binary_big_endian"][rng.usize(..3)];
    let (mut points, mut lists, mut before) = (Vec::new(), Vec::new(), 0);
    for corners in faces {
        for corner in corners {
            let numbers = corner.to_array().map(|x| Number::Float(x as f32));
            points.extend(element(format, &numbers));
        }
        let mut numbers = vec![Number::Byte(corners.len() as u8)];
        numbers.extend((before..).take(corners.len()).map(Number::Whole));
        lists.extend(element(format, &numbers));
        before += corners.len() as i32;
    }
    let vertices =
        format!("element vertex {before}\nproperty float x\nproperty float y\nproperty float z\n");
    let list = format!("element face {}\nproperty list uchar int vertex_indices\n", faces.len());
    let mut parts = [(vertices, points), (list, lists)];
    if rng.bool() {
        parts.reverse();
    }
    let [(first, first_body), (second, second_body)] = parts;
    let head = format!("ply\nformat {format} 1.0\n{first}{second}end_header\n");
    [head.into_bytes(), first_body, second_body].concat()
}

#[test]
fn faces_are_filled() {
    let folder = Folder::new("fuzzing-polygons");
    driver::run("polygons", |rng| {
        let count = rng.usize(1..4);
        let mut faces: Vec<Vec<I64Vec3>> = (0..count).map(|_| face(rng)).collect();
        if rng.u32(..4) == 0 {
            faces = faces.iter().map(|corners| repeated(rng, corners)).collect();
        }
        let (name, bytes) =
            if rng.bool() { ("a.obj", obj(rng, &faces)) } else { ("a.ply", ply(rng, &faces)) };
        let text = || format!("{name}: {faces:?}\n{}", String::from_utf8_lossy(&bytes));
        let found = open(&folder, name, &bytes);
        let mesh = found.unwrap_or_else(|fault| panic!("{fault}: {}", text()));
        let point = |x: [f32; 3]| I64Vec3::from_array(x.map(|x| x as i64));
        let all: Vec<[I64Vec3; 3]> =
            (0..mesh.len() as u32).map(|i| mesh.corners(i).map(point)).collect();
        let expected: usize = faces.iter().map(|corners| corners.len() - 2).sum();
        assert_eq!(all.len(), expected, "{}", text());
        let mut rest = &all[..];
        for corners in &faces {
            let (own, others) = rest.split_at(corners.len() - 2);
            assert_eq!(fault(corners, own), None, "{corners:?}: {own:?} of {}", text());
            rest = others;
        }
    });
}
