//! Which frames of any bits meet, asked without a list of pairs, against the verdict of every pair.

use crate::common::boxes::{Ends, meet};
use crate::common::distances::{Judged, square, true_clearance};
use crate::margins::required;
use crate::{boxes, driver, frames, plane, services};
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::bytemuck::cast;
use motzkin::service::ShapeFault;
use motzkin::{
    Collide, CollideError, CollisionService, Filter, Frame2, Frame3, FrameError, Hit, Hits, Pair,
    Verdict, Wanted,
};

/// Frames of any bits.
trait Drawn: Judged {
    fn drawn(rng: &mut Rng, count: usize) -> Vec<Self>;
    /// Whether it is a frame, in whole numbers.
    fn is_right(&self, moves: bool) -> bool;
    /// What the library finds wrong with it.
    fn wrong(&self, moves: bool) -> Option<FrameError>;
    /// The box that the library has for it; in the plane it is flat.
    fn box_ends(&self, moves: bool) -> Ends;
}

impl Drawn for Frame3 {
    fn drawn(rng: &mut Rng, count: usize) -> Vec<Self> {
        frames::draw(rng, count)
    }
    fn is_right(&self, moves: bool) -> bool {
        frames::is_valid(self) && (!moves || self.velocity().is_finite())
    }
    fn wrong(&self, moves: bool) -> Option<FrameError> {
        if moves { self.validate().err() } else { self.validate_resting().err() }
    }
    fn box_ends(&self, moves: bool) -> Ends {
        let own = if moves { self.swept_aabb() } else { self.aabb() };
        [0, 1, 2].map(|axis| [own.min[axis], own.max[axis]])
    }
}

impl Drawn for Frame2 {
    fn drawn(rng: &mut Rng, count: usize) -> Vec<Self> {
        plane::draw(rng, count, true)
    }
    fn is_right(&self, moves: bool) -> bool {
        let mut rows = *self.rows();
        if !moves {
            rows[3] = [0.0; 2];
        }
        plane::is_valid(&cast(rows))
    }
    fn wrong(&self, moves: bool) -> Option<FrameError> {
        if moves { self.validate().err() } else { self.validate_resting().err() }
    }
    fn box_ends(&self, moves: bool) -> Ends {
        let own = if moves { self.swept_aabb() } else { self.aabb() };
        [[own.min.x, own.max.x], [own.min.y, own.max.y], [0.0; 2]]
    }
}

/// The index of a frame that is not valid, whether it is of the second set, and what is wrong.
type Fault = (u32, bool, String);

/// An answer, or why there is none.
#[derive(Debug, PartialEq)]
enum Told {
    Hits(Vec<Hit>),
    Faults(Vec<Fault>, Vec<Hit>),
    TooMany(u64, usize),
    Misfit,
}

fn told(answer: Result<Vec<Hit>, CollideError>) -> Told {
    let fault = |fault: &ShapeFault| (fault.shape, fault.second, fault.error.to_string());
    match answer {
        Ok(hits) => Told::Hits(hits),
        Err(CollideError::InvalidFrames { faults, rest }) => {
            Told::Faults(faults.iter().map(fault).collect(), rest)
        }
        Err(CollideError::TooManyPairs { found, limit }) => Told::TooMany(found, limit),
        Err(CollideError::Broad(_)) => Told::Misfit,
        Err(error) => panic!("{error}"),
    }
}

/// What must be told of these pairs; `rest` comes with frames that are not valid.
fn expected(all: &[Hit], rest: &[Hit], faults: &[Fault], limit: usize) -> Told {
    match () {
        () if all.len() > limit => Told::TooMany(all.len() as u64, limit),
        () if faults.is_empty() => Told::Hits(all.to_vec()),
        () => Told::Faults(faults.to_vec(), rest.to_vec()),
    }
}

/// A pair that is asked for, and what is true of it.
struct Known {
    pair: Pair,
    verdict: Verdict,
    /// The square of the distance of a separate pair, if a margin is asked for.
    square: Option<RBig>,
}

/// What must be found.
struct Truth {
    hits: Vec<Hit>,
    /// The pairs whose boxes meet; with a margin some more.
    boxed: Vec<Hit>,
    faults: Vec<Fault>,
}

