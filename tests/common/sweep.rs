//! What a moving pair does while `t` runs over the closed interval `[0, 1]`.

use super::oracle::rational;
use dashu_ratio::RBig;
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

/// What is wrong with a bounded interval: it must contain the exact one, and reach beyond it by its
/// slack at most.
pub fn fault_of_bounded(
    found: &BoundedSweep,
    verdict: Verdict,
    interval: Option<&[RBig; 2]>,
) -> Option<String> {
    let fits = match (interval, found.interval) {
        (None, None) => true,
        (Some([first, last]), Some(interval)) => {
            let (early, late) = (first - rational(interval.first), rational(interval.last) - last);
            let slack = RBig::try_from(found.slack).expect("a finite slack");
            [early, late].iter().all(|beyond| *beyond >= RBig::ZERO && *beyond <= slack)
        }
        _ => false,
    };
    let wrong = found.verdict != verdict || !fits;
    wrong.then(|| format!("{found:?} where {verdict} and {interval:?} are exact"))
}
