//! Where the loops of a batch find the frames of each pair.

use super::fetch::fetch;
use crate::geom::Pair;
use crate::kernel::table::Table;

/// Pairs of frames, by their numbers.
pub trait Pairs: Copy + Sync {
    /// Of which dimension they are.
    type Frame: Table;
    /// The frames of pair `i`.
    fn pair(&self, i: usize) -> (&Self::Frame, &Self::Frame);
    /// The frames of the pairs from `first` on, `len` of them, by their place among these.
    fn group<'a>(
        &'a self,
        first: usize,
        len: usize,
    ) -> impl Fn(usize) -> (&'a Self::Frame, &'a Self::Frame) + Copy;
    /// The pairs as a type that is equal for all kinds of them.
    fn any(&self) -> AnyPairs<'_, Self::Frame>;
}

/// Pairs of either kind, told apart at run time: what is compiled for them is compiled once.
#[derive(Clone, Copy)]
pub struct AnyPairs<'a, F> {
    a: &'a [F],
    b: &'a [F],
    /// Pairs of indices into the two slices, or none for pairs element by element.
    pairs: Option<&'a [Pair]>,
}

impl<'a, F: Table> AnyPairs<'a, F> {
    /// The frames of pair `i`.
    #[inline(always)]
    pub fn pair(&self, i: usize) -> (&'a F, &'a F) {
        match self.pairs {
            Some(pairs) => (&self.a[pairs[i].a as usize], &self.b[pairs[i].b as usize]),
            None => (&self.a[i], &self.b[i]),
        }
    }

    /// Asks for the frames of these pairs, which are read soon, where that pays; for none where the
    /// pairs end before. Measured: to ask for frames that lie anywhere costs more than it saves
    /// until there are a million of them.
    #[inline(always)]
    pub fn fetch(&self, first: usize, len: usize) {
        if self.pairs.is_some() {
            return;
        }
        for frames in [self.a, self.b] {
            if let Some(frames) = frames.get(first..first + len) {
                fetch(frames);
            }
        }
    }
}

/// Pairs of indices into one slice of frames. An index out of range panics.
#[derive(Clone, Copy)]
pub struct Indexed<'a, F> {
    /// The frames.
    pub frames: &'a [F],
    /// The pairs.
    pub pairs: &'a [Pair],
}

impl<F: Table> Pairs for Indexed<'_, F> {
    type Frame = F;
    #[inline(always)]
    fn pair(&self, i: usize) -> (&F, &F) {
        let Pair { a, b } = self.pairs[i];
        (&self.frames[a as usize], &self.frames[b as usize])
    }
    #[inline(always)]
    fn group<'b>(&'b self, first: usize, len: usize) -> impl Fn(usize) -> (&'b F, &'b F) + Copy {
        let pairs = &self.pairs[first..first + len];
        #[inline(always)]
        move |i| {
            let Pair { a, b } = pairs[i];
            (&self.frames[a as usize], &self.frames[b as usize])
        }
    }
    #[inline(always)]
    fn any(&self) -> AnyPairs<'_, F> {
        AnyPairs { a: self.frames, b: self.frames, pairs: Some(self.pairs) }
    }
}

/// Two slices, tested element by element.
#[derive(Clone, Copy)]
pub struct Zipped<'a, F> {
    /// The first frames.
    pub a: &'a [F],
    /// The second frames.
    pub b: &'a [F],
}

impl<F: Table> Pairs for Zipped<'_, F> {
    type Frame = F;
    #[inline(always)]
    fn pair(&self, i: usize) -> (&F, &F) {
        (&self.a[i], &self.b[i])
    }
    #[inline(always)]
    fn group<'b>(&'b self, first: usize, len: usize) -> impl Fn(usize) -> (&'b F, &'b F) + Copy {
        let (a, b) = (&self.a[first..first + len], &self.b[first..first + len]);
        #[inline(always)]
        move |i| (&a[i], &b[i])
    }
    #[inline(always)]
    fn any(&self) -> AnyPairs<'_, F> {
        AnyPairs { a: self.a, b: self.b, pairs: None }
    }
}