/// What is asked of one set of frames, or of two.
#[derive(Debug)]
struct Asked<F> {
    sets: [Vec<F>; 2],
    two: bool,
    filters: [Option<Vec<Filter>>; 2],
    starts: [Vec<u32>; 2],
    margin: f32,
    moves: bool,
}

fn filters(rng: &mut Rng, count: usize) -> Option<Vec<Filter>> {
    let one = |rng: &mut Rng| match rng.u32(..3) {
        0 => Filter { group: rng.u32(..4), mask: rng.u32(..4) },
        _ => Filter::ALL,
    };
    rng.bool().then(|| (0..count).map(|_| one(rng)).collect())
}

fn starts(rng: &mut Rng, count: usize, worlds: usize) -> Vec<u32> {
    let mut starts: Vec<u32> = (0..worlds).map(|_| rng.u32(..=count as u32)).collect();
    starts[0] = 0;
    starts.sort_unstable();
    starts
}

impl<F: Drawn> Asked<F> {
    fn draw(rng: &mut Rng, count: usize, moves: bool) -> Self {
        let mut first = F::drawn(rng, count);
        if rng.u32(..4) > 0 {
            first.retain(|frame| frame.is_right(moves));
        }
        let two = rng.bool();
        let at = if two { rng.usize(..=first.len()) } else { first.len() };
        let second = first.split_off(at);
        let (sets, worlds) = ([first, second], [1, 1, 2, 3][rng.usize(..4)]);
        let filters = sets.each_ref().map(|set| filters(rng, set.len()));
        let starts = sets.each_ref().map(|set| starts(rng, set.len(), worlds));
        let mut asked = Self { sets, two, filters, starts, margin: 0.0, moves };
        if rng.u32(..8) == 0 {
            asked.spoil(rng);
        }
        asked
    }

    /// Changes what may not fit the frames then. Of one set alone what is said of another counts
    /// for nothing.
    fn spoil(&mut self, rng: &mut Rng) {
        let set = rng.usize(..2);
        match rng.u32(..3) {
            0 => self.filters[set] = Some(vec![Filter::ALL; rng.usize(..4)]),
            1 => self.starts[set].push(rng.u32(..9)),
            _ => self.starts[set][0] = rng.u32(..2),
        }
    }

    /// Whether filters and worlds fit the frames.
    fn fits(&self) -> bool {
        let fits = |set: usize| {
            let (starts, count) = (&self.starts[set], self.sets[set].len());
            let are_within = starts.iter().all(|start| *start as usize <= count);
            let filters = self.filters[set].as_ref();
            starts[0] == 0
                && starts.is_sorted()
                && are_within
                && filters.is_none_or(|filters| filters.len() == count)
        };
        let same = || self.starts[0].len() == self.starts[1].len();
        fits(0) && (!self.two || (fits(1) && same()))
    }

    /// Whether the filters of a pair meet, and both are of one world.
    fn is_asked(&self, pair: Pair) -> bool {
        let sides = [(0, pair.a), (usize::from(self.two), pair.b)];
        let filter = |(set, index): (usize, u32)| {
            self.filters[set].as_ref().map_or(Filter::ALL, |filters| filters[index as usize])
        };
        let world = |(set, index): (usize, u32)| {
            self.starts[set].iter().filter(|start| **start <= index).count()
        };
        let ([p, q], [own, other]) = (sides.map(filter), sides.map(world));
        boxes::may_meet(p, q) && own == other
    }

    /// All pairs of valid frames that are asked for, ascending, with their squares if they count.
    fn known(&self, near: bool) -> Vec<Known> {
        let [first, second] = [0, usize::from(self.two)].map(|set| &self.sets[set]);
        let mut out = Vec::new();
        for (i, a) in (0..).zip(first) {
            for (j, b) in (0..).zip(second) {
                let pair = Pair::new(i, j);
                let is_valid = a.is_right(self.moves) && b.is_right(self.moves);
                if !is_valid || !self.is_asked(pair) || (!self.two && j <= i) {
                    continue;
                }
                let verdict = F::verdict_of(a, b, self.moves);
                let has_square = near && !verdict.meets();
                let square = has_square.then(|| square(a, b, self.moves));
                out.push(Known { pair, verdict, square });
            }
        }
        out
    }

