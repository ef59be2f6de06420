//! Searching worlds of object trees.

use super::backend::{AnyEngine, Declined};
use super::collision_service::CollisionService;
use crate::exact;
use crate::gpu_error::GpuError;
use crate::tree::bvh::{Collision, Collisions, Posed, Recent, SearchFault, SearchOptions, World};
use rayon::prelude::*;

/// Boxes that one thread finds at a time.
const BOXES: usize = 4;

impl CollisionService {
    /// Finds what collides in a world of objects: which nodes, which objects, or the first of
    /// them. Blocks until the answer is there.
    ///
    /// The answer and its order are the same on every engine and number of threads;
    /// [`bvh`](crate::tree::bvh) says what is found. Objects whose pose has changed since the last
    /// search are posed where the search reaches them. A GPU goes down trees of at most 128
    /// children a node and 256 levels. Limited searches, and trees that a GPU does not take, are
    /// searched on the CPU. Costs some 10 to 30 ns on one thread for each pair of nodes whose boxes
    /// meet. Below two nodes that meet it compares the boxes of their children, in about a
    /// nanosecond a pair. It does not look at pairs below other nodes.
    ///
    /// # Errors
    ///
    /// A scope that names no object; more pairs of objects than fit in memory; more collisions than
    /// [`SearchOptions::max_collisions`]; a GPU that fails.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn search(
        &self,
        world: &World,
        options: &SearchOptions,
    ) -> Result<Collisions, SearchError> {
        self.block_on(self.search_async(world, options))
    }

    /// Finds what collides in a world of objects as [`search`](fn@Self::search) does, without
    /// blocking while a GPU is at work.
    ///
    /// # Errors
    ///
    /// Those of [`search`](fn@Self::search).
    pub async fn search_async(
        &self,
        world: &World,
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
fn with_boxes<'a>(world: &'a World, found: Collisions) -> Result<Collisions, SearchFault> {
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
