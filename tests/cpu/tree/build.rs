//! Trees and worlds that are well made, and those that are refused.

use crate::common::oracle::{Vector, cross, denormals, dot, sub, vertices};
use crate::common::seed::{rng, seed};
use crate::common::trees::{frame, point, rotation, wild};
use dashu_ratio::RBig;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::bvh::{BvhError, BvhNode, BvhWorldError, SearchFault};
use motzkin::{Bvh, BvhWorld, CollisionService, Engine, Frame3, Pose, SearchError, SearchOptions};
use motzkin_core::error::{FrameError, FramePart, PoseError};
use std::sync::Arc;

fn slab(low: f32, high: f32) -> Frame3 {
    Frame3::aligned_box(Vec3::splat(low), Vec3::splat(high)).expect("a box")
}

#[test]
fn a_volume_takes_64_bytes_and_says_what_it_was_given() {
    assert_eq!(size_of::<BvhNode>(), 64);
    let mut rng = rng("a_volume_takes_64_bytes");
    for count in [1, 2, 63, 65, 300] {
        let volumes = wild(count, &mut rng);
        let tree = Bvh::new(volumes.clone()).expect("a tree");
        assert_eq!((tree.nodes().len(), tree.bytes()), (count, 64 * count));
        let mut parents = vec![None; count];
        let mut level = vec![1; count];
        for (i, node) in tree.nodes().iter().enumerate() {
            assert_eq!(node.frame(), volumes[node.frame_index() as usize].0);
            assert_eq!(node.is_leaf(), node.children().is_empty());
            for child in node.children() {
                assert!(child as usize > i);
                let volume = tree.nodes()[child as usize].frame_index();
                parents[volume as usize] = Some(node.frame_index());
                level[child as usize] = level[i] + 1;
            }
        }
        assert!(parents.iter().zip(&volumes).all(|(found, (_, given))| found == given));
        assert_eq!(level.iter().max(), Some(&tree.levels()));
        let childless = |volume: u32| volumes.iter().all(|(_, parent)| *parent != Some(volume));
        assert_eq!(tree.leaves(), (0..count as u32).filter(|&volume| childless(volume)).count());
    }
}

#[test]
fn what_is_no_tree_is_refused() {
    let cube = slab(0.0, 1.0);
    let of = |parents: &[Option<u32>]| {
        Bvh::new(parents.iter().map(|&parent| (cube, parent))).map(|_| ())
    };
    assert_eq!(of(&[]), Err(BvhError::Empty));
    assert_eq!(of(&[None, Some(7)]), Err(BvhError::NoSuchParent { frame: 1, parent: 7 }));
    assert_eq!(of(&[Some(1), None, None]), Err(BvhError::SecondRoot { frame: 2, root: 1 }));
    assert_eq!(of(&[Some(0)]), Err(BvhError::Cycle { frame: 0 }));
    // 3 hangs from the cycle, 1 and 2 are it.
    let Err(BvhError::Cycle { frame: volume }) = of(&[None, Some(2), Some(1), Some(1)]) else {
        panic!("a cycle")
    };
    assert!([1, 2].contains(&volume), "{volume}");
    let Err(BvhError::Cycle { frame: volume }) = of(&[Some(1), Some(2), Some(1)]) else {
        panic!("a cycle")
    };
    assert!([1, 2].contains(&volume), "{volume}");
    let flat: Frame3 = motzkin::bytemuck::Zeroable::zeroed();
    let refused = Bvh::new([(cube, None), (flat, Some(0))]).map(|_| ());
    assert_eq!(refused, Err(BvhError::Frame { frame: 1, error: FrameError::Flat }));
}

#[test]
fn volumes_outside_of_their_parents_are_found_on_request() {
    let tetra = |scale: f32| {
        let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * scale);
        Frame3::tetra_by_vertices([Vec3::ZERO, x, y, z]).expect("a tetrahedron")
    };
    let check = |parent: Frame3, child: Frame3, tolerance: f64| {
        Bvh::new([(child, Some(1)), (parent, None)]).expect("a tree").check_nesting(tolerance)
    };
    assert_eq!(check(slab(0.0, 2.0), slab(0.5, 2.0), 0.0), Ok(()));
    assert_eq!(check(tetra(1.0), tetra(1.0), 0.0), Ok(()));
    // A half of the edge, which is 2 long.
    let outside = |by| Err(BvhError::Outside { frame: 0, parent: 1, by });
    assert_eq!(check(slab(0.0, 2.0), slab(1.0, 3.0), 0.49), outside(0.5));
    assert_eq!(check(slab(0.0, 2.0), slab(1.0, 3.0), 0.5), Ok(()));
    assert_eq!(check(slab(0.0, 2.0), slab(-1.0, 1.0), 0.0), outside(0.5));
    // The corner (1/2, 1/2, 1/2) is beyond the plane x + y + z = 1.
    assert_eq!(check(tetra(1.0), slab(0.0, 0.5), 0.0), outside(0.5));
    assert_eq!(check(tetra(1.0), slab(0.0, 0.5), f64::NAN), outside(0.5));
}

