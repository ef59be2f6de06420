//! The walk, and what proves its end.

use super::simplex::{Face, Vertex, select};
use super::solid::Solid;
use crate::kernel::lanes::Lanes;
use crate::kernel::operand::Operands;
use crate::kernel::shape::Plain;
use crate::kernel::vector::{Vec3, add, cross, dot, norm, scale, sub};
use crate::num::band;

/// Steps after which the best that was found is answered.
const MOST_STEPS: usize = 24;

/// A step that comes closer by less than this part of the distance is the last one.
const ARRIVED: f32 = 1e-14;

/// What was found of a pair, as seen from the origin of the first frame.
pub struct Walked<V> {
    /// Certainly not above the distance; negative where nothing is known.
    pub at_least: V,
    /// Certainly not below the distance.
    pub at_most: V,
    /// The length of `apart`.
    pub length: V,
    /// The point of the first frame.
    pub from: Vec3<V>,
    /// The way from there to the point of the second frame.
    pub apart: Vec3<V>,
    /// A unit vector: the normal of the slab that `at_least` is the width of.
    pub normal: Vec3<V>,
}

/// The difference of two frames.
struct Facing<V, A, B> {
    a: Solid<V, A>,
    b: Solid<V, B>,
    /// From the first solid's middle to that of the second.
    between: Vec3<V>,
    /// Bounds the errors of heights and of points.
    band: V,
}

impl<V: Lanes, A: Plain, B: Plain> Facing<V, A, B> {
    #[inline(always)]
    fn new(Operands { a, b, d }: Operands<V>) -> Self {
        let (a, b) = (Solid::<V, A>::new(a), Solid::<V, B>::new(b));
        let between = sub(add(d, b.middle), a.middle);
        let size = norm(d) + (a.size + b.size);
        let band = size * (size.splat(band::NEAREST) * size.splat(V::FINENESS));
        Self { a, b, between, band }
    }

    /// The vertex that is lowest along a direction.
    #[inline(always)]
    fn lowest(&self, n: Vec3<V>) -> Vertex<V> {
        let zero = n[0].splat(0.0);
        let from = self.a.lowest([zero - n[0], zero - n[1], zero - n[2]]);
        let to = self.b.lowest(n);
        Vertex { at: add(self.between, sub(to, from)), from }
    }

    /// What is certain of the width of a slab: `height` is that of the lowest vertex along a
    /// direction, of which the inverse of the length is given.
    #[inline(always)]
    fn width(&self, height: V, per_length: V) -> V {
        let loss = height.splat(ROUNDINGS) * height.splat(V::FINENESS);
        let width = height * per_length;
        width - width.abs().mul_add(loss, self.band)
    }

    /// The unit normal of a triangle, and what is certain of the width of its slab.
    #[inline(always)]
    fn upright(&self, face: &Face<V>) -> (Vec3<V>, V) {
        let zero = self.band.splat(0.0);
        let [p, q, r] = &face.vertices;
        let normal = cross(sub(q.at, p.at), sub(r.at, p.at));
        let turned = scale(normal, zero.splat(-1.0));
        let normal = select(dot(normal, face.at).lt(zero), turned, normal);
        let per_length = zero.splat(1.0) / dot(normal, normal).sqrt();
        let width = self.width(dot(normal, self.lowest(normal).at), per_length);
        (scale(normal, per_length), width)
    }
}

/// What the roots, quotients and products of a length and of a height lose of themselves.
const ROUNDINGS: f32 = 16.0 * band::U32;

/// Bounds further apart than this part of the lower one are worth another direction.
const LOOSE: f32 = 1e-10;

/// The walk of each pair: the face that was reached, and how far it is.
struct Walk<V> {
    face: Face<V>,
    /// The square of the length of the face's nearest point.
    square: V,
    /// The height of the lowest vertex along that point; zero where it is not known.
    height: V,
}

impl<V: Lanes> Walk<V> {
    /// Goes on by a vertex. Returns false where no lane comes closer, or none needs to. `N` is that
    /// of [`Face::with`].
    #[inline(always)]
    fn step<A: Plain, B: Plain, const N: usize>(
        &mut self,
        facing: &Facing<V, A, B>,
        limit: Option<f32>,
    ) -> bool {
        let Self { face, square, height } = self;
        let zero = square.splat(0.0);
        let vertex = facing.lowest(face.at);
        *height = dot(face.at, vertex.at);
        let mut goes_on = (*square * zero.splat(ARRIVED)).lt(*square - *height);
        if let Some(limit) = limit {
            let (limit, length) = (zero.splat(limit), square.sqrt());
            // Less certain than the bounds of the end, which decide.
            let loss = facing.band + facing.band;
            let further = (limit + loss) * length;
            goes_on = goes_on & !further.lt(*height) & !(length + loss).lt(limit);
        }
        if !V::any(goes_on) {
            return false;
        }
        let next = face.with::<N>(vertex);
        let next_square = dot(next.at, next.at);
        let closer = next_square.lt(*square) & goes_on;
        *face = Face::select(closer, &next, face);
        *square = V::select(closer, next_square, *square);
        let closer_any = V::any(closer);
        // That of another point.
        *height = V::select(closer, zero, *height);
        closer_any
    }
}

/// Walks to where each pair comes closest. A pair is given up where the bounds prove that the
/// distance is more than `limit`, or less.
#[inline(always)]
pub fn nearest<V: Lanes, A: Plain, B: Plain>(pair: Operands<V>, limit: Option<f32>) -> Walked<V> {
    let facing = Facing::<V, A, B>::new(pair);
    let zero = facing.band.splat(0.0);
    let face = Face::new(facing.lowest(facing.between));
    let mut walk = Walk { face, square: dot(face.at, face.at), height: zero };
    // A face has one vertex more after each step.
    if walk.step::<A, B, 1>(&facing, limit) && walk.step::<A, B, 2>(&facing, limit) {
        let mut steps = 2;
        while steps < MOST_STEPS && walk.step::<A, B, 3>(&facing, limit) {
            steps += 1;
        }
    }
    let Walk { face, square, height } = walk;
    let length = square.sqrt();
    let loss = zero.splat(ROUNDINGS) * zero.splat(V::FINENESS);
    let at_most = length + length.mul_add(loss, facing.band);
    let per_length = zero.splat(1.0) / length;
    let mut at_least = facing.width(height, per_length);
    let mut normal = scale(face.at, per_length);
    // Where frames are close together, the nearest point is the small difference of large numbers,
    // and the normal of its triangle is more certain.
    let loose = !(at_most - at_least).lt(at_least * zero.splat(LOOSE));
    if limit.is_none() && V::any(loose) {
        let (at, width) = facing.upright(&face);
        let better = at_least.lt(width);
        at_least = V::select(better, width, at_least);
        normal = select(better, at, normal);
    }
    let from = add(facing.a.middle, face.from());
    Walked { at_least, at_most, length, from, apart: face.at, normal }
}
