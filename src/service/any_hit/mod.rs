//! Any hit: whether some pair of a group meets, one bit a group.

mod answer;
mod groups;
mod reduced;
mod rounds;

pub use answer::answer;
