//! Reads a file whole.

use super::error::ImportFault;
use std::io::Read;
use std::path::Path;

/// Returns the bytes of a regular file. A device or a pipe might never end.
pub fn read_whole(path: &Path) -> Result<Vec<u8>, ImportFault> {
    // Before it is opened: a pipe that nobody writes to would keep the call waiting.
    let found = std::fs::metadata(path)?;
    if !found.is_file() {
        return Err(ImportFault::NoRegularFile);
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(found.len()).read_to_end(&mut bytes)?;
    Ok(bytes)
}
