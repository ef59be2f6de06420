//! Adding polytopes to a set, and changing them.

use super::super::form::{Figure, Form, Sum};
use super::super::frame::Frame3;
use super::super::pose::Pose;
use super::super::span::{Stored, is_flat};
use super::body::{Body, Placed};
use super::set::PolytopeSet;
use super::shape::Polytope;
use crate::error::PolytopeError;
use glam::{Affine3A, Mat3, Vec2, Vec3};
use std::collections::HashMap;

/// The largest number of vertices of one polytope: kernels count blocks of vertices in `f32`.
const MOST: usize = 1 << 24;

impl PolytopeSet {
    /// Creates a set from a vertex array and polytopes over it. The ranges of the polytopes may
    /// overlap.
    ///
    /// # Errors
    ///
    /// Returns the first error found:
    ///
    /// - [`PolytopeError::TooLarge`] for a polytope of more than 2^24 vertices,
    /// - [`PolytopeError::Outside`] for a range that ends beyond the array,
    /// - [`PolytopeError::NotFinite`] for a vertex in a range that is not finite,
    /// - [`PolytopeError::Transform`] or [`PolytopeError::Collapsing`] for a transform that is not
    ///   finite or has the determinant zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::{Polytope, PolytopeSet};
    ///
    /// # fn main() -> Result<(), motzkin::PolytopeError> {
    /// let vertices = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let (solid, side) = (Polytope::of_range(0, 4), Polytope::of_range(0, 3));
    /// let set = PolytopeSet::from_parts(vertices, vec![solid, side])?;
    /// assert_eq!(set.vertices_of(1).len(), 3);
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_parts(
        vertices: Vec<[f32; 3]>,
        polytopes: Vec<Polytope>,
    ) -> Result<Self, PolytopeError> {
        let mut set = Self { vertices, ..Self::default() };
        let mut known = HashMap::new();
        for polytope in polytopes {
            let number = set.len();
            let Polytope { start, count, .. } = polytope;
            if count as usize > MOST {
                let vertices = count as usize;
                return Err(PolytopeError::TooLarge { polytope: number, vertices });
            }
            let end = (start as usize).checked_add(count as usize);
            let range = end.and_then(|end| set.vertices.get(start as usize..end));
            let outside = PolytopeError::Outside {
                polytope: number,
                start,
                count,
                vertices: set.vertices.len(),
            };
            let range = range.ok_or(outside)?;
            let body = match known.get(&(start, count)) {
                Some(&body) => body,
                None => {
                    check_vertices(number, range)?;
                    let body = set.add_body((start, count));
                    known.insert((start, count), body);
                    body
                }
            };
            set.place(polytope, body)?;
        }
        Ok(set)
    }

    /// Returns the polytopes of this set, followed by those of another set.
    ///
    /// # Errors
    ///
    /// Returns [`PolytopeError::TooLarge`] if an index cannot name the vertices of both.
    pub fn joined(&self, other: &Self) -> Result<Self, PolytopeError> {
        let (first, vertices) = (self.vertices.len(), self.vertices.len() + other.vertices.len());
        let too_large = PolytopeError::TooLarge { polytope: self.len(), vertices };
        u32::try_from(vertices).map_err(|_| too_large)?;
        let shifted = |polytope: &Polytope| {
            let start = polytope.start + first as u32;
            Polytope { start, ..*polytope }
        };
        let mut polytopes = self.polytopes.clone();
        polytopes.extend(other.polytopes.iter().map(shifted));
        let mut set = Self::from_parts([&*self.vertices, &other.vertices].concat(), polytopes)?;
        set.velocities = [&*self.velocities, &other.velocities].concat();
        Ok(set)
    }

