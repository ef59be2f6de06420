//! glTF 2.0, text and binary: triangle lists, strips and fans of the default scene.

use super::base64::decode;
use super::error::ImportFault;
use super::mesh_file::{MeshFile, Placement};
use super::open::unmarked;
use super::polygon::fan;
use super::whole::read_whole;
use crate::geom::{Pose, TriangleMesh};
use glam::{DAffine3, DMat3, DVec3, DVec4, Mat4, Quat, Vec3};
use gltf::accessor::{DataType, Dimensions};
use gltf::buffer::Source;
use gltf::mesh::Mode;
use gltf::scene::Transform;
use gltf::{Accessor, Document, Gltf, Mesh};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The greatest length of all data read through accessors and of the triangles that are made of it,
/// in units of the file's length: primitives may share accessors.
const REPEATS: usize = 16;

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

/// What is wrong with a file that asks for more.
const REPEATED: &str = "the file's data is repeated too often";

pub fn read(bytes: &[u8], path: &Path) -> Result<MeshFile, ImportFault> {
    let mut bytes = unmarked(bytes);
    // The header of a binary file holds the length of the whole file. What comes behind is no part
    // of it, though the parser would take it for a chunk.
    if bytes.starts_with(b"glTF") {
        let length = bytes.get(8..12).and_then(|length| length.first_chunk());
        let length = length.map(|x| u32::from_le_bytes(*x)).filter(|&length| length >= 12);
        let cut_off = || ImportFault::broken("the binary header is cut off");
        let length = length.ok_or_else(cut_off)? as usize;
        bytes = bytes.get(..length).unwrap_or(bytes);
    }
    let Gltf { document, blob } = Gltf::from_slice_without_validation(bytes).map_err(broken)?;
    let mut root = document.into_json();
    let asset = &root.asset;
    let is_read = match &asset.min_version {
        Some(least) => least == "2.0",
        None => asset.version.starts_with("2."),
    };
    if !is_read {
        return Err(ImportFault::Unsupported("a version of glTF other than 2.0".into()));
    }
    check_positions(&root)?;
    root.extensions_required.retain(|name| !LOOKS.iter().any(|prefix| name.starts_with(prefix)));
    if !root.extensions_required.is_empty() {
        return Err(ImportFault::Unsupported("an extension that the file requires".into()));
    }
    let document = Document::from_json(root).map_err(broken)?;
    let buffers = buffers(&document, blob, path)?;
    let total = bytes.len() + buffers.read.iter().map(Vec::len).sum::<usize>();
    let mut data = Data { buffers, left: total.saturating_mul(REPEATS) };
    let meshes =
        document.meshes().map(|found| mesh(&found, &mut data)).collect::<Result<_, _>>()?;
    Ok(MeshFile { meshes, placements: placements(&document)? })
}

/// Returns the parser's message without the names and values that it quotes from the file.
fn broken(error: gltf::Error) -> ImportFault {
    ImportFault::broken(match error {
        gltf::Error::Deserialize(error) => {
            let what = if error.is_eof() {
                "the JSON ends too early"
            } else if error.is_data() {
                "the JSON is not what glTF has at this place"
            } else {
                "not JSON"
            };
            format!("line {} column {}: {what}", error.line(), error.column())
        }
        gltf::Error::Validation(faults) => match faults.first() {
            Some((path, error)) => {
                let place = path.as_str().split('"').next().unwrap_or_default();
                format!("{}: {error}", place.trim_end_matches('['))
            }
            None => "the JSON breaks the format's rules".to_owned(),
        },
        other => other.to_string(),
    })
}

/// Checks that the accessors of attributes exist: the validation of the `gltf` crate panics if they
/// do not.
fn check_positions(root: &gltf::json::Root) -> Result<(), ImportFault> {
    for (number, mesh) in root.meshes.iter().enumerate() {
        for accessor in mesh.primitives.iter().flat_map(|primitive| primitive.attributes.values()) {
            if accessor.value() >= root.accessors.len() {
                return Err(ImportFault::broken(format!(
                    "mesh {number}: there is no accessor {accessor}"
                )));
            }
        }
    }
    Ok(())
}

