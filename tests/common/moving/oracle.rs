//! The naive oracle with a fourth dimension: every corner of the common points `(x, t)`, exactly.
//!
//! Each half-space of a frame moves along with it, and two more say `0 <= t <= 1`. Every four of
//! the planes that meet in one point give a candidate; those within all half-spaces are the corners
//! of a bounded polytope. No corner: separate. A corner strictly inside each half-space of the
//! frames (not the same one for all): at the average of the corners the interiors meet. The
//! corners' least and greatest `t` and `x` are the contact interval and the box.

use crate::common::oracle::{HalfSpace, denormals, dot, fault_of_range, half_spaces};
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

/// A vector at right angles to three others, zero where they are dependent.
fn cross4(a: &Vector4, b: &Vector4, c: &Vector4) -> Vector4 {
    [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]].map(|[i, j, k]| {
        let minor = |p: usize, q: usize| &b[p] * &c[q] - &b[q] * &c[p];
        let minors = &a[i] * minor(j, k) - &a[j] * minor(i, k) + &a[k] * minor(i, j);
        // Signs alternate by the column left out, which is 6 less the others.
        if (i + j + k).is_multiple_of(2) { minors } else { -minors }
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
    let n = spaces.len();
    let key = |i: usize, j: usize, k: usize| (i * n + j) * n + k;
    let mut crosses = vec![None; n * n * n];
    for i in 0..n {
        for j in i + 1..n {
            for k in j + 1..n {
                let [a, b, c] = [i, j, k].map(|i| &spaces[i].normal);
                let cross = cross4(a, b, c);
                if cross.iter().any(|x| *x != IBig::ZERO) {
                    crosses[key(i, j, k)] = Some(cross);
                }
            }
        }
    }
    let mut out = Vec::new();
    for i in 0..n {
        for j in i + 1..n {
            for k in j + 1..n {
                for l in k + 1..n {
                    let Some(along) = &crosses[key(i, j, k)] else { continue };
                    let w = dot4(along, &spaces[l].normal);
                    if w == IBig::ZERO {
                        continue;
                    }
                    // A step along the line of three planes moves through the fourth alone.
                    let mut x = [0; 4].map(IBig::from);
                    for (one, others) in
                        [(l, [i, j, k]), (k, [i, j, l]), (j, [i, k, l]), (i, [j, k, l])]
                    {
                        let along = crosses[key(others[0], others[1], others[2])].as_ref();
                        let along = along.expect("independent, as all four are");
                        let Space { normal, offset, .. } = &spaces[one];
                        let backward = dot4(along, normal) != w;
                        for (x, step) in x.iter_mut().zip(along) {
                            *x += if backward { -(step * offset) } else { step * offset };
                        }
                    }
                    let corner = match w < IBig::ZERO {
                        true => Corner { x: x.map(|x| -x), w: -w },
                        false => Corner { x, w },
                    };
                    if spaces.iter().all(|s| dot4(&s.normal, &corner.x) >= &s.offset * &corner.w) {
                        out.push(corner);
                    }
                }
            }
        }
    }
    out
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
