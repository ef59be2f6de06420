//! The error bands, each a named constant with its derivation.
//!
//! A band bounds how far the floating-point value of a certificate can lie from its exact value.
//! `u = 2^-24` is half the spacing of `f32` at 1, so that `fl(x op y) = (x op y)(1 + e)` with
//! `|e| <= u`; for `f64` it is `2^-53`.
//!
//! ## Notation
//!
//! `d` is the difference of the origins of a pair, `v` the difference of their velocities, and `a`
//! and `b` are the edges of the first and the second frame. `|x|` is the max-norm of a vector, and
//! `|a|` without an index is that of the longest edge. An axis `n` is a product of two vectors, and
//! `p` and `q` are the norms of these two.
//!
//! ## How the constants are found
//!
//! Every certificate is a polynomial of a few numbers whose size is known: write `|x|` for the
//! bound of a value and `err(x)` for the bound of its error, both in units of the same product of
//! norms. Then
//!
//! ```text
//! sum      |x + y| = |x| + |y|    err = err(x) + err(y) + (|x| + |y|) u
//! product  |x y|   = |x| |y|      err = err(x)|y| + |x|err(y) + |x||y| u
//! ```
//!
//! The difference of the origins starts with an error of one rounding, and so does an edge of a
//! tetrahedron, which may have been formed by one subtraction of vertices; a cuboid's edges are
//! stored exactly. The test `crates/core/tests/bands` runs the shipped kernels on a number type
//! that carries these two bounds, and asserts that each constant here covers what comes out with an
//! eighth to spare. A part of that pays for terms of order `u^2`, among them the norms, which are
//! themselves computed in `f32` and fall short by at most a few `u`.
//!
//! *Contraction* to fused multiply-add only removes roundings. *Reassociation*, which WGSL allows,
//! is run too, at its worst: a sum, with all sums that enter it, then errs as if its largest terms
//! had been added first. The constants cover that by a fiftieth. Division on a GPU may err by 2.5
//! ulp, and is counted as 5 `u`, a root as 11 `u`. *Rounding* is to the nearest: WGSL also allows
//! the farther one of two floats, and the self-test of a GPU engine refuses a device that takes it.
//!
//! | constant | units of `u` | derived, in the order of the source | in any order |
//! |---|---|---|---|
//! | [`CUBOID_CUBOID`] | 192 | 128 | 164 |
//! | [`SWEPT_CUBOID_CUBOID`] | 216 | 164 | 206 |
//! | [`DETERMINANT`], [`FLAT_F64`] | 64 | 46 | 46 |
//! | [`TETRA_TETRA`] | 66 | 52 | 64 |
//! | [`TETRA_TETRA_FOURTH`] | 158 | 70 | 154 |
//! | [`TETRA_CUBOID`] | 114 | 94 | 111 |
//! | [`TETRA_CUBOID_FOURTH`] | 134 | 100 | 131 |
//! | [`TETRA_CUBOID_BOX`] | 72 | 64 | 64 |
//! | [`SWEPT_TETRA_TETRA`] | 72 | 58 | 70 |
//! | [`SWEPT_TETRA_TETRA_FOURTH`] | 164 | 76 | 160 |
//! | [`SWEPT_TETRA_CUBOID`] | 126 | 100 | 123 |
//! | [`SWEPT_TETRA_CUBOID_FOURTH`] | 150 | 106 | 146 |
//! | [`SWEPT_TETRA_CUBOID_BOX`] | 100 | 87 | 87 |
//! | [`CLIP`] | 98 | 56 | 96 |
//! | [`CLIP_FOURTH`] | 198 | 64 | 192 |
//! | [`CLIP_POINT`] | 11 | 9 | 10 |
//! | [`SETTLE_F64`] | 336 | 296 | (Rust keeps the order) |
//! | [`SWEPT_F64`] | 400 | 344 | (Rust keeps the order) |
//! | [`AXIS_F64`] | 672 | 448 | (Rust keeps the order) |
//! | [`AXES`] | 308 | 272 | 298 |
//! | [`PLANE_AXES_PARALLELOGRAMS`] | 30 | 22 | 29 |
//! | [`PLANE_AXES`] | 52 | 44 | 49 |
//! | [`PLANE_CLIP`] | 66 | 40 | 64 |
//! | [`PLANE_CLIP_THIRD`] | 98 | 44 | 96 |
//! | [`PLANE_CLIP_POINT`] | 11 | 9 | 10 |
//! | [`CONTACT_AXES`] | 270 | 212 | 262 |
//! | [`PLANE_CONTACT`] | 56 | 44 | 53 |
//! | [`ALONG_F64`] | 48 | 35 | (Rust keeps the order) |
//! | [`ROWS_F64`] | 20 | 16 | (Rust keeps the order) |
//! | [`NEAREST`] | 96 | 56 | (Rust keeps the order) |
//! | [`HULL_HEIGHT`] | 16 | 10 | 16 |
//! | [`HULL_POINT`] | 11 | 7 | 10 |
//! | [`HULL_DETERMINANT`], [`HULL_VOLUME`] | 40 | 28 | 28 |
//! | [`HULL_F64`] | 32 | 27 | (Rust keeps the order) |
//! | [`HULL_SCAN`], [`HULL_AREA`] | 6 | 5, 4 | (Rust keeps the order) |
//! | [`HULL_SPEED`] | 5 | 4 | (Rust keeps the order) |
//!
//! The largest error that the test measures is about a tenth of its band.

