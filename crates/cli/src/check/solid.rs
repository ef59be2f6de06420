//! A frame in exact numbers, as corners, edges and half-spaces.

use dashu_ratio::{RBig, Relaxed};
use motzkin::glam::{DVec3, Vec3};
use motzkin::{Frame3, FrameError, Stored};
use motzkin_core::geom::{Sum, figure_of};
use motzkin_core::num::f32_to_rational;

pub type Vector = [Relaxed; 3];

/// Points with `normal . x >= offset`.
struct HalfSpace {
    normal: Vector,
    offset: Relaxed,
}

/// A frame where it is at some `t`.
pub struct Solid {
    pub corners: Vec<Vector>,
    /// The directions of its edges.
    pub edges: Vec<Vector>,
    /// One for each slab.
    pub normals: Vec<Vector>,
    faces: Vec<HalfSpace>,
}

pub fn dot(a: &Vector, b: &Vector) -> Relaxed {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub fn cross(a: &Vector, b: &Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
}

pub fn sub(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|i| &a[i] - &b[i])
}

pub fn negative(a: &Vector) -> Vector {
    a.clone().map(|x| -x)
}

fn add(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|i| &a[i] + &b[i])
}

/// A sum of edges or of normals.
fn summed(sum: &Sum<3>, vectors: &[Vector; 3]) -> Vector {
    let terms = || sum.iter().zip(vectors);
    [0, 1, 2].map(|axis| {
        terms().fold(Relaxed::ZERO, |total, (&times, vector)| {
            total + &vector[axis] * Relaxed::from(times)
        })
    })
}

fn exact(v: Vec3) -> Vector {
    v.to_array().map(|x| f32_to_rational(x).relax())
}

/// The exact value of a number; zero where it is not finite, which no detail is.
pub fn rational(x: f64) -> Relaxed {
    Relaxed::try_from(x).unwrap_or(Relaxed::ZERO)
}

impl Solid {
    /// The frame at `t`, its velocity counted.
    pub fn at(frame: &Frame3, t: &RBig) -> Result<Self, FrameError> {
        let t = t.clone().relax();
        let origin = add(&exact(frame.origin()), &exact(frame.velocity()).map(|v| v * &t));
        let rows = [1, 2, 3].map(|row| exact(frame.row(row)));
        let kind = frame.kind()?;
        let figure = figure_of(kind);
        let own = match kind.stored() {
            Stored::Edges => rows,
            Stored::Vertices => rows.map(|row| sub(&row, &exact(frame.origin()))),
        };
        let [e0, e1, e2] = &own;
        let mut cofactors = [cross(e1, e2), cross(e2, e0), cross(e0, e1)];
        let mut volume = dot(&cofactors[0], e0);
        if volume < Relaxed::ZERO {
            cofactors = cofactors.map(|cofactor| negative(&cofactor));
            volume = -volume;
        }
        let normals: Vec<Vector> =
            figure.slabs.iter().map(|slab| summed(&slab.sum, &cofactors)).collect();
        let mut faces = Vec::new();
        for (slab, normal) in figure.slabs.iter().zip(&normals) {
            let start = dot(normal, &origin);
            let [below, above] = slab.ends;
            if above {
                faces.push(HalfSpace { normal: negative(normal), offset: -(&start + &volume) });
            }
            if below {
                faces.push(HalfSpace { normal: normal.clone(), offset: start });
            }
        }
        let corners = figure.corners.iter().map(|sum| add(&origin, &summed(sum, &own))).collect();
        let edges = figure.edges.iter().map(|sum| summed(sum, &own)).collect();
        Ok(Self { corners, edges, normals, faces })
    }

    /// The ends of the projection on a direction.
    pub fn extent(&self, direction: &Vector) -> Option<[Relaxed; 2]> {
        let mut dots = self.corners.iter().map(|corner| dot(direction, corner));
        let first = dots.next()?;
        Some(dots.fold([first.clone(), first], |[low, high], x| match () {
            () if x < low => [x, high],
            () if x > high => [low, x],
            () => [low, high],
        }))
    }

    /// True where the point is in every half-space, or out by no more than rounding its coordinates
    /// once explains.
    pub fn holds(&self, point: DVec3) -> bool {
        let at = point.to_array().map(rational);
        let slack = point.to_array().map(|x| rational(x.abs() * f64::EPSILON + f64::MIN_POSITIVE));
        let size = |normal: &Vector| normal.clone().map(|x| if x < Relaxed::ZERO { -x } else { x });
        point.is_finite()
            && self.faces.iter().all(|HalfSpace { normal, offset }| {
                dot(normal, &at) + dot(&size(normal), &slack) >= *offset
            })
    }
}
