//! Worlds of meshes and of object trees under random operations, against all by all.

use crate::common::mesh::oracle;
use crate::common::trees::{collisions, entries, things, wild, world};
use crate::{driver, services};
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::spheres::{MeshWorld, MeshWorldOptions};
use motzkin::{Pair, Pose, SearchOptions, TriangleMesh};
use motzkin_core::exact::triangles::{Triangle, meet};
use motzkin_lab::workload::meshes;
use std::collections::BTreeMap;

/// A few triangles of small whole numbers, degenerate ones among them, or a surface of many.
fn mesh(rng: &mut Rng, few: bool) -> TriangleMesh {
    match rng.u32(..4) {
        0 if !few => return meshes::torus(12, 6, 1.0, 0.35),
        1 if !few => return meshes::blob(8, 6, 1.0, 0.5, 7),
        _ => {}
    }
    let mut vertex = || [0; 3].map(|_| rng.i32(-2..=2) as f32);
    let vertices: Vec<[f32; 3]> = (0..6).map(|_| vertex()).collect();
    let triangles = (0..rng.usize(..5)).map(|_| [0; 3].map(|_| rng.u32(..6))).collect();
    TriangleMesh::new(vertices, triangles).expect("finite vertices, and indices that exist")
}

/// A mesh, and where it stands.
#[derive(Clone, Debug)]
struct Placed {
    mesh: TriangleMesh,
    place: Vec3,
    turn: Quat,
}

impl Placed {
    fn draw(rng: &mut Rng, mesh: TriangleMesh) -> Self {
        let place = Vec3::from([0; 3].map(|_| rng.i32(-3..=3) as f32));
        let turns =
            [Quat::IDENTITY, Quat::from_xyzw(0.5, 0.5, 0.5, 0.5), Quat::from_rotation_x(1.0)];
        Self { mesh, place, turn: turns[rng.usize(..3)] }
    }

    /// Elsewhere, or a little further, so that what was found before may be of use.
    fn moved(&mut self, rng: &mut Rng) {
        match rng.u32(..8) {
            0 => *self = Self::draw(rng, std::mem::take(&mut self.mesh)),
            1..6 => self.place += Vec3::from([0; 3].map(|_| (rng.f32() - 0.5) * 0.5)),
            _ => {}
        }
    }

    fn pose(&self) -> Pose {
        Pose::new(self.turn, self.place).expect("a pose")
    }

    fn triangles(&self) -> Vec<Triangle> {
        let (mesh, pose) = (&self.mesh, self.pose());
        (0..mesh.len() as u32).map(|i| mesh.corners(i).map(|corner| pose.place(corner))).collect()
    }
}

/// Whether any two triangles meet.
fn any_meet(a: &Placed, b: &Placed, meet: impl Fn(&Triangle, &Triangle) -> bool) -> bool {
    let other = b.triangles();
    a.triangles().iter().any(|own| other.iter().any(|triangle| meet(own, triangle)))
}

#[test]
fn mesh_worlds() {
    driver::run("mesh-worlds", |rng| {
        // The oracle takes a hundred times as long; other tests hold the function to it.
        let by_oracle = rng.u32(..16) == 0;
        let plain = MeshWorldOptions::default();
        let options = match rng.u32(..4) {
            0 => MeshWorldOptions { coherence: false, ..plain },
            1 => MeshWorldOptions { memory: 0, age: 1, ..plain },
            _ => plain,
        };
        let mut world = MeshWorld::new(options);
        let mut objects: BTreeMap<u32, Placed> = BTreeMap::new();
        for _ in 0..20 {
            match rng.u32(..8) {
                0 if !objects.is_empty() => {
                    let object = *objects.keys().nth(rng.usize(..objects.len())).expect("some");
                    world.remove(object).expect("an object");
                    objects.remove(&object);
                    assert!(world.pose(object).is_err() && world.remove(object).is_err());
                }
                1 | 2 if objects.len() < 5 => {
                    let mesh = mesh(rng, by_oracle);
                    let id = world.add_mesh(mesh.clone());
                    let placed = Placed::draw(rng, mesh);
                    let object = world.add(id, placed.pose()).expect("a mesh");
                    assert!(objects.insert(object, placed).is_none(), "{object} twice");
                }
                _ => {
                    for (object, placed) in &mut objects {
                        placed.moved(rng);
                        world.set_pose(*object, placed.pose()).expect("an object");
                    }
                }
            }
            let mut expected = Vec::new();
            for (a, one) in &objects {
                for (b, other) in objects.range(a + 1..) {
                    let found = match by_oracle {
                        true => any_meet(one, other, oracle::meet),
                        false => any_meet(one, other, meet),
                    };
                    if found {
                        expected.push(Pair::new(*a, *b));
                    }
                }
            }
            let contacts = world.collide().expect("no budget ends it");
            let found: Vec<_> = contacts.iter().map(|contact| contact.pair).collect();
            assert!(contacts.iter().all(|contact| contact.verdict.meets()));
            assert_eq!(found, expected, "{objects:?}");
        }
    });
}

#[test]
fn object_trees() {
    let services = services();
    driver::run("object-trees", |rng| {
        let (objects, volumes) = (rng.usize(..4), rng.usize(1..5));
        let by_reference = rng.u32(..32) == 0;
        let things = things(objects, rng, |rng| wild(1 + rng.usize(..volumes), rng));
        let (world, expected) = (world(&things), collisions(&things, true));
        for (name, service) in services {
            // It takes a thousand times as long.
            if name == "reference" && !by_reference {
                continue;
            }
            let found = service.search(&world, &SearchOptions::default()).expect("an answer");
            assert_eq!(entries(&found), expected, "{name}: {objects} objects");
        }
    });
}
