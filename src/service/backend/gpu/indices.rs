//! The frames of a batch as shaders take them: numbered, and pairs of their numbers.

use crate::geom::Pair;
use crate::gpu::FrameList;
use crate::service::shape::FrameShape;
use motzkin_core::Source;
use std::borrow::Cow;

/// Numbered frames and pairs.
pub struct Indexed<'a, F: Clone> {
    frames: Cow<'a, [F]>,
    /// The frames whose numbers follow.
    more: &'a [F],
    pub pairs: Cow<'a, [Pair]>,
}

impl<'a, F: FrameShape> Indexed<'a, F> {
    /// Numbers the frames of all pairs. Frames that lie anywhere are gathered, two for each pair;
    /// others stay where they are.
    pub fn new(source: Source<'a, F>) -> Self {
        let frames = |frames| (Cow::Borrowed(frames), &[][..]);
        let ((frames, more), pairs) = match source {
            Source::Indexed { frames: all, pairs } => (frames(all), Cow::Borrowed(pairs)),
            Source::Zipped { a, b } => {
                let (first, count) = (a.len() as u32, source.count() as u32);
                let pairs = (0..count).map(|i| Pair::new(i, first + i)).collect();
                ((Cow::Borrowed(a), b), Cow::Owned(pairs))
            }
            Source::Scattered(pairs) => {
                let (all, pairs) = gathered(pairs.iter().copied());
                ((Cow::Owned(all), &[][..]), Cow::Owned(pairs))
            }
        };
        Self { frames, more, pairs }
    }

    /// Returns the frames by their numbers.
    pub fn frames(&self) -> FrameList<'_, F> {
        FrameList::two(&self.frames, self.more)
    }
}

/// Returns the frames of some pairs, and the pairs as these frames are numbered.
pub fn indexed<'a, F: FrameShape>(
    source: Source<'a, F>,
    numbers: impl Iterator<Item = u32>,
) -> (Cow<'a, [F]>, Vec<Pair>) {
    if let Source::Indexed { frames, pairs } = source {
        return (Cow::Borrowed(frames), numbers.map(|number| pairs[number as usize]).collect());
    }
    let (frames, pairs) = gathered(numbers.map(|number| source.pair(number as usize)));
    (Cow::Owned(frames), pairs)
}

/// Copies the frames of pairs, two for each pair.
fn gathered<'a, F: FrameShape>(pairs: impl Iterator<Item = (&'a F, &'a F)>) -> (Vec<F>, Vec<Pair>) {
    let frames: Vec<F> = pairs.flat_map(|(a, b)| [*a, *b]).collect();
    let count = (frames.len() / 2) as u32;
    (frames, (0..count).map(|i| Pair::new(2 * i, 2 * i + 1)).collect())
}
