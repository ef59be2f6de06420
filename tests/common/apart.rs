//! What is true of axes, gaps, depths and common points, by brute force in exact arithmetic.
//!
//! Every facet of the Minkowski difference of two polyhedra has a normal that is the normal of a face of
//! one or the product of an edge of each. This looks at far more: every plane through three vertices of
//! one, every product of two differences of vertices. It knows no faces and no edges, and a plane
//! too many only supports the difference from further out.

use super::oracle::{HalfSpace, Judged, Vector, cross, denormals, dot, half_spaces, sub, vertices};
use dashu_int::IBig;
use dashu_ratio::RBig;
use glam::DVec3;
use motzkin::exact::Separation;
use motzkin::geom::{Frame3, ShapeKind};
use motzkin::verdict::Verdict;

/// The relative error that a depth may have, and a hair more.
const HAIR: f64 = 1.0 / 536_870_912.0; // 2^-29

/// Two frames, in units of a power of two that is at most `2^-149`.
pub struct Apart {
    solids: [(ShapeKind, [Vector; 4]); 2],
    /// The unit is `2^-exponent`.
    exponent: usize,
}

fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

fn sum(terms: impl Iterator<Item = RBig>) -> RBig {
    terms.fold(RBig::ZERO, |sum, term| sum + term)
}

impl Apart {
    pub fn of(a: &Frame3, b: &Frame3) -> Self {
        let solid = |frame: &Frame3| {
            let rows = frame.rows().map(|[x, y, z, _]| [x, y, z].map(denormals));
            (frame.kind().expect("a valid frame"), rows)
        };
        Self { solids: [solid(a), solid(b)], exponent: 149 }
    }

    /// The same pair in units so small that `step`, in the frames' unit of length, is `2^80` of them or more.
    fn finer(&self, step: f64) -> Self {
        let mut exponent = self.exponent;
        while exact(step) * RBig::from(IBig::ONE << exponent) < RBig::from(IBig::ONE << 80) {
            exponent += 40;
        }
        let shift = exponent - self.exponent;
        let finer = |(kind, rows): &(ShapeKind, [Vector; 4])| {
            (*kind, rows.each_ref().map(|row| row.each_ref().map(|x| x << shift)))
        };
        Self { solids: self.solids.each_ref().map(finer), exponent }
    }

    /// A length in these units, rounded to the nearest whole one.
    fn units(&self, length: &RBig) -> IBig {
        (length * RBig::from(IBig::ONE << self.exponent)).round()
    }

    fn spaces(&self) -> Vec<HalfSpace> {
        self.solids.iter().flat_map(|(kind, rows)| half_spaces(*kind, rows)).collect()
    }

    /// The verdict once b has been moved by `factor * depth * axis`.
    fn verdict_moved(&self, separation: &Separation, factor: f64) -> Verdict {
        let fine = self.finer(separation.depth);
        let Self { solids: [(a_kind, a), (b_kind, b)], .. } = &fine;
        let by = separation
            .axis
            .to_array()
            .map(|x| fine.units(&(exact(x) * exact(separation.depth) * exact(factor))));
        let add = |row: &Vector| [0, 1, 2].map(|i| &row[i] + &by[i]);
        let [o, e0, e1, e2] = b;
        let moved = match b_kind {
            ShapeKind::TetraByVertices => [add(o), add(e0), add(e1), add(e2)],
            _ => [add(o), e0.clone(), e1.clone(), e2.clone()],
        };
        let mut spaces = half_spaces(*a_kind, a);
        spaces.extend(half_spaces(*b_kind, &moved));
        Judged::of(spaces).verdict()
    }

    /// The largest gap along any normal, squared, with its sign; in the frames' unit of length.
    fn best_square(&self) -> RBig {
        let [a, b] = self.solids.each_ref().map(|(kind, rows)| vertices(*kind, rows));
        let differences = |v: &[Vector]| -> Vec<Vector> {
            (0..v.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| sub(&v[i], &v[j])).collect()
        };
        let (a_edges, b_edges) = (differences(&a), differences(&b));
        let products = |p: &[Vector], q: &[Vector]| -> Vec<Vector> {
            p.iter().flat_map(|p| q.iter().map(move |q| cross(p, q))).collect()
        };
        let mut best: Option<(IBig, IBig)> = None;
        for (p, q) in [(&a_edges, &a_edges), (&b_edges, &b_edges), (&a_edges, &b_edges)] {
            for normal in products(p, q) {
                let square = dot(&normal, &normal);
                if square == IBig::ZERO {
                    continue;
                }
                let along = |v: &[Vector]| {
                    let dots: Vec<IBig> = v.iter().map(|v| dot(&normal, v)).collect();
                    (dots.iter().min().cloned().expect("a vertex"), dots.into_iter().max().expect("a vertex"))
                };
                let ((a_low, a_high), (b_low, b_high)) = (along(&a), along(&b));
                let gap = (b_low - a_high).max(a_low - b_high);
                let signed = if gap < IBig::ZERO { -(&gap * &gap) } else { &gap * &gap };
                if best.as_ref().is_none_or(|(n, d)| &signed * d > n * &square) {
                    best = Some((signed, square));
                }
            }
        }
        let (numerator, denominator) = best.expect("a solid has edges");
        RBig::from(numerator) / RBig::from(denominator) / RBig::from(IBig::ONE << (2 * self.exponent))
    }

