//! When shapes meet of which one moves at least.

use super::error::SceneError;
use super::others::{Answerer, block_on};
use super::polytopes::Polytopes;
use crate::geom::{Pair, PolytopeSet};
use crate::service::answer::Measured;
use crate::service::collision_service::CollisionService;
use crate::wanted::Wanted;
use motzkin_core::Resting;
#[cfg(feature = "meshes")]
use {
    super::leaves::Side,
    super::meshes::placed_box,
    super::sweep::Swept,
    crate::tree::bvh::{Ends, Half, LeafPairs},
    glam::Vec3,
};

/// Pairs of triangles and hulls that are tested at once.
#[cfg(feature = "meshes")]
const CHUNK: usize = 64;

/// Moving triangles, and what they are tested with.
#[derive(Default)]
struct Chunk {
    set: PolytopeSet,
    pairs: Vec<Pair>,
}

#[cfg(feature = "meshes")]
impl Chunk {
    fn triangle(&mut self, mesh: &Swept<'_>, triangle: u32) -> Result<u32, SceneError> {
        let index = self.set.push(&mesh.corners(triangle).map(Vec3::from))?;
        self.set.set_velocity(index, mesh.velocity)?;
        Ok(index)
    }
}

/// Tests chunks, until one is the last that is wanted.
#[cfg(feature = "meshes")]
struct Chunks<T> {
    /// What every chunk begins with.
    hull: PolytopeSet,
    chunk: Chunk,
    test: T,
    done: bool,
}

#[cfg(feature = "meshes")]
impl<T: FnMut(&Chunk) -> Result<bool, SceneError>> Chunks<T> {
    fn new(hull: PolytopeSet, test: T) -> Self {
        let chunk = Chunk { set: hull.clone(), pairs: Vec::new() };
        Self { hull, chunk, test, done: false }
    }

    fn add(
        &mut self,
        pair: impl FnOnce(&mut Chunk) -> Result<Pair, SceneError>,
    ) -> Result<(), SceneError> {
        let pair = pair(&mut self.chunk)?;
        self.chunk.pairs.push(pair);
        if self.chunk.pairs.len() == CHUNK { self.finish() } else { Ok(()) }
    }

    fn finish(&mut self) -> Result<(), SceneError> {
        if !self.done && !self.chunk.pairs.is_empty() {
            self.done = (self.test)(&self.chunk)?;
            self.chunk = Chunk { set: self.hull.clone(), pairs: Vec::new() };
        }
        Ok(())
    }
}

