//! The frames of a batch as shaders take them: one slice, and indices into it.

use crate::geom::Pair;
use crate::service::shape::FrameShape;
use motzkin_core::Source;
use std::borrow::Cow;

/// Returns frames and pairs. Frames that lie elsewhere are gathered, two for each pair.
pub fn indexed<'a, F: FrameShape>(source: Source<'a, F>) -> (Cow<'a, [F]>, Cow<'a, [Pair]>) {
    if let Source::Indexed { frames, pairs } = source {
        return (Cow::Borrowed(frames), Cow::Borrowed(pairs));
    }
    let sides = (0..source.count()).map(|i| source.pair(i));
    let frames: Vec<F> = sides.flat_map(|(a, b)| [*a, *b]).collect();
    let pairs = (0..source.count() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    (Cow::Owned(frames), Cow::Owned(pairs))
}