/// Half the spacing of `f32` at 1.
pub const U32: f32 = 1.0 / 16_777_216.0;

/// More than all that is lost of a few numbers of a frame where they are too small for `f32`, in
/// the unit of its coordinates.
pub const SMALLEST: f64 = 1e-36;

/// Cuboid against cuboid: the error of a gap along an axis `p x q` is at most this times `|p| |q|
/// C`, where `|p|`, `|q|` are the max-norms of the two edges that make the axis and `C = 2 |d| +
/// sum |a_i| + sum |b_j|` bounds the doubled difference of the centres and every edge. The largest
/// need is that of the reduced gaps of parallel edges.
pub const CUBOID_CUBOID: f32 = 192.0 * U32;

/// Two moving cuboids: the band of [`CUBOID_CUBOID`] for the axes of the swept pair. Along products
/// with the relative velocity `v`, `|v|` stands in place of the norm of an edge. `C` holds `|v|`
/// too.
pub const SWEPT_CUBOID_CUBOID: f32 = 216.0 * U32;

/// The determinant of three edges: its error is at most this times the product of their norms. A
/// frame within the band might be flat, and no kernel decides it.
pub const DETERMINANT: f32 = 64.0 * U32;

/// Tetrahedron against tetrahedron: the error of the functional of a face through the tetrahedron's
/// origin, at a vertex of the other, is at most this times `p C`: `p` is the product of the norms
/// of the face's two edges, and `C = |d| + |a| + |b|` bounds every vertex seen from the origin.
pub const TETRA_TETRA: f32 = 66.0 * U32;

/// Tetrahedron against tetrahedron: the band of [`TETRA_TETRA`] for the face opposite the origin.
/// Its functional is the volume less the functionals of the other faces, and `p` is the sum of the
/// three products.
pub const TETRA_TETRA_FOURTH: f32 = 158.0 * U32;

/// Tetrahedron against cuboid: the error of the highest value of a pencil's plane on the cuboid,
/// per unit of weight on a face through the tetrahedron's origin, in units of `p C` with `C = 2
/// (|d| + |a| + sum |b_j|)`. It covers the error of the functionals and that of evaluating the
/// plane.
pub const TETRA_CUBOID: f32 = 114.0 * U32;

/// Tetrahedron against cuboid: the band of [`TETRA_CUBOID`] for the face opposite the origin.
pub const TETRA_CUBOID_FOURTH: f32 = 134.0 * U32;

/// Tetrahedron against cuboid: the error of the gap along a face normal of the cuboid, in units of
/// the product of the norms of the face's two edges and the `C` of [`TETRA_CUBOID`].
pub const TETRA_CUBOID_BOX: f32 = 72.0 * U32;

