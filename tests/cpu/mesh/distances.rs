//! Distances of meshes against every pair of triangles, in whole numbers where it matters.

use crate::common::hull::distance::square_of_any;
use crate::common::mesh::distance::fault;
use crate::common::seed::{rng, seed};
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::{DVec3, Quat, Vec3};
use motzkin::tree::spheres::{MeshWorld, MeshWorldError, QueryBudget};
use motzkin::{Frame3, Pair, PolytopeSet, Pose, TriangleMesh};
use motzkin_lab::workload::meshes;

fn made() -> Vec<TriangleMesh> {
    let needles = [[0, 1, 1], [2, 2, 2], [0, 2, 3]];
    let points = vec![[0.0; 3], [0.5, 0.1, 0.0], [-0.3, 0.2, 0.7], [0.500_000_1, 0.1, 0.0]];
    vec![
        meshes::torus(12, 6, 1.0, 0.3),
        meshes::blob(8, 6, 1.0, 0.5, 7),
        meshes::plate(5, 2.0),
        meshes::needle(2.0, 0.0004),
        meshes::cuboid([-0.6, -0.4, -0.5], [0.6, 0.4, 0.5]),
        TriangleMesh::new(points, needles.to_vec()).expect("points, a segment and a sliver"),
    ]
}

fn pose(rng: &mut Rng, spread: f32) -> Pose {
    let (is_turned, is_whole) = (rng.bool(), rng.bool());
    let mut draw = || rng.f32() * 2.0 - 1.0;
    let turn = match is_turned {
        true => Quat::from_array([draw(), draw(), draw(), draw() + 1.5]),
        false => Quat::IDENTITY,
    };
    let way = Vec3::new(draw(), draw(), draw()) * spread;
    // Faces that lie parallel, so that many triangles are at one distance.
    let way = if is_whole { way.round() } else { way };
    Pose::new(turn, way).expect("a pose")
}

fn placed(mesh: &TriangleMesh, pose: &Pose) -> Vec<[[f32; 3]; 3]> {
    (0..mesh.len() as u32).map(|i| mesh.corners(i).map(|corner| pose.place(corner))).collect()
}

/// The distance of two points of hulls of a few points, from samples of their edges: an upper bound
/// that is not far off.
fn roughly(a: &[DVec3], b: &[DVec3]) -> f64 {
    let samples = |points: &[DVec3]| -> Vec<DVec3> {
        let mut all = vec![points.iter().sum::<DVec3>() / points.len() as f64];
        for (i, p) in points.iter().enumerate() {
            all.extend(points[i..].iter().flat_map(|q| [p.lerp(*q, 0.25), p.lerp(*q, 0.5)]));
            all.push(*p);
        }
        all
    };
    let (a, b) = (samples(a), samples(b));
    let all = a.iter().flat_map(|p| b.iter().map(move |q| p.distance(*q)));
    all.fold(f64::INFINITY, f64::min)
}

/// The square of the distance, and the parts that have it.
fn by_force(a: &[Vec<[f32; 3]>], b: &[Vec<[f32; 3]>]) -> (RBig, Vec<[u32; 2]>) {
    let doubles =
        |points: &Vec<[f32; 3]>| points.iter().map(|&p| Vec3::from(p).as_dvec3()).collect();
    let [of_a, of_b] = [a, b].map(|parts| parts.iter().map(doubles).collect::<Vec<Vec<_>>>());
    let least = of_a.iter().flat_map(|p| of_b.iter().map(move |q| roughly(p, q)));
    let least = least.fold(f64::INFINITY, f64::min);
    let ball = |points: &[DVec3]| {
        let middle = points.iter().sum::<DVec3>() / points.len() as f64;
        (middle, points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max) * 1.000_001)
    };
    let [balls_a, balls_b] =
        [&of_a, &of_b].map(|parts| parts.iter().map(|p| ball(p)).collect::<Vec<_>>());
    let (mut best, mut of_best) = (None, Vec::new());
    for (i, (p, r)) in balls_a.iter().enumerate() {
        for (j, (q, s)) in balls_b.iter().enumerate() {
            if p.distance(*q) - r - s > least {
                continue;
            }
            let mut set = PolytopeSet::new();
            for points in [&a[i], &b[j]] {
                set.push(&points.iter().copied().map(Vec3::from).collect::<Vec<_>>()).unwrap();
            }
            let square = square_of_any(&set, Pair::new(0, 1));
            if best.as_ref().is_none_or(|best| square < *best) {
                best = Some(square.clone());
                of_best.clear();
            }
            if best.as_ref() == Some(&square) {
                of_best.push([i as u32, j as u32]);
            }
        }
    }
    (best.expect("parts of both"), of_best)
}

