//! The body of a text file.

use super::lines::{Lines, has_other_ends, next_word};
use super::number::{Kind, Whole};
use super::{Body, ENDED, NOT_UTF8, OTHER_ENDS, What};

const ODD: &str = "an element is not what the header says";

/// The words of a file, an element a line. Words that are left over in a line are no part of it.
pub struct Text<'a> {
    lines: Lines<'a>,
    /// What is left of the line.
    line: &'a [u8],
}

impl<'a> Text<'a> {
    /// Returns the body that follows the lines of a header.
    pub fn new(lines: Lines<'a>) -> Self {
        Self { lines, line: &[] }
    }

    fn word(&mut self) -> Result<&'a [u8], What> {
        next_word(&mut self.line).ok_or(ODD.into())
    }

    fn read<T>(&mut self, of_word: impl Fn(&str) -> Option<T>) -> Result<T, What> {
        let word = std::str::from_utf8(self.word()?).map_err(|_| NOT_UTF8)?;
        of_word(word).ok_or(ODD.into())
    }
}

impl Body for Text<'_> {
    fn start(&mut self, properties: usize) -> Result<(), What> {
        loop {
            self.line = self.lines.next().ok_or(ENDED)?;
            if has_other_ends(self.line) {
                return Err(OTHER_ENDS.into());
            }
            // A blank line is an element only where elements have no words.
            if properties == 0 || next_word(&mut &*self.line).is_some() {
                return Ok(());
            }
        }
    }

    fn coordinate(&mut self, kind: Kind) -> Result<f32, What> {
        self.read(|word| kind.of_word(word))
    }

    fn index(&mut self, kind: Whole) -> Result<i64, What> {
        self.read(|word| kind.of_word(word))
    }

    /// Some programs write more values than the type of the count can say.
    fn count(&mut self, _: Whole, _: Kind) -> Result<usize, What> {
        let count: u64 = self.read(|word| word.parse().ok())?;
        let left = self.line.len();
        // A value and the blank before it take two bytes.
        let fits = usize::try_from(count).ok().filter(|count| *count <= left / 2);
        fits.ok_or_else(|| {
            format!("a list of {count} values does not fit into the {left} bytes left of the line")
                .into()
        })
    }

    /// What the words say does not matter.
    fn skip(&mut self, _: Kind, count: usize) -> Result<(), What> {
        (0..count).try_for_each(|_| self.word().map(drop))
    }

    fn left(&self) -> usize {
        self.lines.rest.len()
    }

    fn line(&self) -> Option<usize> {
        Some(self.lines.number)
    }
}
