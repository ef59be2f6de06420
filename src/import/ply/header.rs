//! The header of a PLY file.

use super::lines::{Lines, has_other_ends, next_word};
use super::number::{Kind, Whole};
use super::{NOT_UTF8, OTHER_ENDS, What};
use crate::import::error::ImportFault;
use std::collections::HashMap;

const RULES: &str = "the header breaks the format's rules";

/// How the numbers of the body are written.
#[derive(Clone, Copy, PartialEq)]
pub enum Format {
    Text,
    LittleEndian,
    BigEndian,
}

/// What a file announces.
pub struct Header<'a> {
    pub format: Format,
    pub elements: Vec<Element<'a>>,
}

/// Elements of one kind, which stand in the body one after the other.
pub struct Element<'a> {
    pub name: &'a str,
    pub count: usize,
    pub properties: Vec<Property<'a>>,
}

/// What each element of a kind has.
pub struct Property<'a> {
    pub name: &'a str,
    pub values: Values,
    /// The line of the header.
    pub line: usize,
}

/// The values of a property.
#[derive(Clone, Copy)]
pub enum Values {
    One(Kind),
    List { count: Whole, of: Kind },
}

/// Reads the lines of a header. What is left of them is the body.
pub fn read<'a>(lines: &mut Lines<'a>) -> Result<Header<'a>, ImportFault> {
    let mut found = Found::default();
    let what = loop {
        let Some(line) = lines.next() else { break "the file ends before its header does".into() };
        match found.add(lines.number, line) {
            Ok(true) => match found.format {
                Some(format) => return Ok(Header { format, elements: found.elements }),
                None => break "the header names no format".into(),
            },
            Ok(false) => {}
            Err(what) => break what,
        }
    };
    Err(ImportFault::broken(format!("line {}: {what}", lines.number)))
}

/// What was found in the lines so far.
#[derive(Default)]
struct Found<'a> {
    format: Option<Format>,
    elements: Vec<Element<'a>>,
    /// The lines of the elements by their names.
    element_lines: HashMap<&'a str, usize>,
    /// The lines of the properties of the last element by their names.
    property_lines: HashMap<&'a str, usize>,
}

impl<'a> Found<'a> {
    /// Adds what a line says. Returns true for the last line of the header.
    fn add(&mut self, number: usize, line: &'a [u8]) -> Result<bool, What> {
        // Some programs write comments in an encoding of their own.
        let first = next_word(&mut &*line);
        if number > 1 && matches!(first, Some(b"comment" | b"obj_info")) {
            return Ok(false);
        }
        if has_other_ends(line) {
            return Err(OTHER_ENDS.into());
        }
        let text = std::str::from_utf8(line).map_err(|_| NOT_UTF8)?;
        // No statement has more than five words.
        let words = text.split([' ', '\t']).filter(|word| !word.is_empty()).take(6);
        match (number, &*words.collect::<Vec<&str>>()) {
            (1, ["ply"]) => {}
            (1, _) => return Err(RULES.into()),
            (_, ["format", encoding, version]) => self.add_format(encoding, version)?,
            (_, ["element", name, count]) => self.add_element(number, name, count)?,
            (_, ["property", "list", count, of, name]) => {
                let (count, of) = (kind(count)?, kind(of)?);
                let count = count.whole().ok_or("the count of a list is no whole number")?;
                self.add_property(number, name, Values::List { count, of })?;
            }
            (_, ["property", of, name]) => {
                self.add_property(number, name, Values::One(kind(of)?))?;
            }
            (_, ["end_header"]) => return Ok(true),
            _ => return Err(RULES.into()),
        }
        Ok(false)
    }

    fn add_format(&mut self, encoding: &str, version: &str) -> Result<(), What> {
        let format = match encoding {
            "ascii" => Format::Text,
            "binary_little_endian" => Format::LittleEndian,
            "binary_big_endian" => Format::BigEndian,
            _ => return Err(RULES.into()),
        };
        if version != "1.0" {
            return Err("the format has a version other than 1.0".into());
        }
        if self.format.is_some_and(|other| other != format) {
            return Err(RULES.into());
        }
        self.format = Some(format);
        Ok(())
    }

    fn add_element(&mut self, line: usize, name: &'a str, count: &str) -> Result<(), What> {
        let digits = Some(count).filter(|count| count.bytes().all(|byte| byte.is_ascii_digit()));
        let count = digits.and_then(|digits| digits.parse().ok()).ok_or(RULES)?;
        if let Some(other) = self.element_lines.insert(name, line) {
            return Err(twice("element", other));
        }
        self.property_lines.clear();
        self.elements.push(Element { name, count, properties: Vec::new() });
        Ok(())
    }

    fn add_property(&mut self, line: usize, name: &'a str, values: Values) -> Result<(), What> {
        let element = self.elements.last_mut().ok_or(RULES)?;
        if let Some(other) = self.property_lines.insert(name, line) {
            return Err(twice("property", other));
        }
        element.properties.push(Property { name, values, line });
        Ok(())
    }
}

fn kind(name: &str) -> Result<Kind, What> {
    Kind::named(name).ok_or(RULES.into())
}

/// Which of two is meant by their name would be open.
fn twice(kind: &str, other: usize) -> What {
    format!("the {kind} has the name of that in line {other}").into()
}
