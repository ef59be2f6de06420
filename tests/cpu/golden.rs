//! Hashes of the answers of recorded scenes: on every instruction set, on some numbers of threads,
//! and by the papers' own algorithms. What these take from the exact stage is compared with the
//! oracle.

use crate::common::golden::answers_as_recorded;
use crate::common::{answers, moving, oracle, plane};
use motzkin::glam::{Quat, Vec2};
use motzkin::golden::{Kind, Scene, Style, recorded};
use motzkin::tree::spheres::{MeshContact, MeshVerdict, MeshWorld};
use motzkin::{
    Bvh, BvhWorld, CollisionService, Engine, Frame, Pose, SceneShape, Shapes, SimdLevel, Verdict,
    Wanted,
};
use motzkin_lab::golden::{self, Made, Placed};
use std::sync::Arc;

#[test]
fn every_instruction_set_answers_as_recorded() {
    for level in SimdLevel::available() {
        let built = CollisionService::builder().engine(Engine::Cpu).simd(level).build();
        answers_as_recorded(level.name(), &built.expect("a CPU engine"));
    }
}

#[test]
fn every_number_of_threads_answers_as_recorded() {
    for threads in [1, 2, 3, 4, 8, 16] {
        let built = CollisionService::builder().engine(Engine::Cpu).threads(threads).build();
        let service = built.expect("a CPU engine");
        // Meshes are tested on the threads that ask.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| answers_as_recorded(&format!("{threads} threads"), &service));
    }
}

/// Verdicts, contact intervals and subsets are those of elimination and of the simplex method in
/// rational numbers.
#[test]
fn the_reference_answers_as_recorded() {
    let service = CollisionService::new(Engine::Reference).expect("the reference");
    answers_as_recorded("reference", &service);
}

fn service() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU engine")
}

/// The boxes of each pair at rest and in motion.
fn boxes<F: Frame>(frames: &[F]) -> Vec<[Option<F::Bounds>; 2]> {
    let (service, pairs) = (service(), golden::pairs());
    let query = || service.query(frames, &pairs);
    let rest = query().wanted(Wanted::BOX).run().expect("boxes");
    let moved = query().moving().wanted(Wanted::BOX).run().expect("boxes");
    answers::boxes(&rest).into_iter().zip(answers::boxes(&moved)).map(Into::into).collect()
}

/// Boxes come from the exact stage, whatever the engine.
#[test]
fn boxes_in_space_are_those_of_the_oracle() {
    for style in Style::ALL {
        let frames = golden::frames(style);
        for (both, [rest, moved]) in frames.chunks(2).zip(boxes(&frames)) {
            let [a, b] = both else { unreachable!("frames in pairs") };
            assert_eq!(oracle::judge(a, b).fault_of_box(rest), None, "{a:?} {b:?}");
            let truth = moving::oracle::judge(a, b);
            assert_eq!(oracle::fault_of_box(truth.range.as_ref(), moved), None, "{a:?} {b:?}");
        }
    }
}

#[test]
fn boxes_in_the_plane_are_those_of_the_oracle() {
    for style in Style::ALL {
        let frames = golden::plane_frames(style);
        for (both, [rest, moved]) in frames.chunks(2).zip(boxes(&frames)) {
            let [a, b] = both else { unreachable!("frames in pairs") };
            assert_eq!(plane::oracle::judge(a, b).fault_of_box(moved), None, "{a:?} {b:?}");
            let [a, b] = [a, b].map(|frame| frame.with_velocity(Vec2::ZERO).expect("a frame"));
            assert_eq!(plane::oracle::judge(&a, &b).fault_of_box(rest), None, "{a:?} {b:?}");
        }
    }
}

/// A scene without contacts would hide an engine that gets contacts wrong.
#[test]
fn the_scenes_hold_every_verdict() {
    for style in Style::ALL {
        let (frames, in_plane) = (golden::frames(style), golden::plane_frames(style));
        holds_every_verdict("frames", style, &frames[..]);
        holds_every_verdict("frames in the plane", style, &in_plane[..]);
        holds_every_verdict("polytopes", style, &golden::polytopes(style));
    }
}

fn holds_every_verdict<T: Shapes + ?Sized>(name: &str, style: Style, shapes: &T) {
    let (service, pairs) = (service(), golden::pairs());
    let rest = service.query(shapes, &pairs).run().expect("verdicts").into_verdicts();
    let moving = service.query(shapes, &pairs).moving().run().expect("verdicts").into_verdicts();
    for verdicts in [rest, moving] {
        let count = |wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count();
        let counts = [Verdict::Separate, Verdict::Touching, Verdict::Overlapping].map(count);
        let least = [100, if style == Style::Random { 0 } else { 4 }, 20];
        let enough = counts.iter().zip(least).all(|(count, least)| *count >= least);
        assert!(enough, "{name} {}: {counts:?}", style.name());
    }
}

