//! Meshes of any bits, in poses of any bits and at any scale, against convex shapes and against
//! each other, by every triangle as a hull of three points.

use crate::bits::Numbers;
use crate::common::hull::{distance::square, oracle::verdict};
use crate::common::mesh::distance::fault;
use crate::driver;
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::{DVec3, Quat, Vec3};
use motzkin::tree::spheres::{
    ConvexVerdict, CpuOccupancyTest, MeshDistance, MeshVerdict, MeshWorld, MeshWorldOptions,
};
use motzkin::{Pair, PolytopeSet, Pose, TriangleMesh};
use std::fmt::Debug;

/// So many points at most, those that are not finite left out.
fn points(rng: &mut Rng, numbers: Numbers, most: usize) -> Vec<Vec3> {
    let count = rng.usize(..=most);
    let mut point = || numbers.point(rng);
    let mut drawn: Vec<Vec3> = (0..count).map(|_| point()).collect();
    drawn.retain(|point| point.is_finite());
    drawn
}

/// So many points, each of which has coordinates of the one before, or some that are next to them.
fn walk(rng: &mut Rng, numbers: Numbers, count: usize) -> Vec<Vec3> {
    let (is_fine, mut at) = (rng.u32(..3) == 0, Vec3::ZERO);
    let mut step = || {
        for axis in 0..3 {
            let known = at[axis];
            let next = match rng.u32(..6) {
                0..3 => known,
                3 if is_fine => known.next_up(),
                4 if is_fine => known * (0.5 + rng.f32()),
                _ => numbers.number(rng),
            };
            at[axis] = if next.is_finite() { next } else { known };
        }
        at
    };
    (0..count).map(|_| step()).collect()
}

/// So many triangles at most, points and segments among them. More than four are five at least,
/// and mostly share corners with the one before: then a tree has more than a leaf.
fn mesh(rng: &mut Rng, numbers: Numbers, most: usize, scale: f32) -> TriangleMesh {
    let are_many = most > 4;
    let corners = if are_many { walk(rng, numbers, most) } else { points(rng, numbers, 6) };
    let mut vertices: Vec<[f32; 3]> = corners.iter().map(|&p| (p / scale).to_array()).collect();
    vertices.retain(|vertex| Vec3::from(*vertex).is_finite());
    let there = vertices.len();
    let count = match there {
        0 => 0,
        _ if are_many => rng.usize(5..=most),
        _ => rng.usize(..=most),
    };
    let mut triangle = |i: usize| {
        let corners = match rng.u32(..8) {
            1.. if are_many => [i, i + 1, i + 2],
            _ => [0; 3].map(|_| rng.usize(..there)),
        };
        corners.map(|corner| (corner % there) as u32)
    };
    let triangles = (0..count).map(&mut triangle).collect();
    TriangleMesh::new(vertices, triangles).expect("finite vertices, and indices that exist")
}

/// Where a mesh stands.
#[derive(Clone, Copy, Debug)]
struct Stand {
    turn: Quat,
    way: Vec3,
    scale: f32,
}

impl Stand {
    /// The least scale. The greatest is as far above 1.
    const LEAST: f32 = 1.0 / (1_u128 << 96) as f32;

    fn draw(rng: &mut Rng, numbers: Numbers) -> Self {
        let turns =
            [Quat::IDENTITY, Quat::from_xyzw(0.0, 1.0, 0.0, 1.0), Quat::from_rotation_x(1.0)];
        let way = Vec3::from([0; 3].map(|_| if rng.bool() { numbers.number(rng) } else { 0.0 }));
        let way = if way.is_finite() { way } else { Vec3::ZERO };
        let scale = match rng.u32(..6) {
            0 => 2.0_f32.powi(rng.i32(-96..=96)),
            1 => 0.3 + rng.f32(),
            2 => numbers.number(rng).abs(),
            _ => 1.0,
        };
        let is_scale = (Self::LEAST..=Self::LEAST.recip()).contains(&scale);
        Self { turn: turns[rng.usize(..3)], way, scale: if is_scale { scale } else { 1.0 } }
    }

    /// Elsewhere, as little further or smaller as can be, or there.
    fn moved(self, rng: &mut Rng, numbers: Numbers) -> Self {
        let Self { turn, way, scale } = self;
        match rng.u32(..4) {
            0 => Self::draw(rng, numbers),
            1 => Self { turn, way: way.with_x(way.x.next_up().min(f32::MAX)), scale },
            2 => Self { turn, way, scale: scale.next_down().max(Self::LEAST) },
            _ => self,
        }
    }

