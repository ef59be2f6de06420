//! What two solids in space have in common: a box round it and a point of it.

pub mod common;
pub mod rows;
