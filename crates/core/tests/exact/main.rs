//! The exact numbers and the exact stage against plain oracles. Whatever changes there, one of
//! these tests sees it within seconds: `tests/mutants` asks them first.

mod common;

mod axes;
mod cheaply;
mod contacts;
mod ends;
mod hulls;
mod lattice;
mod lengths;
mod middles;
mod needles;
mod numbers;
mod plane;
mod rounds;
mod signs;
mod slivers;
mod touching;
mod triangles;
mod units;
mod widths;
mod windings;
