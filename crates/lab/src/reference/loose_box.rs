//! The box of an intersection as the 2013 and 2019 papers find it, for comparison: it holds the
//! smallest one and is mostly several times as large.

use super::fourier_motzkin::{Row, eliminate, system};
use super::number::Field;
use super::solid::Solid;
use motzkin_core::error::FrameError;
use motzkin_core::geom::Frame3;
use std::cmp::Ordering;

/// Computes a box round the intersection of two frames. `None` where the frames are separate; else
/// the lower and the upper end for each axis of the world, exact where `N` is.
///
/// Elimination bounds the coordinates of the common points in the second frame's own axes. What
/// these bounds leave of that frame's parallelepiped is exported to the world, and the box round it
/// is clipped by the box round the first frame (fmb-2019, "Clip with the AABB of 'that'").
///
/// The smallest box is [`motzkin_core::exact::intersection_box`]. Costs some hundred microseconds
/// in rationals.
///
/// # Errors
///
/// Returns a [`FrameError`] if a frame is not valid.
pub fn loose_box<N: Field>(a: &Frame3, b: &Frame3) -> Result<Option<[[N; 2]; 3]>, FrameError> {
    let rows = system::<N>(a, b)?;
    let [Some(x), Some(y), Some(z)] = [0, 1, 2].map(|variable| range(&rows, variable)) else {
        return Ok(None);
    };
    let (first, second) = (Solid::<N>::new(a)?, Solid::<N>::new(b)?);
    let vertices = first.vertices();
    let along = |axis: usize| {
        let mut ends = [second.origin[axis].clone(), second.origin[axis].clone()];
        for (edge, [from, to]) in second.edges.iter().zip([&x, &y, &z]) {
            let (p, q) = (edge[axis].clone() * from.clone(), edge[axis].clone() * to.clone());
            let [low, high] = ends;
            ends = [low + lesser(p.clone(), q.clone()), high + greater(p, q)];
        }
        let [low, high] = ends;
        let coordinates = || vertices.iter().map(|vertex| vertex[axis].clone());
        let (Some(least), Some(most)) =
            (coordinates().reduce(lesser), coordinates().reduce(greater))
        else {
            return [low, high];
        };
        [greater(low, least), lesser(high, most)]
    };
    Ok(Some([along(0), along(1), along(2)]))
}

fn lesser<N: Field>(x: N, y: N) -> N {
    if y < x { y } else { x }
}

fn greater<N: Field>(x: N, y: N) -> N {
    if x < y { y } else { x }
}

/// The range of one variable: the two others are eliminated, and every row left bounds it or
/// contradicts itself.
fn range<N: Field>(rows: &[Row<N, 3>], variable: usize) -> Option<[N; 2]> {
    let mut rows = rows.to_vec();
    // Elimination goes from the first variable on.
    rows.iter_mut().for_each(|row| row.coefficients.swap(variable, 2));
    for eliminated in 0..2 {
        rows = eliminate(&rows, eliminated);
    }
    let (mut low, mut high) = (None, None);
    for Row { coefficients: [_, _, coefficient], bound, .. } in rows {
        let end = || bound.clone() / coefficient.clone();
        match coefficient.sign_of() {
            Ordering::Less => low = Some(low.map_or_else(end, |low| greater(low, end()))),
            Ordering::Greater => high = Some(high.map_or_else(end, |high| lesser(high, end()))),
            Ordering::Equal if bound.sign_of() == Ordering::Less => return None,
            Ordering::Equal => {}
        }
    }
    let (low, high) = (low?, high?);
    (low <= high).then_some([low, high])
}
