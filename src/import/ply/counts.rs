//! Holds the counts that a header announces against the bytes of the body, before memory is
//! reserved.

use super::header::{Element, Format, Header, Values};
use crate::import::error::ImportFault;

/// Checks that the elements of the header fit into a body of so many bytes.
pub fn check(header: &Header<'_>, bytes: usize) -> Result<(), ImportFault> {
    let mut left = bytes;
    for (number, element) in header.elements.iter().enumerate() {
        let (count, least) = (element.count, least(header.format, element));
        // Elements of no bytes could be without end.
        let needed = count.checked_mul(least).filter(|_| least > 0 || count == 0);
        left = needed.and_then(|needed| left.checked_sub(needed)).ok_or_else(|| {
            ImportFault::broken(format!(
                "element {number} of the header: {count} of them do not fit into the {left} bytes \
                 left of the file"
            ))
        })?;
    }
    Ok(())
}

/// Returns the bytes of an element that is as short as it can be.
fn least(format: Format, element: &Element<'_>) -> usize {
    if format == Format::Text {
        // It has a line, and the last line may lack its end.
        return 1;
    }
    let width = |values| match values {
        Values::One(kind) => kind.width(),
        Values::List { count, .. } => count.width(),
    };
    element.properties.iter().map(|property| width(property.values)).sum()
}