/// How far a child sticks out, in the parent's coordinates, without any rounding; and as many times
/// as the box of the parent's edges' lengths has its volume.
fn outside_exactly(parent: &Frame3, child: &Frame3) -> (f64, f64) {
    let corners = |frame: &Frame3| {
        let rows = frame.rows().map(|[x, y, z, _]| [x, y, z].map(denormals));
        vertices(frame.kind().expect("a frame"), &rows)
    };
    let (own, tetra) = (corners(parent), corners(parent).len() == 4);
    let [u, v, w] = if tetra { [1, 2, 3] } else { [1, 2, 4] }.map(|i| sub(&own[i], &own[0]));
    let normals = [cross(&v, &w), cross(&w, &u), cross(&u, &v)];
    let volume = dot(&normals[0], &u);
    let one = RBig::from(1);
    let mut by: Option<RBig> = None;
    for corner in corners(child) {
        let at = normals.clone().map(|normal| {
            RBig::from(dot(&normal, &sub(&corner, &own[0]))) / RBig::from(volume.clone())
        });
        let sum = &at[0] + &at[1] + &at[2];
        let above = if tetra { vec![sum - &one] } else { at.iter().map(|x| x - &one).collect() };
        by = at.into_iter().map(|x| -x).chain(above).chain(by).max();
    }
    let long = |edge: &Vector| dot(edge, edge).to_f64().value().sqrt();
    let flat = long(&u) * long(&v) * long(&w) / volume.to_f64().value().abs();
    (by.expect("corners").to_f64().value(), flat)
}

/// Flat, tiny, huge and far from the origin, where corners cannot be told from each other in `f64`.
#[test]
fn what_sticks_out_is_measured_as_documented() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("what_sticks_out_is_measured");
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for (size, far) in
        [(1.0, 0.0), (1.0, 1e6), (1e-12, 1e6), (1e-30, 0.0), (1e12, 1e12), (1e30, 0.0)]
    {
        for _ in 0..200 {
            let at = point(far, &mut rng);
            // Stored by vertices such a frame would be flat.
            let mut by_edges = || loop {
                let edges = [(); 3].map(|()| point(size, &mut rng));
                let flat = [1.0, 1e-5][rng.usize(..2)];
                let edges = [edges[0], edges[1], edges[0] + edges[1] + edges[2] * flat];
                let made =
                    if rng.bool() { Frame3::cuboid(at, edges) } else { Frame3::tetra(at, edges) };
                if let Ok(made) = made {
                    break made;
                }
            };
            let (parent, child) = (by_edges(), by_edges());
            let tree = Bvh::new([(parent, None), (child, Some(0))]).expect("a tree");
            let (exact, flat) = outside_exactly(&parent, &child);
            let told = match tree.check_nesting(-1.0) {
                Err(BvhError::Outside { frame: 1, parent: 0, by }) => by,
                other => panic!("{other:?}"),
            };
            let error = (told - exact).abs() / (exact.abs().max(1.0) * flat);
            assert!(error < 1e-14, "{told} {exact}, {flat} times as flat: {parent:?} {child:?}");
            // And the tolerance is that.
            let slack = 1e-14 * exact.abs().max(1.0) * flat;
            assert!(
                tree.check_nesting(exact + slack).is_ok()
                    && tree.check_nesting(exact - slack).is_err()
            );
            (least, most) = (least.min(exact), most.max(exact));
        }
    }
    assert!(least < 2.0 && most > 1e3, "{least} {most}");
    // Corners rounded to f32 at some distance in edges: the tolerance that the documentation names.
    for distance in [0.0_f32, 3.0, 100.0, 1e4] {
        let allowed = 1e-6_f64.max(6e-8 * 3.0 * f64::from(distance));
        let mut out = 0;
        for _ in 0..100 {
            let turn = rotation(&mut rng);
            let at = point(distance, &mut rng);
            let cube = Frame3::aligned_box(Vec3::splat(-0.5), Vec3::splat(0.5)).expect("a box");
            let eighth = Frame3::aligned_box(Vec3::ZERO, Vec3::splat(0.5)).expect("a box");
            let [cube, eighth] = [cube, eighth]
                .map(|frame| frame.posed(&Pose::new(turn, at).expect("a pose")).expect("a frame"));
            let tree = Bvh::new([(cube, None), (eighth, Some(0))]).expect("a tree");
            tree.check_nesting(allowed).expect("within the tolerance");
            out += usize::from(tree.check_nesting(0.0).is_err());
        }
        assert!(out > 50, "{out} at {distance}");
    }
}

