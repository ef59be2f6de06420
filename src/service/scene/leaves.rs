//! The leaves of trees, and what they are tested with.

use super::bodies::Body;
use super::error::SceneError;
use super::others::block_on;
use super::polytopes::Polytopes;
use super::shape::Kind;
use super::view::{Seen, View};
use crate::geom::{Frame3, Pair, PolytopeSet};
use crate::service::collision_service::CollisionService;
use crate::tree::bvh::{Ends, Half, LeafPairs, Placed};
use crate::verdict::Verdict;
use glam::Vec3;
use motzkin_core::{Motion, Resting, by_motion};
use std::collections::HashMap;
#[cfg(feature = "motion")]
use {crate::geom::ContactInterval, crate::service::answer::Measured, crate::wanted::Wanted};

/// Pairs of leaves that are tested at once: few at first, then twice as many each time.
const CHUNK: usize = 16;
const MOST_CHUNK: usize = 1 << 10;

/// A tree, a frame or a hull of a pair in which a tree takes part.
pub(super) struct Side<'a> {
    part: Part<'a>,
    pub velocity: Vec3,
    /// Leaves that were posed for an earlier pair of leaves.
    posed: HashMap<u32, Frame3>,
}

enum Part<'a> {
    Tree(Placed<'a>),
    Frame(Frame3),
    /// A set, and the index of the hull in it.
    Hull(PolytopeSet, u32),
}

impl<'a> Side<'a> {
    /// The shape in a slot, which is no mesh.
    pub fn new(view: View<'a>, slot: u32) -> Result<Self, SceneError> {
        let velocity = view.velocity(slot);
        let part = match view.shape(slot) {
            Seen::Frame(frame) | Seen::Body(Body { kind: Kind::Frame(frame), .. }) => {
                // The velocity was checked when it was set.
                Part::Frame(frame.with_velocity(velocity).unwrap_or(*frame))
            }
            Seen::Body(Body { kind: Kind::Tree(tree), pose, .. }) => {
                Part::Tree(Placed::new(tree, pose))
            }
            Seen::Body(_) => {
                let mut polytopes = Polytopes::default();
                let index = polytopes.index(view, slot)?;
                Part::Hull(polytopes.set, index)
            }
        };
        Ok(Self { part, velocity, posed: HashMap::new() })
    }

    /// What a search goes down; `None` for an empty hull.
    pub fn half(&self) -> Option<Half<'a>> {
        Some(match &self.part {
            Part::Tree(placed) => Half::Tree(*placed),
            Part::Frame(frame) => Half::Whole(Ends::of(&frame.bounds::<Resting>())?),
            Part::Hull(set, hull) => Half::Whole(Ends::of(&set.bounds::<Resting>(*hull))?),
        })
    }

    /// The posed leaf of a tree, or the frame.
    pub fn frame(&mut self, node: u32) -> Frame3 {
        match &self.part {
            Part::Tree(placed) => {
                if let Some(frame) = self.posed.get(&node) {
                    return *frame;
                }
                let frame = placed.frame(node);
                let frame = frame.with_velocity(self.velocity).unwrap_or(frame);
                self.posed.insert(node, frame);
                frame
            }
            Part::Frame(frame) => *frame,
            Part::Hull(..) => unreachable!("a hull is no frame"),
        }
    }

    /// Adds a leaf or the frame to a set, and returns its index. A hull has its index already.
    pub fn push(&mut self, node: u32, set: &mut PolytopeSet) -> Result<u32, SceneError> {
        if let Part::Hull(_, index) = self.part {
            return Ok(index);
        }
        let index = set.push_frame(&self.frame(node))?;
        set.set_velocity(index, self.velocity)?;
        Ok(index)
    }
}

/// Two shapes of which one is a tree, and none a mesh.
pub(super) struct Sides<'a>(pub [Side<'a>; 2]);

impl<'a> Sides<'a> {
    pub fn new(view: View<'a>, pair: Pair) -> Result<Self, SceneError> {
        Ok(Self([Side::new(view, pair.a)?, Side::new(view, pair.b)?]))
    }

    /// What searches go down; `None` if one of both is empty.
    pub fn halves(&self) -> Option<[Half<'a>; 2]> {
        let [a, b] = &self.0;
        Some([a.half()?, b.half()?])
    }

    /// The set in which pairs of polytopes begin, if a hull takes part.
    pub fn hull(&self) -> Option<&PolytopeSet> {
        self.0.iter().find_map(|side| match &side.part {
            Part::Hull(set, _) => Some(set),
            _ => None,
        })
    }

