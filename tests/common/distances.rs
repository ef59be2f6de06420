//! Pairs of frames with the squares of their distances, by every pair of features, in whole
//! numbers.

use super::cases::{self, Affine, KINDS};
use super::hull::distance::{Found, fault_of, square_of};
use super::oracle::{self, HalfSpace, Vector, denormals, half_spaces};
use super::seed::{rng, seed};
use super::{bodies, plane};
use dashu_int::IBig;
use dashu_ratio::RBig;
use glam::{DVec2, DVec3};
use motzkin::service::{Answer, Distance};
use motzkin::{BatchError, CollisionService, Frame, Frame2, Frame3, FrameError, Precision, Wanted};
use motzkin_core::geom::Pair;
use motzkin_core::verdict::Verdict;
use rayon::prelude::*;
use std::sync::LazyLock;

/// Pairs of the scenes of hard cases that are drawn, and those of tables.
const DRAWN: usize = 1_500;

/// A frame as the oracle sees it: in space, a plane with `z = 0`.
pub trait Judged: Frame {
    /// The corners in units of `2^-149`.
    fn exact_corners(&self) -> Vec<Vector>;
    fn rounded_corners(&self) -> Vec<DVec3>;
    /// What holds the frame, in the same units.
    fn spaces(&self) -> Vec<HalfSpace>;
    fn in_space(point: Self::Point) -> DVec3;
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
}

/// Pairs, and the square of the distance of each that is separate.
pub struct Spaced<F> {
    pub frames: Vec<F>,
    pub pairs: Vec<Pair>,
    pub verdicts: Vec<Verdict>,
    pub squares: Vec<Option<RBig>>,
}

impl<F: Judged> Spaced<F> {
    fn new(frames: Vec<F>, pairs: Vec<Pair>, verdicts: Vec<Verdict>) -> Self {
        let square = |(pair, verdict): (&Pair, &Verdict)| {
            let corners = |index: u32| frames[index as usize].exact_corners();
            (!verdict.meets()).then(|| square_of(corners(pair.a), corners(pair.b), 149))
        };
        let squares = pairs.par_iter().zip(&verdicts).map(square).collect();
        Self { frames, pairs, verdicts, squares }
    }

    /// Repeats the pairs, from some place on, until there are so many.
    pub fn sized(&self, start: usize, size: usize) -> Vec<usize> {
        (0..size).map(|i| (start + i) % self.pairs.len()).collect()
    }

    fn case(&self, at: usize) -> String {
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
        for (power, turned) in [(0, false), (-20, true), (30, true)] {
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
        for precision in [Precision::Exact, Precision::Bounded] {
            let query = service.query(&scene.frames, &pairs).wanted(Wanted::DISTANCE);
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