#[test]
fn meshes_are_as_far_apart_as_their_nearest_triangles() -> Result<(), MeshWorldError> {
    let (made, mut rng) = (made(), rng("distances of meshes"));
    let (mut apart, mut shared, mut met) = (0, 0, 0);
    for round in 0..1000 {
        if round >= 40 && apart > 10 && shared > 2 && met > 2 {
            return Ok(());
        }
        let (i, j) = (rng.usize(0..made.len()), rng.usize(0..made.len()));
        // Far apart, many triangles are nearly as near as the nearest one.
        let spread = if round % 4 == 3 { 20.0 } else { 2.5 };
        let (p, q) = (pose(&mut rng, spread), pose(&mut rng, spread));
        let mut world = MeshWorld::default();
        let (a, b) = (world.insert_mesh(made[i].clone()), world.insert_mesh(made[j].clone()));
        let (a, b) = (world.insert(a, p)?, world.insert(b, q)?);
        // No limit of the verdicts counts.
        world.set_budget(QueryBudget { tests: Some(1), ..QueryBudget::default() });
        let parts = |mesh: &TriangleMesh, pose| -> Vec<Vec<_>> {
            placed(mesh, pose).into_iter().map(|triangle| triangle.to_vec()).collect()
        };
        let (square, nearest) = by_force(&parts(&made[i], &p), &parts(&made[j], &q));
        let who = format!("round {round}, meshes {i} and {j}, seed {}", seed());
        let Some(found) = world.distance(a, b)? else {
            assert_eq!(square, RBig::ZERO, "{who}");
            met += 1;
            continue;
        };
        assert_eq!(fault(&found, &square), None, "{who}");
        apart += 1;
        shared += usize::from(nearest.len() > 1);
        if let [one] = nearest[..] {
            assert_eq!(found.triangles, one, "{who}");
        }
        // Neither what was opened before nor the order of the objects tells.
        assert_eq!(world.distance(a, b)?, Some(found), "{who}");
        let mut other = MeshWorld::default();
        let (c, d) = (other.insert_mesh(made[i].clone()), other.insert_mesh(made[j].clone()));
        let (c, d) = (other.insert(c, pose(&mut rng, 1.5))?, other.insert(d, pose(&mut rng, 1.5))?);
        other.meeting_triangles(c, d)?;
        other.distance(c, d)?;
        other.set_pose(c, p)?;
        other.set_pose(d, q)?;
        assert_eq!(other.distance(c, d)?, Some(found), "{who}");
        let mut turned = world.distance(b, a)?.expect("they are separate");
        turned.points.reverse();
        turned.triangles.reverse();
        turned.axis = -turned.axis;
        assert_eq!(turned, found, "{who}");
    }
    panic!("{apart} apart, {shared} of them at several places, {met} met");
}