    /// The gap along an axis as it is, times the axis' length.
    fn gap_along(&self, axis: DVec3) -> RBig {
        let axis = axis.to_array().map(exact);
        let along = |i: usize| -> Vec<RBig> {
            let (kind, rows) = &self.solids[i];
            let dot = |v: &Vector| sum((0..3).map(|i| RBig::from(v[i].clone()) * &axis[i]));
            vertices(*kind, rows).iter().map(dot).collect()
        };
        let low = along(1).into_iter().min().expect("a vertex");
        let high = along(0).into_iter().max().expect("a vertex");
        (low - high) / RBig::from(IBig::ONE << self.exponent)
    }

    /// The largest coordinate difference within the pair.
    fn size(&self) -> RBig {
        let all: Vec<Vector> = self.solids.iter().flat_map(|(kind, rows)| vertices(*kind, rows)).collect();
        let span = |axis: usize| {
            let values = || all.iter().map(|v| &v[axis]);
            values().max().expect("a vertex") - values().min().expect("a vertex")
        };
        let span = (0..3).map(span).max().expect("three axes");
        RBig::from(span) / RBig::from(IBig::ONE << self.exponent)
    }

    /// What is wrong with an axis and the gap or depth along it.
    pub fn fault_of_separation(&self, found: &Separation, expected: Verdict) -> Option<String> {
        let Separation { verdict, axis, depth } = *found;
        if verdict != expected {
            return Some(format!("{verdict} where {expected} is exact"));
        }
        if !((axis.length_squared() - 1.0).abs() < 1e-15) {
            return Some(format!("the axis {axis:?} has length {:?}", axis.length()));
        }
        if !(depth >= 0.0 && (depth == 0.0) == (verdict == Verdict::Touching)) {
            return Some(format!("depth {depth:e} of a pair that is {verdict}"));
        }
        let signed = if verdict.meets() { -depth } else { depth };
        // The best of all axes, within twice the relative error, since squares are compared.
        let (best, square) = (self.best_square(), exact(signed) * exact(depth));
        let off = if best > square { &best - &square } else { &square - &best };
        if off > exact(depth) * exact(depth) * exact(2.0 * HAIR) {
            let best = best.to_f64().value();
            return Some(format!("{signed:e} where {:e} is best", best.signum() * best.abs().sqrt()));
        }
        // The axis gives what is said of it: its own rounding weighs by the size of the pair.
        let off = self.gap_along(axis) - exact(signed);
        let off = if off < RBig::ZERO { -off } else { off };
        if off > exact(depth) * exact(HAIR) + self.size() * exact(1e-15) {
            return Some(format!("along {axis:?} the gap is {:e} off", off.to_f64().value()));
        }
        if verdict == Verdict::Touching {
            return None;
        }
        // Apart, moving together by less leaves them apart; meeting, moving apart by more separates.
        let (enough, less) = match verdict {
            Verdict::Separate => (self.verdict_moved(found, HAIR - 1.0), None),
            _ => (self.verdict_moved(found, 1.0 + HAIR), Some(self.verdict_moved(found, 1.0 - HAIR))),
        };
        if enough != Verdict::Separate {
            return Some(format!("moved by {depth:e} along {axis:?} the pair is {enough}"));
        }
        (less == Some(Verdict::Separate)).then(|| format!("less than {depth:e} along {axis:?} is enough"))
    }

    /// What is wrong with a witness: no exact common point lies within its rounding of it.
    pub fn fault_of_witness(&self, found: Option<DVec3>, expected: Verdict) -> Option<String> {
        let Some(point) = found else {
            return expected.meets().then(|| "no witness".into());
        };
        if !expected.meets() {
            return Some(format!("witness {point:?} of a separate pair"));
        }
        let largest = point.abs().max_element();
        // Half the spacing of f64 at a coordinate, and not less than half the smallest f32.
        let reach = exact(largest / 9e15 + 2.0_f64.powi(-200));
        let fine = self.finer(2.0_f64.powi(-200));
        let mut spaces = fine.spaces();
        for axis in 0..3 {
            let unit = |sign: i32| {
                let mut normal = [IBig::ZERO, IBig::ZERO, IBig::ZERO];
                normal[axis] = IBig::from(sign);
                normal
            };
            let at = exact(point[axis]);
            let low = HalfSpace { normal: unit(1), offset: fine.units(&(&at - &reach)) };
            spaces.extend([low, HalfSpace { normal: unit(-1), offset: -fine.units(&(at + &reach)) }]);
        }
        (!Judged::of(spaces).verdict().meets()).then(|| format!("{point:?} is no common point"))
    }

    /// True when a point lies inside both solids, on no face of either.
    pub fn strictly_holds(&self, point: DVec3) -> bool {
        let point = point.to_array().map(|x| exact(x) * RBig::from(IBig::ONE << self.exponent));
        self.spaces().iter().all(|space| {
            let along = sum((0..3).map(|i| RBig::from(space.normal[i].clone()) * &point[i]));
            along > RBig::from(space.offset.clone())
        })
    }
}
