//! What a stage's shader is made of.

use crate::gpu::shader::bindings::Bindings;

/// One stage: a shader module whose entry point bears the stage's name.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The name of the stage, of its file and of its entry point.
    pub name: &'static str,
    /// What it binds, in group 0.
    pub bindings: Bindings,
    pub(super) parts: &'static [&'static str],
}

impl Source {
    /// The whole module, for any WebGPU implementation.
    pub fn wgsl(&self) -> String {
        self.parts.concat()
    }
}

/// The text of a file of `shaders/`.
macro_rules! part {
    ($name:literal) => {
        include_str!(concat!("../../../shaders/", $name, ".wgsl"))
    };
}
pub(super) use part;
