//! Pairs of frames with the squares of their distances, by every pair of features, in whole
//! numbers.

use super::cases::{self, Affine, KINDS};
use super::hull::distance::{Found, fault_of, square_of, square_of_swept};
use super::oracle::{self, HalfSpace, Vector, denormals, half_spaces};
use super::seed::{rng, seed};
use super::{bodies, moving, plane};
use dashu_int::IBig;
use dashu_ratio::RBig;
use fastrand::Rng;
use glam::{DVec2, DVec3, Vec2, Vec3};
use motzkin::service::{Answer, Distance};
use motzkin::{
    BatchError, Clearance, CollisionService, Frame, Frame2, Frame3, FrameError, PolytopeSet,
    Precision, Wanted,
};
use motzkin_core::geom::Pair;
use motzkin_core::verdict::Verdict;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::sync::LazyLock;

/// Pairs of the scenes of hard cases that are drawn, and those of tables.
const DRAWN: usize = 1_500;

/// What is wrong with a distance of two polytopes.
pub fn fault_of_hulls(set: &PolytopeSet, pair: Pair, found: &Distance<DVec3>) -> Option<String> {
    let square = super::hull::distance::square(set, pair);
    let points = |index: u32| super::hull::oracle::rounded(set, index);
    fault_of(&square, [&points(pair.a), &points(pair.b)], &Found::from(*found))
}

/// The square of the distance of each pair of polytopes that is separate and has one.
pub fn squares_of_hulls(
    set: &PolytopeSet,
    pairs: &[Pair],
    verdicts: &[Verdict],
) -> Vec<Option<RBig>> {
    let square = |(&pair, verdict): (&Pair, &Verdict)| {
        let count = |index: u32| set.polytopes()[index as usize].count;
        let has_one = !verdict.meets() && count(pair.a) > 0 && count(pair.b) > 0;
        has_one.then(|| super::hull::distance::square(set, pair))
    };
    pairs.par_iter().zip(verdicts).map(square).collect()
}

impl From<Distance<DVec3>> for Found {
    fn from(Distance { distance, slack, points, axis, .. }: Distance<DVec3>) -> Self {
        Self { distance, slack, points, axis }
    }
}

/// A frame as the oracle sees it: in space, a plane with `z = 0`.
pub trait Judged: Frame {
    /// The corners in units of `2^-149`.
    fn exact_corners(&self) -> Vec<Vector>;
    fn rounded_corners(&self) -> Vec<DVec3>;
    /// What holds the frame, in the same units.
    fn spaces(&self) -> Vec<HalfSpace>;
    fn in_space(point: Self::Point) -> DVec3;
    /// How far the frame goes until `t = 1`, in the same units.
    fn exact_way(&self) -> Vector;
    /// The verdict of the oracle: at rest, or over all `t` in `[0, 1]`.
    fn verdict_of(a: &Self, b: &Self, moves: bool) -> Verdict;
}

impl Judged for Frame3 {
    fn exact_corners(&self) -> Vec<Vector> {
        let rows = self.rows().map(|[x, y, z, _]| [x, y, z].map(denormals));
        oracle::vertices(self.kind().expect("a valid frame"), &rows)
    }
    fn rounded_corners(&self) -> Vec<DVec3> {
        self.corners()
    }
    fn spaces(&self) -> Vec<HalfSpace> {
        let rows = self.rows().map(|[x, y, z, _]| [x, y, z].map(denormals));
        half_spaces(self.kind().expect("a valid frame"), &rows)
    }
    fn in_space(point: DVec3) -> DVec3 {
        point
    }
    fn exact_way(&self) -> Vector {
        self.velocity().to_array().map(denormals)
    }
    fn verdict_of(a: &Self, b: &Self, moves: bool) -> Verdict {
        if moves { moving::judge(a, b).verdict } else { oracle::verdict(a, b) }
    }
}

