//! Details judged by the geometry that they are to describe, in exact numbers.

use super::solid::{Solid, Vector, cross, dot, negative, rational};
use dashu_ratio::{RBig, Relaxed};
use motzkin::glam::DVec3;
use motzkin::{ContactInterval, Detail, Frame3, FrameError, Separation, Verdict};
use motzkin_core::num::f32_to_rational;
use motzkin_lab::reference::motion;
use std::cmp::Ordering;

/// The relative error that an axis and a depth may have, and a hair more.
const HAIR: f64 = 1.0 / 536_870_912.0; // 2^-29

/// What is wrong with a resting pair's axis, its gap or depth, or its common point.
pub fn fault_at_rest([a, b]: &[Frame3; 2], found: &Detail) -> Result<Option<String>, FrameError> {
    let solids = at_rest(a, b)?;
    Ok(match &found.separation {
        Some(separation) => fault_of_separation(&solids, found.verdict, separation),
        None => Some("there is no axis".into()),
    }
    .or_else(|| fault_of_witness(&solids, found)))
}

/// Both frames at `t = 0`, where velocities make no difference.
pub fn at_rest(a: &Frame3, b: &Frame3) -> Result<[Solid; 2], FrameError> {
    Ok([Solid::at(a, &RBig::ZERO)?, Solid::at(b, &RBig::ZERO)?])
}

fn fault_of_witness(solids: &[Solid; 2], found: &Detail) -> Option<String> {
    match found.witness {
        None => found.verdict.meets().then(|| "there is no common point".into()),
        Some(point) => {
            let point = point.value;
            let is_common = found.verdict.meets() && solids.iter().all(|solid| solid.holds(point));
            (!is_common).then(|| format!("{point:?} is no common point"))
        }
    }
}

/// The square with the number's own sign.
fn signed_square(x: &Relaxed) -> Relaxed {
    if *x < Relaxed::ZERO { -(x * x) } else { x * x }
}

/// The gap along a direction, times its length: the least of `b` less the greatest of `a`.
fn gap([a, b]: &[Solid; 2], direction: &Vector) -> Option<Relaxed> {
    let ([_, highest], [lowest, _]) = (a.extent(direction)?, b.extent(direction)?);
    Some(lowest - highest)
}

/// What is wrong with an axis: the corners' projections on it lie otherwise than is said, or
/// another axis is better.
fn fault_of_separation(
    solids: &[Solid; 2],
    verdict: Verdict,
    found: &Separation<DVec3>,
) -> Option<String> {
    let Separation { axis, depth, .. } = *found;
    let said = format!("{} along {axis:?}, {depth:e}", found.verdict);
    if found.verdict != verdict || !depth.is_finite() || !axis.is_finite() {
        return Some(format!("{said} of a pair that is {verdict}"));
    }
    if depth < 0.0 || (depth == 0.0) != (verdict == Verdict::Touching) {
        return Some(format!("{said}, which is no gap and no depth"));
    }
    if (axis.length() - 1.0).abs() > 1e-12 {
        return Some(format!("{said}: the axis has length {:e}", axis.length()));
    }
    let signed = rational(if verdict.meets() { -depth } else { depth });
    let off = gap(solids, &axis.to_array().map(rational))? - &signed;
    let off = if off < Relaxed::ZERO { -off } else { off };
    if off > (rational(depth) + span(solids)) * rational(HAIR) {
        return Some(format!("{said}: the corners say {:e} more or less", off.to_f64().value()));
    }
    let slack = rational(depth) * rational(depth) * rational(2.0 * HAIR);
    let best = signed_square(&signed) + slack;
    candidates(solids).find_map(|normal| {
        let square = signed_square(&gap(solids, &normal)?);
        let better = square > &best * dot(&normal, &normal);
        better.then(|| format!("{said}: {:?} is better", normal.map(|x| x.to_f64().value())))
    })
}

/// The most that a bound's slack may be, of the longest distance within a pair.
const SLACK: f64 = 2e-4;

