//! The bands of every candidate axis, of all shapes.

use super::bound::{Bound, vector};
use super::{Worst, edges, in_units, splits};
use motzkin_core::geom::{Parallelotope, Simplex};
use motzkin_core::kernel::axes::{Axis, Side, Sink, visit, visit_sweep};
use motzkin_core::kernel::shape::Plain;
use motzkin_core::kernel::{Real, Vec3};
use motzkin_core::num::band;
use std::array::from_fn;

fn dot([x, y, z]: Vec3<Bound>, [p, q, r]: Vec3<Bound>) -> Bound {
    z.mul_add(r, y.mul_add(q, x * p))
}

/// Errors of gaps and of normals, in units of their bands.
struct Errors<'a> {
    reach: f64,
    gaps: &'a mut Worst,
    normals: &'a mut Worst,
}

impl Errors<'_> {
    fn take(&mut self, axis: Axis<Bound>) {
        let size = axis.size.size;
        // The normal's error weighs `sqrt(3)` of a component's, and as much as the quotient,
        // `sqrt(3)` of twice the reach.
        let normal = axis.normal.map(|x| x.err_in_any_order()).into_iter().fold(0.0, f64::max);
        for gap in [axis.ahead, axis.behind] {
            self.gaps.take_with(gap, 6.0 * normal * self.reach, size * self.reach);
        }
        axis.normal.into_iter().for_each(|x| self.normals.take(x, size));
    }
}

impl Sink<Bound> for Errors<'_> {
    fn face(&mut self, axis: Axis<Bound>) {
        self.take(axis);
    }
    fn product(&mut self, axis: Axis<Bound>) {
        self.take(axis);
    }
}

/// A solid, its middle, and its part of the reach. The edges of a cuboid are those that are halved.
fn side<S: Plain>(norms: [f64; 3]) -> (Side<Bound, S>, Vec3<Bound>, f64) {
    let edges = edges(norms, f64::from(u8::from(S::IS_SIMPLEX)));
    let mut side = Side::new(edges, norms.map(|norm| Bound::new(norm, 0.0)));
    if S::IS_SIMPLEX {
        // A difference of norm `s` or less, of edges of norm `s` or less that err by one rounding
        // each.
        for (i, (k, l)) in [(1, 0), (2, 1), (0, 2)].into_iter().enumerate() {
            let size = norms[k].max(norms[l]);
            side.directions[3 + i] = vector(size, 3.0);
            side.sizes[3 + i] = Bound::new(size, 0.0);
        }
        let longest = norms.into_iter().fold(0.0, f64::max);
        return (side, [(); 3].map(|()| Bound::new(0.0, 0.0)), longest);
    }
    let middle = from_fn(|i| edges[0][i] + edges[1][i] + edges[2][i]);
    (side, middle, norms.iter().sum())
}

fn errors<A: Plain, B: Plain>(gaps: &mut Worst, normals: &mut Worst) {
    for [d, a0, a1, a2, b0, b1, b2] in splits() {
        let (a, a_middle, a_reach) = side::<A>([a0, a1, a2]);
        let (b, b_middle, b_reach) = side::<B>([b0, b1, b2]);
        let apart = vector(d, 1.0);
        let between = from_fn(|i| (apart[i] + b_middle[i]) - a_middle[i]);
        let reach = d + a_reach + b_reach;
        visit(&a, &b, between, &mut Errors { reach, gaps, normals });
    }
}

#[test]
fn axes_of_cuboids() {
    let (mut gaps, mut normals) = (Worst::default(), Worst::default());
    errors::<Parallelotope, Parallelotope>(&mut gaps, &mut normals);
    gaps.assert_covered_in_any_order("AXES_CUBOIDS", in_units(band::AXES_CUBOIDS));
    normals.assert_covered_in_any_order("AXES_CUBOIDS_NORMAL", in_units(band::AXES_CUBOIDS_NORMAL));
}

#[test]
fn axes_with_a_tetrahedron() {
    let (mut gaps, mut normals) = (Worst::default(), Worst::default());
    errors::<Simplex, Parallelotope>(&mut gaps, &mut normals);
    errors::<Simplex, Simplex>(&mut gaps, &mut normals);
    gaps.assert_covered_in_any_order("AXES", in_units(band::AXES));
    normals.assert_covered_in_any_order("AXES_NORMAL", in_units(band::AXES_NORMAL));
}

