//! What a moving pair does while `t` runs over the closed interval `[0, 1]`.

use motzkin_core::exact::PairFault;
use motzkin_core::geom::ContactInterval;
use motzkin_core::verdict::Verdict;
use motzkin_core::{Frame, Moving};

/// The verdict of a moving pair, and when the pair meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    pub verdict: Verdict,
    /// `None` for separate pairs.
    pub interval: Option<ContactInterval>,
}

impl Sweep {
    /// Returns what the exact stage says of two frames.
    pub fn exact<F: Frame>(a: &F, b: &F) -> Result<Self, PairFault> {
        let verdict = F::decide::<Moving>(a, b)?.verdict;
        let interval = verdict.meets().then(|| F::meeting_interval(a, b)).transpose()?;
        Ok(Self { verdict, interval })
    }
}

/// The verdict of a moving pair, and an interval that contains the true one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundedSweep {
    pub verdict: Verdict,
    /// `None` for separate pairs.
    pub interval: Option<ContactInterval>,
    /// How far each end may lie outside the true one.
    pub slack: f64,
}
