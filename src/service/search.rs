//! Searching worlds of object trees.

use super::backend::{AnyEngine, Declined};
use super::collide::Pending;
use super::collision_service::CollisionService;
use crate::exact;
use crate::gpu_error::GpuError;
use crate::tree::bvh::{
    BvhWorld, Collision, Collisions, Find, Posed, Recent, Scope, SearchFault, SearchOptions,
};
use rayon::prelude::*;

/// Boxes that one thread finds at a time.
const BOXES: usize = 4;

/// A question about a world of object trees: what collides. [`CollisionService::search`] asks it.
///
/// [`run`](Self::run) blocks, `.await` does not while a GPU works. What the CPU computes is
/// computed on the threads of the service, while the thread that runs or polls waits.
#[derive(Debug)]
#[must_use = "nothing is computed until it is run or awaited"]
pub struct Search<'a> {
    service: &'a CollisionService,
    world: &'a BvhWorld,
    options: SearchOptions,
}

impl CollisionService {
    /// Asks what collides in a world of objects: which nodes, which objects, or the first of them.
    ///
    /// The answer and its order are the same on every engine and number of threads;
    /// [`bvh`](crate::tree::bvh) says what is found. Objects whose pose has changed since the last
    /// search are posed where the search reaches them. A GPU goes down trees of at most 128
    /// children a node and 256 levels. Limited searches, and trees that a GPU does not take, are
    /// searched on the CPU. Costs some 10 to 30 ns on one thread for each pair of nodes whose boxes
    /// meet. Below two nodes that meet it compares the boxes of their children, in about a
    /// nanosecond a pair. It does not look at pairs below other nodes.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{Bvh, CollisionService, Engine, Find, Frame3, BvhWorld};
    /// use std::sync::Arc;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let cube = |x: f32| Frame3::aligned_box(Vec3::X * x, Vec3::new(x + 1.0, 1.0, 1.0));
    /// let row = Arc::new(Bvh::over(&[cube(0.0)?, cube(3.0)?])?);
    /// let mut world = BvhWorld::new();
    /// let a = world.insert(&row, Quat::IDENTITY, Vec3::ZERO)?;
    /// let b = world.insert(&row, Quat::IDENTITY, Vec3::X * 2.5)?;
    ///
    /// let service = CollisionService::new(Engine::Auto)?;
    /// let found = service.search(&world).run()?;
    /// assert_eq!((found.len(), found[0].objects, found[0].frames), (1, [a, b], [1, 0]));
    /// assert_eq!(service.search(&world).one(b).find(Find::Objects).run()?.len(), 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn search<'a>(&'a self, world: &'a BvhWorld) -> Search<'a> {
        Search { service: self, world, options: SearchOptions::default() }
    }

    /// Searches a world on the engine, or on the CPU where the engine declines.
    pub(super) async fn search_world(
        &self,
        world: &BvhWorld,
        options: &SearchOptions,
    ) -> Result<Collisions, SearchError> {
        let found = match self.engine.search(world, options).get().await {
            Ok(found) => found,
            Err(declined) => {
                match declined {
                    Declined::Search(fault) => return Err(fault.into()),
                    Declined::Gpu(error) => drop(self.engine.failed(error)?),
                    Declined::Unsupported => {}
                }
                let cpu: &AnyEngine = &self.cpu;
                cpu.search(world, options).get().await.map_err(SearchError::of)?
            }
        };
        Ok(if options.boxes { self.cpu.install(|| with_boxes(world, found))? } else { found })
    }
}

/// The options that searches of worlds and of scenes have in common, each a method.
macro_rules! search_options {
    ($search:ident) => {
        impl $search<'_> {
            /// Chooses what the search looks for. Without it, all pairs of leaves that collide.
            pub fn find(mut self, find: Find) -> Self {
                self.options.find = find;
                self
            }

            /// Ends the search at a level, as [`SearchOptions::max_level`] says.
            pub fn max_level(mut self, level: u32) -> Self {
                self.options.max_level = Some(level);
                self
            }

            /// Ends the search before it does more tests, as [`SearchOptions::max_tests`] says.
            pub fn max_tests(mut self, tests: u64) -> Self {
                self.options.max_tests = Some(tests);
                self
            }

            /// Refuses an answer of more collisions, as [`SearchOptions::max_collisions`] says.
            pub fn max_collisions(mut self, collisions: u64) -> Self {
                self.options.max_collisions = Some(collisions);
                self
            }

            /// Computes the box of what each pair of frames shares, as [`SearchOptions::boxes`]
            /// says.
            pub fn boxes(mut self) -> Self {
                self.options.boxes = true;
                self
            }
        }
    };
}
#[cfg(feature = "polytopes")]
pub(super) use search_options;

search_options!(Search);

impl<'a> Search<'a> {
    /// Takes all options at once, in place of those that were chosen before.
    pub fn options(mut self, options: SearchOptions) -> Self {
        self.options = options;
        self
    }

    /// Compares one object with the others alone.
    pub fn one(mut self, object: u32) -> Self {
        self.options.scope = Scope::One(object);
        self
    }

    /// Returns what collides. Blocks until the answer is there.
    ///
    /// # Errors
    ///
    /// Returns [`SearchError::World`] for a number of no object, for more than `2^27` pairs of
    /// objects that are compared and whose boxes meet, unless it is a search of one object, and for
    /// more collisions than [`SearchOptions::max_collisions`]. Returns
    /// [`SearchError::Gpu`] for a GPU that fails.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn run(self) -> Result<Collisions, SearchError> {
        self.service.block_on(self.into_future())
    }
}

impl<'a> IntoFuture for Search<'a> {
    type Output = Result<Collisions, SearchError>;
    type IntoFuture = Pending<'a, Self::Output>;

    /// Returns a future of what collides.
    fn into_future(self) -> Self::IntoFuture {
        let Self { service, world, options } = self;
        Box::pin(async move { service.search_world(world, &options).await })
    }
}

/// Why a search has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The world, or what was asked of it.
    #[error(transparent)]
    World(#[from] SearchFault),
    /// The GPU failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

impl SearchError {
    fn of(declined: Declined) -> Self {
        match declined {
            Declined::Search(fault) => fault.into(),
            Declined::Gpu(error) => error.into(),
            Declined::Unsupported => {
                GpuError::Internal("the CPU engine declines nothing".into()).into()
            }
        }
    }
}

/// Adds the box of each collision.
fn with_boxes<'a>(world: &'a BvhWorld, found: Collisions) -> Result<Collisions, SearchFault> {
    let stats = found.stats();
    let start = Recent::new;
    let one = |recent: &mut Recent<Posed<'a>>, collision: Collision| {
        let [a, b] = [0, 1].map(|side| {
            let (object, node) = (collision.objects[side], collision.nodes[side]);
            // A search may have come to the root alone.
            if let (0, Some(root)) = (node, world.root(object)) {
                return Ok(*root);
            }
            let posed = recent.get(object, |object| world.posed(object))?;
            Ok(posed.frames[node as usize])
        });
        let aabb = exact::intersection_box(&a?, &b?).map_err(SearchFault::Pair)?;
        Ok(Collision { aabb, ..collision })
    };
    let list: Vec<Result<_, _>> =
        found.into_vec().into_par_iter().with_min_len(BOXES).map_init(start, one).collect();
    // The first fault in their order, whichever was found first.
    Ok(Collisions::new(list.into_iter().collect::<Result<_, _>>()?, stats))
}
