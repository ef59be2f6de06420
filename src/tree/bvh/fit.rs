//! Boxes and tetrahedra round points.

use super::nesting::{origin, protrusion_of};
use crate::error::FrameError;
use crate::geom::Frame3;
use glam::{DMat3, DVec3};

/// The margin on every side of a box, as a share of its size and of its distance from the origin:
/// some ten times the error of rounding the box and its content to `f32`.
const MARGIN: f64 = 1e-6;

/// Rounds of Jacobi's method. Each round turns in the three coordinate planes; few are needed.
const ROUNDS: usize = 12;

/// Returns a box that holds points. Its axes are the principal axes of the points or the coordinate
/// axes, whichever give the smaller box.
///
/// The box has a margin, so that it is a solid even for points in a plane. The function checks the
/// rounded box against the points.
pub(super) fn box_round(points: &[DVec3]) -> Result<Frame3, FrameError> {
    let [own, plain] = [axes_of(points), DMat3::IDENTITY].map(|axes| (axes, extent(points, axes)));
    let volume = |(_, [low, high]): &(DMat3, [DVec3; 2])| (*high - *low).element_product();
    let (axes, [low, high]) = if volume(&own) < volume(&plain) { own } else { plain };
    grown(points, (high - low).max_element(), |margin| {
        let (low, size) = (low - margin, high - low + 2.0 * margin);
        let [x, y, z] =
            [axes.x_axis * size.x, axes.y_axis * size.y, axes.z_axis * size.z].map(|e| e.as_vec3());
        Frame3::cuboid((axes * low).as_vec3(), [x, y, z])
    })
}

/// Returns a tetrahedron that holds points. Its base lies along the two directions in which the
/// points are spread most.
///
/// The tetrahedron is four times as high as the points: a lower one would have to be too broad.
#[cfg(feature = "meshes")]
pub(super) fn tetra_round(points: &[DVec3]) -> Result<Frame3, FrameError> {
    let axes = axes_of(points);
    let [low, high] = extent(points, axes);
    // The thinnest direction is the normal.
    let thin = (high - low).min_position();
    let [x, y, z] = [(thin + 1) % 3, (thin + 2) % 3, thin];
    let middle = 0.5 * (low + high);
    let across = axes.transpose();
    let placed: Vec<DVec3> = points
        .iter()
        .map(|point| {
            let at = across * *point - middle;
            DVec3::new(at[x], at[y], at[z] + 0.5 * (high - low)[z])
        })
        .collect();
    let size = (high - low).max_element();
    let sides = [(0.0, 1.0), (-0.75_f64.sqrt(), -0.5), (0.75_f64.sqrt(), -0.5)];
    grown(points, size, |margin| {
        let apex = 4.0 * (high - low)[z] + 0.25 * size + 8.0 * margin;
        // The distance of each side of the base's triangle from its middle. A higher point needs a
        // greater distance.
        let needed = |point: &DVec3| {
            let outward =
                sides.map(|(u, v)| -(u * point.x + v * point.y)).into_iter().fold(0.0, f64::max);
            (outward + margin) / (1.0 - (point.z + margin) / apex)
        };
        let radius = placed.iter().map(needed).fold(margin, f64::max);
        let corner = |(u, v): (f64, f64), height: f64| {
            let mut at = middle;
            at[x] += 2.0 * radius * u;
            at[y] += 2.0 * radius * v;
            at[z] = low[z] + height;
            (axes * at).as_vec3()
        };
        let [a, b, c] = sides.map(|side| corner(side, -margin));
        Frame3::tetra_by_vertices([a, b, c, corner((0.0, 0.0), apex - margin)])
    })
}

/// Calls `make` with greater and greater margins until the frame holds the points.
fn grown(
    points: &[DVec3],
    size: f64,
    make: impl Fn(f64) -> Result<Frame3, FrameError>,
) -> Result<Frame3, FrameError> {
    let far = points.iter().fold(0.0_f64, |far, point| far.max(point.abs().max_element()));
    let mut margin = MARGIN * size.max(far).max(f64::from(f32::MIN_POSITIVE) / MARGIN);
    loop {
        let frame = make(margin)?;
        if protrusion_of(&frame, points.iter().map(|point| *point - origin(&frame))) <= 0.0 {
            return Ok(frame);
        }
        // Ends at the latest when the margin is not finite: then `make` fails.
        margin *= 2.0;
    }
}

/// Returns the principal axes of points.
fn axes_of(points: &[DVec3]) -> DMat3 {
    let mean = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
    let mut spread = DMat3::ZERO;
    for point in points {
        let from = *point - mean;
        spread += DMat3::from_cols(from * from.x, from * from.y, from * from.z);
    }
    principal_axes(spread)
}

/// Returns the ranges of points along three axes.
fn extent(points: &[DVec3], axes: DMat3) -> [DVec3; 2] {
    let across = axes.transpose();
    let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    points
        .iter()
        .map(|point| across * *point)
        .fold(none, |[low, high], at| [low.min(at), high.max(at)])
}

/// Returns the eigenvectors of a symmetric matrix, by Jacobi's method.
fn principal_axes(mut matrix: DMat3) -> DMat3 {
    let mut axes = DMat3::IDENTITY;
    for _ in 0..ROUNDS {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let off = matrix.col(q)[p];
            if off == 0.0 {
                continue;
            }
            let slope = 0.5 * (matrix.col(q)[q] - matrix.col(p)[p]) / off;
            let tangent = 1.0_f64.copysign(slope) / (slope.abs() + (slope * slope + 1.0).sqrt());
            let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
            let mut turn = DMat3::IDENTITY;
            turn.col_mut(p)[p] = cosine;
            turn.col_mut(q)[q] = cosine;
            turn.col_mut(q)[p] = tangent * cosine;
            turn.col_mut(p)[q] = -tangent * cosine;
            (matrix, axes) = (turn.transpose() * matrix * turn, axes * turn);
        }
    }
    // The constructors of frames refuse numbers that are not finite.
    axes
}
