//! Batches of contact intervals: moving pairs that meet, by their numbers.

use super::numbered::{Find, Ordered, found};
use crate::kernel::lanes::{Lanes, MAX_WIDTH};
use crate::kernel::passing::Contact;
use crate::kernel::simd::SimdLevel;
use crate::kernel::source::Source;
use crate::kernel::table::{Row, Table};

/// Bounds of the first and of the last contact, each from below and from above.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactEnds {
    /// The first contact lies between these.
    pub first: [f32; 2],
    /// The last contact lies between these.
    pub last: [f32; 2],
}

/// Returns bounds for each of `numbers`, or `None` where `f32` cannot tell. The pairs consist of
/// valid frames and are known to meet.
pub fn contact_ends<F: Table>(
    source: Source<'_, F>,
    numbers: &[u32],
    level: SimdLevel,
) -> Vec<Option<ContactEnds>> {
    found(source, numbers, level, Ends)
}

#[derive(Clone, Copy)]
struct Ends;

impl<F: Table> Find<F> for Ends {
    type Found = Option<ContactEnds>;
    const WIDE: bool = false;
    const NONE: Self::Found = None;

    #[inline(always)]
    fn find<'a, V: Lanes, R: Row<F>>(
        self,
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
        pairs: impl ExactSizeIterator<Item = Ordered<'a, F>>,
        mut give: impl FnMut(usize, Self::Found),
    ) {
        // The interval is the same in either order.
        let Contact { first, last, known } = R::contact::<V>(token, pair);
        let known = V::bits(known);
        let mut bounds = [[0.0; MAX_WIDTH]; 4];
        let columns = [first[0], first[1], last[0], last[1]];
        for i in 0..columns.len() {
            columns[i].store(&mut bounds[i]);
        }
        for (lane, _) in pairs.enumerate() {
            let [a, b, c, d] = [bounds[0][lane], bounds[1][lane], bounds[2][lane], bounds[3][lane]];
            let ends = ContactEnds { first: [a, b], last: [c, d] };
            give(lane, (known >> lane & 1 == 1).then_some(ends));
        }
    }
}
