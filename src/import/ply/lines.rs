//! Lines of a PLY file, and words of a line.

/// The lines of a file. What follows the last line of a header may be no text.
pub struct Lines<'a> {
    /// What follows the lines that were read.
    pub rest: &'a [u8],
    /// The number of the line that was read last, from 1; past the end, of the one that is missing.
    pub number: usize,
    /// The byte that ends each line.
    end: u8,
}

impl<'a> Lines<'a> {
    /// Returns the lines of a file, which all end as the first one does: in a line feed, maybe
    /// after a carriage return, or in a carriage return alone.
    pub fn new(bytes: &'a [u8]) -> Self {
        let first = bytes.iter().position(|byte| is_end(*byte)).and_then(|at| bytes.get(at..));
        let end = match first {
            Some([b'\r', b'\n', ..]) => b'\n',
            Some([b'\r', ..]) => b'\r',
            _ => b'\n',
        };
        Self { rest: bytes, number: 0, end }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    /// Returns the next line without its end, which the last one may lack.
    fn next(&mut self) -> Option<&'a [u8]> {
        self.number += 1;
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|&byte| byte == self.end).unwrap_or(self.rest.len());
        let (line, behind) = self.rest.split_at(end);
        self.rest = behind.get(1..).unwrap_or_default();
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

fn is_end(byte: u8) -> bool {
    byte == b'\r' || byte == b'\n'
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Returns true if other lines end within this one, in another way than the first line does. They
/// would be read as its words.
pub fn has_other_ends(line: &[u8]) -> bool {
    line.iter().any(|byte| is_end(*byte))
}

/// Takes the next word of a line.
pub fn next_word<'a>(line: &mut &'a [u8]) -> Option<&'a [u8]> {
    let start = line.iter().position(|byte| !is_blank(*byte))?;
    let (_, rest) = line.split_at(start);
    let end = rest.iter().position(|byte| is_blank(*byte)).unwrap_or(rest.len());
    let (word, behind) = rest.split_at(end);
    *line = behind;
    Some(word)
}
