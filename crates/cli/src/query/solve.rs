//! The pairs of a block: a call of the service for each dimension, for those at rest and for those
//! that move.

use super::Field;
use super::answer::{Answer, Corners, Point};
use super::request::{Frames, Request, Shapes};
use motzkin::glam::DVec3;
use motzkin::service::BatchError;
use motzkin::{CollisionService, Frame, Pair, Passage, PolytopeSet, Verdict, Wanted};
use rayon::prelude::*;

/// Answers each request, as far as it was asked for.
pub fn solve(
    service: &CollisionService,
    want: &[Field],
    asked: &[&Request],
) -> Result<Vec<Answer>, BatchError> {
    let wanted = want.iter().fold(Wanted::NOTHING, |set, field| set | field.wanted());
    let mut answers = vec![Answer::bare(Verdict::Separate); asked.len()];
    for moves in [false, true] {
        let requests = || asked.iter().enumerate().filter(|(_, request)| request.moves == moves);
        let in_space = requests().filter_map(|(i, request)| match &request.shapes {
            Shapes::Frames(Frames::Space(frames)) => Some((i, *frames)),
            _ => None,
        });
        let in_plane = requests().filter_map(|(i, request)| match &request.shapes {
            Shapes::Frames(Frames::Plane(frames)) => Some((i, *frames)),
            _ => None,
        });
        let (in_space, in_plane) = (in_space.unzip(), in_plane.unzip());
        solve_alike(service, wanted, moves, in_space, &mut answers)?;
        solve_alike(service, wanted, moves, in_plane, &mut answers)?;
    }
    for (answer, request) in answers.iter_mut().zip(asked) {
        if let Shapes::Answered(found) = &request.shapes {
            *answer = *found;
        }
    }
    let hulls = asked.par_iter().enumerate().filter_map(|(i, request)| {
        let Shapes::Hulls(set, dim) = &request.shapes else { return None };
        let solve = if request.moves { solve_moving_hulls } else { solve_hulls };
        Some(solve(service, want, set, *dim).map(|answer| (i, answer)))
    });
    for (i, answer) in hulls.collect::<Result<Vec<_>, BatchError>>()? {
        answers[i] = answer;
    }
    Ok(answers)
}

/// Answers a pair with a hull in it.
fn solve_hulls(
    service: &CollisionService,
    want: &[Field],
    set: &PolytopeSet,
    dim: usize,
) -> Result<Answer, BatchError> {
    let (there, back) = (Pair::new(0, 1), Pair::new(1, 0));
    let wants = |field| want.contains(&field);
    let verdict = service.polytope_verdict(set, there)?;
    let mut answer = Answer::bare(verdict);
    if wants(Field::Subset) {
        let found = service.polytope_subsets(set, &[there, back])?;
        answer.subset = found.first_chunk().copied();
    }
    if wants(Field::Axis) || wants(Field::Depth) {
        let nearest = service.polytope_distances(set, &[there])?[0];
        answer.separation = nearest.map(|nearest| (point(nearest.normal, dim), nearest.distance));
    }
    if wants(Field::Witness) {
        answer.witness = service.polytope_witnesses(set, &[there])?[0].map(|at| point(at, dim));
    }
    Ok(answer)
}

/// The same of one that moves.
fn solve_moving_hulls(
    service: &CollisionService,
    want: &[Field],
    set: &PolytopeSet,
    dim: usize,
) -> Result<Answer, BatchError> {
    let pair = [Pair::new(0, 1)];
    let wants = |field| want.contains(&field);
    let passage = match wants(Field::Interval) {
        true => service.polytope_contact_intervals(set, &pair)?[0],
        false => {
            Passage { verdict: service.polytope_moving_verdicts(set, &pair)?[0], interval: None }
        }
    };
    let mut answer = Answer { interval: passage.interval, ..Answer::bare(passage.verdict) };
    if wants(Field::Witness) {
        answer.witness = service.polytope_moving_witnesses(set, &pair)?[0].map(|at| point(at, dim));
    }
    Ok(answer)
}

/// In as many coordinates as the pair has.
fn point(at: DVec3, dim: usize) -> Point {
    if dim == 2 { at.truncate().into() } else { at.into() }
}

/// Answers the requests of these numbers, whose frames are of one dimension and all at rest or all
/// in motion.
fn solve_alike<F: Frame<Vector: Into<Point>, Aabb: Corners>>(
    service: &CollisionService,
    wanted: Wanted,
    moves: bool,
    (numbers, frames): (Vec<usize>, Vec<[F; 2]>),
    answers: &mut [Answer],
) -> Result<(), BatchError> {
    let pairs: Vec<Pair> = (0..numbers.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let frames = frames.as_flattened();
    let found = match moves {
        true => service.moving_details(frames, &pairs, wanted)?,
        false => service.details(frames, &pairs, wanted)?,
    };
    for (&number, &verdict) in numbers.iter().zip(found.verdicts.iter()) {
        answers[number] = Answer::bare(verdict);
    }
    for detail in found.details {
        answers[numbers[detail.pair as usize]] = Answer::of(detail);
    }
    Ok(())
}
