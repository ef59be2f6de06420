//! A scene of frames, hulls, surfaces and solids against a model that tests all pairs in exact
//! numbers.

use super::hull::{moving, oracle};
use super::{mesh, seed};
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::{SceneHit, SettledHits};
use motzkin::{
    CollisionService, Filter, Frame3, Handle, Pair, PolytopeSet, Pose, Scene, SceneShape,
    TriangleMesh, Verdict,
};
use motzkin_core::exact::triangles::Triangle;
use motzkin_lab::workload::meshes;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a test inserts.
#[derive(Clone)]
pub enum Made {
    Frame(Frame3),
    Hull(Vec<Vec3>, SceneShape),
    /// A convex one, so that what lies within it lies within the hull of its vertices.
    Mesh {
        mesh: Arc<TriangleMesh>,
        solid: bool,
    },
}

impl Made {
    pub fn shape(&self) -> SceneShape {
        match self {
            Self::Frame(frame) => (*frame).into(),
            Self::Hull(_, shape) => shape.clone(),
            Self::Mesh { mesh, solid: false } => SceneShape::mesh(mesh.clone()),
            Self::Mesh { mesh, solid: true } => SceneShape::solid(mesh.clone()),
        }
    }

    fn kind(&self) -> usize {
        match self {
            Self::Frame(_) => 0,
            Self::Hull(..) => 1,
            Self::Mesh { solid: false, .. } => 2,
            Self::Mesh { solid: true, .. } => 3,
        }
    }
}

#[derive(Clone)]
struct Thing {
    made: Made,
    pose: Pose,
    velocity: Vec3,
    filter: Filter,
    id: u32,
}

impl Thing {
    /// Puts a frame, or the hull of the points, into a set.
    fn push(&self, set: &mut PolytopeSet) -> u32 {
        let index = match &self.made {
            Made::Frame(frame) => set.push_frame(&frame.posed(&self.pose).expect("a frame")),
            Made::Hull(points, _) => {
                let of = set.push(points).expect("points");
                set.push_posed(of, &self.pose)
            }
            Made::Mesh { mesh, .. } => {
                let place = |&vertex: &[f32; 3]| Vec3::from(self.pose.place(vertex));
                set.push(&mesh.vertices().iter().map(place).collect::<Vec<_>>())
            }
        };
        let index = index.expect("a polytope");
        set.set_velocity(index, self.velocity).expect("a velocity");
        index
    }

    /// Puts one of the vertices into a set.
    fn push_vertex(&self, set: &mut PolytopeSet) -> Option<u32> {
        let vertex = match &self.made {
            Made::Frame(frame) => set.push(&[frame.posed(&self.pose).expect("a frame").row(0)]),
            Made::Hull(points, _) => {
                let of = set.push(points.get(..1)?).expect("a point");
                set.push_posed(of, &self.pose)
            }
            Made::Mesh { mesh, .. } => set.push(&[self.pose.place(mesh.vertices()[0]).into()]),
        };
        Some(vertex.expect("a point"))
    }

    fn triangles(&self) -> Option<Vec<Triangle>> {
        let Made::Mesh { mesh, .. } = &self.made else { return None };
        let placed = |i| mesh.corners(i).map(|corner| self.pose.place(corner));
        Some((0..mesh.len() as u32).map(placed).collect())
    }
}

