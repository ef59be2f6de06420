//! What is known of frames that are not posed: bounds, and whether they are valid.

use crate::common::oracle::{denormals, vertices};
use crate::common::seed::{rng, seed};
use crate::common::trees::{frame, point, rotation};
use dashu_int::IBig;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::bvh::BvhWorldError;
use motzkin::{
    Bvh, BvhWorld, CollisionService, Engine, Frame3, FrameError, Pose, SceneShape, ShapeKind,
    SimdLevel,
};
use motzkin_core::geom::{Kdop, Solidity, Stored};
use motzkin_core::kernel::{Kdops, Outlines};
use std::sync::Arc;

/// A pose somewhere, most often scaled.
fn pose(far: f32, rng: &mut Rng) -> Pose {
    let pose = Pose::new(rotation(rng), point(far, rng)).expect("a pose");
    let scale = [1.0, 1.0, 0.37, 3e4, 1e-12][rng.usize(..5)];
    pose.scaled(scale).expect("within range")
}

/// The ends of a posed frame along an axis, exactly.
fn ends(frame: &Frame3, axis: usize) -> [IBig; 2] {
    let rows = frame.rows().map(|[x, y, z, _]| [x, y, z].map(denormals));
    let at =
        vertices(frame.kind().expect("a frame"), &rows).into_iter().map(|[x, y, z]| match axis {
            0 => x,
            1 => y,
            2 => z,
            3 => x + y + z,
            4 => y + z - x,
            5 => x - y + z,
            _ => x + y - z,
        });
    let at: Vec<IBig> = at.collect();
    [at.iter().min().expect("corners").clone(), at.iter().max().expect("corners").clone()]
}

#[test]
fn bounds_hold_what_is_posed_and_little_more() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("bounds_hold_what_is_posed");
    let mut known = 0;
    for (size, from, far) in [
        (1.0, 0.0, 0.0),
        (1.0, 10.0, 10.0),
        (1.0, 1.0, 1e3),
        (1e-3, 0.0, 1e3),
        (1e-3, 1e3, 0.0),
        (1e20, 1e20, 1e20),
        (1e30, 1e30, 1e30),
        (1e-20, 0.0, 1e-20),
        (1e-30, 0.0, 0.0),
        (1.0, 1.0, 1e7),
    ] {
        for _ in 0..30 {
            let count = [1, 5, 16, 40][rng.usize(..4)];
            let frames: Vec<Frame3> =
                (0..count).map(|_| frame(point(from, &mut rng), size, &mut rng)).collect();
            let (outlines, pose) = (Outlines::new(frames.iter().copied()), pose(far, &mut rng));
            let found =
                SimdLevel::available().into_iter().map(|level| outlines.posed(level, &pose));
            let found: Vec<Option<Kdops>> = found.collect();
            let get = |bounds: &Option<Kdops>| -> Option<Vec<Kdop>> {
                bounds.as_ref().map(|bounds| (0..count).map(|i| bounds.get(i)).collect())
            };
            assert!(found.iter().all(|bounds| get(bounds) == get(&found[0])), "every level alike");
            let Some(bounds) = get(&found[0]) else { continue };
            // Bounds are asked for where all frames are valid.
            let posed = frames.iter().map(|frame| frame.posed(&pose));
            let Ok(posed) = posed.collect::<Result<Vec<Frame3>, _>>() else { continue };
            known += 1;
            let most = posed.iter().flat_map(|frame| frame.rows()).flat_map(|row| &row[..3]);
            let most = most.fold(0.0_f32, |most, x| most.max(x.abs()));
            // What is turned may be larger than what comes of it.
            let slack = denormals(most + pose.scale() as f32 * (from + size) * 4.0) >> 14;
            let slack = slack + denormals(1e-34);
            for ((frame, posed), own) in frames.iter().zip(&posed).zip(bounds) {
                let bits = |frame: &Frame3| frame.rows().map(|row| row.map(f32::to_bits));
                assert_eq!(bits(&frame.posed_unchecked(&pose)), bits(posed));
                for axis in 0..Kdop::AXES {
                    let [low, high] = ends(posed, axis);
                    let [below, above] = [own.low[axis], own.high[axis]].map(denormals);
                    assert!(below <= low && high <= above, "axis {axis} of {posed:?}: {own:?}");
                    assert!(&below + &slack >= low && &high + &slack >= above, "{axis}: {own:?}");
                }
            }
        }
    }
    assert!(known > 100, "{known}, seed {}", seed());
}

