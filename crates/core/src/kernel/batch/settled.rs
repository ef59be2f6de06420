//! Verdicts of many pairs that the kernels in `f32` left undecided, by their numbers.

use super::numbered::{Find, Ordered, found};
use super::spread::spread_settled;
use crate::kernel::lanes::Lanes;
use crate::kernel::settle::Decided;
use crate::kernel::simd::SimdLevel;
use crate::kernel::source::Source;
use crate::kernel::table::{Row, Table};
use crate::motion::Motion;
use crate::verdict::RawCode;
use std::marker::PhantomData;

/// Returns the code of each of `numbers`: undecided where `f64` cannot tell, or where a frame may
/// not be valid.
pub fn settled<F: Table, M: Motion>(
    source: Source<'_, F>,
    numbers: &[u32],
    level: SimdLevel,
) -> Vec<RawCode> {
    found(source, numbers, level, Settle::<M>(PhantomData))
}

#[derive(Clone, Copy)]
struct Settle<M>(PhantomData<M>);

impl<F: Table, M: Motion> Find<F> for Settle<M> {
    type Found = RawCode;
    const WIDE: bool = true;
    const AT_ONCE: usize = 128;
    const NONE: RawCode = RawCode::UNDECIDED;

    #[inline(always)]
    fn find<'a, V: Lanes, R: Row<F>>(
        self,
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
        pairs: impl ExactSizeIterator<Item = Ordered<'a, F>>,
        mut give: impl FnMut(usize, RawCode),
    ) {
        let Decided { separate, touching, overlapping } = R::settle::<V, M>(token, pair);
        let (separate, touching, overlapping) =
            (V::bits(separate), V::bits(touching), V::bits(overlapping));
        let codes = spread_settled(separate, touching, overlapping);
        for (lane, &code) in codes.iter().enumerate().take(pairs.len()) {
            give(lane, RawCode::from_low_bits(code.into()));
        }
    }
}
