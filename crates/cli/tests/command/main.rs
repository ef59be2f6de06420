//! The command, as it is started: what it prints, its exit codes, and its pictures.

#[path = "../../../../tests/common/mesh/files.rs"]
#[allow(dead_code, reason = "the tests of the library use the rest")]
mod files;

mod bench;
mod command;
mod framing;
mod fuzz;
#[cfg(feature = "gpu")]
mod gpu;
mod hashes;
mod pairs;
mod pairs_input;
mod picture;
mod pictures;
mod qualification;
mod query;
mod search_command;