    fn pose(&self) -> Pose {
        let pose = Pose::new(self.turn, self.way).expect("a pose");
        pose.scaled(self.scale).expect("a scale")
    }
}

/// A mesh, and where it stands.
#[derive(Debug)]
struct Placed {
    object: u32,
    mesh: TriangleMesh,
    stand: Stand,
    triangles: Vec<Vec<Vec3>>,
}

/// The triangles where they stand. A world takes them there if they are within the range of `f32`.
fn placed(mesh: &TriangleMesh, pose: &Pose, is_taken: bool) -> Vec<Vec<Vec3>> {
    let place = |vertex| Vec3::from(pose.place(vertex));
    let triangles: Vec<Vec<Vec3>> =
        (0..mesh.len() as u32).map(|i| mesh.corners(i).map(place).to_vec()).collect();
    let is_finite = triangles.iter().flatten().all(|corner| corner.is_finite());
    // What a pose multiplies and adds may be larger than the sum, and vertices of no triangle
    // count, too.
    let numbers = mesh.vertices().as_flattened().iter().map(|&x| f64::from(x) * pose.scale());
    let mut all = numbers.chain(pose.rows().map(|row| row[3]));
    let is_small = all.all(|x| x.abs() < f64::from(f32::MAX) / 16.0);
    assert!(if is_taken { is_finite } else { !is_small }, "{mesh:?} {pose:?}");
    triangles
}

/// The ends of the box of a part.
fn ends(part: &[Vec3]) -> [DVec3; 2] {
    let points = || part.iter().map(|point| point.as_dvec3());
    [points().fold(DVec3::INFINITY, DVec3::min), points().fold(DVec3::NEG_INFINITY, DVec3::max)]
}

/// The distance of two boxes: above zero wherever they are apart.
fn gap([low, high]: [DVec3; 2], [from, to]: [DVec3; 2]) -> f64 {
    (from - high).max(low - to).max(DVec3::ZERO).length()
}

/// The least square of a distance of a part of each, where both have one. Parts whose boxes are
/// further apart than others are not asked for.
pub fn least(a: &[Vec<Vec3>], b: &[Vec<Vec3>]) -> Option<RBig> {
    let mut set = PolytopeSet::new();
    let mut push = |parts: &[Vec<Vec3>]| -> Vec<(u32, [DVec3; 2])> {
        parts.iter().map(|part| (set.push(part).expect("finite points"), ends(part))).collect()
    };
    let (a, b) = (push(a), push(b));
    let of_one = |&(p, own): &(u32, [DVec3; 2])| {
        b.iter().map(move |&(q, other)| (gap(own, other), Pair::new(p, q)))
    };
    let mut pairs: Vec<(f64, Pair)> = a.iter().flat_map(of_one).collect();
    pairs.sort_by(|x, y| x.0.total_cmp(&y.0));
    let near = pairs.partition_point(|&(gap, _)| gap == 0.0);
    if pairs[..near].iter().any(|&(_, pair)| verdict(&set, pair).meets()) {
        return Some(RBig::ZERO);
    }
    let (mut best, mut reach) = (None::<RBig>, f64::INFINITY);
    for (gap, pair) in pairs {
        if gap > reach {
            break;
        }
        let found = square(&set, pair);
        if best.as_ref().is_none_or(|best| found < *best) {
            // Far more than is rounded.
            reach = found.to_f64().value().sqrt() * 1.000_001;
            best = Some(found);
        }
    }
    best
}

#[test]
fn any_triangles() {
    driver::run("meshes", |rng| {
        let numbers = Numbers::draw(rng);
        let options = MeshWorldOptions { coherence: rng.bool(), ..MeshWorldOptions::default() };
        let (mut world, is_tested) = (MeshWorld::new(options), rng.u32(..4) == 0);
        world.set_occupancy_test(is_tested.then(|| Box::new(CpuOccupancyTest::default()) as _));
        // All triangles of two large meshes would take the oracle too long.
        let (sizes, count) = [([4; 3], 3), ([12; 3], 2), ([60, 4, 4], 1)][rng.usize(..3)];
        let mut objects: Vec<Placed> = Vec::new();
        for most in sizes {
            let stand = Stand::draw(rng, numbers);
            let scale = if rng.bool() { stand.scale } else { 1.0 };
            let mesh = mesh(rng, numbers, most, scale);
            let id = world.insert_mesh(mesh.clone());
            let told = world.insert(id, stand.pose()).ok();
            let triangles = placed(&mesh, &stand.pose(), told.is_some());
            objects.extend(told.map(|object| Placed { object, mesh, stand, triangles }));
        }
        let mut set = PolytopeSet::new();
        let shapes: Vec<Vec<Vec3>> = (0..count).map(|_| points(rng, numbers, 5)).collect();
        for shape in &shapes {
            set.push(shape).expect("finite points");
        }
        for _ in 0..rng.u32(1..3) {
            with_shapes(&mut world, &objects, &set, &shapes);
            with_each_other(rng, &mut world, &objects);
            for Placed { object, mesh, stand, triangles } in &mut objects {
                let next = stand.moved(rng, numbers);
                let is_taken = world.set_pose(*object, next.pose()).is_ok();
                let there = placed(mesh, &next.pose(), is_taken);
                if is_taken {
                    (*stand, *triangles) = (next, there);
                }
            }
        }
    });
}

