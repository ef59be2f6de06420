//! Wavefront OBJ. `tobj` gets the positions and faces of a file and nothing else.

use super::error::ImportFault;
use crate::error::MeshError;
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
    let mut plain = String::new();
    for statement in text.lines().filter_map(statement) {
        statement.write_to(&mut plain);
    }
    let options = LoadOptions { triangulate: true, ..LoadOptions::default() };
    let materials = |_: &std::path::Path| Err(LoadError::GenericFailure);
    let named = |error: LoadError| {
        let place = culprit(&text).map(|line| format!("line {line}: ")).unwrap_or_default();
        ImportFault::broken(format!("{place}{error}"))
    };
    let (models, _) =
        tobj::load_obj_buf(&mut plain.as_bytes(), &options, materials).map_err(named)?;
    // The text has no names of objects, so there is at most one model.
    let Some(model) = models.into_iter().next() else { return Ok(TriangleMesh::default()) };
    if let Some(line) = short_face(&text) {
        return Err(ImportFault::broken(format!(
            "line {line}: a face of fewer than three corners"
        )));
    }
    let (vertices, _) = model.mesh.positions.as_chunks();
    let (triangles, _) = model.mesh.indices.as_chunks();
    TriangleMesh::new(vertices.to_vec(), triangles.to_vec()).map_err(|error| {
        match (error, culprit(&text)) {
            (MeshError::NotFinite { value, .. }, Some(line)) => ImportFault::broken(format!(
                "line {line}: the vertex's {value} is not finite as f32"
            )),
            (error, _) => error.into(),
        }
    })
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

fn statement(line: &str) -> Option<Statement<'_>> {
    let line = line.split('#').next()?.trim_start();
    match line.split_once(char::is_whitespace).unwrap_or((line, "")) {
        ("v", rest) => Some(Statement::Vertex(rest)),
        ("f", rest) => Some(Statement::Face(rest)),
        _ => None,
    }
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

fn short_face(text: &str) -> Option<usize> {
    let short = |line: &str| match statement(line) {
        Some(Statement::Face(rest)) => corners(rest).nth(2).is_none(),
        _ => false,
    };
    text.lines().position(short).map(|line| line + 1)
}

/// Returns the number of the first line, from 1, that has a word instead of a number or names a
/// vertex that does not exist.
fn culprit(text: &str) -> Option<usize> {
    let statements =
        || (1..).zip(text.lines()).filter_map(|(line, text)| Some((line, statement(text)?)));
    let total =
        statements().filter(|(_, found)| matches!(found, Statement::Vertex(_))).count() as i128;
    let mut before = 0_i128;
    for (line, found) in statements() {
        let good = match found {
            Statement::Vertex(rest) => {
                before += 1;
                let finite = |word: &str| word.parse::<f32>().is_ok_and(f32::is_finite);
                rest.split_whitespace().take(3).filter(|word| finite(word)).count() == 3
            }
            Statement::Face(rest) => corners(rest).all(|word| match word.parse::<i128>() {
                Ok(index) if index < 0 => before + index >= 0,
                Ok(index) => (1..=total).contains(&index),
                Err(_) => false,
            }),
        };
        if !good {
            return Some(line);
        }
    }
    None
}
