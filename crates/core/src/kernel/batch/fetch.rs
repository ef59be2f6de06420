//! Asking for memory before it is read.

use bytemuck::Pod;

/// Bytes that a cache holds together, on every processor that matters.
const LINE: usize = 64;

/// Asks for these to be brought into the first-level cache. Where they begin within a line, the end
/// of the last may come only with what follows them and is asked for next. A hint: it waits for
/// nothing and changes nothing but how long reading takes. Only for x86 is there a safe way to give
/// it.
#[inline(always)]
pub fn fetch<T: Pod>(items: &[T]) {
    let bytes: &[u8] = bytemuck::cast_slice(items);
    for line in bytes.iter().step_by(LINE) {
        ask(line);
    }
}

/// Asks for all of an item that is no longer than a line.
#[inline(always)]
pub fn fetch_whole<T: Pod>(item: &T) {
    let bytes: &[u8] = bytemuck::bytes_of(item);
    if let [first, .., last] = bytes {
        ask(first);
        ask(last);
    }
}

#[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse"))]
#[inline(always)]
fn ask(byte: &u8) {
    safe_arch::prefetch_t0(byte);
}

#[cfg(not(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse")))]
#[inline(always)]
fn ask(_byte: &u8) {}
