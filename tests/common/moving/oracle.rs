//! The naive oracle with a fourth dimension: every corner of the common points `(x, t)`, exactly.
//!
//! Each half-space of a frame moves along with it, and two more say `0 <= t <= 1`. Every four of
//! the planes that meet in one point give a candidate; those within all half-spaces are the corners
//! of a bounded polytope. No corner: separate. A corner strictly inside each half-space of the
//! frames (not the same one for all): at the average of the corners the interiors meet. The
//! corners' least and greatest `t` and `x` are the contact interval and the box.

use crate::common::oracle::{HalfSpace, denormals, dot, fault_of_range, half_spaces};
use crate::common::rounded::Rounded;
use dashu_int::IBig;
use dashu_ratio::RBig;
use motzkin_core::geom::{ContactInterval, Frame3};
use motzkin_core::verdict::Verdict;

type Vector4 = [IBig; 4];

/// Points with `normal . (x, t) >= offset`.
struct Space {
    normal: Vector4,
    offset: IBig,
    /// It bounds the time, not a frame.
    of_time: bool,
}

/// The point `x / w`, with `w > 0`.
struct Corner {
    x: Vector4,
    w: IBig,
}

/// What is true of a moving pair.
#[derive(Clone, Debug)]
pub struct Truth {
    pub verdict: Verdict,
    /// First and last contact.
    pub interval: Option<[RBig; 2]>,
    /// Least and greatest coordinate for each axis over all contacts.
    pub range: Option<[(RBig, RBig); 3]>,
}

fn dot4(a: &Vector4, b: &Vector4) -> IBig {
    (0..4).map(|i| &a[i] * &b[i]).sum()
}

/// For each of four the others, in an order that makes all four an even permutation: the product of
/// the one and [`cross4`] of the others is the determinant of all. Columns are left out so, too.
const OTHERS: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

/// A vector at right angles to three others, zero where they are dependent.
fn cross4(a: &Vector4, b: &Vector4, c: &Vector4) -> Vector4 {
    OTHERS.map(|[i, j, k]| {
        let minor = |p: usize, q: usize| &b[p] * &c[q] - &b[q] * &c[p];
        &a[i] * minor(j, k) + &a[j] * minor(k, i) + &a[k] * minor(i, j)
    })
}

/// The half-spaces of a frame that moves: `n . (x - v t) >= offset`.
fn moving(frame: &Frame3, zeros: usize) -> Vec<Space> {
    let short = |x: f32| denormals(x) >> zeros;
    let rows = frame.rows().map(|[x, y, z, _]| [x, y, z].map(short));
    let velocity = frame.velocity().to_array().map(short);
    half_spaces(frame.kind().expect("the oracle judges valid frames"), &rows)
        .into_iter()
        .map(|HalfSpace { normal, offset }| {
            let drift = -dot(&normal, &velocity);
            let [x, y, z] = normal;
            Space { normal: [x, y, z, drift], offset, of_time: false }
        })
        .collect()
}

fn corners(spaces: &[Space]) -> Vec<Corner> {
    let rounded = Rounded::half_spaces(spaces.iter().map(|s| (&s.normal, &s.offset)));
    let n = spaces.len();
    let mut out = Vec::new();
    for i in 0..n {
        for j in i + 1..n {
            for k in j + 1..n {
                for l in k + 1..n {
                    let planes = [i, j, k, l];
                    let Some(doubtful) = not_certainly_within(&rounded, planes) else { continue };
                    let Some(corner) = corner(planes.map(|i| &spaces[i])) else { continue };
                    let holds = |s: &Space| dot4(&s.normal, &corner.x) >= &s.offset * &corner.w;
                    if doubtful.iter().all(|&s| holds(&spaces[s])) {
                        out.push(corner);
                    }
                }
            }
        }
    }
    out
}

