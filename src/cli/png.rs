//! Pictures to files.

use super::error::CliError;
use image::RgbImage;
use std::fs::File;
use std::path::Path;

/// Finds out before the work whether the picture can be written.
pub fn check(path: &Path) -> Result<(), CliError> {
    let png = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    if !png {
        return Err(CliError::Usage(format!(
            "--out {}: the picture is a PNG, give it that ending",
            path.display()
        )));
    }
    let opened = File::options().create(true).append(true).open(path);
    opened.map(drop).map_err(CliError::file(path))
}

/// Writes the picture.
pub fn save(image: &RgbImage, path: &Path) -> Result<(), CliError> {
    image.save(path).map_err(|source| CliError::Image { path: path.to_owned(), source })
}
