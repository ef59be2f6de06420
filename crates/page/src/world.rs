//! The room and the service that finds what meets in it.

use crate::Answered;
use crate::room::Room;
use motzkin::service::{CollideTimes, Hits, OnGpuFailure};
use motzkin::{CollisionService, Engine, Verdict};
use serde::Serialize;
use std::time::Duration;
use web_time::Instant;

/// What is drawn of a shape beside its frame: that it meets none, touches, or overlaps another.
const MARKS: [f32; 3] = [0.0, 1.0, 2.0];

/// A room, and what met in the last step.
pub struct World {
    service: CollisionService,
    room: Room,
    marks: Vec<f32>,
}

/// What a step has counted.
#[derive(Debug, Serialize)]
pub struct Counts {
    pub shapes: usize,
    /// Pairs whose boxes meet.
    pub candidates: u64,
    /// Pairs that touch or overlap.
    pub hits: usize,
    /// Pairs that touch.
    pub touching: usize,
    /// Pairs that kernels left undecided, and that were settled exactly.
    pub settled: usize,
    /// Milliseconds of the stages that this engine has and can time.
    pub stages: Vec<(&'static str, f64)>,
    /// Milliseconds of the whole step.
    pub whole: f64,
    /// Who has computed.
    pub engine: &'static str,
}

impl World {
    /// Opens a service and draws a room.
    ///
    /// # Errors
    ///
    /// An engine that cannot be had.
    pub async fn open(engine: Engine, shapes: usize, seed: u64) -> Answered<Self> {
        let builder = CollisionService::builder().engine(engine).profile(true);
        let builder = builder.on_gpu_failure(OnGpuFailure::CpuTakesOver);
        let service = builder.build_async().await?;
        Ok(Self { service, room: Room::new(shapes, seed)?, marks: vec![MARKS[0]; shapes] })
    }

    /// Draws another room.
    ///
    /// # Errors
    ///
    /// Those of [`Room::new`].
    pub fn fill(&mut self, shapes: usize, seed: u64) -> Answered<()> {
        self.room = Room::new(shapes, seed)?;
        self.marks = vec![MARKS[0]; shapes];
        Ok(())
    }

    /// The service.
    pub fn service(&self) -> &CollisionService {
        &self.service
    }

    /// The room.
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// Lets the shapes tumble, and finds what meets.
    ///
    /// # Errors
    ///
    /// What the engine answers.
    pub async fn step(&mut self, seconds: f32) -> Answered<Counts> {
        let begun = Instant::now();
        self.room.tumble(seconds)?;
        let posed = begun.elapsed();
        let hits = self.service.collide(self.room.frames()).await?;
        self.marks.fill(MARKS[0]);
        for hit in &hits {
            let mark = MARKS[hit.verdict as usize];
            for shape in [hit.a, hit.b] {
                let known = &mut self.marks[shape as usize];
                *known = known.max(mark);
            }
        }
        Ok(self.counts(&hits, posed, begun.elapsed()))
    }

    fn counts(&self, hits: &Hits, posed: Duration, whole: Duration) -> Counts {
        let stats = hits.stats();
        let mut stages = vec![("poses", milliseconds(posed))];
        stages.extend(stages_of(stats.times.unwrap_or_default()));
        Counts {
            shapes: self.room.frames().len(),
            candidates: stats.candidates,
            hits: hits.len(),
            touching: hits.iter().filter(|hit| hit.verdict == Verdict::Touching).count(),
            settled: stats.tested.undecided,
            stages,
            whole: milliseconds(whole),
            engine: self.service.state().engine.name(),
        }
    }

    /// Sixteen numbers a shape, for a renderer: the rows of its frame, with the mark of what it met
    /// in the place of its tag.
    pub fn picture(&self) -> Vec<f32> {
        let mut numbers = Vec::with_capacity(16 * self.marks.len());
        for (frame, &mark) in self.room.frames().iter().zip(&self.marks) {
            let mut rows = *frame.rows();
            rows[0][3] = mark;
            numbers.extend(rows.as_flattened());
        }
        numbers
    }
}

fn milliseconds(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}

fn stages_of(times: CollideTimes) -> impl Iterator<Item = (&'static str, f64)> {
    let CollideTimes { boxes, order, tree, candidates, tests, .. } = times;
    let stages = [
        ("boxes", boxes),
        ("order", order),
        ("tree", tree),
        ("candidates", candidates),
        ("upload", tests.upload),
        ("kernels", tests.kernel),
        ("listing", tests.listing),
        ("readback", tests.readback),
        ("settling", tests.settling),
    ];
    stages.into_iter().filter_map(|(name, time)| Some((name, milliseconds(time?))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin::Pair;

    /// Every pair asked for by itself finds the same, and the tiles touch as neighbours do.
    #[test]
    fn counts_are_those_of_all_pairs() -> Answered<()> {
        let seed = fastrand::u64(..);
        let mut world = pollster::block_on(World::open(Engine::Cpu, 300, seed))?;
        let counts = pollster::block_on(world.step(0.02))?;
        let frames = world.room().frames();
        let shapes = frames.len() as u32;
        let all = (0..shapes).flat_map(|a| (a + 1..shapes).map(move |b| Pair::new(a, b)));
        let all: Vec<Pair> = all.collect();
        let verdicts = pollster::block_on(world.service().query(frames, &all).into_future())?;
        let verdicts = verdicts.verdicts();
        let of = |wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count();
        let touching = of(Verdict::Touching);
        assert_eq!(counts.touching, touching, "seed {seed}");
        assert_eq!(counts.hits, touching + of(Verdict::Overlapping), "seed {seed}");
        // Ten along a side: neighbours by a face, and by an edge in either diagonal.
        assert!(touching >= 2 * 10 * 9 + 2 * 9 * 9, "seed {seed}: {touching}");
        let marked = world.picture().chunks(16).filter(|rows| rows[3] == MARKS[2]).count();
        let mut overlapping: Vec<u32> = (all.iter().zip(verdicts.iter()))
            .filter(|(_, verdict)| verdict.overlaps())
            .flat_map(|(pair, _)| [pair.a, pair.b])
            .collect();
        overlapping.sort_unstable();
        overlapping.dedup();
        assert_eq!(marked, overlapping.len(), "seed {seed}");
        Ok(())
    }
}
