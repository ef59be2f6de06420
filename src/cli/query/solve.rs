//! The pairs of a block, by one call of the service for each thing that was asked of them.

use super::Field;
use super::request::Request;
use motzkin::service::BatchError;
use motzkin::{Aabb3, CollisionService, Frame3, Pair, Passage, Verdict};

/// What was found out about a pair.
#[derive(Clone, Copy)]
pub struct Solved {
    pub passage: Passage,
    pub aabb: Option<Aabb3>,
}

/// Answers each request, as far as it was asked for.
pub fn solve(
    service: &CollisionService,
    want: &[Field],
    asked: &[&Request],
) -> Result<Vec<Solved>, BatchError> {
    let frames: Vec<Frame3> = asked.iter().flat_map(|request| [request.a, request.b]).collect();
    let (moving, resting): (Vec<usize>, Vec<usize>) = (0..asked.len()).partition(|&i| asked[i].moves);
    let nothing = Passage { verdict: Verdict::Separate, interval: None };
    let mut out = vec![Solved { passage: nothing, aabb: None }; asked.len()];
    let only = |verdict: &Verdict| Passage { verdict: *verdict, interval: None };
    let rest = service.verdicts(&frames, &pairs(&resting))?;
    let rest = rest.iter().map(only);
    let passages = match want.contains(&Field::Interval) {
        true => service.contact_intervals(&frames, &pairs(&moving))?,
        false => service.moving_verdicts(&frames, &pairs(&moving))?.iter().map(only).collect(),
    };
    for (&i, passage) in resting.iter().zip(rest).chain(moving.iter().zip(passages)) {
        out[i].passage = passage;
    }
    if want.contains(&Field::Aabb) {
        let meeting = |all: Vec<usize>| -> Vec<usize> {
            all.into_iter().filter(|&i| out[i].passage.verdict.meets()).collect()
        };
        let (resting, moving) = (meeting(resting), meeting(moving));
        let mut boxes = service.intersection_boxes(&frames, &pairs(&resting))?;
        boxes.extend(service.moving_boxes(&frames, &pairs(&moving))?);
        for (i, found) in resting.into_iter().chain(moving).zip(boxes) {
            out[i].aabb = found;
        }
    }
    Ok(out)
}

/// The pairs of these requests, whose frames stand two by two.
fn pairs(requests: &[usize]) -> Vec<Pair> {
    requests.iter().map(|&i| Pair::new(2 * i as u32, 2 * i as u32 + 1)).collect()
}
