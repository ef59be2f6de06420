#[path = "cpu/hull/build.rs"]
mod build;
#[path = "common/mod.rs"]
mod common;
#[path = "cpu/hull/papers.rs"]
mod papers;
#[path = "cpu/hull/service.rs"]
mod service;
#[path = "cpu/hull/verdicts.rs"]
mod verdicts;
