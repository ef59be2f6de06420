//! The pairs of a block: a call of the service for each dimension, for those at rest and for those
//! that move.

use super::Field;
use super::answer::{Answer, Corners, Point};
use super::fault::Fault;
use super::request::{Frames, Request, Shapes};
use motzkin::glam::DVec3;
use motzkin::service::BatchError;
use motzkin::{CollisionService, Frame, Pair, PolytopeSet, Verdict, Wanted};
use rayon::prelude::*;

/// What a pair at rest can have of what a line may ask for. The rest is not written.
const RESTING: Wanted = Wanted::DEPTH.union(Wanted::GAP).union(Wanted::WITNESS).union(Wanted::BOX);

/// What a moving pair can have.
const MOVING: Wanted = Wanted::INTERVAL.union(Wanted::WITNESS).union(Wanted::BOX);

/// Answers each request, as far as it was asked for. The requests are valid, so where a call fails
/// this is the engine: it is a fault of the requests of that call alone.
pub fn solve(
    service: &CollisionService,
    want: &[Field],
    asked: &[&Request],
) -> Vec<Result<Answer, Fault>> {
    let wanted = want.iter().fold(Wanted::NOTHING, |set, field| set | field.wanted());
    let mut answers = vec![Ok(Answer::bare(Verdict::Separate)); asked.len()];
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
        solve_alike(service, wanted, moves, in_space, &mut answers);
        solve_alike(service, wanted, moves, in_plane, &mut answers);
    }
    for (answer, request) in answers.iter_mut().zip(asked) {
        if let Shapes::Answered(found) = &request.shapes {
            *answer = Ok(*found);
        }
    }
    let hulls = asked.par_iter().enumerate().filter_map(|(i, request)| {
        let Shapes::Hulls(set, dim) = &request.shapes else { return None };
        let solve = if request.moves { solve_moving_hulls } else { solve_hulls };
        Some((i, solve(service, want, set, *dim).map_err(Fault::engine)))
    });
    for (i, answer) in hulls.collect::<Vec<_>>() {
        answers[i] = answer;
    }
    answers
}

/// Answers a pair with a hull in it.
fn solve_hulls(
    service: &CollisionService,
    want: &[Field],
    set: &PolytopeSet,
    dim: usize,
) -> Result<Answer, BatchError> {
    let pairs = [Pair::new(0, 1), Pair::new(1, 0)];
    let wants = |field| want.contains(&field);
    let mut wanted = Wanted::NOTHING;
    for (value, is_wanted) in [
        (Wanted::SUBSET, wants(Field::Subset)),
        (Wanted::DISTANCE, wants(Field::Axis) || wants(Field::Depth)),
        (Wanted::WITNESS, wants(Field::Witness)),
    ] {
        if is_wanted {
            wanted |= value;
        }
    }
    // Only a subset asks about both orders.
    let asked = if wants(Field::Subset) { &pairs[..] } else { &pairs[..1] };
    let found = service.query(set, asked).on_cpu().wanted(wanted).run()?;
    let mut answer = Answer::bare(found.verdicts()[0]);
    let details = found.details();
    if let (Some(there), Some(back)) = (details.get(0), details.get(1)) {
        answer.subset = there.subset.zip(back.subset).map(|(there, back)| [there, back]);
    }
    if let Some(detail) = details.first().filter(|detail| detail.pair == 0) {
        let nearest = detail.distance;
        answer.separation = nearest.map(|nearest| (point(nearest.axis, dim), nearest.distance));
        answer.witness = detail.witness.map(|witness| point(witness.value, dim));
    }
    Ok(answer)
}

/// Answers a pair with a hull in it that moves.
fn solve_moving_hulls(
    service: &CollisionService,
    want: &[Field],
    set: &PolytopeSet,
    dim: usize,
) -> Result<Answer, BatchError> {
    let mut wanted = Wanted::NOTHING;
    for (field, value) in [(Field::Interval, Wanted::INTERVAL), (Field::Witness, Wanted::WITNESS)] {
        if want.contains(&field) {
            wanted |= value;
        }
    }
    let found = service.query(set, &[Pair::new(0, 1)]).on_cpu().moving().wanted(wanted).run()?;
    let mut answer = Answer::bare(found.verdicts()[0]);
    if let Some(detail) = found.details().first() {
        answer.interval = detail.interval.map(|interval| interval.value);
        answer.witness = detail.witness.map(|witness| point(witness.value, dim));
    }
    Ok(answer)
}

/// In as many coordinates as the pair has.
fn point(at: DVec3, dim: usize) -> Point {
    if dim == 2 { at.truncate().into() } else { at.into() }
}

/// Answers the requests of these numbers, whose frames are of one dimension and all at rest or all
/// in motion.
fn solve_alike<F: Frame<Point: Into<Point>, Bounds: Corners>>(
    service: &CollisionService,
    wanted: Wanted,
    moves: bool,
    (numbers, frames): (Vec<usize>, Vec<[F; 2]>),
    answers: &mut [Result<Answer, Fault>],
) {
    let pairs: Vec<Pair> = (0..numbers.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let frames = frames.as_flattened();
    let found = match moves {
        true => service.query(frames, &pairs).moving().wanted(wanted & MOVING).run(),
        false => service.query(frames, &pairs).wanted(wanted & RESTING).run(),
    };
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            let fault = Fault::engine(error);
            numbers.iter().for_each(|&number| answers[number] = Err(fault.clone()));
            return;
        }
    };
    for (&number, &verdict) in numbers.iter().zip(found.verdicts().iter()) {
        answers[number] = Ok(Answer::bare(verdict));
    }
    for detail in found.details() {
        answers[numbers[detail.pair as usize]] = Ok(Answer::of(detail));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin::bytemuck::Zeroable;
    use motzkin::glam::Vec3;
    use motzkin::{Engine, Frame3};

    /// Frames that no line can hold, and a set without a second polytope, stand for an engine that
    /// fails: other calls have their answers.
    #[test]
    fn a_call_that_fails_takes_no_other_with_it() -> Result<(), Box<dyn std::error::Error>> {
        let service = CollisionService::new(Engine::Cpu)?;
        let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
        let mut hulls = PolytopeSet::new();
        hulls.push(&[Vec3::ZERO])?;
        let one_hull = hulls.clone();
        hulls.push(&[Vec3::ZERO])?;
        let frames = |frame| Shapes::Frames(Frames::Space([cube, frame]));
        let answered = Shapes::Answered(Answer::bare(Verdict::Touching));
        let requests = [
            (frames(cube), false),
            (frames(Frame3::zeroed()), false),
            (frames(cube), true),
            (Shapes::Hulls(one_hull.clone(), 3), false),
            (Shapes::Hulls(hulls.clone(), 3), false),
            (Shapes::Hulls(one_hull, 3), true),
            (Shapes::Hulls(hulls, 3), true),
            (answered, false),
        ];
        let requests = requests.map(|(shapes, moves)| Request { id: "", shapes, moves });
        for want in [&[][..], &[Field::Witness]] {
            let found = solve(&service, want, &requests.each_ref());
            let met = found.iter().map(|found| Some(found.as_ref().ok()?.verdict.meets()));
            let yes = Some(true);
            let expected = [None, None, yes, None, yes, None, yes, yes];
            assert_eq!(met.collect::<Vec<_>>(), expected);
            for fault in found.into_iter().filter_map(Result::err) {
                assert!(fault.to_string().starts_with("io: the engine failed: "), "{fault}");
            }
        }
        Ok(())
    }
}