impl Judged for Frame2 {
    fn exact_corners(&self) -> Vec<Vector> {
        let corners = plane::oracle::vertices(self, denormals);
        corners.into_iter().map(|[x, y]| [x, y, IBig::ZERO]).collect()
    }
    fn rounded_corners(&self) -> Vec<DVec3> {
        self.corners().into_iter().map(|corner| corner.extend(0.0)).collect()
    }
    fn spaces(&self) -> Vec<HalfSpace> {
        let corners = plane::oracle::vertices(self, denormals);
        let sides = plane::oracle::half_planes(&corners).into_iter();
        sides.map(|([x, y], offset)| HalfSpace { normal: [x, y, IBig::ZERO], offset }).collect()
    }
    fn in_space(point: DVec2) -> DVec3 {
        point.extend(0.0)
    }
    fn exact_way(&self) -> Vector {
        let [x, y] = self.velocity().to_array().map(denormals);
        [x, y, IBig::ZERO]
    }
    fn verdict_of(a: &Self, b: &Self, moves: bool) -> Verdict {
        let at_rest = |frame: &Self| frame.with_velocity(Vec2::ZERO).expect("finite");
        let [a, b] = if moves { [*a, *b] } else { [at_rest(a), at_rest(b)] };
        plane::oracle::judge(&a, &b).verdict
    }
}

/// The square of the distance of two frames that are separate: the least one, if they move.
pub fn square<F: Judged>(a: &F, b: &F, moves: bool) -> RBig {
    let (of_a, of_b) = (a.exact_corners(), b.exact_corners());
    match moves {
        true => square_of_swept(of_a, of_b, &oracle::sub(&a.exact_way(), &b.exact_way()), 149),
        false => square_of(of_a, of_b, 149),
    }
}

/// Pairs, and the square of the distance of each that is separate.
pub struct Spaced<F> {
    pub frames: Vec<F>,
    pub pairs: Vec<Pair>,
    pub verdicts: Vec<Verdict>,
    pub squares: Vec<Option<RBig>>,
}

impl<F: Judged> Spaced<F> {
    /// Frames at rest.
    pub fn new(frames: Vec<F>, pairs: Vec<Pair>, verdicts: Vec<Verdict>) -> Self {
        Self::measured(frames, pairs, verdicts, false)
    }

