//! Convex polytopes: every stage against the oracle.

mod build;
mod distances;
mod moving;
mod papers;
mod service;
mod verdicts;
