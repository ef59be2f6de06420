//! Worlds of surfaces and solids under random operations, against all triangles by all and rays
//! past all of them.

use crate::common::mesh::{distance::fault, oracle, regions::regions, within::winding};
use crate::common::scales::draw_scale;
use crate::driver;
use crate::meshes::least;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::spheres::{
    CpuOccupancyTest, MeshId, MeshVerdict, MeshWorld, MeshWorldError, MeshWorldOptions,
};
use motzkin::{Pair, Pose, TriangleMesh};
use motzkin_core::exact::triangles::{Triangle, meet};
use motzkin_lab::workload::meshes;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A few triangles of small whole numbers, degenerate ones among them.
pub fn surface(rng: &mut Rng) -> TriangleMesh {
    let mut vertex = || [0; 3].map(|_| rng.i32(-2..=2) as f32);
    let vertices: Vec<[f32; 3]> = (0..8).map(|_| vertex()).collect();
    let triangles = (0..rng.usize(..10)).map(|_| [0; 3].map(|_| rng.u32(..8))).collect();
    TriangleMesh::new(vertices, triangles).expect("finite vertices, and indices that exist")
}

/// A cube about the origin, most often with a hollow.
fn hollow(rng: &mut Rng) -> Vec<Triangle> {
    let cube = |size: f32| {
        let cube = meshes::cuboid([-size; 3], [size; 3]);
        (0..cube.len() as u32).map(|i| cube.corners(i)).collect()
    };
    let (mut whole, mut within): (Vec<Triangle>, Vec<Triangle>) = (cube(4.0), cube(1.0));
    within.iter_mut().for_each(|corners| corners.swap(0, 1));
    if rng.u32(..4) > 0 {
        whole.extend(within);
    }
    whole
}

/// Boxes and tetrahedra of whole numbers, beside each other, across or within, of which some are
/// flat or inside out; or a surface of many triangles that is closed.
pub fn solid(rng: &mut Rng) -> TriangleMesh {
    let mut soup: Vec<Triangle> = Vec::new();
    match rng.u32(..10) {
        0 => return meshes::torus(12, 6, 1.0, 0.35),
        1 => return meshes::torus(8, 5, 3.0, 1.0),
        2 => return meshes::blob(8, 6, 1.0, 0.5, 7),
        3 | 4 => return TriangleMesh::from_soup(&hollow(rng)).expect("finite corners"),
        _ => {}
    }
    for _ in 0..=rng.u32(..6) / 3 {
        let mut whole = |reach: i32| [0; 3].map(|_| rng.i32(-reach..=reach) as f32);
        let (p, [a, b, c]) = (whole(2), [whole(3), whole(3), whole(3)]);
        let size = [1.0, 2.0, 8.0][rng.usize(..3)];
        let mut part: Vec<Triangle> = match rng.bool() {
            true => {
                let cube = meshes::cuboid(p, p.map(|x| x + size));
                (0..cube.len() as u32).map(|i| cube.corners(i)).collect()
            }
            false => vec![[p, b, a], [p, a, c], [p, c, b], [a, b, c]],
        };
        if rng.u32(..3) == 0 {
            part.iter_mut().for_each(|corners| corners.swap(0, 1));
        }
        soup.extend(part);
    }
    TriangleMesh::from_soup(&soup).expect("finite corners")
}

/// A mesh, and where it stands.
#[derive(Clone, Debug)]
struct Placed {
    mesh: Arc<TriangleMesh>,
    is_solid: bool,
    place: Vec3,
    turn: Quat,
    scale: f32,
}

impl Placed {
    fn draw(rng: &mut Rng, mesh: Arc<TriangleMesh>, is_solid: bool) -> Self {
        let place = Vec3::from([0; 3].map(|_| rng.i32(-3..=3) as f32));
        let turns =
            [Quat::IDENTITY, Quat::from_xyzw(0.5, 0.5, 0.5, 0.5), Quat::from_rotation_x(1.0)];
        let scale = match rng.u32(..8) {
            0 => 4.0,
            1 => 2.0_f32.powi(rng.i32(-20..=0)),
            _ => draw_scale(rng),
        };
        if rng.u32(..4) == 0 {
            // One within the other, or in its hollow.
            let scale = [1.0, 0.5, 0.375, 0.125][rng.usize(..4)];
            return Self { mesh, is_solid, place: Vec3::ZERO, turn: turns[0], scale };
        }
        Self { mesh, is_solid, place, turn: turns[rng.usize(..3)], scale }
    }

