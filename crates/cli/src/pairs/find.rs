//! The pairs of shapes that meet, a part of the candidates at a time.

use super::item::Item;
use super::meshes::Meshes;
use crate::error::CliError;
use crate::query::answer::{Answer, Writer};
use crate::query::fault::Fault;
use crate::query::request::{Frames, Request, Shapes, of_convex};
use crate::query::shape::Shape;
use crate::query::solve::solve;
use crate::query::{Field, flush};
use motzkin::broad::{PairOptions, Pieces};
use motzkin::service::CollideError;
use motzkin::{Aabb, Aabb3, CollisionService, Filter, Pair};
use rayon::prelude::*;
use std::io::Write;

/// Candidates that are held at a time.
const MOST: usize = 1 << 20;

/// What the pairs that are tested at a time may weigh, in bytes.
const WEIGHT: usize = 32 << 20;

/// What a pair weighs beside its ids, which its line repeats, and each point of a hull: its
/// coordinates, seen from two places.
const PAIR: usize = 512;
const POINT: usize = 64;

/// A pair, and what is written of it.
type Written = (Pair, Result<Answer, Fault>);

/// The shapes of one file, or of two, and what is asked of their pairs.
pub struct Search<'a> {
    pub service: &'a CollisionService,
    pub meshes: Meshes,
    pub want: &'a [Field],
    pub margin: f32,
    pub dim: usize,
    pub items: &'a [Item],
    /// The shapes that they are compared with, instead of with each other.
    pub others: Option<&'a [Item]>,
}

impl<'a> Search<'a> {
    /// Writes a line for each pair that meets, or is closer than the margin.
    pub fn run(&mut self, out: &mut Writer, stdout: &mut impl Write) -> Result<(), CliError> {
        let (boxes, filters) = self.bounds(self.items);
        let (others, other_filters) = self.bounds(self.others.unwrap_or_default());
        let options = PairOptions {
            filters: Some(&filters),
            other_filters: Some(&other_filters),
            limit: MOST,
            ..PairOptions::default()
        };
        let mut pieces = match self.others {
            Some(_) => Pieces::between((boxes, &[0]), (&others, &[0]), options)?,
            None => Pieces::within(boxes, &[0], options)?,
        };
        let mut candidates = Vec::new();
        while pieces.next(&mut candidates)? {
            let mut rest = &candidates[..];
            while !rest.is_empty() {
                let (part, after) = rest.split_at(self.bearable(rest));
                self.write(part, out)?;
                flush(out, stdout)?;
                rest = after;
            }
        }
        Ok(())
    }

    /// The boxes of shapes, grown by half the margin, and their filters.
    fn bounds(&self, items: &[Item]) -> (Vec<Aabb3>, Vec<Filter>) {
        let reach = if self.margin > 0.0 { (0.5 * self.margin).next_up() } else { 0.0 };
        items.iter().map(|item| (item.aabb.grown(reach).clamped(), item.filter)).unzip()
    }

    fn both(&self, Pair { a, b }: Pair) -> [&'a Item; 2] {
        [&self.items[a as usize], &self.others.unwrap_or(self.items)[b as usize]]
    }

    /// How many of these pairs may be tested at a time, one at least.
    fn bearable(&self, pairs: &[Pair]) -> usize {
        let own = |item: &Item| match &item.shape {
            Shape::Hull(points, _) => item.id.len() + POINT * points.len(),
            _ => item.id.len(),
        };
        let weight = |pair: &Pair| PAIR + self.both(*pair).map(own).iter().sum::<usize>();
        let mut sum = 0;
        let fits = pairs.iter().take_while(|pair| {
            sum += weight(pair);
            sum <= WEIGHT
        });
        fits.count().max(1)
    }

    /// Writes the pairs of these candidates.
    fn write(&mut self, candidates: &[Pair], out: &mut Writer) -> Result<(), CliError> {
        let has_mesh = |pair: &&Pair| self.both(**pair).iter().any(|item| item.mesh.is_some());
        let (with_mesh, convex): (Vec<Pair>, Vec<Pair>) = candidates.iter().partition(has_mesh);
        let mut answers = self.answer_convex(&convex)?;
        for pair in with_mesh {
            answers.extend(self.answer_meshes(pair)?.map(|answer| (pair, answer)));
        }
        // Candidates ascend.
        answers.sort_unstable_by_key(|(pair, _)| *pair);
        for (pair, answer) in answers {
            let names = self.both(pair).map(|item| &*item.id);
            match answer {
                Ok(answer) => out.pair(names, self.want, &answer),
                Err(fault) => out.pair_fault(names, &fault),
            }
        }
        Ok(())
    }

