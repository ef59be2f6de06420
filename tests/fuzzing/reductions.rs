//! One bit a group of pairs, and verdicts within a margin in the plane, of shapes of any bits: each
//! from the verdicts that oracles give.

use crate::common::apart::Apart;
use crate::common::hull::oracle as hulls;
use crate::common::plane::oracle as planar;
use crate::common::{moving, oracle};
use crate::{distances, driver, frames, frames::all_pairs, plane, services};
use fastrand::Rng;
use motzkin::glam::DVec3;
use motzkin::service::{AnyHits, BatchFault};
use motzkin::{BatchError, CollisionService, Frame2, Frame3, Pair, Verdict};
use std::fmt::Debug;
use std::ops::Range;

/// What the oracles say of a pair.
#[derive(Clone, Copy)]
struct Meets {
    /// It shares a point.
    shares: bool,
    /// It counts as meeting.
    must: bool,
    /// It may count as meeting: within a margin the oracle leaves some pairs open.
    may: bool,
}

impl From<Verdict> for Meets {
    fn from(verdict: Verdict) -> Self {
        let shares = verdict.meets();
        Self { shares, must: shares, may: shares }
    }
}

/// Pairs, group after group.
struct Groups {
    pairs: Vec<Pair>,
    /// `None` where a frame is not valid.
    meets: Vec<Option<Meets>>,
    starts: Vec<u32>,
}

impl Groups {
    /// Draws groups of some pairs, empty ones and long ones among them.
    fn draw(rng: &mut Rng, judged: &[(Pair, Option<Meets>)]) -> Self {
        let (pairs, meets, starts) = (Vec::new(), Vec::new(), Vec::new());
        let mut out = Self { pairs, meets, starts };
        for _ in 0..rng.usize(1..7) {
            out.starts.push(out.pairs.len() as u32);
            let most = if judged.is_empty() { 1 } else { [4, 4, 4, 80][rng.usize(..4)] };
            for _ in 0..rng.usize(..most) {
                let (Pair { a, b }, meets) = judged[rng.usize(..judged.len())];
                out.pairs.push(if rng.bool() { Pair::new(a, b) } else { Pair::new(b, a) });
                out.meets.push(meets);
            }
        }
        out
    }

    fn range(&self, group: usize) -> Range<usize> {
        let end = self.starts.get(group + 1).map_or(self.pairs.len(), |&start| start as usize);
        self.starts[group] as usize..end
    }

    /// What is wrong with an answer.
    fn fault_of(
        &self,
        found: Result<AnyHits, BatchError>,
        is_valid: &dyn Fn(u32) -> bool,
    ) -> Option<String> {
        let (bits, told): (AnyHits, Vec<(u32, usize)>) = match found {
            Ok(bits) => (bits, Vec::new()),
            Err(BatchError::InvalidGroups { groups, faults, rest }) => {
                let names = |fault: &BatchFault| {
                    let Pair { a, b } = self.pairs[fault.pair];
                    [a, b].contains(&fault.frame) && !is_valid(fault.frame)
                };
                let counts = [groups.len(), faults.len()];
                if groups.is_empty() || counts[0] != counts[1] || !faults.iter().all(names) {
                    return Some(format!("faults {faults:?}"));
                }
                (*rest, groups.into_iter().zip(faults.iter().map(|fault| fault.pair)).collect())
            }
            Err(error) => return Some(error.to_string()),
        };
        if bits.len() != self.starts.len() {
            return Some(format!("{} groups", bits.len()));
        }
        // The pairs without a verdict of groups in which none shares a point.
        let mut invalid: Vec<(u32, usize)> = Vec::new();
        for (group, bit) in bits.iter().enumerate() {
            let range = self.range(group);
            let meets = &self.meets[range.clone()];
            let any = |of: fn(&Meets) -> bool| meets.iter().flatten().any(of);
            let fits = if any(|meets| meets.shares) {
                bit
            } else if meets.iter().any(Option::is_none) {
                let some = range.filter(|&pair| self.meets[pair].is_none());
                invalid.extend(some.map(|pair| (group as u32, pair)));
                !bit
            } else if bit {
                any(|meets| meets.may)
            } else {
                !any(|meets| meets.must)
            };
            if !fits {
                return Some(format!("{bit} for group {group}"));
            }
        }
        (told != invalid).then(|| format!("{told:?}, not {invalid:?}, are invalid"))
    }
}

