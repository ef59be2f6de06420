//! Worlds of meshes against all triangles by all.

use crate::common::mesh::oracle;
use crate::common::seed::rng;
use fastrand::Rng;
use motzkin::broad::BroadError;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::spheres::{
    MeshContact, MeshVerdict, MeshWorld, MeshWorldError, MeshWorldOptions, QueryBudget, SphereNode,
};
use motzkin::{MeshError, Pair, Pose, TriangleMesh};
use motzkin_core::exact::triangles::meet;
use motzkin_lab::workload::meshes;
use std::collections::HashSet;

pub fn made() -> Vec<TriangleMesh> {
    let lone = TriangleMesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]);
    vec![
        meshes::torus(24, 12, 1.0, 0.35),
        meshes::blob(20, 12, 1.0, 0.5, 7),
        meshes::sphere(16, 9, 0.8),
        meshes::plate(9, 2.0),
        meshes::needle(2.0, 0.0004),
        meshes::cuboid([-0.6, -0.4, -0.5], [0.6, 0.4, 0.5]),
        many_duplicates(),
        lone.expect("a triangle"),
    ]
}

/// The faces of a box, forty times over, and some points and segments.
fn many_duplicates() -> TriangleMesh {
    let one = meshes::cuboid([-0.5; 3], [0.5; 3]);
    let mut triangles = one.triangles().repeat(40);
    triangles.extend([[0, 0, 0], [1, 2, 2], [3, 3, 5]]);
    TriangleMesh::new(one.vertices().to_vec(), triangles).expect("a mesh")
}

pub fn pose(rng: &mut Rng, spread: f32) -> Pose {
    let mut draw = || rng.f32() * 2.0 - 1.0;
    let turn = Quat::from_array([draw(), draw(), draw(), draw() + 1.5]);
    Pose::new(turn, Vec3::new(draw(), draw(), draw()) * spread).expect("a pose")
}

/// Every pair of placed triangles that meets.
fn by_force(a: (&TriangleMesh, &Pose), b: (&TriangleMesh, &Pose)) -> Vec<[u32; 2]> {
    let placed = |(mesh, pose): (&TriangleMesh, &Pose)| -> Vec<_> {
        (0..mesh.len() as u32).map(|i| mesh.corners(i).map(|corner| pose.place(corner))).collect()
    };
    let (of_a, of_b) = (placed(a), placed(b));
    let mut found = Vec::new();
    for (i, p) in of_a.iter().enumerate() {
        found.extend(
            of_b.iter().enumerate().filter(|(_, q)| meet(p, q)).map(|(j, _)| [i as u32, j as u32]),
        );
    }
    found
}

#[test]
fn worlds_find_what_all_by_all_finds() -> Result<(), MeshWorldError> {
    let made = made();
    let mut rng = rng("worlds");
    let (mut hits, mut misses) = (0, 0);
    // At least eighty pairs, and more until enough of them meet and enough do not.
    for round in 0..2000 {
        if round >= 80 && hits > 10 && misses > 10 {
            break;
        }
        let (i, j) = (rng.usize(0..made.len()), rng.usize(0..made.len()));
        let (p, q) = (pose(&mut rng, 0.9), pose(&mut rng, 0.9));
        let expected = by_force((&made[i], &p), (&made[j], &q));
        let mut world = MeshWorld::default();
        let (a, b) = (world.insert_mesh(made[i].clone()), world.insert_mesh(made[j].clone()));
        let (a, b) = (world.insert(a, p)?, world.insert(b, q)?);
        let verdict = world.verdict(a, b)?;
        match verdict {
            MeshVerdict::Meeting { triangles } => {
                assert!(expected.contains(&triangles), "{round}: {triangles:?}")
            }
            found => {
                assert!(
                    found == MeshVerdict::Separate && expected.is_empty(),
                    "{round}: {i} {j} {found:?}"
                )
            }
        }
        assert_eq!(world.verdict(b, a)?.meets(), verdict.meets(), "{round}");
        assert_eq!(world.meeting_triangles(a, b)?, expected, "{round}: meshes {i} and {j}");
        let turned: Vec<_> =
            world.meeting_triangles(b, a)?.into_iter().map(|[p, q]| [q, p]).collect();
        assert_eq!(turned.len(), expected.len(), "{round}");
        (hits, misses) = if expected.is_empty() { (hits, misses + 1) } else { (hits + 1, misses) };
    }
    assert!(hits > 10 && misses > 10, "{hits} hits, {misses} misses");
    Ok(())
}