fn with_shapes(world: &mut MeshWorld, objects: &[Placed], set: &PolytopeSet, shapes: &[Vec<Vec3>]) {
    for Placed { object, triangles, .. } in objects {
        for (index, shape) in (0..).zip(shapes) {
            // An empty shape has no part.
            let parts: &[Vec<Vec3>] =
                if shape.is_empty() { &[] } else { std::slice::from_ref(shape) };
            let told = world.verdicts_with(set, &[Pair::new(*object, index)]).expect("a pair");
            let meeting = match told[0] {
                ConvexVerdict::Separate => None,
                ConvexVerdict::Meeting { triangle } => Some([triangle, 0]),
                other => panic!("{other:?} of a surface"),
            };
            let distance = world.distance_to(*object, set, index).expect("a pair");
            hold([triangles, parts], meeting, distance, |triangle| [triangle, 0]);
        }
    }
}

fn with_each_other(rng: &mut Rng, world: &mut MeshWorld, objects: &[Placed]) {
    let mut met = Vec::new();
    for (i, own) in objects.iter().enumerate() {
        for other in &objects[..i] {
            let [a, b] = if rng.bool() { [own, other] } else { [other, own] };
            let meeting = match world.verdict(a.object, b.object).expect("a pair") {
                MeshVerdict::Separate => None,
                MeshVerdict::Meeting { triangles } => Some(triangles),
                other => panic!("{other:?} of surfaces"),
            };
            let distance = world.distance(a.object, b.object).expect("a pair");
            hold([&a.triangles, &b.triangles], meeting, distance, |triangles| triangles);
            met.extend(meeting.map(|_| Pair::new(other.object, own.object)));
        }
    }
    met.sort_unstable();
    let contacts = world.collide().expect("no budget ends it");
    let found: Vec<Pair> = contacts.iter().map(|contact| contact.pair).collect();
    assert_eq!(found, met, "{objects:?}");
}

/// Holds what a world tells of two shapes to what their parts give: which of them meet, and how far
/// the nearest ones are apart.
fn hold<T: Copy + Debug>(
    [a, b]: [&[Vec<Vec3>]; 2],
    meeting: Option<[u32; 2]>,
    told: Option<MeshDistance<T>>,
    named: impl Fn(T) -> [u32; 2],
) {
    let square = least(a, b);
    let of_parts = |parts: [u32; 2]| {
        let [p, q] = parts.map(|part| part as usize);
        least(&a[p..=p], &b[q..=q]).expect("a part of each")
    };
    let is_zero = square == Some(RBig::ZERO);
    assert_eq!(meeting.is_some(), is_zero, "{a:?} {b:?}");
    let do_meet = meeting.is_none_or(|parts| of_parts(parts) == RBig::ZERO);
    assert!(do_meet, "{meeting:?}: {a:?} {b:?}");
    assert_eq!(told.is_some(), square.is_some() && !is_zero, "{a:?} {b:?}");
    if let (Some(told), Some(square)) = (told, square) {
        // The parts that are named come as close, but for what the distance is off.
        for square in [square, of_parts(named(told.triangles))] {
            assert_eq!(fault(&told, &square), None, "{a:?} {b:?}");
        }
        let parts = named(told.triangles).map(|part| part as usize);
        for (point, part) in told.points.into_iter().zip([&a[parts[0]], &b[parts[1]]]) {
            let [low, high] = ends(part);
            let spare = 4e-15 * low.abs().max(high.abs()).max_element();
            assert!(gap([point; 2], [low, high]) <= spare, "{point}: {part:?}");
        }
    }
}
