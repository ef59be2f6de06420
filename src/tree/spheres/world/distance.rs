//! The distances of objects.

use super::state::MeshWorld;
use crate::geom::{Nearest, Pair, PolytopeSet};
use crate::tree::spheres::convex::Convex;
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::nearest::{Closest, NearestRound, NearestSearch, Other};
use crate::tree::spheres::relative::Relative;
use crate::tree::spheres::verdict::{ConvexVerdict, MeshDistance, MeshVerdict, QueryBudget};

/// What an object is measured against.
#[derive(Clone, Copy)]
enum Opposite<'a> {
    Object(u32),
    Shape(&'a Convex<'a>),
}

impl MeshWorld {
    /// Returns the distance of two objects with the nearest points, or `None` if they meet or one
    /// of them has no triangles. A part of a mesh within a solid object meets it.
    ///
    /// The bounds of the distance are certified. The budget does not apply. The call is no step: no
    /// node is dropped. The answer does not depend on earlier calls.
    ///
    /// The trees are searched with the nearest nodes first, and nodes are compared along the way
    /// from object to object, too. Costs a verdict, and mostly some ten microseconds to some
    /// hundred once the nodes are open; of two tori of 16,000 triangles that are far apart, three
    /// milliseconds. Where placed vertices are rounded by as much as triangles are large, far from
    /// the origin, it may cost two microseconds for each pair of triangles that face each other:
    /// all of them may seem to be as near.
    ///
    /// Of pairs of triangles whose distances agree in all but their last bits, some `1e-10` of
    /// themselves, mostly the one with the least numbers is told. Which one it is does not depend
    /// on the order of the search.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`verdict`](Self::verdict).
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::{DVec3, Vec3};
    /// use motzkin::tree::spheres::MeshWorld;
    /// use motzkin::{Pose, TriangleMesh};
    ///
    /// let floor = [[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]];
    /// let spike = [[0.0, 2.0, 0.0], [1.0, 4.0, 0.0], [-1.0, 4.0, 0.0]];
    /// let mut world = MeshWorld::default();
    /// let floor = world.insert_mesh(TriangleMesh::from_soup(&[floor])?);
    /// let spike = world.insert_mesh(TriangleMesh::from_soup(&[spike])?);
    /// let floor = world.insert(floor, Pose::IDENTITY)?;
    /// let spike = world.insert(spike, Pose::at(Vec3::X)?)?;
    ///
    /// let found = world.distance(floor, spike)?.ok_or("they are separate")?;
    /// assert!((found.distance - 2.0).abs() <= found.slack && found.slack <= 4e-9);
    /// assert_eq!(found.points[1], DVec3::new(1.0, 2.0, 0.0));
    /// assert_eq!((found.axis, found.triangles), (DVec3::Y, [0, 0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distance(&mut self, a: u32, b: u32) -> Result<Option<MeshDistance>, MeshWorldError> {
        if self.verdict_within(a, b, &QueryBudget::default())? != MeshVerdict::Separate {
            return Ok(None);
        }
        // In one order, so that the answer for the swapped pair is the same one, swapped.
        let found = self.nearest(a.min(b), Opposite::Object(a.max(b)))?;
        Ok(found.map(|closest| {
            let mut found = measured(&closest.of_all(), closest.triangles);
            if a > b {
                found.points.reverse();
                found.triangles.reverse();
                found.axis = 0.0 - found.axis;
            }
            found
        }))
    }

    /// Returns the distance of an object from a convex shape, a polytope of the set, with the
    /// nearest points and the nearest triangle. `None` if they meet or one of them is empty.
    ///
    /// What [`distance`](Self::distance) says of bounds, budgets and costs holds here, too. Beyond
    /// that, the shape costs some looks at each of its vertices, and so does each triangle that is
    /// measured: of the nearest leaves those whose boxes are no further off than what was found.
    /// Velocities of the set are not read.
    ///
    /// # Errors
    ///
    /// Returns [`MeshWorldError::NoSuchObject`] or [`MeshWorldError::NoSuchPolytope`] if there is
    /// no such object or polytope, and [`MeshWorldError::Occupancy`] if the occupancy test fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::tree::spheres::MeshWorld;
    /// use motzkin::{Frame3, PolytopeSet, Pose, TriangleMesh};
    ///
    /// let floor = [[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]];
    /// let mut world = MeshWorld::default();
    /// let floor = world.insert_mesh(TriangleMesh::from_soup(&[floor])?);
    /// let floor = world.insert(floor, Pose::IDENTITY)?;
    /// let mut set = PolytopeSet::new();
    /// let cube = set.push_frame(&Frame3::aligned_box(Vec3::Y * 3.0, Vec3::splat(4.0))?)?;
    ///
    /// let found = world.distance_to(floor, &set, cube)?.ok_or("they are separate")?;
    /// assert!((found.distance - 3.0).abs() <= found.slack && found.triangles == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distance_to(
        &mut self,
        object: u32,
        set: &PolytopeSet,
        polytope: u32,
    ) -> Result<Option<MeshDistance<u32>>, MeshWorldError> {
        let pair = Pair::new(object, polytope);
        self.check_with(set, pair)?;
        let shape = match self.verdicts_within(set, &[pair], &QueryBudget::default())?[..] {
            [ConvexVerdict::Separate] => Convex::new(set, polytope),
            _ => None,
        };
        let Some(shape) = shape else { return Ok(None) };
        let found = self.nearest(object, Opposite::Shape(&shape))?;
        Ok(found.map(|closest| measured(&closest.of_all(), closest.triangles[0])))
    }

    /// Searches for the nearest points of an object and of what is separate from it.
    fn nearest(
        &mut self,
        number: u32,
        opposite: Opposite,
    ) -> Result<Option<Closest>, MeshWorldError> {
        let object = self.object(number)?;
        let (pose, extent, local, radius, mesh) = match opposite {
            Opposite::Object(other) => {
                let other = self.object(other)?;
                (&other.pose, other.extent, other.local, self.radius(other)?, other.mesh)
            }
            Opposite::Shape(shape) => (&shape.pose, shape.size(), shape.local, 0.0, object.mesh),
        };
        let meshes = [object.mesh, mesh];
        let (extent, local) = (object.extent + extent, object.local + local);
        let radii = [self.radius(object)?, radius];
        let relative = Relative::new(&object.pose, pose, extent, local, radii);
        let patience = self.patience();
        let mut search = NearestSearch::new(extent);
        loop {
            let object = self.object(number)?;
            let (side, other) = match opposite {
                Opposite::Object(other) => {
                    let [side, other] = self.sides([object, self.object(other)?])?;
                    (side, Other::Mesh(other))
                }
                Opposite::Shape(shape) => (self.sides([object; 2])?[0], Other::Shape(shape)),
            };
            let empty = |side: &crate::tree::spheres::descent::Side| side.tree.root().is_none();
            if empty(&side) || matches!(&other, Other::Mesh(other) if empty(other)) {
                return Ok(None);
            }
            match search.round(side, other, &relative, patience, self.stats.steps) {
                NearestRound::Done => break,
                NearestRound::Wants(nodes) => {
                    let of_mesh = |(second, node)| (meshes[usize::from(second)], node);
                    let mut wanted: Vec<(u32, u32)> = nodes.into_iter().map(of_mesh).collect();
                    wanted.sort_unstable();
                    wanted.dedup();
                    self.open_nodes(&wanted)?;
                }
            }
        }
        self.stats.node_tests += search.tests;
        self.stats.triangle_tests += search.triangle_tests;
        Ok(search.best)
    }
}

fn measured<T>(found: &Nearest, triangles: T) -> MeshDistance<T> {
    let &Nearest { distance, at_least, at_most, points, normal } = found;
    let slack = (distance - at_least).max(at_most - distance);
    MeshDistance { distance, slack, points, axis: normal, triangles }
}
