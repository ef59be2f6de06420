//! The search of a scene's trees.

use super::bodies::Body;
use super::error::SceneError;
use super::handle::Handle;
use super::shape::Kind;
use super::space::Scene;
use crate::geom::Aabb3;
use crate::service::collide::Pending;
use crate::service::search::search_options;
use crate::tree::bvh::{BvhWorld, Collision, Find, Scope, SearchOptions, SearchStats};

/// A question about the trees of a scene: which of their frames collide. [`Scene::search`] asks it.
/// [`run`](Self::run) blocks, `.await` does not while a GPU works.
#[derive(Debug)]
#[must_use = "nothing is computed until it is run or awaited"]
pub struct SceneSearch<'a> {
    scene: &'a mut Scene,
    one: Option<Handle>,
    options: SearchOptions,
}

/// Two frames of trees that collide.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TreeHit {
    /// The first tree: of a search of one tree, that one.
    pub a: Handle,
    /// The second tree.
    pub b: Handle,
    /// The ids of both.
    pub ids: [u32; 2],
    /// The indices of the nodes in [`Bvh::nodes`](crate::Bvh::nodes).
    pub nodes: [u32; 2],
    /// The numbers of the frames in the lists that the trees were built from.
    pub frames: [u32; 2],
    /// False if a limit ended the search above the leaves, as [`Collision::exact`] says.
    pub exact: bool,
    /// The smallest box of what the two frames share, if it was asked for.
    pub aabb: Option<Aabb3>,
}

/// What a search of a scene's trees found, in ascending order of handles, then of frames.
/// Dereferences to a slice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeHits {
    hits: Vec<TreeHit>,
    stats: SearchStats,
}

impl TreeHits {
    /// Returns the work that the search did.
    pub fn stats(&self) -> SearchStats {
        self.stats
    }

    /// Returns the list itself.
    pub fn into_vec(self) -> Vec<TreeHit> {
        self.hits
    }
}

impl std::ops::Deref for TreeHits {
    type Target = [TreeHit];
    fn deref(&self) -> &[TreeHit] {
        &self.hits
    }
}

impl<'a> IntoIterator for &'a TreeHits {
    type Item = &'a TreeHit;
    type IntoIter = std::slice::Iter<'a, TreeHit>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Scene {
    /// Asks which frames of the scene's [trees](super::SceneShape::tree) collide: all trees against
    /// all, or one against the others. Shapes of other kinds take no part.
    ///
    /// It is the search of [`CollisionService::search`](fn@crate::CollisionService::search), on the
    /// engine of the service, with all of its options. Two leaves collide if they meet and the
    /// frames above them meet on every level, as [`bvh`](crate::tree::bvh) says. The trees stand
    /// still. Filters count, groups there are none.
    ///
    /// The first search of a scene lists its trees. Later ones look at the shapes that have
    /// changed.
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{Bvh, CollisionService, Engine, Find, Frame3, SceneShape};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let cube = |x: f32| Frame3::aligned_box(Vec3::X * x, Vec3::new(x + 1.0, 1.0, 1.0));
    /// let row = SceneShape::tree(Bvh::over(&[cube(0.0)?, cube(3.0)?])?);
    /// let mut scene = CollisionService::new(Engine::Auto)?.scene();
    /// let (a, b) = (scene.insert(row.clone())?, scene.insert(row)?);
    /// scene.set_pose(b, Quat::IDENTITY, Vec3::X * 2.5)?;
    ///
    /// let found = scene.search().run()?;
    /// assert_eq!((found.len(), found[0].a, found[0].b, found[0].frames), (1, a, b, [1, 0]));
    /// let found = scene.search().one(b).find(Find::Objects).run()?;
    /// assert_eq!((found[0].a, found[0].b), (b, a));
    /// # Ok(())
    /// # }
    /// ```
    pub fn search(&mut self) -> SceneSearch<'_> {
        SceneSearch { scene: self, one: None, options: SearchOptions::default() }
    }

    /// Brings the world of trees up to date.
    fn search_world(&mut self) -> &BvhWorld {
        let mut state = self.state.write();
        let slots = state.frames.len();
        let changed = state.searched.take(slots);
        let (mut world, changed) = match self.trees.take() {
            Some((world, known)) => {
                (world, changed.into_iter().chain(known as u32..slots as u32).collect())
            }
            None => (BvhWorld::new(), (0..slots as u32).collect::<Vec<u32>>()),
        };
        for slot in changed {
            match state.bodies.get(slot as usize) {
                Some(Body { kind: Kind::Tree(tree), pose, filter, .. }) => {
                    world.put(slot, tree, *pose, *filter);
                }
                _ => world.take(slot),
            }
        }
        drop(state);
        &self.trees.insert((world, slots)).0
    }
}

search_options!(SceneSearch);

impl SceneSearch<'_> {
    /// Compares one tree with the others alone.
    pub fn one(mut self, tree: Handle) -> Self {
        self.one = Some(tree);
        self
    }

    /// Returns what collides. Blocks until the answer is there.
    ///
    /// # Errors
    ///
    /// Returns [`SceneError::Stale`] or [`SceneError::NoTree`] for a handle that names no tree, and
    /// [`SceneError::Search`] for more than `2^27` pairs of trees that are compared and whose boxes
    /// meet, unless it is a search of one tree, for too many collisions, or a GPU that fails.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn run(self) -> Result<TreeHits, SceneError> {
        let service = self.scene.service.clone();
        service.block_on(self.into_future())
    }

    async fn answer(self) -> Result<TreeHits, SceneError> {
        let Self { scene, one, mut options } = self;
        if let Some(handle) = one {
            let state = scene.state();
            let slot = state.slots.index(handle).map_err(|_| SceneError::Stale(handle))?;
            let body = state.bodies.get(slot);
            if !body.is_some_and(|body| matches!(body.kind, Kind::Tree(_))) {
                return Err(SceneError::NoTree(handle));
            }
            options.scope = Scope::One(slot as u32);
        }
        let service = scene.service.clone();
        let found = service.search_world(scene.search_world(), &options).await?;
        let state = scene.state();
        let stats = found.stats();
        let hit = |Collision { objects, nodes, frames, exact, aabb }: Collision| {
            let [a, b] = objects.map(|slot| state.slots.last_at(slot));
            let ids = objects.map(|slot| state.ids[slot as usize]);
            TreeHit { a, b, ids, nodes, frames, exact, aabb }
        };
        Ok(TreeHits { hits: found.into_vec().into_iter().map(hit).collect(), stats })
    }
}

impl<'a> IntoFuture for SceneSearch<'a> {
    type Output = Result<TreeHits, SceneError>;
    type IntoFuture = Pending<'a, Self::Output>;

    /// Returns a future of what collides, which borrows the scene.
    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.answer())
    }
}