/// Asks every service about groups of pairs.
fn hold(
    rng: &mut Rng,
    judged: &[(Pair, Option<Meets>)],
    is_valid: &dyn Fn(u32) -> bool,
    ask: impl Fn(&CollisionService, &[Pair], &[u32]) -> Result<AnyHits, BatchError>,
    case: impl Fn() -> String,
) {
    let (groups, by_reference) = (Groups::draw(rng, judged), rng.u32(..16) == 0);
    for (name, service) in services() {
        // It takes a thousand times as long.
        if name == "reference" && !by_reference {
            continue;
        }
        let fault = groups.fault_of(ask(service, &groups.pairs, &groups.starts), is_valid);
        let Groups { pairs, starts, .. } = &groups;
        assert_eq!(fault, None, "{name}: {}\n{pairs:?} {starts:?}", case());
    }
}

/// Every two of some frames, judged where both are valid.
fn judged<F>(
    frames: &[F],
    is_valid: impl Fn(&F) -> bool,
    meets: impl Fn(&F, &F) -> Meets,
) -> Vec<(Pair, Option<Meets>)> {
    let numbers: Vec<u32> = (0..frames.len() as u32).collect();
    let judge = |[a, b]: [u32; 2]| {
        let [p, q] = [a, b].map(|number| &frames[number as usize]);
        (Pair::new(a, b), (is_valid(p) && is_valid(q)).then(|| meets(p, q)))
    };
    all_pairs(&numbers).into_iter().map(judge).collect()
}

/// None, or a difference of coordinates, so that some gaps are equal to it.
fn margin(rng: &mut Rng, corners: &[DVec3]) -> f32 {
    if corners.is_empty() || rng.u32(..4) == 0 {
        return 0.0;
    }
    let mut corner = || corners[rng.usize(..corners.len())];
    let apart = (corner() - corner()).abs().as_vec3()[rng.usize(..3)];
    if apart.is_finite() { apart } else { 0.0 }
}

fn text<F: Debug>(margin: f32, frames: &[F]) -> String {
    format!("{margin:e}, {frames:?}")
}

fn groups_of_frames(rng: &mut Rng) {
    let frames = frames::draw(rng, 4);
    let valid = frames.iter().filter(|frame| frames::is_valid(frame));
    let corners: Vec<DVec3> = valid.flat_map(Frame3::corners).collect();
    let margin = if rng.bool() { margin(rng, &corners) } else { 0.0 };
    let meets = |a: &Frame3, b: &Frame3| {
        let verdict = oracle::verdict(a, b);
        if verdict.meets() || margin == 0.0 {
            return Meets::from(verdict);
        }
        let apart = Apart::of(a, b);
        let fits = |found| apart.fault_within(margin, found).is_none();
        let may = fits(Verdict::Touching) || fits(Verdict::Overlapping);
        Meets { shares: false, must: !fits(Verdict::Separate), may }
    };
    let judged = judged(&frames, frames::is_valid, meets);
    let ask = |service: &CollisionService, pairs: &[Pair], starts: &[u32]| {
        service.query(&frames, pairs).within(margin).any_hit(starts).run()
    };
    let is_valid = |number| frames::is_valid(&frames[number as usize]);
    hold(rng, &judged, &is_valid, ask, || text(margin, &frames));
}

