//! Meshes against convex shapes, by every triangle as a hull of three points.

use crate::common::hull::{cases::vector, oracle};
use crate::common::seed::{goes_on, rng};
use fastrand::Rng;
use motzkin::glam::{Affine3A, Mat3, Quat, Vec3};
use motzkin::tree::spheres::{
    ConvexVerdict, MeshWorld, MeshWorldError, MeshWorldOptions, QueryBudget,
};
use motzkin::{Frame3, Pair, Polytope, PolytopeSet, Pose, TriangleMesh};
use motzkin_lab::workload::meshes;

/// What an error says.
pub fn told<T: std::fmt::Debug>(result: Result<T, MeshWorldError>) -> String {
    result.expect_err("wrong on purpose").to_string()
}

/// Every triangle that meets a shape. Boxes that are clearly apart are not asked for.
fn by_force(mesh: &TriangleMesh, pose: &Pose, set: &PolytopeSet, shape: u32) -> Vec<u32> {
    let points: Vec<[f64; 3]> = set.points(shape).map(|p| p.to_array()).collect();
    let apart = |triangle: &[[f32; 3]; 3]| {
        (0..3).any(|axis| {
            let of_t = triangle.map(|corner| f64::from(corner[axis]));
            let of_p = points.iter().map(|point| point[axis]);
            let size =
                of_t.iter().copied().chain(of_p.clone()).fold(0.0, |m: f64, x| m.max(x.abs()));
            let ends = |values: &mut dyn Iterator<Item = f64>| {
                values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)))
            };
            let (t, p) = (ends(&mut of_t.into_iter()), ends(&mut of_p.into_iter()));
            t.1 + 1e-6 * size < p.0 || p.1 + 1e-6 * size < t.0
        })
    };
    let meets = |triangle: &u32| {
        let placed = mesh.corners(*triangle).map(|corner| pose.place(corner));
        if apart(&placed) {
            return false;
        }
        let own = set.polytopes()[shape as usize];
        let vertices = [&placed[..], set.vertices_of(shape)].concat();
        let parts = vec![Polytope::of_range(0, 3), Polytope { start: 3, ..own }];
        let pair = PolytopeSet::from_parts(vertices, parts).expect("a set");
        oracle::verdict(&pair, Pair::new(0, 1)).meets()
    };
    (0..mesh.len() as u32).filter(meets).collect()
}

