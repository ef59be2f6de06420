//! A frame in exact numbers, as corners, edges and half-spaces.

use dashu_ratio::{RBig, Relaxed};
use motzkin::glam::{DVec3, Vec3};
use motzkin::{Frame3, FrameError, ShapeKind};
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
    /// Inward.
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
        let [e0, e1, e2] = match kind {
            ShapeKind::TetraByVertices => rows.map(|row| sub(&row, &exact(frame.origin()))),
            _ => rows,
        };
        let mut normals = vec![cross(&e1, &e2), cross(&e2, &e0), cross(&e0, &e1)];
        if dot(&normals[0], &e0) < Relaxed::ZERO {
            normals = normals.iter().map(negative).collect();
        }
        let face = |normal: &Vector, corner: &Vector| HalfSpace {
            normal: normal.clone(),
            offset: dot(normal, corner),
        };
        let mut faces: Vec<HalfSpace> =
            normals.iter().map(|normal| face(normal, &origin)).collect();
        let mut edges = vec![e0.clone(), e1.clone(), e2.clone()];
        let mut corners = vec![origin.clone()];
        if kind.is_tetra() {
            corners.extend(edges.iter().map(|edge| add(&origin, edge)));
            edges.extend([sub(&e1, &e0), sub(&e2, &e1), sub(&e0, &e2)]);
            let slant = negative(&add(&add(&normals[0], &normals[1]), &normals[2]));
            faces.push(face(&slant, &corners[1]));
            normals.push(slant);
        } else {
            for edge in &edges {
                let moved: Vec<Vector> = corners.iter().map(|corner| add(corner, edge)).collect();
                corners.extend(moved);
            }
            faces.extend(
                normals.iter().zip(&edges).map(|(n, edge)| face(&negative(n), &add(&origin, edge))),
            );
        }
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