/// Boxes round volumes at any scale and place: eight children at most, all of them held.
#[test]
fn trees_over_volumes_hold_them() {
    let mut rng = rng("trees_over_volumes_hold_them");
    for (count, size, far) in
        [(1, 1.0, 0.0), (2, 1.0, 0.0), (9, 1e-6, 0.0), (65, 1.0, 1e5), (700, 1e6, 0.0)]
    {
        let offset = point(far, &mut rng);
        let mut volume = || frame(offset + point(4.0 * size, &mut rng), size, &mut rng);
        let volumes: Vec<Frame3> = (0..count).map(|_| volume()).collect();
        let tree = Bvh::over(&volumes).expect("a tree");
        tree.check_nesting(0.0).expect("held");
        assert_eq!(tree.leaves(), count);
        for node in tree.nodes() {
            assert!(node.children().len() <= 8);
            if node.is_leaf() {
                assert_eq!(node.frame(), volumes[node.frame_index() as usize]);
            }
        }
        let least = (1..).find(|&levels| 8_usize.pow(levels) >= count).expect("some") + 1;
        assert!(count == 1 || tree.levels() <= least, "{count}: {} levels", tree.levels());
    }
    assert_eq!(Bvh::over(&[]), Err(BvhError::Empty));
}

#[test]
fn worlds_refuse_what_they_cannot_do_and_stay_as_they_were() {
    let tree = Arc::new(Bvh::new([(slab(0.0, 1.0), None)]).expect("a tree"));
    let mut world = BvhWorld::new();
    let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    assert!(matches!(
        world.insert(&tree, zero, Vec3::ZERO),
        Err(BvhWorldError::Pose { object: 0, .. })
    ));
    assert!(world.is_empty());
    assert_eq!(world.insert(&tree, Quat::IDENTITY, Vec3::X), Ok(0));
    let lost = Err(BvhWorldError::NoSuchObject { object: 1, objects: 1 });
    assert_eq!(world.set_pose(1, Quat::IDENTITY, Vec3::ZERO), lost);
    assert_eq!(world.set_id(1, 7), lost);
    let far = Vec3::new(f32::INFINITY, 0.0, 0.0);
    let error = PoseError::Translation { axis: 0, value: f32::INFINITY };
    assert_eq!(
        world.set_pose(0, Quat::IDENTITY, far),
        Err(BvhWorldError::Pose { object: 0, error })
    );
    assert_eq!(world.pose(0), Some((Quat::IDENTITY, Vec3::X)));
    assert_eq!(world.roots()[0].origin(), Vec3::X);
    assert_eq!(world.id(0), Some(0));
    world.set_id(0, 99).expect("an object");
    assert_eq!((world.id(0), world.id(1)), (Some(99), None));
}