/// Thin frames, and frames that become flat or endless where they are posed.
#[test]
fn what_is_held_valid_is_valid() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("what_is_held_valid");
    let (mut broken, mut known, mut unknown) = (0, 0, 0);
    for _ in 0..4000 {
        let size = 10.0_f32.powf(rng.f32() * 12.0 - 6.0);
        let mut own = frame(point(size, &mut rng), size, &mut rng);
        if rng.bool() {
            let thin = 10.0_f32.powf(-8.0 * rng.f32());
            let kind = own.kind().expect("a kind");
            let [origin, a, b, c] = [0, 1, 2, 3].map(|row| own.row(row));
            // The last edge almost lies in the plane of the others, or is short.
            let last = match (kind.stored(), rng.bool()) {
                (Stored::Vertices, _) => c.lerp(a.midpoint(b), 1.0 - thin),
                (Stored::Edges, true) => c.lerp(a.midpoint(b), 1.0 - thin),
                (Stored::Edges, false) => c * thin,
            };
            let Ok(made) = Frame3::of_kind(kind, origin, [a, b, last]) else { continue };
            own = made;
        }
        let pose = pose(size * 10.0_f32.powf(rng.f32() * 9.0 - 2.0), &mut rng);
        let is_known = Solidity::new(&own).holds(&pose);
        let is_valid = own.posed(&pose).is_ok();
        assert!(is_valid || !is_known, "{own:?} in {pose}, seed {}", seed());
        broken += usize::from(!is_valid);
        known += usize::from(is_known);
        unknown += usize::from(is_valid && !is_known);
    }
    let counts = format!("{broken} {known} {unknown}, seed {}", seed());
    assert!(broken > 40 && known > 1000 && unknown < known, "{counts}");
}

/// Edges that lie almost in one plane, turned such that rounding brings them there.
#[test]
fn edges_that_are_rounded_into_a_plane_are_not_held_valid() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("edges_that_are_rounded_into_a_plane");
    let (mut broken, mut known) = (0, 0);
    for _ in 0..2000 {
        // The third edge is the sum of the others, but for this.
        let off = Vec3::Z * (-18.0 - 10.0 * rng.f32()).exp2();
        let edges = [Vec3::X, Vec3::Y, 0.5 * Vec3::X + Vec3::Y + off];
        let turn = Pose::turned(Quat::from_rotation_x(rng.f32() * 3.0)).expect("a rotation");
        for kind in [ShapeKind::Cuboid, ShapeKind::Tetra] {
            let own = Frame3::of_kind(kind, Vec3::ZERO, edges).expect("a frame");
            let (is_known, posed) = (Solidity::new(&own).holds(&turn), own.posed(&turn));
            assert!(posed.is_ok() || !is_known, "{own:?} in {turn}, seed {}", seed());
            broken += usize::from(posed.is_err());
            known += usize::from(is_known);
        }
    }
    assert!(broken > 100 && known > 100, "{broken} {known}, seed {}", seed());
}

/// A flat box is no matter, wherever it stands: its edges are rounded by their own lengths.
#[test]
fn flat_boxes_are_held_valid_anywhere() {
    let slab = Frame3::aligned_box(Vec3::ZERO, Vec3::new(1.0, 1e-6, 1.0)).expect("a box");
    let flake = [Vec3::ZERO, Vec3::X, Vec3::Y * 1e-5, Vec3::Z];
    let flake = Frame3::tetra_by_vertices(flake).expect("a tetrahedron");
    let turned = Quat::from_xyzw(0.1, 0.2, 0.3, 0.9);
    for (far, holds) in [(0.0, true), (1e3, false), (1e9, false)] {
        let pose = Pose::new(turned, Vec3::splat(far)).expect("a pose");
        let held = [slab, flake].map(|frame| Solidity::new(&frame).holds(&pose));
        assert_eq!(held, [true, holds], "{far}");
    }
    // In numbers too small for `f32`, and beyond them.
    for scale in [2.0_f32.powi(-96), 2.0_f32.powi(96)] {
        let pose = Pose::IDENTITY.scaled(scale).expect("a scale");
        let wide = Frame3::aligned_box(Vec3::splat(-1e10), Vec3::splat(1e10)).expect("a box");
        let tiny = Frame3::aligned_box(Vec3::ZERO, Vec3::splat(1e-12)).expect("a box");
        let held = [wide, tiny].map(|frame| Solidity::new(&frame).holds(&pose));
        assert_eq!(held, [scale < 1.0, scale > 1.0]);
    }
}

