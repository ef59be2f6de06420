//! What lists bind of the buffers of a scene, and until when.

use crate::gpu::record::batch::Batch;
use crate::gpu::stages::verdicts::ShapeMix;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A batch for each dispatch. They hold on to the buffers of a list and to those of its scene, so
/// they have to go before the memory of these counts as free.
#[derive(Debug)]
pub(super) struct Bound {
    pub batches: Vec<Batch>,
    /// That of the frames' buffers.
    pub generation: u64,
    pub shapes: ShapeMix,
}

/// What a list has bound: at rest, and in motion.
#[derive(Debug, Default)]
pub(super) struct Binding(Mutex<[Option<Bound>; 2]>);

impl Binding {
    pub fn lock(&self) -> MutexGuard<'_, [Option<Bound>; 2]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of all buffers.
    pub fn clear(&self) {
        *self.lock() = [None, None];
    }
}

/// The lists that have bound the buffers of a scene, which lets them go with it and when it makes
/// others: a list may live longer, and may not be asked for long.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    lists: Vec<Weak<Binding>>,
    generation: u64,
}

impl Bindings {
    /// Takes note of a list that has bound the buffers.
    pub fn add(&mut self, list: &Arc<Binding>) {
        let list = Arc::downgrade(list);
        self.lists.retain(|known| known.strong_count() > 0 && !known.ptr_eq(&list));
        self.lists.push(list);
    }

    /// Lets go of all buffers but those of this generation.
    pub fn renew(&mut self, generation: u64) {
        if std::mem::replace(&mut self.generation, generation) == generation {
            return;
        }
        let other = |bound: &mut Bound| bound.generation != generation;
        for list in self.lists.iter().filter_map(Weak::upgrade) {
            for bound in &mut *list.lock() {
                bound.take_if(other);
            }
        }
    }
}

impl Drop for Bindings {
    fn drop(&mut self) {
        self.lists.iter().filter_map(Weak::upgrade).for_each(|list| list.clear());
    }
}