#[test]
fn convex_shapes_are_as_far_as_the_nearest_triangle() -> Result<(), MeshWorldError> {
    let (made, mut rng) = (made(), rng("distances of meshes from shapes"));
    let (mut apart, mut met) = (0, 0);
    for round in 0..1000 {
        if round >= 40 && apart > 10 && met > 2 {
            return Ok(());
        }
        let mesh = &made[rng.usize(0..made.len())];
        let at = pose(&mut rng, 2.5);
        let mut set = PolytopeSet::new();
        let points: Vec<Vec3> = (0..rng.usize(1..6))
            .map(|_| Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5))
            .collect();
        let shape = match rng.bool() {
            true => set.push(&points).unwrap(),
            false => {
                let cube = Frame3::aligned_box(Vec3::splat(-0.5), Vec3::splat(0.25)).unwrap();
                set.push_frame(&cube).unwrap()
            }
        };
        let mut world = MeshWorld::default();
        let object = world.insert_mesh(mesh.clone());
        let object = world.insert(object, at)?;
        let triangles: Vec<Vec<_>> = placed(mesh, &at).into_iter().map(|t| t.to_vec()).collect();
        // Neither shape is posed: their corners are numbers in `f32`.
        let corners = set.points(shape).map(|p| p.as_vec3().to_array()).collect();
        let (square, nearest) = by_force(&triangles, &[corners]);
        let who = format!("round {round}, seed {}", seed());
        let Some(found) = world.distance_to(object, &set, shape)? else {
            assert_eq!(square, RBig::ZERO, "{who}");
            met += 1;
            continue;
        };
        assert_eq!(fault(&found, &square), None, "{who}");
        apart += 1;
        if let [[one, _]] = nearest[..] {
            assert_eq!(found.triangles, one, "{who}");
        }
        assert_eq!(world.distance_to(object, &set, shape)?, Some(found), "{who}");
    }
    panic!("{apart} apart, {met} met");
}

/// Near and far, tiny and huge, empty and enclosed; and what names nothing.
#[test]
fn extremes_have_a_distance() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let cube = world.insert_mesh(meshes::cuboid([-1.0; 3], [1.0; 3]));
    let nothing = world.insert_mesh(TriangleMesh::new(vec![], vec![]).unwrap());
    let at = |way| Pose::at(way).expect("a place");
    let (a, b) = (world.insert(cube, Pose::IDENTITY)?, world.insert(cube, Pose::IDENTITY)?);
    for (base, shift, truth) in [
        // An ulp apart, far from the origin.
        (Vec3::new(-4e6, 1e3, 7.0), Vec3::X * 2.5, 0.5),
        (Vec3::ZERO, Vec3::X * (2.0 + 2.0_f32.powi(-22)), 2.0_f64.powi(-22)),
        (Vec3::ZERO, Vec3::Y * 3e18, f64::from(3e18_f32) - 2.0),
    ] {
        world.set_pose(a, at(base))?;
        world.set_pose(b, at(base + shift))?;
        let found = world.distance(a, b)?.expect("they are separate");
        // The placed corners are rounded: at 3e18 the cube is a point.
        let truth = if truth > 1e9 { f64::from(shift.y) } else { truth };
        assert!((found.distance - truth).abs() <= found.slack.max(1e-9 * truth), "{found:?}");
    }
    // A surface within a surface is apart from it, and within a solid it is not.
    let small = world.insert_mesh(meshes::cuboid([-0.25; 3], [0.25; 3]));
    world.set_pose(a, Pose::IDENTITY)?;
    let inner = world.insert(small, Pose::IDENTITY)?;
    let solid = world.insert_solid(cube, Pose::IDENTITY)?;
    assert!((world.distance(inner, a)?.expect("surfaces").distance - 0.75).abs() < 1e-9);
    assert_eq!(world.distance(inner, solid)?, None);
    assert_eq!(world.distance(solid, a)?, None);
    let mut set = PolytopeSet::new();
    let held = set.push(&[Vec3::splat(0.5)]).unwrap();
    let hollow = set.push(&[]).unwrap();
    assert!((world.distance_to(a, &set, held)?.expect("it is off").distance - 0.5).abs() < 1e-9);
    assert_eq!(world.distance_to(solid, &set, held)?, None);
    assert_eq!(world.distance_to(a, &set, hollow)?, None);
    let empty = world.insert(nothing, Pose::IDENTITY)?;
    assert_eq!(world.distance(a, empty)?, None);
    assert_eq!(world.distance_to(empty, &set, held)?, None);
    assert!(matches!(world.distance(a, 99), Err(MeshWorldError::NoSuchObject(99))));
    assert!(matches!(world.distance(a, a), Err(MeshWorldError::Itself(_))));
    assert!(matches!(world.distance_to(99, &set, held), Err(MeshWorldError::NoSuchObject(99))));
    assert!(matches!(world.distance_to(a, &set, 7), Err(MeshWorldError::NoSuchPolytope(7))));
    Ok(())
}

