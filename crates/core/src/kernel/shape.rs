//! The shapes that kernels tell apart, by the tags of their frames.

pub use crate::geom::Shape;
use crate::geom::{Form, Parallelotope, ShapeKind, Simplex, Stored};

/// A shape with its tags: every [`Shape`].
pub trait Tagged: Shape {
    /// The shape's place among all [`SHAPES`].
    const PLACE: usize = Self::FORM as usize;
    /// The tags of frames that hold the shape.
    const OWN: Tags = Tags::of(Self::FORM);

    /// Returns zero for the bits of a tag of this shape.
    #[inline(always)]
    fn differs(tag: u32) -> u32 {
        Self::OWN.differs(tag)
    }
}

impl<S: Shape> Tagged for S {}

/// A shape for which the kernels of axes, contacts and common points are proven.
pub trait Plain: Shape {
    /// True if the vertices are the origin and the ends of the edges from there. Otherwise all sums
    /// of edges are vertices.
    const IS_SIMPLEX: bool;
}

impl Plain for Parallelotope {
    const IS_SIMPLEX: bool = false;
}

impl Plain for Simplex {
    const IS_SIMPLEX: bool = true;
}

/// The tags of a form: one, or two whose bits, as numbers, are one power of two apart.
#[derive(Clone, Copy, Debug)]
pub struct Tags {
    first: u32,
    step: u32,
    /// The tag of the kind by edges, where a kind by vertices has a greater one.
    pub below_vertices: Option<f32>,
}

impl Tags {
    const fn of(form: Form) -> Self {
        let (mut first, mut last) = (None, None);
        let mut below_vertices = None;
        let mut i = 0;
        while i < ShapeKind::ALL.len() {
            let kind = ShapeKind::ALL[i];
            i += 1;
            if kind.form() as usize != form as usize {
                continue;
            }
            let tag = kind.tag().to_bits();
            match (first, kind.stored()) {
                (None, Stored::Edges) => first = Some(tag),
                (Some(edges), Stored::Vertices) => below_vertices = Some(f32::from_bits(edges)),
                _ => panic!("a form is stored by its edges, and by its vertices after that"),
            }
            last = Some(tag);
        }
        let (Some(first), Some(last)) = (first, last) else { panic!("a form has a kind") };
        // The tag of zero may have either sign.
        let step = if first == 0 { 1 << 31 } else { last - first };
        assert!(step & step.wrapping_sub(1) == 0 && (first != 0 || last == 0));
        Self { first, step, below_vertices }
    }

    #[inline(always)]
    const fn differs(self, tag: u32) -> u32 {
        tag.wrapping_sub(self.first) & !self.step
    }
}

/// How many shapes there are.
pub const SHAPES: usize = Form::COUNT;

/// Every tag of a shape.
pub const TAGS: [f32; ShapeKind::ALL.len()] = {
    let mut tags = [0.0; ShapeKind::ALL.len()];
    let mut i = 0;
    while i < tags.len() {
        tags[i] = ShapeKind::ALL[i].tag();
        i += 1;
    }
    tags
};

/// The greatest tag of each shape. Tags ascend from shape to shape.
pub const LAST_TAGS: [f32; SHAPES] = {
    let mut last = [0.0; SHAPES];
    let mut i = 0;
    while i < TAGS.len() {
        let place = ShapeKind::ALL[i].form() as usize;
        assert!(i == 0 || TAGS[i - 1] < TAGS[i]);
        assert!(i == 0 || ShapeKind::ALL[i - 1].form() as usize <= place);
        last[place] = TAGS[i];
        i += 1;
    }
    last
};

/// Returns the place of the shape that a tag names, or `None` for a tag that no shape has (a frame
/// cast from foreign bytes).
#[inline(always)]
pub fn place_of(tag: f32) -> Option<usize> {
    const OF_FORMS: [Tags; SHAPES] = {
        let mut tags = [Tags::of(Form::ALL[0]); SHAPES];
        let mut place = 0;
        while place < SHAPES {
            tags[place] = Tags::of(Form::ALL[place]);
            place += 1;
        }
        tags
    };
    OF_FORMS.iter().position(|tags| tags.differs(tag.to_bits()) == 0)
}