/// The bytes of the buffers.
#[derive(Default)]
struct Buffers {
    /// What was read. A file is read once: thousands of buffers may name it.
    read: Vec<Vec<u8>>,
    /// Which of these each buffer has.
    places: Vec<usize>,
    /// Which of these each file has, by its path without links.
    files: HashMap<PathBuf, usize>,
}

impl Buffers {
    fn get(&self, buffer: usize) -> Option<&[u8]> {
        let place = *self.places.get(buffer)?;
        self.read.get(place).map(Vec::as_slice)
    }

    /// Returns the place of new bytes.
    fn add(&mut self, bytes: Vec<u8>) -> usize {
        self.read.push(bytes);
        self.read.len() - 1
    }

    /// Returns the place of a file, for the buffer of this number.
    fn file(&mut self, number: usize, target: PathBuf) -> Result<usize, ImportFault> {
        if let Some(&place) = self.files.get(&target) {
            return Ok(place);
        }
        let whole = read_whole(&target).map_err(|fault| match fault {
            ImportFault::NoRegularFile => {
                of_buffer(number, &std::io::Error::other("not a regular file"))
            }
            ImportFault::Io(error) => of_buffer(number, &error),
            other => other,
        });
        let place = self.add(whole?);
        self.files.insert(target, place);
        Ok(place)
    }
}

/// Returns the bytes of every buffer.
fn buffers(
    document: &Document,
    mut blob: Option<Vec<u8>>,
    path: &Path,
) -> Result<Buffers, ImportFault> {
    let mut buffers = Buffers::default();
    for buffer in document.buffers() {
        let number = buffer.index();
        let place = match buffer.source() {
            Source::Bin => buffers.add(blob.take().unwrap_or_default()),
            Source::Uri(uri) => match uri.strip_prefix("data:") {
                Some(data) => buffers.add(in_uri(number, data)?),
                None => read_near(path, number, uri, &mut buffers)?,
            },
        };
        let (found, announced) = (buffers.read[place].len(), buffer.length());
        if found < announced {
            return Err(ImportFault::broken(format!(
                "buffer {number} has {found} bytes, not {announced}"
            )));
        }
        buffers.places.push(place);
    }
    Ok(buffers)
}

/// Returns the bytes in a data URI.
fn in_uri(number: usize, data: &str) -> Result<Vec<u8>, ImportFault> {
    let text = data.split_once(";base64,").map(|(_, text)| text);
    text.and_then(|text| decode(text.as_bytes())).ok_or_else(|| {
        ImportFault::broken(format!("buffer {number}: its data URI holds no base64"))
    })
}

/// Reads a file in the folder of `path` or in a folder below it, and returns its place. Links that
/// lead out of the folder are refused too.
fn read_near(
    path: &Path,
    number: usize,
    uri: &str,
    buffers: &mut Buffers,
) -> Result<usize, ImportFault> {
    let outside = || ImportFault::OutsideFolder(number);
    let name = percent_decoded(uri).ok_or_else(|| {
        ImportFault::broken(format!("buffer {number}: its URI is no reference to a file"))
    })?;
    if name.contains([':', '\\']) {
        return Err(outside());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let within = |part: std::path::Component<'_>| {
        matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir)
    };
    if !Path::new(&name).components().all(within) {
        return Err(outside());
    }
    let target = folder.join(&name).canonicalize().map_err(|error| of_buffer(number, &error))?;
    if !target.starts_with(folder.canonicalize()?) {
        return Err(outside());
    }
    buffers.file(number, target)
}

/// Returns an error that names the buffer.
fn of_buffer(number: usize, error: &std::io::Error) -> ImportFault {
    ImportFault::Io(std::io::Error::new(error.kind(), format!("buffer {number}: {error}")))
}

fn percent_decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        bytes.push(match first {
            b'%' => {
                let (digits, after) = rest.split_first_chunk::<2>()?;
                rest = after;
                // A number may have a sign, too.
                if !digits.iter().all(u8::is_ascii_hexdigit) {
                    return None;
                }
                u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?
            }
            other => *other,
        });
    }
    String::from_utf8(bytes).ok()
}

