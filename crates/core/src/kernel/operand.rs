//! Frames as a kernel sees them: transposed, relative to the first frame's origin, scaled.

use super::lanes::{Lanes, Real};
use super::shape::{Shape, Tagged};
use super::vector::{Vec3, norm, scale, sub};
use crate::geom::Frame3;
use crate::num::band;

/// The three edge vectors of a frame.
pub type Edges<V> = [Vec3<V>; 3];

/// One pair of frames a lane.
#[derive(Clone, Copy)]
pub struct Operands<V> {
    /// Edges of the first frame.
    pub a: Edges<V>,
    /// Edges of the second frame.
    pub b: Edges<V>,
    /// Origin of the second frame less that of the first. Formed before anything else, so that
    /// errors do not depend on the distance from the world's origin.
    pub d: Vec3<V>,
}

/// One pair of frames a lane, in the numbers that they store.
#[cfg(feature = "polytopes")]
#[derive(Clone, Copy)]
pub struct StoredPair<V> {
    a: Stored<V>,
    b: Stored<V>,
}

#[cfg(feature = "polytopes")]
impl<V: Lanes> StoredPair<V> {
    /// Reads `WIDTH` pairs; `pair(lane)` names the two frames of a lane.
    #[inline(always)]
    pub fn read<'a>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Frame3, &'a Frame3) + Copy,
    ) -> Self {
        let a = Stored::read(
            token,
            #[inline(always)]
            |lane| pair(lane).0,
        );
        let b = Stored::read(
            token,
            #[inline(always)]
            |lane| pair(lane).1,
        );
        Self { a, b }
    }

    /// Some of the pairs in `f64`: those of a [part](Lanes::widen).
    #[inline(always)]
    pub fn widen(&self, part: usize) -> StoredPair<V::Wide> {
        StoredPair { a: self.a.widen(part), b: self.b.widen(part) }
    }

    /// What a kernel sees of frames of these shapes.
    #[inline(always)]
    pub fn operands<A: Shape, B: Shape>(&self) -> Operands<V> {
        let Self { a, b } = self;
        Operands { a: a.edges::<A>(), b: b.edges::<B>(), d: sub(b.origin, a.origin) }
    }
}

/// The two results of a kernel. A lane with neither is undecided.
pub struct Certain<M> {
    /// Lanes that are certainly separate.
    pub separate: M,
    /// Lanes that certainly overlap.
    pub overlapping: M,
}

impl<V: Lanes> Operands<V> {
    /// Loads `WIDTH` pairs of these shapes; `pair(lane)` names the two frames of a lane.
    #[inline(always)]
    pub fn load<'a, A: Shape, B: Shape>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Frame3, &'a Frame3) + Copy,
    ) -> Self {
        let ((a_origin, a, _), (b_origin, b, _)) = load_pair::<V, A, B>(token, pair);
        Self { a, b, d: sub(b_origin, a_origin) }
    }

    /// Scales each pair by a power of two, so that its largest number lies in `[1, 2)`: exact, but
    /// for numbers that become denormal, which [`crate::num::band::FLUSH`] covers.
    #[inline(always)]
    pub fn scaled(self) -> Scaled<V> {
        let unscaled = self.unscaled();
        unscaled.times(unscaled.size().unit_scale())
    }

    /// Scales the pairs of odd size, for certificates of degree three only. Those are as good while
    /// a pair's largest number lies between `2^-25` and `2^8`. Such lanes stay as they are, and
    /// nearly always all do, which saves a twelfth of the kernel's time.
    #[inline(always)]
    pub fn scaled_if_odd(self) -> Scaled<V> {
        let mut out = self.unscaled();
        let largest = out.size();
        let ordinary = largest.splat(SMALL).lt(largest) & largest.lt(largest.splat(LARGE));
        if V::any(!ordinary) {
            out = out.times(V::select(ordinary, largest.splat(1.0), largest.unit_scale()));
        }
        out
    }

    /// The operands as they are.
    #[inline(always)]
    pub fn unscaled(self) -> Scaled<V> {
        let Self { a, b, d } = self;
        Scaled { a, b, d, a_norms: norms(&a), b_norms: norms(&b), apart: norm(d) }
    }
}

