//! When two moving cuboids meet: the fifteen axes of the resting pair, along each of which the two
//! pass each other. Twin: `shaders/parts/contact_cuboid_cuboid.wgsl`.

use super::cuboid_cuboid::{Gaps, OTHERS, centre, gaps_about};
use super::lanes::{Lanes, Real};
use super::moving_operand::{MovingOperands, Swept};
use super::operand::{Edges, Scaled};
use super::passing::{Contact, quotient};
use super::vector::{Vec3, add, cross, dot};
use crate::num::band;

/// How two solids pass along an axis, all twice and times the axis' length: they meet at `t` where
/// `|offset + slope t| <= radius`.
#[derive(Clone, Copy)]
pub struct Pass<V> {
    /// The difference of the centres at `t = 0`.
    pub offset: V,
    /// The sum of the radii.
    pub radius: V,
    /// The difference of the velocities.
    pub slope: V,
}

/// The passes along all axes of the resting pair.
pub struct Passes<V> {
    /// Along the normals of A's faces.
    pub a_faces: [Pass<V>; 3],
    /// Along those of B's.
    pub b_faces: [Pass<V>; 3],
    /// Along `a_i x b_j`.
    pub edges: [[Pass<V>; 3]; 3],
    /// The radii, as the resting kernel has them.
    pub radii: Gaps<V>,
}

/// The passes, and nothing but sums and products.
#[inline(always)]
pub fn passes<V: Real>(a: &Edges<V>, b: &Edges<V>, d: Vec3<V>, v: Vec3<V>) -> Passes<V> {
    let c = centre(a, b, d);
    let radii = gaps_about(a, b, c);
    let twice = add(v, v);
    let [n, m] = radii.normals;
    let first = pass_along(n[0], sum_of(radii.volumes.0, radii.b_on_a[0]), c, twice);
    let (mut a_faces, mut b_faces, mut edges) = ([first; 3], [first; 3], [[first; 3]; 3]);
    for (i, &(k, l)) in OTHERS.iter().enumerate() {
        a_faces[i] = pass_along(n[i], sum_of(radii.volumes.0, radii.b_on_a[i]), c, twice);
        b_faces[i] = pass_along(m[i], sum_of(radii.volumes.1, radii.a_on_b[i]), c, twice);
        for (j, &(p, q)) in OTHERS.iter().enumerate() {
            let a_radius = radii.a_on_b[p][i] + radii.a_on_b[q][i];
            let radius = (radii.b_on_a[k][j] + radii.b_on_a[l][j]) + a_radius;
            edges[i][j] = pass_along(cross(a[i], b[j]), radius, c, twice);
        }
    }
    Passes { a_faces, b_faces, edges, radii }
}

#[inline(always)]
fn sum_of<V: Real>(volume: V, r: [V; 3]) -> V {
    (volume + r[0]) + (r[1] + r[2])
}

#[inline(always)]
fn pass_along<V: Real>(n: Vec3<V>, radius: V, c: Vec3<V>, twice: Vec3<V>) -> Pass<V> {
    Pass { offset: dot(n, c), radius, slope: dot(n, twice) }
}

/// Takes a pass in; lanes in which it bounds the interval, or certainly does not. As
/// [`Contact::take_passing`], but two cuboids are symmetric, which saves arithmetic.
///
/// Inner bounds are computed for radii that are smaller by the band: see [`contact`].
#[inline(always)]
fn take_pass<V: Lanes>(
    contact: &mut Contact<V>,
    pass: Pass<V>,
    error: V,
    slope_error: V,
) -> V::Mask {
    let Pass { offset, radius, slope } = pass;
    let (zero, one) = (error.splat(0.0), error.splat(1.0));
    let twice = error + error;
    let furthest = offset.abs().max((offset + slope).abs());
    let always = (furthest + twice).lt(radius);
    let speed = slope.abs();
    let moves = (slope_error + slope_error).lt(speed) & !always;
    let slow = one / V::select(moves, speed - slope_error, one);
    let fast = one / V::select(moves, speed + slope_error, one);
    let ahead = V::select(slope.lt(zero), zero - offset, offset);
    let enters =
        quotient([zero - ((ahead + radius) + error), twice - (ahead + radius)], [slow, fast]);
    let leaves = quotient([(radius - ahead) - twice, (radius - ahead) + error], [slow, fast]);
    for side in 0..2 {
        contact.first[side] = contact.first[side].max(V::select(moves, enters[side], zero));
        contact.last[side] = contact.last[side].min(V::select(moves, leaves[side], one));
    }
    always | moves
}