/// What is wrong with the bound of a resting pair's gap or depth.
pub fn fault_of_bound([a, b]: &[Frame3; 2], found: &Detail) -> Result<Option<String>, FrameError> {
    let solids = [Solid::at(a, &RBig::ZERO)?, Solid::at(b, &RBig::ZERO)?];
    let Some(bound) = &found.separation else {
        return Ok(Some("there is no bound of an axis".into()));
    };
    let said = format!(
        "{} along {:?}, {:e} within {:e}",
        found.verdict, bound.axis, bound.depth, bound.slack
    );
    let (depth, slack) = (bound.depth, bound.slack);
    if !bound.axis.is_finite()
        || !depth.is_finite()
        || depth < 0.0
        || (bound.axis.length() - 1.0).abs() > 1e-6
    {
        return Ok(Some(said));
    }
    if !slack.is_finite()
        || slack < 0.0
        || rational(slack) > span(&solids) * rational(SLACK) + rational(3e-45)
    {
        return Ok(Some(format!("{said}: loose")));
    }
    let axis = bound.axis.to_array().map(rational);
    let Some(along) = gap(&solids, &axis) else { return Ok(None) };
    let square = dot(&axis, &axis);
    if !found.verdict.meets() {
        // Along an axis that is rounded to `f32` frames this close may share a hair: that they are
        // separate is all that zero says.
        let holds =
            depth == 0.0 || signed_square(&along) >= rational(depth) * rational(depth) * square;
        return Ok((!holds).then(|| format!("{said}: the corners are nearer")));
    }
    if along + rational(depth) * square < Relaxed::ZERO {
        return Ok(Some(format!("{said}: so moved, they overlap")));
    }
    // What is left of the depth without the slack: no axis may be better.
    let least = rational((depth - slack).max(0.0));
    let most = -(&least * &least);
    Ok(candidates(&solids).find_map(|normal| {
        let better = signed_square(&gap(&solids, &normal)?) > &most * dot(&normal, &normal);
        better.then(|| format!("{said}: {:?} is better", normal.map(|x| x.to_f64().value())))
    }))
}

/// What is wrong with a resting pair's verdict within a margin.
pub fn fault_of_margin(
    [a, b]: &[Frame3; 2],
    margin: f32,
    found: Verdict,
) -> Result<Option<String>, FrameError> {
    let solids = [Solid::at(a, &RBig::ZERO)?, Solid::at(b, &RBig::ZERO)?];
    let margin = rational(margin.into());
    let beyond = |normal: Vector| {
        let square = signed_square(&gap(&solids, &normal)?);
        Some(square.cmp(&(&margin * &margin * dot(&normal, &normal))))
    };
    let exact = match candidates(&solids).filter_map(beyond).max() {
        Some(Ordering::Greater) => Verdict::Separate,
        Some(Ordering::Equal) => Verdict::Touching,
        _ => Verdict::Overlapping,
    };
    let said = || format!("{found} within {:e}, exactly {exact}", margin.to_f64().value());
    Ok((found != exact).then(said))
}

/// The longest distance within a pair along any axis of the world.
pub fn span(solids: &[Solid; 2]) -> Relaxed {
    let coordinates = |axis: usize| {
        let corners = solids.iter().flat_map(|solid| &solid.corners);
        corners.map(move |corner| corner[axis].clone())
    };
    let longest =
        (0..3).filter_map(|axis| Some(coordinates(axis).max()? - coordinates(axis).min()?));
    longest.max().unwrap_or(Relaxed::ZERO)
}

/// Normals of faces and products of edges, both ways, that are not null.
fn candidates([a, b]: &[Solid; 2]) -> impl Iterator<Item = Vector> {
    let products = a.edges.iter().flat_map(|p| b.edges.iter().map(move |q| cross(p, q)));
    let normals = a.normals.iter().chain(&b.normals).cloned().chain(products);
    let zero = [Relaxed::ZERO, Relaxed::ZERO, Relaxed::ZERO];
    normals.filter(move |normal| *normal != zero).flat_map(|normal| [negative(&normal), normal])
}

/// What is wrong with a moving pair's verdict, its interval, or its point of the first contact.
/// Elimination in rationals says when they meet.
pub fn fault_in_motion(
    [a, b]: &[Frame3; 2],
    found: Option<&Detail>,
) -> Result<Option<String>, FrameError> {
    let (verdict, interval) = motion::sweep::<RBig>(a, b)?;
    let said = found.map_or(Verdict::Separate, |found| found.verdict);
    if said != verdict {
        return Ok(Some(format!("in motion {said}, exactly {verdict}")));
    }
    let (Some(found), Some([first, last])) = (found, interval) else { return Ok(None) };
    let rounded = |end: f32, exact: &RBig| {
        end.is_finite() && f32_to_rational(end) <= *exact && *exact < f32_to_rational(end.next_up())
    };
    let right =
        |told: ContactInterval| rounded(told.first, &first) && rounded(-told.last, &-last.clone());
    if !found.interval.is_some_and(|interval| right(interval.value)) {
        let exact = [first, last].map(|end| end.to_f64().value());
        return Ok(Some(format!(
            "contact during {:?}, exactly {exact:?}",
            found.interval.map(|interval| interval.value)
        )));
    }
    let solids = [Solid::at(a, &first)?, Solid::at(b, &first)?];
    Ok(fault_of_witness(&solids, found).map(|what| format!("at the first contact {what}")))
}