/// Two moving tetrahedra: the band of [`TETRA_TETRA`]. The relative velocity `v` adds `|v|` to `C`
/// as one more edge does, and to half of `C` where a cuboid takes part.
pub const SWEPT_TETRA_TETRA: f32 = 72.0 * U32;

/// Two moving tetrahedra: the band of [`TETRA_TETRA_FOURTH`], with the `C` of
/// [`SWEPT_TETRA_TETRA`].
pub const SWEPT_TETRA_TETRA_FOURTH: f32 = 164.0 * U32;

/// A moving tetrahedron and a cuboid: the band of [`TETRA_CUBOID`], with the `C` of
/// [`SWEPT_TETRA_TETRA`].
pub const SWEPT_TETRA_CUBOID: f32 = 126.0 * U32;

/// A moving tetrahedron and a cuboid: the band of [`TETRA_CUBOID_FOURTH`], with the `C` of
/// [`SWEPT_TETRA_TETRA`].
pub const SWEPT_TETRA_CUBOID_FOURTH: f32 = 150.0 * U32;

/// A moving tetrahedron and a cuboid: the band of [`TETRA_CUBOID_BOX`], with the `C` of
/// [`SWEPT_TETRA_TETRA`].
pub const SWEPT_TETRA_CUBOID_BOX: f32 = 100.0 * U32;

/// Two cuboids, every candidate axis: the error of a gap divided by the length `|n|` of its axis is
/// at most this times `p q C / |n|`, where `p` and `q` are the norms of the two halved edges that
/// make the axis and `C = |d| + sum |a_i| + sum |b_j|` adds up the norms of all halved edges.
///
/// With `G` and `N` the exact gap and length, and `G'` and `N'` the computed ones, the quotients
/// differ by `(G' - G) / N' + (G / N) (N - N') / N'`. The first is the gap's own error. In the
/// second, `|G / N|` is at most `sqrt(3)` times the extent of the pair, `2 C`, and `N` is off by at
/// most `sqrt(3)` times a component of the axis.
pub const AXES_CUBOIDS: f32 = 192.0 * U32;

/// Two cuboids: the error of a component of an axis of [`AXES_CUBOIDS`] is at most this times `p
/// q`.
pub const AXES_CUBOIDS_NORMAL: f32 = 5.0 * U32;

/// Pairs with a tetrahedron: the band of [`AXES_CUBOIDS`]. The edges of a tetrahedron are not
/// halved, and `C` holds the norm of the longest. The norm of a difference of two edges counts as
/// no less than theirs.
pub const AXES: f32 = 308.0 * U32;

/// Pairs with a tetrahedron: the error of a component of an axis of [`AXES`] is at most this times
/// `p q`.
pub const AXES_NORMAL: f32 = 18.0 * U32;

/// When two moving frames meet, one of which at least is a tetrahedron, along every candidate axis:
/// the error of a gap at any `t` in `[0, 1]` is at most this times `p q C`. `p` and `q` are those
/// of [`AXES`], and `C` holds the norm of the relative velocity `v` too. The error of the slope `n
/// . v` is at most this times `p q |v|`. The roundings of adding such bands are counted.
pub const CONTACT_AXES: f32 = 270.0 * U32;

/// Two parallelograms in the plane, resting or swept: the error of a gap along the normal of a
/// vector `p` (an edge, or the relative velocity `v`) is at most this times `|p| C` with
/// `C = 2 |d| + |v| + sum |a_i| + sum |b_j|`.
pub const PARALLELOGRAMS: f32 = 44.0 * U32;

/// The determinant of two edges in the plane: its error is at most this times the product of their
/// norms.
pub const PLANE_DETERMINANT: f32 = 10.0 * U32;

/// Two triangles in the plane, resting or swept: the error of the highest value of the functional
/// of an edge through the origin, in units of `|p| C` with `p` the edge and `C = |d| + |v| + |a| +
/// |b|`.
pub const TRIANGLES: f32 = 20.0 * U32;

