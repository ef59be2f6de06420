//! The bands of best axes and of clipped edges in the plane, derived: the shipped polynomials run
//! on [`Bound`].

use super::bound::Bound;
use super::{Worst, in_units, splits};
use motzkin_core::geom::{Parallelotope, Simplex};
use motzkin_core::kernel::Real;
use motzkin_core::kernel::passing::Passing;
use motzkin_core::kernel::plane::axes::{Axis, Side, axis_of_a, axis_of_b, axis_of_sweep};
use motzkin_core::kernel::plane::clip::{Rows, add3, opposite, permanent, rows};
use motzkin_core::kernel::plane::contact::passing;
use motzkin_core::kernel::plane::operand::{Edges, Vec2, add, sub};
use motzkin_core::kernel::shape::Plain;
use motzkin_core::num::band;
use std::array::from_fn;

fn vector(size: f64, roundings: f64) -> Vec2<Bound> {
    [(); 2].map(|()| Bound::new(size, roundings * size))
}

/// Errors of gaps and of directions, in units of their bands.
#[derive(Default)]
struct Errors {
    gaps: Worst,
    directions: Worst,
}

impl Errors {
    fn take(&mut self, axis: Axis<Bound>, reach: f64) {
        let size = axis.size.size;
        // What the axis is off by weighs `sqrt(2)` of a component's error, and as much as the
        // quotient, `sqrt(2)` of twice the reach.
        let direction = axis.direction.map(Bound::err_in_any_order).into_iter().fold(0.0, f64::max);
        for gap in [axis.ahead, axis.behind] {
            self.gaps.take_with(gap, 4.0 * direction * reach, size * reach);
        }
        axis.direction.into_iter().for_each(|x| self.directions.take(x, size));
    }
}

/// A solid, its middle, and its part of the reach. The edges of a parallelogram are those that are
/// halved; the third direction of a triangle is as long as its edges allow.
fn side<S: Plain>([n0, n1]: [f64; 2]) -> (Side<Bound, S>, Vec2<Bound>, f64) {
    let edges @ [e0, e1] = [n0, n1].map(|norm| vector(norm, f64::from(u8::from(S::IS_SIMPLEX))));
    let size = |norm: f64| Bound::new(norm, 0.0);
    if S::IS_SIMPLEX {
        let longer = n0.max(n1);
        // A difference of norm `s` or less, of edges of norm `s` or less that err by one rounding
        // each.
        let side = Side::of(edges, [e0, e1, vector(longer, 3.0)], [n0, n1, longer].map(size));
        return (side, [(); 2].map(|()| Bound::new(0.0, 0.0)), longer);
    }
    (Side::of(edges, [e0, e1, e0], [n0, n1, n0].map(size)), add(e0, e1), n0 + n1)
}

fn errors<A: Plain, B: Plain>(errors: &mut Errors) {
    for [d, a0, a1, b0, b1] in splits() {
        let (a, a_middle, a_reach) = side::<A>([a0, a1]);
        let (b, b_middle, b_reach) = side::<B>([b0, b1]);
        let between = sub(add(vector(d, 1.0), b_middle), a_middle);
        let reach = d + a_reach + b_reach;
        (0..Side::<Bound, A>::DIRECTIONS)
            .for_each(|i| errors.take(axis_of_a(&a, &b, between, i), reach));
        (0..Side::<Bound, B>::DIRECTIONS)
            .for_each(|j| errors.take(axis_of_b(&a, &b, between, j), reach));
    }
}

/// Both ends of a pass along each axis, with the roundings that adding bands makes.
fn passes<A: Plain, B: Plain>(worst: &mut Worst) {
    for [d, v, a0, a1, b0, b1] in splits() {
        let (a, a_middle, a_reach) = side::<A>([a0, a1]);
        let (b, b_middle, b_reach) = side::<B>([b0, b1]);
        let by = vector(v, 1.0);
        let between = sub(add(vector(d, 1.0), b_middle), a_middle);
        let reach = d + v + a_reach + b_reach;
        let mut take = |axis: Axis<Bound>| {
            let size = axis.size.size;
            let Passing { ahead, behind, slope } = passing(axis, by);
            worst.take_with(slope, slope.size, size * v);
            for gap in [ahead, behind] {
                let end = gap + slope;
                worst.take_with(end, 2.0 * end.size, size * reach);
            }
        };
        (0..Side::<Bound, A>::DIRECTIONS).for_each(|i| take(axis_of_a(&a, &b, between, i)));
        (0..Side::<Bound, B>::DIRECTIONS).for_each(|j| take(axis_of_b(&a, &b, between, j)));
        // What settling in vectors adds: the normal of the velocity.
        let across = axis_of_sweep(&a, &b, between, (by, Bound::new(v, 0.0)));
        for gap in [across.ahead, across.behind] {
            worst.take_with(gap, 2.0 * gap.size, v * reach);
        }
    }
}

#[test]
fn contact_in_the_plane() {
    let mut worst = Worst::default();
    passes::<Parallelotope, Parallelotope>(&mut worst);
    passes::<Simplex, Parallelotope>(&mut worst);
    passes::<Simplex, Simplex>(&mut worst);
    worst.assert_covered_in_any_order("PLANE_CONTACT", in_units(band::PLANE_CONTACT));
}

