//! What is true of axes, gaps, depths and common points, by brute force in exact arithmetic.
//!
//! Every facet of the Minkowski difference of two polyhedra has a normal that is the normal of a
//! face of one or the product of an edge of each. This looks at far more: every plane through three
//! vertices of one, every product of two differences of vertices. It knows no faces and no edges,
//! and a plane too many only supports the difference from further out.

use super::oracle::{HalfSpace, Judged, Vector, cross, denormals, dot, half_spaces, sub, vertices};
use super::rounded::Rounded;
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;
use glam::DVec3;
use motzkin_core::exact::Separation;
use motzkin_core::geom::{Frame3, ShapeKind};
use motzkin_core::verdict::Verdict;
use std::cmp::Ordering;

/// The relative error that a depth may have, and a hair more.
const HAIR: f64 = 1.0 / 536_870_912.0; // 2^-29

/// Two frames, in units of a power of two that is at most `2^-149`.
pub struct Apart {
    solids: [(ShapeKind, [Vector; 4]); 2],
    /// The unit is `2^-exponent / divisor`.
    exponent: usize,
    divisor: IBig,
}

fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

/// The largest of some quotients.
struct Best(Option<(IBig, IBig)>);

impl Best {
    fn is_less_than(&self, numerator: &IBig, denominator: &IBig) -> bool {
        self.0.as_ref().is_none_or(|(n, d)| n * denominator < numerator * d)
    }

    fn take(&mut self, numerator: &IBig, denominator: &IBig) {
        if self.is_less_than(numerator, denominator) {
            self.0 = Some((numerator.clone(), denominator.clone()));
        }
    }
}

/// The directions from vertex to vertex, each once.
fn differences(v: &[Vector]) -> Vec<Vector> {
    let mut out: Vec<Vector> = Vec::new();
    for i in 0..v.len() {
        for j in 0..i {
            let difference = sub(&v[i], &v[j]);
            if !out.iter().any(|known| *known == difference || *known == sub(&v[j], &v[i])) {
                out.push(difference);
            }
        }
    }
    out
}

