//! What is known of two shapes.

use crate::Answered;
use crate::placed::Table;
use motzkin::{CollisionService, Engine, Frame3, Verdict, Wanted};
use serde::Serialize;

/// Answers for two shapes, exactly.
pub struct Bench {
    service: CollisionService,
}

/// All that is known of the two shapes at a time, and of their motion.
#[derive(Debug, Serialize)]
pub struct Answer {
    pub verdict: &'static str,
    /// The rows of both frames: an origin and three edges, of which a picture is drawn.
    pub frames: [[[f32; 4]; 4]; 2],
    /// The best axis, from the first shape towards the second,
    pub axis: Option<[f64; 3]>,
    /// and the depth along it, of shapes that meet, or the gap.
    pub depth: Option<f64>,
    /// A common point.
    pub witness: Option<[f64; 3]>,
    /// Of separate shapes.
    pub distance: Option<f64>,
    /// A point of each, that far apart.
    pub nearest: Option<[[f64; 3]; 2]>,
    /// How the shapes lie to each other while time runs from 0 to 1.
    pub moving: &'static str,
    /// The first and the last time at which they meet.
    pub contact: Option<[f32; 2]>,
}

impl Bench {
    /// Opens the CPU engine: two shapes are no work for a GPU.
    ///
    /// # Errors
    ///
    /// None that is known.
    pub async fn open() -> Answered<Self> {
        let service = CollisionService::builder().engine(Engine::Cpu).build_async().await?;
        Ok(Self { service })
    }

    /// Answers everything about a table.
    ///
    /// # Errors
    ///
    /// A table that has no valid shapes.
    pub async fn ask(&self, table: &Table) -> Answered<Answer> {
        let [a, b] = table.frames(table.time)?;
        let wanted = Wanted::DEPTH | Wanted::GAP | Wanted::WITNESS | Wanted::DISTANCE;
        let answer = self.service.query_between(&a, &b).wanted(wanted).await?;
        let detail = answer.details().first();
        let separation = detail.and_then(|detail| detail.separation);
        let apart = detail.and_then(|detail| detail.distance);
        let (moving, contact) = self.contact(&table.frames(0.0)?).await?;
        Ok(Answer {
            verdict: answer.verdicts()[0].name(),
            frames: [*a.rows(), *b.rows()],
            axis: separation.map(|found| found.axis.to_array()),
            depth: separation.map(|found| found.depth),
            witness: detail.and_then(|detail| detail.witness).map(|found| found.value.to_array()),
            distance: apart.map(|found| found.distance),
            nearest: apart.map(|found| found.points.map(|point| point.to_array())),
            moving: moving.name(),
            contact,
        })
    }

    /// How two shapes lie to each other, with the best axis.
    pub(crate) async fn axis(&self, [a, b]: &[Frame3; 2]) -> Answered<(Verdict, [f64; 3])> {
        let query = self.service.query_between(a, b).wanted(Wanted::DEPTH | Wanted::GAP);
        let answer = query.await?;
        let found = answer.details().first().and_then(|detail| detail.separation);
        Ok((answer.verdicts()[0], found.ok_or("every pair has an axis")?.axis.to_array()))
    }

    /// How two shapes lie to each other.
    pub(crate) async fn verdict(&self, [a, b]: &[Frame3; 2]) -> Answered<Verdict> {
        Ok(self.service.query_between(a, b).await?.verdicts()[0])
    }

    /// How two shapes lie to each other while they move, and from when to when they meet.
    pub(crate) async fn contact(
        &self,
        [a, b]: &[Frame3; 2],
    ) -> Answered<(Verdict, Option<[f32; 2]>)> {
        let query = self.service.query_between(a, b).moving().wanted(Wanted::INTERVAL);
        let answer = query.await?;
        let interval = answer.details().first().and_then(|detail| detail.interval);
        Ok((answer.verdicts()[0], interval.map(|found| [found.value.first, found.value.last])))
    }
}