/// The errors of `f32` at such a distance are larger than the objects, and yet no more nodes are
/// tested than have to be.
#[test]
fn far_objects_are_searched_where_they_are_nearest() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let ball = world.insert_mesh(meshes::sphere(40, 30, 1.0));
    let near = world.insert(ball, Pose::IDENTITY)?;
    let far = world.insert(ball, Pose::at(Vec3::X * 1e6).expect("a place"))?;
    let before = world.stats().node_tests;
    let found = world.distance(near, far)?.expect("they are separate");
    let tests = world.stats().node_tests - before;
    // Coordinates have a spacing of a sixteenth there.
    assert!((found.distance - (1e6 - 2.0)).abs() <= found.slack + 0.125, "{found:?}");
    assert!(found.slack <= 2e-9 * found.distance, "{found:?}");
    assert!(tests < 20_000, "{tests}");
    Ok(())
}

/// Far apart, off the axes of both, spheres and boxes of nodes say of very many triangles that they
/// may be the nearest.
#[test]
fn far_apart_few_nodes_are_compared() -> Result<(), MeshWorldError> {
    let mesh = meshes::torus(64, 32, 3.0, 1.0);
    let turn = Quat::from_rotation_x(0.3) * Quat::from_rotation_y(0.3);
    let pose = Pose::new(turn, Vec3::new(36.0, 0.0, 48.0)).expect("a pose");
    let mut world = MeshWorld::default();
    let torus = world.insert_mesh(mesh.clone());
    let (a, b) = (world.insert(torus, Pose::IDENTITY)?, world.insert(torus, pose)?);
    let before = world.stats();
    let found = world.distance(a, b)?.expect("they are separate");
    let now = world.stats();
    // What lies between the tori along the axis is a lower bound, which no search has part in.
    let along = |pose: &Pose| -> Vec<f64> {
        let corners = mesh.vertices().iter().map(|&vertex| Vec3::from(pose.place(vertex)));
        corners.map(|corner| found.axis.dot(corner.as_dvec3())).collect()
    };
    let high = along(&Pose::IDENTITY).into_iter().fold(f64::NEG_INFINITY, f64::max);
    let low = along(&pose).into_iter().fold(f64::INFINITY, f64::min);
    assert!((low - high - found.distance).abs() <= found.slack + 1e-9, "{found:?}");
    let tests = now.node_tests - before.node_tests;
    let triangles = now.triangle_tests - before.triangle_tests;
    assert!(tests < 15_000 && triangles < 500, "{tests} and {triangles}");
    // A shape that is in reach of as many.
    let mut set = PolytopeSet::new();
    let gem = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| [axis, -axis]).concat();
    let gem = set.push(&gem).expect("points");
    let gem = set.push_posed(gem, &pose).expect("a shape");
    let before = world.stats().triangle_tests;
    let found = world.distance_to(a, &set, gem)?.expect("they are separate");
    let low = set.points(gem).map(|point| found.axis.dot(point)).fold(f64::INFINITY, f64::min);
    let high = mesh.vertices().iter().map(|&v| found.axis.dot(Vec3::from(v).as_dvec3()));
    let gap = low - high.fold(f64::NEG_INFINITY, f64::max);
    assert!((gap - found.distance).abs() <= found.slack + 1e-9, "{found:?}");
    let triangles = world.stats().triangle_tests - before;
    assert!(triangles < 100, "{triangles}");
    Ok(())
}