/// Objects that touch exactly, in whole numbers, and far from the origin.
#[test]
fn contacts_are_exact() -> Result<(), MeshWorldError> {
    let cube = meshes::cuboid([-1.0; 3], [1.0; 3]);
    for base in [Vec3::ZERO, Vec3::splat(1e6), Vec3::new(-4e6, 1e3, 7.0)] {
        // A face, an edge, a corner, and half a unit too far, which is an ulp at 4e6.
        for (shift, meets) in [
            (Vec3::new(2.0, 0.0, 0.0), true),
            (Vec3::new(2.0, 2.0, 0.0), true),
            (Vec3::new(2.0, -2.0, 2.0), true),
            (Vec3::new(2.5, 0.0, 0.0), false),
            (Vec3::new(2.0, 2.5, 0.0), false),
            (Vec3::new(0.5, 0.5, 0.5), true),
        ] {
            let mut world = MeshWorld::default();
            let mesh = world.insert_mesh(cube.clone());
            let at = |place| Pose::at(place).expect("a place");
            let (a, b) = (world.insert(mesh, at(base))?, world.insert(mesh, at(base + shift))?);
            assert_eq!(world.verdict(a, b)?.meets(), meets, "{base} {shift}");
        }
    }
    Ok(())
}

/// A flight of several meshes past others: the same whatever was built, dropped or remembered
/// before.
#[test]
fn history_makes_no_difference() -> Result<(), MeshWorldError> {
    let made = made();
    let build = |options: MeshWorldOptions| -> Result<MeshWorld, MeshWorldError> {
        let mut world = MeshWorld::new(options);
        let mut rng = Rng::with_seed(3);
        let ids: Vec<_> = made.iter().map(|mesh| world.insert_mesh(mesh.clone())).collect();
        for i in 0..16 {
            world.insert(ids[i % ids.len()], pose(&mut rng, 3.0))?;
        }
        Ok(world)
    };
    let usual = MeshWorldOptions::default();
    let mut worlds = [
        build(usual)?,
        build(MeshWorldOptions { coherence: false, ..usual })?,
        build(MeshWorldOptions { age: 1, ..usual })?,
        build(MeshWorldOptions { memory: 0, ..usual })?,
        build(MeshWorldOptions { memory: 20_000, age: 3, ..usual })?,
    ];
    let pools =
        [1, 2, 7].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads"));
    let mut rng = rng("flight");
    let mut changes = 0;
    let mut last = Vec::new();
    for frame in 0..60 {
        for object in 0..16 {
            let next = if frame % 7 == object % 7 {
                pose(&mut rng, 2.5)
            } else {
                worlds[0].pose(object).expect("an object")
            };
            worlds.iter_mut().try_for_each(|world| world.set_pose(object, next))?;
        }
        let mut fresh = build(usual)?;
        for object in 0..16 {
            fresh.set_pose(object, worlds[0].pose(object).expect("an object"))?;
        }
        let meets = |world: &mut MeshWorld| -> Result<Vec<_>, MeshWorldError> {
            Ok(world
                .collide()?
                .into_iter()
                .map(|contact| (contact.pair, contact.verdict.meets()))
                .collect())
        };
        let expected = meets(&mut fresh)?;
        for (number, world) in worlds.iter_mut().enumerate() {
            let found = pools[(frame as usize + number) % 3].install(|| meets(world))?;
            assert_eq!(found, expected, "frame {frame}, world {number}");
        }
        changes += usize::from(last != expected);
        last = expected;
    }
    assert!(changes > 10, "{changes} changes");
    let stats = worlds.each_ref().map(MeshWorld::stats);
    assert!(stats[0].remembered > 0 && stats[1].remembered == 0, "{stats:?}");
    assert!(stats[2].dropped > 0 && stats[3].dropped > stats[2].dropped, "{stats:?}");
    assert!(stats[3].bytes <= made.len() * 48 && stats[4].bytes <= 24_000, "{stats:?}");
    Ok(())
}