    /// Adds the convex hull of these points and returns its index. The points are stored unchanged.
    ///
    /// # Errors
    ///
    /// Returns [`PolytopeError::NotFinite`] for a point that is not finite, and
    /// [`PolytopeError::TooLarge`] for more than 2^24 points or a full set. The set stays as it
    /// was.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::PolytopeSet;
    /// use motzkin::glam::Vec3;
    ///
    /// let mut set = PolytopeSet::new();
    /// assert_eq!(set.push(&[Vec3::ZERO, Vec3::X, Vec3::Y]), Ok(0));
    /// assert!(set.push(&[Vec3::INFINITY]).is_err());
    /// assert_eq!(set.len(), 1);
    /// ```
    pub fn push(&mut self, points: &[Vec3]) -> Result<u32, PolytopeError> {
        self.push_vertices(points.iter().map(Vec3::to_array), points.len())
    }

    /// Adds the convex hull of points in the plane, as points with `z = 0`, and returns its index.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`push`](Self::push).
    pub fn push_in_plane(&mut self, points: &[Vec2]) -> Result<u32, PolytopeError> {
        self.push_vertices(points.iter().map(|point| point.extend(0.0).to_array()), points.len())
    }

    /// Adds a polytope with the vertices of polytope `of` and another transform, and returns its
    /// index. The vertices are shared, and the transform is stored unchanged.
    ///
    /// The transform stands in the place of that of `of`; the two are not multiplied. Of a frame
    /// that [`push_frame`](Self::push_frame) added by its edges, the vertices are those of the unit
    /// cube or of the unit simplex, and the edges are its transform: push the placed frame instead.
    ///
    /// # Errors
    ///
    /// Returns [`PolytopeError::NoSuch`] if there is no polytope `of`,
    /// [`PolytopeError::Transform`] for a number that is not finite,
    /// [`PolytopeError::Collapsing`] for a transform of determinant zero, and
    /// [`PolytopeError::TooLarge`] for a full set.
    pub fn push_instance(&mut self, of: u32, transform: Affine3A) -> Result<u32, PolytopeError> {
        let (polytope, body) = self.known(of)?;
        self.place(polytope.with_transform(transform), body)
    }

