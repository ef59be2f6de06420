//! The box tree against brute force.

mod bounds;
mod faults;
mod pairs;
mod queries;
mod scenes;
mod worlds;