/// From here to [`LARGE`] a pair is of ordinary size.
pub const SMALL: f32 = 1.0 / 33_554_432.0;
pub const LARGE: f32 = 256.0;

/// Operands of the size that the bands are made for, and the largest magnitudes of their vectors.
#[derive(Clone, Copy)]
pub struct Scaled<V> {
    /// Edges of the first frame.
    pub a: Edges<V>,
    /// Edges of the second frame.
    pub b: Edges<V>,
    /// Difference of the origins.
    pub d: Vec3<V>,
    /// Norms of `a`.
    pub a_norms: [V; 3],
    /// Norms of `b`.
    pub b_norms: [V; 3],
    /// Norm of `d`.
    pub apart: V,
}

impl<V: Lanes> Scaled<V> {
    /// The largest magnitude of a pair.
    #[inline(always)]
    pub fn size(&self) -> V {
        largest(self.a_norms).max(largest(self.b_norms)).max(self.apart)
    }

    #[inline(always)]
    pub fn times(&self, s: V) -> Self {
        Self {
            a: scale_edges(&self.a, s),
            b: scale_edges(&self.b, s),
            d: scale(self.d, s),
            a_norms: scale(self.a_norms, s),
            b_norms: scale(self.b_norms, s),
            apart: self.apart * s,
        }
    }
}

/// The norm of each edge.
#[inline(always)]
fn norms<V: Real>(e: &Edges<V>) -> [V; 3] {
    [norm(e[0]), norm(e[1]), norm(e[2])]
}

/// The largest of three.
#[inline(always)]
pub fn largest<V: Real>(x: [V; 3]) -> V {
    x[0].max(x[1]).max(x[2])
}

/// Three edges times `s`.
#[inline(always)]
pub fn scale_edges<V: Real>(e: &Edges<V>, s: V) -> Edges<V> {
    [scale(e[0], s), scale(e[1], s), scale(e[2], s)]
}

/// The gaps of a kernel, each with its error band taken off and put on. Bands leave out
/// [`band::FLUSH`], which is the same for all: the results allow for it.
pub struct Margins<V> {
    /// The least of error less gap: negative proves the pair separate.
    pub excess: V,
    /// The largest of gap plus error: negative proves that nothing separates, nor touches.
    pub highest: V,
}

impl<V: Lanes> Margins<V> {
    /// No gaps yet; `like` is any vector of the same kind.
    #[inline(always)]
    pub fn new(like: V) -> Self {
        Self { excess: like.splat(1.0), highest: like.splat(-1.0) }
    }

    /// Takes a gap with its error in, and returns `gap + error`.
    #[inline(always)]
    pub fn take(&mut self, gap: V, error: V) -> V {
        self.take_range(error - gap, gap + error)
    }

    /// Takes a gap in with an error of `size * unit`.
    #[inline(always)]
    pub fn take_times(&mut self, gap: V, size: V, unit: V) -> V {
        self.take_range(size.mul_sub(unit, gap), size.mul_add(unit, gap))
    }

    /// Takes a gap of `-depth` in with an error of `size * unit`.
    #[inline(always)]
    #[cfg(feature = "plane")]
    pub fn take_depth(&mut self, depth: V, size: V, unit: V) -> V {
        self.take_range(size.mul_add(unit, depth), size.mul_sub(unit, depth))
    }

    /// Takes the sums `error - gap` and `gap + error` in.
    #[inline(always)]
    pub fn take_range(&mut self, excess: V, highest: V) -> V {
        self.excess = self.excess.min(excess);
        self.highest = self.highest.max(highest);
        highest
    }

    /// Lanes in which some gap is certainly there.
    #[inline(always)]
    pub fn separate(&self) -> V::Mask {
        certainly_negative(self.excess)
    }

    /// Lanes in which certainly no gap is, and no contact.
    #[inline(always)]
    pub fn overlapping(&self) -> V::Mask {
        certainly_negative(self.highest)
    }
}

/// Lanes that are negative whatever is flushed.
#[inline(always)]
pub fn certainly_negative<V: Lanes>(x: V) -> V::Mask {
    x.lt(x.splat(-band::FLUSH))
}

