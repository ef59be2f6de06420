//! Symmetries of surfaces and solids of triangles. What maps their vertices may be their pose, too.

use super::bodies::{Body, Kind};
use super::hulls::{self, Hulls};
use super::maps::{Map, whole};
use crate::driver;
use crate::mesh_worlds::{solid, surface};
use fastrand::Rng;
use motzkin::glam::{Mat3, Quat, Vec3};
use motzkin::tree::spheres::{ConvexVerdict, MeshVerdict, MeshWorld, MeshWorldOptions};
use motzkin::{Pair, Pose, TriangleMesh};

/// A mesh, and where it stands.
#[derive(Clone, Debug)]
struct Object {
    mesh: TriangleMesh,
    pose: Pose,
    is_solid: bool,
    /// What each triangle was called at first.
    names: Vec<u32>,
}

impl Object {
    fn draw(rng: &mut Rng) -> Self {
        let is_closed = rng.u32(..3) > 0;
        let mesh = if is_closed { solid(rng) } else { surface(rng) };
        let (is_solid, names) = (is_closed && rng.u32(..4) > 0, (0..mesh.len() as u32).collect());
        let object = Self { mesh, pose: Pose::IDENTITY, is_solid, names };
        let there = object.mapped(&Map::Shift(whole(rng, 3)), false);
        there.filter(|_| rng.u32(..4) > 0).unwrap_or(object)
    }

    /// The image, where it is exact, in a pose if there is one for the map.
    fn mapped(&self, map: &Map<3>, is_posed: bool) -> Option<Self> {
        let place = |vertex: &[f32; 3]| map.place(*vertex, [0.0; 3]);
        let vertices: Vec<[f32; 3]> =
            self.mesh.vertices().iter().map(place).collect::<Option<_>>()?;
        if let Some(pose) = pose(map).filter(|_| is_posed) {
            let posed: Vec<_> = self.mesh.vertices().iter().map(|x| pose.place(*x)).collect();
            assert_eq!(posed, vertices, "{map:?}: {pose:?}");
            return Some(Self { pose, ..self.clone() });
        }
        let mesh = TriangleMesh::new(vertices, self.mesh.triangles().to_vec());
        Some(Self { mesh: mesh.expect("finite vertices"), ..self.clone() })
    }

    /// The same with vertices and triangles in another order. Triangles begin with another corner,
    /// and those of a surface may look the other way; those of a solid do so together.
    fn reordered(&self, rng: &mut Rng) -> Self {
        let (count, turns_all) = (self.mesh.vertices().len(), rng.bool());
        // The vertex that comes to each place, and the place of each vertex.
        let mut order: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut order);
        let mut places = vec![0; count];
        order.iter().enumerate().for_each(|(place, &vertex)| places[vertex] = place as u32);
        let vertices = order.iter().map(|&vertex| self.mesh.vertices()[vertex]).collect();
        let mut numbers: Vec<usize> = (0..self.mesh.len()).collect();
        rng.shuffle(&mut numbers);
        let mut triangle = |&number: &usize| {
            let corners = self.mesh.triangles()[number];
            let mut corners = corners.map(|corner| places[corner as usize]);
            corners.rotate_left(rng.usize(..3));
            if if self.is_solid { turns_all } else { rng.bool() } {
                corners.swap(0, 1);
            }
            corners
        };
        let triangles = numbers.iter().map(&mut triangle).collect();
        let mesh = TriangleMesh::new(vertices, triangles).expect("finite vertices");
        let names = numbers.iter().map(|&number| self.names[number]).collect();
        Self { mesh, names, ..self.clone() }
    }
}

/// The pose that is a map: a mirror is none.
fn pose(map: &Map<3>) -> Option<Pose> {
    let pose = match map {
        Map::Axes { .. } => {
            let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| map.edge(axis.to_array()));
            let [x, y, z] = axes.map(|axis| axis.expect("no number is rounded"));
            let turn = Mat3::from_cols_array_2d(&[x, y, z]);
            (turn.determinant() > 0.0).then(|| Pose::turned(Quat::from_mat3(&turn)))
        }
        Map::Power(power @ -96..=96) => Some(Pose::IDENTITY.scaled(2.0_f32.powi(*power))),
        Map::Shift(by) => Some(Pose::at((*by).into())),
        Map::Power(_) | Map::Way(_) | Map::Backwards => None,
    };
    pose.map(|pose| pose.expect("finite numbers"))
}

/// How two shapes meet.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meeting {
    Nowhere,
    Surfaces,
    Within,
}

/// What is told of a pair of objects.
#[derive(Debug)]
struct Told {
    meeting: Meeting,
    /// The first names of the triangles that meet, in ascending order.
    triangles: Vec<[u32; 2]>,
    inside: [Option<bool>; 2],
    /// The distance, and how far that may be off.
    distance: Option<[f64; 2]>,
}

impl Told {
    fn of(world: &mut MeshWorld, [a, b]: [u32; 2], [p, q]: [&Object; 2]) -> Self {
        let meeting = match world.verdict(a, b).expect("a pair") {
            MeshVerdict::Separate => Meeting::Nowhere,
            MeshVerdict::Meeting { .. } => Meeting::Surfaces,
            MeshVerdict::Enclosed { .. } => Meeting::Within,
            other => panic!("{other:?} without a budget"),
        };
        let triangles = world.meeting_triangles(a, b).expect("not too many");
        let name = |[i, j]: [u32; 2]| [p.names[i as usize], q.names[j as usize]];
        let mut triangles: Vec<[u32; 2]> = triangles.into_iter().map(name).collect();
        triangles.sort_unstable();
        let inside = world.inside(a, b).expect("a pair");
        let distance = world.distance(a, b).expect("a pair");
        let distance = distance.map(|found| [found.distance, found.slack]);
        Self { meeting, triangles, inside, distance }
    }

