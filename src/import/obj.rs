//! Wavefront OBJ. `tobj` gets the positions and faces of a file and nothing else.

use super::error::ImportFault;
use crate::geom::TriangleMesh;
use std::borrow::Cow;
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
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let text = joined(text);
    check(&text)?;
    let mut plain = String::new();
    for (_, statement) in statements(&text) {
        statement.write_to(&mut plain);
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
/// the ends of these come after the last one, so that each line keeps its number.
fn joined(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains(['\\', '\r']) {
        return text;
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut out = String::with_capacity(text.len());
    let mut continued = 0;
    for line in text.split('\n') {
        if let Some(begun) = line.strip_suffix('\\') {
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

impl Statement<'_> {
    /// Writes the statement without weights, colours, textures and normals.
    fn write_to(&self, out: &mut String) {
        let mut push = |word: &str| {
            out.push(' ');
            out.push_str(word);
        };
        match self {
            Self::Vertex(rest) => {
                push("v");
                rest.split_whitespace().take(3).for_each(push);
            }
            Self::Face(rest) => {
                push("f");
                corners(rest).for_each(push);
            }
        }
        out.push('\n');
    }
}

/// Checks every vertex and every face. The parser's errors name no line, and it takes vertices that
/// are not finite.
fn check(text: &str) -> Result<(), ImportFault> {
    let is_vertex = |(_, found): &(usize, Statement<'_>)| matches!(found, Statement::Vertex(_));
    let total = statements(text).filter(is_vertex).count() as i128;
    let mut before = 0;
    for (line, found) in statements(text) {
        match found {
            Statement::Vertex(rest) => {
                before += 1;
                check_vertex(line, rest)?;
            }
            Statement::Face(rest) => check_face(line, rest, before, total)?,
        }
    }
    Ok(())
}

/// Checks that a vertex has three finite coordinates.
fn check_vertex(line: usize, rest: &str) -> Result<(), ImportFault> {
    let mut words = rest.split_whitespace();
    for _ in 0..3 {
        let value = words.next().and_then(|word| word.parse::<f32>().ok());
        let value = value.ok_or_else(|| {
            ImportFault::broken(format!("line {line}: a vertex without three numbers"))
        })?;
        if !value.is_finite() {
            return Err(ImportFault::not_finite(line, value));
        }
    }
    Ok(())
}

/// Checks that a face has three corners or more, and that each names one of the `total` vertices.
/// Numbers below zero count backwards from the face, which has `before` of them before it.
fn check_face(line: usize, face: &str, before: i128, total: i128) -> Result<(), ImportFault> {
    let refused = |what: &str| Err(ImportFault::broken(format!("line {line}: {what}")));
    if corners(face).nth(2).is_none() {
        return refused("a face of fewer than three corners");
    }
    let exists = |word: &str| match word.parse::<i128>() {
        Ok(index) if index < 0 => before + index >= 0,
        Ok(index) => (1..=total).contains(&index),
        Err(_) => false,
    };
    if !corners(face).all(exists) {
        return refused("a corner of the face names no vertex");
    }
    Ok(())
}