/// Origin, edges and velocity of one frame.
pub type Loaded<V> = (Vec3<V>, Edges<V>, Vec3<V>);

/// Both frames of a pair a lane.
#[inline(always)]
pub fn load_pair<'a, V: Lanes, A: Shape, B: Shape>(
    token: V::Token,
    pair: impl Fn(usize) -> (&'a Frame3, &'a Frame3) + Copy,
) -> (Loaded<V>, Loaded<V>) {
    let a = load_frames::<V, A>(
        token,
        #[inline(always)]
        |lane| pair(lane).0,
    );
    let b = load_frames::<V, B>(
        token,
        #[inline(always)]
        |lane| pair(lane).1,
    );
    (a, b)
}

/// Origin, edges and velocity of one frame a lane.
#[inline(always)]
fn load_frames<'a, V: Lanes, S: Shape>(
    token: V::Token,
    frame: impl Fn(usize) -> &'a Frame3 + Copy,
) -> Loaded<V> {
    let stored = Stored::read(token, frame);
    (stored.origin, stored.edges::<S>(), stored.velocity)
}

/// One frame a lane, in the numbers that it stores.
#[derive(Clone, Copy)]
pub struct Stored<V> {
    /// The origin.
    pub origin: Vec3<V>,
    /// Edges, or the vertices other than the origin.
    pub rows: Edges<V>,
    /// The velocity.
    pub velocity: Vec3<V>,
    tag: V,
}

impl<V: Lanes> Stored<V> {
    /// Reads `WIDTH` frames.
    #[inline(always)]
    pub fn read<'a>(token: V::Token, frame: impl Fn(usize) -> &'a Frame3 + Copy) -> Self {
        let [x, y, z, tag] = V::transpose(
            token,
            #[inline(always)]
            |lane| &frame(lane).rows[0],
        );
        let [x0, y0, z0, v0] = V::transpose(
            token,
            #[inline(always)]
            |lane| &frame(lane).rows[1],
        );
        let [x1, y1, z1, v1] = V::transpose(
            token,
            #[inline(always)]
            |lane| &frame(lane).rows[2],
        );
        let [x2, y2, z2, v2] = V::transpose(
            token,
            #[inline(always)]
            |lane| &frame(lane).rows[3],
        );
        Self {
            origin: [x, y, z],
            rows: [[x0, y0, z0], [x1, y1, z1], [x2, y2, z2]],
            velocity: [v0, v1, v2],
            tag,
        }
    }

    /// The same numbers in `f64`, of some of the frames.
    #[cfg(feature = "polytopes")]
    #[inline(always)]
    fn widen(&self, part: usize) -> Stored<V::Wide> {
        let Self { origin, rows, velocity, tag } = self;
        Stored {
            origin: widen(origin, part),
            rows: [widen(&rows[0], part), widen(&rows[1], part), widen(&rows[2], part)],
            velocity: widen(velocity, part),
            tag: tag.widen(part),
        }
    }

    /// Returns the edges of frames of a shape. Where the shape may be stored by its vertices, edges
    /// are formed here; elsewhere nothing is subtracted, which is exact.
    #[inline(always)]
    pub fn edges<S: Shape>(&self) -> Edges<V> {
        let Self { origin: [x, y, z], rows: [r0, r1, r2], tag, .. } = *self;
        let Some(by_edges) = S::OWN.below_vertices else {
            return self.rows;
        };
        let by_vertices = tag.splat(by_edges).lt(tag);
        let zero = tag.splat(0.0);
        let base = [
            V::select(by_vertices, x, zero),
            V::select(by_vertices, y, zero),
            V::select(by_vertices, z, zero),
        ];
        [sub(r0, base), sub(r1, base), sub(r2, base)]
    }
}

/// Part of the lanes of a vector in `f64`.
#[cfg(feature = "polytopes")]
#[inline(always)]
fn widen<V: Lanes>(a: &Vec3<V>, part: usize) -> Vec3<V::Wide> {
    [a[0].widen(part), a[1].widen(part), a[2].widen(part)]
}
