//! The broad phase of a scene: the pairs of its slots, which stay between searches.

use super::dimension::SceneFrame;
use super::error::SceneError;
use super::handle::Handle;
#[cfg(feature = "meshes")]
use super::meshes::placed_box;
use super::pair_list::PairList;
use super::state::State;
use crate::geom::{Frame3, Pair};
use crate::kernel::SimdLevel;
use crate::parallel::each;
use motzkin_core::broad::PairCache;
use motzkin_core::{Motion, Resting};
#[cfg(feature = "polytopes")]
use {
    super::bodies::Body,
    super::polytopes::{Convex, Polytopes},
    super::shape::Kind,
    super::shape_search::VISITOR,
    super::view::{View, swept_box},
    crate::error::PolytopeError,
    crate::geom::{Aabb, Aabb3},
    crate::tree::bvh::Placed,
    motzkin_core::broad::{BoxTree, TreeBox},
    motzkin_core::by_motion,
};

/// Slots whose boxes one thread computes at a time.
const GRAIN: usize = 1 << 10;

/// A box for each slot, the pairs of them, and a tree for what is asked of one shape.
pub(super) struct Broad<F: SceneFrame = Frame3> {
    cache: Option<PairCache<F::Aabb>>,
    /// The boxes are those of moving frames.
    moves: bool,
    /// Built when it is first asked for.
    #[cfg(feature = "polytopes")]
    tree: Option<BoxTree<F::Aabb>>,
    /// Boxes have changed since the tree was built.
    #[cfg(feature = "polytopes")]
    stale: bool,
}

impl<F: SceneFrame> Default for Broad<F> {
    fn default() -> Self {
        Self {
            cache: None,
            moves: false,
            #[cfg(feature = "polytopes")]
            tree: None,
            #[cfg(feature = "polytopes")]
            stale: false,
        }
    }
}

/// Frames of a scene whose bodies have boxes.
#[cfg(feature = "polytopes")]
pub trait Boxed: Convex {
    /// A box round a body that is no polytope.
    fn own_box<M: Motion>(body: &Body<Self>) -> Option<Self::Aabb>;
}

/// Frames of a scene without bodies.
#[cfg(not(feature = "polytopes"))]
pub trait Boxed: SceneFrame {}

#[cfg(not(feature = "polytopes"))]
impl<F: SceneFrame> Boxed for F {}

impl<F: Boxed> Broad<F> {
    /// Returns the pairs of slots whose boxes meet and whose filters do, ascending; on the threads
    /// at hand. Only what [changed](State::take_changed) since the last search is computed anew.
    pub fn pairs<M: Motion>(
        &mut self,
        state: &State<F>,
        changed: Vec<u32>,
        level: SimdLevel,
        limit: usize,
    ) -> Result<&[Pair], SceneError> {
        if self.moves != M::MOVES {
            self.cache = None;
        }
        self.moves = M::MOVES;
        Ok(self.renewed::<M>(state, changed, level)?.update(limit)?)
    }

    /// Returns a tree over the boxes, by slots. Boxes may be those of moving shapes: these contain
    /// the shapes at rest.
    #[cfg(feature = "polytopes")]
    pub fn tree(
        &mut self,
        state: &State<F>,
        changed: Vec<u32>,
        level: SimdLevel,
    ) -> Result<&BoxTree<F::Aabb>, SceneError> {
        by_motion!(
            self.moves,
            self.renewed::<motzkin_core::Moving>(state, changed, level),
            self.renewed::<motzkin_core::Resting>(state, changed, level)
        )?;
        let boxes = self.cache.as_ref().map_or(&[][..], PairCache::boxes);
        let tree = match self.tree.take() {
            Some(tree) if !self.stale => tree,
            Some(mut tree) if tree.len() == boxes.len() => {
                tree.refit(boxes)?;
                tree
            }
            _ => BoxTree::build(boxes)?,
        };
        self.stale = false;
        Ok(self.tree.insert(tree))
    }

