//! What scenes tell of pairs and of their own shapes, beside the verdicts of all.

use crate::common::hull::distance::{Found, fault_of_points, square_of_any};
use crate::common::mixed_scene::{self, Made};
use crate::common::seed;
use dashu_ratio::RBig;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::{ChangeError, PairListError, Scene, SceneOptions};
use motzkin::tree::spheres::MeshWorldOptions;
use motzkin::{
    CollisionService, Engine, Filter, Frame3, Handle, Pair, PolytopeSet, Pose, SceneError,
    SceneShape, Verdict, Wanted,
};
use motzkin_lab::workload::meshes;

const EVERYTHING: [Wanted; 7] = [
    Wanted::DEPTH,
    Wanted::GAP,
    Wanted::WITNESS,
    Wanted::BOX,
    Wanted::INTERVAL,
    Wanted::DISTANCE,
    Wanted::SUBSET,
];

fn everything() -> Wanted {
    EVERYTHING.into_iter().fold(Wanted::NOTHING, Wanted::union)
}

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU")
}

fn cube(x: f32) -> Frame3 {
    Frame3::aligned_box(Vec3::splat(x), Vec3::splat(x + 1.0)).expect("a cube")
}

/// A shape that stands somewhere, and the convex parts that it is of: of a surface the triangles.
struct Thing {
    made: Made,
    handle: Handle,
    parts: Vec<u32>,
}

impl Thing {
    fn is_mesh(&self) -> bool {
        matches!(self.made, Made::Mesh { .. })
    }

    fn is_tree(&self) -> bool {
        matches!(self.made, Made::Tree(..))
    }

    fn is_frame(&self) -> bool {
        matches!(self.made, Made::Frame(_))
    }
}

fn things(rng: &mut fastrand::Rng, scene: &mut Scene, set: &mut PolytopeSet) -> Vec<Thing> {
    let mut one = || {
        let made = mixed_scene::draw(rng);
        let mut whole = |reach: i32| rng.i32(-reach..=reach) as f32;
        let way = Vec3::new(whole(5), whole(5), whole(5));
        let speed = Vec3::new(whole(2), whole(2), whole(2));
        let handle = scene.insert(made.shape()).unwrap();
        scene.set_pose(handle, Quat::IDENTITY, way).unwrap();
        scene.set_velocity(handle, speed).unwrap();
        let pose = Pose::at(way).unwrap();
        let mut hull = |points: &[Vec3]| {
            let of = set.push(points).unwrap();
            set.push_posed(of, &pose).unwrap()
        };
        let parts = match &made {
            Made::Frame(frame) => vec![set.push_frame(&frame.posed(&pose).unwrap()).unwrap()],
            Made::Hull(points, _) => vec![hull(points)],
            Made::Tree(leaves, _) => {
                let posed = leaves.iter().map(|leaf| leaf.posed(&pose).unwrap());
                posed.map(|leaf| set.push_frame(&leaf).unwrap()).collect()
            }
            // A solid is convex here.
            Made::Mesh { mesh, solid: true } => {
                vec![hull(&mesh.vertices().iter().copied().map(Vec3::from).collect::<Vec<_>>())]
            }
            Made::Mesh { mesh, solid: false } => {
                let corners = |triangle| mesh.corners(triangle).map(Vec3::from);
                (0..mesh.len() as u32).map(|triangle| hull(&corners(triangle))).collect()
            }
        };
        Thing { made, handle, parts }
    };
    (0..9).map(|_| one()).collect()
}

/// The square of the exact distance, or `None` where a shape is empty.
fn square(set: &PolytopeSet, a: &Thing, b: &Thing) -> Option<RBig> {
    let is_empty = |thing: &Thing| set.vertices_of(thing.parts[0]).is_empty();
    if is_empty(a) || is_empty(b) {
        return None;
    }
    let pairs = a.parts.iter().flat_map(|&p| b.parts.iter().map(move |&q| Pair::new(p, q)));
    pairs.map(|pair| square_of_any(set, pair)).min()
}

