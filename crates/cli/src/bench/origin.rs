//! Where the numbers of a document come from.

use serde::Serialize;

/// The program and the machine that a document was made by.
#[derive(Debug, Serialize)]
pub struct Origin {
    /// The version of this crate.
    motzkin: &'static str,
    /// Processor and operating system.
    target: String,
}

impl Origin {
    /// This program on this machine.
    pub fn here() -> Self {
        Self {
            motzkin: env!("CARGO_PKG_VERSION"),
            target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
        }
    }
}
