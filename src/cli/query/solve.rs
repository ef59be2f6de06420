//! The pairs of a block: one call of the service for those at rest, one for those that move.

use super::Field;
use super::answer::Answer;
use super::request::Request;
use motzkin::service::{BatchError, Details};
use motzkin::{CollisionService, Frame3, Pair, Verdict, Wanted};

/// Answers each request, as far as it was asked for.
pub fn solve(
    service: &CollisionService,
    want: &[Field],
    asked: &[&Request],
) -> Result<Vec<Answer>, BatchError> {
    let frames: Vec<Frame3> = asked.iter().flat_map(|request| [request.a, request.b]).collect();
    let wanted = want.iter().fold(Wanted::NOTHING, |set, field| set | field.wanted());
    let (moving, resting): (Vec<usize>, Vec<usize>) = (0..asked.len()).partition(|&i| asked[i].moves);
    let mut answers = vec![Answer::bare(Verdict::Separate); asked.len()];
    fill(&mut answers, &resting, service.details(&frames, &pairs(&resting), wanted)?);
    fill(&mut answers, &moving, service.moving_details(&frames, &pairs(&moving), wanted)?);
    Ok(answers)
}

/// The pairs of these requests, whose frames stand two by two.
fn pairs(requests: &[usize]) -> Vec<Pair> {
    requests.iter().map(|&i| Pair::new(2 * i as u32, 2 * i as u32 + 1)).collect()
}

/// Puts what was found out about these requests in their places.
fn fill(answers: &mut [Answer], requests: &[usize], found: Details) {
    for (&i, &verdict) in requests.iter().zip(found.verdicts.iter()) {
        answers[i] = Answer::bare(verdict);
    }
    for detail in found.details {
        answers[requests[detail.pair as usize]] = detail.into();
    }
}
