//! What the gaps of a pair prove in `f64`.

use crate::num::Ring;
use crate::verdict::Verdict;
use std::cmp::Ordering;

/// The largest gap so far and the verdict that it proves.
pub(super) struct InDoubles {
    /// The verdict where the bands allow one: separate or overlapping, never touching.
    pub certain: Option<Verdict>,
    /// The largest gap but those along null axes.
    highest: f64,
}

impl InDoubles {
    pub fn new() -> Self {
        Self { certain: Some(Verdict::Overlapping), highest: f64::NEG_INFINITY }
    }

    /// Takes in a gap that is off by at most `error`. Returns false once no other gap matters.
    pub fn take(&mut self, gap: f64, error: f64, null: bool) -> bool {
        if gap > error {
            self.certain = Some(Verdict::Separate);
            return false;
        }
        if gap >= -error {
            self.certain = None;
        }
        if !null && gap > self.highest {
            self.highest = gap;
        }
        true
    }

    /// Returns the verdict of a pair whose numbers are so short that nothing was rounded.
    pub fn unless_rounded(&self) -> Verdict {
        match self.highest.sign_of() {
            Ordering::Greater => Verdict::Separate,
            Ordering::Equal => Verdict::Touching,
            Ordering::Less => Verdict::Overlapping,
        }
    }
}
