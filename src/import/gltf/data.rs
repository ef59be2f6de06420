//! The numbers that accessors find in the buffers.

use super::REPEATED;
use super::buffers::Buffers;
use super::document::{Accessor, BufferView, Document, Index, find};
use super::json::Whole;
use crate::import::error::ImportFault;

/// The greatest length of all data read through accessors and of the triangles that are made of it,
/// in units of the file's length: primitives may share accessors.
const REPEATS: usize = 16;

/// The types of components that glTF has: five of whole numbers, and `f32`.
const COMPONENTS: [u32; 6] = [5120, BYTE, 5122, SHORT, INT, FLOAT];
const BYTE: u32 = 5121;
const SHORT: u32 = 5123;
const INT: u32 = 5125;
const FLOAT: u32 = 5126;

/// The types of elements that glTF has.
const SHAPES: [&str; 7] = ["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"];

pub struct Data<'a> {
    document: &'a Document<'a>,
    buffers: Buffers<'a>,
    /// Bytes that may still be read, or made.
    left: usize,
}

impl<'a> Data<'a> {
    pub fn new(document: &'a Document<'a>, buffers: Buffers<'a>, file: usize) -> Self {
        let total = file.saturating_add(buffers.total());
        Self { document, buffers, left: total.saturating_mul(REPEATS) }
    }

    /// Takes bytes off those that are left. Returns false, and takes none, where fewer are left.
    pub fn take(&mut self, bytes: Option<usize>) -> bool {
        let left = bytes.and_then(|bytes| self.left.checked_sub(bytes));
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// Returns the positions of a mesh.
    pub fn points(&mut self, mesh: usize, index: Index) -> Result<Vec<[f32; 3]>, ImportFault> {
        let accessor = Found::new(self.document, mesh, index)?;
        if accessor.kind()? != (FLOAT, "VEC3") {
            return Err(accessor.unsupported("positions that are no three floats"));
        }
        let point = |bytes: &[u8]| {
            let (numbers, _) = bytes.as_chunks();
            [0, 1, 2].map(|axis| numbers.get(axis).map_or(f32::NAN, |x| f32::from_le_bytes(*x)))
        };
        Ok(self.elements(&accessor, 12)?.map(point).collect())
    }

    /// Returns the indices of a primitive of a mesh.
    pub fn indices(&mut self, mesh: usize, index: Index) -> Result<Vec<u32>, ImportFault> {
        let accessor = Found::new(self.document, mesh, index)?;
        let width = match accessor.kind()? {
            (BYTE, "SCALAR") => 1,
            (SHORT, "SCALAR") => 2,
            (INT, "SCALAR") => 4,
            _ => return Err(accessor.unsupported("indices that are no whole numbers")),
        };
        let index =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |index, byte| index << 8 | u32::from(*byte));
        Ok(self.elements(&accessor, width)?.map(index).collect())
    }

    /// Returns the bytes of each element of an accessor.
    fn elements(
        &mut self,
        accessor: &Found<'_>,
        width: usize,
    ) -> Result<impl Iterator<Item = &[u8]>, ImportFault> {
        let Whole(count) = accessor.json.count;
        let is_allowed = self.take(count.checked_mul(width));
        let (view, stride) = self.view(accessor)?;
        let stride = stride.unwrap_or(width);
        // The last element need not be as long as a stride.
        let length = match count.checked_sub(1) {
            Some(last) => last.checked_mul(stride).and_then(|last| last.checked_add(width)),
            None => Some(0),
        };
        let offset = accessor.json.byte_offset.unwrap_or_default().0;
        let behind = view.and_then(|view| view.get(offset..));
        let bytes = behind.zip(length).and_then(|(behind, length)| behind.get(..length));
        let bytes = bytes.ok_or_else(|| accessor.broken("it reaches beyond its buffer"))?;
        if !is_allowed {
            return Err(accessor.broken(REPEATED));
        }
        // Elements that are longer than the stride overlap.
        Ok(bytes.windows(width).step_by(stride))
    }

    /// Returns the bytes of an accessor's view, if they are within their buffer, and the distance
    /// of its elements, if it has one.
    fn view(&self, accessor: &Found<'_>) -> Result<(Option<&[u8]>, Option<usize>), ImportFault> {
        if accessor.json.sparse.is_some() {
            return Err(accessor.unsupported("sparse storage"));
        }
        let index = accessor.json.buffer_view;
        let index = index.ok_or_else(|| accessor.unsupported("storage without a buffer"))?;
        let from = format_args!("accessor {}", accessor.number);
        let view = find(&self.document.buffer_views, index, "buffer view", from)?;
        let stride = stride(view, index)?;
        let from = format_args!("buffer view {}", index.0);
        find(&self.document.buffers, view.buffer, "buffer", from)?;
        let start = view.byte_offset.unwrap_or_default().0;
        let range = start.checked_add(view.byte_length.0).map(|end| start..end);
        let bytes = self.buffers.get(view.buffer.0).zip(range);
        Ok((bytes.and_then(|(bytes, range)| bytes.get(range)), stride))
    }
}

/// Returns the distance of the elements of a view, if it has one. glTF asks for multiples of four,
/// which makes no difference here.
fn stride(view: &BufferView, index: Index) -> Result<Option<usize>, ImportFault> {
    match view.byte_stride {
        None => Ok(None),
        Some(Whole(stride)) if (4..=252).contains(&stride) => Ok(Some(stride)),
        Some(Whole(stride)) => Err(ImportFault::broken(format!(
            "buffer view {}: a stride of {stride}, which is not between 4 and 252",
            index.0
        ))),
    }
}

/// An accessor that is read.
struct Found<'a> {
    number: u32,
    json: &'a Accessor<'a>,
}

impl<'a> Found<'a> {
    fn new(document: &'a Document<'a>, mesh: usize, index: Index) -> Result<Self, ImportFault> {
        let json = find(&document.accessors, index, "accessor", format_args!("mesh {mesh}"))?;
        Ok(Self { number: index.0, json })
    }

    /// Returns the type of the components, and that of the elements.
    fn kind(&self) -> Result<(u32, &str), ImportFault> {
        let (Whole(component), shape) = (self.json.component_type, &*self.json.shape);
        if !COMPONENTS.contains(&component) || !SHAPES.contains(&shape) {
            return Err(self.broken("it has a type that is none of glTF"));
        }
        Ok((component, shape))
    }

    fn broken(&self, what: &str) -> ImportFault {
        ImportFault::broken(format!("accessor {}: {what}", self.number))
    }

    fn unsupported(&self, what: &str) -> ImportFault {
        ImportFault::Unsupported(format!("accessor {}: {what}", self.number))
    }
}
