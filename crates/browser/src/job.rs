//! What the page does with a module. Twin: `judge.html`.

use crate::modules::modules;
use crate::settings::settings;
use naga::{Binding, Module, ScalarKind, ShaderStage, Type, TypeInner};
use serde::Serialize;
use std::collections::BTreeMap;

/// A module and the pipelines to build of it.
#[derive(Serialize)]
pub struct Job {
    name: String,
    wgsl: String,
    /// What it enables, by WGSL's names: the adapter may lack that.
    enables: Vec<String>,
    /// A pipeline of each entry point is built for each of these values of its constants.
    settings: Vec<BTreeMap<String, f64>>,
    compute: Vec<String>,
    render: Vec<Render>,
}

/// A vertex shader with the fragment shader beside it.
#[derive(Serialize)]
struct Render {
    vertex: String,
    fragment: String,
    attributes: Vec<Attribute>,
}

#[derive(Serialize)]
struct Attribute {
    #[serde(rename = "shaderLocation")]
    location: u32,
    format: String,
}

impl Job {
    /// Reads what a module has.
    ///
    /// # Errors
    ///
    /// What naga says of the text.
    fn new(name: String, wgsl: String) -> Result<Self, String> {
        let module = naga::front::wgsl::parse_str(&wgsl)
            .map_err(|error| format!("{name}: {}", error.emit_to_string(&wgsl)))?;
        let of = |stage| {
            let entries = module.entry_points.iter().filter(move |entry| entry.stage == stage);
            entries.map(|entry| entry.name.clone())
        };
        let render = |vertex: String| {
            let fragment = of(ShaderStage::Fragment).next().unwrap_or_default();
            Render { attributes: attributes(&module, &vertex), vertex, fragment }
        };
        let settings = settings(&module).into_iter().map(BTreeMap::from_iter).collect();
        let compute = of(ShaderStage::Compute).collect();
        let render = of(ShaderStage::Vertex).map(render).collect();
        Ok(Self { name, enables: enables(&wgsl), settings, compute, render, wgsl })
    }
}

/// A job for every module that the crate can compose.
///
/// # Errors
///
/// What naga says of a text.
pub fn jobs() -> Result<Vec<Job>, String> {
    modules().into_iter().map(|(name, wgsl)| Job::new(name, wgsl)).collect()
}

/// The names that `enable` directives list.
fn enables(wgsl: &str) -> Vec<String> {
    let lists =
        wgsl.lines().filter_map(|line| line.trim().strip_prefix("enable ")?.strip_suffix(';'));
    lists.flat_map(|list| list.split(',')).map(|name| name.trim().into()).collect()
}

/// The vertex attributes that an entry point takes, which are arguments in our shaders.
fn attributes(module: &Module, entry: &str) -> Vec<Attribute> {
    let entries = module.entry_points.iter().filter(|other| other.name == entry);
    let attribute = |argument: &naga::FunctionArgument| match argument.binding {
        Some(Binding::Location { location, .. }) => {
            Some(Attribute { location, format: format(&module.types[argument.ty]) })
        }
        _ => None,
    };
    entries.flat_map(|entry| &entry.function.arguments).filter_map(attribute).collect()
}

/// WebGPU's name for a vertex attribute of this type.
fn format(ty: &Type) -> String {
    let (scalar, size) = match ty.inner {
        TypeInner::Scalar(scalar) => (scalar, 1),
        TypeInner::Vector { size, scalar } => (scalar, size as u8),
        _ => unreachable!("an attribute is a number or a vector"),
    };
    let kind = match scalar.kind {
        ScalarKind::Sint => "sint",
        ScalarKind::Uint => "uint",
        _ => "float",
    };
    let bits = 8 * scalar.width;
    if size == 1 { format!("{kind}{bits}") } else { format!("{kind}{bits}x{size}") }
}
