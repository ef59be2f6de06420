//! Moving polytopes with what is true of them, by the bounds that every normal of their difference
//! sets to the time.

use super::cases::{all, vector};
use super::distance::square_on_the_way;
use super::oracle::{normals, range, vertices};
use super::told;
use crate::common::oracle::{Vector, denormals, dot, sub};
use crate::common::seed::{rng, seed};
use dashu_int::IBig;
use dashu_ratio::RBig;
use glam::Vec3;
use motzkin_core::geom::{ContactInterval, Pair, PolytopeSet};
use motzkin_core::num::f32_to_rational;
use motzkin_core::verdict::Verdict;
use rayon::prelude::*;
use std::sync::LazyLock;

/// The verdict, and the first and last contact of closed polytopes.
pub type Truth = (Verdict, Option<[RBig; 2]>);

/// Polytopes with velocities, pairs, and what every engine must answer.
pub struct MovingHulls {
    pub name: String,
    pub set: PolytopeSet,
    pub pairs: Vec<Pair>,
    pub truth: Vec<Truth>,
}

impl MovingHulls {
    pub fn new(name: &str, set: PolytopeSet, pairs: Vec<Pair>) -> Self {
        let truth = pairs.par_iter().map(|pair| sweep(&set, *pair)).collect();
        Self { name: name.into(), set, pairs, truth }
    }

    /// Pair `i` in words: both shapes with their velocities, what is true of them, and the seed.
    pub fn case(&self, i: usize) -> String {
        let (pair, truth, seed) = (self.pairs[i], &self.truth[i], seed());
        let speeds = [pair.a, pair.b].map(|index| self.set.velocities()[index as usize]);
        let shapes = told(&self.set, pair);
        format!("{}: {truth:?}; seed {seed}\n{shapes}\nat {speeds:?}", self.name)
    }

    /// The square of the least distance of each pair that never meets and has one.
    pub fn squares(&self) -> Vec<Option<RBig>> {
        let square = |(&pair, truth): (&Pair, &Truth)| {
            let is_empty = |index| vertices(&self.set, index).is_empty();
            let has_one = !truth.0.meets() && !is_empty(pair.a) && !is_empty(pair.b);
            has_one.then(|| square_on_the_way(&self.set, pair))
        };
        self.pairs.par_iter().zip(&self.truth).map(square).collect()
    }
}

/// Whether an interval is the exact one, with both ends rounded outward once.
pub fn is_rounded(found: Option<ContactInterval>, exact: Option<&[RBig; 2]>) -> bool {
    match (found, exact) {
        (None, None) => true,
        (Some(ContactInterval { first, last }), Some([from, to])) => {
            let [below, above] = [first, last].map(f32_to_rational);
            below <= *from
                && f32_to_rational(first.next_up()) > *from
                && above >= *to
                && f32_to_rational(last.next_down()) < *to
        }
        _ => false,
    }
}

/// The scenes of resting polytopes, set in motion; and figures with a name.
pub fn moving() -> &'static [MovingHulls] {
    static SCENES: LazyLock<Vec<MovingHulls>> = LazyLock::new(|| {
        let mut scenes: Vec<MovingHulls> = all().iter().map(in_motion).collect();
        scenes.push(by_hand());
        scenes
    });
    &SCENES
}

fn in_motion(scene: &super::Scene) -> MovingHulls {
    let mut rng = rng(&format!("{} in motion", scene.name));
    let mut set = scene.set.clone();
    let unit = match &scene.name[..] {
        "the same in denormals" => f32::from_bits(1),
        "the same at 2^120" => 2.0_f32.powi(120),
        _ => 1.0,
    };
    let step = 1 + scene.pairs.len() / 250;
    let pairs: Vec<Pair> = scene.pairs.iter().copied().step_by(step).collect();
    let fine =
        ["random hulls", "near contacts", "rounded sums", "far apart"].contains(&&scene.name[..]);
    for (i, pair) in pairs.iter().enumerate() {
        let mut velocity = || match fine {
            true => vector(&mut rng) * 2.0,
            false => (vector(&mut rng) * 2.5).round() * unit,
        };
        let [mut a, mut b] = [velocity(), velocity()];
        match i % 8 {
            // One at rest, both alike, along one axis, in the plane.
            0 => a = Vec3::ZERO,
            1 => b = a,
            2 => (a, b) = (Vec3::X * a.x, Vec3::X * b.x),
            3 => (a.z, b.z) = (0.0, 0.0),
            _ => {}
        }
        set.set_velocity(pair.a, a).expect("finite");
        set.set_velocity(pair.b, b).expect("finite");
    }
    MovingHulls::new(&scene.name, set, pairs)
}

