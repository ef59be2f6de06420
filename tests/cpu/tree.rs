//! Object trees: how they are built, and what is found in worlds of them.

mod bounded;
mod bounds;
mod build;
mod frames;
mod memory;
mod mesh;
mod outlines;
mod rays;
mod removal;
mod search;
mod torus;
