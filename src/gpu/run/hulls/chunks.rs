//! How a batch of polytopes is cut to limits.

use crate::geom::{Pair, PolytopeSet};
use crate::gpu::device::limits::largest_bound;
use crate::gpu::run::chunks::{Chunk, ChunkLimits, largest};
use crate::gpu::run::code_buffers::CodeCapacity;
use crate::gpu::run::hulls::record::{Block, PlacedHull};
use crate::gpu::shader::stage_layout::PAIRS_PER_GROUP;
use std::borrow::Cow;
use std::collections::HashMap;

/// The most pairs of a dispatch, so that none takes long.
const MOST_PAIRS: u32 = 1 << 18;

/// What one dispatch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gpu) struct HullCapacity {
    pub pairs: u32,
    pub hulls: u32,
    pub blocks: u32,
}

impl HullCapacity {
    /// The most that a device binds, and that the options allow.
    pub fn new(device: &wgpu::Limits, limits: ChunkLimits) -> Self {
        let largest = largest_bound(device);
        let fit = |size: usize| u32::try_from(largest / size as u64).unwrap_or(u32::MAX);
        Self {
            pairs: limits.pairs.min(MOST_PAIRS),
            hulls: limits.frames.min(fit(size_of::<PlacedHull>())),
            blocks: fit(size_of::<Block>()),
        }
    }

    /// No more than a batch needs, and no more than fits in a budget; the error says what would be
    /// needed.
    pub fn within(
        self,
        set: &PolytopeSet,
        pairs: &[Pair],
        left: u64,
        limits: ChunkLimits,
    ) -> Result<Self, u64> {
        let most =
            |count: usize, limit: u32| u32::try_from(count).unwrap_or(u32::MAX).min(limit).max(1);
        let pairs = most(pairs.len(), self.pairs);
        let (hulls, blocks) = (most(set.len(), self.hulls), most(set.scanned().len(), self.blocks));
        let least = Self {
            pairs: pairs.min(PAIRS_PER_GROUP),
            hulls: hulls.min(16),
            blocks: blocks.min(64),
        };
        let bytes = |pairs, hulls, blocks| Self { pairs, hulls, blocks }.bytes(limits);
        if left < least.bytes(limits) {
            return Err(least.bytes(limits));
        }
        let fits = |blocks| bytes(least.pairs, least.hulls, blocks) <= left / 2;
        let blocks = largest(least.blocks, blocks, fits);
        let hulls =
            largest(least.hulls, hulls, |hulls| bytes(least.pairs, hulls, blocks) <= left / 4 * 3);
        let pairs = largest(least.pairs, pairs, |pairs| bytes(pairs, hulls, blocks) <= left);
        Ok(Self { pairs, hulls, blocks })
    }

    /// Bytes of hulls and blocks.
    pub fn inputs(self) -> [u64; 2] {
        let each = |count: u32, size: usize| u64::from(count) * size as u64;
        [each(self.hulls, size_of::<PlacedHull>()), each(self.blocks, size_of::<Block>())]
    }

    /// What the codes of the pairs take.
    pub fn codes(self, limits: ChunkLimits) -> CodeCapacity {
        let list = limits.list_capacity(self.pairs);
        CodeCapacity { pairs: self.pairs, list, groups: 0 }
    }

    /// All bytes.
    pub fn bytes(self, limits: ChunkLimits) -> u64 {
        self.codes(limits).bytes(1, self.inputs().iter().sum())
    }
}

/// The hulls that the pairs of a chunk name, with their vertices.
pub(in crate::gpu) type Hulls = (Vec<PlacedHull>, Vec<Block>);

/// Cuts a batch. A pair whose hulls alone have no room names none, and so stays undecided.
pub(in crate::gpu) struct HullChunks<'a> {
    hulls: &'a [PlacedHull],
    blocks: &'a [Block],
    rest: &'a [Pair],
    capacity: HullCapacity,
}

