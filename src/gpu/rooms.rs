//! Memory of buffers that grow together: taken from a budget when rows are announced, used when
//! they are uploaded.

use super::budget::{Budget, Held};
use crate::gpu_error::OverBudget;
use std::sync::Arc;

/// What is held for buffers with a row for each item.
#[derive(Debug)]
pub(super) struct Rooms {
    budget: Arc<Budget>,
    what: &'static str,
    /// The buffers that there are.
    now: Option<Room>,
    /// Those that the next upload makes.
    next: Option<Room>,
    /// Those before them, until the upload is submitted.
    before: Option<Option<Room>>,
}

#[derive(Clone, Debug)]
struct Room {
    rows: usize,
    held: Arc<Held>,
}

impl Rooms {
    pub fn new(budget: &Arc<Budget>, what: &'static str) -> Self {
        Self { budget: budget.clone(), what, now: None, next: None, before: None }
    }

    /// Rows that memory is held for.
    pub fn room(&self) -> usize {
        self.next.as_ref().or(self.now.as_ref()).map_or(0, |room| room.rows)
    }

    /// Where buffers have to grow for so many rows: half as large again as they are, up to `most`,
    /// if that is more.
    pub fn roomy(&self, rows: usize, most: usize) -> usize {
        let now = self.now.as_ref().map_or(0, |room| room.rows);
        rows.max((now + now / 2).min(most))
    }

    /// Takes the memory of buffers with so many rows, `bytes` altogether, beside that of those that
    /// there are.
    pub fn hold(&mut self, rows: usize, bytes: u64) -> Result<(), OverBudget> {
        match &mut self.next {
            Some(next) => {
                next.held.resize(bytes)?;
                next.rows = rows;
            }
            None => self.next = Some(Room { rows, held: self.budget.take(self.what, bytes)? }),
        }
        Ok(())
    }

    /// The buffers are made; answers their rows.
    pub fn realise(&mut self) -> usize {
        if let Some(next) = self.next.take() {
            let old = self.now.replace(next);
            self.before.get_or_insert(old);
        }
        self.room()
    }

    /// They are submitted: those before them go.
    pub fn commit(&mut self) {
        self.before = None;
    }

    /// They are not: those before them stay.
    pub fn revert(&mut self) {
        if let Some(before) = self.before.take() {
            self.next = std::mem::replace(&mut self.now, before);
        }
    }

    /// The memory of all buffers that a submission may use.
    pub fn held(&self) -> impl Iterator<Item = Arc<Held>> {
        let rooms = self.now.iter().chain(self.before.iter().flatten());
        rooms.map(|room| room.held.clone())
    }
}