#[test]
fn axes_of_parallelograms() {
    let mut found = Errors::default();
    errors::<Parallelotope, Parallelotope>(&mut found);
    let constant = in_units(band::PLANE_AXES_PARALLELOGRAMS);
    found.gaps.assert_covered_in_any_order("PLANE_AXES_PARALLELOGRAMS", constant);
    assert_eq!(found.directions.any, 0.0, "edges of parallelograms are exact");
}

#[test]
fn axes_with_a_triangle() {
    let mut found = Errors::default();
    errors::<Simplex, Parallelotope>(&mut found);
    errors::<Simplex, Simplex>(&mut found);
    found.gaps.assert_covered_in_any_order("PLANE_AXES", in_units(band::PLANE_AXES));
    found
        .directions
        .assert_covered_in_any_order("PLANE_AXES_DIRECTION", in_units(band::PLANE_AXES_DIRECTION));
}

/// A vector with one large component, two, or none. Edges and the difference of the origins may
/// each have been rounded once.
fn mixed(which: usize) -> Vec2<Bound> {
    from_fn(|i| {
        let size = if which == i || which == 2 { 1.0 } else { 1e-9 };
        Bound::new(size, size)
    })
}

fn magnitudes<const N: usize>(vectors: [Vec2<Bound>; N]) -> Vec2<Bound> {
    from_fn(|i| Bound::new(vectors.iter().map(|vector| vector[i].size).sum(), 0.0))
}

/// The rows of a solid with large components of all kinds.
fn clippers() -> impl Iterator<Item = Edges<Bound>> {
    (0..16).map(|n| [n % 4, n / 4].map(mixed))
}

/// The vectors from the solid's origin to an edge of another: one has a large component, or all of
/// them have.
fn edges_apart() -> impl Iterator<Item = (Vec2<Bound>, Edges<Bound>)> {
    (0..64).map(|n| (mixed(n % 4), [n / 4 % 4, n / 16].map(mixed)))
}

/// What the errors of the rows go by.
fn units(solid: &Rows<Bound>, reach: Vec2<Bound>) -> [f64; 3] {
    let [p, q] = [permanent(solid.edges[1], reach).size, permanent(solid.edges[0], reach).size];
    [p, q, p + q]
}

#[test]
fn clip_bands_cover_the_ends_of_edges() {
    let [mut through, mut third]: [Worst; 2] = Default::default();
    for b in clippers() {
        let solid = rows(&b);
        for (apart, a) in edges_apart() {
            let units = units(&solid, magnitudes([apart, a[0], a[1], b[0], b[1]]));
            let mut take = |start: [Bound; 3], along: [Bound; 3]| {
                let end = add3(start, along);
                for k in 0..3 {
                    let worst = if k < 2 { &mut through } else { &mut third };
                    // The errors of the row at the end, of the area, and some eight roundings of
                    // either term of the quotients, a division counted as five.
                    let rounded = 8.0 * (start[k].size + solid.area.size);
                    let need = |err: fn(Bound) -> f64| {
                        (err(end[k]) + err(solid.area) + rounded) / units[k]
                    };
                    worst.ordered = worst.ordered.max(need(|x| x.err));
                    worst.any = worst.any.max(need(Bound::err_in_any_order));
                }
            };
            let along = a.map(|edge| solid.along(edge));
            let origin = solid.at(apart);
            take(add3(origin, along[1]), along[0]);
            take(add3(origin, along[0]), along[1]);
            take(add3(origin, along[0]), opposite(&a, &along).1);
        }
    }
    through.assert_covered_in_any_order("PLANE_CLIP", in_units(band::PLANE_CLIP));
    third.assert_covered_in_any_order("PLANE_CLIP_THIRD", in_units(band::PLANE_CLIP_THIRD));
}

/// The depth of a point, from which a band is taken.
#[test]
fn clip_bands_cover_depths() {
    for b in clippers() {
        let solid = rows(&b);
        for which in 0..4 {
            let point = mixed(which);
            let units = units(&solid, magnitudes([point, b[0], b[1]]));
            for (k, value) in solid.at(point).into_iter().enumerate() {
                let depth = solid.area.abs() - value.abs();
                let band = if k < 2 { band::PLANE_CLIP } else { band::PLANE_CLIP_THIRD };
                let need = depth.err_in_any_order() + depth.size;
                assert!(need <= in_units(band) / 1.125 * units[k], "{k}: {need} of {}", units[k]);
            }
        }
    }
}

#[test]
fn clip_point_covers_coordinates() {
    let mut worst = Worst::default();
    for (start, e) in edges_apart() {
        let reach = magnitudes([start, e[0], e[1]]);
        let parameter = Bound::new(1.0, 0.0);
        let mut take = |start: Vec2<Bound>, edge: Vec2<Bound>| {
            for i in 0..2 {
                let x = edge[i].mul_add(parameter, start[i]);
                // Taking the band off rounds too.
                worst.take_with(x, x.size, reach[i].size);
            }
        };
        let along = [[Bound::new(1.0, 0.0); 3]; 2];
        take(add(start, e[1]), e[0]);
        take(add(start, e[0]), opposite(&e, &along).0);
    }
    worst.assert_covered_in_any_order("PLANE_CLIP_POINT", in_units(band::PLANE_CLIP_POINT));
}
