//! A mesh, and a frame or a hull.

use super::Field;
use super::answer::Answer;
use super::fault::{Fault, Whose};
use super::mesh::{self, Placed, Shelf};
use super::request::Mixed;
use motzkin::glam::Vec3;
use motzkin::tree::spheres::{ConvexVerdict, MeshWorld};
use motzkin::{
    CollisionService, ContactInterval, Moving, Pair, Polytope, PolytopeSet, Verdict, Wanted,
};

/// The most vertices of a mesh that are compared with a shape at a time. A polytope has a largest
/// size, and meshes have none.
const PART: usize = 1 << 16;

/// Answers a pair of a line.
pub fn solve(
    service: &CollisionService,
    shelf: &Shelf,
    want: &[Field],
    pair: &Mixed,
) -> Result<Answer, Fault> {
    let Mixed { mesh: text, other, mesh_is_second } = pair;
    let sides = if *mesh_is_second { ['b', 'a'] } else { ['a', 'b'] };
    let [of_mesh, of_other] = sides.map(Whose::Side);
    let mut set = PolytopeSet::new();
    other.add_to(&mut set, of_other, 3)?;
    let mesh = shelf.mesh(of_mesh, &text.path)?;
    let mut world = MeshWorld::default();
    let object = mesh::add(&mut world, of_mesh, text, &mesh)?;
    let placed = Placed { object, mesh: &mesh, text };
    let asked = Asked { service, set: &set, placed, moves: other.moves() };
    let mut answer = asked.answer(&mut world, want)?;
    if *mesh_is_second {
        answer.subset = answer.subset.map(|[mesh_within, within_mesh]| [within_mesh, mesh_within]);
    }
    Ok(answer)
}

/// A mesh of a world, and a frame or hull.
pub struct Asked<'a> {
    pub service: &'a CollisionService,
    /// The frame or hull alone.
    pub set: &'a PolytopeSet,
    pub placed: Placed<'a>,
    /// The frame or hull moves.
    pub moves: bool,
}

impl Asked<'_> {
    /// Answers the pair, the mesh as the first of it.
    pub fn answer(&self, world: &mut MeshWorld, want: &[Field]) -> Result<Answer, Fault> {
        let pairs = [Pair::new(self.placed.object, 0)];
        let found = world.verdicts_with(self.set, &pairs).map_err(mesh::failed)?;
        let found = found.first().copied().unwrap_or(ConvexVerdict::Separate);
        let overlaps = |meets: bool| if meets { Verdict::Overlapping } else { Verdict::Separate };
        let (mut answer, solid) = (Answer::bare(overlaps(found.meets())), self.placed.text.solid);
        if self.moves {
            let mut meets = found.meets();
            // When a solid holds the shape is not known.
            if want.contains(&Field::Interval) && !solid {
                answer.interval = self.on_the_way()?;
                meets |= answer.interval.is_some();
            } else if !meets {
                meets = self.meets_on_the_way()?;
            }
            answer.verdict = overlaps(meets);
            return Ok(answer);
        }
        if want.contains(&Field::Witness) {
            answer.witness = self.witness(found)?.map(Into::into);
        }
        if want.contains(&Field::Subset) {
            let within_mesh = match found {
                ConvexVerdict::Enclosed => true,
                ConvexVerdict::Meeting { .. } if solid => {
                    self.has_outside(world)?.then_some(false).ok_or_else(|| {
                        Fault::unsupported("subsets of meshes that touch from within are")
                    })?
                }
                _ => self.set.vertices_of(0).is_empty(),
            };
            answer.subset = Some([found.meets() && self.holds_mesh()?, within_mesh]);
        }
        Ok(answer)
    }

    /// The frame or hull, and points of the mesh as a second polytope.
    fn beside(&self, points: &[Vec3]) -> Result<PolytopeSet, Fault> {
        let mut set = self.set.clone();
        set.push(points).map_err(Fault::engine)?;
        Ok(set)
    }

    /// The triangles that the shape may meet on its way.
    fn met(&self) -> impl Iterator<Item = Result<PolytopeSet, Fault>> {
        let Placed { mesh, text, .. } = self.placed;
        mesh::near(mesh, &text.pose, self.set.bounds::<Moving>(0))
    }

    /// Whether surface and shape meet.
    fn meets_on_the_way(&self) -> Result<bool, Fault> {
        for triangles in self.met() {
            let triangles = triangles?;
            let query = self.service.collide_between(&triangles, self.set).moving().on_cpu();
            if !query.run().map_err(Fault::engine)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// When surface and shape first and last meet, if they do.
    fn on_the_way(&self) -> Result<Option<ContactInterval>, Fault> {
        let mut met: Option<ContactInterval> = None;
        for triangles in self.met() {
            let triangles = triangles?;
            let query = self.service.collide_between(&triangles, self.set).moving().on_cpu();
            let hits = query.wanted(Wanted::INTERVAL).run().map_err(Fault::engine)?;
            let intervals = hits.details().iter().filter_map(|hit| Some(hit.interval?.value));
            met = met.into_iter().chain(intervals).reduce(|a, b| ContactInterval {
                first: a.first.min(b.first),
                last: a.last.max(b.last),
            });
        }
        Ok(met)
    }

    /// A common point.
    fn witness(&self, found: ConvexVerdict) -> Result<Option<motzkin::glam::DVec3>, Fault> {
        match found {
            ConvexVerdict::Meeting { triangle } => {
                let set = self.beside(&self.placed.corners(triangle).map(Vec3::from))?;
                let pairs = [Pair::new(0, 1)];
                let query = self.service.query(&set, &pairs).on_cpu();
                let answer = query.wanted(Wanted::WITNESS).run().map_err(Fault::engine)?;
                let detail = answer.details().first();
                Ok(detail.and_then(|detail| Some(detail.witness?.value)))
            }
            // Any point of the shape.
            ConvexVerdict::Enclosed => Ok(self.set.points(0).next()),
            _ => Ok(None),
        }
    }

    /// Whether the mesh lies within the frame or hull: all vertices of its triangles do.
    fn holds_mesh(&self) -> Result<bool, Fault> {
        let Placed { mesh, text, .. } = self.placed;
        let mut used = vec![false; mesh.vertices().len()];
        for &corner in mesh.triangles().as_flattened() {
            used[corner as usize] = true;
        }
        let used = mesh.vertices().iter().zip(used).filter(|(_, used)| *used);
        let points: Vec<Vec3> = used.map(|(&vertex, _)| text.pose.place(vertex).into()).collect();
        for part in points.chunks(PART) {
            let set = self.beside(part)?;
            let pairs = [Pair::new(1, 0)];
            let query = self.service.query(&set, &pairs).on_cpu();
            let answer = query.wanted(Wanted::SUBSET).run().map_err(Fault::engine)?;
            if answer.details().first().and_then(|detail| detail.subset) != Some(true) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a vertex of the frame or hull lies outside of the solid.
    fn has_outside(&self, world: &mut MeshWorld) -> Result<bool, Fault> {
        let shape = self.set.polytopes()[0];
        let one = |vertex| Polytope { start: shape.start + vertex, count: 1, ..shape };
        let vertices = (0..shape.count).map(one).collect();
        let set = PolytopeSet::from_parts(self.set.vertices().to_vec(), vertices)
            .map_err(Fault::engine)?;
        let pairs: Vec<Pair> =
            (0..shape.count).map(|vertex| Pair::new(self.placed.object, vertex)).collect();
        let found = world.verdicts_with(&set, &pairs).map_err(mesh::failed)?;
        Ok(found.contains(&ConvexVerdict::Separate))
    }
}
