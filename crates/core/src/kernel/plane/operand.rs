//! Frames in the plane as a kernel sees them: transposed, relative to the first frame's origin,
//! scaled. Twin: `shaders/parts/plane_operand.wgsl`.

use super::super::lanes::{Lanes, Real};
use super::super::operand::{LARGE, SMALL};
use super::super::shape::{Shape, Tagged};
use crate::geom::Frame2;
use crate::motion::Motion;

/// x, y.
pub type Vec2<V> = [V; 2];

/// The two edge vectors of a frame.
pub type Edges<V> = [Vec2<V>; 2];

/// `a x b`: positive where `b` lies to the left of `a`.
#[inline(always)]
pub fn cross<V: Real>(a: Vec2<V>, b: Vec2<V>) -> V {
    a[0].mul_sub(b[1], a[1] * b[0])
}

/// `a + b`.
#[inline(always)]
pub fn add<V: Real>(a: Vec2<V>, b: Vec2<V>) -> Vec2<V> {
    [a[0] + b[0], a[1] + b[1]]
}

/// `a - b`.
#[inline(always)]
pub fn sub<V: Real>(a: Vec2<V>, b: Vec2<V>) -> Vec2<V> {
    [a[0] - b[0], a[1] - b[1]]
}

/// `a * s`.
#[inline(always)]
pub fn scale<V: Real>(a: Vec2<V>, s: V) -> Vec2<V> {
    [a[0] * s, a[1] * s]
}

/// The largest magnitude of a component.
#[inline(always)]
pub fn norm<V: Real>(a: Vec2<V>) -> V {
    a[0].abs().max(a[1].abs())
}

/// A pair's extent is less than so many times its largest number.
const MOST_NORMS: f32 = 8.0;

/// One pair of frames a lane.
#[derive(Clone, Copy)]
pub struct Operands<V> {
    /// Edges of the first frame.
    pub a: Edges<V>,
    /// Edges of the second frame.
    pub b: Edges<V>,
    /// Origin of the second frame less that of the first, formed before anything else.
    pub d: Vec2<V>,
    /// Velocity of the second frame less that of the first. Kernels of resting frames do not look
    /// at it.
    pub v: Vec2<V>,
}

impl<V: Lanes> Operands<V> {
    /// Loads `WIDTH` pairs of these shapes; `pair(lane)` names the two frames of a lane.
    #[inline(always)]
    pub fn load<'a, A: Shape, B: Shape>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Frame2, &'a Frame2) + Copy,
    ) -> Self {
        let (a_origin, a, a_velocity) = load_frames::<V, A>(
            token,
            #[inline(always)]
            |lane| pair(lane).0,
        );
        let (b_origin, b, b_velocity) = load_frames::<V, B>(
            token,
            #[inline(always)]
            |lane| pair(lane).1,
        );
        Self { a, b, d: sub(b_origin, a_origin), v: sub(b_velocity, a_velocity) }
    }

    /// The operands with their norms. Where a pair's largest number is not of ordinary size, all of
    /// it is scaled by a power of two to bring that into `[1, 2)`; certificates of degree two are
    /// as good from `2^-25` to `2^8`. The kernel's `extent`, from the largest number to seven times
    /// that, tells their size here, and is answered as well.
    #[inline(always)]
    pub fn scaled_if_odd<M: Motion>(self, extent: impl Fn(&Scaled<V>) -> V) -> (Scaled<V>, V) {
        let mut out = self.unscaled::<M>();
        let mut size = extent(&out);
        let ordinary = size.splat(MOST_NORMS * SMALL).lt(size) & size.lt(size.splat(LARGE));
        if V::any(!ordinary) {
            let largest = out.size();
            let scale = V::select(ordinary, largest.splat(1.0), largest.unit_scale());
            out = out.times(scale);
            size = extent(&out);
        }
        (out, size)
    }

    /// The operands as they are.
    #[inline(always)]
    pub fn unscaled<M: Motion>(self) -> Scaled<V> {
        let Self { a, b, d, v } = self;
        let (a_norms, b_norms, apart) =
            ([norm(a[0]), norm(a[1])], [norm(b[0]), norm(b[1])], norm(d));
        let speed = if M::MOVES { norm(v) } else { apart.splat(0.0) };
        Scaled { a, b, d, v, a_norms, b_norms, apart, speed }
    }
}

