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
            answers.extend(self.answer_meshes(pair));
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
    fn answer_meshes(&mut self, pair: Pair) -> Option<Written> {
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
        if is_near {
            return Some((pair, answer));
        }
        if self.margin == 0.0 {
            return None;
        }
        match self.meshes.is_closer(self.service, self.margin, items, numbers) {
            Ok(is_closer) => is_closer.then_some((pair, answer)),
            Err(fault) => Some((pair, Err(fault))),
        }
    }

    /// Answers those of these pairs of frames and hulls that are to be written: also those of which
    /// the engine did not find out whether they are.
    fn answer_convex(&self, candidates: &[Pair]) -> Result<Vec<Written>, CliError> {
        let request = |pair: &Pair| {
            let [a, b] = self.both(*pair).map(|item| &item.shape);
            let (shapes, moves) = of_convex(a, b, self.dim)?;
            Ok(Request { id: "", shapes, moves })
        };
        let made: Result<Vec<Request>, _> = candidates.par_iter().map(request).collect();
        // Both shapes were built before.
        let requests = made.map_err(|fault: Fault| CliError::Wrong(fault.to_string()))?;
        let verdicts = solve(self.service, &[], &requests.iter().collect::<Vec<_>>());
        let kept = |(place, found): (usize, Result<Answer, Fault>)| match found {
            Ok(answer) if !answer.verdict.meets() => match self.is_closer(&requests[place]) {
                Ok(is_closer) => is_closer.then_some(Ok(answer)),
                Err(error) => Some(Err(Fault::engine(error))),
            },
            found => Some(found),
        };
        let mut kept: Vec<_> = verdicts.into_par_iter().enumerate().map(kept).collect();
        if self.want.iter().any(|field| *field != Field::Verdict) {
            let is_asked = |place: &usize| matches!(kept[*place], Some(Ok(_)));
            let places: Vec<usize> = (0..kept.len()).filter(is_asked).collect();
            let asked: Vec<&Request> = places.iter().map(|&place| &requests[place]).collect();
            for (place, answer) in places.into_iter().zip(solve(self.service, self.want, &asked)) {
                kept[place] = Some(answer);
            }
        }
        let written = candidates.iter().zip(kept);
        Ok(written.filter_map(|(pair, answer)| Some((*pair, answer?))).collect())
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
    use crate::query::mesh::MeshText;
    use motzkin::glam::Vec3;
    use motzkin::{Engine, Pose};
    use motzkin_lab::workload::meshes::cuboid;
    use std::sync::Arc;

    fn hull(id: &str, points: Vec<Vec3>) -> Item {
        Item {
            id: id.into(),
            dim: 3,
            shape: Shape::Hull(points, None),
            mesh: None,
            filter: Filter::ALL,
            aabb: Aabb3 { min: Vec3::splat(-9.0), max: Vec3::splat(10.0) },
        }
    }

    /// A margin that no call takes stands for an engine that fails: the pairs of that call have a
    /// line, and the others theirs.
    #[test]
    fn a_call_that_fails_takes_no_other_with_it() -> Result<(), Box<dyn std::error::Error>> {
        let service = CollisionService::new(Engine::Cpu)?;
        let text = MeshText { path: String::new(), solid: false, pose: Pose::IDENTITY };
        let mesh = Item {
            shape: Shape::Mesh(text),
            mesh: Some(Arc::new(cuboid([-1.0; 3], [1.0; 3]))),
            ..hull("3", Vec::new())
        };
        let moving = Shape::Hull(vec![Vec3::X * 9.0], Some(Vec3::X));
        let items = [
            hull("1", vec![Vec3::X]),
            hull("2", vec![Vec3::X, Vec3::X * 2.0]),
            mesh,
            Item { shape: moving, ..hull("4", Vec::new()) },
        ];
        let mut search = Search {
            service: &service,
            meshes: Meshes::of(&items, None)?,
            want: &[Field::Verdict],
            margin: f32::INFINITY,
            dim: 3,
            items: &items,
            others: None,
        };
        let mut out = Writer::default();
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3)].map(|(a, b)| Pair::new(a, b));
        search.write(&pairs, &mut out)?;
        let lines = out.take();
        let failed = r#""error":"io","message":"the engine failed: "#;
        let met = r#""verdict":"#;
        let expected = [("1", "2", met), ("1", "3", met), ("1", "4", failed), ("2", "3", met)];
        let expected = expected.into_iter().chain([("3", "4", failed)]);
        assert_eq!(lines.lines().count(), pairs.len(), "{lines}");
        for (line, (a, b, what)) in lines.lines().zip(expected) {
            assert!(line.starts_with(&format!(r#"{{"a":{a},"b":{b},{what}"#)), "{line}");
        }
        assert!(out.faults());
        Ok(())
    }

    /// A part of pairs is written before the next one is tested: also if the ids are long.
    #[test]
    fn ids_weigh_as_much_as_they_are_long() -> Result<(), Box<dyn std::error::Error>> {
        let service = CollisionService::new(Engine::Cpu)?;
        let item =
            |length: usize, points: usize| hull(&"7".repeat(length), vec![Vec3::ZERO; points]);
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
