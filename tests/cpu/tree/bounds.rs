//! Bounds that save tests: never too small, compared the same at every level, found wherever
//! objects have gone.

use crate::common::oracle::{Vector, denormals, vertices};
use crate::common::seed::{rng, seed};
use crate::common::trees::{frame, point, rotation};
use dashu_int::IBig;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::{Aabb3, Bvh, BvhWorld, Frame3, Pair};
use motzkin_core::geom::Kdop;
use motzkin_core::kernel::{Kdops, SimdLevel, hull_of_near, near, sweep};
use std::sync::Arc;

/// What each axis makes of a point, exactly.
fn along([x, y, z]: &Vector) -> [IBig; 7] {
    [x.clone(), y.clone(), z.clone(), x + y + z, y + z - x, x - y + z, x + y - z]
}

#[test]
fn bounds_hold_every_corner_and_little_more() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("bounds_hold_every_corner");
    for (size, far) in
        [(1.0, 0.0), (1.0, 10.0), (1e-3, 1e3), (1e30, 1e30), (1e-20, 0.0), (1.0, 1e6)]
    {
        for _ in 0..300 {
            let frame = frame(point(far, &mut rng), size, &mut rng);
            let bounds = frame.kdop();
            let (kind, rows) = (frame.kind().expect("a frame"), frame.rows());
            let corners = vertices(kind, &rows.map(|[x, y, z, _]| [x, y, z].map(denormals)));
            let most = rows
                .iter()
                .flat_map(|row| row[..3].iter())
                .fold(0.0_f32, |most, x| most.max(x.abs()));
            // Numbers are added three at a time, and each end is a few roundings from the exact
            // one.
            let slack = denormals(most) >> 17;
            for axis in 0..Kdop::AXES {
                let ends = [bounds.low[axis], bounds.high[axis]].map(denormals);
                let at: Vec<IBig> =
                    corners.iter().map(|corner| along(corner)[axis].clone()).collect();
                let (low, high) =
                    (at.iter().min().expect("corners"), at.iter().max().expect("corners"));
                assert!(ends[0] < *low && *high < ends[1], "axis {axis} of {frame:?}: {bounds:?}");
                assert!(
                    &ends[0] + &slack > *low && high + &slack > ends[1],
                    "axis {axis}: {bounds:?}"
                );
            }
            let Aabb3 { min, max } = bounds.aabb();
            assert_eq!((min, max), (frame.aabb().min, frame.aabb().max));
        }
    }
}

/// Ranges on a lattice, so that many just touch; now and then endless ones.
fn lattice(rng: &mut Rng) -> Kdop {
    let mut own = Kdop::NONE;
    for axis in 0..Kdop::AXES {
        own.low[axis] = rng.i32(0..12) as f32;
        own.high[axis] = own.low[axis] + rng.i32(0..9) as f32;
    }
    if rng.u32(..20) == 0 {
        own.low[rng.usize(..7)] = f32::NEG_INFINITY;
        own.high[rng.usize(..7)] = f32::INFINITY;
    }
    own
}

fn meets(a: &Kdop, b: &Kdop) -> bool {
    (0..Kdop::AXES).all(|axis| a.low[axis] <= b.high[axis] && b.low[axis] <= a.high[axis])
}

#[test]
fn bounds_are_compared_alike_at_every_level() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("bounds_are_compared_alike");
    for count in [0_u32, 1, 15, 16, 17, 63, 65, 300] {
        let all: Vec<Kdop> = (0..count).map(|_| lattice(&mut rng)).collect();
        let mut stored = Kdops::default();
        all.iter().for_each(|own| stored.push(own));
        assert_eq!(stored.len(), count as usize);
        assert!(all.iter().enumerate().all(|(i, own)| stored.get(i) == *own));
        let own = lattice(&mut rng);
        let start = rng.u32(..=count);
        for range in [0..count, start..count, 0..start, start..start] {
            let want: Vec<u32> = range.clone().filter(|&i| meets(&all[i as usize], &own)).collect();
            for level in SimdLevel::available() {
                let mut found = Vec::new();
                near(level, &stored, range.clone(), &own, &mut found);
                assert_eq!(found, want, "{range:?} of {count}, {}", level.name());
                found.clear();
                let hull = hull_of_near(level, &stored, range.clone(), &own, Some(&mut found));
                assert_eq!(found, want, "{range:?} of {count}, {}", level.name());
                let held = want.iter().map(|&i| all[i as usize]);
                let held = held.fold(Kdop::NONE, |held, own| held.union(&own));
                assert_eq!(hull, held, "{range:?} of {count}, {}", level.name());
                let hull = hull_of_near(level, &stored, range.clone(), &own, None);
                assert_eq!(hull, held, "{range:?} of {count}, {}", level.name());
            }
        }
        // Any of them, some more than once, in place of what was there before.
        let mut gathered = stored.clone();
        for many in [rng.u32(..40), 0, 1, 2, 16, rng.u32(..400)]
            .into_iter()
            .filter(|&many| count > 0 || many == 0)
        {
            let places: Vec<u32> = (0..many).map(|_| rng.u32(..count)).collect();
            gathered.gather(&stored, &places);
            assert_eq!(gathered.len(), places.len());
            let own = |(i, place): (usize, &u32)| gathered.get(i) == all[*place as usize];
            assert!(places.iter().enumerate().all(own));
        }
        // Some of them against others, which bear names of their own.
        let rows: Vec<u32> = (0..count).filter(|_| rng.bool()).collect();
        let (mut columns, mut names) = (Kdops::default(), Vec::new());
        for name in (0..count).filter(|_| rng.bool()) {
            columns.push(&all[name as usize]);
            names.push(name);
        }
        for most in [1, 7, 100_000] {
            let (mut want, mut through) = (Vec::new(), 0);
            while want.len() < most && through < rows.len() {
                let row = rows[through];
                let meet = |name: &&u32| meets(&all[row as usize], &all[**name as usize]);
                want.extend(names.iter().filter(meet).map(|&name| Pair::new(row, name)));
                through += 1;
            }
            for level in SimdLevel::available() {
                let mut found = Vec::new();
                let done = sweep(level, (&stored, &rows), (&columns, &names), most, &mut found);
                assert_eq!((done, &found), (through, &want), "{most} of {count}, {}", level.name());
            }
        }
    }
}