/// More candidates than the options allow are refused with their number, and the call is no step. A
/// list of pairs has no such bound: more of them than wait for nodes at a time have their verdicts
/// in the order of the list.
#[test]
fn candidates_are_bounded() -> Result<(), MeshWorldError> {
    let build = |pairs: usize| -> Result<MeshWorld, MeshWorldError> {
        let options = MeshWorldOptions { max_pairs: pairs, ..MeshWorldOptions::default() };
        let mut world = MeshWorld::new(options);
        let mesh = world.insert_mesh(meshes::torus(24, 12, 1.0, 0.4));
        for x in 0..20 {
            world.insert(mesh, Pose::at(Vec3::X * (x % 4) as f32 * 2.0).expect("a place"))?;
        }
        Ok(world)
    };
    let mut unbounded = build(usize::MAX)?;
    let expected = unbounded.collide()?;
    let found = unbounded.stats().candidates;
    assert!(found < 190 && expected.len() > 40, "{found}, {}", expected.len());
    assert_eq!(build(found as usize)?.collide()?, expected);
    for limit in [0, 1, found as usize - 1] {
        let mut world = build(limit)?;
        let error = world.collide().expect_err("too many");
        let MeshWorldError::Broad(error) = error else { panic!("{error}") };
        assert_eq!(error, BroadError::TooManyPairs { found, limit });
        assert_eq!((world.stats().steps, world.stats().alive), (0, 1));
    }
    // Each is seen for the first time while the trees are their roots.
    let of = |contacts: &[MeshContact]| -> Vec<(Pair, bool)> {
        let meets = |contact: &MeshContact| contact.verdict != MeshVerdict::Separate;
        contacts.iter().map(|contact| (contact.pair, meets(contact))).collect()
    };
    let round: Vec<Pair> = (0..20).flat_map(|a| (0..a).map(move |b| Pair::new(a, b))).collect();
    let mut many: Vec<Pair> = round.iter().copied().cycle().take(10_000).collect();
    many.rotate_left(7);
    let met: HashSet<[u32; 2]> = expected.iter().map(|met| [met.pair.a, met.pair.b]).collect();
    let listed = many.iter().filter(|pair| met.contains(&[pair.b, pair.a]));
    let listed: Vec<(Pair, bool)> = listed.map(|pair| (*pair, true)).collect();
    assert_eq!(of(&build(0)?.collide_pairs(&many)?), listed);
    Ok(())
}

/// The tree of an empty mesh has no node that could be dropped when memory is short.
#[test]
fn memory_is_bounded_beside_an_empty_mesh() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::new(MeshWorldOptions { memory: 0, ..MeshWorldOptions::default() });
    let empty = world.insert_mesh(TriangleMesh::default());
    let torus = world.insert_mesh(meshes::torus(24, 12, 1.0, 0.4));
    world.insert(empty, Pose::IDENTITY)?;
    world.insert(torus, Pose::IDENTITY)?;
    world.insert(torus, Pose::at(Vec3::new(0.3, 0.0, 0.0)).expect("a place"))?;
    for _ in 0..3 {
        assert_eq!(world.collide()?.len(), 1);
        assert_eq!(world.stats().alive, 1);
    }
    assert!(world.tree(empty)?.root().is_none());
    Ok(())
}

/// What nothing comes close to any more goes back to its root.
#[test]
fn trees_age() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::new(MeshWorldOptions { age: 4, ..MeshWorldOptions::default() });
    let mesh = world.insert_mesh(meshes::torus(40, 20, 1.0, 0.4));
    world.insert(mesh, Pose::IDENTITY)?;
    let other = world.insert(mesh, Pose::at(Vec3::new(0.3, 0.0, 0.0)).expect("a place"))?;
    assert_eq!(world.stats().alive, 1);
    world.collide()?;
    let deep = world.stats().alive;
    assert!(deep > 20, "{deep}");
    world.set_pose(other, Pose::at(Vec3::splat(50.0)).expect("a place"))?;
    for _ in 0..12 {
        world.collide()?;
    }
    let stats = world.stats();
    assert_eq!((stats.alive, stats.dropped + 1), (1, stats.built + 1));
    assert!(stats.bytes < 1000, "{stats:?}");
    Ok(())
}

