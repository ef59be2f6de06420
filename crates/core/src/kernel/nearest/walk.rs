//! The walk in `f32`, and what goes on from its end and proves it in `f64`.

use super::facing::{Facing, Mark, ROUNDINGS};
use super::simplex::{Carried, Face, Point, select};
use crate::geom::Frame3;
use crate::kernel::lanes::Lanes;
use crate::kernel::operand::{Operands, StoredPair};
use crate::kernel::shape::Plain;
use crate::kernel::vector::{Vec3, add, dot, scale};

/// Steps after which the best that was found is answered.
const MOST_STEPS: usize = 24;

/// A step that comes closer by less than this part of the distance is the last one. Much less than
/// this is rounding, where frames are some hundred times as large as the distance is.
const ARRIVED: f32 = 1e-12;

/// The same in `f32`.
const ARRIVED_F32: f32 = 1e-6;

/// Bounds further apart than this part of the lower one are worth another direction.
const LOOSE: f32 = 1e-10;

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

/// The walk of each pair: the face that was reached, and how far it is.
struct Walk<V, C> {
    face: Face<V, C>,
    /// The square of the length of the face's nearest point.
    square: V,
    /// The height of the lowest vertex along that point; zero where it is not known.
    height: V,
}

impl<V: Lanes, C: Carried<V>> Walk<V, C> {
    #[inline(always)]
    fn new(face: Face<V, C>) -> Self {
        let square = dot(face.at, face.at);
        Self { face, square, height: square.splat(0.0) }
    }

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
        let arrived = zero.splat(if V::FINENESS < 1.0 { ARRIVED } else { ARRIVED_F32 });
        let mut goes_on = (*square * arrived).lt(*square - *height);
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

    /// Takes steps from a vertex until all lanes have arrived.
    #[inline(always)]
    fn arrive_from_vertex<A: Plain, B: Plain>(
        &mut self,
        facing: &Facing<V, A, B>,
        limit: Option<f32>,
    ) {
        // A face has one vertex more after each step.
        if self.step::<A, B, 1>(facing, limit) && self.step::<A, B, 2>(facing, limit) {
            self.arrive(facing, limit);
        }
    }

    /// Takes steps from any face until all lanes have arrived.
    #[inline(always)]
    fn arrive<A: Plain, B: Plain>(&mut self, facing: &Facing<V, A, B>, limit: Option<f32>) {
        let mut steps = 0;
        while steps < MOST_STEPS && self.step::<A, B, 3>(facing, limit) {
            steps += 1;
        }
    }
}

/// Walks to where each pair comes closest. A pair is given up where the bounds prove that the
/// distance is more than `limit`, or less. `give` is shown what was found of each part of the
/// pairs, in `f64`, and the place of the part's first pair.
#[inline(always)]
pub fn nearest<'a, V: Lanes, A: Plain, B: Plain>(
    token: V::Token,
    pair: impl Fn(usize) -> (&'a Frame3, &'a Frame3) + Copy,
    limit: Option<f32>,
    give: impl FnMut(usize, Walked<V::Wide>),
) {
    let stored = StoredPair::<V>::read(token, pair);
    nearest_of::<V, A, B>(
        stored.operands::<A, B>(),
        #[inline(always)]
        |part| stored.widen(part).operands::<A, B>(),
        limit,
        give,
    );
}

/// As [`nearest`], of pairs that are given in `f32`, and part by part in `f64`.
#[inline(always)]
pub fn nearest_of<V: Lanes, A: Plain, B: Plain>(
    pair: Operands<V>,
    wide: impl Fn(usize) -> Operands<V::Wide>,
    limit: Option<f32>,
    mut give: impl FnMut(usize, Walked<V::Wide>),
) {
    // What is compared with a limit takes few steps, and to begin anew in `f64` costs more than
    // one.
    let marks = limit.is_none().then(
        #[inline(always)]
        || last_face::<V, A, B>(pair),
    );
    for part in 0..V::WIDTH / V::Wide::WIDTH {
        let facing = Facing::<V::Wide, A, B>::new(wide(part));
        let walk = match &marks {
            Some([p, q, r]) => on_from(&facing, [p.widen(part), q.widen(part), r.widen(part)]),
            None => anew(&facing, limit),
        };
        give(part * V::Wide::WIDTH, walk.proven(&facing, limit));
    }
}

/// Walks to the face that comes closest, and returns the marks of its vertices. Nothing of it is
/// proven: a pair of odd size, or one whose rounding is large, may end anywhere.
#[inline(always)]
pub fn last_face<V: Lanes, A: Plain, B: Plain>(pair: Operands<V>) -> [V; 3] {
    let facing = Facing::<V, A, B>::new(pair);
    let mut walk: Walk<V, Mark<V>> = Walk::new(Face::new(facing.lowest(facing.between)));
    walk.arrive_from_vertex(&facing, None);
    let [p, q, r] = &walk.face.vertices;
    [p.of.0, q.of.0, r.of.0]
}

/// Walks from the face of these marks.
#[inline(always)]
fn on_from<V: Lanes, A: Plain, B: Plain>(
    facing: &Facing<V, A, B>,
    marks: [V; 3],
) -> Walk<V, Point<V>> {
    let mut walk = Walk::new(facing.face(marks));
    walk.arrive(facing, None);
    walk
}

/// Walks from the vertex that lies towards the other middle.
#[inline(always)]
fn anew<V: Lanes, A: Plain, B: Plain>(
    facing: &Facing<V, A, B>,
    limit: Option<f32>,
) -> Walk<V, Point<V>> {
    let mut walk = Walk::new(Face::new(facing.lowest(facing.between)));
    walk.arrive_from_vertex(facing, limit);
    walk
}

impl<V: Lanes> Walk<V, Point<V>> {
    /// Bounds the distance where the walk has ended.
    #[inline(always)]
    fn proven<A: Plain, B: Plain>(self, facing: &Facing<V, A, B>, limit: Option<f32>) -> Walked<V> {
        let Self { face, square, height } = self;
        let zero = facing.band.splat(0.0);
        let length = square.sqrt();
        let loss = zero.splat(ROUNDINGS) * zero.splat(V::FINENESS);
        let at_most = length + length.mul_add(loss, facing.band);
        let per_length = zero.splat(1.0) / length;
        let mut at_least = facing.width(height, per_length);
        let mut normal = scale(face.at, per_length);
        // Where frames are close together, the nearest point is the small difference of large
        // numbers, and the normal of its triangle is more certain.
        let loose = !(at_most - at_least).lt(at_least * zero.splat(LOOSE));
        if limit.is_none() && V::any(loose) {
            let (at, width) = facing.upright(&face);
            // Its own bounds alone decide on a lane, whatever its neighbours have.
            let better = loose & at_least.lt(width);
            at_least = V::select(better, width, at_least);
            normal = select(better, at, normal);
        }
        let from = add(facing.a.middle, face.from());
        Walked { at_least, at_most, length, from, apart: face.at, normal }
    }
}
