//! Memory of buffers that grow together. It is taken from a budget when rows are announced, and
//! used when they are uploaded.

use crate::gpu::run::budget::{Budget, Held};
use crate::gpu_error::OverBudget;
use std::sync::Arc;

/// What is held for buffers with a row for each item.
#[derive(Debug)]
pub(in crate::gpu) struct Reservation {
    budget: Arc<Budget>,
    what: &'static str,
    /// For the buffers that exist.
    now: Option<Reserved>,
    /// For the buffers that the next upload makes.
    next: Option<Reserved>,
    /// For the buffers that were replaced, until the upload is submitted.
    before: Option<Option<Reserved>>,
}

#[derive(Clone, Debug)]
struct Reserved {
    rows: usize,
    held: Arc<Held>,
}

impl Reservation {
    pub fn new(budget: &Arc<Budget>, what: &'static str) -> Self {
        Self { budget: budget.clone(), what, now: None, next: None, before: None }
    }

    /// Returns the rows that memory is held for.
    pub fn capacity(&self) -> usize {
        self.next.as_ref().or(self.now.as_ref()).map_or(0, |reserved| reserved.rows)
    }

    /// Returns the capacity to grow to for `rows` rows: at least half as much again as now, up to
    /// `most`.
    pub fn grown(&self, rows: usize, most: usize) -> usize {
        let now = self.now.as_ref().map_or(0, |reserved| reserved.rows);
        rows.max((now + now / 2).min(most))
    }

    /// Reserves `bytes` of the memory budget for buffers of `rows` rows, in addition to the buffers
    /// that already exist.
    pub fn hold(&mut self, rows: usize, bytes: u64) -> Result<(), OverBudget> {
        match &mut self.next {
            Some(next) => {
                next.held.resize(bytes)?;
                next.rows = rows;
            }
            None => self.next = Some(Reserved { rows, held: self.budget.take(self.what, bytes)? }),
        }
        Ok(())
    }

    /// Gives back what the next buffers would have had beyond `rows` rows of `bytes` bytes. Returns
    /// false where they were to have no more.
    pub fn trim(&mut self, rows: usize, bytes: u64) -> bool {
        if self.now.as_ref().is_some_and(|now| now.rows >= rows) {
            return self.next.take().is_some();
        }
        let Some(next) = self.next.as_mut().filter(|next| next.rows > rows) else { return false };
        // Less is always granted.
        let _ = next.held.resize(bytes);
        next.rows = rows;
        true
    }

    /// Gives back all that the next buffers would have had. Returns false where none were planned.
    pub fn forget_next(&mut self) -> bool {
        self.next.take().is_some()
    }

    /// Notes that the buffers are made. Returns their rows.
    pub fn realise(&mut self) -> usize {
        if let Some(next) = self.next.take() {
            let old = self.now.replace(next);
            self.before.get_or_insert(old);
        }
        self.capacity()
    }

    /// Notes that the new buffers are in use: gives back the memory of those that they replaced.
    pub fn commit(&mut self) {
        self.before = None;
    }

    /// Notes that nothing was submitted: the buffers from before stay.
    pub fn revert(&mut self) {
        if let Some(before) = self.before.take() {
            self.next = std::mem::replace(&mut self.now, before);
        }
    }

    /// Notes that there are no buffers any more: the next upload makes them in the same memory.
    pub fn renew(&mut self) {
        (self.next, self.before) = (self.next.take().or(self.now.take()), None);
        self.now = None;
    }

    /// Returns the memory of all buffers that a submission may use.
    pub fn held(&self) -> impl Iterator<Item = Arc<Held>> {
        let reservation = self.now.iter().chain(self.before.iter().flatten());
        reservation.map(|capacity| capacity.held.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A device that has no room for growth to half as much again may have some for what is needed.
    #[test]
    fn growth_that_failed_is_trimmed() {
        let budget = Budget::new(Some(1000));
        let mut rows = Reservation::new(&budget, "rows");
        rows.hold(10, 100).expect("memory");
        assert_eq!(rows.realise(), 10);
        rows.commit();
        assert!(!rows.trim(10, 100), "nothing was planned");
        let failed = |rows: &mut Reservation| {
            let grown = rows.grown(11, usize::MAX);
            rows.hold(grown, 10 * grown as u64).expect("memory");
            assert_eq!((rows.realise(), budget.left()), (15, 750));
            rows.revert();
            assert_eq!((rows.capacity(), budget.left()), (15, 750));
        };
        failed(&mut rows);
        assert!(rows.trim(11, 110));
        assert!(!rows.trim(11, 110), "it is as small as it may be");
        assert_eq!((rows.realise(), budget.left()), (11, 790));
        rows.revert();
        // Rows were removed meanwhile: what there is will do.
        assert!(rows.trim(9, 90));
        assert_eq!((rows.realise(), budget.left()), (10, 900));
        failed(&mut rows);
        assert!(rows.trim(11, 110));
        rows.realise();
        rows.commit();
        assert_eq!((rows.capacity(), budget.left()), (11, 890));
        failed_for_good(&mut rows);
        assert_eq!((rows.realise(), budget.left()), (11, 890));
    }

    #[test]
    fn buffers_are_made_again_in_the_same_memory() {
        let budget = Budget::new(Some(1000));
        let mut rows = Reservation::new(&budget, "rows");
        rows.renew();
        assert_eq!(rows.capacity(), 0);
        rows.hold(10, 100).expect("memory");
        assert_eq!(rows.realise(), 10);
        rows.commit();
        rows.renew();
        assert_eq!((rows.capacity(), budget.left()), (10, 900));
        assert!(rows.trim(8, 80), "they may be smaller");
        assert_eq!((rows.realise(), budget.left()), (8, 920));
        rows.commit();
        // What was planned is larger.
        rows.hold(20, 200).expect("memory");
        rows.renew();
        assert_eq!((rows.capacity(), budget.left()), (20, 800));
    }

    /// Growth that is not tried again.
    fn failed_for_good(rows: &mut Reservation) {
        rows.hold(12, 120).expect("memory");
        assert_eq!(rows.realise(), 12);
        rows.revert();
        assert!(rows.forget_next());
        assert!(!rows.forget_next(), "nothing is planned any more");
    }
}