    /// Brings the boxes up to date.
    fn renewed<M: Motion>(
        &mut self,
        state: &State<F>,
        mut changed: Vec<u32>,
        level: SimdLevel,
    ) -> Result<&mut PairCache<F::Aabb>, SceneError> {
        let slots = state.frames.len();
        let mut cache = self.cache.take().unwrap_or_else(|| PairCache::at(level));
        changed.retain(|&slot| (slot as usize) < cache.len());
        changed.extend(cache.len() as u32..slots as u32);
        #[cfg(feature = "polytopes")]
        {
            self.stale |= !changed.is_empty();
        }
        let box_of = |place: usize| state.frame_box::<M>(changed[place] as usize);
        let boxes = each(changed.len(), GRAIN, &box_of);
        #[cfg(feature = "polytopes")]
        let boxes = with_bodies::<F, M>(state, &changed, boxes)?;
        for (slot, aabb) in changed.into_iter().zip(boxes) {
            let filter = state.filter(slot as usize);
            if (slot as usize) < cache.len() {
                cache.set(slot, aabb)?;
                cache.set_filter(slot, filter);
            } else {
                cache.push(aabb, filter)?;
            }
        }
        Ok(self.cache.insert(cache))
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        let bytes = self.cache.as_ref().map_or(0, PairCache::bytes);
        #[cfg(feature = "polytopes")]
        let bytes = bytes + self.tree.as_ref().map_or(0, BoxTree::bytes);
        bytes as u64
    }
}

impl<F: Boxed> State<F> {
    /// Returns the box of a shape where it stands; `None` for a handle of no shape.
    pub fn aabb(&self, handle: Handle) -> Option<F::Aabb> {
        let slot = self.slots.index(handle).ok()?;
        #[cfg(feature = "polytopes")]
        if let Some(body) = self.bodies.get(slot) {
            return bounds_of(body).ok();
        }
        Some(self.frame_box::<Resting>(slot))
    }
}

#[cfg(feature = "polytopes")]
impl Boxed for Frame3 {
    fn own_box<M: Motion>(body: &Body) -> Option<Aabb3> {
        let at_rest = match &body.kind {
            #[cfg(feature = "meshes")]
            Kind::Mesh { mesh, .. } => placed_box(mesh, &body.pose),
            Kind::Tree(tree) => Placed::new(tree, &body.pose).ends(0).aabb(),
            Kind::Frame(_) | Kind::Hull(_) => return None,
        };
        Some(if M::MOVES { swept_box(&at_rest, body.velocity) } else { at_rest })
    }
}

/// The box round a polytope of a set.
#[cfg(feature = "polytopes")]
fn box_of<B: TreeBox, M: Motion>(polytopes: &Polytopes, index: u32) -> B {
    let bounds = polytopes.set.bounds::<M>(index);
    B::from_ends(|axis| bounds.ends(axis))
}

/// Returns a box round a shape that is no frame of a scene, where it stands.
#[cfg(feature = "polytopes")]
pub(super) fn bounds_of<F: Boxed>(visitor: &Body<F>) -> Result<F::Aabb, PolytopeError> {
    if let Some(own) = F::own_box::<Resting>(visitor) {
        return Ok(own);
    }
    let (state, mut polytopes) = (State::default(), Polytopes::default());
    let index = polytopes.index(View::with(&state, visitor), VISITOR)?;
    Ok(box_of::<_, Resting>(&polytopes, index))
}

/// Puts the boxes of the bodies among slots in their places. The box of a body that does not fit
/// `f32` ends at its largest number.
#[cfg(feature = "polytopes")]
fn with_bodies<F: Boxed, M: Motion>(
    state: &State<F>,
    slots: &[u32],
    mut boxes: Vec<F::Aabb>,
) -> Result<Vec<F::Aabb>, PolytopeError> {
    if state.bodies.is_empty() {
        return Ok(boxes);
    }
    let (mut polytopes, mut hulls) = (Polytopes::default(), Vec::new());
    let view = View::of(state);
    for (place, &slot) in slots.iter().enumerate() {
        let Some(body) = state.bodies.get(slot as usize) else { continue };
        match F::own_box::<M>(body) {
            Some(own) => boxes[place] = own,
            None => hulls.push((place, polytopes.index(view, slot)?)),
        }
    }
    let hull = |at: usize| box_of::<_, M>(&polytopes, hulls[at].1);
    let of_hulls = each(hulls.len(), GRAIN, &hull);
    hulls.iter().zip(of_hulls).for_each(|(&(place, _), aabb)| boxes[place] = aabb);
    Ok(boxes)
}

/// What the scene keeps between two calls.
#[derive(Default)]
pub(super) struct Found {
    pub broad: Broad,
    /// The candidates as they are tested; empty between two calls.
    pub list: Option<PairList>,
}

impl Found {
    /// Bytes on the CPU.
    pub fn bytes(&self) -> u64 {
        self.broad.bytes() + self.list.as_ref().map_or(0, PairList::host_bytes)
    }

    /// Bytes of the candidates on the GPU.
    pub fn gpu_bytes(&self) -> u64 {
        self.list.as_ref().map_or(0, PairList::gpu_bytes)
    }
}