/// Bounds of when each pair meets, clipped to `[0, 1]`.
///
/// Every axis allows one interval, and the contact interval is what all of them allow. An outer
/// bound holds whatever axes are left out. For an inner bound all must count, and of the product of
/// parallel edges nothing is known; but it allows what the shadows along `a_i` allow, and more
/// so what they allow with `b_j` left out of them: that is what the four other axes through `a_i`
/// allow when their radii are so much smaller. Where those four radii differ by less than the band,
/// the inner bounds, which count one band more, hold for the product too, as long as they leave
/// some `t` (shadows that never meet may be kept apart by a fifth axis alone); and likewise along
/// `b_j`.
#[inline(always)]
pub fn contact<V: Lanes>(moving: MovingOperands<V>) -> Contact<V> {
    let Swept { pair, v, speed } = moving.swept_if_odd();
    let Scaled { a, b, d, a_norms, b_norms, apart } = pair;
    let zero = d[0].splat(0.0);
    let passes = passes(&a, &b, d, v);
    let extent = (apart + apart + speed)
        + ((a_norms[0] + a_norms[1] + a_norms[2]) + (b_norms[0] + b_norms[1] + b_norms[2]));
    let band = zero.splat(band::SWEPT_CUBOID_CUBOID);
    let flush = zero.splat(band::FLUSH);

    let mut out = Contact::anytime(zero);
    let yes = out.known;
    let (mut a_known, mut b_known, mut known) = ([yes; 3], [yes; 3], [[yes; 3]; 3]);
    let (mut a_errors, mut b_errors, mut errors) = ([zero; 3], [zero; 3], [[zero; 3]; 3]);
    for (i, &(k, l)) in OTHERS.iter().enumerate() {
        let (p, q) = (a_norms[k] * a_norms[l] * band, b_norms[k] * b_norms[l] * band);
        a_errors[i] = p.mul_add(extent, flush);
        b_errors[i] = q.mul_add(extent, flush);
        a_known[i] = take_pass(&mut out, passes.a_faces[i], a_errors[i], p.mul_add(speed, flush));
        b_known[i] = take_pass(&mut out, passes.b_faces[i], b_errors[i], q.mul_add(speed, flush));
        for j in 0..3 {
            let r = a_norms[i] * b_norms[j] * band;
            errors[i][j] = r.mul_add(extent, flush);
            known[i][j] =
                take_pass(&mut out, passes.edges[i][j], errors[i][j], r.mul_add(speed, flush));
        }
        out.known = out.known & a_known[i] & b_known[i];
    }
    let within = out.is_within();
    let Gaps { b_on_a, a_on_b, .. } = &passes.radii;
    for (i, &(k, m)) in OTHERS.iter().enumerate() {
        for (j, &(p, q)) in OTHERS.iter().enumerate() {
            let along_a = b_on_a[k][j].lt(a_errors[k])
                & b_on_a[m][j].lt(a_errors[m])
                & (a_on_b[q][i].lt(errors[i][p]) & known[i][p])
                & (a_on_b[p][i].lt(errors[i][q]) & known[i][q]);
            let along_b = a_on_b[p][i].lt(b_errors[p])
                & a_on_b[q][i].lt(b_errors[q])
                & (b_on_a[m][j].lt(errors[k][j]) & known[k][j])
                & (b_on_a[k][j].lt(errors[m][j]) & known[m][j]);
            out.known = out.known & (known[i][j] | ((along_a | along_b) & within));
        }
    }
    let finite = passes.a_faces[0].offset.abs().lt(zero.splat(f32::MAX));
    out.known = out.known & finite;
    out.clipped()
}
