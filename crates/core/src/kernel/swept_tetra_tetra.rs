//! Two moving tetrahedra: the six pencils of planes at the edges of either. Twin:
//! `shaders/parts/swept_tetra_tetra.wgsl`.

use super::lanes::Lanes;
use super::moving_operand::{MovingOperands, Swept};
use super::operand::{Certain, Edges, Margins, Scaled, largest};
use super::tetra::{PENCILS, Prepared, prepare};
use super::tetra_tetra::{at_vertices, pencil};
use super::vector::{Vec3, add, sub};
use crate::num::band;

/// The six pencils of one tetrahedron against the other one as it is at `t = 0` and at `t = 1`, its
/// origin at `start` and at `end`. Its sweep is the hull of these eight vertices.
#[inline(always)]
fn pencils<V: Lanes>(
    margins: &mut Margins<V>,
    prepared: &Prepared<V>,
    errors: [V; 4],
    [start, end]: [Vec3<V>; 2],
    edges: &Edges<V>,
) {
    let [f, g] =
        [at_vertices(&prepared.faces, start, edges), at_vertices(&prepared.faces, end, edges)];
    let f = [f[0], f[1], f[2], f[3], g[0], g[1], g[2], g[3]];
    let step = errors[0].splat(band::PENCIL_STEP);
    for &(i, k) in &PENCILS {
        let (inner, outer) = pencil(&f, i, k, errors[i].max(errors[k]));
        margins.take_range(step - inner, outer + step);
    }
}

/// Which pairs are certainly separate over all of `[0, 1]`, which certainly overlap at some `t`.
///
/// Seen from A, B sweeps the hull of its vertices at both ends. A plane that separates that hull
/// from A can be turned until it holds a face of A, an edge of A and one of the hull, or a face of
/// the hull, which is a face of B or holds an edge of B and the velocity. The first two stand in
/// A's pencils. The last stands in B's, seen from which A sweeps its own hull the other way. A
/// velocity that is nothing, or along an edge, makes eight vertices four or moves planes along
/// themselves, and does no harm.
#[inline(always)]
pub fn test<V: Lanes>(moving: MovingOperands<V>) -> Certain<V::Mask> {
    let Swept { pair, v, speed } = moving.swept();
    let Scaled { a, b, d, a_norms, b_norms, apart } = pair;
    let zero = d[0].splat(0.0);
    let (a_faces, b_faces) = (prepare(&a, a_norms), prepare(&b, b_norms));
    let extent = (apart + speed) + largest(a_norms) + largest(b_norms);
    let flush = zero.splat(band::FLUSH);
    let bands = (band::SWEPT_TETRA_TETRA, band::SWEPT_TETRA_TETRA_FOURTH);

    let end = add(d, v);
    let none = [zero; 3];
    let mut margins = Margins::new(zero);
    pencils(&mut margins, &a_faces, a_faces.errors(extent, bands, flush), [d, end], &b);
    pencils(
        &mut margins,
        &b_faces,
        b_faces.errors(extent, bands, flush),
        [sub(none, d), sub(none, end)],
        &a,
    );

    let finite = zero.splat(f32::MAX);
    let sentinel = (end[0].abs() + end[1].abs()) + end[2].abs();
    let solid = a_faces.solid & b_faces.solid & sentinel.lt(finite);
    Certain { separate: margins.separate() & solid, overlapping: margins.overlapping() & solid }
}
