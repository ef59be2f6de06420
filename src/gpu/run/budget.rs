//! GPU memory, counted against a budget before it is allocated.

use crate::gpu_error::OverBudget;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// What lies on the device to be used again, and is made anew if it was freed.
pub(in crate::gpu) trait Spare: Send + Sync {
    /// Frees what nothing under way uses.
    fn free(&self);
}

/// What one device's users share.
#[derive(Debug)]
pub(in crate::gpu) struct Budget {
    /// `None` for memory without a bound.
    most: Option<u64>,
    used: Mutex<u64>,
    spare: Mutex<Vec<Weak<dyn Spare>>>,
}

impl Budget {
    pub fn new(most: Option<u64>) -> Arc<Self> {
        Arc::new(Self { most, used: Mutex::default(), spare: Mutex::default() })
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Weak<dyn Spare>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something to be freed when memory is needed, for as long as it lives.
    #[cfg(all(feature = "meshes", not(target_family = "wasm")))]
    pub fn add_spare(&self, spare: &Arc<dyn Spare>) {
        let mut all = self.spare();
        all.retain(|spare| spare.strong_count() > 0);
        all.push(Arc::downgrade(spare));
    }

    /// Frees what can be made anew, where memory is bounded.
    pub fn free_spare(&self) {
        if self.most.is_none() {
            return;
        }
        let spare: Vec<_> = self.spare().iter().filter_map(Weak::upgrade).collect();
        spare.iter().for_each(|spare| spare.free());
    }

    /// The bytes that there are, where they are bounded.
    pub fn most(&self) -> Option<u64> {
        self.most
    }

    fn used(&self) -> MutexGuard<'_, u64> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that nobody holds.
    pub fn left(&self) -> u64 {
        self.most.map_or(u64::MAX, |most| most.saturating_sub(*self.used()))
    }

    /// Puts `new` bytes in the place of `old` ones. What can be made anew makes way.
    fn exchange(&self, what: &'static str, old: u64, new: u64) -> Result<(), OverBudget> {
        self.exchange_free(what, old, new).or_else(|_| {
            self.free_spare();
            self.exchange_free(what, old, new)
        })
    }

    /// [`exchange`](Self::exchange), for which nothing makes way.
    fn exchange_free(&self, what: &'static str, old: u64, new: u64) -> Result<(), OverBudget> {
        let mut used = self.used();
        let others = used.saturating_sub(old);
        if let Some(budget) =
            self.most.filter(|&most| new > old && others.saturating_add(new) > most)
        {
            return Err(OverBudget { what, needed: new, used: others, budget });
        }
        *used = others.saturating_add(new);
        Ok(())
    }

    /// Takes bytes, which `what` names in a refusal.
    pub fn take(self: &Arc<Self>, what: &'static str, bytes: u64) -> Result<Arc<Held>, OverBudget> {
        self.exchange(what, 0, bytes)?;
        Ok(Arc::new(Held { budget: self.clone(), what, bytes: Mutex::new(bytes) }))
    }

    /// [`take`](Self::take), for which nothing makes way.
    #[cfg(all(feature = "meshes", not(target_family = "wasm")))]
    pub fn take_free(
        self: &Arc<Self>,
        what: &'static str,
        bytes: u64,
    ) -> Result<Arc<Held>, OverBudget> {
        self.exchange_free(what, 0, bytes)?;
        Ok(Arc::new(Held { budget: self.clone(), what, bytes: Mutex::new(bytes) }))
    }
}

/// Bytes taken from a budget, given back by the drop of the last handle: that of the buffers, and
/// those of submissions that use them.
#[derive(Debug)]
pub(in crate::gpu) struct Held {
    budget: Arc<Budget>,
    what: &'static str,
    bytes: Mutex<u64>,
}

impl Held {
    /// Nothing yet.
    pub fn none(budget: &Arc<Budget>, what: &'static str) -> Arc<Self> {
        Arc::new(Self { budget: budget.clone(), what, bytes: Mutex::default() })
    }

    pub fn bytes(&self) -> u64 {
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds another number of bytes; fewer are always granted.
    pub fn resize(&self, new: u64) -> Result<(), OverBudget> {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        self.budget.exchange(self.what, *bytes, new)?;
        *bytes = new;
        Ok(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let bytes = self.bytes();
        let mut used = self.budget.used();
        *used = used.saturating_sub(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_and_given_back() {
        let budget = Budget::new(Some(100));
        let held = budget.take("one", 60).expect("room");
        let refused = budget.take("two", 41).expect_err("no room");
        assert_eq!(refused, OverBudget { what: "two", needed: 41, used: 60, budget: 100 });
        let rest = budget.take("three", 40).expect("room");
        assert_eq!(budget.left(), 0);
        let refused = held.resize(61).expect_err("no room");
        assert_eq!(refused, OverBudget { what: "one", needed: 61, used: 40, budget: 100 });
        assert_eq!((held.bytes(), budget.left()), (60, 0));
        held.resize(10).expect("fewer");
        let clone = rest.clone();
        drop(rest);
        assert_eq!(budget.left(), 50);
        drop(clone);
        held.resize(100).expect("room again");
        drop(held);
        assert_eq!(budget.left(), 100);
        let unbounded = Budget::new(None);
        let all = unbounded.take("all", u64::MAX).expect("no bound");
        assert!(unbounded.take("more", 1).is_ok());
        drop(all);
    }

    /// Holds bytes until it is asked to free them.
    struct Geometry(Mutex<Option<Arc<Held>>>);

    impl Spare for Geometry {
        fn free(&self) {
            *self.0.lock().expect("one thread") = None;
        }
    }

    #[test]
    #[cfg(all(feature = "meshes", not(target_family = "wasm")))]
    fn what_can_be_made_anew_makes_way() {
        let budget = Budget::new(Some(100));
        let geometry = |bytes| {
            let held = budget.take_free("geometry", bytes).expect("room");
            let spare = Arc::new(Geometry(Mutex::new(Some(held))));
            budget.add_spare(&(spare.clone() as Arc<dyn Spare>));
            spare
        };
        let kept = geometry(70);
        let fits = budget.take("a batch", 30).expect("room beside it");
        assert!(budget.take_free("other geometry", 1).is_err());
        assert!(kept.0.lock().expect("one thread").is_some(), "nothing asked for its memory");
        fits.resize(40).expect("the geometry makes way");
        assert!(kept.0.lock().expect("one thread").is_none());
        assert_eq!(budget.left(), 60);
        let kept = geometry(60);
        let taken = budget.take("a batch", 60).expect("the geometry makes way");
        assert_eq!((budget.left(), kept.0.lock().expect("one thread").is_none()), (0, true));
        assert!(budget.take("more", 1).is_err());
        drop(taken);
    }
}