impl Answerer<'_> {
    /// Returns whether the surfaces of a pair meet while `t` runs over `[0, 1]`. One of the shapes
    /// is a mesh at least.
    #[cfg(feature = "meshes")]
    pub fn meet_on_the_way(&mut self, pair: Pair) -> Result<bool, SceneError> {
        if self.view.velocity(pair.a) == self.view.velocity(pair.b) {
            return Ok(false);
        }
        let (mut meets, service) = (false, self.service);
        self.chunks(pair, |chunk| {
            let found = block_on(service.query(&chunk.set, &chunk.pairs).on_cpu().moving())?;
            meets = found.verdicts().iter().any(|verdict| verdict.meets());
            Ok(meets)
        })?;
        Ok(meets)
    }

    /// Returns when a pair first meets, with the bound of its error, if it does.
    pub fn first_time(&mut self, pair: Pair) -> Result<Option<Measured<f32>>, SceneError> {
        if self.answer::<Resting>(&[pair])?.iter().any(|(_, verdict)| verdict.meets()) {
            return Ok(Some(Measured { value: 0.0, slack: 0.0 }));
        }
        if self.view.has_tree([pair.a, pair.b]) && !self.view.has_mesh(pair) {
            return self.tree_first_time(pair);
        }
        let (mut first, service) = (None, self.service);
        self.chunks(pair, |chunk| {
            Self::earliest(service, chunk, &mut first)?;
            Ok(false)
        })?;
        Ok(first)
    }

    /// Finds the earliest contact of moving polytopes.
    fn earliest(
        service: &CollisionService,
        chunk: &Chunk,
        first: &mut Option<Measured<f32>>,
    ) -> Result<(), SceneError> {
        let query = service.query(&chunk.set, &chunk.pairs).on_cpu();
        let found = block_on(query.moving().wanted(Wanted::INTERVAL))?;
        for Measured { value, slack } in found.details().iter().filter_map(|hit| hit.interval) {
            if first.is_none_or(|known| value.first < known.value) {
                *first = Some(Measured { value: value.first, slack });
            }
        }
        Ok(())
    }

    /// Shows what may meet of a pair, chunk by chunk: triangles of two meshes, or triangles of one
    /// and a hull. The pair itself, if neither is a mesh.
    fn chunks(
        &mut self,
        pair: Pair,
        mut test: impl FnMut(&Chunk) -> Result<bool, SceneError>,
    ) -> Result<(), SceneError> {
        #[cfg(feature = "meshes")]
        if self.mesh_chunks(pair, &mut test)? {
            return Ok(());
        }
        let mut polytopes = Polytopes::default();
        let [a, b] = [pair.a, pair.b].map(|slot| polytopes.index(self.view, slot));
        test(&Chunk { pairs: vec![Pair::new(a?, b?)], set: polytopes.set }).map(|_| ())
    }

    /// Shows the chunks of a pair in which a mesh takes part, and returns whether one does.
    #[cfg(feature = "meshes")]
    fn mesh_chunks(
        &mut self,
        pair: Pair,
        mut test: impl FnMut(&Chunk) -> Result<bool, SceneError>,
    ) -> Result<bool, SceneError> {
        for slot in [pair.a, pair.b] {
            if let Some(mesh) = self.view.mesh(slot) {
                self.meshes.grow_tree(mesh)?;
            }
        }
        match (self.swept(pair.a), self.swept(pair.b)) {
            (Some(a), Some(b)) => {
                let mut chunks = Chunks::new(PolytopeSet::new(), test);
                'search: for p in a.met(&placed_box(b.mesh, b.pose), b.velocity) {
                    for q in b.met(&a.triangle_box(p), a.velocity) {
                        chunks.add(|chunk| {
                            Ok(Pair::new(chunk.triangle(&a, p)?, chunk.triangle(&b, q)?))
                        })?;
                        if chunks.done {
                            break 'search;
                        }
                    }
                }
                chunks.finish()?;
            }
            (Some(mesh), None) => self.with_hull(&mesh, pair.b, &mut test)?,
            (None, Some(mesh)) => self.with_hull(&mesh, pair.a, &mut test)?,
            (None, None) => return Ok(false),
        }
        Ok(true)
    }

    /// Shows the triangles of a mesh that a frame, a hull or a leaf of a tree may meet, and the
    /// frame, hull or leaf.
    #[cfg(feature = "meshes")]
    fn with_hull(
        &self,
        mesh: &Swept<'_>,
        slot: u32,
        mut test: impl FnMut(&Chunk) -> Result<bool, SceneError>,
    ) -> Result<(), SceneError> {
        let velocity = self.view.velocity(slot);
        let mut one = |set: PolytopeSet, hull: u32| {
            let bounds = set.bounds::<Resting>(hull);
            let mut chunks = Chunks::new(set, &mut test);
            for triangle in mesh.met(&bounds, velocity) {
                chunks.add(|chunk| Ok(Pair::new(chunk.triangle(mesh, triangle)?, hull)))?;
                if chunks.done {
                    break;
                }
            }
            chunks.finish()?;
            Ok(chunks.done)
        };
        let Some(placed) = self.view.tree(slot) else {
            let mut polytopes = Polytopes::default();
            let hull = polytopes.index(self.view, slot)?;
            return one(polytopes.set, hull).map(|_| ());
        };
        let Some(bounds) = Ends::of(&placed_box(mesh.mesh, mesh.pose)) else { return Ok(()) };
        let mut side = Side::new(self.view, slot)?;
        let way = mesh.velocity.as_dvec3() - velocity.as_dvec3();
        for leaf in LeafPairs::new([Half::Tree(placed), Half::Whole(bounds)], way) {
            let mut set = PolytopeSet::new();
            let hull = side.push(leaf.a, &mut set)?;
            if one(set, hull)? {
                break;
            }
        }
        Ok(())
    }

    /// A mesh in motion, if the slot holds a mesh. Its tree has been built.
    #[cfg(feature = "meshes")]
    fn swept(&self, slot: u32) -> Option<Swept<'_>> {
        let (mesh, pose) = (self.view.mesh(slot)?, self.view.pose(slot)?);
        let tree = self.meshes.tree_of(mesh)?;
        Some(Swept { mesh, pose, velocity: self.view.velocity(slot), tree })
    }
}