/// A pose that rounds a volume flat is refused, whatever comes by, and nothing changes.
#[test]
fn poses_that_spoil_a_volume_are_refused() {
    let tiny = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|v| v * 1e-3);
    let tiny = Frame3::tetra_by_vertices(tiny).expect("a tetrahedron");
    let tree = Arc::new(Bvh::new([(slab(0.0, 1.0), None), (tiny, Some(0))]).expect("a tree"));
    let service = CollisionService::new(Engine::Cpu).expect("a CPU engine");
    let (mut world, far) = (BvhWorld::new(), Vec3::X * 1e6);
    for at in [Vec3::ZERO, Vec3::ZERO] {
        world.insert(&tree, Quat::IDENTITY, at).expect("a pose");
    }
    let told = |object| BvhWorldError::Frame { object, frame: 1, error: FrameError::Flat };
    assert_eq!(world.insert(&tree, Quat::IDENTITY, far), Err(told(2)));
    assert_eq!(world.set_pose(1, Quat::IDENTITY, far), Err(told(1)));
    assert_eq!(
        world.set_pose(1, Quat::IDENTITY, far).unwrap_err().to_string(),
        told(1).to_string()
    );
    assert_eq!((world.len(), world.pose(1)), (2, Some((Quat::IDENTITY, Vec3::ZERO))));
    assert_eq!(service.search(&world).run().map(|found| found.len()), Ok(1));
    let told = Err(SearchError::World(SearchFault::NoSuchObject { object: 2, objects: 2 }));
    assert_eq!(
        service.search(&world).options(SearchOptions::one(2)).run().map(|found| found.len()),
        told
    );
    // A root alone, and a pose that reaches no number.
    let alone = Arc::new(Bvh::new([(tiny, None)]).expect("a tree"));
    let told = Err(BvhWorldError::Frame { object: 2, frame: 0, error: FrameError::Flat });
    assert_eq!(world.insert(&alone, Quat::IDENTITY, far), told);
    let large = Arc::new(Bvh::over(&[slab(2e38, 3e38)]).expect("a tree"));
    let refused = world.insert(&large, Quat::IDENTITY, Vec3::splat(2e38));
    let Err(BvhWorldError::Frame { object: 2, frame: 0, error: told }) = refused else {
        panic!("{refused:?}");
    };
    assert!(
        matches!(told, FrameError::NotFinite { part: FramePart::Origin, axis: 0, .. }),
        "{told}"
    );
}

/// Trees of some groups of nodes: refused is what posing every frame refuses; the first is named.
#[test]
fn the_first_frame_that_a_pose_spoils_is_named() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("the_first_frame_that_a_pose_spoils");
    let (mut refused, mut accepted) = (0, 0);
    for count in [1, 63, 64, 65, 200, 4097] {
        let size = |rng: &mut fastrand::Rng| 10.0_f32.powf(rng.f32() * 6.0 - 3.0);
        let leaves: Vec<Frame3> =
            (0..count).map(|_| frame(point(100.0, &mut rng), size(&mut rng), &mut rng)).collect();
        let tree = Arc::new(Bvh::over(&leaves).expect("a tree"));
        for _ in 0..40 {
            let (rotation, far) = (rotation(&mut rng), 10.0_f32.powf(rng.f32() * 8.0));
            let translation = point(far, &mut rng);
            let pose = Pose::new(rotation, translation).expect("a pose");
            let spoilt = tree.nodes().iter().find_map(|node| {
                let error = node.frame().posed(&pose).err()?;
                Some(BvhWorldError::Frame { object: 0, frame: node.frame_index(), error })
            });
            let told = BvhWorld::new().insert(&tree, rotation, translation);
            assert_eq!(told.err(), spoilt, "{count} leaves in {pose}");
            *if spoilt.is_some() { &mut refused } else { &mut accepted } += 1;
        }
    }
    assert!(refused > 30 && accepted > 30, "{refused} {accepted}, seed {}", seed());
}

#[test]
fn posed_volumes_are_those_of_posed_frames() {
    let mut rng = rng("posed_volumes");
    let volumes = wild(40, &mut rng);
    let tree = Arc::new(Bvh::new(volumes.clone()).expect("a tree"));
    let mut world = BvhWorld::new();
    let object = world.insert(&tree, rotation(&mut rng), point(9.0, &mut rng)).expect("a pose");
    for _ in 0..3 {
        let (rotation, translation) = (rotation(&mut rng), point(9.0, &mut rng));
        world.set_pose(object, rotation, translation).expect("a pose");
        let posed = world.posed(object).expect("volumes");
        for (i, (node, found)) in tree.nodes().iter().zip(&posed.frames).enumerate() {
            let want = volumes[node.frame_index() as usize]
                .0
                .posed(&Pose::new(rotation, translation).expect("a pose"))
                .expect("a frame");
            assert_eq!(*found, want);
            for below in std::iter::once(i as u32).chain(node.children()) {
                let (inner, outer) = (posed.frames[below as usize].aabb(), posed.aabb(i as u32));
                assert!(outer.min.cmple(inner.min).all() && outer.max.cmpge(inner.max).all());
            }
        }
        // Bounds come in groups of 16.
        assert_eq!(posed.bytes(), 40 * 64 + 48 * 56);
    }
}
