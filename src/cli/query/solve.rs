//! The pairs of a block: a call of the service for each dimension, for those at rest and for those that move.

use super::Field;
use super::answer::{Answer, Corners, Point};
use super::request::{Frames, Request};
use motzkin::service::BatchError;
use motzkin::{CollisionService, Frame, Pair, Verdict, Wanted};

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
        let in_space = requests().filter_map(|(i, request)| match request.frames {
            Frames::Space(frames) => Some((i, frames)),
            Frames::Plane(_) => None,
        });
        let in_plane = requests().filter_map(|(i, request)| match request.frames {
            Frames::Plane(frames) => Some((i, frames)),
            Frames::Space(_) => None,
        });
        let (in_space, in_plane) = (in_space.unzip(), in_plane.unzip());
        solve_alike(service, wanted, moves, in_space, &mut answers)?;
        solve_alike(service, wanted, moves, in_plane, &mut answers)?;
    }
    Ok(answers)
}

/// Answers the requests of these numbers, whose frames are of one dimension and all at rest or all in motion.
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
