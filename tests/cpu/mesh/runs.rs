//! Large meshes, whose trees sort runs of triangles, against all triangles: in the order of a grid,
//! in none, in turns from two places, and where no order helps.

use crate::common::hull::cases::vector;
use crate::common::seed::{goes_on, rng};
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::spheres::{
    ConvexVerdict, CpuOccupancyTest, MeshVerdict, MeshWorld, MeshWorldError, MeshWorldOptions,
};
use motzkin::{Pair, PolytopeSet, Pose, TriangleMesh};
use motzkin_core::exact::triangles::meet;
use motzkin_lab::workload::meshes;

/// The least number of triangles for which a tree sorts runs.
const LARGE: usize = 16_384;

fn soup(triangles: impl Iterator<Item = [[f32; 3]; 3]>) -> TriangleMesh {
    let triangles: Vec<_> = triangles.collect();
    TriangleMesh::from_soup(&triangles).expect("a mesh")
}

/// Two tori side by side, `size` triangles of the one and then as many of the other, by turns.
fn by_turns(size: usize) -> TriangleMesh {
    let torus = meshes::torus(128, 32, 1.0, 0.35);
    let all: Vec<_> = (0..torus.len() as u32).map(|i| torus.corners(i)).collect();
    let moved = |part: &[[[f32; 3]; 3]], x: f32| -> Vec<_> {
        part.iter().map(|t| t.map(|[u, v, w]| [u + x, v, w])).collect()
    };
    soup(all.chunks(size).flat_map(|part| [moved(part, -0.6), moved(part, 0.6)].concat()))
}

/// With names.
fn made() -> Vec<(&'static str, TriangleMesh)> {
    let (torus, cube) = (meshes::torus(128, 64, 1.0, 0.35), meshes::cuboid([-0.8; 3], [0.8; 3]));
    let place = |i: usize| {
        let [x, y, z] = [0.37_f32, 0.61, 0.83].map(|part| (i as f32 * part).fract() * 2.0 - 1.0);
        [x, y, z]
    };
    // Beside a plate: points, segments and needles thinner than any other number here.
    let plate = meshes::plate(91, 2.0);
    let degenerate = (0..plate.len() as u32).map(|i| plate.corners(i)).chain((0..600).map(|i| {
        let ([x, y, z], hair) = (place(i), 1e-30 * i as f32);
        match i % 3 {
            0 => [[x, y, z]; 3],
            1 => [[x, y, z], [x, y, z], [y, z, x]],
            _ => [[hair, y, 0.0], [hair, y + 0.1, hair], [hair + 1e-30, y, 1e-30]],
        }
    }));
    let repeated =
        TriangleMesh::new(cube.vertices().to_vec(), cube.triangles().repeat(LARGE / 12 + 7));
    vec![
        ("terrain, of rows", meshes::terrain(91, 2.0, 0.4, 3)),
        ("shuffled", meshes::shuffled(&torus, 4)),
        ("by turns of one", by_turns(1)),
        ("by turns of eight", by_turns(8)),
        ("a triangle more", soup((0..torus.len() as u32).chain([0]).map(|i| torus.corners(i)))),
        ("torus", torus),
        ("duplicates", repeated.expect("a mesh")),
        // Of sixteen triangles fourteen at one place and two at another, where two of the next
        // sixteen are as well: runs of two, and a node for each two of these.
        (
            "twos",
            soup((0..2 * LARGE).map(|i| {
                let (chunk, number) = (i / 16, i % 16);
                let (at, beside) = match number < 14 {
                    true => (chunk, 0.0),
                    false => (chunk / 2 + 5_000, 0.01 * (chunk % 2) as f32),
                };
                let [x, y, z] = [0.3719_f32, 0.6143, 0.8311]
                    .map(|part| (at as f32 * part).fract() * 2.0 + 0.002 * number as f32 - 1.0);
                let x = x + beside;
                [[x, y, z], [x + 0.01, y, z + 0.004], [x, y + 0.01, z - 0.004]]
            })),
        ),
        ("points", soup((0..LARGE).map(|i| [place(i); 3]))),
        ("degenerate", soup(degenerate)),
        (
            "one centroid",
            soup((0..LARGE).map(|i| {
                let size = 0.5 + i as f32 / LARGE as f32;
                [[size, 0.0, -size], [-size, size, 0.0], [0.0, -size, size]]
            })),
        ),
    ]
}

/// Every pair of placed triangles that meets.
fn by_force(a: (&TriangleMesh, &Pose), b: (&TriangleMesh, &Pose)) -> Vec<[u32; 2]> {
    let placed = |(mesh, pose): (&TriangleMesh, &Pose), i: u32| {
        mesh.corners(i).map(|corner| pose.place(corner))
    };
    let others: Vec<_> = (0..b.0.len() as u32).map(|j| placed(b, j)).collect();
    let of = |i: u32| {
        let own = placed(a, i);
        let met = (0..).zip(&others).filter(move |(_, other)| meet(&own, other));
        met.map(move |(j, _)| [i, j])
    };
    (0..a.0.len() as u32).flat_map(of).collect()
}