/// Two triangles in the plane: the band of [`TRIANGLES`] for the edge opposite the origin. `|p|` is
/// the sum of the norms of both edges.
pub const TRIANGLES_THIRD: f32 = 30.0 * U32;

/// Two moving triangles: the gap along the normal of the velocity, in units of `|v| C`.
pub const TRIANGLES_SWEEP: f32 = 14.0 * U32;

/// Triangle against parallelogram, resting or swept: the error of twice the highest value of the
/// functional of an edge through the triangle's origin, in units of `|p| C` with
/// `C = 2 (|d| + |v| + |a| + sum |b_j|)`.
pub const TRIANGLE_PARALLELOGRAM: f32 = 26.0 * U32;

/// Triangle against parallelogram: the band of [`TRIANGLE_PARALLELOGRAM`] for the edge opposite the
/// origin. `|p|` is the sum of the norms of both edges.
pub const TRIANGLE_PARALLELOGRAM_THIRD: f32 = 36.0 * U32;

/// Triangle against parallelogram: twice the gap along the normal of an edge of the parallelogram
/// or of the velocity, in units of the norm of that vector times the `C` of
/// [`TRIANGLE_PARALLELOGRAM`].
pub const TRIANGLE_PARALLELOGRAM_SIDE: f32 = 24.0 * U32;

/// Two parallelograms in the plane, every candidate axis: the error of a gap divided by the length
/// `|n|` of its axis is at most this times `p C / |n|`, where `p` is the norm of the halved edge
/// that the axis is the normal of and `C = |d| + sum |a_i| + sum |b_j|` adds up the norms of all
/// halved edges. The axis itself, an edge turned, is exact.
pub const PLANE_AXES_PARALLELOGRAMS: f32 = 30.0 * U32;

/// Pairs with a triangle in the plane: the band of [`PLANE_AXES_PARALLELOGRAMS`]. The edges of a
/// triangle are not halved, and `C` holds the norm of the longer. The norm of the third edge counts
/// as no less than theirs.
///
/// The error is split as for [`AXES_CUBOIDS`]: the axis is off by `sqrt(2)` times a component,
/// which is multiplied by the quotient, at most `sqrt(2)` times the extent of the pair, `2 C`.
pub const PLANE_AXES: f32 = 52.0 * U32;

/// Pairs with a triangle in the plane: the error of a component of an axis of [`PLANE_AXES`] is at
/// most this times `p`.
pub const PLANE_AXES_DIRECTION: f32 = 4.0 * U32;

/// What two frames in the plane have in common: the error of a row of a frame (twice a functional
/// of an edge, less the area) at any point of an edge of the other, in units of `p x X` with every
/// difference a sum and every number its magnitude: `p` is the edge that makes the row, `X` adds up
/// the magnitudes of all vectors, component by component. It covers what [`CLIP`] covers.
pub const PLANE_CLIP: f32 = 66.0 * U32;

/// Frames in the plane: the band of [`PLANE_CLIP`] for the row of a triangle that is the sum of its
/// other rows.
pub const PLANE_CLIP_THIRD: f32 = 98.0 * U32;

/// Frames in the plane: the errors of the coordinates of a point of an edge are at most this times
/// those of the `X` of [`PLANE_CLIP`].
pub const PLANE_CLIP_POINT: f32 = 11.0 * U32;

/// When two moving frames in the plane meet, along the normal of any edge `p`: the error of a gap
/// at any `t` in `[0, 1]` is at most this times `p C`, and that of the slope at most this times `p
/// |v|`. `C` adds up `|d|`, `|v|`, half the norms of a parallelogram's edges and the norm of a
/// triangle's longest edge. The norm of a difference of two edges counts as no less than theirs,
/// and the `p` of a parallelogram is halved. The roundings of adding such bands are counted.
pub const PLANE_CONTACT: f32 = 56.0 * U32;

/// The place in a pencil where a functional vanishes, a number in `[0, 1]`, is a quotient of two
/// differences: `u` for each difference, 5 `u` for a reciprocal of 2.5 ulp, `u` for the product.
/// Two of them enter the length of an interval, which is therefore right within 16 `u`.
pub const PENCIL_STEP: f32 = 16.0 * U32;