    /// Elsewhere, or a little further, turned or grown, so that what was found before may be of
    /// use.
    fn moved(&mut self, rng: &mut Rng) {
        let mut little = |most: f32| (rng.f32() - 0.5) * most;
        let (way, angle, growth) = ([0; 3].map(|_| little(0.4)), little(0.2), little(0.1));
        match rng.u32(..9) {
            0 => *self = Self::draw(rng, self.mesh.clone(), self.is_solid),
            1..5 => self.place += Vec3::from(way),
            5 => self.turn = Quat::from_rotation_y(angle) * self.turn,
            6 => self.scale *= 1.0 + growth,
            _ => {}
        }
    }

    fn pose(&self) -> Pose {
        let pose = Pose::new(self.turn, self.place).expect("a pose");
        pose.scaled(self.scale).expect("a scale")
    }
}

/// The ends of a box.
type Ends = [Vec3; 2];

fn ends(corners: impl Iterator<Item = Vec3> + Clone) -> Ends {
    [corners.clone().fold(Vec3::INFINITY, Vec3::min), corners.fold(Vec3::NEG_INFINITY, Vec3::max)]
}

fn overlap([low, high]: &Ends, [from, to]: &Ends) -> bool {
    low.cmple(*to).all() && from.cmple(*high).all()
}

/// An object where it stands.
struct Standing<'a> {
    placed: &'a Placed,
    triangles: Vec<Triangle>,
    /// The boxes of the triangles.
    boxes: Vec<Ends>,
    whole: Ends,
}

impl<'a> Standing<'a> {
    fn new(placed: &'a Placed) -> Self {
        let (mesh, pose) = (&placed.mesh, placed.pose());
        let triangles: Vec<Triangle> = (0..mesh.len() as u32)
            .map(|i| mesh.corners(i).map(|corner| pose.place(corner)))
            .collect();
        let of_one = |triangle: &Triangle| ends(triangle.iter().copied().map(Vec3::from));
        let boxes: Vec<Ends> = triangles.iter().map(of_one).collect();
        let whole = ends(boxes.iter().flatten().copied());
        Self { placed, triangles, boxes, whole }
    }

    /// The pairs of triangles that meet, one of each object.
    fn meeting(&self, other: &Self, rng: &mut Rng) -> Vec<[u32; 2]> {
        let mut near = Vec::new();
        for (p, own) in (0..).zip(&self.boxes).filter(|(_, own)| overlap(own, &other.whole)) {
            let others = (0..).zip(&other.boxes).filter(|(_, other)| overlap(own, other));
            near.extend(others.map(|(q, _)| [p, q]));
        }
        // The oracle takes a hundred times as long; other tests hold the function to it.
        let by_oracle = (1..=16).contains(&near.len()) && rng.u32(..64) == 0;
        let do_meet: fn(&Triangle, &Triangle) -> bool = if by_oracle { oracle::meet } else { meet };
        near.retain(|&[p, q]: &[u32; 2]| {
            do_meet(&self.triangles[p as usize], &other.triangles[q as usize])
        });
        near
    }

    /// The corners of each triangle.
    fn parts(&self) -> Vec<Vec<Vec3>> {
        self.triangles.iter().map(|corners| corners.map(Vec3::from).to_vec()).collect()
    }

    fn winding(&self, point: [f32; 3]) -> Option<i64> {
        match overlap(&[point.into(); 2], &self.whole) {
            true => winding(point, &self.triangles),
            false => Some(0),
        }
    }

    /// Whether a triangle of another object lies within. It does not meet the surface.
    fn holds(&self, triangle: &Triangle) -> bool {
        self.placed.is_solid && self.winding(triangle[0]).is_some_and(|number| number != 0)
    }

    fn holds_any(&self, other: &Self) -> bool {
        other.triangles.iter().any(|triangle| self.holds(triangle))
    }
}

/// What may be told of whether an object lies within another one.
fn may_be_told(inner: &Standing, outer: &Standing, do_meet: bool) -> &'static [Option<bool>] {
    if do_meet {
        let mut corners = inner.triangles.as_flattened().iter();
        let is_outside = |&corner: &[f32; 3]| outer.winding(corner) == Some(0);
        return match !outer.placed.is_solid || corners.any(is_outside) {
            true => &[Some(false)],
            false => &[None],
        };
    }
    match () {
        () if !inner.triangles.iter().all(|part| outer.holds(part)) => &[Some(false)],
        // A part may bound a hollow, which is not always found.
        () if inner.holds_any(outer) => &[Some(false), None],
        () => &[Some(true)],
    }
}

/// Two objects, and what is true of them.
struct Both<'a> {
    objects: [&'a Standing<'a>; 2],
    /// The triangles that meet, in ascending order.
    meeting: Vec<[u32; 2]>,
    do_meet: bool,
}

