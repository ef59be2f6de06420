//! GPU memory, counted against a budget before it is allocated.

use crate::gpu_error::OverBudget;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What one device's users share.
#[derive(Debug)]
pub(in crate::gpu) struct Budget {
    /// `None` for memory without a bound.
    most: Option<u64>,
    used: Mutex<u64>,
}

impl Budget {
    pub fn new(most: Option<u64>) -> Arc<Self> {
        Arc::new(Self { most, used: Mutex::default() })
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

    /// Puts `new` bytes in the place of `old` ones.
    fn exchange(&self, what: &'static str, old: u64, new: u64) -> Result<(), OverBudget> {
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
}
