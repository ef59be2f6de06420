//! Lists of pairs that stay.

use super::bodies::Bodies;
use super::contents::{Contents, Pool};
use super::error::PairListError;
use super::handle::Handle;
use super::slots::Slots;
use super::state::Most;
use crate::geom::Pair;
use crate::service::backend::DeviceList;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Pairs of a scene's frames, uploaded once and tested as often as one likes:
/// [`Scene::pair_list`](super::Scene::pair_list) makes it.
///
/// A pair that names a removed frame is separate from then on. No new shape gets the slot of a
/// removed one while pairs made before the removal are held by any list of the scene, or by a
/// ticket or a raw answer, whether they name the slot or not. So a scene whose shapes come and go
/// grows beside a list that stays: give the list new contents now and then
/// ([`Scene::replace`](super::Scene::replace); appending is not enough). A list without pairs holds
/// no slot.
///
/// All pairs lie in one buffer: on a GPU no more than fit the device's `max_buffer_size`, 32
/// million for the 256 MiB of WebGPU's defaults, 134 million for the gibibyte of a device of the
/// service's own; elsewhere what a 32-bit number counts.
///
/// Costs 8 bytes a pair on the CPU, and on a GPU 8 bytes and 2 bits a pair and some scratch; from
/// 65,536 pairs on up to half a byte a pair more. The memory of pairs that were replaced is kept
/// for the next ones.
pub struct PairList {
    pub(super) scene: u64,
    pub(super) contents: Arc<Contents>,
    pool: Pool,
    /// What a device keeps of the list.
    pub(super) on_device: Mutex<Option<Box<dyn DeviceList>>>,
}

impl fmt::Debug for PairList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PairList").field("pairs", &self.pairs()).finish_non_exhaustive()
    }
}

/// Two frames of a scene, named by handles, or by slots for speed.
pub trait ScenePair: Copy + sealed::Checked {}

impl ScenePair for (Handle, Handle) {}
impl ScenePair for Pair {}

/// What tells whether a slot holds a frame.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub slots: &'a Slots,
    pub bodies: &'a Bodies,
}

mod sealed {
    use super::{Handle, Pair, PairListError, Rows};

    pub trait Checked {
        /// The slots, both of which hold a frame.
        fn checked(self, number: usize, rows: Rows<'_>) -> Result<Pair, PairListError>;
    }

    impl Checked for (Handle, Handle) {
        fn checked(self, pair: usize, rows: Rows<'_>) -> Result<Pair, PairListError> {
            for handle in [self.0, self.1] {
                let slot = rows.slots.index(handle);
                let slot = slot.map_err(|_| PairListError::Stale { pair, handle })?;
                if rows.bodies.get(slot).is_some() {
                    return Err(PairListError::NoFrame { pair, handle });
                }
            }
            Ok(Pair::new(self.0.slot(), self.1.slot()))
        }
    }

    impl Checked for Pair {
        fn checked(self, pair: usize, rows: Rows<'_>) -> Result<Pair, PairListError> {
            let holds_none = |&slot: &u32| {
                rows.slots.at(slot).is_none() || rows.bodies.get(slot as usize).is_some()
            };
            match [self.a, self.b].into_iter().find(holds_none) {
                Some(slot) => Err(PairListError::EmptySlot { pair, slot }),
                None => Ok(self),
            }
        }
    }
}

impl PairList {
    /// An empty list.
    pub(super) fn new(scene: u64) -> Self {
        let pool = Pool::default();
        Self {
            scene,
            contents: Arc::new(Contents { made: u64::MAX, pairs: Vec::new(), pool: pool.clone() }),
            pool,
            on_device: Mutex::default(),
        }
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> usize {
        self.contents.pairs.len()
    }

    /// Returns true if the list has no pairs.
    pub fn is_empty(&self) -> bool {
        self.contents.pairs.is_empty()
    }

    /// Returns the pairs as slots, in order.
    pub fn pairs(&self) -> &[Pair] {
        &self.contents.pairs
    }

    /// Returns the bytes on the GPU: the pairs, their codes and scratch. They are zero on other
    /// engines and before the first submission.
    pub fn gpu_bytes(&self) -> u64 {
        self.on_device().as_ref().map_or(0, |list| list.bytes())
    }

    /// Bytes on the CPU: the pairs, and the memory that is kept for the next ones. Pairs that only
    /// tickets and answers hold are not counted.
    pub(super) fn host_bytes(&self) -> u64 {
        let pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let pooled: usize = pool.iter().map(Vec::capacity).sum();
        ((self.contents.pairs.capacity() + pooled) * size_of::<Pair>()) as u64
    }

    /// The list's part on a device.
    pub(super) fn on_device(&self) -> MutexGuard<'_, Option<Box<dyn DeviceList>>> {
        self.on_device.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Contents of these pairs alone, to be [put](Self::put) behind the first `kept` ones.
    pub(super) fn checked<P: ScenePair>(
        &self,
        rows: Rows<'_>,
        kept: usize,
        pairs: &[P],
        Most(most, limit): Most,
    ) -> Result<Contents, PairListError> {
        let len = kept + pairs.len();
        if len > most {
            return Err(PairListError::TooLong { pairs: len, most, limit });
        }
        let mut new = self.unfilled(rows.slots.time());
        for (number, pair) in pairs.iter().enumerate() {
            new.pairs.push(pair.checked(number, rows)?);
        }
        Ok(new)
    }

    /// Contents without pairs, in memory that was used before if there is some.
    fn unfilled(&self, made: u64) -> Contents {
        let pooled = self.pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut new = Contents { made, pairs: pooled.unwrap_or_default(), pool: self.pool.clone() };
        new.pairs.clear();
        new
    }

    /// The contents and new ones behind them. Contents that nobody else holds grow where they are:
    /// many short appendices cost what they are long.
    fn joined(&mut self, new: Contents) -> Contents {
        let none = Contents { made: u64::MAX, pairs: Vec::new(), pool: self.pool.clone() };
        let own = std::mem::replace(&mut self.contents, Arc::new(none));
        let mut all = Arc::try_unwrap(own).unwrap_or_else(|shared| {
            let mut copy = self.unfilled(shared.made);
            copy.pairs.extend_from_slice(&shared.pairs);
            copy
        });
        all.made = all.made.min(new.made);
        all.pairs.extend_from_slice(&new.pairs);
        all
    }

    /// Lets go of the pairs.
    pub(super) fn forget(&mut self) {
        self.contents = Self::new(self.scene).contents;
    }

    /// Takes contents that were checked, behind the first `kept` pairs.
    pub(super) fn put(&mut self, slots: &mut Slots, kept: usize, new: Contents) {
        let whole = match kept {
            0 => new,
            _ => self.joined(new),
        };
        self.contents = Arc::new(whole);
        // Those without pairs name no slot.
        if !self.is_empty() {
            slots.watch(&self.contents);
        }
        if let Some(list) = &mut *self.on_device() {
            list.touch(kept);
        }
    }
}
