//! Errors that a browser tells of some time after calls were made.

#[cfg(target_family = "wasm")]
use super::kinds::{close, open};
#[cfg(target_family = "wasm")]
use crate::gpu::device::caught::caught;
use crate::gpu_error::GpuError;
use std::cell::RefCell;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// The first error of calls, once the browser tells. All clones learn of it.
#[derive(Clone)]
pub(in crate::gpu) struct Later {
    state: Arc<Mutex<State>>,
    waiting: Arc<Waiting>,
}

/// How much is known.
enum State {
    /// The calls are being made.
    Open,
    /// The calls were made.
    Closed(Pin<Box<dyn Future<Output = Option<GpuError>> + Send>>),
    Known(Result<(), GpuError>),
}

/// Who waits for the same error: a promise wakes one.
#[derive(Default)]
struct Waiting(Mutex<Vec<Waker>>);

impl Waiting {
    fn add(&self, waker: &Waker) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !waiting.iter().any(|known| known.will_wake(waker)) {
            waiting.push(waker.clone());
        }
    }
}

impl Wake for Waiting {
    fn wake(self: Arc<Self>) {
        // Woken without the lock: whom it wakes may come back here.
        let waiting = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        waiting.into_iter().for_each(Waker::wake);
    }
}

impl core::fmt::Debug for Later {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Later").finish_non_exhaustive()
    }
}

thread_local! {
    /// The scopes that calls are being made in.
    static AROUND: RefCell<Option<Later>> = const { RefCell::new(None) };
}

impl Later {
    fn of(state: State) -> Self {
        Self { state: Arc::new(Mutex::new(state)), waiting: Arc::default() }
    }

    /// Nothing went wrong.
    pub fn sound() -> Self {
        Self::of(State::Known(Ok(())))
    }

    /// That of the scopes around, if calls are being made in some.
    fn around() -> Option<Self> {
        AROUND.with_borrow(Clone::clone)
    }

    /// Makes calls within [scopes](Self::around) that `close` ends, and answers what these tell.
    fn during<T, E>(make: impl FnOnce() -> T, close: impl FnOnce() -> E) -> (T, Self)
    where
        E: Future<Output = Option<GpuError>> + Send + 'static,
    {
        let later = Self::of(State::Open);
        AROUND.set(Some(later.clone()));
        let made = make();
        AROUND.set(None);
        let errors = Box::pin(close());
        *later.state.lock().unwrap_or_else(PoisonError::into_inner) = State::Closed(errors);
        (made, later)
    }

    /// Returns the error, if there was one, once that is known.
    pub fn look(&self) -> Poll<Result<(), GpuError>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let State::Closed(errors) = &mut *state {
            // Whoever looks takes nobody's place.
            let waker = Waker::from(self.waiting.clone());
            if let Poll::Ready(error) = errors.as_mut().poll(&mut Context::from_waker(&waker)) {
                *state = State::Known(error.map_or(Ok(()), Err));
            }
        }
        match &*state {
            State::Known(known) => Poll::Ready(known.clone()),
            State::Open | State::Closed(_) => Poll::Pending,
        }
    }

    /// Waits for what [`look`](Self::look) returns. Any number of tasks may wait.
    pub fn poll(&self, context: &mut Context<'_>) -> Poll<Result<(), GpuError>> {
        if let Poll::Ready(known) = self.look() {
            return Poll::Ready(known);
        }
        self.waiting.add(context.waker());
        // It may have been told meanwhile.
        self.look()
    }
}

/// Runs `make` in scopes, where others are around in those: what is swallowed here would be told to
/// nobody who waits.
///
/// wgpu 30 panics at a browser's internal errors, which ends the page: they are kept from all
/// scopes and handlers, and not looked at. A pipeline that is broken by one is an error of its use.
#[cfg(target_family = "wasm")]
pub(super) fn scoped<T>(
    device: &wgpu::Device,
    make: impl FnOnce() -> T,
) -> (Result<T, GpuError>, Later) {
    if let Some(around) = Later::around() {
        return (caught(make), around);
    }
    let scopes = open(device);
    let close = || {
        let [memory, _, validation] = close(scopes);
        async move {
            match memory.await {
                Some(error) => Some(error.into()),
                None => validation.await.map(GpuError::from),
            }
        }
    };
    Later::during(|| caught(make), close)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::oneshot::channel;

    #[derive(Default)]
    struct Counts(AtomicUsize);

    impl Wake for Counts {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Calls in scopes that tell an error once something is sent.
    fn calls() -> (tokio::sync::oneshot::Sender<Option<GpuError>>, Later) {
        let (sender, told) = channel();
        let (within, later) =
            Later::during(Later::around, || async move { told.await.ok().flatten() });
        assert!(within.is_some_and(|within| Arc::ptr_eq(&within.state, &later.state)));
        assert!(Later::around().is_none());
        (sender, later)
    }

    #[test]
    fn all_who_wait_are_told() {
        let (sender, later) = calls();
        let tasks = [(); 3].map(|()| Arc::new(Counts::default()));
        for task in &tasks {
            let waker = Waker::from(task.clone());
            assert!(later.clone().poll(&mut Context::from_waker(&waker)).is_pending());
            // Who only looks must not keep the others from being woken.
            assert!(later.look().is_pending());
        }
        let error = GpuError::OutOfMemory("a test".into());
        sender.send(Some(error.clone())).expect("somebody waits");
        assert!(tasks.iter().all(|task| task.0.load(Ordering::Relaxed) == 1));
        for _ in 0..2 {
            assert_eq!(later.clone().look(), Poll::Ready(Err(error.clone())));
        }
    }

    #[test]
    fn what_is_sound_is_known_once_it_is_told() {
        let (sender, later) = calls();
        assert!(later.look().is_pending());
        sender.send(None).expect("somebody waits");
        assert_eq!(later.look(), Poll::Ready(Ok(())));
        assert_eq!(Later::sound().look(), Poll::Ready(Ok(())));
    }
}