/// Operands of the size that the bands are made for, and the largest magnitudes of their vectors.
#[derive(Clone, Copy)]
pub struct Scaled<V> {
    /// Edges of the first frame.
    pub a: Edges<V>,
    /// Edges of the second frame.
    pub b: Edges<V>,
    /// Difference of the origins.
    pub d: Vec2<V>,
    /// Difference of the velocities.
    pub v: Vec2<V>,
    /// Norms of `a`.
    pub a_norms: [V; 2],
    /// Norms of `b`.
    pub b_norms: [V; 2],
    /// Norm of `d`.
    pub apart: V,
    /// Norm of `v`; zero for resting frames.
    pub speed: V,
}

impl<V: Lanes> Scaled<V> {
    /// The largest number of a pair.
    #[inline(always)]
    pub fn size(&self) -> V {
        let edges = self.a_norms[0].max(self.a_norms[1]).max(self.b_norms[0].max(self.b_norms[1]));
        edges.max(self.apart.max(self.speed))
    }

    /// All of it times a power of two.
    #[inline(always)]
    pub fn times(&self, s: V) -> Self {
        Self {
            a: [scale(self.a[0], s), scale(self.a[1], s)],
            b: [scale(self.b[0], s), scale(self.b[1], s)],
            d: scale(self.d, s),
            v: scale(self.v, s),
            a_norms: scale(self.a_norms, s),
            b_norms: scale(self.b_norms, s),
            apart: self.apart * s,
            speed: self.speed * s,
        }
    }
}

/// Four numbers of a frame, from number `AT` on.
#[inline(always)]
fn four<const AT: usize>(frame: &Frame2) -> &[f32; 4] {
    // The bounds are constants: no test of them is left.
    frame.rows.as_flattened()[AT..].first_chunk().unwrap_or(&[0.0; 4])
}

/// Origin, edges and velocity of one frame a lane.
#[inline(always)]
fn load_frames<'a, V: Lanes, S: Shape>(
    token: V::Token,
    frame: impl Fn(usize) -> &'a Frame2 + Copy,
) -> (Vec2<V>, Edges<V>, Vec2<V>) {
    let stored = Stored::read(token, frame);
    (stored.origin, stored.edges::<S>(token, frame), stored.velocity)
}

/// One frame a lane, in the numbers that it stores.
#[derive(Clone, Copy)]
pub struct Stored<V> {
    /// The origin.
    pub origin: Vec2<V>,
    /// Edges, or the vertices other than the origin.
    pub rows: Edges<V>,
    /// The velocity.
    pub velocity: Vec2<V>,
}

impl<V: Lanes> Stored<V> {
    /// Reads `WIDTH` frames.
    #[inline(always)]
    pub fn read<'a>(token: V::Token, frame: impl Fn(usize) -> &'a Frame2 + Copy) -> Self {
        let [x, y, x0, y0] = V::transpose(
            token,
            #[inline(always)]
            |lane| four::<0>(frame(lane)),
        );
        let [x1, y1, v0, v1] = V::transpose(
            token,
            #[inline(always)]
            |lane| four::<4>(frame(lane)),
        );
        Self { origin: [x, y], rows: [[x0, y0], [x1, y1]], velocity: [v0, v1] }
    }

    /// Returns the edges of these frames, which are of a shape. Where the shape may be stored by
    /// its vertices, edges are formed here; elsewhere nothing is subtracted, which is exact.
    #[inline(always)]
    pub fn edges<'a, S: Shape>(
        &self,
        token: V::Token,
        frame: impl Fn(usize) -> &'a Frame2 + Copy,
    ) -> Edges<V> {
        let Self { origin: [x, y], rows: [r0, r1], .. } = *self;
        let Some(by_edges) = S::OWN.below_vertices else {
            return self.rows;
        };
        let tag: V = tags(token, frame);
        let by_vertices = tag.splat(by_edges).lt(tag);
        let zero = tag.splat(0.0);
        let base = [V::select(by_vertices, x, zero), V::select(by_vertices, y, zero)];
        [sub(r0, base), sub(r1, base)]
    }
}

/// The tag of one frame a lane.
#[inline(always)]
pub(crate) fn tags<'a, V: Lanes>(token: V::Token, frame: impl Fn(usize) -> &'a Frame2 + Copy) -> V {
    let [_, _, tags, _] = V::transpose(
        token,
        #[inline(always)]
        |lane| four::<6>(frame(lane)),
    );
    tags
}
