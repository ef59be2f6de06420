//! Convex polytopes: every stage against the oracle.

mod build;
mod papers;
mod service;
mod verdicts;
