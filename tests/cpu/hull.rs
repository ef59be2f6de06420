//! Convex polytopes: every stage against the oracle.

mod build;
mod contacts;
mod distances;
mod moving;
mod papers;
mod service;
mod verdicts;
