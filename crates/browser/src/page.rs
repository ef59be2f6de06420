//! A page in a browser, which tells what it finds, word by word.

use crate::browser::Browser;
use motzkin_serve::{File, Server, serve};
use serde::de::DeserializeOwned;
use std::error::Error;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// How often is looked whether it is still there.
const LOOK: Duration = Duration::from_millis(500);

/// A page that is shown.
pub struct Page {
    server: Server,
    browser: Browser,
    program: String,
    silence: Duration,
}

impl Page {
    /// Serves files and shows the one at `/`. The browser may say nothing for so long.
    ///
    /// # Errors
    ///
    /// A browser that does not start.
    pub fn open(
        program: &str,
        files: Vec<File>,
        silence: Duration,
    ) -> Result<Self, Box<dyn Error>> {
        let server = serve(files, 0)?;
        let browser = Browser::open(program, &server.address)?;
        Ok(Self { server, browser, program: program.into(), silence })
    }

    /// Waits for the page's next word. `at` is what the page is at, for the error.
    ///
    /// # Errors
    ///
    /// A browser that ends or falls silent, and a word that is none.
    pub fn next<T: DeserializeOwned>(&mut self, at: &str) -> Result<T, Box<dyn Error>> {
        let since = Instant::now();
        loop {
            match self.server.words.recv_timeout(LOOK) {
                Ok(word) => return Ok(serde_json::from_slice(&word)?),
                Err(RecvTimeoutError::Timeout) if since.elapsed() < self.silence => {
                    self.browser.still_runs()?;
                }
                Err(_) => {
                    let (seconds, program) = (self.silence.as_secs(), &self.program);
                    return Err(format!("{seconds} s without a word of {program}, at {at}").into());
                }
            }
        }
    }

    /// What the browser's console has of warnings and errors so far.
    ///
    /// # Errors
    ///
    /// A log that cannot be read.
    pub fn complaints(&self) -> std::io::Result<Vec<String>> {
        self.browser.complaints()
    }
}
