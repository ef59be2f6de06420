//! The JSON of a glTF file: the fields that make geometry. All others are skipped, whatever they
//! hold.

use super::json::{Text, Whole, object, objects, parse};
use crate::import::error::ImportFault;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// The place of something in its list.
pub type Index = Whole<u32>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Document<'a> {
    #[serde(borrow, deserialize_with = "object")]
    pub asset: Asset<'a>,
    #[serde(borrow, default)]
    pub extensions_required: Vec<Text<'a>>,
    #[serde(borrow, default, deserialize_with = "objects")]
    pub buffers: Vec<Buffer<'a>>,
    #[serde(default, deserialize_with = "objects")]
    pub buffer_views: Vec<BufferView>,
    #[serde(borrow, default, deserialize_with = "objects")]
    pub accessors: Vec<Accessor<'a>>,
    #[serde(default, deserialize_with = "objects")]
    pub meshes: Vec<Mesh>,
    #[serde(default, deserialize_with = "objects")]
    pub nodes: Vec<Node>,
    #[serde(default, deserialize_with = "objects")]
    pub scenes: Vec<Scene>,
    pub scene: Option<Index>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asset<'a> {
    #[serde(borrow)]
    pub version: Text<'a>,
    #[serde(borrow)]
    pub min_version: Option<Text<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer<'a> {
    #[serde(borrow)]
    pub uri: Option<Text<'a>>,
    #[serde(default)]
    pub byte_length: Whole<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    pub buffer: Index,
    pub byte_offset: Option<Whole<usize>>,
    pub byte_length: Whole<usize>,
    pub byte_stride: Option<Whole<usize>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor<'a> {
    pub buffer_view: Option<Index>,
    pub byte_offset: Option<Whole<usize>>,
    pub component_type: Whole<u32>,
    pub count: Whole<usize>,
    #[serde(borrow, rename = "type")]
    pub shape: Cow<'a, str>,
    pub sparse: Option<IgnoredAny>,
}

#[derive(Deserialize)]
pub struct Mesh {
    #[serde(deserialize_with = "objects")]
    pub primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
pub struct Primitive {
    pub attributes: Attributes,
    pub indices: Option<Index>,
    pub mode: Option<Whole<u32>>,
}

#[derive(Deserialize)]
pub struct Node {
    pub children: Option<Vec<Index>>,
    pub mesh: Option<Index>,
    /// Few nodes have one, and a list of nodes has the room of all.
    pub matrix: Option<Box<[f32; 16]>>,
    pub translation: Option<[f32; 3]>,
    pub rotation: Option<[f32; 4]>,
    pub scale: Option<[f32; 3]>,
}

#[derive(Deserialize)]
pub struct Scene {
    #[serde(default)]
    pub nodes: Vec<Index>,
}

/// The attributes of vertices.
pub struct Attributes {
    pub position: Option<Index>,
}

impl<'de> Deserialize<'de> for Attributes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AttributesVisitor)
    }
}

/// Of an attribute that is there twice, the last counts, as glTF advises. Of a field that is there
/// twice, what serde derives says so.
struct AttributesVisitor;

impl<'de> Visitor<'de> for AttributesVisitor {
    type Value = Attributes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("attributes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Attributes, A::Error> {
        let mut position = None;
        while let Some(Text(name)) = map.next_key()? {
            if name == "POSITION" {
                position = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Attributes { position })
    }
}

/// How the names of extensions begin that change no geometry.
const LOOKS: [&str; 7] = [
    "KHR_materials_",
    "KHR_texture_",
    "KHR_lights_",
    "KHR_xmp",
    "EXT_texture_",
    "EXT_lights_",
    "MSFT_texture_",
];

impl<'a> Document<'a> {
    /// Reads a document that says that this crate can read it.
    pub fn read(json: &'a [u8]) -> Result<Self, ImportFault> {
        let other = || ImportFault::Unsupported("a version of glTF other than 2.0".into());
        let document: Self = parse(json).map_err(|fault| match parse(json) {
            // In another version other fields may have other types.
            Ok(Versioned { asset }) if !asset.is_read() => other(),
            _ => fault,
        })?;
        if !document.asset.is_read() {
            return Err(other());
        }
        let changes_nothing =
            |Text(name): &Text<'_>| LOOKS.iter().any(|prefix| name.starts_with(prefix));
        if !document.extensions_required.iter().all(changes_nothing) {
            return Err(ImportFault::Unsupported("an extension that the file requires".into()));
        }
        Ok(document)
    }
}

/// What a document of any version has.
#[derive(Deserialize)]
struct Versioned<'a> {
    #[serde(borrow, deserialize_with = "object")]
    asset: Asset<'a>,
}

impl Asset<'_> {
    fn is_read(&self) -> bool {
        match &self.min_version {
            Some(Text(least)) => least == "2.0",
            None => self.version.0.starts_with("2."),
        }
    }
}

/// Returns what has this place in its list, or an error that names who refers to it.
pub fn find<'a, T>(
    list: &'a [T],
    Whole(index): Index,
    what: &str,
    from: fmt::Arguments<'_>,
) -> Result<&'a T, ImportFault> {
    let missing = || ImportFault::broken(format!("{from}: there is no {what} {index}"));
    list.get(index as usize).ok_or_else(missing)
}