/// Of every pair of random things: the verdict that `collide` has, and the values that the pair can
/// have, distances against exact ones.
#[test]
fn every_pair_has_the_values_of_its_kind() {
    let mut rng = seed::rng("details of scenes");
    let (mut apart, mut moved) = ([[0; 2]; 2], 0);
    for round in 0..300 {
        if round >= 6 && moved > 3 && apart.iter().flatten().all(|&count| count > 3) {
            return;
        }
        let (mut scene, mut set) = (cpu().scene(), PolytopeSet::new());
        let things = things(&mut rng, &mut scene, &mut set);
        let numbers = || (0..things.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let pairs: Vec<_> = numbers().map(|(i, j)| (things[i].handle, things[j].handle)).collect();
        let who = format!("round {round}, seed {}", seed::seed());
        let hits = |scene: &mut Scene, moving: bool| -> Vec<_> {
            let hits = match moving {
                true => scene.collide().moving().run(),
                false => scene.collide().run(),
            };
            hits.unwrap().iter().map(|hit| ([hit.a, hit.b], hit.verdict)).collect()
        };
        let known = |hits: &[([Handle; 2], Verdict)], (a, b): (Handle, Handle)| {
            let hit = hits.iter().find(|(names, _)| *names == [a.min(b), a.max(b)]);
            hit.map_or(Verdict::Separate, |(_, verdict)| *verdict)
        };
        let met = hits(&mut scene, false);
        let found = scene.details(&pairs).wanted(everything()).run().unwrap();
        for (place, ((i, j), detail)) in numbers().zip(&found).enumerate() {
            let (a, b) = (&things[i], &things[j]);
            assert_eq!(detail.pair as usize, place, "{who}");
            assert_eq!(detail.verdict, known(&met, pairs[place]), "{who}: {i} {j}");
            assert!(detail.interval.is_none(), "{who}");
            let both_frames = a.is_frame() && b.is_frame();
            let (meets, mesh) = (detail.verdict.meets(), a.is_mesh() || b.is_mesh());
            assert_eq!(detail.separation.is_some(), both_frames, "{who}: {detail:?}");
            assert_eq!(detail.aabb.is_some(), both_frames && meets, "{who}: {detail:?}");
            let convex = !mesh && !a.is_tree() && !b.is_tree();
            assert_eq!(detail.witness.is_some(), convex && meets, "{who}: {detail:?}");
            assert_eq!(detail.subset.is_some(), convex && !both_frames, "{who}: {detail:?}");
            let square = square(&set, a, b).filter(|_| !meets);
            assert_eq!(detail.distance.is_some(), square.is_some(), "{who}: {detail:?}");
            if let (Some(told), Some(square)) = (detail.distance, square) {
                let truth = square.to_f64().value().sqrt();
                assert!((told.distance - truth).abs() <= told.slack + 1e-15 * truth, "{who}");
                assert_eq!(fault_of_points(&Found::from(told)), None, "{who}");
                apart[usize::from(a.is_mesh())][usize::from(b.is_mesh())] += 1;
            }
        }
        let met = hits(&mut scene, true);
        let found = scene.details(&pairs).wanted(everything()).moving().run().unwrap();
        for (place, ((i, j), detail)) in numbers().zip(&found).enumerate() {
            let (a, b) = (&things[i], &things[j]);
            assert_eq!(detail.verdict, known(&met, pairs[place]), "{who}: {i} {j}");
            let timed = detail.verdict.meets() && !a.is_mesh() && !b.is_mesh();
            assert_eq!(detail.interval.is_some(), timed, "{who}: {detail:?}");
            assert!(detail.separation.is_none() && detail.distance.is_none(), "{who}");
            moved += usize::from(timed);
        }
        // Nothing is wanted, and nothing is told.
        let found = scene.details(&pairs[..3]).run().unwrap();
        assert!(found.len() == 3 && found.iter().all(|detail| detail.distance.is_none()));
    }
    panic!("{apart:?} apart, {moved} met on the way");
}

/// Values are those of the queries that answer such pairs outside of scenes.
#[test]
fn values_are_those_of_queries() {
    let service = cpu();
    let mut scene = service.scene();
    let (first, second) = (cube(0.0), cube(0.75));
    let (a, b) = (scene.insert(first).unwrap(), scene.insert(second).unwrap());
    let told = scene.details(&[(a, b)]).wanted(everything()).run().unwrap();
    let resting = everything().without(Wanted::INTERVAL | Wanted::SUBSET);
    let query = service.query_between(&first, &second).wanted(resting);
    let answer = query.run().unwrap();
    let known = answer.details().first().expect("they meet");
    assert_eq!((told[0].separation, told[0].witness), (known.separation, known.witness));
    assert_eq!(told[0].aabb, known.aabb);
    assert_eq!(scene.details(&[]).run().unwrap(), []);

    let surface = SceneShape::mesh(meshes::cuboid([0.5; 3], [1.5; 3]));
    let solid = SceneShape::solid(meshes::cuboid([1.25; 3], [3.0; 3]));
    let (c, d) = (scene.insert(surface).unwrap(), scene.insert(solid).unwrap());
    let regions = scene.contact_regions(c, d).unwrap();
    assert!(regions.len() == 1 && regions[0].depth.is_none(), "{regions:?}");
    let turned = scene.contact_regions(d, c).unwrap();
    assert_eq!(turned[0].triangles.len(), regions[0].triangles.len());
}

/// More triangles than the options allow are refused by the handles of the two meshes.
#[test]
fn regions_of_too_many_triangles_are_refused() {
    let meshes_options = MeshWorldOptions { max_region_pairs: 3, ..MeshWorldOptions::default() };
    let options = SceneOptions { meshes: meshes_options, ..SceneOptions::default() };
    let mut scene = cpu().scene_with(options);
    scene.insert(cube(-9.0)).unwrap();
    let mesh = SceneShape::mesh(meshes::cuboid([0.0; 3], [1.0; 3]));
    let [a, b] = [mesh.clone(), mesh].map(|mesh| scene.insert(mesh).unwrap());
    for pair in [(a, b), (b, a)] {
        let error = scene.contact_regions(pair.0, pair.1).unwrap_err();
        let SceneError::TooManyTrianglePairs { a, b, most } = error else { panic!("{error}") };
        assert_eq!(((a, b), most), (pair, 3));
    }
    assert_eq!(scene.details(&[(a, b)]).run().unwrap()[0].verdict, Verdict::Overlapping);
    scene.set_pose(b, Quat::IDENTITY, Vec3::X * 5.0).unwrap();
    assert_eq!(scene.contact_regions(a, b).unwrap(), []);
}

#[test]
fn what_names_nothing_is_named() {
    let mut scene = cpu().scene();
    let (a, b) = (scene.insert(cube(0.0)).unwrap(), scene.insert(cube(1.0)).unwrap());
    let mesh = SceneShape::mesh(meshes::cuboid([0.0; 3], [1.0; 3]));
    let (c, d) = (scene.insert(mesh.clone()).unwrap(), scene.insert(mesh).unwrap());
    scene.remove(b).unwrap();
    let error = scene.details(&[(a, c), (a, b)]).run().unwrap_err();
    let stale = PairListError::Stale { pair: 1, handle: b };
    assert!(matches!(error, SceneError::List(error) if error == stale));
    let itself = |error, of| {
        let named = PairListError::Itself { pair: 0, handle: of };
        matches!(error, SceneError::List(error) if error == named)
    };
    assert!(itself(scene.details(&[(c, c)]).run().unwrap_err(), c));
    let error = scene.contact_regions(c, a).unwrap_err();
    let none = PairListError::NoMesh { pair: 0, handle: a };
    assert!(matches!(error, SceneError::List(error) if error == none));
    assert!(matches!(scene.contact_regions(b, c), Err(SceneError::List(_))));
    assert!(itself(scene.contact_regions(d, d).unwrap_err(), d));
    assert!(matches!(scene.query_of(b), Err(ChangeError::Stale(handle)) if handle == b));
}

/// One against all: each shape of a random scene meets what all pairs say, and never itself.
#[test]
fn each_shape_meets_what_all_pairs_say() {
    let mut rng = seed::rng("one against all in scenes");
    for round in 0..12 {
        let (mut scene, mut set) = (cpu().scene(), PolytopeSet::new());
        let things = things(&mut rng, &mut scene, &mut set);
        for thing in &things {
            let filter = Filter { group: rng.u32(1..8), mask: rng.u32(..8) };
            scene.set_filter(thing.handle, filter).unwrap();
        }
        let hits = scene.collide().run().unwrap();
        for Thing { handle, .. } in &things {
            let of_pair = |a: Handle, b: Handle| if a == *handle { Some(b) } else { None };
            let mut known: Vec<_> = hits
                .iter()
                .filter_map(|hit| {
                    let other = of_pair(hit.a, hit.b).or_else(|| of_pair(hit.b, hit.a))?;
                    Some((other, hit.verdict))
                })
                .collect();
            known.sort_unstable_by_key(|(other, _)| *other);
            let found = scene.query_of(*handle).unwrap().meeting().unwrap();
            let found: Vec<_> = found.iter().map(|hit| (hit.handle, hit.verdict)).collect();
            assert_eq!(found, known, "round {round}, seed {}", seed::seed());
            let near = scene.query_of(*handle).unwrap().nearest().unwrap();
            assert_ne!(near.map(|near| near.handle), Some(*handle));
        }
    }
}