pub fn made() -> Vec<TriangleMesh> {
    let mut soup = vec![[[0.3; 3]; 3], [[0.0; 3], [1.0, 0.5, 0.0], [0.0; 3]]];
    soup.push([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    vec![
        meshes::torus(12, 8, 1.0, 0.35),
        meshes::blob(10, 7, 1.0, 0.5, 7),
        meshes::plate(6, 2.0),
        meshes::needle(2.0, 0.0004),
        meshes::cuboid([-0.6, -0.4, -0.5], [0.6, 0.4, 0.5]),
        TriangleMesh::from_soup(&soup).expect("a mesh"),
        TriangleMesh::default(),
    ]
}

fn turn(rng: &mut Rng) -> Quat {
    let mut draw = || rng.f32() * 2.0 - 1.0;
    Quat::from_array([draw(), draw(), draw(), draw() + 1.5])
}

pub fn pose(rng: &mut Rng, spread: f32) -> Pose {
    Pose::new(turn(rng), vector(rng) * spread).expect("a pose")
}

/// Boxes, tetrahedra and cuboids that lean, hulls of any dimension, and none at all.
fn shapes(rng: &mut Rng, count: usize) -> PolytopeSet {
    let mut set = PolytopeSet::new();
    let nothing = set.push(&[]).expect("no points");
    for number in 0..count {
        let (at, size) = (vector(rng), 0.05 + 0.5 * rng.f32());
        let edges = [0; 3].map(|_| vector(rng) * size);
        let number = match number % 7 {
            0 => {
                let half = (vector(rng).abs() + 0.1) * size;
                let whole = Frame3::aligned_box(-half, half).expect("a box");
                whole.posed(&Pose::new(turn(rng), at).expect("a pose")).map(|f| set.push_frame(&f))
            }
            1 => Frame3::cuboid(at, edges).map(|frame| set.push_frame(&frame)),
            2 => Frame3::tetra(at, edges).map(|frame| set.push_frame(&frame)),
            3 => Frame3::tetra_by_vertices([at, at + edges[0], at + edges[1], at + edges[2]])
                .map(|frame| set.push_frame(&frame)),
            dimension => {
                let points: Vec<Vec3> = match dimension {
                    4 => vec![at, at + edges[0], at + edges[1]],
                    5 => vec![at * 0.5, at * 0.5 - edges[0]],
                    _ => (0..9).map(|_| vector(rng) * size).collect(),
                };
                let hull = set.push(&points).expect("points");
                Ok(set.push_posed(hull, &pose(rng, 0.8)))
            }
        };
        number.expect("a frame").expect("a shape");
    }
    assert_eq!(nothing, 0);
    set
}

/// All objects of a world with all shapes.
fn every_pair(objects: u32, set: &PolytopeSet) -> Vec<Pair> {
    (0..objects).flat_map(|a| (0..set.len() as u32).map(move |b| Pair::new(a, b))).collect()
}

#[test]
fn all_triangles_find_the_same() -> Result<(), MeshWorldError> {
    let (made, mut rng) = (made(), rng("convex shapes"));
    let (mut hits, mut misses, mut drawn) = (0, 0, 0);
    while goes_on(drawn, 3, hits > 40 && misses > 40) {
        drawn += 1;
        let (mut world, set) = (MeshWorld::default(), shapes(&mut rng, 21));
        let mut poses = Vec::new();
        for mesh in &made {
            let (id, pose) = (world.insert_mesh(mesh.clone()), pose(&mut rng, 0.5));
            world.insert(id, pose)?;
            poses.push(pose);
        }
        let pairs = every_pair(made.len() as u32, &set);
        let found = world.verdicts_with(&set, &pairs)?;
        assert_eq!(found.len(), pairs.len());
        for (pair, found) in pairs.iter().zip(found) {
            let object = pair.a as usize;
            let expected = by_force(&made[object], &poses[object], &set, pair.b);
            match found {
                ConvexVerdict::Meeting { triangle } => {
                    assert!(expected.contains(&triangle), "{pair:?}: {triangle} of {expected:?}");
                    hits += 1;
                }
                found => {
                    assert_eq!(found, ConvexVerdict::Separate, "{pair:?}");
                    assert!(expected.is_empty(), "{pair:?}: {expected:?}");
                    misses += 1;
                }
            }
        }
    }
    assert!(hits > 40 && misses > 40, "{hits} hits, {misses} misses");
    Ok(())
}

/// Boxes as frames and as eight points, from far smaller than a triangle to as large as the mesh,
/// against meshes of any scale, of which one is large.
#[test]
fn boxes_of_all_sizes_find_the_same() -> Result<(), MeshWorldError> {
    let mut rng = rng("boxes of all sizes");
    let meshes = [meshes::torus(120, 70, 1.0, 0.35), meshes::blob(14, 9, 1.0, 0.5, 7)];
    let (mut hits, mut misses, mut drawn) = (0, 0, 0);
    while goes_on(drawn, 4, hits > 40 && misses > 40) {
        let scale = [1.0, 0.001, 500.0, 7e9][drawn % 4];
        drawn += 1;
        let (mut world, mut set, mut poses) = (MeshWorld::default(), PolytopeSet::new(), vec![]);
        for mesh in &meshes {
            let pose = Pose::new(turn(&mut rng), vector(&mut rng) * 0.5 * scale).expect("a pose");
            let (id, pose) =
                (world.insert_mesh(mesh.clone()), pose.scaled(scale).expect("a scale"));
            world.insert(id, pose)?;
            poses.push(pose);
        }
        for number in 0..24 {
            // Next to a vertex of a mesh.
            let (mesh, pose) = (&meshes[number % 2], &poses[number % 2]);
            let corner = mesh.vertices()[rng.usize(0..mesh.vertices().len())];
            let size = scale * [0.5, 0.1, 0.01, 0.0005][number / 2 % 4];
            let half = (vector(&mut rng).abs() + 0.05) * size;
            let at = Vec3::from(pose.place(corner)) + vector(&mut rng) * size * 2.0;
            let turn = turn(&mut rng);
            if number % 3 == 0 {
                let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|i: u8| {
                    let up = [i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| 2.0 * f32::from(bit) - 1.0);
                    Vec3::from(up) * half
                });
                let whole = set.push(&corners).expect("points");
                set.push_posed(whole, &Pose::new(turn, at).expect("a pose")).expect("a shape");
            } else {
                let frame = Frame3::rotated_box(at, half, turn).expect("a box");
                set.push_frame(&frame).expect("a shape");
            }
        }
        let pairs = every_pair(meshes.len() as u32, &set);
        for (pair, found) in pairs.iter().zip(world.verdicts_with(&set, &pairs)?) {
            let object = pair.a as usize;
            let expected = by_force(&meshes[object], &poses[object], &set, pair.b);
            match found {
                ConvexVerdict::Meeting { triangle } => assert!(expected.contains(&triangle)),
                found => assert_eq!((found, expected.len()), (ConvexVerdict::Separate, 0)),
            }
            *(if found.meets() { &mut hits } else { &mut misses }) += 1;
        }
    }
    assert!(hits > 40 && misses > 40, "{hits} hits, {misses} misses");
    Ok(())
}

/// Whole numbers, half of them far from the origin: faces, edges and corners touch exactly.
#[test]
fn contacts_with_shapes_are_exact() -> Result<(), MeshWorldError> {
    let mut rng = rng("convex lattice");
    let cube = meshes::cuboid([-2.0; 3], [2.0; 3]);
    let whole =
        |rng: &mut Rng, size: i32| Vec3::from_array([0; 3].map(|_| rng.i32(-size..=size) as f32));
    let (mut touching, mut separate, mut drawn) = (0, 0, 0);
    while goes_on(drawn, 300, touching > 40 && separate > 40) {
        drawn += 1;
        let base = if rng.bool() { Vec3::new(4e6, -2e6, 1e6) } else { Vec3::ZERO };
        let mut set = PolytopeSet::new();
        let (at, edges) = (base + whole(&mut rng, 5), [0; 3].map(|_| whole(&mut rng, 2)));
        let frame = match rng.u8(0..3) {
            0 => Frame3::aligned_box(
                at,
                at + Vec3::from_array([0; 3].map(|_| rng.i32(1..=3) as f32)),
            ),
            1 => Frame3::cuboid(at, edges),
            _ => Frame3::tetra(at, edges),
        };
        let Ok(frame) = frame else { continue };
        let shape = set.push_frame(&frame).expect("a shape");
        let pose = Pose::at(base).expect("a place");
        let mut world = MeshWorld::default();
        let mesh = world.insert_mesh(cube.clone());
        let (hollow, solid) = (world.insert(mesh, pose)?, world.insert_solid(mesh, pose)?);
        let expected = !by_force(&cube, &pose, &set, shape).is_empty();
        let pairs = [hollow, solid].map(|object| Pair::new(object, shape));
        let found = world.verdicts_with(&set, &pairs)?;
        assert_eq!(found[0].meets(), expected, "{frame:?}: {found:?}");
        // The cube as a hull.
        let filled = set.push(&[0, 1, 2, 3, 4, 5, 6, 7].map(|i: i32| {
            base + Vec3::from_array(
                [i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| 4.0 * bit as f32 - 2.0),
            )
        }));
        let by_hull = oracle::verdict(&set, Pair::new(filled.expect("a cube"), shape));
        assert_eq!(found[1].meets(), by_hull.meets(), "{frame:?}: {found:?}");
        assert_eq!(found[1] == ConvexVerdict::Enclosed, by_hull.meets() && !expected, "{found:?}");
        touching += usize::from(by_hull == motzkin::Verdict::Touching);
        separate += usize::from(!by_hull.meets());
    }
    assert!(touching > 40 && separate > 40, "{touching} touch, {separate} are separate");
    Ok(())
}

#[test]
fn solids_hold_shapes_and_shapes_hold_meshes() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let ring = world.insert_mesh(meshes::torus(60, 30, 1.2, 0.4));
    let surface = world.insert(ring, Pose::IDENTITY)?;
    let solid = world.insert_solid(ring, Pose::IDENTITY)?;
    let mut set = PolytopeSet::new();
    let pea = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| {
        Vec3::from_array([i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| 0.1 * bit as f32 - 0.05))
    });
    let pea = set.push(&pea).expect("a shape");
    let at = |set: &mut PolytopeSet, x: f32, y: f32| {
        let pose =
            Pose::new(Quat::from_xyzw(0.3, 0.2, -0.1, 0.9), Vec3::new(x, y, 0.0)).expect("a pose");
        set.push_posed(pea, &pose).expect("a shape")
    };
    let within = [at(&mut set, 1.2, 0.0), at(&mut set, 0.0, -1.2)];
    let room = Frame3::aligned_box(Vec3::splat(-9.0), Vec3::splat(9.0)).expect("a box");
    let room = set.push_frame(&room).expect("a shape");
    // The hole is outside, and so is what lies beside.
    for (shape, expected) in [(pea, false), (within[0], true), (within[1], true)] {
        let pairs = [Pair::new(surface, shape), Pair::new(solid, shape)];
        let found = world.verdicts_with(&set, &pairs)?;
        let held = if expected { ConvexVerdict::Enclosed } else { ConvexVerdict::Separate };
        assert_eq!(found, [ConvexVerdict::Separate, held]);
        assert_eq!(found[1].meets(), expected);
    }
    let held = world.verdicts_with(&set, &[Pair::new(surface, room), Pair::new(solid, room)])?;
    assert!(held.iter().all(|found| matches!(found, ConvexVerdict::Meeting { .. })), "{held:?}");
    Ok(())
}