    fn swapped(mut self) -> Self {
        self.triangles.iter_mut().for_each(|two| two.reverse());
        self.triangles.sort_unstable();
        self.inside.reverse();
        self
    }

    /// Whether another one is told of the same at so many times the size. What lies within what is
    /// not always known.
    fn is_as(&self, other: &Self, times: f64) -> bool {
        let may_be = |(a, b): (&Option<bool>, &Option<bool>)| a.is_none() || b.is_none() || a == b;
        let is_near = match (self.distance, other.distance) {
            (Some([own, slack]), Some([found, more])) => {
                // Both sums are rounded.
                (own * times - found).abs() <= (slack * times + more) * (1.0 + 1e-9)
            }
            (own, found) => own.is_none() && found.is_none(),
        };
        self.meeting == other.meeting
            && self.triangles == other.triangles
            && self.inside.iter().zip(&other.inside).all(may_be)
            && is_near
    }
}

/// What is told of all objects of a world: of every two of them, the first one first, and of each
/// with every hull.
#[derive(Debug)]
struct Answers {
    pairs: Vec<Told>,
    with_hulls: Vec<Meeting>,
}

impl Answers {
    /// The objects enter the world in their order, or the other way round.
    fn of(options: &MeshWorldOptions, all: &Case, is_reversed: bool) -> Self {
        let (mut world, Case { objects, hulls }) = (MeshWorld::new(*options), all);
        let mut order: Vec<usize> = (0..objects.len()).collect();
        if is_reversed {
            order.reverse();
        }
        let mut numbers = vec![0; objects.len()];
        for at in order {
            let Object { mesh, pose, is_solid, .. } = &objects[at];
            let id = world.insert_mesh(mesh.clone());
            let told =
                if *is_solid { world.insert_solid(id, *pose) } else { world.insert(id, *pose) };
            numbers[at] = told.expect("small numbers, and solids that are closed");
        }
        let found = world.collide().expect("no budget ends it");
        let mut pairs = Vec::new();
        for (i, a) in objects.iter().enumerate() {
            for (j, b) in objects.iter().enumerate().skip(i + 1) {
                let both = [numbers[i], numbers[j]];
                let told = match is_reversed {
                    true => Told::of(&mut world, [both[1], both[0]], [b, a]).swapped(),
                    false => Told::of(&mut world, both, [a, b]),
                };
                let pair = Pair::new(both[0].min(both[1]), both[0].max(both[1]));
                let is_listed = found.iter().any(|contact| contact.pair == pair);
                assert_eq!(is_listed, told.meeting != Meeting::Nowhere, "{told:?}: {all:?}");
                pairs.push(told);
            }
        }
        let set = Hulls.shapes(hulls);
        let with = |&object: &u32| (0..hulls.len() as u32).map(move |hull| Pair::new(object, hull));
        let asked: Vec<Pair> = numbers.iter().flat_map(with).collect();
        let found = world.verdicts_with(&set, &asked).expect("pairs");
        let meeting = |verdict: &ConvexVerdict| match verdict {
            ConvexVerdict::Separate => Meeting::Nowhere,
            ConvexVerdict::Meeting { .. } => Meeting::Surfaces,
            ConvexVerdict::Enclosed => Meeting::Within,
            other => panic!("{other:?} without a budget"),
        };
        Self { pairs, with_hulls: found.iter().map(meeting).collect() }
    }

    fn is_as(&self, other: &Self, times: f64) -> bool {
        self.pairs.len() == other.pairs.len()
            && self.pairs.iter().zip(&other.pairs).all(|(a, b)| a.is_as(b, times))
            && self.with_hulls == other.with_hulls
    }
}

/// Objects, and hulls beside them.
#[derive(Debug)]
struct Case {
    objects: Vec<Object>,
    hulls: Vec<Body<3>>,
}

impl Case {
    fn mapped(&self, rng: &mut Rng, map: &Map<3>) -> Option<Self> {
        let objects = self.objects.iter().map(|object| object.mapped(map, rng.bool()));
        let objects = objects.collect::<Option<_>>()?;
        let hulls = self.hulls.iter().map(|hull| hull.mapped(map)).collect::<Option<_>>()?;
        Some(Self { objects, hulls })
    }
}

#[test]
fn what_changes_no_verdict_of_meshes() {
    driver::run("symmetries-of-meshes", |rng| {
        let options = MeshWorldOptions { coherence: rng.bool(), ..MeshWorldOptions::default() };
        let objects: Vec<Object> = (0..rng.usize(2..4)).map(|_| Object::draw(rng)).collect();
        let hulls: Vec<Body<3>> = (0..2).map(|_| hulls::small(rng)).collect();
        let case = Case { objects, hulls };
        let told = Answers::of(&options, &case, false);
        let found = Answers::of(&options, &case, true);
        assert!(told.is_as(&found, 1.0), "swapped: {told:?} {found:?}: {case:?}");
        let objects = case.objects.iter().map(|object| object.reordered(rng)).collect();
        let reordered = Case { objects, hulls: case.hulls.clone() };
        let found = Answers::of(&options, &reordered, false);
        assert!(told.is_as(&found, 1.0), "in another order: {told:?} {found:?}: {case:?}");
        for map in Map::at_rest(rng) {
            let Some(images) = case.mapped(rng, &map) else { continue };
            let found = Answers::of(&options, &images, false);
            let times = if let Map::Power(power) = map { 2.0_f64.powi(power) } else { 1.0 };
            let is_same = told.is_as(&found, times);
            assert!(is_same, "{map:?}: {told:?} {found:?}: {case:?} {images:?}");
        }
    });
}
