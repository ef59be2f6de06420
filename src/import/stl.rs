//! STL, text and binary, through `stl_io`. Corners with the same coordinates become one vertex.

use super::error::ImportFault;
use super::open::unmarked;
use crate::error::MeshError;
use crate::geom::TriangleMesh;
use std::io::{Cursor, ErrorKind};

/// The bytes before the first triangle of a binary file, and the bytes of each triangle.
const HEADER: usize = 84;
const TRIANGLE: usize = 50;

/// What is wrong with a file that is too short for a binary one, and does not begin as text.
const NEITHER: &str =
    "neither text STL, which begins with `solid`, nor binary STL, whose header takes 84 bytes";

pub fn read(mut bytes: Vec<u8>) -> Result<TriangleMesh, ImportFault> {
    let mut lines = Vec::new();
    if is_binary(&bytes) {
        check_count(&bytes)?;
        // Many binary files begin with the word of the text format, which `stl_io` takes for text.
        let word = bytes.len().min(6);
        bytes[..word].fill(b' ');
    } else {
        let plain = one_solid(&String::from_utf8_lossy(unmarked(&bytes)))?;
        (bytes, lines) = (plain.text.into_bytes(), plain.lines);
    }
    // The reader's own messages quote the file.
    let what = |error: std::io::Error| match error.kind() {
        ErrorKind::UnexpectedEof => "the file ends before its triangles do",
        _ => "not a facet of three vertices with finite coordinates",
    };
    let mut input = Cursor::new(bytes);
    let mut soup = Vec::new();
    let triangles = stl_io::create_stl_reader(&mut input).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => ImportFault::broken(NEITHER),
        _ => ImportFault::broken("the header breaks the format's rules"),
    })?;
    for triangle in triangles {
        let triangle = triangle.map_err(|error| {
            let line = lines.get(soup.len()).map_or_else(String::new, |l| format!(", line {l}"));
            ImportFault::broken(format!("triangle {}{line}: {}", soup.len(), what(error)))
        })?;
        soup.push(triangle.vertices.map(|vertex| vertex.0));
    }
    TriangleMesh::from_soup(&soup).map_err(|error| match error {
        MeshError::NotFinite { vertex, axis, value } => {
            ImportFault::not_finite_corner(vertex, axis, value)
        }
        error => error.into(),
    })
}

/// The text of a file as `stl_io` reads it, and the line of the file in which each facet begins.
struct Plain {
    text: String,
    lines: Vec<usize>,
}

/// Returns the text of one solid without a name that has the facets of all solids, for `stl_io`
/// reads the first one alone, each statement on a line of its own, in small letters. Normals, which
/// nobody reads, are left out: some are no numbers.
fn one_solid(text: &str) -> Result<Plain, ImportFault> {
    // Ends of lines of old are a carriage return alone.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let (mut plain, mut lines) = (String::from("solid \n"), Vec::new());
    let mut is_inside = false;
    for (number, line) in (1..).zip(text.to_ascii_lowercase().lines()) {
        for words in statements(&line.split_whitespace().collect::<Vec<_>>()) {
            match *words {
                ["solid", ..] if !is_inside => is_inside = true,
                ["endsolid", ..] if is_inside => is_inside = false,
                ["facet", ref rest @ ..] if is_inside => {
                    lines.push(number);
                    match rest {
                        ["normal", ..] => plain += "facet normal 0 0 0\n",
                        _ => plain.extend([&words.join(" "), "\n"]),
                    }
                }
                [word, ..] if is_inside => {
                    // `stl_io` calls such a number no number.
                    let is_odd = |word: &&str| word.parse::<f32>().ok().filter(|x| !x.is_finite());
                    if word == "vertex"
                        && let Some(value) = words.iter().find_map(is_odd)
                    {
                        return Err(ImportFault::not_finite(number, value));
                    }
                    plain.extend([&words.join(" "), "\n"]);
                }
                _ => {
                    return Err(ImportFault::broken(format!("line {number}: not within a solid")));
                }
            }
        }
    }
    if !is_inside {
        plain += "endsolid \n";
    }
    Ok(Plain { text: plain, lines })
}

/// Returns the statements of a line. The name of a solid goes up to the end of its line, or up to a
/// facet.
fn statements<'a>(line: &'a [&'a str]) -> impl Iterator<Item = &'a [&'a str]> {
    const FIRST: [&str; 7] =
        ["solid", "facet", "outer", "vertex", "endloop", "endfacet", "endsolid"];
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.first()?;
        let begins = |&at: &usize| match *first {
            "solid" | "endsolid" => rest[at..].starts_with(&["facet", "normal"]),
            _ => FIRST.contains(&rest[at]),
        };
        let end = (1..rest.len()).find(begins).unwrap_or(rest.len());
        let (statement, others) = rest.split_at(end);
        rest = others;
        Some(statement)
    })
}

/// Returns true for a binary file.
///
/// A text file begins with `solid`, maybe after space. Some binary files do too: they have a zero
/// in their header or in their count, or their size is that of their count of triangles, or a
/// little more. In text the count would be letters.
fn is_binary(bytes: &[u8]) -> bool {
    let word = unmarked(bytes).trim_ascii_start().get(..5);
    if !word.is_some_and(|word| word.eq_ignore_ascii_case(b"solid")) {
        return true;
    }
    // Text has no zeros, and a header is filled up with them, or else with blanks.
    let begin = &bytes[..bytes.len().min(HEADER)];
    let length = |count| HEADER as u64 + TRIANGLE as u64 * count;
    let fits = |count| (length(count)..length(count + 1)).contains(&(bytes.len() as u64));
    begin.contains(&0) || count(bytes).is_some_and(fits)
}

/// Returns the number of triangles that a binary file announces.
fn count(bytes: &[u8]) -> Option<u64> {
    let count = bytes.get(HEADER - 4..HEADER)?.first_chunk()?;
    Some(u32::from_le_bytes(*count).into())
}

/// Checks that a binary file has no more triangles than it announces: a writer that did not come to
/// its end leaves a count of none.
fn check_count(bytes: &[u8]) -> Result<(), ImportFault> {
    let has = (bytes.len().saturating_sub(HEADER) / TRIANGLE) as u64;
    match count(bytes) {
        Some(count) if count < has => Err(ImportFault::broken(format!(
            "the header announces {count} triangles, and the file has room for {has}"
        ))),
        _ => Ok(()),
    }
}
