//! The walk of Gilbert, Johnson and Keerthi to the point of a difference that is nearest to the
//! origin, in whole numbers.
//!
//! Each step comes closer to the origin. There are finitely many faces, so the walk ends.

use super::points::Common;
use super::system::Point;
use dashu_int::IBig;
use std::array::from_fn;

/// A vertex of the difference of two hulls.
#[derive(Clone)]
pub(super) struct Vertex {
    /// The difference of a vertex of the first hull and one of the second.
    pub at: Point<IBig>,
    /// The indices of these two.
    of: [usize; 2],
}

/// A face of the difference, and the point of it that is nearest to the origin.
pub(super) struct Walk<'a> {
    sides: &'a [Common; 2],
    face: Face,
}

/// Vertices, none of which could be left out, and the nearest point of what they span.
struct Face {
    vertices: Vec<Vertex>,
    /// The weights of the vertices in the nearest point, all positive. Their sum is `unit`.
    weights: Vec<IBig>,
    unit: IBig,
    /// The nearest point times `unit`.
    at: Point<IBig>,
    /// The square of `at`.
    square: IBig,
}

impl<'a> Walk<'a> {
    /// Starts at a guess: pairs of vertices, mostly those that the walk would end with. Returns
    /// `None` if one of the hulls is empty.
    ///
    /// # Panics
    ///
    /// Panics if there is no such vertex.
    pub fn new(sides: &'a [Common; 2], guess: &[[usize; 2]]) -> Option<Self> {
        if sides.iter().any(|side| side.points.is_empty()) {
            return None;
        }
        let face = Face::of_vertex(vertex(sides, *guess.first().unwrap_or(&[0, 0])));
        let mut walk = Self { sides, face };
        let guessed: Vec<Vertex> = guess.iter().map(|&of| vertex(sides, of)).collect();
        walk.face.take_closest(&guessed);
        Some(walk)
    }

    /// Returns the number that [`at`](Self::at) is a multiple of.
    pub fn unit(&self) -> &IBig {
        &self.face.unit
    }

    /// Returns the point that was reached, times the unit.
    pub fn at(&self) -> &Point<IBig> {
        &self.face.at
    }

    /// Returns the square of the length of [`at`](Self::at).
    pub fn square(&self) -> &IBig {
        &self.face.square
    }

    /// Returns the point of either hull that the point reached is the difference of, times the
    /// unit.
    pub fn points(&self) -> [Point<IBig>; 2] {
        from_fn(|side| {
            from_fn(|axis| {
                let weighted = self.face.vertices.iter().zip(&self.face.weights);
                let points = &self.sides[side].points;
                weighted.map(|(vertex, weight)| &points[vertex.of[side]][axis] * weight).sum()
            })
        })
    }

    /// Returns the vertex that lies furthest towards the origin, seen from the point reached, and
    /// its product with [`at`](Self::at).
    pub fn furthest(&self) -> (Vertex, IBig) {
        let [a, b] = self.sides;
        let along = |&i: &usize, side: &Common| dot(&self.face.at, &side.points[i]);
        let p = (0..a.points.len()).min_by_key(|i| along(i, a)).unwrap_or_default();
        let q = (0..b.points.len()).max_by_key(|i| along(i, b)).unwrap_or_default();
        let found = vertex(self.sides, [p, q]);
        let height = dot(&self.face.at, &found.at);
        (found, height)
    }

    /// Goes on to the face of a vertex that [`furthest`](Self::furthest) found. Returns false if
    /// nothing is nearer to the origin than the point reached.
    pub fn go_on(&mut self, (vertex, height): (Vertex, IBig)) -> bool {
        if &height * &self.face.unit >= self.face.square {
            return false;
        }
        let mut vertices = self.face.vertices.clone();
        vertices.push(vertex);
        self.face.take_closest(&vertices)
    }
}

impl Face {
    fn of_vertex(vertex: Vertex) -> Self {
        let (at, square) = (vertex.at.clone(), dot(&vertex.at, &vertex.at));
        Self { vertices: vec![vertex], weights: vec![IBig::ONE], unit: IBig::ONE, at, square }
    }

    /// Becomes the face of a simplex that comes closest to the origin. Returns false if none comes
    /// closer than this one.
    fn take_closest(&mut self, simplex: &[Vertex]) -> bool {
        let mut found = false;
        for subset in 1_u32..1 << simplex.len() {
            // Four vertices: the origin would be in the difference, or they lie in one plane.
            if subset.count_ones() > 3 {
                continue;
            }
            let chosen = simplex.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
            let vertices: Vec<Vertex> = chosen.map(|(_, vertex)| vertex.clone()).collect();
            let Some(face) = Self::around(vertices) else { continue };
            if face.is_closer_than(self) {
                (*self, found) = (face, true);
            }
        }
        found
    }

    fn is_closer_than(&self, other: &Self) -> bool {
        &self.square * &other.unit * &other.unit < &other.square * &self.unit * &self.unit
    }

    /// Returns the face of these vertices if the point of its plane that is nearest to the origin
    /// lies inside it.
    fn around(vertices: Vec<Vertex>) -> Option<Self> {
        let (weights, unit) = match &vertices[..] {
            [_] => (vec![IBig::ONE], IBig::ONE),
            [p, q] => {
                let along = difference(&q.at, &p.at);
                let (unit, t) = (dot(&along, &along), -dot(&p.at, &along));
                (vec![&unit - &t, t], unit)
            }
            [p, q, r] => {
                let (x, y) = (difference(&q.at, &p.at), difference(&r.at, &p.at));
                let (xx, xy, yy) = (dot(&x, &x), dot(&x, &y), dot(&y, &y));
                let (px, py) = (-dot(&p.at, &x), -dot(&p.at, &y));
                let (s, t) = (&px * &yy - &py * &xy, &py * &xx - &px * &xy);
                let unit = &xx * &yy - &xy * &xy;
                (vec![&unit - &s - &t, s, t], unit)
            }
            _ => return None,
        };
        // A face without an inside has smaller ones.
        if unit <= IBig::ZERO || weights.iter().any(|weight| *weight <= IBig::ZERO) {
            return None;
        }
        let at: Point<IBig> = from_fn(|axis| {
            vertices.iter().zip(&weights).map(|(vertex, weight)| &vertex.at[axis] * weight).sum()
        });
        let square = dot(&at, &at);
        Some(Self { vertices, weights, unit, at, square })
    }
}

fn vertex([a, b]: &[Common; 2], of: [usize; 2]) -> Vertex {
    Vertex { at: difference(&a.points[of[0]], &b.points[of[1]]), of }
}

fn difference(p: &Point<IBig>, q: &Point<IBig>) -> Point<IBig> {
    from_fn(|axis| &p[axis] - &q[axis])
}

fn dot(p: &Point<IBig>, q: &Point<IBig>) -> IBig {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}