/// What two solids have in common: the error of a row of a solid (twice the functional of a pair of
/// faces, less the volume) at any point of an edge of the other, in units of `N . X`. `N` is the
/// cross product of the face's edges with every difference a sum and every number its magnitude,
/// `X` adds up the magnitudes of all vectors, component by component. It covers the errors of the
/// value at the start of the edge, of its change along the edge and of the volume. It also covers
/// both ends, which are quotients of these, with eight roundings relative to either term.
pub const CLIP: f32 = 98.0 * U32;

/// Two solids: the band of [`CLIP`] for the row of a tetrahedron that is the sum of its other rows.
pub const CLIP_FOURTH: f32 = 198.0 * U32;

/// Two solids: the errors of the coordinates of a point of an edge are at most this times those of
/// the `X` of [`CLIP`].
pub const CLIP_POINT: f32 = 11.0 * U32;

/// Belongs to every `f32` band; verdict kernels on the CPU allow for it once, at the end. After
/// scaling, the largest number of a pair lies in `[1, 2)` (on the CPU, which keeps denormals and
/// leaves pairs of ordinary size as they are, below `2^8`), so what is lost when a GPU flushes
/// denormals is below `2^-126` an operation; some hundred operations and factors of at most `2^6`
/// (`2^22`) later it is still below this. Inputs that are denormal themselves, or whose difference
/// might be, a GPU could flush before anything is scaled: the shaders leave such pairs undecided.
pub const FLUSH: f32 = 7.888_609e-31; // 2^-100

/// What flushed denormals take from the determinant of a cuboid after scaling. All its factors are
/// edges below 2, so the loss is below `2^-119`. (The CPU keeps denormals.) With a larger
/// allowance, cuboids beside others `1e10` times their size would stay undecided.
pub const FLUSH_VOLUME: f32 = 4.814_825e-35; // 2^-114

/// Returns what bands of the settling stage are multiples of: how far the corners of two solids can
/// be apart along an axis of length 1, by the norms of the way between their origins and of their
/// largest edges. A solid has `D` edges.
pub const fn reach<const D: usize>(between: f64, a: f64, b: f64) -> f64 {
    between + D as f64 * (a + b)
}

/// The settling stage in `f64`: the error of a gap is at most this times `s t (|d| + 3 (|a| +
/// |b|))`, see [`reach`], with `s t` one of `|a|^2`, `|b|^2`, `|a||b|`. The largest need is that of
/// two tetrahedra along products of differences of edges, each up to twice as long as an edge.
pub const SETTLE_F64: f64 = 336.0 / 9_007_199_254_740_992.0;

/// The settling stage in `f64` for a moving pair: the error of a gap along a swept axis, and of
/// each end of a projection, is at most this times `s t (|d| + |v| + 3 (|a| + |b|))`. `s t` is one
/// of `|a|^2`, `|b|^2`, `|a||b|`, `|a||v|`, `|b||v|`. The error of a slope `n . v` is at most this
/// times `s t |v|`. The rounding of adding such a band is counted.
pub const SWEPT_F64: f64 = 400.0 / 9_007_199_254_740_992.0;

/// The gap along an axis in `f64`, divided by the length `|n|` of the axis: its error is at most
/// this times `p q (|d| + extent) / |n|`, where `p` and `q` are the norms of the two edges that
/// make the axis (of a tetrahedron: of its largest edge) and `extent` adds up the norms of all
/// edges (three times that of the largest).
///
/// Twice [`SETTLE_F64`]. The gap's own error, its sums formed in another order, is 304. A component
/// of the axis is off by at most 48 `u p q`, that of two differences of edges; the axis by
/// `sqrt(3)` times that, which as an error of `|n|` weighs as much as the quotient, at most
/// `sqrt(3)` times the extent: another 144. The rest, a third of it all, pays for what is of second
/// order while `|n|` is above `2^-40 p q`.
pub const AXIS_F64: f64 = 2.0 * SETTLE_F64;

