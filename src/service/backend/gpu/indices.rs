//! The frames of a batch as shaders take them: one slice, and indices into it.

use crate::geom::Pair;
use crate::kernel::GRAIN;
use crate::service::backend::cpu::CpuEngine;
use crate::service::shape::FrameShape;
use motzkin_core::Source;
use rayon::prelude::*;
use std::borrow::Cow;

/// Returns frames and pairs. Frames that lie elsewhere are gathered, two for each pair: of many
/// pairs on all threads, because a device tests a pair in less time than one thread copies it.
pub fn indexed<'a, F: FrameShape>(
    cpu: &CpuEngine,
    source: Source<'a, F>,
) -> (Cow<'a, [F]>, Cow<'a, [Pair]>) {
    if let Source::Indexed { frames, pairs } = source {
        return (Cow::Borrowed(frames), Cow::Borrowed(pairs));
    }
    let count = source.count();
    let frame = |i: usize| {
        let (a, b) = source.pair(i / 2);
        if i.is_multiple_of(2) { *a } else { *b }
    };
    let pair = |i: u32| Pair::new(2 * i, 2 * i + 1);
    let gather = || -> (Vec<F>, Vec<Pair>) {
        if count <= GRAIN {
            return ((0..2 * count).map(frame).collect(), (0..count as u32).map(pair).collect());
        }
        let frames = (0..2 * count).into_par_iter().with_min_len(GRAIN).map(frame).collect();
        let pairs = (0..count as u32).into_par_iter().with_min_len(GRAIN).map(pair).collect();
        (frames, pairs)
    };
    let (frames, pairs) = cpu.install_beyond(GRAIN, count, gather);
    (Cow::Owned(frames), Cow::Owned(pairs))
}
