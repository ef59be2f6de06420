//! Pairs asked for by their numbers, sorted by shape: which kernel answers which of them.

use super::block::{PairSource, not_a_tetra};

/// Combinations of shapes: two cuboids (in the plane parallelograms), mixed, two tetrahedra
/// (triangles).
const KINDS: usize = 3;

/// The places of some pairs among those asked for, one list for each combination of shapes; `ROOM`
/// is the most at a time.
pub struct ByShape<const ROOM: usize> {
    places: [[u16; ROOM]; KINDS],
    len: [usize; KINDS],
}

impl<const ROOM: usize> ByShape<ROOM> {
    /// Sorts pairs of these numbers, `ROOM` at the most.
    #[inline(always)]
    pub fn new(source: &impl PairSource, numbers: &[u32]) -> Self {
        let mut out = Self { places: [[0; ROOM]; KINDS], len: [0; KINDS] };
        for (place, &number) in (0..).zip(numbers) {
            let (a, b) = source.pair(number as usize);
            let kind = usize::from(not_a_tetra(a) == 0) + usize::from(not_a_tetra(b) == 0);
            out.places[kind][out.len[kind]] = place;
            out.len[kind] += 1;
        }
        out
    }

    /// The places of pairs with so many tetrahedra (in the plane triangles).
    #[inline(always)]
    pub fn with(&self, tetras: usize) -> &[u16] {
        &self.places[tetras][..self.len[tetras]]
    }
}

/// Whether the frames of a pair change places: mixed kernels take the tetrahedron (in the plane the
/// triangle) first.
#[inline(always)]
pub fn exchanged(source: &impl PairSource, number: u32) -> bool {
    let (a, b) = source.pair(number as usize);
    not_a_tetra(a) != 0 && not_a_tetra(b) == 0
}

/// The frames of a pair in the order in which kernels take them.
#[inline(always)]
pub fn ordered<S: PairSource>(source: &S, number: u32) -> (&S::Frame, &S::Frame) {
    let (a, b) = source.pair(number as usize);
    if exchanged(source, number) { (b, a) } else { (a, b) }
}
