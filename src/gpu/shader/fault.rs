//! Shaders that are wrong on purpose, for the tests of the self-test.

use std::cell::Cell;

/// What makes a shader of another.
type Edit = fn(String) -> String;

thread_local! {
    static EDIT: Cell<Option<Edit>> = const { Cell::new(None) };
}

/// Runs `work`, during which this thread compiles every shader as `edit` makes it.
pub fn injected<R>(edit: Edit, work: impl FnOnce() -> R) -> R {
    EDIT.set(Some(edit));
    let result = work();
    EDIT.set(None);
    result
}

/// True while this thread compiles other shaders than the crate's.
pub(in crate::gpu) fn is_injected() -> bool {
    EDIT.get().is_some()
}

/// What this thread compiles in place of a shader.
pub(in crate::gpu) fn edited(wgsl: String) -> String {
    match EDIT.get() {
        Some(edit) => edit(wgsl),
        None => wgsl,
    }
}