    /// Pairs of two frames each, one behind the other, judged by the oracle.
    pub fn of(pairs: Vec<[F; 2]>, moves: bool) -> Self {
        let verdicts = pairs.iter().map(|[a, b]| F::verdict_of(a, b, moves)).collect();
        let numbers = (0..pairs.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
        Self::measured(pairs.into_iter().flatten().collect(), numbers, verdicts, moves)
    }

    fn measured(frames: Vec<F>, pairs: Vec<Pair>, verdicts: Vec<Verdict>, moves: bool) -> Self {
        let one = |(pair, verdict): (&Pair, &Verdict)| {
            let [a, b] = [pair.a, pair.b].map(|index| &frames[index as usize]);
            (!verdict.meets()).then(|| square(a, b, moves))
        };
        let squares = pairs.par_iter().zip(&verdicts).map(one).collect();
        Self { frames, pairs, verdicts, squares }
    }

    /// Repeats the pairs, from some place on, until there are so many.
    pub fn sized(&self, start: usize, size: usize) -> Vec<usize> {
        (0..size).map(|i| (start + i) % self.pairs.len()).collect()
    }

    pub fn case(&self, at: usize) -> String {
        let Pair { a, b } = self.pairs[at];
        format!("seed {}: {:?}\n{:?}", seed(), self.frames[a as usize], self.frames[b as usize])
    }

    /// Demands the distance of each of these pairs of an answer.
    pub fn demand_distances(&self, who: &str, picked: &[usize], answer: &Answer<F>) {
        let mut found: Vec<Option<Distance<F::Point>>> = vec![None; picked.len()];
        for detail in answer.details() {
            found[detail.pair as usize] = detail.distance;
        }
        picked.par_iter().zip(&found).for_each(|(&at, found)| {
            let fault = match (&self.squares[at], found) {
                (None, None) => None,
                (Some(square), Some(found)) => self.fault(at, square, found),
                (None, Some(_)) => Some("a distance of a pair that meets".into()),
                (Some(_), None) => Some("no distance".into()),
            };
            assert!(fault.is_none(), "{who}: {}: {}", fault.unwrap_or_default(), self.case(at));
        });
    }

    fn fault(&self, at: usize, square: &RBig, found: &Distance<F::Point>) -> Option<String> {
        let Distance { distance, slack, points, axis, .. } = *found;
        let Pair { a, b } = self.pairs[at];
        let pair = [a, b].map(|index| &self.frames[index as usize]);
        let corners = pair.map(Judged::rounded_corners);
        let size = corners.iter().flatten().map(|p| p.abs().max_element()).fold(0.0, f64::max);
        let points = points.map(F::in_space);
        for (frame, point) in pair.into_iter().zip(points) {
            if let Some(beyond) = beyond(frame, point, 4e-15 * size) {
                return Some(format!("{point} is {beyond:e} outside of its frame"));
            }
        }
        let found = Found { distance, slack, points, axis: F::in_space(axis) };
        fault_of(square, [&corners[0], &corners[1]], &found)
    }
}

/// How far a point lies outside of a frame, if that is further than allowed.
fn beyond<F: Judged>(frame: &F, point: DVec3, allowed: f64) -> Option<f64> {
    let exact = |x: f64| RBig::try_from(x).expect("finite");
    let unit = RBig::from(IBig::ONE << 149);
    let point = point.to_array().map(|x| exact(x) * &unit);
    let outside = frame.spaces().into_iter().map(|HalfSpace { normal, offset }| {
        let length = oracle::dot(&normal, &normal);
        let along = (0..3).map(|i| RBig::from(normal[i].clone()) * &point[i]);
        let height = RBig::from(offset) - along.fold(RBig::ZERO, |sum, x| sum + x);
        let sign = if height > RBig::ZERO { 1.0 } else { -1.0 };
        let square = &height * &height / (RBig::from(length) * &unit * &unit);
        sign * square.to_f64().value().sqrt()
    });
    let most = outside.fold(f64::NEG_INFINITY, f64::max);
    (most > allowed).then_some(most)
}

/// Every hard case that is drawn, boxes and tetrahedra at whole distances, and random frames.
pub fn in_space() -> &'static Spaced<Frame3> {
    static SPACED: LazyLock<Spaced<Frame3>> = LazyLock::new(|| {
        let (all, mut rng) = (bodies::everything(), rng("distances"));
        let (mut frames, mut verdicts) = (Vec::new(), Vec::new());
        let mut take = |a: &Frame3, b: &Frame3, verdict: Verdict| {
            frames.extend([*a, *b]);
            verdicts.push(verdict);
        };
        for _ in 0..DRAWN {
            let at = rng.usize(..all.pairs.len());
            let (a, b) = all.pair(at);
            take(a, b, all.expected[at]);
        }
        for (a, b) in at_whole_distances() {
            take(&a, &b, oracle::verdict(&a, &b));
        }
        for (a, b) in KINDS.into_iter().flat_map(|a| KINDS.map(|b| (a, b))) {
            for _ in 0..40 {
                let mut frame = |kind| cases::random::random_frame(&mut rng, kind, 1.0, 4.0);
                let (a, b) = (frame(a), frame(b));
                take(&a, &b, oracle::verdict(&a, &b));
            }
        }
        let pairs = (0..verdicts.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
        Spaced::new(frames, pairs, verdicts)
    });
    &SPACED
}

/// Pairs whose corners, edges and faces come closest: whole distances of them all, in units of
/// several powers of two, upright and turned by a matrix of whole numbers.
fn at_whole_distances() -> Vec<(Frame3, Frame3)> {
    const TURN: [[i32; 3]; 3] = [[2, -1, 2], [2, 2, -1], [-1, 2, 2]];
    let mut out = Vec::new();
    for gap in [[4, 0, 0], [0, -3, 4], [3, 4, 0], [1, 2, 2], [-2, 3, 6], [4, 4, 7], [0, 0, 1]] {
        // In `f32` products of the greatest and of the least leave its range.
        for (power, turned) in [(0, false), (-20, true), (30, true), (-90, true), (60, false)] {
            let map = Affine::power(power);
            for (a, b) in KINDS.into_iter().flat_map(|a| KINDS.map(|b| (a, b))) {
                let turn = |v: [i32; 3]| match turned {
                    true => TURN.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2]),
                    false => v,
                };
                let corner = |at: [i32; 3], length: i32| {
                    let edges = [0, 1, 2].map(|i| {
                        let mut edge = [0; 3];
                        edge[i] = if at[i] < 0 { -length } else { length };
                        edge
                    });
                    [at, edges[0], edges[1], edges[2]].map(turn)
                };
                // The first one lies behind the origin as seen along the gap.
                let behind = gap.map(|x: i32| if x < 0 { 1 } else { -1 });
                let mut first = corner(behind, 5);
                first[0] = [0; 3];
                out.push((map.frame(a, first), map.frame(b, corner(gap, 3))));
            }
        }
    }
    out
}

