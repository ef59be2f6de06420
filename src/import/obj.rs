//! Wavefront OBJ. `tobj` gets the positions and faces of a file and nothing else.

use super::error::ImportFault;
use super::open::unmarked;
use super::polygon::Cutter;
use crate::geom::TriangleMesh;
use std::borrow::Cow;
use std::fmt::{Display, Write};
use tobj::{LoadError, LoadOptions};

/// A statement that makes geometry.
enum Statement<'a> {
    Vertex(&'a str),
    Face(&'a str),
}

pub fn read(bytes: &[u8]) -> Result<TriangleMesh, ImportFault> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(ImportFault::broken("the text is in UTF-16"));
    }
    let text = String::from_utf8_lossy(unmarked(bytes));
    let text = joined(text);
    let positions = check(&text)?;
    let mut plain = String::new();
    let (mut before, mut cutter) = (0, Cutter::default());
    for (line, statement) in statements(&text) {
        match statement {
            Statement::Vertex(rest) => {
                before += 1;
                write(&mut plain, 'v', rest.split_whitespace().take(3));
            }
            Statement::Face(rest) => write_face(&mut plain, rest, before, &positions, &mut cutter)
                .map_err(|what| ImportFault::broken(format!("line {line}: {what}")))?,
        }
    }
    let options = LoadOptions { triangulate: true, ..LoadOptions::default() };
    let materials = |_: &std::path::Path| Err(LoadError::GenericFailure);
    let (models, _) = tobj::load_obj_buf(&mut plain.as_bytes(), &options, materials)
        .map_err(|error| ImportFault::broken(error.to_string()))?;
    // The text has no names of objects, so there is at most one model.
    let Some(model) = models.into_iter().next() else { return Ok(TriangleMesh::default()) };
    let (vertices, _) = model.mesh.positions.as_chunks();
    let (triangles, _) = model.mesh.indices.as_chunks();
    Ok(TriangleMesh::new(vertices.to_vec(), triangles.to_vec())?)
}

/// Returns the text with lines that end in `\n` alone, and those joined that a backslash continues:
/// the ends of these come after the last one, so that each line keeps its number. A backslash at
/// the end of a comment, such as of a folder's name, continues nothing.
fn joined(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains(['\\', '\r']) {
        return text;
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut out = String::with_capacity(text.len());
    let mut continued = 0;
    for line in text.split('\n') {
        if let Some(begun) = without_comment(line).strip_suffix('\\') {
            out.extend([begun, " "]);
            continued += 1;
            continue;
        }
        out.push_str(line);
        out.extend(std::iter::repeat_n('\n', 1 + std::mem::take(&mut continued)));
    }
    Cow::Owned(out)
}

/// Returns the statements that make geometry, each with the number of its line, from 1.
fn statements(text: &str) -> impl Iterator<Item = (usize, Statement<'_>)> {
    (1..).zip(text.lines()).filter_map(|(line, text)| Some((line, statement(text)?)))
}

fn statement(line: &str) -> Option<Statement<'_>> {
    let line = without_comment(line).trim_start();
    match line.split_once(char::is_whitespace).unwrap_or((line, "")) {
        ("v", rest) => Some(Statement::Vertex(rest)),
        ("f", rest) => Some(Statement::Face(rest)),
        _ => None,
    }
}

/// Returns a line up to its comment. None begins within a word: some programs write `1.#QNAN`.
fn without_comment(line: &str) -> &str {
    let begins = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    let comment = line.match_indices('#').find(|(at, _)| begins(*at));
    comment.map_or(line, |(at, _)| &line[..at])
}

/// Returns the index of the position at each corner of a face. It comes before the indices of
/// textures and normals. A corner without one is a word that is no index.
fn corners(face: &str) -> impl Iterator<Item = &str> {
    face.split_whitespace().map(|corner| match corner.split('/').next() {
        None | Some("") => "/",
        Some(index) => index,
    })
}

/// Writes a statement of these words.
fn write(out: &mut String, kind: char, words: impl IntoIterator<Item = impl Display>) {
    out.push(kind);
    for word in words {
        // What is written to a string does not fail.
        let _ = write!(out, " {word}");
    }
    out.push('\n');
}

/// Writes a face without textures and normals, one of more than three corners as triangles: the
/// parser would make a fan of it, whatever its shape.
fn write_face(
    out: &mut String,
    face: &str,
    before: i128,
    positions: &[[f32; 3]],
    cutter: &mut Cutter,
) -> Result<(), String> {
    // From 1, as the file has them; the words were looked at before.
    let index =
        |word: &str| word.parse::<i128>().map(|at| if at < 0 { before + at + 1 } else { at });
    let corners: Vec<u32> =
        corners(face).filter_map(|word| u32::try_from(index(word).ok()? - 1).ok()).collect();
    let mut triangles = Vec::new();
    cutter.triangulate(&corners, positions, &mut triangles)?;
    triangles.iter().for_each(|corners| write(out, 'f', corners.map(|corner| corner as u64 + 1)));
    Ok(())
}

/// Checks every vertex and every face, and returns the vertices. The parser's errors name no line,
/// and it takes vertices that are not finite.
fn check(text: &str) -> Result<Vec<[f32; 3]>, ImportFault> {
    let is_vertex = |(_, found): &(usize, Statement<'_>)| matches!(found, Statement::Vertex(_));
    let total = statements(text).filter(is_vertex).count() as i128;
    let mut vertices = Vec::new();
    for (line, found) in statements(text) {
        match found {
            Statement::Vertex(rest) => vertices.push(vertex(line, rest)?),
            Statement::Face(rest) => check_face(line, rest, vertices.len() as i128, total)?,
        }
    }
    Ok(vertices)
}

/// Returns the three coordinates of a vertex, which are finite.
fn vertex(line: usize, rest: &str) -> Result<[f32; 3], ImportFault> {
    let mut words = rest.split_whitespace();
    let mut vertex = [0.0; 3];
    for place in &mut vertex {
        let value = words.next().and_then(|word| word.parse::<f32>().ok());
        let value = value.ok_or_else(|| {
            ImportFault::broken(format!("line {line}: a vertex without three numbers"))
        })?;
        if !value.is_finite() {
            return Err(ImportFault::not_finite(line, value));
        }
        *place = value;
    }
    Ok(vertex)
}

/// Checks that a face has three corners or more, and that each names one of the `total` vertices.
/// Numbers below zero count backwards from the face, which has `before` of them before it.
fn check_face(line: usize, face: &str, before: i128, total: i128) -> Result<(), ImportFault> {
    let refused = |what: &str| Err(ImportFault::broken(format!("line {line}: {what}")));
    if corners(face).nth(2).is_none() {
        return refused("a face of fewer than three corners");
    }
    for word in corners(face) {
        let exists = match word.parse::<i128>() {
            Ok(index) if index < 0 => before + index >= 0,
            Ok(index) => (1..=total).contains(&index),
            Err(_) => return refused("a corner of the face is no number of a vertex"),
        };
        if !exists {
            return refused("a corner of the face names no vertex");
        }
    }
    Ok(())
}