/// Points at the corners of a mesh where it stands: those on its box lie beyond it by what placing
/// rounds. A segment that ends there has its centre further off.
#[test]
fn shapes_on_the_box_of_a_mesh_meet_it() -> Result<(), MeshWorldError> {
    let mut rng = rng("shapes on a box");
    for size in [1e-30, 1e-3, 1.0, 1e6, 1e30] {
        for mesh in made().iter().filter(|mesh| !mesh.is_empty()) {
            let corners: Vec<[f32; 3]> =
                mesh.vertices().iter().map(|corner| corner.map(|x| x * size)).collect();
            let mesh = TriangleMesh::new(corners.clone(), mesh.triangles().to_vec());
            let mut world = MeshWorld::default();
            let mesh = world.insert_mesh(mesh.expect("a mesh"));
            let spread = size * [0.0, 1.0, 50.0][rng.usize(0..3)];
            let pose = Pose::new(turn(&mut rng), vector(&mut rng) * spread).expect("a pose");
            let object = world.insert(mesh, pose)?;
            let mut set = PolytopeSet::new();
            for &corner in &corners {
                let at = Vec3::from(pose.place(corner));
                set.push(&[at]).expect("a point");
                set.push(&[at, at + vector(&mut rng) * size * 3.0]).expect("a segment");
            }
            let pairs = every_pair(object + 1, &set);
            let found = world.verdicts_with(&set, &pairs)?;
            let misses = found.iter().position(|found| !found.meets());
            assert_eq!(misses, None, "{size}, seed {}: {pose}", crate::common::seed::seed());
        }
    }
    Ok(())
}

