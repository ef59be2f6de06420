//! One pair of an input.

use super::blocks::{Block, Blocks};
use super::fault::Fault;
use super::open;
use super::request::{self, Frames, Request, Shapes, too_long};
use crate::error::CliError;
use std::io::Read;
use std::path::Path;

/// The pair of a line.
pub struct OnePair {
    /// Its number, from 1.
    pub line: u64,
    pub frames: Frames,
    /// Some frame of the pair has a velocity.
    pub moves: bool,
}

/// Reads the pair of this line, or of the first one that is not blank; lines after it are not read.
pub fn one_pair(path: &Path, wanted: Option<u64>) -> Result<OnePair, CliError> {
    pair_of(open(path)?, path, wanted)
}

/// The same of an input that was opened.
fn pair_of(input: impl Read, path: &Path, wanted: Option<u64>) -> Result<OnePair, CliError> {
    let mut blocks = Blocks::new(input);
    let missing = || {
        let what =
            wanted.map_or("no line holds a pair".into(), |line| format!("no pair in line {line}"));
        CliError::Usage(format!("{}: {what}", path.display()))
    };
    let refused = |line: u64, fault: Fault| CliError::Line {
        path: path.to_owned(),
        line,
        what: fault.to_string(),
    };
    loop {
        let (first, text) = match blocks.next().map_err(CliError::file(path))? {
            Some(Block::Lines { first, text }) => (first, text),
            Some(Block::TooLong { line }) if wanted.is_none_or(|wanted| wanted == line) => {
                return Err(refused(line, too_long()));
            }
            Some(Block::TooLong { .. }) => continue,
            None => return Err(missing()),
        };
        // What follows the last line feed is no line of this block.
        let text = text.strip_suffix(b"\n").unwrap_or(&text);
        let mut lines = (first..)
            .zip(text.split(|&byte| byte == b'\n'))
            .map(|(line, text)| (line, text.trim_ascii_end()));
        let found = lines.find(|(line, text)| match wanted {
            Some(wanted) => wanted == *line,
            None => !text.is_empty(),
        });
        let Some((line, text)) = found else { continue };
        if text.is_empty() {
            return Err(missing());
        }
        return match request::read(text) {
            Ok(Request { shapes: Shapes::Frames(frames), moves, .. }) => {
                Ok(OnePair { line, frames, moves })
            }
            Ok(Request { shapes: Shapes::Hulls(..), .. }) => {
                Err(refused(line, Fault::unsupported("pictures of hulls are")))
            }
            Ok(Request {
                shapes: Shapes::Meshes(_) | Shapes::Mixed(_) | Shapes::Answered(_),
                ..
            }) => Err(refused(line, Fault::unsupported("pictures of meshes are"))),
            Err(unread) => Err(refused(line, unread.fault)),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::blocks::MAX_LINE;

    /// So long that no read brings its end before it is too long.
    fn long_line() -> String {
        "x".repeat(MAX_LINE + (3 << 20))
    }

    fn ask(name: &str, text: &str, wanted: Option<u64>) -> Result<(u64, bool), String> {
        let path = std::env::temp_dir().join(format!("motzkin-{}-{name}", std::process::id()));
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        let found = one_pair(&path, wanted);
        let _ = std::fs::remove_file(&path);
        found.map(|pair| (pair.line, pair.moves)).map_err(|error| error.to_string())
    }

    #[test]
    fn the_line_that_is_asked_for() {
        let unit = r#"{"type":"cuboid","orig":[0,0],"comp":[[1,0],[0,1]]"#;
        let pair = |more: &str| format!(r#"{{"id":1,"dim":2,"a":{unit}{more}}},"b":{unit}}}}}"#);
        let (still, moves) = (pair(""), pair(r#","vel":[1,0]"#));
        let text = |fourth: &str| format!("\n  \n{still}\n{fourth}\nno pair\n{moves}\n");
        let ask_long = |wanted| ask("one-pair", &text(&long_line()), wanted);
        assert_eq!(ask_long(Some(6)), Ok((6, true)));
        let found = ask_long(Some(4));
        let what = "line 4: parse: the line is longer than";
        assert!(found.as_ref().is_err_and(|error| error.contains(what)), "{found:?}");
        let ask = |wanted| ask("one-pair", &text("[]"), wanted);
        assert_eq!(ask(None), Ok((3, false)));
        assert_eq!(ask(Some(3)), Ok((3, false)));
        assert_eq!(ask(Some(6)), Ok((6, true)));
        for (wanted, what) in [
            (1, "no pair in line 1"),
            (4, "line 4: parse: "),
            (5, "line 5: parse: "),
            (7, "no pair in line 7"),
        ] {
            let found = ask(Some(wanted));
            assert!(found.as_ref().is_err_and(|error| error.contains(what)), "{found:?}");
        }
    }

    /// Gives so many lines once, and fails then.
    struct Shaky(&'static [u8]);

    impl Read for Shaky {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Err(std::io::ErrorKind::TimedOut.into());
            }
            let bytes = std::mem::take(&mut self.0);
            out[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    /// Nothing behind the line that is asked for is read, be it blank.
    #[test]
    fn a_blank_line_that_is_asked_for_ends_the_search() {
        let ask = |wanted| {
            let found = pair_of(Shaky(b"{}\n  \n\n"), Path::new("x"), Some(wanted));
            found.err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(ask(2), "x: no pair in line 2");
        assert_eq!(ask(3), "x: no pair in line 3");
        let failed = ask(4);
        assert!(failed.starts_with("x: ") && !failed.contains("no pair"), "{failed}");
    }

    /// Without a number it is the first line that is not blank, which may be too long.
    #[test]
    fn the_first_line_counts_where_none_is_asked_for() {
        let found = ask("long-pair", &format!("{}\n\n", long_line()), None);
        assert!(
            found.as_ref().is_err_and(|error| error.contains("line 1: parse: the line is longer"))
        );
        let found = ask("no-pair", " \n\n", None);
        assert!(found.as_ref().is_err_and(|error| error.contains("no line holds a pair")));
    }
}