#[test]
fn large_meshes_find_what_all_triangles_find() -> Result<(), MeshWorldError> {
    let mut rng = rng("runs");
    let (block, room) = (meshes::cuboid([-0.1; 3], [0.1; 3]), meshes::cuboid([-0.3; 3], [0.3; 3]));
    for (name, mesh) in made() {
        assert!(mesh.len() >= LARGE, "{name}");
        let every: Vec<u32> = (0..mesh.len() as u32).collect();
        let (mut hits, mut misses, mut drawn) = (0, 0, 0);
        // Hardly a block has one of so many points on its surface.
        let is_enough = |hits: usize, misses| misses > 1 && (hits > 1 || name == "points");
        while goes_on(drawn, 4, is_enough(hits, misses)) {
            drawn += 1;
            let turn = Quat::from_vec4(vector(&mut rng).extend(0.8));
            let pose = Pose::new(turn, vector(&mut rng) * 3.0).expect("a pose");
            let inner = pose.place((vector(&mut rng) * 1.2).to_array());
            let around = Pose::at(inner.into()).expect("a place");
            let other = if drawn % 2 == 0 { &block } else { &room };
            let expected = by_force((&mesh, &pose), (other, &around));
            let build = |options, is_tested: bool| -> Result<_, MeshWorldError> {
                let mut world = MeshWorld::new(options);
                if is_tested {
                    world.set_occupancy_test(Some(Box::new(CpuOccupancyTest::default())));
                }
                let ids = [world.insert_mesh(mesh.clone()), world.insert_mesh(other.clone())];
                let objects = [world.insert(ids[0], pose)?, world.insert(ids[1], around)?];
                Ok((world, ids[0], objects))
            };
            let usual = MeshWorldOptions::default();
            for (number, options) in [
                usual,
                MeshWorldOptions { memory: 0, ..usual },
                MeshWorldOptions { memory: 40_000, ..usual },
                MeshWorldOptions { age: 1, ..usual },
                usual,
            ]
            .into_iter()
            .enumerate()
            {
                let (mut world, id, [a, b]) = build(options, number == 4)?;
                for _ in 0..3 {
                    assert_eq!(world.collide()?.len(), usize::from(!expected.is_empty()), "{name}");
                    let verdict = world.verdict(b, a)?;
                    match verdict {
                        MeshVerdict::Meeting { triangles: [p, q] } => {
                            assert!(expected.contains(&[q, p]), "{name}: {verdict:?}");
                        }
                        _ => assert_eq!(verdict, MeshVerdict::Separate, "{name}"),
                    }
                    assert_eq!(verdict.meets(), !expected.is_empty(), "{name}");
                    assert_eq!(world.meeting_triangles(a, b)?, expected, "{name}");
                    let tree = world.tree(id)?;
                    let mut held: Vec<u32> = tree.triangles(tree.root().expect("one")).collect();
                    held.sort_unstable();
                    assert_eq!(held, every, "{name}");
                    // What was asked for since is searched afresh.
                    world.set_pose(b, Pose::at(Vec3::splat(90.0)).expect("a place"))?;
                    (0..3).try_for_each(|_| world.collide().map(drop))?;
                    let bytes = world.stats().bytes;
                    assert!(number != 1 || bytes <= 2 * 48, "{name}: {bytes}");
                    assert!(number != 2 || bytes <= 42_000, "{name}: {bytes}");
                    world.set_pose(b, around)?;
                }
            }
            (hits, misses) = (
                hits + usize::from(!expected.is_empty()),
                misses + usize::from(expected.is_empty()),
            );
        }
        assert!(is_enough(hits, misses), "{name}: {hits} hits, {misses} misses");
    }
    Ok(())
}

/// The same triangle of those that meet a shape, whatever was opened and dropped before.
#[test]
fn shapes_meet_the_same_triangles_of_large_meshes() -> Result<(), MeshWorldError> {
    let mut rng = rng("runs and shapes");
    for (name, mesh) in made() {
        let mut aged = MeshWorld::new(MeshWorldOptions { age: 1, ..MeshWorldOptions::default() });
        let id = aged.insert_mesh(mesh.clone());
        let object = aged.insert(id, Pose::IDENTITY)?;
        for _ in 0..8 {
            let mut set = PolytopeSet::new();
            let at = vector(&mut rng) * 1.2;
            let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|i: i32| {
                at + Vec3::from_array([i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| 0.4 * bit as f32))
            });
            set.push(&corners).expect("a shape");
            let mut fresh = MeshWorld::default();
            let id = fresh.insert_mesh(mesh.clone());
            fresh.insert(id, Pose::IDENTITY)?;
            let pairs = [Pair::new(object, 0)];
            let expected = fresh.verdicts_with(&set, &pairs)?;
            assert_eq!(aged.verdicts_with(&set, &pairs)?, expected, "{name}");
            (0..4).try_for_each(|_| aged.collide().map(drop))?;
            // A vertex within the box meets it.
            let inside = |corner: &[f32; 3]| {
                let corner = Vec3::from(*corner);
                corner.cmpgt(corners[0]).all() && corner.cmplt(corners[7]).all()
            };
            let met = mesh.vertices().iter().any(inside);
            assert!(!met || matches!(expected[0], ConvexVerdict::Meeting { .. }), "{name}");
        }
    }
    Ok(())
}

/// What a large solid holds is found by a ray.
#[test]
fn large_solids_hold_what_is_within() -> Result<(), MeshWorldError> {
    let (ring, pea) = (meshes::torus(160, 80, 1.0, 0.4), meshes::cuboid([-0.05; 3], [0.05; 3]));
    assert!(ring.len() >= LARGE);
    let mut world = MeshWorld::default();
    let (ring, pea) = (world.insert_mesh(ring), world.insert_mesh(pea));
    let ring = world.insert_solid(ring, Pose::IDENTITY)?;
    for (x, held) in [(1.0, true), (0.0, false), (-1.0, true), (1.41, false)] {
        let pea = world.insert(pea, Pose::at(Vec3::X * x).expect("a place"))?;
        let verdict = world.verdict(ring, pea)?;
        assert_eq!(matches!(verdict, MeshVerdict::Enclosed { of_second: true, .. }), held, "{x}");
        assert_eq!(matches!(verdict, MeshVerdict::Meeting { .. }), x == 1.41, "{x}");
        world.remove(pea)?;
    }
    Ok(())
}
