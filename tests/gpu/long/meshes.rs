//! Surfaces and solids in a world of meshes, some of which come and go.

use super::things::draw_pose;
use fastrand::Rng;
use motzkin::Pose;
use motzkin::tree::spheres::{MeshDistance, MeshId, MeshVerdict, MeshWorld};
use motzkin_lab::workload::meshes;
use std::collections::BTreeMap;

/// Objects at least and at most.
const OBJECTS: [usize; 2] = [5, 8];

/// A mesh by its number, where it stands, and whether it is solid.
type Object = (usize, Pose, bool);

pub struct Meshes {
    world: MeshWorld,
    made: Vec<MeshId>,
    live: BTreeMap<u32, Object>,
}

/// What a world tells of two objects, as far as it does not depend on what was asked before: that
/// is all but the triangles of a verdict. Point, normal and depth of a region are estimates, and
/// are not compared.
#[derive(Debug, PartialEq)]
pub struct Met {
    /// The places of both in the order of the objects.
    pair: [usize; 2],
    verdict: Verdict,
    triangles: Vec<[u32; 2]>,
    /// The pairs of triangles of each region.
    regions: Vec<Vec<[u32; 2]>>,
    distance: Option<MeshDistance>,
    inside: [Option<bool>; 2],
}

#[derive(Debug, PartialEq)]
enum Verdict {
    Separate,
    Meeting,
    Enclosed { of_second: bool },
}

impl Meshes {
    pub fn new() -> Self {
        let mut world = MeshWorld::default();
        let all = [
            meshes::torus(12, 6, 1.0, 0.35),
            meshes::blob(8, 6, 1.0, 0.5, 7),
            meshes::cuboid([-1.0; 3], [1.0; 3]),
        ];
        let made = all.map(|mesh| world.insert_mesh(mesh)).into();
        Self { world, made, live: BTreeMap::new() }
    }

    fn insert(&mut self, object @ (mesh, pose, solid): Object) {
        let mesh = self.made[mesh];
        let number = match solid {
            true => self.world.insert_solid(mesh, pose),
            false => self.world.insert(mesh, pose),
        };
        self.live.insert(number.unwrap(), object);
    }

    pub fn step(&mut self, rng: &mut Rng) {
        let posed = |rng: &mut Rng| {
            let (turn, place) = draw_pose(rng, 3);
            // Some are large enough to hold another one.
            let scale = if rng.u32(..4) == 0 { 3.0 } else { 1.0 };
            Pose::new(turn, place).expect("a pose").scaled(scale).expect("a scale")
        };
        let [least, most] = OBJECTS;
        if self.live.len() < least || (self.live.len() < most && rng.u32(..20) == 0) {
            self.insert((rng.usize(..self.made.len()), posed(rng), rng.bool()));
        }
        let object = *self.live.keys().nth(rng.usize(..self.live.len())).expect("some");
        if self.live.len() > least && rng.u32(..20) == 0 {
            self.live.remove(&object);
            self.world.remove(object).unwrap();
        } else {
            let pose = posed(rng);
            self.world.set_pose(object, pose).unwrap();
            self.live.get_mut(&object).expect("live").1 = pose;
        }
        self.world.collide().unwrap();
    }

    /// What there is of all pairs of objects.
    pub fn answers(&mut self) -> Vec<Met> {
        let order: Vec<u32> = self.live.keys().copied().collect();
        let mut contacts = self.world.collide().unwrap().into_iter().peekable();
        let mut out = Vec::new();
        for (first, &a) in order.iter().enumerate() {
            for (second, &b) in order.iter().enumerate().skip(first + 1) {
                let contact =
                    contacts.next_if(|contact| (contact.pair.a, contact.pair.b) == (a, b));
                let world = &mut self.world;
                let regions = world.contact_regions(a, b).unwrap();
                out.push(Met {
                    pair: [first, second],
                    verdict: told(contact.map(|contact| contact.verdict)),
                    triangles: world.meeting_triangles(a, b).unwrap(),
                    regions: regions.into_iter().map(|region| region.triangles).collect(),
                    distance: world.distance(a, b).unwrap(),
                    inside: world.inside(a, b).unwrap(),
                });
            }
        }
        assert!(contacts.next().is_none(), "a pair of no objects");
        out
    }

    pub fn afresh(&self) -> Self {
        let mut out = Self::new();
        self.live.values().for_each(|&object| out.insert(object));
        out
    }

    /// Bytes of the trees, and the most that they may hold: 200 a triangle, and a root a mesh.
    pub fn bytes(&self) -> [u64; 2] {
        let tree = |&mesh: &MeshId| self.world.tree(mesh).unwrap();
        let most = self.made.iter().map(|mesh| 200 * tree(mesh).mesh().len() as u64 + 48);
        [self.world.stats().bytes as u64, most.sum()]
    }
}

fn told(verdict: Option<MeshVerdict>) -> Verdict {
    match verdict {
        None => Verdict::Separate,
        Some(MeshVerdict::Meeting { .. }) => Verdict::Meeting,
        Some(MeshVerdict::Enclosed { of_second, .. }) => Verdict::Enclosed { of_second },
        Some(other) => panic!("{other:?} without a budget"),
    }
}