/// A vertex that no float can name: a hair within a solid's face, on it, and beyond it.
#[test]
fn what_is_held_is_exact() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let cube = world.insert_mesh(meshes::cuboid([-1.0; 3], [1.0; 3]));
    let solid = world.insert_solid(cube, Pose::IDENTITY)?;
    let mut set = PolytopeSet::new();
    let point = set.push(&[Vec3::X]).expect("a point");
    let hair = 2.0_f32.powi(-70);
    for (sign, expected) in [(-1.0, true), (1.0, false)] {
        let linear = Mat3::from_diagonal(Vec3::new(sign * hair, 1.0, 1.0));
        let moved = Affine3A::from_mat3_translation(linear, Vec3::new(1.0, 0.1, 0.2));
        let shape = set.push_instance(point, moved).expect("a shape");
        let found = world.verdicts_with(&set, &[Pair::new(solid, shape)])?;
        let held = if expected { ConvexVerdict::Enclosed } else { ConvexVerdict::Separate };
        assert_eq!(found, [held], "{sign}");
    }
    let on = set.push_posed(point, &Pose::at(Vec3::new(0.0, 0.1, 0.2)).expect("a pose"));
    let found = world.verdicts_with(&set, &[Pair::new(solid, on.expect("a shape"))])?;
    assert!(matches!(found[0], ConvexVerdict::Meeting { .. }), "{found:?}");
    Ok(())
}

