//! What a thread has computed lately of objects that the world does not keep.

use super::error::SearchFault;
use super::lazy::{Bounds, Lazy};
use super::posed::Posed;
use crate::number_map::NumberMap;
use std::collections::VecDeque;

/// Bytes that are held, beside the two objects that are compared.
const MOST: usize = 1 << 24;

/// What is computed of an object, and goes with its last clone unless the world keeps it.
pub(crate) trait Computed: Clone {
    /// Returns the bytes that go with the last clone.
    fn own_bytes(&self) -> usize;
}

impl Computed for Posed<'_> {
    fn own_bytes(&self) -> usize {
        match self {
            Self::Kept(_) => 0,
            Self::Own(posed) => posed.bytes(),
        }
    }
}

impl Computed for Lazy<'_> {
    fn own_bytes(&self) -> usize {
        match &self.bounds {
            Bounds::Kept(_) => 0,
            Bounds::Own(bounds) => bounds.bytes(),
            Bounds::Whole(posed) => posed.own_bytes(),
        }
    }
}

/// The latest objects of one thread.
pub(crate) struct Recent<T> {
    known: NumberMap<u32, T>,
    /// The numbers of the objects, the oldest first.
    order: VecDeque<u32>,
    bytes: usize,
}

impl<T: Computed> Recent<T> {
    pub fn new() -> Self {
        Self { known: NumberMap::default(), order: VecDeque::new(), bytes: 0 }
    }

    /// Returns what `compute` returns for an object.
    pub fn get(
        &mut self,
        object: u32,
        compute: impl FnOnce(u32) -> Result<T, SearchFault>,
    ) -> Result<T, SearchFault> {
        if let Some(known) = self.known.get(&object) {
            return Ok(known.clone());
        }
        let computed = compute(object)?;
        let bytes = computed.own_bytes();
        if bytes > 0 {
            self.bytes += bytes;
            self.known.insert(object, computed.clone());
            self.order.push_back(object);
            while self.bytes > MOST && self.order.len() > 2 {
                let oldest = self.order.pop_front().and_then(|oldest| self.known.remove(&oldest));
                self.bytes -= oldest.map_or(0, |oldest| oldest.own_bytes());
            }
        }
        Ok(computed)
    }
}