/// Objects of every size, some of which move, near and far.
#[test]
fn objects_are_found_where_they_have_gone() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("objects_are_found_where_they_have_gone");
    let cube =
        |half: f32| Frame3::aligned_box(Vec3::splat(-half), Vec3::splat(half)).expect("a box");
    let tree = |half: f32| Arc::new(Bvh::new([(cube(half), None)]).expect("a tree"));
    let trees = [1e-3, 0.2, 0.9, 1.0, 3.0, 1e3, 1e9].map(tree);
    let mut world = BvhWorld::new();
    let turn = |world: &mut BvhWorld, object: Option<u32>, rng: &mut Rng| {
        let reach = [0.0, 3.0, 50.0, 1e9, 1e30][rng.usize(..5)];
        let (rotation, translation) = (rotation(rng), point(reach, rng));
        match object {
            Some(object) => world.set_pose(object, rotation, translation).expect("a pose"),
            None => {
                // What is too small for where it is has no box there.
                let _ = world.insert(&trees[rng.usize(..7)], rotation, translation);
            }
        }
    };
    for _ in 0..400 {
        turn(&mut world, None, &mut rng);
    }
    let query = |rng: &mut Rng| {
        let (low, size) =
            (point([1.0, 60.0, 2e9][rng.usize(..3)], rng), [0.0, 1.0, 40.0, 1e9][rng.usize(..4)]);
        Aabb3 { min: low, max: low + Vec3::splat(size) }
    };
    let mut met = 0;
    for _ in 0..60 {
        for _ in 0..20 {
            let object = rng.u32(..world.len() as u32);
            turn(&mut world, Some(object), &mut rng);
        }
        let own = world.root_boxes()[rng.usize(..world.len())];
        let endless = Aabb3 { min: Vec3::NEG_INFINITY, max: Vec3::INFINITY };
        for aabb in [own, query(&mut rng), query(&mut rng), endless] {
            let within = |other: &Aabb3| {
                (0..3).all(|k| other.min[k] <= aabb.max[k] && aabb.min[k] <= other.max[k])
            };
            let all = (0..).zip(world.root_boxes()).filter(|(_, other)| within(other));
            let want: Vec<u32> = all.map(|(object, _)| object).collect();
            assert_eq!(world.near(&aabb), want, "{aabb:?}");
            met += want.len();
        }
    }
    assert!(met > 400 * 60, "{met}");
    // Bodies that stand on the faces of cells, and one that goes away and comes back.
    let mut world = BvhWorld::new();
    for i in 0..9 {
        world.insert(&trees[3], Quat::IDENTITY, Vec3::X * (2 * i) as f32).expect("a pose");
    }
    for at in [1e6, 8.0] {
        world.set_pose(4, Quat::IDENTITY, Vec3::X * at).expect("a pose");
        let near =
            world.near(&Aabb3 { min: Vec3::new(7.0, 0.0, 0.0), max: Vec3::new(9.0, 0.5, 0.5) });
        assert_eq!(near, if at > 8.0 { vec![3, 5] } else { vec![3, 4, 5] });
    }
}

/// The bounds of nodes have room for more; what is asked of them is a node.
#[test]
fn what_is_no_node_has_no_box() {
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).expect("a box");
    let mut world = BvhWorld::new();
    let tree = Arc::new(Bvh::over(&[cube]).expect("a tree"));
    let object = world.insert(&tree, Quat::IDENTITY, Vec3::ZERO).expect("a pose");
    let posed = world.posed(object).expect("an object");
    assert!(posed.aabb(0).max.x >= 1.0);
    assert!(std::panic::catch_unwind(|| posed.aabb(1)).is_err());
    let nowhere = Aabb3 { min: Vec3::NAN, max: Vec3::NAN };
    assert!(world.near(&nowhere).is_empty());
    // A box without an end on any axis does not meet nothing, whether it was changed or not.
    let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * f32::MAX);
    let endless = Frame3::cuboid(-(x + y + z), [x + y, y + z, z + x]).expect("a frame");
    let endless = Arc::new(Bvh::new([(endless, None)]).expect("a tree"));
    let found = [false, true].map(|changed| {
        let mut world = BvhWorld::new();
        let object = world.insert(&endless, Quat::IDENTITY, Vec3::ZERO).expect("a pose");
        let built = world.near(&Aabb3 { min: Vec3::ZERO, max: Vec3::ONE });
        assert_eq!(built, [object]);
        if changed {
            world.set_pose(object, Quat::IDENTITY, Vec3::ZERO).expect("a pose");
        }
        let (min, max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        world.near(&Aabb3 { min, max })
    });
    assert_eq!(found, [[0; 0]; 2]);
}