impl<'a> Both<'a> {
    fn new(a: &'a Standing<'a>, b: &'a Standing<'a>, rng: &mut Rng) -> Self {
        let meeting = a.meeting(b, rng);
        let do_meet = !meeting.is_empty() || a.holds_any(b) || b.holds_any(a);
        Self { objects: [a, b], meeting, do_meet }
    }

    fn swapped(&self) -> Self {
        let [a, b] = self.objects;
        let mut meeting: Vec<[u32; 2]> = self.meeting.iter().map(|&[p, q]| [q, p]).collect();
        meeting.sort_unstable();
        Self { objects: [b, a], meeting, do_meet: self.do_meet }
    }

    /// Whether a verdict is one of those that are true.
    fn allows(&self, verdict: MeshVerdict) -> bool {
        let [a, b] = self.objects;
        match verdict {
            MeshVerdict::Separate => !self.do_meet,
            MeshVerdict::Meeting { triangles } => self.meeting.contains(&triangles),
            MeshVerdict::Enclosed { of_second, triangle } => {
                let (inner, outer) = if of_second { (b, a) } else { (a, b) };
                self.meeting.is_empty() && outer.holds(&inner.triangles[triangle as usize])
            }
            MeshVerdict::Maybe { .. } => false,
        }
    }

    /// Holds what a world tells of the two beside their verdict to what is true.
    fn hold(&self, world: &mut MeshWorld, [a, b]: [u32; 2], options: &MeshWorldOptions) {
        let [one, other] = self.objects;
        let who = || format!("{a} {b}: {:?} {:?}", one.placed, other.placed);
        let verdict = world.verdict(a, b).expect("a pair");
        assert!(self.allows(verdict), "{verdict:?}: {}", who());
        let count = self.meeting.len();
        let most = options.max_triangle_pairs;
        match world.meeting_triangles(a, b) {
            Ok(told) => assert!(count <= most && told == self.meeting, "{told:?}: {}", who()),
            Err(error) => assert!(count > most && is_of_number(&error, [a, b], most), "{error}"),
        }
        let told = world.inside(a, b).expect("a pair");
        for (told, [inner, outer]) in told.into_iter().zip([[one, other], [other, one]]) {
            let allowed = may_be_told(inner, outer, !self.meeting.is_empty());
            assert!(allowed.contains(&told), "{told:?}, not {allowed:?}: {}", who());
        }
        let told = world.distance(a, b).expect("a pair");
        let are_there = [one, other].iter().all(|object| !object.triangles.is_empty());
        assert_eq!(told.is_some(), are_there && !self.do_meet, "{}", who());
        if let Some(told) = told
            && one.triangles.len() * other.triangles.len() < 400
        {
            let [p, q] = [one, other].map(Standing::parts);
            let square = least(&p, &q).expect("triangles");
            assert_eq!(fault(&told, &square), None, "{}", who());
        }
        // All pairs of pairs are looked at.
        if self.meeting.len() > 200 {
            return;
        }
        let most = options.max_region_pairs;
        let found = match world.contact_regions(a, b) {
            Ok(found) => found,
            Err(error) => {
                assert!(count > most && is_of_number(&error, [a, b], most), "{error}");
                return;
            }
        };
        assert!(count <= most, "{}", who());
        let told: Vec<_> = found.iter().map(|region| region.triangles.clone()).collect();
        let expected = regions([&one.placed.mesh, &other.placed.mesh], self.meeting.clone());
        assert_eq!(told, expected, "{}", who());
        let are_solid = one.placed.is_solid && other.placed.is_solid;
        for region in &found {
            let normal = region.normal;
            let (point, slack) = (region.point.as_vec3(), Vec3::splat(1e-4));
            let is_by = |[low, high]: Ends| overlap(&[point; 2], &[low - slack, high + slack]);
            let is_sound = is_by(one.whole)
                && is_by(other.whole)
                && normal.is_none_or(|normal| (normal.length() - 1.0).abs() < 1e-9)
                && region.depth.is_none_or(f64::is_finite)
                && region.depth.is_some() == (are_solid && normal.is_some());
            assert!(is_sound, "{region:?}: {}", who());
        }
    }
}

/// Meshes of a world, and whether they are closed.
type Meshes = Vec<(MeshId, Arc<TriangleMesh>, bool)>;