/// Errors of the gaps of moving pairs at any time, and of their slopes, in units of the band.
struct Passes<'a> {
    v: Vec3<Bound>,
    reach: f64,
    worst: &'a mut Worst,
}

impl Passes<'_> {
    /// Both ends of a pass, with the roundings that adding bands makes.
    fn take(&mut self, axis: Axis<Bound>) {
        let (size, speed) = (axis.size.size, self.v[0].size);
        let slope = dot(axis.normal, self.v);
        self.worst.take_with(slope, slope.size, size * speed);
        for gap in [axis.ahead, axis.behind] {
            let end = gap + slope;
            self.worst.take_with(end, 2.0 * end.size, size * (self.reach + speed));
        }
    }
}

impl Sink<Bound> for Passes<'_> {
    fn face(&mut self, axis: Axis<Bound>) {
        self.take(axis);
    }
    fn product(&mut self, axis: Axis<Bound>) {
        self.take(axis);
    }
}

fn passes<A: Plain, B: Plain>(worst: &mut Worst) {
    for [d, v, a0, a1, a2, b0, b1, b2] in splits() {
        let (a, a_middle, a_reach) = side::<A>([a0, a1, a2]);
        let (b, b_middle, b_reach) = side::<B>([b0, b1, b2]);
        let apart = vector(d, 1.0);
        let between = from_fn(|i| (apart[i] + b_middle[i]) - a_middle[i]);
        let reach = d + a_reach + b_reach;
        visit(&a, &b, between, &mut Passes { v: vector(v, 1.0), reach, worst });
    }
}

#[test]
fn contact_along_axes_with_a_tetrahedron() {
    let mut worst = Worst::default();
    passes::<Simplex, Parallelotope>(&mut worst);
    passes::<Simplex, Simplex>(&mut worst);
    worst.assert_covered_in_any_order("CONTACT_AXES", in_units(band::CONTACT_AXES));
}

/// Errors of the gaps that settling in vectors looks at, over all of a motion.
struct Swept<'a> {
    v: Vec3<Bound>,
    reach: f64,
    worst: &'a mut Worst,
}

impl Swept<'_> {
    /// The roundings of a gap's sum with its band are counted.
    fn take(&mut self, axis: Axis<Bound>) {
        let size = axis.size.size;
        let swept = axis.swept(self.v);
        for gap in [swept.ahead, swept.behind] {
            self.worst.take_with(gap, 2.0 * gap.size, size * self.reach);
        }
    }
}

impl Sink<Bound> for Swept<'_> {
    fn face(&mut self, axis: Axis<Bound>) {
        self.take(axis);
    }
    fn product(&mut self, axis: Axis<Bound>) {
        self.take(axis);
    }
}

fn swept<A: Plain, B: Plain>(worst: &mut Worst) {
    for [d, v, a0, a1, a2, b0, b1, b2] in splits() {
        let (a, a_middle, a_reach) = side::<A>([a0, a1, a2]);
        let (b, b_middle, b_reach) = side::<B>([b0, b1, b2]);
        let apart = vector(d, 1.0);
        let between = from_fn(|i| (apart[i] + b_middle[i]) - a_middle[i]);
        let by = vector(v, 1.0);
        let mut errors = Swept { v: by, reach: d + v + a_reach + b_reach, worst };
        visit(&a, &b, between, &mut errors);
        visit_sweep(&a, &b, between, (by, Bound::new(v, 0.0)), &mut errors);
    }
}

/// Settling in vectors takes the band of all axes for the gaps of moving pairs too.
#[test]
fn the_band_of_axes_covers_gaps_over_a_motion() {
    let mut worst = Worst::default();
    swept::<Parallelotope, Parallelotope>(&mut worst);
    swept::<Simplex, Parallelotope>(&mut worst);
    swept::<Simplex, Simplex>(&mut worst);
    worst.assert_covered("AXES, moving", in_units(band::AXES));
}