/// The exact verdict of two things.
fn verdict(a: &Thing, b: &Thing, moves: bool) -> Verdict {
    let mut set = PolytopeSet::new();
    let (p, q) = (a.push(&mut set), b.push(&mut set));
    let pair = Pair::new(p, q);
    if !set.aabb(p as usize).meets(&set.aabb(q as usize)) && !moves {
        return Verdict::Separate;
    }
    let (of_a, of_b) = (a.triangles(), b.triangles());
    if of_a.is_none() && of_b.is_none() {
        let at_rest = || oracle::verdict(&set, pair);
        return if moves { moving::sweep(&set, pair).0 } else { at_rest() };
    }
    let mut push = |triangle: &Triangle| set.push(&triangle.map(Vec3::from)).expect("a triangle");
    let surfaces = match (&of_a, &of_b) {
        (Some(a), Some(b)) => a.iter().any(|t| b.iter().any(|u| mesh::oracle::meet(t, u))),
        (Some(triangles), None) => {
            let pairs: Vec<_> = triangles.iter().map(|t| Pair::new(push(t), q)).collect();
            pairs.iter().any(|&pair| oracle::verdict(&set, pair).meets())
        }
        (None, Some(triangles)) => {
            let pairs: Vec<_> = triangles.iter().map(|t| Pair::new(p, push(t))).collect();
            pairs.iter().any(|&pair| oracle::verdict(&set, pair).meets())
        }
        (None, None) => unreachable!("one of them is a mesh"),
    };
    // Where no surfaces meet, one vertex tells whether something lies within a convex solid.
    let mut within = |inner: &Thing, outer: &Thing, hull: u32| {
        let Made::Mesh { solid: true, .. } = outer.made else { return false };
        let Some(point) = inner.push_vertex(&mut set) else { return false };
        oracle::verdict(&set, Pair::new(point, hull)).meets()
    };
    match surfaces || within(a, b, q) || within(b, a, p) {
        true => Verdict::Overlapping,
        false => Verdict::Separate,
    }
}

/// Shapes of small whole numbers, so that contacts are frequent.
pub fn draw(rng: &mut Rng, meshes: bool) -> Made {
    let whole = |rng: &mut Rng, reach: i32| rng.i32(-reach..=reach) as f32;
    let point = |rng: &mut Rng| Vec3::new(whole(rng, 2), whole(rng, 2), whole(rng, 2));
    let size = |rng: &mut Rng| Vec3::new(rng.i32(1..3) as f32, rng.i32(1..3) as f32, 1.0);
    match rng.usize(..if meshes { 4 } else { 2 }) {
        0 => loop {
            let low = point(rng);
            let frame = match rng.bool() {
                true => Frame3::aligned_box(low, low + size(rng)),
                false => Frame3::tetra(low, [point(rng), point(rng), point(rng)]),
            };
            if let Ok(frame) = frame {
                return Made::Frame(frame);
            }
        },
        1 => {
            let points: Vec<Vec3> = (0..rng.usize(..7)).map(|_| point(rng)).collect();
            let shape = SceneShape::hull(&points).expect("finite points");
            Made::Hull(points, shape)
        }
        kind => {
            let (low, size) = (point(rng), size(rng) * if rng.bool() { 3.0 } else { 1.0 });
            let mesh = meshes::cuboid(low.to_array(), (low + size).to_array());
            Made::Mesh { mesh: Arc::new(mesh), solid: kind == 3 }
        }
    }
}

fn draw_pose(rng: &mut Rng) -> (Quat, Vec3) {
    let mut whole = |reach: i32| rng.i32(-reach..=reach) as f32;
    let way = Vec3::new(whole(3), whole(3), whole(3));
    let turn = match rng.u32(..3) {
        0 => Quat::IDENTITY,
        // A quarter turn, exactly.
        1 => Quat::from_xyzw(0.0, 1.0, 0.0, 1.0),
        _ => Quat::from_xyzw(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5, rng.f32()),
    };
    (turn, way)
}

/// What a run compared.
#[derive(Debug, Default)]
pub struct Compared {
    /// Pairs that met, by the kinds of both shapes.
    pub hits: [[usize; 4]; 4],
    pub touching: usize,
    pub steps: usize,
}

impl Compared {
    fn note(&mut self, a: &Thing, b: &Thing, verdict: Verdict) {
        let (p, q) = (a.made.kind(), b.made.kind());
        self.hits[p.min(q)][p.max(q)] += 1;
        self.touching += usize::from(verdict == Verdict::Touching);
    }

    /// Whether every kind of pair has met so often.
    fn has(&self, least: usize, kinds: usize) -> bool {
        let enough = |a: usize| (a..kinds).all(|b| self.hits[a][b] >= least);
        (0..kinds).all(enough) && self.touching >= least
    }
}

