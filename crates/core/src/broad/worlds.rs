//! The worlds of a tree: which boxes may be paired.

use super::error::BroadError;
use std::ops::Range;

/// The worlds that boxes belong to, one behind the other. A tree sorts the boxes of each world by
/// themselves, so that a place belongs to the same world as the box of that index.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The first box of each world.
    starts: Vec<u32>,
    count: u32,
    /// The world of each place, where there are several worlds. The first is 0.
    of: Vec<u32>,
    /// The number of the first world among those that it was cut out of.
    first: u32,
}

impl Worlds {
    /// Checks the starts of the worlds of `count` boxes.
    pub fn new(starts: &[u32], count: usize) -> Result<Self, BroadError> {
        let start = |world: usize| starts.get(world).copied().unwrap_or(0);
        let wrong = |world: usize| match world {
            0 => starts.first() != Some(&0),
            _ => start(world) < start(world - 1) || start(world) as usize > count,
        };
        if let Some(world) = (0..starts.len().max(1)).find(|&world| wrong(world)) {
            return Err(BroadError::Worlds { world, start: start(world), boxes: count });
        }
        let (starts, count) = (starts.to_vec(), count as u32);
        let mut out = Self { starts, count, of: Vec::new(), first: 0 };
        if out.len() > 1 {
            out.of.reserve_exact(count as usize);
            for world in 0..out.len() {
                out.of.extend(out.range(world).map(|_| world as u32));
            }
        }
        Ok(out)
    }

    /// Takes them for worlds in the middle of others, from that number on: a part of a set is
    /// searched against all of another set.
    pub fn number_from(&mut self, first: u32) {
        self.first = first;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// How many boxes they have together.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The boxes of a world.
    pub fn range(&self, world: usize) -> Range<u32> {
        let end = self.starts.get(world + 1).copied();
        self.starts[world]..end.unwrap_or(self.count)
    }

    /// The numbers of the first and the last world of some places.
    #[inline(always)]
    pub fn across(&self, places: &Range<u32>) -> [u32; 2] {
        let of = |place: u32| self.first + self.of.get(place as usize).copied().unwrap_or(0);
        [of(places.start), of(places.end.saturating_sub(1))]
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.of[..])
    }
}
