//! The state of a scene, which its open submissions share.

use super::state::State;
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A scene's state, and the submissions that it has not closed yet.
///
/// A thread of a pool that waits for a part of its work may take up other work, and that may settle
/// or drop a ticket of the scene. So the scene only reads while threads work for it, a submission
/// only reads, and a dropped one only leaves its number, under a lock that nobody works under.
pub(super) struct Shared {
    state: RwLock<State>,
    /// The numbers of submissions that were dropped.
    dropped: Mutex<Vec<u64>>,
}

impl Shared {
    /// Shares the state of a scene that begins.
    pub fn new(state: State) -> Self {
        Self { state: RwLock::new(state), dropped: Mutex::default() }
    }

    /// Looks at the state.
    pub fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, which forgets what dropped submissions saw. Threads must not work while
    /// the guard is there.
    pub fn write(&self) -> RwLockWriteGuard<'_, State> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let dropped =
            std::mem::take(&mut *self.dropped.lock().unwrap_or_else(PoisonError::into_inner));
        dropped.into_iter().for_each(|number| state.history.close(number));
        state
    }

    /// Takes note of a submission that asks no more.
    pub fn close(&self, number: u64) {
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner).push(number);
    }
}