    /// Adds a polytope with the vertices of polytope `of` in a pose, and returns its index. The
    /// vertices are shared.
    ///
    /// The pose stands in the place of the transform of `of`, as in
    /// [`push_instance`](Self::push_instance). A frame that is stored by its edges is posed first:
    /// `set.push_frame(&frame.posed(&pose)?)`.
    ///
    /// Rounds: every number of the pose is rounded once from `f64` to `f32`. The verdict is exact
    /// for the stored numbers, which [`polytopes`](Self::polytopes) returns.
    ///
    /// # Errors
    ///
    /// Returns [`PolytopeError::NoSuch`] if there is no polytope `of`, and
    /// [`PolytopeError::TooLarge`] for a full set.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{Pose, PolytopeSet};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut set = PolytopeSet::new();
    /// let stick = set.push(&[Vec3::ZERO, Vec3::X])?;
    /// let half_turn = Quat::from_xyzw(0.0, 1e-23, 0.0, 0.0);
    /// let turned = set.push_posed(stick, &Pose::new(half_turn, Vec3::Z)?)?;
    /// assert_eq!(set.polytopes()[turned as usize].place([1.0, 0.0, 0.0]), [-1.0, 0.0, 1.0]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn push_posed(&mut self, of: u32, pose: &Pose) -> Result<u32, PolytopeError> {
        let (polytope, body) = self.known(of)?;
        self.place(polytope.with_pose(pose), body)
    }

    /// Replaces the transform of a polytope. The numbers are stored unchanged.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`push_instance`](Self::push_instance). The polytope stays as it was.
    pub fn set_transform(
        &mut self,
        polytope: u32,
        transform: Affine3A,
    ) -> Result<(), PolytopeError> {
        let (found, body) = self.known(polytope)?;
        self.replace(polytope as usize, found.with_transform(transform), body)
    }

    /// Moves a polytope to a pose, in place of its transform. Rounds as
    /// [`push_posed`](Self::push_posed) does.
    ///
    /// # Errors
    ///
    /// Returns [`PolytopeError::NoSuch`] if there is no such polytope.
    pub fn set_pose(&mut self, polytope: u32, pose: &Pose) -> Result<(), PolytopeError> {
        let (found, body) = self.known(polytope)?;
        self.replace(polytope as usize, found.with_pose(pose), body)
    }

    fn replace(&mut self, number: usize, by: Polytope, body: u32) -> Result<(), PolytopeError> {
        check_transform(number, &by)?;
        self.placed[number] = Placed::new(&by, body, &self.bodies[body as usize]);
        self.polytopes[number] = by;
        Ok(())
    }

    /// Sets the velocity of a polytope, in units of length per unit of `t`. The transform does not
    /// turn the velocity. Only calls for moving pairs read it.
    ///
    /// # Errors
    ///
    /// Returns [`PolytopeError::NoSuch`] if there is no such polytope, and
    /// [`PolytopeError::Velocity`] for a component that is not finite.
    pub fn set_velocity(&mut self, polytope: u32, velocity: Vec3) -> Result<(), PolytopeError> {
        self.known(polytope)?;
        let number = polytope as usize;
        let velocity = velocity.to_array();
        if let Some(axis) = velocity.iter().position(|x| !x.is_finite()) {
            return Err(PolytopeError::Velocity { polytope: number, axis, value: velocity[axis] });
        }
        self.velocities[number] = velocity;
        Ok(())
    }

    /// Adds a frame as a polytope, exactly, and returns its index. The velocity of the frame is not
    /// read; see [`set_velocity`](Self::set_velocity).
    ///
    /// A frame by its edges becomes the unit cube or the unit simplex, transformed by the edges and
    /// the origin. A frame by its vertices becomes their hull.
    ///
    /// # Errors
    ///
    /// Returns [`PolytopeError::Frame`] for a frame that is not valid, and
    /// [`PolytopeError::TooLarge`] for a full set.
    pub fn push_frame(&mut self, frame: &Frame3) -> Result<u32, PolytopeError> {
        let polytope = self.len();
        let kind =
            frame.validate_resting().map_err(|error| PolytopeError::Frame { polytope, error })?;
        let (origin, e0, e1, e2) = (frame.row(0), frame.row(1), frame.row(2), frame.row(3));
        match kind.stored() {
            Stored::Edges => self.push_unit(
                kind.form(),
                kind.span().figure,
                Affine3A::from_mat3_translation(Mat3::from_cols(e0, e1, e2), origin),
            ),
            Stored::Vertices => self.push(&[origin, e0, e1, e2]),
        }
    }

    /// Adds the image of a unit shape under a transform. Its corners stand in the array once.
    pub(super) fn push_unit<const D: usize>(
        &mut self,
        form: Form,
        figure: &Figure<D>,
        transform: Affine3A,
    ) -> Result<u32, PolytopeError> {
        let number = self.len();
        let unit = (D, form);
        let body = match self.units.iter().find(|known| known.0 == unit) {
            Some(&(_, body)) => {
                self.check_capacity(number, 0)?;
                body
            }
            None => {
                let corners = unit_corners(figure);
                self.check_capacity(number, corners.len())?;
                let start = self.vertices.len() as u32;
                self.vertices.extend(&corners);
                let body = self.add_body((start, corners.len() as u32));
                self.units.push((unit, body));
                body
            }
        };
        let (start, count) = self.bodies[body as usize].range;
        // The edges of a valid frame are finite, and not in one plane.
        Ok(self.add(Polytope::of_range(start, count).with_transform(transform), body))
    }

    fn push_vertices(
        &mut self,
        points: impl Iterator<Item = [f32; 3]>,
        count: usize,
    ) -> Result<u32, PolytopeError> {
        let number = self.len();
        self.check_capacity(number, count)?;
        let start = self.vertices.len();
        self.vertices.extend(points);
        if let Err(error) = check_vertices(number, &self.vertices[start..]) {
            self.vertices.truncate(start);
            return Err(error);
        }
        let (start, count) = (start as u32, count as u32);
        let body = self.add_body((start, count));
        self.place(Polytope::of_range(start, count), body)
    }

    /// Computes the body of a range of valid vertices and returns its index.
    fn add_body(&mut self, (start, count): (u32, u32)) -> u32 {
        let vertices = &self.vertices[start as usize..][..count as usize];
        self.bodies.push(Body::new((start, count), vertices, &mut self.scan));
        self.bodies.len() as u32 - 1
    }

    fn place(&mut self, polytope: Polytope, body: u32) -> Result<u32, PolytopeError> {
        let number = self.len();
        check_transform(number, &polytope)?;
        self.check_capacity(number, 0)?;
        Ok(self.add(polytope, body))
    }

    fn add(&mut self, polytope: Polytope, body: u32) -> u32 {
        let number = self.len() as u32;
        self.placed.push(Placed::new(&polytope, body, &self.bodies[body as usize]));
        self.polytopes.push(polytope);
        self.velocities.push([0.0; 3]);
        number
    }

    fn known(&self, polytope: u32) -> Result<(Polytope, u32), PolytopeError> {
        let number = polytope as usize;
        let found = self.polytopes.get(number).zip(self.placed.get(number));
        let (polytope, placed) =
            found.ok_or(PolytopeError::NoSuch { polytope: number, polytopes: self.len() })?;
        Ok((*polytope, placed.body))
    }

    /// Checks that every index still fits 32 bits after so many more vertices.
    fn check_capacity(&self, polytope: usize, vertices: usize) -> Result<(), PolytopeError> {
        let most = u32::MAX as usize;
        if vertices > MOST || self.vertices.len() > most - vertices || polytope >= most {
            return Err(PolytopeError::TooLarge { polytope, vertices });
        }
        Ok(())
    }
}

