//! Convex polytopes: every stage against the oracle.

mod build;
mod moving;
mod papers;
mod service;
mod verdicts;
