//! Clearances and margins of frames on their way, and of hulls, against every pair of features in
//! whole numbers.

use crate::bits::Numbers;
use crate::common::distances::{Judged, Spaced, squares_of_hulls, true_clearance};
use crate::common::hull::{moving::MovingHulls, oracle};
use crate::frames::all_pairs;
use crate::margins::required;
use crate::{distances, driver, frames, plane, services};
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::{Affine3A, Vec3};
use motzkin::{CollisionService, Pair, PolytopeSet, Shapes, Verdict};

/// Pairs of hulls of a case.
const PAIRS: usize = 3;

/// Shapes of which the first two are a pair, the next two another, and what is true of the pairs.
struct Neighbours<'a, T> {
    shapes: &'a T,
    verdicts: &'a [Verdict],
    /// The squares of the distances of those that are separate.
    squares: &'a [Option<RBig>],
    moves: bool,
}

/// So many pairs of neighbours.
fn neighbours(count: usize) -> Vec<Pair> {
    (0..count as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect()
}

impl<T: Shapes> Neighbours<'_, T> {
    /// Holds a service to how the pairs compare with a distance, listed and not listed.
    fn hold(
        &self,
        name: &str,
        service: &CollisionService,
        required: f32,
        case: impl Fn(usize) -> String,
    ) {
        let pairs = neighbours(self.verdicts.len());
        let query = service.query(self.shapes, &pairs);
        let found = match self.moves {
            true => query.moving().clearance(required).run(),
            false => query.clearance(required).run(),
        };
        let found = found.expect("valid shapes");
        assert_eq!(found.len(), pairs.len(), "{name}");
        // Each pair is a world of its own.
        let mut starts: Vec<u32> = pairs.iter().map(|pair| pair.a).collect();
        if starts.is_empty() {
            starts.push(0);
        }
        let collide = service.collide(self.shapes).worlds(&starts).within(required);
        let hits = match self.moves {
            true => collide.moving().run(),
            false => collide.run(),
        };
        let hits = hits.expect("valid shapes");
        let mut listed = 0;
        for (at, &verdict) in self.verdicts.iter().enumerate() {
            let (clearance, _) = true_clearance(verdict, self.squares[at].as_ref(), required);
            assert_eq!(found[at], clearance, "{name}: {required:e}, {}", case(at));
            assert_eq!(found.verdicts()[at], verdict, "{name}: {}", case(at));
            let hit = hits.iter().find(|hit| hit.pair() == pairs[at]).map(|hit| hit.verdict);
            let expected = (!clearance.is_clear()).then_some(verdict);
            assert_eq!(hit, expected, "{name}: within {required:e}, {}", case(at));
            listed += usize::from(hit.is_some());
        }
        assert_eq!(hits.len(), listed, "{name}: within {required:e}, {:?}", &hits[..]);
    }
}

/// Holds a service to how the pairs of a scene compare with a distance.
pub fn hold<F: Judged>(
    name: &str,
    service: &CollisionService,
    scene: &Spaced<F>,
    moves: bool,
    required: f32,
) {
    let Spaced { frames, verdicts, squares, .. } = scene;
    let known = Neighbours { shapes: frames, verdicts, squares, moves };
    known.hold(name, service, required, |at| scene.case(at));
}

/// The same on their way, of all services, for so many pairs at most.
fn on_their_way<F: Judged>(rng: &mut Rng, frames: &[F], most: usize) {
    let mut pairs = all_pairs(frames);
    pairs.truncate(most);
    let scene = Spaced::of(pairs, true);
    let required = required(rng, &scene.squares);
    for (name, service) in services() {
        hold(name, service, &scene, true, required);
    }
}

#[test]
fn of_frames_of_any_bits() {
    driver::run("moving-margins", |rng| {
        if rng.u32(..3) == 0 {
            let mut frames = plane::draw(rng, 4, true);
            frames.retain(plane::is_valid);
            on_their_way(rng, &frames, 4);
        } else {
            let mut frames = frames::draw(rng, 3);
            frames.retain(|frame| frames::is_valid(frame) && frame.velocity().is_finite());
            on_their_way(rng, &frames, 2);
        }
    });
}

/// Pairs of hulls, some of them under transforms, most of them with velocities.
fn draw(rng: &mut Rng) -> PolytopeSet {
    let (drawn, _) = distances::draw(rng);
    let (vertices, polytopes) = (drawn.vertices(), &drawn.polytopes()[..2 * PAIRS]);
    let set = PolytopeSet::from_parts(vertices.to_vec(), polytopes.to_vec());
    let (mut set, numbers) = (set.expect("parts of a set"), Numbers::draw(rng));
    for index in 0..set.len() as u32 {
        if rng.u32(..8) == 0 {
            let transform = [0; 12].map(|_| numbers.number(rng));
            // One that is flat or not finite is refused.
            let _ = set.set_transform(index, Affine3A::from_cols_array(&transform));
        }
        let way = match rng.u32(..3) {
            0 if !vertices.is_empty() => {
                let mut vertex = || Vec3::from(vertices[rng.usize(..vertices.len())]);
                vertex() - vertex()
            }
            1 => numbers.point(rng),
            _ => Vec3::ZERO,
        };
        let told = set.set_velocity(index, way);
        assert_eq!(told.is_ok(), way.is_finite(), "{way}");
    }
    set
}

#[test]
fn of_hulls() {
    driver::run("margins-of-hulls", |rng| {
        let (set, moves, pairs) = (draw(rng), rng.bool(), neighbours(PAIRS));
        let (verdicts, squares): (Vec<Verdict>, Vec<Option<RBig>>) = match moves {
            true => {
                let scene = MovingHulls::new("hulls", set.clone(), pairs.clone());
                (scene.truth.iter().map(|truth| truth.0).collect(), scene.squares())
            }
            false => {
                let verdicts: Vec<Verdict> =
                    pairs.iter().map(|&pair| oracle::verdict(&set, pair)).collect();
                let squares = squares_of_hulls(&set, &pairs, &verdicts);
                (verdicts, squares)
            }
        };
        let required = required(rng, &squares);
        let shapes = &set;
        let known = Neighbours { shapes, verdicts: &verdicts, squares: &squares, moves };
        for (name, service) in services() {
            known.hold(name, service, required, |at| {
                let both = [pairs[at].a, pairs[at].b].map(|index| {
                    let polytope = (set.polytopes()[index as usize], set.vertices_of(index));
                    (polytope, set.velocities()[index as usize])
                });
                format!("moves: {moves}, {both:?}")
            });
        }
    });
}