/// The same verdicts, with the same triangles, whatever was built, dropped or left out before, on
/// any number of threads.
#[test]
fn shapes_have_no_history() -> Result<(), MeshWorldError> {
    let made = made();
    let build = |options: MeshWorldOptions| -> Result<MeshWorld, MeshWorldError> {
        let (mut world, mut rng) = (MeshWorld::new(options), Rng::with_seed(5));
        for mesh in &made {
            let id = world.insert_mesh(mesh.clone());
            world.insert(id, pose(&mut rng, 0.5))?;
        }
        Ok(world)
    };
    let usual = MeshWorldOptions::default();
    let mut worlds = [
        build(usual)?,
        build(MeshWorldOptions { age: 1, ..usual })?,
        build(MeshWorldOptions { memory: 0, ..usual })?,
    ];
    let pools =
        [1, 2, 7].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads"));
    let mut rng = rng("convex history");
    let mut met = 0;
    for frame in 0..30 {
        let set = shapes(&mut rng, 14);
        let pairs = every_pair(made.len() as u32, &set);
        let expected = build(usual)?.verdicts_with(&set, &pairs)?;
        met += expected.iter().filter(|found| found.meets()).count();
        for (number, world) in worlds.iter_mut().enumerate() {
            let found =
                pools[(frame + number) % 3].install(|| world.verdicts_with(&set, &pairs))?;
            assert_eq!(found, expected, "frame {frame}, world {number}");
            let mut turned = pairs.clone();
            turned.reverse();
            let mut found = world.verdicts_with(&set, &turned)?;
            found.reverse();
            assert_eq!(found, expected, "frame {frame}, world {number}, backwards");
            for _ in 0..frame % 3 {
                world.collide()?;
            }
        }
    }
    assert!(met > 100, "{met}");
    assert!(worlds[1].stats().dropped > 0 && worlds[2].stats().dropped > 0);
    Ok(())
}

/// Nodes that shapes need are kept while they need them.
#[test]
fn shapes_keep_nodes_open() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::new(MeshWorldOptions { age: 4, ..MeshWorldOptions::default() });
    let mesh = world.insert_mesh(meshes::torus(40, 20, 1.0, 0.4));
    let pair = Pair::new(world.insert(mesh, Pose::IDENTITY)?, 0);
    let mut set = PolytopeSet::new();
    set.push_frame(&Frame3::aligned_box(Vec3::X, Vec3::new(1.5, 0.2, 0.2)).expect("a box"))
        .expect("a shape");
    world.verdicts_with(&set, &[pair])?;
    let built = world.stats().built;
    assert!(built > 10, "{built}");
    for _ in 0..30 {
        world.collide()?;
        world.verdicts_with(&set, &[pair])?;
    }
    assert_eq!(world.stats().built, built);
    assert!(world.stats().alive > 10);
    for _ in 0..12 {
        world.collide()?;
    }
    assert_eq!(world.stats().alive, 1);
    Ok(())
}