/// Adds an object of a new mesh, or of one that others have, too.
fn add(rng: &mut Rng, world: &mut MeshWorld, meshes: &mut Meshes) -> (u32, Placed) {
    if meshes.is_empty() || rng.u32(..3) > 0 {
        let is_closed = rng.u32(..3) > 0;
        let mesh = Arc::new(if is_closed { solid(rng) } else { surface(rng) });
        meshes.push((world.insert_mesh(mesh.clone()), mesh, is_closed));
    }
    let (id, mesh, is_closed) = &meshes[rng.usize(..meshes.len())];
    let is_solid = *is_closed && rng.u32(..4) > 0;
    let placed = Placed::draw(rng, mesh.clone(), is_solid);
    let object = match placed.is_solid {
        true => world.insert_solid(*id, placed.pose()),
        false => world.insert(*id, placed.pose()),
    };
    (object.expect("a mesh"), placed)
}

#[test]
fn mesh_worlds() {
    driver::run("mesh-worlds", |rng| {
        let plain = MeshWorldOptions::default();
        let options = match rng.u32(..5) {
            0 => MeshWorldOptions { coherence: false, ..plain },
            1 => MeshWorldOptions { memory: 0, age: 1, ..plain },
            2 => MeshWorldOptions { age: 4, ..plain },
            _ => plain,
        };
        let few = [0, 1, 2, 8][rng.usize(..4)];
        let options = match rng.u32(..16) {
            0 => MeshWorldOptions { max_triangle_pairs: few, ..options },
            1 => MeshWorldOptions { max_region_pairs: few, ..options },
            _ => options,
        };
        let (mut world, is_tested) = (MeshWorld::new(options), rng.u32(..4) == 0);
        world.set_occupancy_test(is_tested.then(|| Box::new(CpuOccupancyTest::default()) as _));
        let (mut meshes, mut objects) = (Meshes::new(), BTreeMap::<u32, Placed>::new());
        for _ in 0..20 {
            match rng.u32(..8) {
                0 if !objects.is_empty() => {
                    let object = *objects.keys().nth(rng.usize(..objects.len())).expect("some");
                    world.remove(object).expect("an object");
                    objects.remove(&object);
                    assert!(world.pose(object).is_none() && world.remove(object).is_err());
                }
                1 | 2 if objects.len() < 5 => {
                    let (object, placed) = add(rng, &mut world, &mut meshes);
                    assert!(objects.insert(object, placed).is_none(), "{object} twice");
                }
                _ => {
                    for (object, placed) in &mut objects {
                        placed.moved(rng);
                        world.set_pose(*object, placed.pose()).expect("an object");
                    }
                }
            }
            step(rng, &mut world, &objects, &options);
        }
    });
}

/// Whether an error is about the number of pairs of triangles.
fn is_of_number(error: &MeshWorldError, objects: [u32; 2], bound: usize) -> bool {
    matches!(error, MeshWorldError::TooManyTrianglePairs { a, b, most }
        if [*a, *b] == objects && *most == bound)
}

/// Takes a step of all objects, or of some pairs, and holds what it finds to what is true.
fn step(
    rng: &mut Rng,
    world: &mut MeshWorld,
    objects: &BTreeMap<u32, Placed>,
    options: &MeshWorldOptions,
) {
    let standing: Vec<(u32, Standing)> =
        objects.iter().map(|(&object, placed)| (object, Standing::new(placed))).collect();
    let mut truth: BTreeMap<[u32; 2], Both> = BTreeMap::new();
    for (number, (a, one)) in standing.iter().enumerate() {
        for (b, other) in &standing[number + 1..] {
            let both = Both::new(one, other, rng);
            truth.insert([*b, *a], both.swapped());
            truth.insert([*a, *b], both);
        }
    }
    let all: Vec<[u32; 2]> = truth.keys().copied().collect();
    let (asked, found): (Vec<[u32; 2]>, _) = if all.is_empty() || rng.bool() {
        (all.iter().copied().filter(|[a, b]| a < b).collect(), world.collide())
    } else {
        // Some are listed twice, and some the other way round.
        let asked: Vec<_> = (0..rng.usize(..8)).map(|_| all[rng.usize(..all.len())]).collect();
        let pairs: Vec<Pair> = asked.iter().map(|&[a, b]| Pair::new(a, b)).collect();
        (asked, world.collide_pairs(&pairs))
    };
    let found = found.expect("no budget ends it");
    let met: Vec<[u32; 2]> = found.iter().map(|contact| [contact.pair.a, contact.pair.b]).collect();
    let expected: Vec<[u32; 2]> = asked.into_iter().filter(|pair| truth[pair].do_meet).collect();
    assert_eq!(met, expected, "{objects:?}");
    for (pair, contact) in met.iter().zip(&found) {
        assert!(truth[pair].allows(contact.verdict), "{contact:?}: {objects:?}");
    }
    if !all.is_empty() {
        let pair = all[rng.usize(..all.len())];
        truth[&pair].hold(world, pair, options);
    }
}
