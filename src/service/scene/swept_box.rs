//! The boxes between which something moves.

use crate::geom::Aabb;

/// Returns the boxes between which something moves evenly, for
/// [`BoxTree::first_contact`](motzkin_core::broad::BoxTree::first_contact). Where an end leaves the
/// range of `f32`, the ends that are left do not move so, and both boxes are that round the way.
pub(super) fn on_its_way<B: Aabb>(from: B, to: B) -> [B; 2] {
    let is_cut = |bounds: &B| {
        (0..B::AXES).any(|axis| bounds.ends(axis).iter().any(|end| end.abs() >= f32::MAX))
    };
    if !is_cut(&from) && !is_cut(&to) {
        return [from, to];
    }
    let whole = B::from_ends(|axis| {
        let ([a, b], [c, d]) = (from.ends(axis), to.ends(axis));
        [a.min(c), b.max(d)]
    });
    [whole.clamped(); 2]
}