#[test]
fn shapes_of_awkward_sizes() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let empty = world.insert_mesh(TriangleMesh::default());
    let cube = world.insert_mesh(meshes::cuboid([-1.0; 3], [1.0; 3]));
    let empty = world.insert_solid(empty, Pose::IDENTITY)?;
    let cube = world.insert_solid(cube, Pose::IDENTITY)?;
    let mut set = PolytopeSet::new();
    let nothing = set.push(&[]).expect("no points");
    let unit = set.push_frame(&Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).expect("a box"));
    let unit = unit.expect("a shape");
    let scaled = |size: f32| Affine3A::from_scale(Vec3::splat(size));
    let far = Affine3A::from_translation(Vec3::splat(f32::MAX));
    let mut push = |transform| set.push_instance(unit, transform).expect("a shape");
    let (huge, tiny, beyond) = (push(scaled(f32::MAX)), push(scaled(1e-44)), push(far));
    let vast = set.push(&[Vec3::splat(2.0), Vec3::splat(f32::MAX)]).expect("points");
    let vast = set.push_instance(vast, scaled(f32::MAX)).expect("a shape");
    for object in [empty, cube] {
        let pairs = [nothing, huge, tiny, beyond, vast].map(|shape| Pair::new(object, shape));
        let found = world.verdicts_with(&set, &pairs)?;
        let meets: Vec<bool> = found.iter().map(ConvexVerdict::meets).collect();
        assert_eq!(meets, [false, object == cube, object == cube, false, false], "{found:?}");
    }
    assert!(world.verdicts_with(&set, &[])?.is_empty());
    let wrong = world.verdicts_with(&set, &[Pair::new(cube, 99)]);
    assert_eq!(told(wrong), "pair 0: there is no polytope 99");
    let wrong = world.verdicts_with(&set, &[Pair::new(cube, unit), Pair::new(9, unit)]);
    assert_eq!(told(wrong), "pair 1: there is no object 9");
    Ok(())
}

/// What a budget leaves open is never wrong.
#[test]
fn budgets_bound_the_search_for_shapes() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let mesh = world.insert_mesh(meshes::torus(40, 20, 1.0, 0.4));
    let mut set = PolytopeSet::new();
    // A small box that floats half in the hole.
    let low = Vec3::new(0.3, 0.3, 0.0);
    set.push_frame(&Frame3::aligned_box(low - 0.1, low + 0.1).expect("a box")).expect("a shape");
    let pair = Pair::new(world.insert(mesh, Pose::IDENTITY)?, 0);
    let ask = |world: &mut MeshWorld, budget| {
        world.set_budget(budget);
        world.verdicts_with(&set, &[pair]).map(|found| found[0])
    };
    let mut open = 0;
    for depth in 0..12 {
        let budget = QueryBudget { depth: Some(depth), ..QueryBudget::default() };
        match ask(&mut world, budget)? {
            ConvexVerdict::Maybe { gap } => assert!(gap > 0.0 && gap < 4.0, "{gap}"),
            found => {
                assert_eq!(found, ConvexVerdict::Separate);
                break;
            }
        }
        open += 1;
    }
    assert!((1..10).contains(&open), "{open}");
    let none = QueryBudget { tests: Some(0), ..QueryBudget::default() };
    assert!(matches!(ask(&mut world, none)?, ConvexVerdict::Maybe { .. }));
    let none = QueryBudget { time: Some(std::time::Duration::ZERO), ..QueryBudget::default() };
    assert!(!ask(&mut world, none)?.meets());
    assert_eq!(ask(&mut world, QueryBudget::default())?, ConvexVerdict::Separate);
    Ok(())
}
