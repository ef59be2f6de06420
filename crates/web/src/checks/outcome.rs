//! What a check returns.

use std::error::Error;
use std::pin::Pin;

/// What was seen, or what is wrong.
pub type Outcome = Result<String, Box<dyn Error>>;

/// Begins a check.
pub type Check = fn() -> Pin<Box<dyn Future<Output = Outcome>>>;

/// Returns an error with this text unless something holds.
pub fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Box<dyn Error>> {
    if holds { Ok(()) } else { Err(otherwise().into()) }
}