/// A frame that no search reaches counts all the same, wherever objects are kept.
#[test]
fn frames_that_are_not_reached_are_checked() {
    let cube = Frame3::aligned_box(Vec3::splat(-1e4), Vec3::splat(1e4)).expect("a box");
    let small = |at: Vec3| {
        let corners = [at, at + Vec3::X * 1e-3, at + Vec3::Y * 1e-3, at + Vec3::Z * 1e-3];
        Frame3::tetra_by_vertices(corners).expect("a tetrahedron")
    };
    let near = small(Vec3::ZERO);
    let tree = |leaves: &[Frame3]| {
        let below = leaves.iter().map(|&leaf| (leaf, Some(0)));
        Arc::new(Bvh::new(std::iter::once((cube, None)).chain(below)).expect("a tree"))
    };
    let (whole, other) = (tree(&[near, small(Vec3::splat(-9e3))]), tree(&[near]));
    let service = CollisionService::new(Engine::Cpu).expect("a CPU");
    for memory in [0, 1 << 20] {
        let mut world = BvhWorld::new();
        world.set_memory(memory);
        world.insert(&other, Quat::IDENTITY, Vec3::ZERO).expect("a pose");
        let object = world.insert(&whole, Quat::IDENTITY, Vec3::ZERO).expect("a pose");
        let search = |world: &BvhWorld| service.search(world).run();
        assert_eq!(search(&world).map(|found| found.len()), Ok(1));
        // There its vertices are the same number.
        let flat = BvhWorldError::Frame { object, frame: 2, error: FrameError::Flat };
        for far in [Vec3::X * -3e4 + Vec3::Y, Vec3::X * -1.2e4] {
            assert_eq!(world.set_pose(object, Quat::IDENTITY, far), Err(flat));
        }
        assert_eq!(search(&world).map(|found| found.len()), Ok(1), "where it was");
    }
}

/// A vertex beyond `f32` in a tree that a pose makes small: its search finds what `collide` finds.
#[test]
fn vertices_beyond_the_range_are_within_bounds() {
    let corner = Vec3::X * 2e38;
    let edges = [Vec3::X * 2e38, Vec3::Y * 2e38, Vec3::new(0.0, 1e38, 2e38)];
    let leaf = Frame3::tetra(corner, edges).expect("a tetrahedron");
    let scale = 2.0_f32.powi(-33);
    let pose = Pose::IDENTITY.scaled(scale).expect("a scale");
    let exact = leaf.posed(&pose).expect("it is valid").kdop();
    for level in SimdLevel::available() {
        if let Some(bounds) = Outlines::new(std::iter::once(leaf)).posed(level, &pose) {
            let own = bounds.get(0);
            for axis in 0..Kdop::AXES {
                let holds = own.low[axis] <= exact.low[axis] && own.high[axis] >= exact.high[axis];
                assert!(holds, "{level:?}, axis {axis}: {own:?} {exact:?}");
            }
        }
    }
    let root = [Vec3::X * 2.5e38, Vec3::Y * 2.2e38, Vec3::Z * 2.2e38];
    let root = Frame3::cuboid(Vec3::new(1.9e38, -1e37, -1e37), root).expect("a box");
    let tree = Arc::new(Bvh::new([(root, None), (leaf, Some(0))]).expect("a tree"));
    let at = Vec3::new(2.561e28, 1.397e27, 2.328e27);
    let cube = Frame3::aligned_box(at - Vec3::splat(1e26), at + Vec3::splat(1e26)).expect("a box");
    let cube = Arc::new(Bvh::over(&[cube]).expect("a tree"));
    let mut scene = CollisionService::new(Engine::Cpu).expect("a CPU").scene();
    let large = scene.insert(SceneShape::tree(tree)).expect("a shape");
    scene.insert(SceneShape::tree(cube)).expect("a shape");
    scene.set_scaled_pose(large, Quat::IDENTITY, Vec3::ZERO, scale).expect("a pose");
    assert_eq!(scene.collide().run().expect("an answer").len(), 1);
    assert_eq!(scene.search().run().expect("an answer").len(), 1);
}
