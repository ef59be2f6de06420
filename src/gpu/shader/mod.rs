//! The shaders: their text, what lies in their buffers, and how both are bound.

pub mod bindings;
pub mod byte_table;
pub mod frame;
pub mod layout;
pub mod search_layout;
pub mod sources;
pub mod stage;
pub mod stage_layout;
pub mod wgsl;
