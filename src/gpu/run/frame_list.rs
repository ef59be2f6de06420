//! The frames of a batch, wherever they lie.

/// Frames of a batch in one slice, or in two: the numbers of the second slice's frames follow those
/// of the first. Frames that lie side by side are so uploaded without being copied together.
#[derive(Clone, Copy, Debug)]
pub struct FrameList<'a, F> {
    first: &'a [F],
    second: &'a [F],
}

impl<'a, F> FrameList<'a, F> {
    /// Returns the frames of one slice.
    pub const fn one(frames: &'a [F]) -> Self {
        Self { first: frames, second: &[] }
    }

    /// Returns the frames of two slices.
    pub const fn two(first: &'a [F], second: &'a [F]) -> Self {
        Self { first, second }
    }

    /// Returns how many there are.
    pub const fn len(&self) -> usize {
        self.first.len() + self.second.len()
    }

    /// Returns true if there is none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns both slices.
    pub const fn parts(&self) -> [&'a [F]; 2] {
        [self.first, self.second]
    }

    /// Returns a frame by its number.
    pub fn get(&self, number: usize) -> Option<&'a F> {
        self.first.get(number).or_else(|| self.second.get(number.checked_sub(self.first.len())?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_on_in_the_second_slice() {
        let list = FrameList::two(&[5, 6], &[7]);
        assert_eq!((list.len(), list.parts()), (3, [&[5, 6][..], &[7]]));
        assert_eq!([0, 1, 2, 3].map(|i| list.get(i).copied()), [Some(5), Some(6), Some(7), None]);
        assert_eq!(FrameList::one(&[5]).get(1), None);
    }
}