/// Every case in the plane that is drawn.
pub fn in_plane() -> &'static Spaced<Frame2> {
    static SPACED: LazyLock<Spaced<Frame2>> = LazyLock::new(|| {
        let (all, mut rng) = (plane::everything(), rng("distances in the plane"));
        let picked: Vec<usize> = (0..DRAWN).map(|_| rng.usize(..all.pairs.len())).collect();
        let pairs = picked.iter().map(|&at| all.pairs[at]).collect();
        let verdicts = picked.iter().map(|&at| all.truth[at].verdict).collect();
        Spaced::new(all.frames.clone(), pairs, verdicts)
    });
    &SPACED
}

fn ask_distances<F: Judged>(who: &str, service: &CollisionService, scene: &Spaced<F>) {
    let start = rng(who).usize(..scene.pairs.len());
    for size in [0, 1, 63, 65, scene.pairs.len(), 4097] {
        let picked = scene.sized(start, size);
        let pairs: Vec<Pair> = picked.iter().map(|&at| scene.pairs[at]).collect();
        for (wanted, precision) in [
            (Wanted::DISTANCE, Precision::Exact),
            (Wanted::DISTANCE, Precision::Bounded),
            // Pairs that meet have details too then, but no distance.
            (Wanted::DISTANCE | Wanted::WITNESS, Precision::Bounded),
        ] {
            let query = service.query(&scene.frames, &pairs).wanted(wanted);
            let answer = query.precision(precision).run().expect("valid frames");
            let expected: Vec<Verdict> = picked.iter().map(|&at| scene.verdicts[at]).collect();
            assert_eq!(**answer.verdicts(), *expected, "{who}");
            scene.demand_distances(who, &picked, &answer);
        }
    }
}

/// The distances of all pairs, in space and in the plane, in batches of many sizes.
pub fn distances(who: &str, service: &CollisionService) {
    ask_distances(who, service, in_space());
    ask_distances(who, service, in_plane());
}

/// Frames that are not valid are named.
pub fn faults(service: &CollisionService) {
    let mut frames = [in_space().frames[0]; 3];
    frames[1] = bytemuck_frame([f32::NAN; 16]);
    let fault = |pairs: &[Pair]| {
        let query = service.query(&frames, pairs).wanted(Wanted::DISTANCE);
        match query.run().expect_err("a frame is not valid") {
            BatchError::InvalidFrames { faults, .. } => faults[0],
            other => panic!("{other}"),
        }
    };
    let found = fault(&[Pair::new(0, 2), Pair::new(2, 1)]);
    assert_eq!((found.pair, found.frame), (1, 1));
    assert!(matches!(found.error, FrameError::UnknownShape(_)), "{found}");
}

fn bytemuck_frame(numbers: [f32; 16]) -> Frame3 {
    motzkin::bytemuck::cast(numbers)
}