fn groups_of_moving_frames(rng: &mut Rng) {
    let frames = frames::draw(rng, 3);
    let is_valid = |frame: &Frame3| frames::is_valid(frame) && frame.velocity().is_finite();
    let meets = |a: &Frame3, b: &Frame3| Meets::from(moving::judge(a, b).verdict);
    let judged = judged(&frames, is_valid, meets);
    let ask = |service: &CollisionService, pairs: &[Pair], starts: &[u32]| {
        service.query(&frames, pairs).moving().any_hit(starts).run()
    };
    let is_valid = |number| is_valid(&frames[number as usize]);
    hold(rng, &judged, &is_valid, ask, || text(0.0, &frames));
}

fn groups_in_the_plane(rng: &mut Rng) {
    let moves = rng.bool();
    let frames = plane::draw(rng, 6, moves);
    let meets = |a: &Frame2, b: &Frame2| Meets::from(planar::judge(a, b).verdict);
    let judged = judged(&frames, plane::is_valid, meets);
    let ask = |service: &CollisionService, pairs: &[Pair], starts: &[u32]| {
        let query = service.query(&frames, pairs);
        if moves { query.moving().any_hit(starts).run() } else { query.any_hit(starts).run() }
    };
    let is_valid = |number| plane::is_valid(&frames[number as usize]);
    hold(rng, &judged, &is_valid, ask, || text(0.0, &frames));
}

fn groups_of_hulls(rng: &mut Rng) {
    let (set, pairs) = distances::draw(rng);
    let meets = |pair: &Pair| (*pair, Some(Meets::from(hulls::verdict(&set, *pair))));
    let judged: Vec<_> = pairs.iter().map(meets).collect();
    let ask = |service: &CollisionService, pairs: &[Pair], starts: &[u32]| {
        service.query(&set, pairs).any_hit(starts).run()
    };
    let points = |index: u32| set.vertices_of(index);
    hold(rng, &judged, &|_| true, ask, || {
        let all: Vec<_> = pairs.iter().map(|pair| [points(pair.a), points(pair.b)]).collect();
        format!("{all:?}")
    });
}

#[test]
fn groups_of_any_bits() {
    driver::run("any-hit", |rng| match rng.u32(..4) {
        0 => groups_of_frames(rng),
        1 => groups_of_moving_frames(rng),
        2 => groups_in_the_plane(rng),
        _ => groups_of_hulls(rng),
    });
}

#[test]
fn margins_in_the_plane() {
    driver::run("within-in-plane", |rng| {
        let mut frames = plane::draw(rng, 6, false);
        frames.retain(plane::is_valid);
        let corners = frames.iter().flat_map(Frame2::corners);
        let corners: Vec<DVec3> = corners.map(|corner| corner.extend(0.0)).collect();
        let margin = margin(rng, &corners);
        let numbers: Vec<u32> = (0..frames.len() as u32).collect();
        let both = all_pairs(&numbers);
        let pairs: Vec<Pair> = both.into_iter().map(|[a, b]| Pair::new(a, b)).collect();
        let of = |pair: &Pair| [pair.a, pair.b].map(|number| &frames[number as usize]);
        let judge = |pair: &Pair| {
            let [a, b] = of(pair);
            planar::judge(a, b).verdict
        };
        let at_rest: Vec<Verdict> = pairs.iter().map(judge).collect();
        for (name, service) in services() {
            let query = service.query(&frames, &pairs).within(margin);
            let answer = query.run().expect("valid frames");
            for ((pair, &at_rest), &found) in pairs.iter().zip(&at_rest).zip(answer.verdicts()) {
                let [a, b] = of(pair);
                let right = if margin == 0.0 { at_rest } else { Verdict::Overlapping };
                let fault = match at_rest {
                    Verdict::Separate => planar::fault_within(a, b, margin, found),
                    _ => (found != right).then(|| format!("{found} where {right} is exact")),
                };
                assert_eq!(fault, None, "{name}: {margin:e}, {a:?} {b:?}");
            }
        }
    });
}
