//! Input in blocks of whole lines, in bounded memory.

use std::io::{self, Read};

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 16 << 20;

/// Bytes asked for at a time.
const READ: usize = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Whole lines, or word of one that is too long.
#[derive(Debug, PartialEq, Eq)]
pub enum Block {
    /// Lines with their line feeds; the last line of the input may lack one.
    Lines { first: u64, text: Vec<u8> },
    /// A line that was left out.
    TooLong { line: u64 },
}

/// Cuts its input into blocks. A block holds what one read brought, so that a slow writer at the
/// other end of a pipe is answered as soon as it has written a line.
pub struct Blocks<R> {
    input: R,
    /// The beginning of a line that has not ended yet.
    rest: Vec<u8>,
    /// Number of the line that `rest` begins.
    line: u64,
    /// That line is too long: what is read of it is dropped.
    skipping: bool,
    /// Whole lines before `rest`, which came with the end of a line that is too long.
    whole: Vec<u8>,
    started: bool,
}

impl<R: Read> Blocks<R> {
    pub fn new(input: R) -> Self {
        let (rest, whole) = (Vec::new(), Vec::new());
        Self { input, rest, line: 1, skipping: false, whole, started: false }
    }

    /// True once something could be read.
    pub fn started(&self) -> bool {
        self.started
    }

    /// Number of the line that comes next.
    pub fn line(&self) -> u64 {
        self.line
    }