/// Distances that are required of all pairs: whole ones of those at whole distances, and those of
/// some pairs drawn, with the `f32` next to them.
fn required<F: Judged>(scene: &Spaced<F>, rng: &mut Rng, drawn: usize) -> Vec<f32> {
    let by = cases::power_of_two;
    let rest = [3.0, 7.0, 9.0, 0.0, 15.0 * by(-20), 27.0 * by(-20), 9.0 * by(30), 21.0 * by(30)];
    // Many pairs are as far apart as the first ones.
    let mut out = vec![5.0, 15.0 * by(30)];
    out.extend((0..drawn).map(|_| rest[rng.usize(..rest.len())]));
    while out.len() < 4 * drawn {
        let Some(square) = &scene.squares[rng.usize(..scene.squares.len())] else { continue };
        let root = square.to_f64().value().sqrt() as f32;
        if root.is_finite() {
            out.extend([root, root.next_up().min(f32::MAX), root.next_down().max(0.0)]);
        }
    }
    out
}

/// Returns what the oracle says of a clearance, and whether the distance is exactly as required.
pub fn true_clearance(verdict: Verdict, square: Option<&RBig>, required: f32) -> (Clearance, bool) {
    let required = oracle::rational(required);
    let order = square.map(|square| square.cmp(&(&required * &required)));
    let clearance = match verdict {
        Verdict::Overlapping => Clearance::Overlapping,
        Verdict::Touching => Clearance::Touching,
        Verdict::Separate if order == Some(Ordering::Less) => Clearance::Closer,
        Verdict::Separate => Clearance::Clear,
    };
    (clearance, order == Some(Ordering::Equal))
}

/// Demands the clearances of a scene, and returns how many pairs are exactly as far apart as
/// required.
fn ask_clearances<F: Judged>(
    who: &str,
    service: &CollisionService,
    scene: &Spaced<F>,
    drawn: usize,
) -> usize {
    let (mut rng, mut exactly) = (rng(who), 0);
    let all = scene.pairs.len();
    let sizes = [all, all, 0, 1, 63, 65, 4097].into_iter().cycle();
    for (required, size) in required(scene, &mut rng, drawn).into_iter().zip(sizes) {
        let picked = scene.sized(rng.usize(..scene.pairs.len()), size);
        let pairs: Vec<Pair> = picked.iter().map(|&at| scene.pairs[at]).collect();
        let query = service.query(&scene.frames, &pairs).wanted(Wanted::DISTANCE);
        let found = query.clearance(required).run().expect("valid frames");
        assert_eq!(found.len(), pairs.len());
        let mut details = found.details().iter();
        for (place, (&at, &found)) in picked.iter().zip(&found).enumerate() {
            let (clearance, is_exact) =
                true_clearance(scene.verdicts[at], scene.squares[at].as_ref(), required);
            assert_eq!(found, clearance, "{who}: {required:e}, {}", scene.case(at));
            exactly += usize::from(is_exact);
            if clearance == Clearance::Closer {
                let detail = details.next().expect("a distance of every pair that is closer");
                assert_eq!(detail.pair as usize, place);
                let Distance { distance, slack, .. } = detail.distance.expect("wanted");
                assert!(distance - slack < f64::from(required), "{distance} {slack} {required}");
            }
        }
        assert!(details.next().is_none());
    }
    exactly
}

/// The clearances of all pairs, in space and in the plane. `drawn` is how many distances are
/// required.
pub fn clearances(who: &str, service: &CollisionService, drawn: usize) {
    let exactly = ask_clearances(who, service, in_space(), drawn);
    assert!(exactly > 30, "{who}: {exactly}");
    ask_clearances(who, service, in_plane(), drawn);
}

