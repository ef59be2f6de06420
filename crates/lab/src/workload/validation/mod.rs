//! The hard cases that are data: pairs whose verdict the construction gives. Every engine must
//! answer them, and the command draws them. All numbers are small and binary, so that nothing
//! rounds.

pub mod plane;
pub mod space;

use glam::{Vec2, Vec3};
use motzkin_core::error::FrameError;
use motzkin_core::geom::{Form, Frame2, Frame3, ShapeKind, ShapeKind2, Stored};
use motzkin_core::verdict::Verdict;

/// An origin and `D` edges in whole numbers; `R` is `D + 1`.
pub type Corner<const D: usize, const R: usize> = [[i32; D]; R];

/// A pair at rest.
#[derive(Clone, Copy, Debug)]
pub struct Contact<const D: usize, const R: usize> {
    /// What it is.
    pub name: &'static str,
    /// The first frame.
    pub a: Corner<D, R>,
    /// The second frame.
    pub b: Corner<D, R>,
    /// For cuboid and cuboid, cuboid and tetrahedron, tetrahedron and cuboid, two tetrahedra (in
    /// the plane parallelograms and triangles): S, T or O each.
    verdicts: &'static str,
}

const fn contact<const D: usize, const R: usize>(
    name: &'static str,
    a: Corner<D, R>,
    b: Corner<D, R>,
    verdicts: &'static str,
) -> Contact<D, R> {
    Contact { name, a, b, verdicts }
}

impl<const D: usize, const R: usize> Contact<D, R> {
    fn verdict_of(&self, forms: [Form; 2]) -> Verdict {
        let [a, b] = forms.map(|form| form as usize);
        match self.verdicts.as_bytes()[2 * a + b] {
            b'S' => Verdict::Separate,
            b'T' => Verdict::Touching,
            _ => Verdict::Overlapping,
        }
    }
}

impl Contact<3, 4> {
    /// Returns the verdict of these shapes, which are cuboids and tetrahedra.
    pub fn verdict(&self, a: ShapeKind, b: ShapeKind) -> Verdict {
        self.verdict_of([a.form(), b.form()])
    }

    /// Returns the pair as these shapes.
    ///
    /// # Errors
    ///
    /// Returns a [`FrameError`] for numbers of which no frame can be made.
    pub fn frames(&self, a: ShapeKind, b: ShapeKind) -> Result<[Frame3; 2], FrameError> {
        let frame = |kind: ShapeKind, corner: Corner<3, 4>| {
            let [origin, edges @ ..] = corner.map(|row| Vec3::from_array(row.map(|x| x as f32)));
            let rows = match kind.stored() {
                Stored::Edges => edges,
                Stored::Vertices => edges.map(|edge| origin + edge),
            };
            Frame3::of_kind(kind, origin, rows)
        };
        Ok([frame(a, self.a)?, frame(b, self.b)?])
    }
}

impl Contact<2, 3> {
    /// Returns the verdict of these shapes.
    pub fn verdict(&self, a: ShapeKind2, b: ShapeKind2) -> Verdict {
        self.verdict_of([a.form(), b.form()])
    }

    /// Returns the pair as these shapes.
    ///
    /// # Errors
    ///
    /// Returns a [`FrameError`] for numbers of which no frame can be made.
    pub fn frames(&self, a: ShapeKind2, b: ShapeKind2) -> Result<[Frame2; 2], FrameError> {
        let frame = |kind: ShapeKind2, corner: Corner<2, 3>| {
            let [origin, edges @ ..] = corner.map(|row| Vec2::from_array(row.map(|x| x as f32)));
            let rows = match kind.stored() {
                Stored::Edges => edges,
                Stored::Vertices => edges.map(|edge| origin + edge),
            };
            Frame2::of_kind(kind, origin, rows)
        };
        Ok([frame(a, self.a)?, frame(b, self.b)?])
    }
}

/// A box by its least corner, its size and its velocity.
#[derive(Clone, Copy, Debug)]
pub struct MovingBox<const D: usize>(pub [f32; D], pub [f32; D], pub [f32; D]);

impl MovingBox<3> {
    /// Returns the box as a frame.
    ///
    /// # Errors
    ///
    /// Returns a [`FrameError`] for numbers of which no frame can be made.
    pub fn frame(&self) -> Result<Frame3, FrameError> {
        let Self(place, [x, y, z], velocity) = *self;
        let edges = [Vec3::X * x, Vec3::Y * y, Vec3::Z * z];
        Frame3::cuboid(place.into(), edges)?.with_velocity(velocity.into())
    }
}

impl MovingBox<2> {
    /// Returns the box as a frame.
    ///
    /// # Errors
    ///
    /// Returns a [`FrameError`] for numbers of which no frame can be made.
    pub fn frame(&self) -> Result<Frame2, FrameError> {
        let Self(place, [x, y], velocity) = *self;
        Frame2::parallelogram(place.into(), [Vec2::X * x, Vec2::Y * y])?
            .with_velocity(velocity.into())
    }
}

/// A pair of boxes that move while `t` runs from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Passing<const D: usize> {
    /// What it is.
    pub name: &'static str,
    /// The first box.
    pub a: MovingBox<D>,
    /// The second box.
    pub b: MovingBox<D>,
    /// The verdict over all `t`.
    pub verdict: Verdict,
    /// The exact first and last contact.
    pub interval: Option<[f64; 2]>,
}

const fn passing<const D: usize>(
    name: &'static str,
    a: MovingBox<D>,
    b: MovingBox<D>,
    verdict: Verdict,
    interval: Option<[f64; 2]>,
) -> Passing<D> {
    Passing { name, a, b, verdict, interval }
}