/// How far the first of a pair goes until `t = 1` as seen from the second one.
pub(super) fn way(set: &PolytopeSet, pair: Pair) -> Vector {
    // The vertices' unit is that of products.
    let velocity = |index: u32| set.velocities()[index as usize].map(|x| denormals(x) << 149);
    sub(&velocity(pair.a), &velocity(pair.b))
}

/// What is true of a pair.
pub fn sweep(set: &PolytopeSet, pair: Pair) -> Truth {
    let (mut a, mut b) = (vertices(set, pair.a), vertices(set, pair.b));
    let mut sweep = way(set, pair);
    let numbers = a.iter().chain(&b).flatten().chain(&sweep);
    let zeros = numbers.filter_map(IBig::trailing_zeros).min().unwrap_or(0);
    a.iter_mut().chain(&mut b).flatten().chain(&mut sweep).for_each(|x| *x >>= zeros);
    of_points(&a, &sweep, &b)
}

fn of_points(a: &[Vector], sweep: &Vector, b: &[Vector]) -> Truth {
    let never = (Verdict::Separate, None);
    let (Some(a0), Some(b0)) = (a.first(), b.first()) else { return never };
    let (facets, across) = normals(a, b);
    let over = |x: IBig, speed: &IBig| RBig::from(x) / RBig::from(speed.clone());
    // Closed ends: those of the time, and the moment at which a flat difference is where the origin
    // is.
    let (mut from, mut to) = (RBig::ZERO, RBig::ONE);
    for normal in &across {
        let (apart, speed) = (dot(normal, &sub(a0, b0)), dot(normal, sweep));
        if speed != IBig::ZERO {
            let at = over(-apart, &speed);
            (from, to) = (from.max(at.clone()), to.min(at));
        } else if apart != IBig::ZERO {
            return never;
        }
    }
    if from > to {
        return never;
    }
    // Ends that inner points do not reach.
    let (mut after, mut before): (Option<RBig>, Option<RBig>) = (None, None);
    let mut borders = false;
    for normal in &facets {
        let ((a_low, a_high), (b_low, b_high)) = (range(normal, a), range(normal, b));
        let (low, high, speed) = (b_low - a_high, b_high - a_low, dot(normal, sweep));
        if speed == IBig::ZERO {
            if low > IBig::ZERO || high < IBig::ZERO {
                return never;
            }
            borders |= low == IBig::ZERO || high == IBig::ZERO;
            continue;
        }
        let (mut enters, mut leaves) = (over(low, &speed), over(high, &speed));
        if enters > leaves {
            std::mem::swap(&mut enters, &mut leaves);
        }
        after = Some(after.map_or(enters.clone(), |x| x.max(enters)));
        before = Some(before.map_or(leaves.clone(), |x| x.min(leaves)));
    }
    let first = after.clone().map_or(from.clone(), |x| x.max(from.clone()));
    let last = before.clone().map_or(to.clone(), |x| x.min(to.clone()));
    if first > last {
        return never;
    }
    let moment = after.is_none_or(|x| x < first) && before.is_none_or(|x| last < x);
    let overlaps = !borders && (first < last || moment);
    let verdict = if overlaps { Verdict::Overlapping } else { Verdict::Touching };
    (verdict, Some([first, last]))
}

/// A plate so thin that it is passed between two steps, and how wide one is.
const THIN: f32 = 1.0 / 1_048_576.0;
const HUGE: f32 = 16_777_216.0;