/// The gap in `f64` along a given axis of unit length (of components up to 1, divided by its
/// length): its error is at most this times the sum of the norms of the difference of the origins
/// and of all edges. Seven dot products err by 11 each at the most, of edges that may have been
/// rounded; adding them up and dividing is another 24.
pub const ALONG_F64: f64 = 48.0 / 9_007_199_254_740_992.0;

/// A two-sided row of a pair in `f64`: the error of `normal . x - low` and of `high - normal . x`
/// is at most this times the same polynomial of the magnitudes of edges, of the difference of the
/// origins, of velocities and of `x`, with sums for differences.
///
/// So is the error of rows that bound a direction `d` with weights `w`, for each row times the
/// magnitude of its weight: that of the sum of weights and ends, and of what the weights leave of
/// the direction, `d - sum w_j n_j`, along `x`. The weights make up `d` but for what they leave,
/// which is counted besides, so that their terms are as large.
pub const ROWS_F64: f64 = 20.0 / 9_007_199_254_740_992.0;

/// The error of a gap in the plane in `f64`, and of each end of a projection: at most this times `s
/// (|d| + |v| + 2 (|a| + |b|))`, where `s` is `|a|`, `|b|` or `|v|`, the largest norm of the edges
/// (or velocities) that the axis is at right angles to one of; that of a slope `n . v` is at most
/// this times `s |v|`. A rounding more is counted for adding such a band to one.
pub const PLANE_F64: f64 = 44.0 / 9_007_199_254_740_992.0;

/// The gap in the plane in `f64`, divided by the length of its axis: its error is at most this
/// times `s (|d| + 2 (|a| + |b|)) / |n|`. The gap's own error is 28. A component of the axis, a
/// difference of two edges, is off by at most `4 u s`, and length, quotient and band round once
/// each; `sqrt(2)` times that weighs as much as the quotient, at most `sqrt(2)` times the extent:
/// another 16. The rest pays for what is of second order.
pub const PLANE_AXIS_F64: f64 = 56.0 / 9_007_199_254_740_992.0;

/// The determinant of a frame in the plane in `f64`, relative to the product of its edges' norms.
pub const PLANE_FLAT_F64: f64 = 10.0 / 9_007_199_254_740_992.0;

/// The determinant of a frame in `f64`, relative to the product of its edges' norms.
pub const FLAT_F64: f64 = 64.0 / 9_007_199_254_740_992.0;

/// A support height of a polytope in `f32`: the largest product `m . l` over its vertices `l`, seen
/// from the centroid, is off by at most this times `|m|_1 r`, with `r` the largest magnitude of a
/// coordinate. `m` and `l` are rounded once each, the sum of three products has at most three
/// roundings: 5, and a fifth of that to spare for what is of second order.
pub const HULL_SCAN: f32 = 6.0 * U32;

/// Added to each such height, for numbers that are denormal: three products and a vertex, each off
/// by less than `2^-149`.
pub const HULL_FLUSH: f64 = 1e-44;

/// The kernel of distances: a height `n . x` of the lowest vertex of the difference of two frames
/// is off by at most this times `|n| C`, with the Euclidean length of `n` and
/// `C = |d| + sum |a_i| + sum |b_j|`, and so is a point of the difference, in Euclidean length.
///
/// A coordinate of a vertex: the difference of the origins and the edges have one rounding each,
/// both middles three sums, the way between the middles two, both lowest points three, and their
/// sum two: 18, since no sum is above `C`. A height: three roundings of its products and sums, of
/// up to twice `C`; and where the sign of a height of an edge is wrong, that height is off by less
/// than four roundings and counts twice: 14 more for each unit of `|n|_1`, which is up to
/// `sqrt(3) |n|`. 32 `sqrt(3)` make 56. A point of a face: three products with weights, six
/// roundings of up to `C`, and the weight of the first vertex, which may fall short of zero by two:
/// 26, and `sqrt(3)` of it.
pub const NEAREST: f32 = 96.0 * U32;

