//! Looks for names that come twice in a header: the parser keeps the last of them alone, so that it
//! would read the body wrongly.

use crate::import::error::ImportFault;
use std::collections::HashMap;

/// Checks that no two elements of a header, and no two properties of an element, have one name.
pub fn check(header: &[u8]) -> Result<(), ImportFault> {
    let header = String::from_utf8_lossy(header);
    // By their names the lines that have them.
    let (mut elements, mut properties) = (HashMap::new(), HashMap::new());
    for (line, text) in (1..).zip(header.lines()) {
        let mut words = text.split_whitespace();
        let (kind, other) = match words.next() {
            Some("element") => {
                properties.clear();
                ("element", words.next().and_then(|name| elements.insert(name, line)))
            }
            Some("property") => {
                ("property", words.next_back().and_then(|name| properties.insert(name, line)))
            }
            _ => continue,
        };
        if let Some(other) = other {
            return Err(twice(line, kind, other));
        }
    }
    Ok(())
}

fn twice(line: usize, kind: &str, other: usize) -> ImportFault {
    ImportFault::broken(format!("line {line}: the {kind} has the name of that in line {other}"))
}