/// The vertices whose projection is this.
fn at(vertices: &[Vector], projections: &[IBig], end: &IBig) -> Vec<Vector> {
    vertices.iter().zip(projections).filter(|(_, x)| *x == end).map(|(v, _)| v.clone()).collect()
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
        Self { solids: [solid(a), solid(b)], exponent: 149, divisor: IBig::ONE }
    }

    /// Two moving frames where they are at `t`, in units finer by the denominator of `t`.
    pub fn at(a: &Frame3, b: &Frame3, t: &RBig) -> Self {
        let (steps, divisor) = (t.numerator(), IBig::from(t.denominator().clone()));
        let mut pair = Self::of(a, b);
        for (frame, (kind, rows)) in [a, b].into_iter().zip(&mut pair.solids) {
            let velocity = frame.velocity().to_array().map(denormals);
            for (i, row) in rows.iter_mut().enumerate() {
                // Edges do not move; vertices do.
                let moves = i == 0 || *kind == ShapeKind::TetraByVertices;
                for (x, v) in row.iter_mut().zip(&velocity) {
                    *x *= &divisor;
                    *x += if moves { steps * v } else { IBig::ZERO };
                }
            }
        }
        Self { divisor, ..pair }
    }

    /// How many units a length of 1 has.
    fn resolution(&self) -> RBig {
        RBig::from((IBig::ONE << self.exponent) * &self.divisor)
    }

    /// The same pair in units so small that `step`, in the frames' unit of length, is `2^80` of
    /// them or more.
    fn finer(&self, step: f64) -> Self {
        let mut exponent = self.exponent;
        while exact(step) * RBig::from(IBig::ONE << exponent) < RBig::from(IBig::ONE << 80) {
            exponent += 40;
        }
        let shift = exponent - self.exponent;
        let finer = |(kind, rows): &(ShapeKind, [Vector; 4])| {
            (*kind, rows.each_ref().map(|row| row.each_ref().map(|x| x << shift)))
        };
        Self { solids: self.solids.each_ref().map(finer), exponent, divisor: self.divisor.clone() }
    }

    /// A length in these units, rounded to the nearest whole one.
    fn units(&self, length: &RBig) -> IBig {
        (length * self.resolution()).round()
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

    /// The largest gaps squared, with their signs, in the frames' unit of length: along any of the
    /// normals, and along the inner normals of the Minkowski difference's facets.
    fn best_squares(&self) -> (RBig, RBig) {
        let [a, b] = self.solids.each_ref().map(|(kind, rows)| vertices(*kind, rows));
        let (a_edges, b_edges) = (differences(&a), differences(&b));
        let (mut best, mut of_facets) = (Best(None), Best(None));
        // What `of_facets` holds, rounded.
        let mut known: Option<[Rounded; 2]> = None;
        let all: Vec<Vector> = a.iter().chain(&b).cloned().collect();
        let near = Rounded::vectors(&all);
        let (near_a, near_b) = near.split_at(a.len());
        for (p, q) in [(&a_edges, &a_edges), (&b_edges, &b_edges), (&a_edges, &b_edges)] {
            for (p, q) in p.iter().flat_map(|p| q.iter().map(move |q| (p, q))) {
                let normal = cross(p, q);
                let square = dot(&normal, &normal);
                if square == IBig::ZERO {
                    continue;
                }
                // Most directions are far from the best: numbers in `f64` leave no doubt of them.
                let near = Rounded::vectors(std::slice::from_ref(&normal));
                let near_square = Rounded::dot(&near[0], &near[0]);
                let span =
                    |v: &[[Rounded; 3]]| Rounded::ends(v.iter().map(|v| Rounded::dot(&near[0], v)));
                let ([a_low, a_high], [b_low, b_high]) = (span(near_a), span(near_b));
                let near_gaps = [(b_low - a_high), (a_low - b_high)].map(Rounded::signed_square);
                let is_less = |gap: Rounded, [n, d]: [Rounded; 2]| {
                    (gap * d - n * near_square).sign() == Some(Ordering::Less)
                };
                if known.is_some_and(|known| near_gaps.iter().all(|&gap| is_less(gap, known))) {
                    continue;
                }
                let along = |v: &[Vector]| v.iter().map(|v| dot(&normal, v)).collect::<Vec<IBig>>();
                let (a_dots, b_dots) = (along(&a), along(&b));
                let low = |dots: &[IBig]| dots.iter().min().cloned().expect("a vertex");
                let high = |dots: &[IBig]| dots.iter().max().cloned().expect("a vertex");
                let ends = [
                    ((&b, &b_dots, low(&b_dots)), (&a, &a_dots, high(&a_dots))),
                    ((&a, &a_dots, low(&a_dots)), (&b, &b_dots, high(&b_dots))),
                ];
                for (((over, over_dots, lowest), (under, under_dots, highest)), near_gap) in
                    ends.into_iter().zip(near_gaps)
                {
                    let gap = &lowest - &highest;
                    let signed = if gap < IBig::ZERO { -(&gap * &gap) } else { &gap * &gap };
                    best.take(&signed, &square);
                    if !of_facets.is_less_than(&signed, &square) {
                        continue;
                    }
                    // A facet: what lies at both ends spans a plane.
                    let mut spanned = differences(&at(over, over_dots, &lowest));
                    spanned.extend(differences(&at(under, under_dots, &highest)));
                    let span = |p: &Vector| spanned.iter().any(|q| cross(p, q) != [IBig::ZERO; 3]);
                    if spanned.iter().any(span) {
                        of_facets.take(&signed, &square);
                        known = Some([near_gap, near_square]);
                    }
                }
            }
        }
        let unit = self.resolution() * self.resolution();
        let [best, of_facets] = [best, of_facets].map(|best| {
            let (numerator, denominator) = best.0.expect("a solid has edges");
            RBig::from(numerator) / RBig::from(denominator) / &unit
        });
        (best, of_facets)
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
        (low - high) / self.resolution()
    }

    /// The largest coordinate difference within the pair.
    pub fn size(&self) -> RBig {
        let all: Vec<Vector> =
            self.solids.iter().flat_map(|(kind, rows)| vertices(*kind, rows)).collect();
        let span = |axis: usize| {
            let values = || all.iter().map(|v| &v[axis]);
            values().max().expect("a vertex") - values().min().expect("a vertex")
        };
        let span = (0..3).map(span).max().expect("three axes");
        RBig::from(span) / self.resolution()
    }

    /// What is wrong with an axis and the gap or depth along it.
    pub fn fault_of_separation(&self, found: &Separation, expected: Verdict) -> Option<String> {
        let Separation { verdict, axis, depth } = *found;
        if let Some(fault) = fault_of_measures(verdict, expected, axis.length_squared(), depth) {
            return Some(fault);
        }
        let signed = if verdict.meets() { -depth } else { depth };
        // Of meeting pairs the best of all axes; of others at least that of all facets, and no more
        // than some axis gives. Squares are compared, so the relative error counts twice.
        let ((best, of_facets), square) = (self.best_squares(), exact(signed) * exact(depth));
        let slack = exact(depth) * exact(depth) * exact(2.0 * HAIR);
        if &square + &slack < of_facets || &square - &slack > best {
            let root = |square: RBig| square.to_f64().value().abs().sqrt();
            let (best, of_facets) = (root(best), root(of_facets));
            return Some(format!(
                "{signed:e}, while facets give {of_facets:e} and any axis {best:e}"
            ));
        }
        assert!(
            verdict == Verdict::Separate || best == of_facets,
            "zero is inside: a facet is nearest"
        );
        // The axis gives what is said of it: its own rounding weighs by the size of the pair.
        let off = self.gap_along(axis) - exact(signed);
        let off = if off < RBig::ZERO { -off } else { off };
        if off > exact(depth) * exact(HAIR) + self.size() * exact(1e-15) {
            return Some(format!("along {axis:?} the gap is {:e} off", off.to_f64().value()));
        }
        if verdict == Verdict::Touching {
            return None;
        }
        // Apart, moving together by less leaves them apart; meeting, moving apart by more
        // separates.
        let (enough, less) = match verdict {
            Verdict::Separate => (self.verdict_moved(found, HAIR - 1.0), None),
            _ => {
                (self.verdict_moved(found, 1.0 + HAIR), Some(self.verdict_moved(found, 1.0 - HAIR)))
            }
        };
        if enough != Verdict::Separate {
            return Some(format!("moved by {depth:e} along {axis:?} the pair is {enough}"));
        }
        (less == Some(Verdict::Separate))
            .then(|| format!("less than {depth:e} along {axis:?} is enough"))
    }

    /// What is wrong with the slack of an exact depth or gap.
    pub fn fault_of_slack(&self, found: &Separation, slack: f64) -> Option<String> {
        let &Separation { verdict, depth, .. } = found;
        let (best, of_facets) = self.best_squares();
        let sign = RBig::from(if verdict.meets() { -1 } else { 1 });
        let (best, of_facets) = (best * &sign, of_facets * sign);
        let least = (exact(depth) - exact(slack)).max(RBig::ZERO);
        let most = exact(depth) + exact(slack);
        let is_wrong = slack < 0.0 || &least * &least > best || of_facets > &most * &most;
        is_wrong.then(|| format!("{depth:e} is not within {slack:e}"))
    }

    /// What is wrong with a bound of a depth or gap: it does not hold, or is further off than it
    /// says.
    pub fn fault_of_bound(
        &self,
        found: &Separation,
        slack: f64,
        expected: Verdict,
    ) -> Option<String> {
        let &Separation { verdict, axis, depth } = found;
        if verdict != expected {
            return Some(format!("{verdict} where {expected} is exact"));
        }
        if !(1.0 - 1e-6..1.0 + 1e-6).contains(&axis.length()) || !axis.is_finite() {
            return Some(format!("the axis {axis:?} has length {:?}", axis.length()));
        }
        if !(depth.is_finite() && depth >= 0.0 && slack.is_finite() && slack >= 0.0) {
            return Some(format!("{found:?} within {slack:e}"));
        }
        let size = self.size();
        // Besides, it is rounded up from what may be rounded itself.
        if exact(slack) > &size * exact(1.3e-4) + exact(3e-45) {
            return Some(format!(
                "the slack {slack:e} is beyond {:e}",
                size.to_f64().value() * 1.3e-4
            ));
        }
        if expected.meets() {
            return self.fault_of_step(axis.to_array(), depth, slack);
        }
        let gap = self.gap_along(axis);
        let square = sum(axis.to_array().into_iter().map(|x| exact(x) * exact(x)));
        if gap < RBig::ZERO && depth > 0.0 || &gap * &gap < exact(depth) * exact(depth) * square {
            return Some(format!("{found:?}: the corners are {:e} apart", gap.to_f64().value()));
        }
        let (_, of_facets) = self.best_squares();
        let most = exact(depth) + exact(slack);
        (of_facets > &most * &most).then(|| {
            format!(
                "{depth:e} within {slack:e}, while facets give {:e}",
                of_facets.to_f64().value().sqrt()
            )
        })
    }

    /// What is wrong with a step that is to part a pair that meets: it does not, or is longer than
    /// it says.
    pub fn fault_of_step(&self, axis: [f64; 3], depth: f64, slack: f64) -> Option<String> {
        if !(depth - slack).is_finite() || axis.iter().any(|x| !x.is_finite()) {
            return Some(format!("{depth:e} within {slack:e} along {axis:?}"));
        }
        let (best, _) = self.best_squares();
        let least = exact(depth - slack).max(RBig::ZERO);
        if exact(depth) * exact(depth) < -best.clone() || &least * &least > -best.clone() {
            let true_depth = (-best).to_f64().value().sqrt();
            return Some(format!("{depth:e} within {slack:e}, while the depth is {true_depth:e}"));
        }
        let moved = self.verdict_moved_by(axis.map(|x| exact(x) * exact(depth)));
        (moved == Verdict::Overlapping)
            .then(|| format!("moved by {depth:e} along {axis:?} the pair is {moved}"))
    }

    /// What is wrong with a verdict within a margin of a pair that is separate. Some axis gives the
    /// largest gap, and facets give no more than the axes that count.
    pub fn fault_within(&self, margin: f32, found: Verdict) -> Option<String> {
        let (best, of_facets) = self.best_squares();
        let square = exact(margin.into()) * exact(margin.into());
        let right = match found {
            Verdict::Separate => best > square,
            Verdict::Touching => best >= square && of_facets <= square,
            Verdict::Overlapping => of_facets < square,
        };
        let root = |square: RBig| square.to_f64().value().abs().sqrt();
        (!right).then(|| {
            format!("{found} within {margin:e}: gaps {:e} to {:e}", root(of_facets), root(best))
        })
    }

    /// The verdict once b has been moved by so much, each coordinate a whole number over a power of
    /// two.
    fn verdict_moved_by(&self, by: [RBig; 3]) -> Verdict {
        let places = by.iter().map(|x| x.denominator().bit_len()).max().unwrap_or(0);
        let shift = places.saturating_sub(self.exponent);
        let by = by.map(|x| (x * RBig::from(IBig::ONE << (self.exponent + shift))).round());
        let mut solids = self.solids.each_ref().map(|(kind, rows)| {
            (*kind, rows.each_ref().map(|row| row.each_ref().map(|x| x << shift)))
        });
        let (b_kind, b) = &mut solids[1];
        let moves = if *b_kind == ShapeKind::TetraByVertices { 4 } else { 1 };
        b.iter_mut()
            .take(moves)
            .for_each(|row| row.iter_mut().zip(&by).for_each(|(x, step)| *x += step));
        let spaces = solids.iter().flat_map(|(kind, rows)| half_spaces(*kind, rows)).collect();
        Judged::of(spaces).verdict()
    }

    /// What is wrong with a witness: no exact common point lies within its rounding of it.
    pub fn fault_of_witness(&self, found: Option<DVec3>, expected: Verdict) -> Option<String> {
        let Some(point) = found else {
            return expected.meets().then(|| "no witness".into());
        };
        if !expected.meets() {
            return Some(format!("witness {point:?} of a separate pair"));
        }
        // Half the spacing of f64 at a coordinate.
        self.fault_of_point(point, &exact(point.abs().max_element() / 9e15))
    }

    /// What is wrong with a point: no exact common point lies within `slack` of it, and half the
    /// smallest `f32`.
    pub fn fault_of_point(&self, point: DVec3, slack: &RBig) -> Option<String> {
        let reach = slack + exact(2.0_f64.powi(-200));
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
            spaces
                .extend([low, HalfSpace { normal: unit(-1), offset: -fine.units(&(at + &reach)) }]);
        }
        (!Judged::of(spaces).verdict().meets()).then(|| format!("{point:?} is no common point"))
    }

    /// True when a point lies inside both solids, on no face of either.
    pub fn strictly_holds(&self, point: DVec3) -> bool {
        let point = point.to_array().map(|x| exact(x) * self.resolution());
        self.spaces().iter().all(|space| {
            let along = sum((0..3).map(|i| RBig::from(space.normal[i].clone()) * &point[i]));
            along > RBig::from(space.offset.clone())
        })
    }
}

/// What is wrong with a separation by itself: its verdict, the square of the length of its axis,
/// and the gap or depth along it.
pub fn fault_of_measures(
    verdict: Verdict,
    expected: Verdict,
    square: f64,
    depth: f64,
) -> Option<String> {
    if verdict != expected {
        return Some(format!("{verdict} where {expected} is exact"));
    }
    if !(1.0 - 1e-15..1.0 + 1e-15).contains(&square) {
        return Some(format!("an axis of length {:?}", square.sqrt()));
    }
    let is_right = depth >= 0.0 && (depth == 0.0) == (verdict == Verdict::Touching);
    (!is_right).then(|| format!("depth {depth:e} of a pair that is {verdict}"))
}