/// Moving frames are as clear as the moving polytopes that they are.
pub fn moving_clearances(service: &CollisionService) {
    let (mut rng, mut frames, mut set) = (rng("moving clearances"), Vec::new(), PolytopeSet::new());
    for kind in KINDS.into_iter().cycle().take(400) {
        let frame = cases::random::random_frame(&mut rng, kind, 1.0, 1.5);
        let speed = Vec3::from_array([0.0; 3].map(|_| rng.f32() * 4.0 - 2.0));
        let frame = frame.with_velocity(speed).expect("finite");
        let polytope = set.push_frame(&frame).expect("a valid frame");
        set.set_velocity(polytope, speed).expect("finite");
        frames.push(frame);
    }
    let pairs: Vec<Pair> = (0..200).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let mut counts = [0; 4];
    for required in [0.0, 0.25, 1.0] {
        let found = service.query(&frames, &pairs).moving().clearance(required).run();
        let found = found.expect("valid frames").into_vec();
        let hulls = service.query(&set, &pairs).moving().clearance(required).run();
        assert_eq!(found, hulls.expect("valid polytopes").into_vec(), "seed {}", seed());
        found.iter().for_each(|&clearance| counts[clearance as usize] += 1);
    }
    assert!(counts[0] > 10 && counts[2] > 10 && counts[3] > 10, "{counts:?}");
}

/// Polytopes, against the oracle of their features.
pub fn clearances_of_polytopes(service: &CollisionService) {
    let mut closer = 0;
    for scene in super::hull::cases::all() {
        let pairs = &scene.pairs[..scene.pairs.len().min(60)];
        let squares = squares_of_hulls(&scene.set, pairs, &scene.expected);
        let root = |square: &RBig| square.to_f64().value().sqrt() as f32;
        let roots = squares.iter().flatten().map(root).filter(|root| root.is_finite()).take(3);
        for required in [0.0, 1.0].into_iter().chain(roots) {
            let found = service.query(&scene.set, pairs).clearance(required).run();
            for (at, &found) in found.expect("valid").iter().enumerate() {
                let (clearance, _) =
                    true_clearance(scene.expected[at], squares[at].as_ref(), required);
                assert_eq!(found, clearance, "{}: {:?}, seed {}", scene.name, pairs[at], seed());
                closer += usize::from(found == Clearance::Closer);
            }
        }
    }
    assert!(closer > 50, "{closer}");
}

/// What no clearance can be asked with is refused, and nothing is computed.
pub fn senseless_clearances_are_refused(service: &CollisionService) {
    let frames = &in_space().frames;
    let nobody = [Pair::new(0, u32::MAX)];
    let query = || service.query(frames, &nobody);
    for required in [-1.0, f32::NAN, f32::INFINITY] {
        let refused = query().clearance(required).run().expect_err("no distance");
        assert!(matches!(refused, BatchError::InvalidMargin(_)), "{refused}");
    }
    let refused = query().within(1.0).clearance(1.0).run().expect_err("two comparisons");
    assert!(matches!(refused, BatchError::NoMargin { of: "clearances" }), "{refused}");
    let refused = query().moving().wanted(Wanted::DISTANCE).clearance(1.0).run();
    let refused = refused.expect_err("no distance of moving frames");
    assert!(matches!(refused, BatchError::Unanswerable { wanted: Wanted::DISTANCE, .. }));
    let refused = query().clearance(1.0).run().expect_err("no such frame");
    assert!(matches!(refused, BatchError::PairOutOfRange { .. }), "{refused}");
}

/// Frames that rest have no velocity, whatever stands there.
pub fn velocities_are_not_read(service: &CollisionService) {
    let mut frames = [0.0, 1.5]
        .map(|x| Frame3::aligned_box(Vec3::X * x, Vec3::X * x + Vec3::ONE).expect("a cube"));
    let rows: &mut [f32; 16] = motzkin::bytemuck::cast_mut(&mut frames[1]);
    rows[7] = f32::NAN;
    let pairs = [Pair::new(0, 1)];
    let answer = service.query(&frames, &pairs).wanted(Wanted::DISTANCE).run().expect("at rest");
    let found = answer.details().first().and_then(|detail| detail.distance).expect("separate");
    assert!((found.distance - 0.5).abs() <= found.slack);
    let found = service.query(&frames, &pairs).clearance(0.75).run().expect("at rest");
    assert_eq!(*found, [Clearance::Closer]);
    assert_eq!(service.collide(&frames).within(0.75).run().expect("at rest").len(), 1);
}