/// Splitting ends where all centroids are equal, and where they lie closer and closer together.
#[test]
fn splitting_ends() -> Result<(), MeshWorldError> {
    let mut triangles = Vec::new();
    let mut vertices = Vec::new();
    for i in 0..500_i16 {
        let size = 1.0 + f32::from(i) / 500.0;
        let base = vertices.len() as u32;
        vertices.extend([[size, 0.0, -size], [-size, size, 0.0], [0.0, -size, size]]);
        triangles.push([base, base + 1, base + 2]);
    }
    let same = TriangleMesh::new(vertices, triangles).expect("a mesh");
    let mut close = Vec::new();
    for i in 0..400 {
        let at = (2.0_f64.powi(-i / 3) * if i % 3 == 0 { 1.0 } else { 1.5 }) as f32;
        close.push([[at, at, at], [at, 0.0, at], [at, at, 0.0]]);
    }
    let close = TriangleMesh::from_soup(&close).expect("a mesh");
    for mesh in [same, close] {
        let mut world = MeshWorld::default();
        let id = world.insert_mesh(mesh.clone());
        let (a, b) = (world.insert(id, Pose::IDENTITY)?, world.insert(id, Pose::IDENTITY)?);
        let all = world.meeting_triangles(a, b)?;
        assert!((0..mesh.len() as u32).all(|i| all.binary_search(&[i, i]).is_ok()));
        assert!(world.stats().alive <= 2 * mesh.len());
    }
    Ok(())
}

#[test]
fn only_hollows_keep_a_solid_from_holding_another() -> Result<(), MeshWorldError> {
    let sphere = |radius: f64, outwards: bool| {
        let mesh = meshes::sphere(24, 16, radius);
        (0..mesh.len() as u32).map(move |i| {
            let [a, b, c] = mesh.corners(i);
            if outwards { [a, b, c] } else { [a, c, b] }
        })
    };
    let ball = meshes::sphere(24, 16, 2.0);
    // Two nested shells of which each faces outwards or inwards, about the ball or within it.
    for (faces, within) in [
        ([true, true], None),
        ([false, false], None),
        ([true, false], Some(false)),
        ([false, true], Some(false)),
    ] {
        let soup: Vec<_> = sphere(4.0, faces[0]).chain(sphere(1.0, faces[1])).collect();
        let shells = TriangleMesh::from_soup(&soup).expect("a mesh");
        let mut world = MeshWorld::default();
        let (ball, shells) = (world.insert_mesh(ball.clone()), world.insert_mesh(shells));
        let ball = world.insert_solid(ball, Pose::IDENTITY)?;
        let shells = world.insert_solid(shells, Pose::IDENTITY)?;
        assert_eq!(world.inside(ball, shells)?, [within, Some(false)], "{faces:?}");
        assert_eq!(world.inside(shells, ball)?, [Some(false), within], "{faces:?}");
    }
    Ok(())
}

#[test]
fn solids_hold_what_is_within() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let at = |x: f32, y: f32| Pose::at(Vec3::new(x, y, 0.0)).expect("a place");
    let shell = world.insert_mesh(meshes::sphere(24, 16, 2.0));
    let ring = world.insert_mesh(meshes::torus(30, 16, 1.2, 0.4));
    let pea = world.insert_mesh(meshes::cuboid([-0.1; 3], [0.1; 3]));
    // Two peas of which one lies outside.
    let cube = meshes::cuboid([-0.1; 3], [0.1; 3]);
    let mut soup: Vec<_> = (0..12).map(|i| cube.corners(i)).collect();
    soup.extend((0..12).map(|i| cube.corners(i).map(|[x, y, z]| [x + 9.0, y, z])));
    let two = world.insert_mesh(TriangleMesh::from_soup(&soup).expect("a mesh"));
    let shell = world.insert_solid(shell, Pose::IDENTITY)?;
    let ring = world.insert_solid(ring, Pose::IDENTITY)?;
    let pea = world.insert(pea, at(1.2, 0.0))?;
    let two = world.insert_solid(two, at(0.5, 0.0))?;
    assert_eq!(world.inside(pea, shell)?, [Some(true), Some(false)]);
    assert_eq!(world.inside(shell, pea)?, [Some(false), Some(true)]);
    assert_eq!(world.inside(pea, ring)?, [Some(true), Some(false)]);
    assert_eq!(world.inside(ring, shell)?, [Some(true), Some(false)]);
    assert_eq!(world.inside(two, shell)?, [Some(false), Some(false)]);
    assert!(matches!(world.verdict(pea, shell)?, MeshVerdict::Enclosed { of_second: false, .. }));
    assert!(matches!(world.verdict(shell, pea)?, MeshVerdict::Enclosed { of_second: true, .. }));
    assert!(matches!(world.verdict(shell, two)?, MeshVerdict::Enclosed { of_second: true, .. }));
    // The hole of the ring is outside of it, and its tube is not.
    world.set_pose(pea, at(0.0, 0.0))?;
    assert_eq!(world.verdict(pea, ring)?, MeshVerdict::Separate);
    assert!(world.verdict(pea, shell)?.meets());
    world.set_pose(pea, at(1.9, 0.0))?;
    assert!(matches!(world.verdict(pea, shell)?, MeshVerdict::Meeting { .. }));
    assert_eq!(world.inside(pea, shell)?, [Some(false); 2]);
    let sheet = world.insert_mesh(meshes::plate(3, 1.0));
    let refused = world.insert_solid(sheet, Pose::IDENTITY);
    assert!(
        matches!(refused, Err(MeshWorldError::Mesh { error: MeshError::Open { .. }, .. })),
        "{refused:?}"
    );
    Ok(())
}