    /// Both sides of a pair.
    fn frames(&self, pair: Pair) -> [&F; 2] {
        [&self.sets[0][pair.a as usize], &self.sets[usize::from(self.two)][pair.b as usize]]
    }

    /// Whether the boxes of a pair meet, with a margin whether both do that are larger by it.
    fn is_boxed(&self, pair: Pair) -> bool {
        let grown = |frame: &F| {
            frame.box_ends(self.moves).map(|ends| {
                let [low, high] = ends.map(|x| x.clamp(f32::MIN, f32::MAX));
                match self.margin > 0.0 {
                    true => [(low - self.margin).next_down(), (high + self.margin).next_up()],
                    false => [low, high],
                }
            })
        };
        let [a, b] = self.frames(pair).map(grown);
        meet(&a, &b, 3)
    }

    fn faults(&self) -> Vec<Fault> {
        let mut out = Vec::new();
        for (second, set) in [(false, &self.sets[0]), (true, &self.sets[1])] {
            for (shape, frame) in (0..).zip(set) {
                let error = frame.wrong(self.moves);
                assert_eq!(error.is_none(), frame.is_right(self.moves), "{error:?}: {frame:?}");
                out.extend(error.map(|error| (shape, second, error.to_string())));
            }
        }
        out
    }

    fn truth(&self, known: &[Known]) -> Truth {
        let hit = |Pair { a, b }: Pair, verdict: Verdict| Hit { a, b, verdict };
        let found = |Known { pair, verdict, square }: &Known| {
            let (clearance, _) = true_clearance(*verdict, square.as_ref(), self.margin);
            (!clearance.is_clear()).then(|| hit(*pair, *verdict))
        };
        let pairs = known.iter().map(|known| known.pair);
        let boxed = pairs.filter(|pair| self.is_boxed(*pair));
        Truth {
            hits: known.iter().filter_map(found).collect(),
            boxed: boxed.map(|pair| hit(pair, Verdict::Separate)).collect(),
            faults: self.faults(),
        }
    }

    fn ask<'a>(&'a self, service: &'a CollisionService) -> Collide<'a, F> {
        let [first, second] = &self.sets;
        let mut collide = match self.two {
            true => service.collide_between(first, second),
            false => service.collide(first),
        };
        let [filters, others] = &self.filters;
        if let Some(filters) = filters {
            collide = collide.filters(filters);
        }
        if let Some(filters) = others {
            collide = collide.other_filters(filters);
        }
        collide.worlds(&self.starts[0]).other_worlds(&self.starts[1]).within(self.margin)
    }

    fn run(
        &self,
        service: &CollisionService,
        limit: usize,
        wanted: Wanted,
    ) -> Result<Hits<F>, CollideError> {
        let collide = self.ask(service).limit(limit).wanted(wanted);
        if self.moves { collide.moving().run() } else { collide.run() }
    }

    /// The candidates, as if each were separate.
    fn candidates(&self, service: &CollisionService, limit: usize) -> Told {
        let collide = self.ask(service).limit(limit);
        let found = if self.moves { collide.moving().candidates() } else { collide.candidates() };
        let hit = |Pair { a, b }: Pair| Hit { a, b, verdict: Verdict::Separate };
        told(found.map(|pairs| pairs.into_iter().map(hit).collect()))
    }

    /// Details must be those of a query for the hits.
    fn hold_details(
        &self,
        name: &str,
        service: &CollisionService,
        found: &Hits<F>,
        wanted: Wanted,
    ) {
        let shift = if self.two { self.sets[0].len() as u32 } else { 0 };
        let pairs: Vec<Pair> = found.iter().map(|hit| Pair::new(hit.a, hit.b + shift)).collect();
        let frames = self.sets.concat();
        let query = service.query(&frames, &pairs).wanted(wanted);
        let answer = if self.moves { query.moving().run() } else { query.run() };
        let answer = answer.expect("valid frames");
        assert_eq!(found.details(), answer.details(), "{name}: {self:?}");
    }

