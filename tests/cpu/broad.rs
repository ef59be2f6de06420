//! The box tree against brute force.

mod bounds;
mod cache;
mod faults;
mod order;
mod pairs;
mod queries;
mod worlds;
