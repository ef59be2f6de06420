//! Boxes and tetrahedra round points.

use super::nesting::{origin, protrusion_of};
use crate::error::FrameError;
use crate::geom::Frame3;
use glam::{DMat3, DVec3};

/// By how much of its size, and of its distance from the coordinates' origin, a box is grown on
/// every side: some ten times what rounding each number of it and of what lies within to `f32` can
/// take away.
const HAIR: f64 = 1e-6;

/// Rounds of the eigenvectors' search; each turns in the three coordinate planes, and few are
/// needed.
const ROUNDS: usize = 12;

/// A box that holds points, along the axes in which they are spread or along the coordinates',
/// whichever is smaller; grown by a hair, so that even of points in a plane it is a solid. That it
/// holds them is checked for the numbers as they are stored.
pub(super) fn box_round(points: &[DVec3]) -> Result<Frame3, FrameError> {
    let [own, plain] = [axes_of(points), DMat3::IDENTITY].map(|axes| (axes, extent(points, axes)));
    let volume = |(_, [low, high]): &(DMat3, [DVec3; 2])| (*high - *low).element_product();
    let (axes, [low, high]) = if volume(&own) < volume(&plain) { own } else { plain };
    grown(points, (high - low).max_element(), |hair| {
        let (low, size) = (low - hair, high - low + 2.0 * hair);
        let [x, y, z] =
            [axes.x_axis * size.x, axes.y_axis * size.y, axes.z_axis * size.z].map(|e| e.as_vec3());
        Frame3::cuboid((axes * low).as_vec3(), [x, y, z])
    })
}

/// A tetrahedron that holds points, its base along the two directions in which they are spread
/// most. It is as high as they ask for times four, where a lower one would have to be too broad.
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
    grown(points, size, |hair| {
        let apex = 4.0 * (high - low)[z] + 0.25 * size + 8.0 * hair;
        // The distance of each side of the base's triangle from its middle; a point higher up asks
        // for more.
        let reach = |point: &DVec3| {
            let beside =
                sides.map(|(u, v)| -(u * point.x + v * point.y)).into_iter().fold(0.0, f64::max);
            (beside + hair) / (1.0 - (point.z + hair) / apex)
        };
        let reach = placed.iter().map(reach).fold(hair, f64::max);
        let corner = |(u, v): (f64, f64), height: f64| {
            let mut at = middle;
            at[x] += 2.0 * reach * u;
            at[y] += 2.0 * reach * v;
            at[z] = low[z] + height;
            (axes * at).as_vec3()
        };
        let [a, b, c] = sides.map(|side| corner(side, -hair));
        Frame3::tetra_by_vertices([a, b, c, corner((0.0, 0.0), apex - hair)])
    })
}

/// Makes a volume with ever more to spare until it holds the points.
fn grown(
    points: &[DVec3],
    size: f64,
    make: impl Fn(f64) -> Result<Frame3, FrameError>,
) -> Result<Frame3, FrameError> {
    let far = points.iter().fold(0.0_f64, |far, point| far.max(point.abs().max_element()));
    let mut hair = HAIR * size.max(far).max(f64::from(f32::MIN_POSITIVE) / HAIR);
    loop {
        let frame = make(hair)?;
        if protrusion_of(&frame, points.iter().map(|point| *point - origin(&frame))) <= 0.0 {
            return Ok(frame);
        }
        // Ends: what is no longer finite is no frame.
        hair *= 2.0;
    }
}

/// The directions in which points are spread.
fn axes_of(points: &[DVec3]) -> DMat3 {
    let mean = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
    let mut spread = DMat3::ZERO;
    for point in points {
        let from = *point - mean;
        spread += DMat3::from_cols(from * from.x, from * from.y, from * from.z);
    }
    principal_axes(spread)
}

/// The ranges of the points along three axes.
fn extent(points: &[DVec3], axes: DMat3) -> [DVec3; 2] {
    let across = axes.transpose();
    let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    points
        .iter()
        .map(|point| across * *point)
        .fold(none, |[low, high], at| [low.min(at), high.max(at)])
}

/// The eigenvectors of a symmetric matrix, by Jacobi's rotations.
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
    // Numbers that are not finite are refused where the frame is made.
    axes
}