struct Data {
    buffers: Buffers,
    /// Bytes that may still be read, or made.
    left: usize,
}

impl Data {
    /// Takes bytes off those that are left. Returns false, and takes none, where fewer are left.
    fn take(&mut self, bytes: Option<usize>) -> bool {
        let left = bytes.and_then(|bytes| self.left.checked_sub(bytes));
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

fn mesh(mesh: &Mesh<'_>, data: &mut Data) -> Result<TriangleMesh, ImportFault> {
    let name = mesh.index();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    // Primitives of a mesh often share their vertices.
    let mut known = HashMap::new();
    for primitive in mesh.primitives() {
        let mode = primitive.mode();
        if !matches!(mode, Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
            continue;
        }
        let Some(positions) = primitive.get(&gltf::Semantic::Positions) else { continue };
        let (first, count) = match known.get(&positions.index()) {
            Some(&found) => found,
            None => {
                let found = points(&positions, data)?;
                let range = (vertices.len() as u32, found.len() as u32);
                known.insert(positions.index(), range);
                vertices.extend(found);
                range
            }
        };
        let indices = match primitive.indices() {
            Some(accessor) => indices(&accessor, data)?,
            None => (0..count).collect(),
        };
        // In a strip or a fan each corner makes a triangle.
        let made = if mode == Mode::Triangles { 4 } else { 12 };
        if !data.take(indices.len().checked_mul(made)) {
            return Err(ImportFault::broken(format!("mesh {name}: {REPEATED}")));
        }
        let shifted = |index: u32| if index < count { Some(index + first) } else { None };
        let indices: Vec<u32> = indices
            .into_iter()
            .map(|index| shifted(index).ok_or(index))
            .collect::<Result<_, _>>()
            .map_err(|index| {
                ImportFault::broken(format!(
                    "mesh {name}: an index names vertex {index}, of {count}"
                ))
            })?;
        match mode {
            Mode::TriangleStrip => TriangleMesh::strip_triangles(&indices, &mut triangles),
            Mode::TriangleFan => fan(&indices, &mut triangles),
            _ => {
                let (whole, rest) = indices.as_chunks();
                if !rest.is_empty() {
                    return Err(ImportFault::broken(format!(
                        "mesh {name}: {} corners make no triangles",
                        indices.len()
                    )));
                }
                triangles.extend(whole);
            }
        }
    }
    TriangleMesh::new(vertices, triangles)
        .map_err(|error| ImportFault::Mesh { mesh: Some(name), error })
}

fn points(accessor: &Accessor<'_>, data: &mut Data) -> Result<Vec<[f32; 3]>, ImportFault> {
    if (accessor.data_type(), accessor.dimensions()) != (DataType::F32, Dimensions::Vec3) {
        return Err(unsupported(accessor, "positions that are no three floats"));
    }
    let point = |bytes: &[u8]| {
        let (numbers, _) = bytes.as_chunks();
        [0, 1, 2].map(|axis| numbers.get(axis).map_or(f32::NAN, |x| f32::from_le_bytes(*x)))
    };
    Ok(elements(accessor, data, 12)?.map(point).collect())
}

fn indices(accessor: &Accessor<'_>, data: &mut Data) -> Result<Vec<u32>, ImportFault> {
    let width = match (accessor.data_type(), accessor.dimensions()) {
        (DataType::U8, Dimensions::Scalar) => 1,
        (DataType::U16, Dimensions::Scalar) => 2,
        (DataType::U32, Dimensions::Scalar) => 4,
        _ => return Err(unsupported(accessor, "indices that are no whole numbers")),
    };
    let index =
        |bytes: &[u8]| bytes.iter().rev().fold(0, |index, byte| index << 8 | u32::from(*byte));
    Ok(elements(accessor, data, width)?.map(index).collect())
}

fn unsupported(accessor: &Accessor<'_>, what: &str) -> ImportFault {
    ImportFault::Unsupported(format!("accessor {}: {what}", accessor.index()))
}

/// Returns the bytes of each element of an accessor.
fn elements<'a>(
    accessor: &Accessor<'_>,
    data: &'a mut Data,
    width: usize,
) -> Result<impl Iterator<Item = &'a [u8]> + use<'a>, ImportFault> {
    if accessor.sparse().is_some() {
        return Err(unsupported(accessor, "sparse storage"));
    }
    let view = accessor.view().ok_or_else(|| unsupported(accessor, "storage without a buffer"))?;
    let (count, stride) = (accessor.count(), view.stride().unwrap_or(width));
    let broken = |what: &str| ImportFault::broken(format!("accessor {}: {what}", accessor.index()));
    let beyond = "it reaches beyond its buffer";
    let end =
        count.checked_sub(1).map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(width));
    let end =
        end.and_then(|end| end.checked_add(accessor.offset())).filter(|end| *end <= view.length());
    let whole =
        view.offset().checked_add(view.length()).filter(|end| *end <= view.buffer().length());
    let range = end.zip(whole).and_then(|(end, _)| {
        let start = view.offset().checked_add(accessor.offset())?;
        Some(start..view.offset().checked_add(end)?.max(start))
    });
    let is_allowed = data.take(count.checked_mul(width));
    let buffer = data.buffers.get(view.buffer().index());
    let bytes = range.and_then(|range| buffer?.get(range)).ok_or_else(|| broken(beyond))?;
    if !is_allowed {
        return Err(broken(REPEATED));
    }
    Ok((0..count).map(move |number| &bytes[number * stride..number * stride + width]))
}