/// Runs random operations, and compares each step with the model; until pairs of all kinds have met.
/// Without meshes, shapes move.
pub fn run(service: &CollisionService, name: &str, with_meshes: bool, least: usize) -> Compared {
    let mut rng = seed::rng(name);
    let (mut scene, mut things) = (service.scene(), BTreeMap::<Handle, Thing>::new());
    let (mut compared, mut last) = (Compared::default(), None);
    let kinds = if with_meshes { 4 } else { 2 };
    while seed::goes_on(compared.steps, 12, compared.has(least, kinds)) {
        change(&mut rng, &mut scene, &mut things, with_meshes);
        let moves = !with_meshes;
        let hits = match moves {
            true => scene.collide().moving().run().expect("an answer"),
            false => scene.collide().run().expect("an answer"),
        };
        compare(&mut compared, &things, &hits, moves);
        events(last.as_ref(), &hits);
        last = Some(hits);
        compared.steps += 1;
    }
    assert!(compared.has(least, kinds), "{name}: {compared:?}, seed {}", seed::seed());
    compared
}

/// Some changes of everything that can change.
fn change(rng: &mut Rng, scene: &mut Scene, things: &mut BTreeMap<Handle, Thing>, meshes: bool) {
    while things.len() < 9 {
        // Some are inserted again, so that they share their points.
        let again = things.values().nth(rng.usize(..12)).map(|thing| thing.made.clone());
        let made = again.unwrap_or_else(|| draw(rng, meshes));
        let handle = scene.insert(made.shape()).expect("room");
        let thing = Thing {
            made,
            pose: Pose::IDENTITY,
            velocity: Vec3::ZERO,
            filter: Filter::ALL,
            id: handle.slot(),
        };
        assert!(things.insert(handle, thing).is_none(), "{handle} is given twice");
    }
    let handles: Vec<Handle> = things.keys().copied().collect();
    for &handle in &handles {
        let thing = things.get_mut(&handle).expect("a thing");
        match rng.u32(..8) {
            0..=3 => {
                let (turn, way) = draw_pose(rng);
                scene.set_pose(handle, turn, way).expect("a pose");
                (thing.pose, thing.velocity) = (Pose::new(way, turn).expect("a pose"), Vec3::ZERO);
                if !meshes {
                    thing.velocity = draw_pose(rng).1;
                    scene.set_velocity(handle, thing.velocity).expect("a velocity");
                }
            }
            4 => {
                thing.filter = Filter { group: rng.u32(1..4), mask: rng.u32(1..4) };
                scene.set_filter(handle, thing.filter).expect("a handle");
            }
            5 => {
                thing.filter = Filter::ALL;
                scene.set_filter(handle, Filter::ALL).expect("a handle");
                thing.id = rng.u32(..);
                scene.set_id(handle, thing.id).expect("a handle");
            }
            6 => {
                scene.remove(handle).expect("a handle");
                assert!(scene.shape(handle).is_none() && scene.remove(handle).is_err());
                things.remove(&handle);
            }
            _ => {}
        }
    }
    assert_eq!(scene.len(), things.len());
}

fn compare(
    compared: &mut Compared,
    things: &BTreeMap<Handle, Thing>,
    hits: &SettledHits,
    moves: bool,
) {
    let all: Vec<(&Handle, &Thing)> = things.iter().collect();
    let mut expected = Vec::new();
    for (number, &(a, p)) in all.iter().enumerate() {
        for &(b, q) in &all[number + 1..] {
            let meets = p.filter.meets(q.filter);
            let verdict = if meets { verdict(p, q, moves) } else { Verdict::Separate };
            if verdict.meets() {
                compared.note(p, q, verdict);
                expected.push((*a, *b, [p.id, q.id], verdict));
            }
        }
    }
    let found: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b, hit.ids, hit.verdict)).collect();
    assert_eq!(found, expected, "step {}, seed {}", compared.steps, seed::seed());
}

/// Events against the difference of two sets.
fn events(last: Option<&SettledHits>, now: &SettledHits) {
    let Some(last) = last else { return };
    let changes = now.changes_since(last);
    let names = |hits: &[SceneHit<Verdict>]| -> Vec<(Handle, Handle)> {
        hits.iter().map(|hit| (hit.a, hit.b)).collect()
    };
    let (before, after) = (names(last), names(now));
    let only = |own: &[(Handle, Handle)], other: &[(Handle, Handle)], both: bool| {
        own.iter().copied().filter(|pair| other.contains(pair) == both).collect::<Vec<_>>()
    };
    assert_eq!(names(&changes.began), only(&after, &before, false));
    assert_eq!(names(&changes.stayed), only(&after, &before, true));
    assert_eq!(names(&changes.ended), only(&before, &after, false));
}
