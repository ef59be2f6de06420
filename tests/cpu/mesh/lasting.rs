//! What a world of meshes keeps from step to step, and what it does not.

use crate::common::hull::cases::vector;
use crate::common::seed::{goes_on, rng};
use crate::common::windings::winding_number;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::spheres::{
    MeshContact, MeshVerdict, MeshWorld, MeshWorldError, MeshWorldOptions, OccupancyFault,
    OccupancyParent, OccupancyTest,
};
use motzkin::{Pose, TriangleMesh};
use motzkin_core::exact::triangles::meet;
use motzkin_lab::workload::meshes;

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::at(Vec3::new(x, y, z)).expect("a place")
}

/// Pairs that rest, in contact and just apart, keep the nodes that they need to move again.
#[test]
fn resting_pairs_keep_their_nodes() -> Result<(), MeshWorldError> {
    for (x, y, z) in [(0.1, 0.1, 0.79), (2.05, 2.05, 0.0)] {
        let options = MeshWorldOptions { age: 8, ..MeshWorldOptions::default() };
        let mut world = MeshWorld::new(options);
        let mesh = world.insert_mesh(meshes::torus(160, 80, 1.0, 0.4));
        world.insert(mesh, Pose::IDENTITY)?;
        let other = world.insert(mesh, at(x, y, z))?;
        for _ in 0..20 {
            world.collide()?;
        }
        let deep = world.stats();
        assert!(deep.alive > 20, "{deep:?}");
        for _ in 0..100 {
            world.collide()?;
        }
        let rested = world.stats();
        assert!(rested.remembered > 50, "{rested:?}");
        world.set_pose(other, at(x + 1e-4, y, z))?;
        world.collide()?;
        // All nodes of the search were there.
        assert!(world.stats().built <= deep.built + 16, "{deep:?} {:?}", world.stats());
        // Once nothing is near, they go.
        world.set_pose(other, at(50.0, 0.0, 0.0))?;
        for _ in 0..20 {
            world.collide()?;
        }
        assert_eq!(world.stats().alive, 1);
    }
    Ok(())
}

/// Numbers are used again, so that nothing remains of what was removed; ids of meshes are not.
#[test]
fn what_was_removed_leaves_nothing() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let torus = meshes::torus(24, 12, 1.0, 0.35);
    let lone = TriangleMesh::from_soup(&[[[1.0, 0.0, 0.0], [1.0, 0.1, 0.9], [1.1, 0.0, 0.9]]]);
    let lone = lone.expect("a mesh");
    let first = world.insert_mesh(torus.clone());
    let still = world.insert(first, Pose::IDENTITY)?;
    for round in 0..2000 {
        let mesh = world.insert_mesh(if round % 2 == 0 { torus.clone() } else { lone.clone() });
        // The findings of a pair that had the same numbers are not those of this pair.
        let object = world.insert(mesh, at(0.0, 0.0, if round % 3 == 0 { 9.0 } else { 0.0 }))?;
        assert_eq!(object, 1);
        assert!(world.len() == 2 && world.objects().eq([still, object]));
        let found = world.collide_pairs(&[motzkin::Pair::new(still, object)])?;
        assert_eq!(found.is_empty(), round % 3 == 0, "{round}: {found:?}");
        world.remove(object)?;
        assert!(world.pose(object).is_none() && world.objects().eq([still]) && !world.is_empty());
        world.remove_mesh(mesh)?;
        assert!(matches!(world.insert(mesh, Pose::IDENTITY), Err(MeshWorldError::NoSuchMesh(1))));
        assert!(matches!(
            world.insert_solid(mesh, Pose::IDENTITY),
            Err(MeshWorldError::NoSuchMesh(1))
        ));
        assert!(matches!(world.remove_mesh(mesh), Err(MeshWorldError::NoSuchMesh(1))));
        assert!(matches!(world.tree(mesh), Err(MeshWorldError::NoSuchMesh(1))));
    }
    Ok(())
}

/// Objects that come and go in any order, beside worlds into which what lives is put afresh.
#[test]
fn numbers_come_and_go() -> Result<(), MeshWorldError> {
    let mut rng = rng("numbers");
    let (mut world, mut fresh_hits) = (MeshWorld::default(), 0);
    let mesh = world.insert_mesh(meshes::cuboid([-0.5; 3], [0.5; 3]));
    let mut live: Vec<(u32, Pose)> = Vec::new();
    let mut most = 0;
    for _ in 0..300 {
        if live.len() < 3 || rng.u8(0..3) > 0 {
            let pose = Pose::at(vector(&mut rng) * 3.0).expect("a place");
            live.push((world.insert(mesh, pose)?, pose));
        } else {
            let (object, _) = live.swap_remove(rng.usize(0..live.len()));
            world.remove(object)?;
        }
        while live.len() > 30 {
            world.remove(live.swap_remove(rng.usize(0..live.len())).0)?;
        }
        most = most.max(live.len());
        assert!(live.iter().all(|(object, _)| (*object as usize) < most + 1));
        let mut fresh = MeshWorld::default();
        let same = fresh.insert_mesh(meshes::cuboid([-0.5; 3], [0.5; 3]));
        live.sort_unstable_by_key(|(object, _)| *object);
        for (_, pose) in &live {
            fresh.insert(same, *pose)?;
        }
        let expected: Vec<_> = fresh
            .collide()?
            .iter()
            .map(|contact| [contact.pair.a, contact.pair.b].map(|i| live[i as usize].0))
            .collect();
        let found: Vec<_> =
            world.collide()?.iter().map(|contact| [contact.pair.a, contact.pair.b]).collect();
        assert_eq!(found, expected);
        fresh_hits += expected.len();
    }
    assert!(fresh_hits > 100, "{fresh_hits}");
    Ok(())
}

