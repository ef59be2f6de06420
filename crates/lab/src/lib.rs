//! What [motzkin](https://docs.rs/motzkin) is tested against: the papers' own algorithms, slow and
//! obvious, and seeded scenes with their recorded answers.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod golden;
pub mod reference;
pub mod workload;
