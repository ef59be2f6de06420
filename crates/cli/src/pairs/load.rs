//! Files of shapes.

use super::item::{self, Item};
use crate::error::CliError;
use crate::query::answer::Writer;
use crate::query::fault::Fault;
use crate::query::mesh::Shelf;
use crate::query::request::Unread;
use crate::query::{Input, each_line, flush};
use std::io::Write;
use std::path::Path;

/// Returns the good shapes of a file, in order; a line is written about each other one. It names
/// the file if that is one of two. `dim` is that of the first good shape of all files.
pub fn load(
    path: &Path,
    is_of_two: bool,
    shelf: &Shelf,
    dim: &mut Option<usize>,
    out: &mut Writer,
    stdout: &mut impl Write,
) -> Result<Vec<Item>, CliError> {
    let told = |fault: Fault| match is_of_two {
        true => Fault::new(fault.kind, format!("{}: {}", path.display(), fault.message)),
        false => fault,
    };
    let mut input = Input::open(path)?;
    let mut items = Vec::new();
    while let Some(found) = input.next()? {
        match found {
            Ok((first, text)) => {
                for (line, read) in each_line(first, &text, |line| item::read(line, shelf)) {
                    match read {
                        Ok(item) => match *dim.get_or_insert(item.dim) {
                            dim if dim == item.dim => items.push(item),
                            dim => out.fault(&item.id, line, &told(unlike(item.dim, dim))),
                        },
                        Err(Unread { id, fault }) => out.fault(id, line, &told(fault)),
                    }
                }
            }
            Err((line, fault)) => out.fault("null", line, &told(fault)),
        }
        flush(out, stdout)?;
    }
    Ok(items)
}

fn unlike(own: usize, dim: usize) -> Fault {
    Fault::shape(format!("dim = {own}, but the first shape has {dim}"))
}
