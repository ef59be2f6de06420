//! What the answers of a device are worth.

use crate::gpu::self_test::cases::{Case, FAMILIES};
use crate::gpu::stages::verdicts::ShapeMix;
use crate::self_test::SelfTestFault;
use crate::verdict::RawCode;

/// Judges the codes of a pipeline made for one mix, and answers how many pairs it decided.
pub(super) fn judge(
    cases: &[Case],
    mix: ShapeMix,
    codes: &[RawCode],
) -> Result<u32, SelfTestFault> {
    let mut decided = [0; FAMILIES.len()];
    let mut pairs = [0; FAMILIES.len()];
    for (pair, (case, &code)) in (0..).zip(cases.iter().zip(codes)) {
        if code.verdict().is_some_and(|found| found != case.verdict) {
            let family = FAMILIES[case.family].name;
            return Err(SelfTestFault::Wrong { family, pair, code, verdict: case.verdict });
        }
        pairs[case.family] += u32::from(mix == ShapeMix::Any || case.mix() == mix);
        decided[case.family] += u32::from(code != RawCode::UNDECIDED);
    }
    for (family, (&decided, &pairs)) in FAMILIES.iter().zip(decided.iter().zip(&pairs)) {
        let least = pairs * family.least / 100;
        if decided < least {
            return Err(SelfTestFault::Undecided { family: family.name, decided, pairs, least });
        }
    }
    Ok(decided.iter().sum())
}
