//! A naive oracle: every corner of the intersection, in exact arithmetic.
//!
//! A solid is a list of half-spaces. Intersect every three of the planes by Cramer's rule and keep
//! the points that lie in all half-spaces: they are the corners of the intersection, which is
//! bounded. No corner: separate. A corner strictly inside each half-space (not the same one for
//! all): their average is strictly inside, so the interiors meet. It shares no code with what it
//! judges. Points that are far outside, as most are, are left out by numbers in `f64`.

use super::rounded::Rounded;
use dashu_int::IBig;
use dashu_ratio::RBig;
use motzkin_core::geom::{Aabb3, Frame3, ShapeKind};
use motzkin_core::verdict::Verdict;

pub type Vector = [IBig; 3];

/// Points with `normal . x >= offset`.
pub struct HalfSpace {
    pub normal: Vector,
    pub offset: IBig,
}

/// The point `x / w`, with `w > 0`.
struct Point {
    x: Vector,
    w: IBig,
}

/// Every finite `f32` is a whole number of these: `2^-149`.
pub fn denormals(x: f32) -> IBig {
    let (exponent, fraction) = (x.to_bits() >> 23 & 0xff, x.to_bits() & 0x7f_ffff);
    assert!(exponent != 0xff, "the oracle judges finite frames");
    let magnitude = match exponent {
        0 => IBig::from(fraction),
        _ => IBig::from(fraction | 0x80_0000) << (exponent as usize - 1),
    };
    if x.is_sign_negative() { -magnitude } else { magnitude }
}

/// The exact value of a finite `f32`.
pub fn rational(x: f32) -> RBig {
    RBig::from(denormals(x)) / RBig::from(IBig::ONE << 149)
}

pub fn dot(a: &Vector, b: &Vector) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub fn cross(a: &Vector, b: &Vector) -> Vector {
    let entry = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [entry(1, 2), entry(2, 0), entry(0, 1)]
}