/// Opens every octant but the first that is occupied, as a test does that misses surface.
struct Lossy(u64);

impl OccupancyTest for Lossy {
    fn occupied(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault> {
        self.0 += parents.len() as u64;
        Ok(parents.iter().map(|_| 0b1111_1010).collect())
    }
    fn queries(&self) -> u64 {
        self.0
    }
}

/// What a solid holds is found by a ray through its tree: the same as by all triangles, also where
/// the tree lacks some.
#[test]
fn rays_through_trees_count_what_all_triangles_do() -> Result<(), MeshWorldError> {
    let made = [meshes::torus(60, 30, 1.0, 0.4), meshes::blob(60, 40, 1.0, 0.5, 11)];
    let mut rng = rng("rays");
    let pea = meshes::cuboid([-0.002; 3], [0.002; 3]);
    for (number, mesh) in made.iter().enumerate() {
        let mut world = MeshWorld::default();
        world.set_occupancy_test((number == 0).then(|| Box::new(Lossy(0)) as _));
        let (solid, small) = (world.insert_mesh(mesh.clone()), world.insert_mesh(pea.clone()));
        let (mut held, mut free, mut drawn) = (0, 0, 0);
        while goes_on(drawn, 60, held > 5 && free > 5) {
            drawn += 1;
            let turn = Quat::from_array([rng.f32(), rng.f32(), rng.f32(), 1.0]);
            let pose = Pose::new(turn, vector(&mut rng) * 3.0).expect("a pose");
            let inner = pose.place((vector(&mut rng) * 1.2).to_array());
            let objects = [
                world.insert_solid(solid, pose)?,
                world.insert(small, Pose::at(inner.into()).expect("a place"))?,
            ];
            let verdict = world.verdict(objects[0], objects[1])?;
            let place = |corner| pose.place(corner);
            let all = (0..mesh.len() as u32).map(|i| mesh.corners(i).map(place));
            let around = Pose::at(inner.into()).expect("a place");
            let of_pea = |i: u32| pea.corners(i).map(|corner| around.place(corner));
            // The lossy tree misses contacts too.
            if !all.clone().any(|p| (0..12).any(|i| meet(&p, &of_pea(i)))) {
                let within = winding_number(inner, all) != Some(0);
                assert_eq!(verdict.meets(), within, "mesh {number}, {pose} {inner:?}");
                assert_eq!(world.inside(objects[1], objects[0])?[0], Some(within));
                (held, free) = if within { (held + 1, free) } else { (held, free + 1) };
            }
            objects.into_iter().try_for_each(|object| world.remove(object))?;
        }
        assert!(held > 5 && free > 5, "{held} held, {free} free");
        assert!(world.stats().alive > 20);
    }
    Ok(())
}

/// Solids that move less than the gap keep their verdict, be it held or not; and lose it when they
/// jump.
#[test]
fn solids_are_remembered_while_they_stay_apart() -> Result<(), MeshWorldError> {
    let mut world = MeshWorld::default();
    let shell = world.insert_mesh(meshes::torus(40, 20, 1.2, 0.4));
    let pea = world.insert_mesh(meshes::cuboid([-0.1; 3], [0.1; 3]));
    world.insert_solid(shell, Pose::IDENTITY)?;
    let pea = world.insert_solid(pea, at(1.2, 0.0, 0.0))?;
    let mut remembered = 0;
    for (x, held) in [(1.2, true), (0.0, false), (-1.2, true), (0.3, false)] {
        for part in 0..10 {
            world.set_pose(pea, at(x, part as f32 * 1e-3, 0.0))?;
            let found = world.collide()?;
            let enclosed = |c: &MeshContact| {
                matches!(c.verdict, MeshVerdict::Enclosed { of_second: true, .. })
            };
            assert_eq!(found.len(), usize::from(held), "{x}: {found:?}");
            assert!(found.iter().all(enclosed), "{x}: {found:?}");
        }
        let now = world.stats().remembered;
        assert!(now >= remembered + 9, "{x}: {now} after {remembered}");
        remembered = now;
    }
    Ok(())
}
