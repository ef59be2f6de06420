//! Checked building. What rounds says so.

use super::body::{Body, Placed};
use super::{Polytope, PolytopeSet};
use crate::error::PolytopeError;
use crate::geom::build::is_flat;
use crate::geom::{Frame2, Frame3, ShapeKind};
use glam::{Affine3A, Mat3, Quat, Vec2, Vec3};
use std::collections::HashMap;

/// The most vertices of one polytope: numbers of blocks of them are counted in `f32` lanes.
const MOST: usize = 1 << 24;

/// The unit cube's corners; its first four are the unit simplex's.
const CUBE: [[f32; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [1.0, 1.0, 1.0],
];

/// The unit square's; its first three are the unit triangle's.
const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];

impl PolytopeSet {
    /// Polytopes that are there already, over their vertex array. Ranges may overlap.
    ///
    /// # Errors
    ///
    /// A range outside the array, a vertex in a range or a number of a transform that is not
    /// finite, a transform of determinant zero; each names the first polytope at fault.
    pub fn from_parts(
        vertices: Vec<[f32; 3]>,
        polytopes: Vec<Polytope>,
    ) -> Result<Self, PolytopeError> {
        let mut set = Self { vertices, ..Self::default() };
        let mut known = HashMap::new();
        for polytope in polytopes {
            let number = set.len();
            let Polytope { start, count, .. } = polytope;
            set.check_room(number, count as usize)?;
            let end = start as usize + count as usize;
            let range = set.vertices.get(start as usize..end);
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

    /// Returns the polytopes of this set, followed by those of another.
    ///
    /// # Errors
    ///
    /// [`PolytopeError::TooLarge`] if the vertices of both are more than an index can name.
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

    /// Adds the hull of these points, stored as they are, and answers its index.
    pub fn push(&mut self, points: &[Vec3]) -> Result<u32, PolytopeError> {
        self.push_vertices(points.iter().map(Vec3::to_array), points.len())
    }

    /// Adds the hull of points in the plane.
    pub fn push_in_plane(&mut self, points: &[Vec2]) -> Result<u32, PolytopeError> {
        self.push_vertices(points.iter().map(|point| point.extend(0.0).to_array()), points.len())
    }

    /// Adds a polytope with the vertices of polytope `of` and this transform in place of its own.
    pub fn push_instance(&mut self, of: u32, transform: Affine3A) -> Result<u32, PolytopeError> {
        let (polytope, body) = self.known(of)?;
        self.place(polytope.with_transform(transform), body)
    }

    /// [`push_instance`](Self::push_instance), turned by `rotation` and then moved. Rounds: the
    /// quaternion is normalised, its matrix formed in `f32`.
    pub fn push_posed(
        &mut self,
        of: u32,
        rotation: Quat,
        translation: Vec3,
    ) -> Result<u32, PolytopeError> {
        self.push_instance(
            of,
            Affine3A::from_rotation_translation(rotation.normalize(), translation),
        )
    }

    /// Gives a polytope another transform.
    pub fn set_transform(
        &mut self,
        polytope: u32,
        transform: Affine3A,
    ) -> Result<(), PolytopeError> {
        let (found, body) = self.known(polytope)?;
        let number = polytope as usize;
        let moved = found.with_transform(transform);
        check_transform(number, &moved)?;
        self.placed[number] = Placed::new(&moved, body, &self.bodies[body as usize]);
        self.polytopes[number] = moved;
        Ok(())
    }

    /// Lets a polytope move by this much, whatever its transform is, while `t` runs over `[0, 1]`.
    /// Calls of moving pairs read it.
    ///
    /// # Errors
    ///
    /// No such polytope; a component that is not finite.
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

    /// Adds a frame as a polytope, exactly: the unit cube or simplex under the frame's own edges
    /// and origin, or a tetrahedron's stored vertices. Its velocity is not read: see
    /// [`set_velocity`](Self::set_velocity).
    pub fn push_frame(&mut self, frame: &Frame3) -> Result<u32, PolytopeError> {
        let polytope = self.len();
        let kind =
            frame.validate_resting().map_err(|error| PolytopeError::Frame { polytope, error })?;
        let [origin, e0, e1, e2] = [0, 1, 2, 3].map(|row| frame.row(row));
        let count = match kind {
            ShapeKind::Cuboid => 8,
            ShapeKind::Tetra => 4,
            ShapeKind::TetraByVertices => return self.push(&[origin, e0, e1, e2]),
        };
        self.push_unit(
            &CUBE,
            count,
            Affine3A::from_mat3_translation(Mat3::from_cols(e0, e1, e2), origin),
        )
    }

    /// The same of a frame in the plane.
    pub fn push_frame2(&mut self, frame: &Frame2) -> Result<u32, PolytopeError> {
        let polytope = self.len();
        let kind =
            frame.validate_resting().map_err(|error| PolytopeError::Frame { polytope, error })?;
        let [origin, e0, e1] = [0, 1, 2].map(|row| frame.row(row));
        let count = match kind {
            ShapeKind::Cuboid => 4,
            ShapeKind::Tetra => 3,
            ShapeKind::TetraByVertices => return self.push_in_plane(&[origin, e0, e1]),
        };
        let linear = Mat3::from_cols(e0.extend(0.0), e1.extend(0.0), Vec3::Z);
        self.push_unit(&SQUARE, count, Affine3A::from_mat3_translation(linear, origin.extend(0.0)))
    }

    /// The first corners of a unit shape, which stands in the array once, under a transform.
    fn push_unit(
        &mut self,
        corners: &[[f32; 3]],
        count: u32,
        transform: Affine3A,
    ) -> Result<u32, PolytopeError> {
        let number = self.len();
        let known = self.units.iter().find(|unit| (unit.0, unit.1) == (corners.len(), count));
        let body = match known {
            Some(&(.., body)) => body,
            None => {
                self.check_room(number, corners.len())?;
                let start = self.vertices.len() as u32;
                self.vertices.extend(&corners[..count as usize]);
                let body = self.add_body((start, count));
                self.units.push((corners.len(), count, body));
                body
            }
        };
        let (start, count) = self.bodies[body as usize].range;
        self.place(Polytope::of_range(start, count).with_transform(transform), body)
    }

    fn push_vertices(
        &mut self,
        points: impl Iterator<Item = [f32; 3]>,
        count: usize,
    ) -> Result<u32, PolytopeError> {
        let number = self.len();
        self.check_room(number, count)?;
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

    /// Works out a range of valid vertices.
    fn add_body(&mut self, (start, count): (u32, u32)) -> u32 {
        let vertices = &self.vertices[start as usize..][..count as usize];
        self.bodies.push(Body::new((start, count), vertices, &mut self.scan));
        self.bodies.len() as u32 - 1
    }

    fn place(&mut self, polytope: Polytope, body: u32) -> Result<u32, PolytopeError> {
        let number = self.len();
        check_transform(number, &polytope)?;
        self.placed.push(Placed::new(&polytope, body, &self.bodies[body as usize]));
        self.polytopes.push(polytope);
        self.velocities.push([0.0; 3]);
        Ok(number as u32)
    }

    fn known(&self, polytope: u32) -> Result<(Polytope, u32), PolytopeError> {
        let number = polytope as usize;
        let found = self.polytopes.get(number).zip(self.placed.get(number));
        let (polytope, placed) =
            found.ok_or(PolytopeError::NoSuch { polytope: number, polytopes: self.len() })?;
        Ok((*polytope, placed.body))
    }

    /// All indices stay within 32 bits.
    fn check_room(&self, polytope: usize, vertices: usize) -> Result<(), PolytopeError> {
        let room = u32::MAX as usize;
        if vertices > MOST || self.vertices.len() > room - vertices || polytope >= room {
            return Err(PolytopeError::TooLarge { polytope, vertices });
        }
        Ok(())
    }
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
    let [x, y, z] = placed.rows;
    let frame = Frame3 { rows: [[0.0; 4], x, y, z].map(|[p, q, r, _]| [p, q, r, 0.0]) };
    match is_flat(&frame, ShapeKind::Cuboid) {
        true => Err(PolytopeError::Collapsing { polytope }),
        false => Ok(()),
    }
}
