//! Numbers of things on the command line.

/// The most of anything: a hundred million pairs are some ten gigabytes.
const MOST: usize = 100_000_000;

/// Parses a number of pairs, boxes or samples.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1 is needed".into()),
        Ok(number @ ..=MOST) => Ok(number),
        Ok(_) => Err(format!("at most {MOST} are taken")),
        Err(error) => Err(error.to_string()),
    }
}
