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

    /// Returns the memory of all buffers that a submission may use.
    pub fn held(&self) -> impl Iterator<Item = Arc<Held>> {
        let reservation = self.now.iter().chain(self.before.iter().flatten());
        reservation.map(|capacity| capacity.held.clone())
    }
}