/// What a budget leaves open is never wrong: known verdicts are right, and gaps bound the distance.
#[test]
fn budgets_leave_open_what_they_must() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let mesh = world.insert_mesh(meshes::torus(40, 20, 1.0, 0.4));
    let a = world.insert(mesh, Pose::IDENTITY)?;
    // At half a right angle, where boxes overlap and corners of both rings lie.
    let near =
        |gap: f32| Pose::at(Vec3::new(1.0, 1.0, 0.0).normalize() * (2.8 + gap)).expect("a place");
    let b = world.insert(mesh, near(0.01))?;
    let mut gaps = Vec::new();
    for depth in 0..12 {
        world.set_budget(QueryBudget { depth: Some(depth), ..QueryBudget::default() });
        match world.verdict(a, b)? {
            MeshVerdict::Maybe { gap } => gaps.push(gap),
            found => {
                assert_eq!(found, MeshVerdict::Separate);
                break;
            }
        }
    }
    assert!((2..10).contains(&gaps.len()) && gaps.iter().all(|gap| *gap > 0.0099), "{gaps:?}");
    assert!(gaps.is_sorted_by(|a, b| a >= b), "{gaps:?}");
    for tests in [0, 1, 5, 20, 100, 10_000] {
        world.set_budget(QueryBudget { tests: Some(tests), ..QueryBudget::default() });
        let found = world.verdict(a, b)?;
        match found {
            MeshVerdict::Maybe { gap } => assert!(gap > 0.0099 && tests < 10_000, "{tests}: {gap}"),
            found => assert!(found == MeshVerdict::Separate && tests > 5, "{tests}: {found:?}"),
        }
    }
    world.set_budget(QueryBudget {
        time: Some(std::time::Duration::ZERO),
        ..QueryBudget::default()
    });
    assert!(!world.verdict(a, b)?.meets());
    world.set_budget(QueryBudget::default());
    assert_eq!(world.verdict(a, b)?, MeshVerdict::Separate);
    Ok(())
}

#[test]
fn what_is_not_there_is_named() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let empty = world.insert_mesh(TriangleMesh::default());
    let cube = world.insert_mesh(meshes::cuboid([0.0; 3], [1.0; 3]));
    let (a, b) = (world.insert(empty, Pose::IDENTITY)?, world.insert(cube, Pose::IDENTITY)?);
    assert_eq!(world.verdict(a, b)?, MeshVerdict::Separate);
    assert!(world.meeting_triangles(a, b)?.is_empty() && world.collide()?.is_empty());
    assert!(matches!(world.verdict(a, a), Err(MeshWorldError::Itself(0))));
    assert!(matches!(world.verdict(a, 7), Err(MeshWorldError::NoSuchObject(7))));
    for (second, what) in [
        (Pair::new(b, 7), "there is no object 7"),
        (Pair::new(b, b), "object 1 was to be tested against itself"),
    ] {
        let told = world.collide_pairs(&[Pair::new(a, b), second]).map_err(|e| e.to_string());
        assert_eq!(told, Err(format!("pair 1: {what}")));
    }
    let stranger = MeshWorld::default().insert_mesh(TriangleMesh::default());
    let none = |result| matches!(result, Err(MeshWorldError::NoSuchMesh(0)));
    assert!(none(world.insert(stranger, Pose::IDENTITY).map(drop)));
    assert!(none(world.insert_solid(stranger, Pose::IDENTITY).map(drop)));
    assert!(none(world.remove_mesh(stranger)) && none(world.tree(stranger).map(drop)));
    assert!(matches!(world.remove_mesh(cube), Err(MeshWorldError::InUse { object: 1, .. })));
    world.remove(b)?;
    assert!(matches!(world.verdict(a, b), Err(MeshWorldError::NoSuchObject(1))));
    world.remove_mesh(cube)?;
    assert!(matches!(world.insert(cube, Pose::IDENTITY), Err(MeshWorldError::NoSuchMesh(1))));
    let huge = world.insert_mesh(meshes::cuboid([-3e38; 3], [3e38; 3]));
    let away = world.insert(huge, Pose::at(Vec3::splat(2e38)).expect("a place"));
    assert!(
        matches!(away, Err(MeshWorldError::Mesh { error: MeshError::OutOfRange, .. })),
        "{away:?}"
    );
    Ok(())
}

