//! Two tetrahedra: six pencils of planes at A's edges, and B's four faces. Twin:
//! `shaders/parts/tetra_tetra.wgsl`.

use super::lanes::{Lanes, Real};
use super::operand::{Certain, Edges, Margins, Operands, Scaled, largest};
use super::tetra::{Faces, PENCILS, four, prepare};
use super::vector::{Vec3, add};
use crate::num::band;

/// A's four face functionals at B's four vertices: one row a vertex, one column a face.
#[inline(always)]
pub fn at_vertices<V: Real>(faces: &Faces<V>, origin: Vec3<V>, edges: &Edges<V>) -> [[V; 4]; 4] {
    let start = faces.along(origin);
    [
        four(faces.volume, start),
        four(faces.volume, add(start, faces.along(edges[0]))),
        four(faces.volume, add(start, faces.along(edges[1]))),
        four(faces.volume, add(start, faces.along(edges[2]))),
    ]
}

/// The part of the band below which the two values of a vertex count as equal.
pub const LEVEL: f32 = 1.0 / 1024.0;

/// The planes through one edge of A that leave A on one side: `(1 - t) p + t q` with `t` in
/// `[0, 1]`, `p` and `q` the functionals of the two faces that meet there. Such a plane separates
/// when it is negative at all four vertices of B, and each vertex allows an interval of `t`: one
/// variable of Fourier-Motzkin elimination. Returns the length of the common interval with the
/// values raised by `error` (positive: certainly separate) and lowered by it (negative: no
/// plane of this pencil separates or touches).
#[inline(always)]
pub fn pencil<V: Lanes, const N: usize>(f: &[[V; 4]; N], i: usize, k: usize, error: V) -> (V, V) {
    let (zero, one) = (error.splat(0.0), error.splat(1.0));
    let level = error * error.splat(LEVEL);
    let (mut low, mut high) = ((zero, zero), (one, one));
    for vertex in f {
        let (p, q) = (vertex[i], vertex[k]);
        let rise = q - p;
        let rise = V::select(rise.abs().lt(level), level, rise);
        let per_rise = one / rise;
        // The value is below -error (below +error) before these t where it rises, after where it
        // falls.
        let inner = (zero - (error + p)) * per_rise;
        let outer = (error - p) * per_rise;
        let falls = rise.lt(zero);
        low.0 = low.0.max(V::select(falls, inner, zero));
        low.1 = low.1.max(V::select(falls, outer, zero));
        high.0 = high.0.min(V::select(falls, one, inner));
        high.1 = high.1.min(V::select(falls, one, outer));
    }
    (high.0 - low.0, high.1 - low.1)
}

/// Which pairs are certainly separate, which certainly overlap.
#[inline(always)]
pub fn test<V: Lanes>(pair: Operands<V>) -> Certain<V::Mask> {
    let Scaled { a, b, d, a_norms, b_norms, apart } = pair.scaled();
    let zero = d[0].splat(0.0);
    let (a_faces, b_faces) = (prepare(&a, a_norms), prepare(&b, b_norms));
    let extent = apart + largest(a_norms) + largest(b_norms);
    let flush = zero.splat(band::FLUSH);
    let bands = (band::TETRA_TETRA, band::TETRA_TETRA_FOURTH);
    let a_errors = a_faces.errors(extent, bands, flush);
    let b_errors = b_faces.errors(extent, bands, flush);

    let f = at_vertices(&a_faces.faces, d, &b);
    let mut margins = Margins::new(zero);
    let step = zero.splat(band::PENCIL_STEP);
    for &(i, k) in &PENCILS {
        let (inner, outer) = pencil(&f, i, k, a_errors[i].max(a_errors[k]));
        margins.take_range(step - inner, outer + step);
    }
    let g = at_vertices(&b_faces.faces, [zero - d[0], zero - d[1], zero - d[2]], &a);
    for k in 0..4 {
        let inside = g[0][k].max(g[1][k]).max(g[2][k].max(g[3][k]));
        margins.take(zero - inside, b_errors[k]);
    }

    let solid = a_faces.solid & b_faces.solid & f[0][0].abs().lt(zero.splat(f32::MAX));
    Certain { separate: margins.separate() & solid, overlapping: margins.overlapping() & solid }
}