/// Returns where the meshes of the default scene, or of the first scene, stand. Without scenes each
/// mesh has the identity.
fn placements(document: &Document) -> Result<Vec<Placement>, ImportFault> {
    let Some(scene) = document.default_scene().or_else(|| document.scenes().next()) else {
        let at = |mesh| Placement { mesh, transform: DAffine3::IDENTITY };
        return Ok((0..document.meshes().len()).map(at).collect());
    };
    let mut placements = Vec::new();
    let mut seen = vec![false; document.nodes().len()];
    let mut open: Vec<_> = scene.nodes().map(|node| (node, DAffine3::IDENTITY)).collect();
    while let Some((node, parent)) = open.pop() {
        // Nodes form trees. In a file whose nodes do not, the walk might not end.
        if std::mem::replace(&mut seen[node.index()], true) {
            return Err(ImportFault::broken(format!("node {} has two parents", node.index())));
        }
        let own = own_transform(node.transform())
            .map_err(|what| ImportFault::broken(format!("node {} has {what}", node.index())))?;
        let transform = parent * own;
        placements.extend(node.mesh().map(|mesh| Placement { mesh: mesh.index(), transform }));
        open.extend(node.children().map(|child| (child, transform)));
    }
    Ok(placements)
}

/// Returns the transform of a node in `f64`, or what the node has instead. The rotation is that of
/// a [`Pose`].
fn own_transform(transform: Transform) -> Result<DAffine3, &'static str> {
    const ODD: &str = "a transform that is not finite, or no rotation";
    let own = match transform {
        Transform::Matrix { matrix } => {
            if matrix.map(|column| column[3]) != [0.0, 0.0, 0.0, 1.0] {
                return Err("a matrix whose last row is not 0, 0, 0, 1");
            }
            DAffine3::from_mat4(Mat4::from_cols_array_2d(&matrix).as_dmat4())
        }
        Transform::Decomposed { translation, rotation, scale } => {
            let pose =
                Pose::new(Quat::from_array(rotation), translation.into()).map_err(|_| ODD)?;
            let [x, y, z] = pose.rows().map(DVec4::from);
            let turn = DMat3::from_cols(x.truncate(), y.truncate(), z.truncate()).transpose();
            let scale = DMat3::from_diagonal(Vec3::from(scale).as_dvec3());
            DAffine3::from_mat3_translation(turn * scale, DVec3::new(x.w, y.w, z.w))
        }
    };
    if own.is_finite() { Ok(own) } else { Err(ODD) }
}