/// So would a crowd in which nothing meets.
#[test]
fn crowds_meet() {
    let service = service();
    for style in Style::ALL {
        let (mut world, mut solids) = (BvhWorld::new(), MeshWorld::default());
        for object in golden::objects(style) {
            let tree = Arc::new(Bvh::new(object.frames).expect("a tree"));
            world.insert(&tree, Quat::IDENTITY, object.at).expect("an object");
        }
        for body in golden::bodies(style).expect("meshes") {
            let mesh = solids.insert_mesh(body.mesh);
            let added = match body.is_solid {
                true => solids.insert_solid(mesh, Pose::IDENTITY),
                false => solids.insert(mesh, Pose::IDENTITY),
            };
            added.expect("an object");
        }
        let meshes = solids.collide().expect("contacts");
        let enclosed = |found: &&MeshContact| matches!(found.verdict, MeshVerdict::Enclosed { .. });
        let counts = [
            service.collide(&golden::crowd(style)).run().expect("hits").len(),
            service.collide(&golden::crowd(style)).moving().run().expect("hits").len(),
            service.collide(&golden::plane_crowd(style)).run().expect("hits").len(),
            service.collide(&golden::polytope_crowd(style)).run().expect("hits").len(),
            service.search(&world).run().expect("collisions").len(),
            meshes.len(),
        ];
        println!("{}: {counts:?}, {}", style.name(), meshes.iter().filter(enclosed).count());
        assert!(counts.iter().all(|&count| count > 30), "{}: {counts:?}", style.name());
        assert!(meshes.iter().any(|found| enclosed(&found)), "{}", style.name());
    }
}

/// In a scene of all shapes every kind meets every kind, at rest or in motion.
#[test]
fn all_shapes_meet() {
    for style in Style::ALL {
        let mut scene = service().scene();
        let shapes = golden::mixed(style).expect("meshes");
        for (number, Placed { made, turn, at, scale, velocity }) in shapes.into_iter().enumerate() {
            let shape = match made {
                Made::Frame(frame) => frame.into(),
                Made::Hull(points) => SceneShape::hull(&points).expect("a hull"),
                Made::Tree(leaves) => SceneShape::tree(Bvh::over(&leaves).expect("a tree")),
                Made::Surface(mesh) => SceneShape::mesh(mesh),
                Made::Solid(mesh) => SceneShape::solid(mesh),
            };
            let handle = scene.insert(shape).expect("a shape");
            scene.set_scaled_pose(handle, turn, at, scale).expect("a pose");
            scene.set_velocity(handle, velocity).expect("a velocity");
            scene.set_id(handle, number as u32 % 5).expect("an id");
        }
        let rest = scene.collide().run().expect("hits");
        let moving = scene.collide().moving().run().expect("hits");
        let mut counts = [[0; 5]; 5];
        for hit in rest.iter().chain(moving.iter()) {
            let [a, b] = hit.ids.map(|kind| kind as usize);
            counts[a.min(b)][a.max(b)] += 1;
        }
        let touching = rest.iter().filter(|hit| hit.verdict == Verdict::Touching).count();
        println!("{}: {counts:?}, {} at rest, {touching}", style.name(), rest.len());
        let enough = |a: usize| counts[a][a..].iter().all(|&count| count >= 3);
        assert!((0..5).all(enough) && rest.len() > 50, "{}: {counts:?}", style.name());
        assert!(touching > 10 || style != Style::Touching, "{touching}");
    }
}

/// The hash of the batch is what the page on exactness says. One verdict that changes, changes it.
#[test]
fn a_changed_verdict_changes_the_hash() {
    let of = |verdicts: &[Verdict]| {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for verdict in verdicts {
            let whole: u64 = match verdict {
                Verdict::Separate => 0,
                Verdict::Touching => 1,
                Verdict::Overlapping => 2,
            };
            for byte in whole.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        }
        hash
    };
    for style in Style::ALL {
        let pairs: Vec<_> = golden::batch().into_iter().map(|(_, pair)| pair).collect();
        let answer = service().verdicts(&golden::frames(style), &pairs).expect("verdicts");
        let recorded = recorded(Scene { kind: Kind::Batch, style });
        let mut verdicts = answer.into_vec();
        assert_eq!(of(&verdicts), recorded);
        for place in (0..verdicts.len()).step_by(97) {
            for other in [Verdict::Separate, Verdict::Touching, Verdict::Overlapping] {
                let right = std::mem::replace(&mut verdicts[place], other);
                assert_eq!(of(&verdicts) == recorded, right == other, "{place}");
                verdicts[place] = right;
            }
        }
    }
}