#[test]
fn nodes_are_small() {
    assert!(size_of::<SphereNode>() <= 48);
}

/// Placed triangles against the oracle's rationals, once, so that nothing rests on one
/// implementation.
#[test]
fn all_by_all_is_what_the_oracle_says() -> Result<(), MeshWorldError> {
    let (a, b) = (meshes::torus(6, 4, 1.0, 0.4), meshes::cuboid([-0.5; 3], [0.5; 3]));
    let mut rng = rng("oracle of worlds");
    let (p, q) = (pose(&mut rng, 0.5), pose(&mut rng, 0.5));
    let found = by_force((&a, &p), (&b, &q));
    for i in 0..a.len() as u32 {
        for j in 0..b.len() as u32 {
            let (s, t) = (a.corners(i).map(|c| p.place(c)), b.corners(j).map(|c| q.place(c)));
            assert_eq!(found.contains(&[i, j]), oracle::meet(&s, &t), "{i} {j}");
        }
    }
    Ok(())
}

/// A bar between two blocks, whose roots overlap: what was apart is looked at again when it has
/// moved, or turned, as far as it was apart, and not before.
#[test]
fn what_has_come_far_enough_is_looked_at_again() -> Result<(), MeshWorldError> {
    let mut rng = rng("motion bounds");
    let block = meshes::cuboid([-1.0; 3], [1.0; 3]);
    let beside = |x: f32| (0..12).map(move |i| (i, x));
    let soup: Vec<_> = beside(-5.0)
        .chain(beside(5.0))
        .map(|(i, x)| block.corners(i).map(|corner| [corner[0] + x, corner[1], corner[2]]))
        .collect();
    let blocks = TriangleMesh::from_soup(&soup).expect("a mesh");
    let bar = meshes::cuboid([-0.5, -4.5, -0.5], [0.5, 4.5, 0.5]);
    for round in 0..20 {
        let mut world = MeshWorld::default();
        let (still, moving) = (world.insert_mesh(blocks.clone()), world.insert_mesh(bar.clone()));
        let base = Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 10.0;
        // A quarter turn about z brings the bar's end to a block, a shift along x its side.
        let (at, angle) = match round % 2 {
            0 => (Vec3::X * (3.51 + rng.f32()), 0.0),
            _ => (Vec3::ZERO, std::f32::consts::FRAC_PI_2),
        };
        let pose = |part: f32| {
            Pose::new(Quat::from_rotation_z(angle * part), base + at * part).expect("a pose")
        };
        world.insert(still, Pose::at(base).expect("a place"))?;
        let bar = world.insert(moving, pose(0.0))?;
        assert!(world.collide()?.is_empty(), "{round}");
        assert_eq!(world.stats().remembered, 0);
        world.set_pose(bar, pose(0.05))?;
        assert!(world.collide()?.is_empty(), "{round}");
        assert_eq!(world.stats().remembered, 1, "{round}: it has moved much less");
        world.set_pose(bar, pose(1.0))?;
        assert_eq!(world.collide()?.len(), 1, "{round}: they meet");
    }
    Ok(())
}

/// A search for far too many pairs ends soon after the limit.
#[test]
fn far_too_many_pairs_are_not_all_counted() -> Result<(), MeshWorldError> {
    let options = MeshWorldOptions { max_pairs: 0, ..MeshWorldOptions::default() };
    let mut world = MeshWorld::new(options);
    let mesh = world.insert_mesh(meshes::plate(1, 1.0));
    let count = 4_000_u64;
    for _ in 0..count {
        world.insert(mesh, Pose::IDENTITY)?;
    }
    let error = world.collide().expect_err("too many");
    let MeshWorldError::Broad(BroadError::TooManyPairs { found, limit }) = error else {
        panic!("{error}")
    };
    assert!(limit == 0 && found > 0 && found < count * (count - 1) / 2, "{found}");
    Ok(())
}