/// Flat polytopes above all: what they do at a single moment, be it the first or the last.
fn by_hand() -> MovingHulls {
    let v = Vec3::new;
    let square = vec![v(0., 0., 0.), v(2., 0., 0.), v(2., 2., 0.), v(0., 2., 0.)];
    let gem = vec![Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z];
    let boxed = |low: Vec3, high: Vec3| -> Vec<Vec3> {
        let corner =
            |i: u32| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { low } else { high }[axis]);
        (0..8).map(|i| Vec3::from_array(corner(i))).collect()
    };
    let cube = boxed(Vec3::ZERO, Vec3::ONE);
    let moved = |points: &[Vec3], by: Vec3| points.iter().map(|p| *p + by).collect::<Vec<_>>();
    let figures: Vec<(Vec<Vec3>, Vec<Vec3>, Vec3)> = vec![
        // Parallel squares: at the end, at the beginning, half-way, beyond; corner upon corner.
        (square.clone(), moved(&square, v(1., 1., 1.)), v(0., 0., 1.)),
        (square.clone(), moved(&square, v(1., 1., 0.)), v(0., 0., 1.)),
        (square.clone(), moved(&square, v(1., 1., 0.5)), v(0., 0., 1.)),
        (square.clone(), moved(&square, v(1., 1., 1.5)), v(0., 0., 1.)),
        (square.clone(), moved(&square, v(2., 2., 1.)), v(0., 0., 1.)),
        // In their common plane: edge to edge at the end, past that.
        (square.clone(), moved(&square, v(4., 0., 0.)), v(2., 0., 0.)),
        (square.clone(), moved(&square, v(4., 0., 0.)), v(2.5, 0., 0.)),
        // Points that meet at the end, half-way, and miss each other.
        (vec![Vec3::ZERO], vec![Vec3::ONE], Vec3::ONE),
        (vec![Vec3::ZERO], vec![Vec3::ONE], Vec3::ONE * 2.0),
        (vec![Vec3::ZERO], vec![Vec3::ONE], v(2., 2., 2.5)),
        // Crossing segments that pass through each other, at their ends, and end to middle.
        (vec![v(-1., 0., 0.), v(1., 0., 0.)], vec![v(0., -1., 1.), v(0., 1., 1.)], v(0., 0., 2.)),
        (vec![v(-1., 0., 0.), v(1., 0., 0.)], vec![v(0., -1., 1.), v(0., 1., 1.)], v(0., 0., 1.)),
        (vec![v(-1., 0., 0.), v(1., 0., 0.)], vec![v(0., 0., 1.), v(0., 1., 1.)], v(0., 0., 1.)),
        // Solids: through, up to the tip, sliding along a corner, at rest.
        (gem.clone(), moved(&gem, v(5., 0., 0.)), v(16., 0., 0.)),
        (gem.clone(), moved(&gem, v(5., 0., 0.)), v(3., 0., 0.)),
        (gem.clone(), moved(&gem, v(5., 2., 0.)), v(16., 0., 0.)),
        (gem.clone(), gem.clone(), Vec3::ZERO),
        (gem.clone(), vec![], Vec3::X),
        // Through a plate thinner than a step, and through one beside which it is tiny.
        (gem.clone(), boxed(v(-4., -4., 5.), v(4., 4., 5. + THIN)), v(0., 0., 16.)),
        (gem.clone(), boxed(v(5., -HUGE, -HUGE), v(5. + THIN, HUGE, HUGE)), v(16., 0., 0.)),
        // Face to face and along it; away from each other, at the start alone; face upon face at
        // the end.
        (cube.clone(), moved(&cube, v(1., 0.25, 0.)), v(0., 1., 0.)),
        (cube.clone(), moved(&cube, Vec3::X), -Vec3::X),
        (cube.clone(), moved(&cube, v(3., 0.25, 0.)), v(2., 0., 0.)),
        // The line passes the middle of a face, an edge, a corner; half-way along the face.
        (cube.clone(), moved(&cube, v(3., 0., 0.)), v(8., 0., 0.)),
        (cube.clone(), moved(&cube, v(3., 3., 0.)), v(8., 8., 0.)),
        (cube.clone(), moved(&cube, v(3., 3., 3.)), v(8., 8., 8.)),
        (cube.clone(), moved(&cube, v(3., 0.5, 0.25)), v(8., 0., 0.)),
        // A point through a cube, and a segment; a needle through its corner.
        (vec![Vec3::ZERO], moved(&cube, v(3., -0.5, -0.25)), v(8., 0., 0.)),
        (vec![Vec3::ZERO, Vec3::Y], moved(&cube, v(3., 0.25, -0.5)), v(8., 0., 0.)),
        (vec![Vec3::ZERO, v(-1., 0., 0.)], moved(&cube, v(3., 0., 0.)), v(8., 0., 0.)),
    ];
    let mut set = PolytopeSet::new();
    for (i, (a, b, velocity)) in figures.iter().enumerate() {
        for (p, q, sign) in [(a, b, 1.0), (b, a, -1.0)] {
            let pair = [p, q].map(|points| set.push(points).expect("finite points"));
            // Either moves, or both do.
            let part = [1.0, 0.0, 4.0][i % 3];
            set.set_velocity(pair[0], *velocity * (sign * part)).expect("finite");
            set.set_velocity(pair[1], *velocity * (sign * (part - 1.0))).expect("finite");
        }
    }
    let pairs = (0..set.len() as u32 / 2).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    MovingHulls::new("by hand", set, pairs)
}
