//! Which rows of an array have changed.

use std::ops::Range;

/// A set of row numbers, one bit each.
#[derive(Clone, Debug, Default)]
pub(in crate::gpu) struct DirtySet {
    words: Vec<u64>,
    /// The words that may have bits.
    from: usize,
    to: usize,
}

impl DirtySet {
    pub fn touch(&mut self, row: usize) {
        let word = row / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        if self.from == self.to {
            (self.from, self.to) = (word, word + 1);
        }
        (self.from, self.to) = (self.from.min(word), self.to.max(word + 1));
        self.words[word] |= 1 << (row % 64);
    }

    pub fn clear(&mut self) {
        self.words[self.from..self.to].fill(0);
        (self.from, self.to) = (0, 0);
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        self.words[self.from..self.to].iter().map(|word| word.count_ones() as usize).sum()
    }

    /// A little more than the rows from the first to the last.
    pub fn span(&self) -> usize {
        (self.to - self.from) * 64
    }

    /// The rows, ascending.
    pub fn rows(&self) -> impl Iterator<Item = usize> {
        (self.from..self.to).flat_map(|word| {
            let mut rest = self.words[word];
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(word * 64 + bit)
            })
        })
    }

    /// Runs of rows without a gap, ascending.
    pub fn runs(&self) -> impl Iterator<Item = Range<usize>> {
        let mut rows = self.rows().peekable();
        std::iter::from_fn(move || {
            let start = rows.next()?;
            let mut end = start + 1;
            while rows.next_if_eq(&end).is_some() {
                end += 1;
            }
            Some(start..end)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn runs_cover_what_was_touched_and_nothing_else() {
        let seed = std::env::var("MOTZKIN_SEED").map_or(2019, |text| text.parse().unwrap());
        println!("MOTZKIN_SEED={seed}");
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut set = DirtySet::default();
        for _ in 0..500 {
            let mut model = BTreeSet::new();
            for _ in 0..rng.usize(..40) {
                let start = rng.usize(..300);
                for row in start..start + rng.usize(1..100) {
                    set.touch(row);
                    model.insert(row);
                }
            }
            assert_eq!(set.len(), model.len());
            let span = model.last().zip(model.first()).map_or(0, |(last, first)| last - first + 1);
            assert!((span..span + 127).contains(&set.span()));
            assert!(set.rows().eq(model.iter().copied()));
            let runs: Vec<_> = set.runs().collect();
            assert!(runs.iter().cloned().flatten().eq(model));
            assert!(runs.windows(2).all(|two| two[0].end < two[1].start), "{runs:?}");
            set.clear();
            assert_eq!(set.rows().next(), None);
        }
    }
}