    /// Holds a service to the truth, with limits of hits and of candidates.
    fn hold(&self, name: &str, service: &CollisionService, truth: &Truth, limits: [usize; 2]) {
        let Truth { hits, boxed, faults } = truth;
        let wanted = match self.moves {
            true => Wanted::INTERVAL,
            false => Wanted::DEPTH | Wanted::WITNESS | Wanted::BOX,
        };
        let found = self.run(service, usize::MAX, wanted);
        if let Ok(found) = &found {
            self.hold_details(name, service, found, wanted);
            // A GPU has boxes of its own.
            if self.margin == 0.0 && name != "gpu" {
                let count = found.stats().candidates;
                assert_eq!(count, boxed.len() as u64, "{name}: {self:?}");
            }
        }
        let found = told(found.map(Hits::into_vec));
        assert_eq!(found, expected(hits, hits, faults, usize::MAX), "{name}: {self:?}");
        let [most, most_candidates] = limits;
        let found = told(self.run(service, most, Wanted::NOTHING).map(Hits::into_vec));
        assert_eq!(found, expected(hits, hits, faults, most), "{name}: {self:?}");
        if self.margin == 0.0 {
            let found = self.candidates(service, most_candidates);
            let expected = expected(boxed, &[], faults, most_candidates);
            assert_eq!(found, expected, "{name}, candidates: {self:?}");
        } else if let Told::Hits(found) = self.candidates(service, usize::MAX) {
            let holds = |all: &[Hit], hit: &Hit| all.iter().any(|own| own.pair() == hit.pair());
            let holds_all = hits.iter().all(|hit| holds(&found, hit));
            let is_near = found.iter().all(|hit| holds(boxed, hit));
            let ascends = found.is_sorted_by(|p, q| (p.a, p.b) < (q.a, q.b));
            assert!(holds_all && is_near && ascends, "{name}: {found:?}, {hits:?}, {self:?}");
        }
    }
}

/// Draws a question about so many frames at most, and holds all services to the truth.
fn hold<F: Drawn>(rng: &mut Rng, most: usize, moves: bool) {
    // Distances of many pairs would take the oracle too long.
    let near = rng.u32(..3) == 0;
    let drawn = match near {
        true if moves => 2,
        true => 4,
        false => rng.usize(..=most),
    };
    let mut asked: Asked<F> = Asked::draw(rng, drawn, moves);
    let count = asked.sets[0].len() + asked.sets[1].len();
    // It takes a thousand times as long.
    let by_reference = count <= 3 && rng.u32(..4) == 0;
    let services = services().iter().filter(|(name, _)| name != "reference" || by_reference);
    if !asked.fits() {
        for (name, service) in services {
            let found = told(asked.run(service, 0, Wanted::NOTHING).map(Hits::into_vec));
            assert_eq!(found, Told::Misfit, "{name}: {asked:?}");
            let found = asked.candidates(service, 0);
            assert_eq!(found, Told::Misfit, "{name}, candidates: {asked:?}");
        }
        return;
    }
    let known = asked.known(near);
    if near {
        let squares: Vec<Option<RBig>> = known.iter().map(|known| known.square.clone()).collect();
        asked.margin = required(rng, &squares);
    }
    let truth = asked.truth(&known);
    let limits = [&truth.hits, &truth.boxed].map(|pairs| rng.usize(..=pairs.len() + 1));
    for (name, service) in services {
        asked.hold(name, service, &truth, limits);
    }
}

#[test]
fn of_any_bits() {
    driver::run("collide", |rng| {
        let moves = rng.bool();
        // Moving frames take the oracle some ten times as long.
        let most = if moves { [3, 3, 4, 8] } else { [8, 8, 8, 16] };
        let most = most[rng.usize(..4)];
        hold::<Frame3>(rng, most, moves);
    });
}

#[test]
fn of_any_bits_in_the_plane() {
    driver::run("collide-in-plane", |rng| {
        let moves = rng.bool();
        let most = [8, 8, 8, 16][rng.usize(..4)];
        hold::<Frame2>(rng, most, moves);
    });
}
