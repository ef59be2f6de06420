//! The shaders: their text, what lies in their buffers, and how both are bound.

pub mod bindings;
pub mod broad_bindings;
pub mod broad_layout;
pub mod broad_sources;
pub mod byte_table;
#[cfg(feature = "internals")]
pub mod fault;
pub mod frame;
pub mod groups;
pub mod layout;
pub mod search_layout;
pub mod settle_sources;
pub mod source;
pub mod sources;
pub mod stage;
pub mod stage_layout;
pub mod wgsl;