impl<'a> HullChunks<'a> {
    pub fn new(
        hulls: &'a [PlacedHull],
        blocks: &'a [Block],
        pairs: &'a [Pair],
        capacity: HullCapacity,
    ) -> Self {
        Self { hulls, blocks, rest: pairs, capacity }
    }

    /// True when each chunk brings its own hulls.
    pub fn gathers(&self) -> bool {
        self.hulls.len() > self.capacity.hulls as usize
            || self.blocks.len() > self.capacity.blocks as usize
    }

    fn gather(&mut self) -> Chunk<'a, Hulls> {
        let mut gathered = Gathered::default();
        let mut pairs = Vec::new();
        for pair in self.rest.iter().take(self.capacity.pairs as usize) {
            let known = |index: u32| (index as usize) < self.hulls.len();
            if !known(pair.a) || !known(pair.b) {
                pairs.push(Pair::new(u32::MAX, u32::MAX));
                continue;
            }
            match gathered.with(self, *pair) {
                Some(pair) => pairs.push(pair),
                None if gathered.hulls.is_empty() => pairs.push(Pair::new(u32::MAX, u32::MAX)),
                None => break,
            }
        }
        self.rest = &self.rest[pairs.len()..];
        Chunk { pairs: Cow::Owned(pairs), gathered: Some((gathered.hulls, gathered.blocks)) }
    }
}

impl<'a> Iterator for HullChunks<'a> {
    type Item = Chunk<'a, Hulls>;

    fn next(&mut self) -> Option<Chunk<'a, Hulls>> {
        if self.rest.is_empty() {
            return None;
        }
        if self.gathers() {
            return Some(self.gather());
        }
        let (pairs, rest) = self.rest.split_at(self.rest.len().min(self.capacity.pairs as usize));
        self.rest = rest;
        Some(Chunk { pairs: Cow::Borrowed(pairs), gathered: None })
    }
}

/// What a chunk has so far.
#[derive(Default)]
struct Gathered {
    hulls: Vec<PlacedHull>,
    blocks: Vec<Block>,
    /// Where hulls of the set are now, and the vertices of a first block and a number of blocks.
    places: HashMap<u32, u32>,
    starts: HashMap<(u32, u32), u32>,
}

impl Gathered {
    /// The pair as the chunk numbers its hulls, which come with it; `None` where they have no room.
    fn with(&mut self, whole: &HullChunks<'_>, pair: Pair) -> Option<Pair> {
        let fresh: Vec<u32> = if pair.a == pair.b { vec![pair.a] } else { vec![pair.a, pair.b] };
        let fresh = fresh.into_iter().filter(|index| !self.places.contains_key(index));
        let fresh: Vec<(u32, PlacedHull)> = fresh
            .map(|index| Some((index, *whole.hulls.get(index as usize)?)))
            .collect::<Option<_>>()?;
        let mut bodies: Vec<&PlacedHull> = fresh.iter().map(|(_, hull)| hull).collect();
        bodies.dedup_by_key(|hull| hull.range());
        bodies.retain(|hull| !self.starts.contains_key(&hull.range()));
        let more: usize = bodies.iter().map(|hull| hull.range().1 as usize).sum();
        if self.hulls.len() + fresh.len() > whole.capacity.hulls as usize
            || self.blocks.len() + more > whole.capacity.blocks as usize
        {
            return None;
        }
        for (index, hull) in fresh {
            let (blocks, (start, count)) = (&mut self.blocks, hull.range());
            let own = *self.starts.entry((start, count)).or_insert_with(|| {
                blocks.extend_from_slice(&whole.blocks[start as usize..][..count as usize]);
                blocks.len() as u32 - count
            });
            self.places.insert(index, self.hulls.len() as u32);
            self.hulls.push(PlacedHull { start: own, ..hull });
        }
        let place = |index: u32| self.places.get(&index).copied();
        Some(Pair::new(place(pair.a)?, place(pair.b)?))
    }
}