    pub fn next(&mut self) -> io::Result<Option<Block>> {
        if !self.whole.is_empty() {
            let text = std::mem::take(&mut self.whole);
            return Ok(Some(self.lines(text)));
        }
        loop {
            let mut searched = self.rest.len();
            let ended = self.read()? == 0;
            self.started = true;
            if self.skipping {
                let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') else {
                    self.rest.clear();
                    if ended {
                        return Ok(None);
                    }
                    continue;
                };
                self.rest.drain(..=end);
                self.skipping = false;
                self.line += 1;
                searched = 0;
            }
            let mut ends = self.rest[searched..].iter();
            if let Some(first) = ends.position(|&byte| byte == b'\n') {
                let first = searched + first;
                let last =
                    ends.rposition(|&byte| byte == b'\n').map_or(first, |end| first + 1 + end);
                let rest = self.rest.split_off(last + 1);
                let mut text = std::mem::replace(&mut self.rest, rest);
                // The others came with this read, which is shorter.
                if self.is_too_long(&text[..first]) {
                    self.whole = text.split_off(first + 1);
                    self.line += 1;
                    return Ok(Some(Block::TooLong { line: self.line - 1 }));
                }
                return Ok(Some(self.lines(text)));
            }
            if self.is_too_long(&self.rest) {
                self.rest = Vec::new();
                self.skipping = true;
                return Ok(Some(Block::TooLong { line: self.line }));
            }
            if ended {
                let text = std::mem::take(&mut self.rest);
                return Ok(if text.is_empty() { None } else { Some(self.lines(text)) });
            }
        }
    }

    /// Whether the line that comes next is too long. A byte-order mark is no part of it.
    fn is_too_long(&self, line: &[u8]) -> bool {
        let is_marked = self.line == 1 && line.starts_with(BYTE_ORDER_MARK);
        line.len() > MAX_LINE + if is_marked { BYTE_ORDER_MARK.len() } else { 0 }
    }

    fn lines(&mut self, mut text: Vec<u8>) -> Block {
        let first = self.line;
        if first == 1 && text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        self.line += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Block::Lines { first, text }
    }

    /// One read, appended to `rest`. Zero bytes: the input has ended.
    fn read(&mut self) -> io::Result<usize> {
        let old = self.rest.len();
        self.rest.resize(old + READ, 0);
        let got = loop {
            match self.input.read(&mut self.rest[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                got => break got,
            }
        };
        self.rest.truncate(old + *got.as_ref().unwrap_or(&0));
        got
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
    struct Drip(Vec<u8>, usize);

    impl Read for Drip {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(out.len());
            out[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    fn all(input: impl Read) -> io::Result<Vec<Block>> {
        let mut blocks = Blocks::new(input);
        std::iter::from_fn(|| blocks.next().transpose()).collect()
    }

    #[test]
    fn blocks_put_together_are_the_input() -> io::Result<()> {
        let input = b"\xef\xbb\xbfone\ntwo\r\n\nfour\nlast".to_vec();
        for step in 1..=input.len() {
            let mut joined = Vec::new();
            for block in all(Drip(input.clone(), step))? {
                let Block::Lines { first, text } = block else { panic!("no line is too long") };
                let before = joined.iter().filter(|&&byte| byte == b'\n').count() as u64;
                assert_eq!(first, before + 1, "step {step}");
                joined.extend(text);
            }
            assert_eq!(joined, input[3..], "step {step}");
        }
        Ok(())
    }

    /// However its bytes arrive, blanks at its end included.
    #[test]
    fn a_line_that_is_a_little_too_long_is_left_out() -> io::Result<()> {
        for (length, is_left_out) in [(MAX_LINE, false), (MAX_LINE + 1, true), (MAX_LINE + 9, true)]
        {
            for mark in [&b""[..], BYTE_ORDER_MARK] {
                let mut line = b"x".to_vec();
                line.resize(length, b' ');
                let input = [mark, &line, b"\ntwo\nthree"].concat();
                for step in [64 << 10, READ] {
                    let mut found = all(Drip(input.clone(), step))?.into_iter();
                    let mut joined = match found.next() {
                        Some(Block::TooLong { line: 1 }) if is_left_out => Vec::new(),
                        Some(Block::Lines { first: 1, text }) if !is_left_out => text,
                        _ => panic!("{length}, {step}"),
                    };
                    for block in found {
                        let Block::Lines { text, .. } = block else { panic!("one is too long") };
                        joined.extend(text);
                    }
                    let whole = [&line, &b"\ntwo\nthree"[..]].concat();
                    let expected = if is_left_out { b"two\nthree" } else { &whole[..] };
                    assert!(joined == expected, "{length}, {step}");
                }
            }
        }
        Ok(())
    }

    /// Is interrupted before each read, and fails after the last.
    struct Shaky(Vec<&'static [u8]>, bool);

    impl Read for Shaky {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if self.0.is_empty() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let bytes = self.0.remove(0);
            out[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    #[test]
    fn interruptions_are_nothing_and_failures_are_told() {
        let mut blocks = Blocks::new(Shaky(vec![b"one\n", b"two\nth", b"ree\nfour"], false));
        assert!(!blocks.started());
        for (first, text) in [(1, "one\n"), (2, "two\n"), (3, "three\n")] {
            let found = blocks.next().ok().flatten();
            assert_eq!(found, Some(Block::Lines { first, text: text.into() }));
            assert!(blocks.started());
        }
        let found = blocks.next().map_err(|error| error.kind());
        assert_eq!(found, Err(io::ErrorKind::TimedOut));
        assert_eq!(blocks.line(), 4);
        let mut blocks = Blocks::new(Shaky(vec![], false));
        assert!(blocks.next().is_err() && !blocks.started());
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out() -> io::Result<()> {
        let mut input = b"one\n".to_vec();
        input.resize(input.len() + 3 * MAX_LINE, b'x');
        input.extend_from_slice(b"\nthree\nfour");
        let lines = |first, text: &[u8]| Block::Lines { first, text: text.to_vec() };
        // Its first part comes with line 1, so the error follows that line's answer.
        let want = [
            lines(1, b"one\n"),
            Block::TooLong { line: 2 },
            lines(3, b"three\n"),
            lines(4, b"four"),
        ];
        assert_eq!(all(&input[..])?, want);
        Ok(())
    }
}