/// Where four planes meet. A step along the line of three of them moves through the fourth alone.
fn corner(planes: [&Space; 4]) -> Option<Corner> {
    let line = |i: usize| {
        let [a, b, c] = OTHERS[i].map(|i| &planes[i].normal);
        cross4(a, b, c)
    };
    let first = line(0);
    let w = dot4(&planes[0].normal, &first);
    if w == IBig::ZERO {
        return None;
    }
    let lines = [first, line(1), line(2), line(3)];
    let x =
        [0, 1, 2, 3].map(|axis| (0..4).map(|i| &planes[i].offset * &lines[i][axis]).sum::<IBig>());
    Some(match w < IBig::ZERO {
        true => Corner { x: x.map(|x| -x), w: -w },
        false => Corner { x, w },
    })
}

/// A half-space, rounded.
type Near = ([Rounded; 4], Rounded);

/// As in three dimensions: the half-spaces of which it is not certain that the point of four planes
/// lies in them, `None` where it is certainly outside of one.
fn not_certainly_within(spaces: &[Near], planes: [usize; 4]) -> Option<Vec<usize>> {
    let planes = planes.map(|i| spaces[i]);
    let lines = OTHERS.map(|others| {
        let [a, b, c] = others.map(|i| planes[i].0);
        let minor = |p: usize, q: usize| b[p] * c[q] - b[q] * c[p];
        let along = |i, j, k| a[i] * minor(j, k) + a[j] * minor(k, i) + a[k] * minor(i, j);
        OTHERS.map(|[i, j, k]| along(i, j, k))
    });
    let w = Rounded::dot(&planes[0].0, &lines[0]);
    let offsets = planes.map(|(_, offset)| offset);
    let x = [0, 1, 2, 3].map(|axis| Rounded::dot(&offsets, &lines.map(|line| line[axis])));
    Rounded::doubtful(spaces, &x, w)
}

/// Judges two valid frames that move.
pub fn judge(a: &Frame3, b: &Frame3) -> Truth {
    let numbers = |frame: &Frame3| {
        let rows = frame.rows().map(|[x, y, z, _]| [x, y, z]);
        rows.into_iter().flatten().chain(frame.velocity().to_array()).collect::<Vec<f32>>()
    };
    let zeros = [a, b].into_iter().flat_map(numbers).filter_map(|x| denormals(x).trailing_zeros());
    let zeros = zeros.min().unwrap_or(0);
    let time = |sign: i32, offset: i32| {
        let normal = [0, 0, 0, sign].map(IBig::from);
        Space { normal, offset: offset.into(), of_time: true }
    };
    let mut spaces = vec![time(1, 0), time(-1, -1)];
    spaces.extend([a, b].into_iter().flat_map(|frame| moving(frame, zeros)));
    let corners = corners(&spaces);
    let inside = |s: &Space| corners.iter().any(|p| dot4(&s.normal, &p.x) > &s.offset * &p.w);
    let verdict = match () {
        () if corners.is_empty() => Verdict::Separate,
        () if spaces.iter().all(|space| space.of_time || inside(space)) => Verdict::Overlapping,
        () => Verdict::Touching,
    };
    let ends = |axis: usize| {
        let values =
            || corners.iter().map(|p| RBig::from(p.x[axis].clone()) / RBig::from(p.w.clone()));
        Some((values().min()?, values().max()?))
    };
    let unit = RBig::from(IBig::ONE << zeros) / RBig::from(IBig::ONE << 149);
    let place = |axis: usize| ends(axis).map(|(low, high)| (low * &unit, high * &unit));
    let range = || Some([place(0)?, place(1)?, place(2)?]);
    Truth { verdict, interval: ends(3).map(|(first, last)| [first, last]), range: range() }
}

impl Truth {
    /// What is wrong with a contact interval: it must be the exact one rounded outward to `f32`.
    pub fn fault_of_interval(&self, found: Option<ContactInterval>) -> Option<String> {
        match (&self.interval, found) {
            (None, None) => None,
            (Some([first, last]), Some(found)) => {
                fault_of_range([found.first, found.last], [first, last])
                    .or_else(|| found.last.is_sign_negative().then(|| "a negative zero".into()))
            }
            (exact, found) => Some(format!("interval {found:?} where the exact one is {exact:?}")),
        }
    }
}