    /// Answers a pair with a mesh, if it is to be written.
    fn answer_meshes(&mut self, pair: Pair) -> Result<Option<Result<Answer, Fault>>, CliError> {
        let (items, numbers) = (self.both(pair), [pair.a, pair.b]);
        let answer = self.meshes.answer(self.service, self.want, items, numbers);
        let is_near = match &answer {
            Ok(answer) => answer.verdict.meets(),
            // Something else that is wanted may have failed alone, also of a separate pair.
            Err(_) => match self.meshes.answer(self.service, &[], items, numbers) {
                Ok(answer) => answer.verdict.meets(),
                Err(_) => true,
            },
        };
        let (service, margin) = (self.service, self.margin);
        let is_kept =
            is_near || (margin > 0.0 && self.meshes.is_closer(service, margin, items, numbers)?);
        Ok(is_kept.then_some(answer))
    }

    /// Answers those of these pairs of frames and hulls that are to be written.
    fn answer_convex(&self, candidates: &[Pair]) -> Result<Vec<Written>, CliError> {
        let request = |pair: &Pair| {
            let [a, b] = self.both(*pair).map(|item| &item.shape);
            let (shapes, moves) = of_convex(a, b, self.dim)?;
            Ok(Request { id: "", shapes, moves })
        };
        let made: Result<Vec<Request>, _> = candidates.par_iter().map(request).collect();
        // Both shapes were built before.
        let wrong = |fault: Fault| CliError::Wrong(fault.to_string());
        let requests = made.map_err(wrong)?;
        let solve = |want, asked: &[&Request]| -> Result<Vec<Answer>, CliError> {
            solve(self.service, want, asked).into_iter().collect::<Result<_, _>>().map_err(wrong)
        };
        let verdicts = solve(&[], &requests.iter().collect::<Vec<_>>())?;
        let kept = |(place, answer): (usize, &Answer)| {
            let is_near = answer.verdict.meets() || self.is_closer(&requests[place])?;
            Ok::<_, CollideError>(is_near.then_some(place))
        };
        let kept: Vec<Option<usize>> =
            verdicts.par_iter().enumerate().map(kept).collect::<Result<_, _>>()?;
        let kept: Vec<usize> = kept.into_iter().flatten().collect();
        let asked: Vec<&Request> = kept.iter().map(|&place| &requests[place]).collect();
        let answers = match self.want.iter().all(|field| *field == Field::Verdict) {
            true => kept.iter().map(|&place| verdicts[place]).collect(),
            false => solve(self.want, &asked)?,
        };
        let written = |(place, answer): (usize, Answer)| (candidates[place], Ok(answer));
        Ok(kept.into_iter().zip(answers).map(written).collect())
    }

    /// Whether a separate pair is closer than the margin.
    fn is_closer(&self, request: &Request) -> Result<bool, CollideError> {
        if self.margin == 0.0 {
            return Ok(false);
        }
        match &request.shapes {
            Shapes::Frames(Frames::Space(frames)) => self.has_pair(frames, request.moves),
            Shapes::Frames(Frames::Plane(frames)) => self.has_pair(frames, request.moves),
            Shapes::Hulls(set, _) => self.has_pair(set, request.moves),
            Shapes::Meshes(_) | Shapes::Mixed(_) | Shapes::Answered(_) => Ok(false),
        }
    }

    /// Whether two shapes are a pair within the margin.
    fn has_pair<T: motzkin::Shapes + ?Sized>(
        &self,
        both: &T,
        moves: bool,
    ) -> Result<bool, CollideError> {
        let asked = self.service.collide(both).within(self.margin).on_cpu();
        let hits = if moves { asked.moving().run()? } else { asked.run()? };
        Ok(!hits.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin::Engine;
    use motzkin::glam::Vec3;

    /// A part of pairs is written before the next one is tested: also if the ids are long.
    #[test]
    fn ids_weigh_as_much_as_they_are_long() -> Result<(), Box<dyn std::error::Error>> {
        let service = CollisionService::new(Engine::Cpu)?;
        let item = |length: usize, points: usize| Item {
            id: "7".repeat(length).into(),
            dim: 3,
            shape: Shape::Hull(vec![Vec3::ZERO; points], None),
            mesh: None,
            filter: Filter::ALL,
            aabb: Aabb3::NOTHING,
        };
        let fits = |items: [Item; 2]| {
            let search = Search {
                service: &service,
                meshes: Meshes::of(&items, None)?,
                want: &[],
                margin: 0.0,
                dim: 3,
                items: &items,
                others: None,
            };
            Ok::<_, Fault>(search.bearable(&vec![Pair::new(0, 1); 1 << 17]))
        };
        assert_eq!(fits([item(1, 0), item(1, 0)])?, WEIGHT / (PAIR + 2));
        assert_eq!(fits([item(1 << 20, 0), item(1 << 20, 0)])?, 15);
        assert_eq!(fits([item(1, 0), item(6 << 20, 1)])?, 5);
        assert_eq!(fits([item(16 << 20, 0), item(16 << 20, 0)])?, 1);
        Ok(())
    }
}