pub fn sub(a: &Vector, b: &Vector) -> Vector {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

fn negative(a: &Vector) -> Vector {
    [-&a[0], -&a[1], -&a[2]]
}

/// The corners of a solid given by its rows.
pub fn vertices(kind: ShapeKind, rows: &[Vector; 4]) -> Vec<Vector> {
    let [origin, rows @ ..] = rows;
    let add = |a: &Vector, b: &Vector| sub(a, &negative(b));
    let mut out = vec![origin.clone()];
    match kind {
        ShapeKind::TetraByVertices => out.extend(rows.iter().cloned()),
        ShapeKind::Tetra => out.extend(rows.iter().map(|edge| add(origin, edge))),
        ShapeKind::Cuboid => rows.iter().for_each(|edge| {
            let moved: Vec<Vector> = out.iter().map(|vertex| add(vertex, edge)).collect();
            out.extend(moved);
        }),
    }
    out
}

/// The half-spaces of a solid given by its rows.
pub fn half_spaces(kind: ShapeKind, rows: &[Vector; 4]) -> Vec<HalfSpace> {
    let [origin, rows @ ..] = rows;
    let mut out = Vec::new();
    if kind == ShapeKind::Cuboid {
        for k in 0..3 {
            let mut normal = cross(&rows[(k + 1) % 3], &rows[(k + 2) % 3]);
            if dot(&normal, &rows[k]) < IBig::ZERO {
                normal = negative(&normal);
            }
            let low = dot(&normal, origin);
            let high = &low + dot(&normal, &rows[k]);
            out.push(HalfSpace { normal: negative(&normal), offset: -high });
            out.push(HalfSpace { normal, offset: low });
        }
        return out;
    }
    let by_edges = kind == ShapeKind::Tetra;
    let vertex = |row: &Vector| if by_edges { sub(row, &negative(origin)) } else { row.clone() };
    let vertices = [origin.clone(), vertex(&rows[0]), vertex(&rows[1]), vertex(&rows[2])];
    for (k, opposite) in vertices.iter().enumerate() {
        let [p, q, r] = [1, 2, 3].map(|step| &vertices[(k + step) % 4]);
        let normal = cross(&sub(q, p), &sub(r, p));
        let offset = dot(&normal, p);
        out.push(match dot(&normal, opposite) > offset {
            true => HalfSpace { normal, offset },
            false => HalfSpace { normal: negative(&normal), offset: -offset },
        });
    }
    out
}

/// The points of all half-spaces where three planes meet.
fn corners(spaces: &[HalfSpace]) -> Vec<Point> {
    let rounded = Rounded::half_spaces(spaces.iter().map(|s| (&s.normal, &s.offset)));
    let mut out = Vec::new();
    for i in 0..spaces.len() {
        for j in i + 1..spaces.len() {
            for k in j + 1..spaces.len() {
                let planes = [i, j, k];
                let Some(doubtful) = not_certainly_within(&rounded, planes) else { continue };
                let [p, q, r] = planes.map(|i| &spaces[i]);
                let line = cross(&q.normal, &r.normal);
                let w = dot(&p.normal, &line);
                if w == IBig::ZERO {
                    continue;
                }
                let lines = [line, cross(&r.normal, &p.normal), cross(&p.normal, &q.normal)];
                let x = [0, 1, 2].map(|axis| {
                    &p.offset * &lines[0][axis]
                        + &q.offset * &lines[1][axis]
                        + &r.offset * &lines[2][axis]
                });
                let point =
                    if w < IBig::ZERO { Point { x: negative(&x), w: -w } } else { Point { x, w } };
                let holds = |s: &HalfSpace| dot(&s.normal, &point.x) >= &s.offset * &point.w;
                if doubtful.iter().all(|&s| holds(&spaces[s])) {
                    out.push(point);
                }
            }
        }
    }
    out
}

/// A half-space, rounded.
type Near = ([Rounded; 3], Rounded);

/// The half-spaces of which it is not certain that the point of three planes lies in them: numbers
/// in `f64` leave no doubt of most. `None` where the point is certainly outside of one.
fn not_certainly_within(spaces: &[Near], planes: [usize; 3]) -> Option<Vec<usize>> {
    let [(a, p), (b, q), (c, r)] = planes.map(|i| spaces[i]);
    let line = |a: &[Rounded; 3], b: &[Rounded; 3]| {
        [(1, 2), (2, 0), (0, 1)].map(|(i, j)| a[i] * b[j] - a[j] * b[i])
    };
    let lines = [line(&b, &c), line(&c, &a), line(&a, &b)];
    let w = Rounded::dot(&a, &lines[0]);
    let x = [0, 1, 2].map(|axis| Rounded::dot(&[p, q, r], &lines.map(|line| line[axis])));
    Rounded::doubtful(spaces, &x, w)
}

/// What the oracle knows of a pair.
pub struct Judged {
    spaces: Vec<HalfSpace>,
    corners: Vec<Point>,
    /// A coordinate is this many `2^-149`.
    unit: IBig,
}

/// Judges two valid frames.
pub fn judge(a: &Frame3, b: &Frame3) -> Judged {
    let rows = [a, b].map(|f| f.rows().map(|[x, y, z, _]| [x, y, z].map(denormals)));
    // A common power of two taken out keeps the numbers short.
    let zeros = rows.iter().flatten().flatten().filter_map(IBig::trailing_zeros).min().unwrap_or(0);
    let spaces: Vec<_> = [a, b]
        .iter()
        .zip(rows)
        .flat_map(|(frame, rows)| {
            let kind = frame.kind().expect("the oracle judges valid frames");
            half_spaces(kind, &rows.map(|row| row.map(|x| x >> zeros)))
        })
        .collect();
    let corners = corners(&spaces);
    Judged { spaces, corners, unit: IBig::ONE << zeros }
}

/// The verdict for two valid frames.
pub fn verdict(a: &Frame3, b: &Frame3) -> Verdict {
    judge(a, b).verdict()
}

impl Judged {
    /// What two solids have in common, given by the half-spaces of both; coordinates count as they
    /// are.
    pub fn of(spaces: Vec<HalfSpace>) -> Self {
        let corners = corners(&spaces);
        Self { spaces, corners, unit: IBig::ONE }
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        let inside =
            |s: &HalfSpace| self.corners.iter().any(|p| dot(&s.normal, &p.x) > &s.offset * &p.w);
        match () {
            () if self.corners.is_empty() => Verdict::Separate,
            () if self.spaces.iter().all(inside) => Verdict::Overlapping,
            () => Verdict::Touching,
        }
    }

    /// Least and greatest coordinate of the intersection for each axis; `None` when it is empty.
    pub fn range(&self) -> Option<[(RBig, RBig); 3]> {
        let unit = RBig::from(self.unit.clone()) / RBig::from(IBig::ONE << 149);
        let values = |axis: usize| {
            self.corners
                .iter()
                .map(move |p| RBig::from(p.x[axis].clone()) / RBig::from(p.w.clone()))
        };
        let at = |axis| Some((values(axis).min()? * &unit, values(axis).max()? * &unit));
        Some([at(0)?, at(1)?, at(2)?])
    }

    /// What is wrong with an intersection's box: it must be the exact one rounded outward to `f32`.
    pub fn fault_of_box(&self, found: Option<Aabb3>) -> Option<String> {
        fault_of_box(self.range().as_ref(), found)
    }
}

/// What is wrong with a box: it must be the exact one rounded outward to `f32`.
pub fn fault_of_box(exact: Option<&[(RBig, RBig); 3]>, found: Option<Aabb3>) -> Option<String> {
    let (range, found) = match (exact, found) {
        (None, None) => return None,
        (Some(range), Some(found)) => (range, found),
        (exact, found) => return Some(format!("box {found:?} where the exact one is {exact:?}")),
    };
    (0..3).find_map(|axis| {
        let (low, high) = &range[axis];
        let fault = fault_of_range([found.min[axis], found.max[axis]], [low, high])?;
        Some(format!("axis {axis}: {fault}"))
    })
}

/// What is wrong with a box that may be too large by `slack`, and by two ulps of each of its faces.
pub fn fault_of_loose_box(exact: &[(RBig, RBig); 3], found: Aabb3, slack: &RBig) -> Option<String> {
    fault_of_loose_faces(exact, [found.min.to_array(), found.max.to_array()], slack)
}

/// The same in any dimension.
pub fn fault_of_loose_faces<const N: usize>(
    exact: &[(RBig, RBig); N],
    [min, max]: [[f32; N]; 2],
    slack: &RBig,
) -> Option<String> {
    (0..N).find_map(|axis| {
        let (low, high) = &exact[axis];
        let ends = [(min[axis], low.clone()), (-max[axis], -high.clone())];
        ends.into_iter().find_map(|(face, end)| {
            // Beyond the ends of `f32` there is but one number to round to.
            let below = face == f32::NEG_INFINITY && &end - slack < rational(f32::MIN);
            let above = face == f32::MAX && end >= rational(f32::MAX);
            if below || above {
                return None;
            }
            let holds = face.is_finite() && rational(face) <= end;
            // Towards zero, where there always are numbers.
            let size = face.abs();
            let ulps = || rational(size) - rational(size.next_down().next_down());
            let fits = holds && &end - rational(face) <= slack + ulps();
            (!fits).then(|| format!("axis {axis}: {face:e} for {:e}", end.to_f64().value()))
        })
    })
}

/// What is wrong with faces that may lie beyond the exact ranges by `slack`, and never within them.
pub fn fault_of_ranges<const N: usize>(
    exact: &[(RBig, RBig); N],
    [min, max]: [[f32; N]; 2],
    slack: f64,
) -> Option<String> {
    if slack.is_infinite() {
        // Of boxes beyond the ends of `f32` alone.
        let all_finite = min.iter().chain(&max).all(|face| face.is_finite());
        return all_finite.then(|| format!("no slack for {min:?} to {max:?}"));
    }
    let Ok(slack) = RBig::try_from(slack) else { return Some(format!("slack {slack}")) };
    (0..N).find_map(|axis| {
        let (low, high) = &exact[axis];
        let beyond = [low - rational(min[axis]), rational(max[axis]) - high];
        let holds = beyond.iter().all(|beyond| *beyond >= RBig::ZERO && *beyond <= slack);
        (!holds).then(|| format!("axis {axis}: {:e}..{:e}", min[axis], max[axis]))
    })
}

/// What is wrong with a range: it must be the exact one rounded outward to `f32`.
pub fn fault_of_range([min, max]: [f32; 2], [low, high]: [&RBig; 2]) -> Option<String> {
    let outward = rounded_down(min, low) && rounded_down(-max, &-high.clone());
    (!outward).then(|| {
        let [low, high] = [low, high].map(|x| x.to_f64().value());
        format!("{min:e}..{max:e} is not {low:e}..{high:e} rounded outward")
    })
}

/// True when `face` is the greatest `f32` (minus infinity among them) that is not above `exact`.
pub fn rounded_down(face: f32, exact: &RBig) -> bool {
    let reaches = |face: f32| match face {
        f32::NEG_INFINITY => true,
        f32::INFINITY => false,
        _ => rational(face) <= *exact,
    };
    !face.is_nan() && reaches(face) && !reaches(face.next_up())
}

/// What is wrong with bounds of both ends of a contact interval: each must enclose the exact one,
/// and lie in `[0, 1]`.
pub fn fault_of_ends(first: [f32; 2], last: [f32; 2], [from, to]: &[RBig; 2]) -> Option<String> {
    let is_within = |[low, high]: [f32; 2], x: &RBig| {
        [low, high].iter().all(|t| (0.0..=1.0).contains(t))
            && rational(low) <= *x
            && *x <= rational(high)
    };
    let (from_f64, to_f64) = (from.to_f64().value(), to.to_f64().value());
    (!is_within(first, from) || !is_within(last, to))
        .then(|| format!("{first:?}, {last:?} where {from_f64:e} and {to_f64:e} are exact"))
}
