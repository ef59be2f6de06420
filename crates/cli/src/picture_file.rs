//! Pictures to files.

use super::error::CliError;
use super::picture::Canvas;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

/// Checks before the work whether the picture can be written.
pub fn check(path: &Path) -> Result<(), CliError> {
    let png = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    if !png {
        return Err(CliError::Usage(format!(
            "{}: the picture is a PNG, give it that ending",
            path.display()
        )));
    }
    check_writable(path)
}

/// Checks before the work whether a file can be written. Leaves the folder as it is: a file that is
/// not there yet is made and removed again.
pub fn check_writable(path: &Path) -> Result<(), CliError> {
    // A pipe that nobody reads would keep the call waiting.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Err(CliError::Usage(format!("{}: not a regular file", path.display())));
    }
    let writable = match File::options().write(true).create_new(true).open(path) {
        Ok(_) => std::fs::remove_file(path),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            File::options().append(true).open(path).map(drop)
        }
        Err(error) => Err(error),
    };
    writable.map_err(CliError::file(path))
}

/// Writes the picture.
pub fn save(picture: &Canvas, path: &Path) -> Result<(), CliError> {
    picture.save(path).map_err(|source| CliError::Picture { path: path.to_owned(), source })
}

/// The longest side of a picture.
const LONGEST: usize = 8192;

/// Width and height, such as `640x400`.
pub fn size(text: &str) -> Result<[usize; 2], String> {
    let parts = text.split_once(['x', 'X']).ok_or("a size is two numbers, such as 640x400")?;
    let side = |text: &str| match text.parse() {
        Ok(side @ 16..=LONGEST) => Ok(side),
        Ok(side) => Err(format!("{side} is not between 16 and {LONGEST}")),
        Err(error) => Err(format!("{text:?}: {error}")),
    };
    Ok([side(parts.0)?, side(parts.1)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Camera, Scene, draw};
    use motzkin::glam::Vec3;

    #[test]
    fn sizes_are_two_numbers_within_bounds() {
        assert_eq!(size("640x400"), Ok([640, 400]));
        for (text, word) in [
            ("640", "two numbers"),
            ("15x400", "15"),
            ("640x9000", "9000"),
            ("640x-1", "-1"),
            ("640x", "\"\": "),
        ] {
            assert!(size(text).is_err_and(|error| error.contains(word)), "{text}");
        }
    }

    #[test]
    fn a_picture_that_cannot_be_written_is_named() {
        let camera = Camera::perspective(Vec3::Z, Vec3::ZERO, 0.7);
        let picture = draw(&Scene::default(), &camera, 4, 3);
        let path = Path::new("no/such/folder.png");
        let error = save(&picture, path).expect_err("there is no such folder");
        assert!(matches!(error, CliError::Picture { .. }), "{error:?}");
        assert!(error.to_string().starts_with("no/such/folder.png: "), "{error}");
    }
}