/// What `f64` adds to the height of a pair along `n`: at most this times `|n|_1 (p + q)`, where `p`
/// and `q` bound every sum of magnitudes that makes a coordinate of either polytope. Both centroids
/// in the world (four roundings each), or both vertices; their difference, the product with `n`
/// (four); `n` seen from each polytope (three, of differences from the centroid: up to twice the
/// magnitudes) and scaled (two); the sums of the heights (two): 21. The velocity of a pair that
/// moves, of which the size counts as another magnitude, errs by five, or six of a part of the way,
/// and adds a sum: 23.
pub const HULL_F64: f64 = 32.0 / 9_007_199_254_740_992.0;

/// How fast a pair moves along `n` in `f64`: at most this times `|n|_1 |s|` off, with `s` its
/// relative velocity. Its difference has a rounding, the product with `n` three.
pub const HULL_SPEED: f64 = 5.0 / 9_007_199_254_740_992.0;

/// The determinant of three points of a Minkowski difference in `f64`, by errors of its arithmetic:
/// at most this times `W^3`, `W` the largest magnitude of a coordinate. Six terms with less than
/// five roundings each: 28.
pub const HULL_VOLUME: f64 = 40.0 / 9_007_199_254_740_992.0;

/// The determinant of three points of a Minkowski difference, by errors `e` of the coordinates: its
/// error is at most this times `e W^2`. Six terms with three factors each are 18 in first order.
/// Where `e > W / 3` the bound is above every determinant of such points, which is at most `6 W^3`;
/// else the second and the third order add less than 7.
pub const HULL_VOLUME_INPUT: f64 = 27.0;

/// The determinant of two points of a Minkowski difference in the plane, as for [`HULL_VOLUME`]:
/// two terms with two roundings each. Both factors of a term have an error of the coordinates.
pub const HULL_AREA: f64 = 6.0 / 9_007_199_254_740_992.0;

/// The determinant of two points in the plane by errors of the coordinates, as for
/// [`HULL_VOLUME_INPUT`]: 4 in first order, and 2/3 of that where `e <= W / 3`.
pub const HULL_AREA_INPUT: f64 = 6.0;

/// The height of a pair along `n` where all of it is `f32`: its error is at most this times `|n|_1
/// S`, with `S` the sum of both hulls' extents, of what lies between their centres and of the way
/// that one goes. On the GPU that difference is a whole one of 64 bits, converted in two halves
/// (each within an ulp, two `u`) and added (one); elsewhere it is rounded once, and so is a vertex.
pub const HULL_HEIGHT: f32 = 16.0 * U32;

/// The error of a coordinate of a point of the difference, in units of the `S` of [`HULL_HEIGHT`].
/// A point inside the difference, a mean of two vertices half as long, takes three roundings more
/// and so no more of the whole.
pub const HULL_POINT: f32 = 11.0 * U32;

/// [`HULL_VOLUME`] in `f32`.
pub const HULL_DETERMINANT: f32 = 40.0 * U32;

/// [`HULL_VOLUME_INPUT`] in `f32`.
pub const HULL_DETERMINANT_INPUT: f32 = 27.0;

/// Added on the GPU to each error of a coordinate, where `S` lies in `[1, 2)`: what is lost where
/// numbers that are denormal count as zero. Of a scaled row, which a vertex of a magnitude up to
/// `2^60` multiplies, no more than `3 2^-66`.
pub const HULL_TINY: f32 = 8.673_617e-19; // 2^-60

/// Six times the volume of a tetrahedron in `f64`, of `f32` vertices: `d . (e x f)`, with the three
/// edges from one vertex, errs by at most this times the product of their max-norms.
///
/// It sums six products of three edges. Each edge has one rounding; two products, the difference of
/// the cross product and the two sums of the dot product add five: at most `(1 + u)^8 - 1 < 8.1 u`
/// of each product, which is at most the product of the norms. `6 * 8.1 < 49`, and the norms,
/// rounded three times at most, leave the rest. Powers of `f32` neither overflow nor vanish here.
pub const VOLUME_F64: f64 = 64.0 / 9_007_199_254_740_992.0;
