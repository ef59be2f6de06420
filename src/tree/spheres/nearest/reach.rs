//! Bounds of distances along one axis.

use super::super::convex::Convex;
use super::super::descent::Side;
use super::closest::ROUNDED;
use crate::exact::triangles::Triangle;
use crate::number_map::NumberMap;
use glam::{DVec3, Vec3};

/// What a bound may be too large by, in units of the extents of both: a coordinate along the axis
/// has three roundings of `2^-53` in each of three terms, a vertex of a shape four more in each
/// coordinate, and `8 * sqrt(3) * 2^-53` is less than half of this.
const SLACK: f64 = 4e-15;

/// How far nodes reach along an axis that points from the first object to the other.
///
/// A sphere or a box of a node says little of objects that are far apart: of every node next to the
/// nearest point, a bound is less than the distance. How far the triangles reach along the way from
/// object to object is known but for roundings, and what that proves is off by what the nearest
/// points lie beside the axis, at most.
#[derive(Debug)]
pub struct Reaches {
    axis: DVec3,
    slack: f64,
    /// What is known of nodes of the first object, and of the other.
    known: [NumberMap<u32, Reach>; 2],
}

/// How far some triangles reach towards the other object, and the least of their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    pub far: f64,
    pub least: u32,
}

impl Reach {
    const NOTHING: Self = Self { far: f64::NEG_INFINITY, least: u32::MAX };

    fn with(self, other: Self) -> Self {
        Self { far: self.far.max(other.far), least: self.least.min(other.least) }
    }
}

impl Reaches {
    /// Returns what is to be known along the axis, which has the length 1. `extent` is a bound of
    /// the magnitude of coordinates, added up over both objects.
    pub fn new(axis: DVec3, extent: f64) -> Self {
        let slack = extent * SLACK + f64::MIN_POSITIVE;
        Self { axis, slack, known: Default::default() }
    }

    /// Returns how far a node reaches towards the other object. Each triangle is looked at once for
    /// an axis, and each node that is open.
    pub fn of_node(&mut self, side: Side, number: u32, second: bool) -> Reach {
        if let Some(&known) = self.known[usize::from(second)].get(&number) {
            return known;
        }
        let node = side.node(number);
        let found = if node.is_open() {
            let kids = node.kids().map(|kid| self.of_node(side, kid, second));
            kids.fold(Reach::NOTHING, Reach::with)
        } else {
            let own = side.tree.triangles(node).map(|least| {
                let far = self.of_triangle(&side.placed(least), second);
                Reach { far, least }
            });
            own.fold(Reach::NOTHING, Reach::with)
        };
        self.known[usize::from(second)].insert(number, found);
        found
    }

    /// Returns how far a convex shape reaches towards the mesh. Its number is 0.
    pub fn of_shape(&mut self, shape: &Convex) -> Reach {
        let towards = self.towards(true);
        let along = || shape.points().map(|point| towards.dot(point));
        let found = || Reach { far: along().fold(f64::NEG_INFINITY, f64::max), least: 0 };
        *self.known[1].entry(0).or_insert_with(found)
    }

    /// Returns how far a triangle reaches towards the other object.
    pub fn of_triangle(&self, triangle: &Triangle, second: bool) -> f64 {
        farthest(self.towards(second), triangle)
    }

    /// Returns a lower bound of the distance of what reaches so far from either side.
    pub fn gap(&self, first: f64, other: f64) -> f64 {
        (0.0 - first - other - self.slack) * ROUNDED
    }

    fn towards(&self, second: bool) -> DVec3 {
        if second { -self.axis } else { self.axis }
    }
}

fn farthest(towards: DVec3, triangle: &Triangle) -> f64 {
    let [a, b, c] = *triangle;
    let along = |corner| towards.dot(Vec3::from_array(corner).as_dvec3());
    along(a).max(along(b)).max(along(c))
}