    /// Shows the pairs of leaves that may meet, chunk by chunk, until one is the last that is
    /// wanted.
    fn chunks(
        &mut self,
        moves: bool,
        mut test: impl FnMut(&Chunk, &mut LeafPairs<'_>) -> Result<bool, SceneError>,
    ) -> Result<(), SceneError> {
        let Some(halves) = self.halves() else { return Ok(()) };
        let [a, b] = [0, 1].map(|side: usize| self.0[side].velocity.as_dvec3());
        let way = if moves { b - a } else { glam::DVec3::ZERO };
        let (mut pairs, mut most) = (LeafPairs::new(halves, way), CHUNK);
        loop {
            let mut chunk = match self.hull() {
                Some(set) => Chunk::Polytopes(set.clone(), Vec::new()),
                None => Chunk::Frames(Vec::new(), Vec::new()),
            };
            for Pair { a: p, b: q } in pairs.by_ref().take(most) {
                let [a, b] = &mut self.0;
                match &mut chunk {
                    Chunk::Frames(first, second) => {
                        first.push(a.frame(p));
                        second.push(b.frame(q));
                    }
                    Chunk::Polytopes(set, listed) => {
                        let pair = Pair::new(a.push(p, set)?, b.push(q, set)?);
                        listed.push(pair);
                    }
                }
            }
            if chunk.is_empty() || test(&chunk, &mut pairs)? {
                return Ok(());
            }
            most = (2 * most).min(MOST_CHUNK);
        }
    }

    /// Returns the exact verdict: the greatest one of two leaves.
    pub fn verdict<M: Motion>(
        &mut self,
        service: &CollisionService,
    ) -> Result<Verdict, SceneError> {
        let mut found = Verdict::Separate;
        self.chunks(M::MOVES, |chunk, _| {
            let verdicts = match chunk {
                Chunk::Frames(a, b) => {
                    let query = service.query_between(a, b).on_cpu();
                    by_motion!(M::MOVES, block_on(query.moving()), block_on(query))?
                        .verdicts()
                        .to_vec()
                }
                Chunk::Polytopes(set, pairs) => {
                    let query = service.query(set, pairs).on_cpu();
                    by_motion!(M::MOVES, block_on(query.moving()), block_on(query))?
                        .verdicts()
                        .to_vec()
                }
            };
            found = verdicts.iter().fold(found, |most, &verdict| most.max(verdict));
            Ok(found == Verdict::Overlapping)
        })?;
        Ok(found)
    }

    /// Returns the first and the last contact of any leaves, if there is one. With `first` the last
    /// one is that of some of them.
    #[cfg(feature = "motion")]
    pub fn interval(
        &mut self,
        service: &CollisionService,
        first: bool,
    ) -> Result<Option<Measured<ContactInterval>>, SceneError> {
        let mut found: Option<Measured<ContactInterval>> = None;
        self.chunks(true, |chunk, pairs| {
            match chunk {
                Chunk::Frames(a, b) => {
                    let query = service.query_between(a, b).on_cpu().moving();
                    let answer = block_on(query.wanted(Wanted::INTERVAL))?;
                    found =
                        answer.details().iter().filter_map(|hit| hit.interval).fold(found, joined);
                }
                Chunk::Polytopes(set, listed) => {
                    let query = service.query(set, listed).on_cpu().moving();
                    let answer = block_on(query.wanted(Wanted::INTERVAL))?;
                    found =
                        answer.details().iter().filter_map(|hit| hit.interval).fold(found, joined);
                }
            }
            if first && let Some(known) = found {
                pairs.until = f64::from(known.value.first.next_up());
            }
            Ok(false)
        })?;
        Ok(found)
    }
}

/// Returns the interval from the first contact to the last of two intervals.
#[cfg(feature = "motion")]
fn joined(
    known: Option<Measured<ContactInterval>>,
    next: Measured<ContactInterval>,
) -> Option<Measured<ContactInterval>> {
    let Some(Measured { value, slack }) = known else { return Some(next) };
    let (first, last) = (value.first.min(next.value.first), value.last.max(next.value.last));
    Some(Measured { value: ContactInterval { first, last }, slack: slack.max(next.slack) })
}

/// Pairs of leaves.
enum Chunk {
    Frames(Vec<Frame3>, Vec<Frame3>),
    Polytopes(PolytopeSet, Vec<Pair>),
}

impl Chunk {
    fn is_empty(&self) -> bool {
        match self {
            Self::Frames(a, _) => a.is_empty(),
            Self::Polytopes(_, pairs) => pairs.is_empty(),
        }
    }
}