/// Returns the corners of a shape whose edges are unit vectors, those with fewer edges first.
fn unit_corners<const D: usize>(figure: &Figure<D>) -> Vec<[f32; 3]> {
    let mut sums = figure.corners.to_vec();
    sums.sort_by_key(|sum| sum.iter().filter(|&&times| times != 0).count());
    let coordinate = |sum: &Sum<D>, axis| sum.get(axis).map_or(0.0, |&times| f32::from(times));
    sums.iter().map(|sum| [0, 1, 2].map(|axis| coordinate(sum, axis))).collect()
}

fn check_vertices(polytope: usize, vertices: &[[f32; 3]]) -> Result<(), PolytopeError> {
    let numbers = vertices.iter().enumerate();
    let mut numbers = numbers
        .flat_map(|(i, vertex)| vertex.iter().enumerate().map(move |(axis, x)| (i, axis, *x)));
    match numbers.find(|(.., x)| !x.is_finite()) {
        Some((vertex, axis, value)) => {
            Err(PolytopeError::NotFinite { polytope, vertex, axis, value })
        }
        None => Ok(()),
    }
}

fn check_transform(polytope: usize, placed: &Polytope) -> Result<(), PolytopeError> {
    if placed.stays() {
        return Ok(());
    }
    for (row, numbers) in placed.rows.iter().enumerate() {
        if let Some((column, &value)) = numbers.iter().enumerate().find(|(_, x)| !x.is_finite()) {
            return Err(PolytopeError::Transform { polytope, row, column, value });
        }
    }
    let linear = placed.rows.map(|[x, y, z, _]| [x, y, z]);
    match is_flat(Stored::Edges, [0.0; 3], linear) {
        true => Err(PolytopeError::Collapsing { polytope }),
        false => Ok(()),
    }
}