/// Where surfaces lie parallel, very many pairs of triangles are equally near. One of the least
/// numbers is told, and few others are looked at.
#[test]
fn of_parallel_surfaces_few_triangles_are_measured() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let plate = world.insert_mesh(meshes::plate(48, 2.0));
    let torus = world.insert_mesh(meshes::torus(64, 32, 3.0, 1.0));
    for (mesh, way) in [(plate, Vec3::Z * 0.5), (torus, Vec3::Z * 2.5)] {
        let above = Pose::at(way).expect("a place");
        let (a, b) = (world.insert(mesh, Pose::IDENTITY)?, world.insert(mesh, above)?);
        let before = world.stats();
        let found = world.distance(a, b)?.expect("they are separate");
        let now = world.stats();
        assert!((found.distance - 0.5).abs() <= found.slack, "{found:?}");
        assert!(found.slack <= 2e-9 * found.distance, "{found:?}");
        let tests = now.node_tests - before.node_tests;
        let triangles = now.triangle_tests - before.triangle_tests;
        assert!(tests < 4_000 && triangles < 100, "{tests} and {triangles}: {found:?}");
    }
    Ok(())
}

/// The same of objects that lie next to each other, far from the origin of their vertices.
#[test]
fn far_vertices_are_searched_where_they_are_nearest() -> Result<(), MeshWorldError> {
    let ball = meshes::sphere(40, 30, 1.0);
    let moved = |way: Vec3| {
        let vertices = ball.vertices().iter().map(|&v| (Vec3::from(v) + way).to_array()).collect();
        TriangleMesh::new(vertices, ball.triangles().to_vec()).expect("a sphere")
    };
    let base = Vec3::X * 1e6;
    let mut world = MeshWorld::default();
    let [a, beside, askew] = [Vec3::ZERO, Vec3::X * 2.5, Vec3::splat(1.25)].map(|way| {
        let mesh = world.insert_mesh(moved(base + way));
        world.insert(mesh, Pose::IDENTITY)
    });
    let (a, beside, askew) = (a?, beside?, askew?);
    let before = world.stats().node_tests;
    let found = world.distance(a, beside)?.expect("they are separate");
    let tests = world.stats().node_tests - before;
    // Both spheres have a vertex on the axis, which is not rounded.
    assert!((found.distance - 0.5).abs() <= found.slack, "{found:?}");
    assert!(found.slack <= 2e-9 * found.distance && tests < 20_000, "{tests}: {found:?}");
    // Their boxes overlap, and their spheres do not.
    let before = world.stats().node_tests;
    assert!(!world.verdict(a, askew)?.meets());
    let tests = world.stats().node_tests - before;
    assert!(tests < 20_000, "{tests}");
    Ok(())
}

/// Triangles of a leaf that lie further off than the nearest one are not measured.
#[test]
fn far_triangles_of_a_leaf_are_not_measured() -> Result<(), MeshWorldError> {
    // The leaves of a strip hold four triangles in a row: the box of a node tells those above from
    // those below the diagonals, and then halves the row.
    let cells = 64_u32;
    let vertices = (0..=cells).flat_map(|i| [0.0, 1.0].map(|y| [i as f32, y, 0.0])).collect();
    let cell = |i: u32| [[2 * i, 2 * i + 2, 2 * i + 3], [2 * i, 2 * i + 3, 2 * i + 1]];
    let strip = TriangleMesh::new(vertices, (0..cells).flat_map(cell).collect()).expect("a strip");
    let mut world = MeshWorld::default();
    let strip = world.insert_mesh(strip);
    let strip = world.insert(strip, Pose::IDENTITY)?;
    for i in 0..cells {
        let low = Vec3::new(i as f32 + 0.375, 0.375, 0.25);
        let mut set = PolytopeSet::new();
        let cube = Frame3::aligned_box(low, low + 0.25).expect("a cube");
        let cube = set.push_frame(&cube).unwrap();
        let found = world.distance_to(strip, &set, cube)?.expect("they are separate");
        assert!((found.distance - 0.25).abs() <= found.slack, "{found:?}");
        assert!([2 * i, 2 * i + 1].contains(&found.triangles), "{found:?}");
    }
    // Two leaves are opened at each place: eight triangles, most of which have a box further off.
    let tests = world.stats().triangle_tests;
    assert!(tests < 6 * u64::from(cells), "{tests}");
    Ok(())
}
