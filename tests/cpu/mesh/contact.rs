//! Regions of contact: which pairs hang together, which way they push, and how deep they go.

use crate::common::mesh::regions::regions;
use crate::common::seed::{rng, seed};
use fastrand::Rng;
use motzkin::glam::{DVec3, Quat, Vec3};
use motzkin::tree::spheres::{ContactRegion, MeshWorld, MeshWorldError};
use motzkin::{Pose, TriangleMesh};
use motzkin_lab::workload::meshes;

type Result<T = ()> = std::result::Result<T, MeshWorldError>;

fn at(way: Vec3) -> Pose {
    Pose::at(way).expect("a place")
}

fn turned(rng: &mut Rng, way: Vec3) -> Pose {
    let mut draw = || rng.f32() * 2.0 - 1.0;
    Pose::new(Quat::from_array([draw(), draw(), draw(), draw() + 1.5]), way).expect("a pose")
}

/// The boxes as one mesh.
fn boxes(ends: &[([f32; 3], [f32; 3])]) -> TriangleMesh {
    let soup = |&(low, high): &([f32; 3], [f32; 3])| {
        let mesh = meshes::cuboid(low, high);
        (0..mesh.len() as u32).map(|i| mesh.corners(i)).collect::<Vec<_>>()
    };
    let soup: Vec<_> = ends.iter().flat_map(soup).collect();
    TriangleMesh::from_soup(&soup).expect("boxes")
}

/// A plate from `y = -1` to `y = 0` under everything.
fn floor() -> TriangleMesh {
    meshes::cuboid([-50.0, -1.0, -50.0], [50.0, 0.0, 50.0])
}

fn of_solids(a: &TriangleMesh, p: Pose, b: &TriangleMesh, q: Pose) -> Result<Vec<ContactRegion>> {
    let mut world = MeshWorld::default();
    let (a, b) = (world.insert_mesh(a.clone()), world.insert_mesh(b.clone()));
    let (a, b) = (world.insert_solid(a, p)?, world.insert_solid(b, q)?);
    let found = world.contact_regions(a, b)?;
    // Exchanged, they push the other way.
    let turned = world.contact_regions(b, a)?;
    assert_eq!(turned.len(), found.len());
    for region in &found {
        let mut swapped: Vec<_> = region.triangles.iter().map(|[p, q]| [*q, *p]).collect();
        swapped.sort_unstable();
        let twin = turned.iter().find(|twin| twin.triangles == swapped).expect("a twin");
        let [normal, other] = [region.normal, twin.normal].map(Option::unwrap_or_default);
        assert!((normal + other).length() < 1e-9, "{region:?} {twin:?}");
        let [depth, other] = [region.depth, twin.depth].map(Option::unwrap_or_default);
        assert!((depth - other).abs() < 1e-9, "{region:?} {twin:?}");
    }
    Ok(found)
}

fn assert_near(region: &ContactRegion, normal: DVec3, depth: f64) {
    let who = format!("seed {}: {region:?}", seed());
    assert!((region.normal.expect("a normal") - normal).length() < 1e-6, "{who}");
    assert!((region.depth.expect("a depth") - depth).abs() < 1e-6, "{who}");
}

/// Every leg stands for itself, though all stand on the same two triangles.
#[test]
fn each_leg_of_a_table_is_a_region() -> Result {
    let leg = |x: f32, z: f32| ([x, 0.0, z], [x + 0.5, 3.0, z + 0.25]);
    let top = ([-5.0, 3.0, -5.0], [5.0, 3.5, 5.0]);
    let table = boxes(&[leg(-4.0, -4.0), leg(4.0, -4.0), leg(-4.0, 4.0), leg(4.0, 4.0), top]);
    for depth in [0.0, 0.25] {
        let found = of_solids(&floor(), Pose::IDENTITY, &table, at(Vec3::Y * -depth))?;
        assert_eq!(found.len(), 4, "{found:?}");
        for region in &found {
            assert_near(region, DVec3::Y, depth.into());
            assert!(region.point.y.abs() < 1e-9 && region.point.x.abs() > 3.0, "{region:?}");
        }
        let all: usize = found.iter().map(|region| region.triangles.len()).sum();
        let mut world = MeshWorld::default();
        let (a, b) = (world.insert_mesh(floor()), world.insert_mesh(table.clone()));
        let (a, b) = (world.insert(a, Pose::IDENTITY)?, world.insert(b, at(Vec3::Y * -depth))?);
        assert_eq!(world.meeting_triangles(a, b)?.len(), all);
        // Surfaces have no depth.
        let found = world.contact_regions(a, b)?;
        assert!(found.len() == 4 && found.iter().all(|region| region.depth.is_none()));
        assert!(found.iter().all(|region| region.normal.is_some()));
    }
    Ok(())
}

/// Every tooth of a comb is a region, and all are as deep as the back that they share.
#[test]
fn teeth_of_a_comb_share_what_lies_within() -> Result {
    // The back has some cells, and a tooth stands on every other one.
    let cells = 7;
    let (base, tips) = (cells + 1, 2 * (cells + 1));
    let tooth = |cell: u32| cell.is_multiple_of(2).then_some(tips + cell / 2);
    let line = |y: f32| (0..=cells).map(move |i| [i as f32, y]);
    let tops = (0..cells).step_by(2).map(|i| [i as f32 + 0.5, 3.0]);
    let flat: Vec<[f32; 2]> = line(0.0).chain(line(1.0)).chain(tops).collect();
    let n = flat.len() as u32;
    let points = [0.0, 1.0].map(|z| flat.iter().map(move |&[x, y]| [x, y, z]));
    let mut faces = Vec::new();
    for i in 0..cells {
        let (p, q) = (base + i, base + i + 1);
        let mut caps = vec![[i, i + 1, q], [i, q, p]];
        caps.extend(tooth(i).map(|tip| [p, q, tip]));
        faces.extend(caps.into_iter().flat_map(|[a, b, c]| [[a, c, b], [a + n, b + n, c + n]]));
    }
    let mut outline: Vec<u32> = (0..=cells).collect();
    outline.push(base + cells);
    for i in (0..cells).rev() {
        outline.extend(tooth(i));
        outline.push(base + i);
    }
    for (place, &i) in outline.iter().enumerate() {
        let j = outline[(place + 1) % outline.len()];
        faces.extend([[i, j, j + n], [i, j + n, i + n]]);
    }
    let comb = TriangleMesh::new(points.into_iter().flatten().collect(), faces).expect("a comb");
    let block = meshes::cuboid([-9.0; 3], [20.0, 2.0, 9.0]);
    let found = of_solids(&block, Pose::IDENTITY, &comb, Pose::IDENTITY)?;
    assert_eq!(found.len(), 4, "{found:?}");
    for region in &found {
        assert_near(region, DVec3::Y, 2.0);
        assert!((region.point.y - 2.0).abs() < 1e-9, "{region:?}");
    }
    Ok(())
}

/// What sinks into a floor does so by its lowest vertex, whichever way it is turned.
#[test]
fn what_sinks_into_a_floor_is_as_deep_as_its_lowest_vertex() -> Result {
    let mut rng = rng("regions of contact");
    let shapes = [
        meshes::cuboid([-1.0, -0.5, -0.25], [1.0, 0.5, 0.25]),
        meshes::sphere(24, 13, 1.0),
        meshes::cuboid([-0.1, -3.0, -0.1], [0.1, 3.0, 0.1]),
    ];
    for round in 0..30 {
        let (shape, floor) = (&shapes[round % 3], floor());
        let pose = turned(&mut rng, Vec3::ZERO);
        let lowest = |pose: &Pose| {
            let heights = shape.vertices().iter().map(|&vertex| pose.place(vertex)[1]);
            heights.fold(f32::INFINITY, f32::min)
        };
        let [x, z] = [rng.f32() * 9.0, rng.f32() * 9.0];
        let sunk = (0.05 + 0.3 * rng.f32()).min(-lowest(&pose) / 2.0);
        let y = -lowest(&pose) - sunk;
        let rows = pose.rows().map(|[a, b, c, _]| [a as f32, b as f32, c as f32]);
        let turn = Quat::from_mat3(&motzkin::glam::Mat3::from_cols_array_2d(&rows).transpose());
        let pose = Pose::new(turn, Vec3::new(x, y, z)).expect("a pose");
        let found = of_solids(&floor, Pose::IDENTITY, shape, pose)?;
        assert_eq!(found.len(), 1, "round {round}, seed {}", seed());
        assert_near(&found[0], DVec3::Y, -f64::from(lowest(&pose)));
    }
    Ok(())
}

/// A rod that leans in the ground is thinner across than deep, and yet leaves upwards: the ground
/// goes on behind it.
#[test]
fn a_slanted_rod_leaves_upwards() -> Result {
    let rod = meshes::cuboid([-0.1, -3.0, -0.1], [0.1, 3.0, 0.1]);
    for lean in 0..40 {
        // Up to beyond the angle from which its sides look the way of the ground.
        let turn = Quat::from_rotation_z(lean as f32 * 0.03) * Quat::from_rotation_y(0.4);
        let (y, depth) = (rod.vertices().iter().map(|v| (turn * Vec3::from(*v)).y), 0.4);
        let pose = Pose::new(turn, Vec3::Y * (-depth - y.fold(f32::INFINITY, f32::min)));
        let found = of_solids(&floor(), Pose::IDENTITY, &rod, pose.expect("a pose"))?;
        let [region] = &found[..] else { panic!("{lean}: {found:?}") };
        assert_near(region, DVec3::Y, depth.into());
    }
    Ok(())
}

/// Boxes that lie over each other's ends push along the axis of least depth: their curve is flat.
#[test]
fn boxes_push_each_other_apart() -> Result {
    let cube = meshes::cuboid([0.0; 3], [2.0; 3]);
    for (way, normal, depth) in [
        (Vec3::new(1.0, 1.875, 0.5), DVec3::Y, 0.125),
        (Vec3::new(-1.75, 0.75, 0.5), -DVec3::X, 0.25),
        (Vec3::new(0.5, 0.75, 2.0), DVec3::Z, 0.0),
        (Vec3::new(0.0, -2.0, 0.0), -DVec3::Y, 0.0),
    ] {
        let found = of_solids(&cube, Pose::IDENTITY, &cube, at(way))?;
        assert_eq!(found.len(), 1, "{way}");
        assert_near(&found[0], normal, depth);
    }
    // By an edge and by a corner alone: a normal between those of the faces, and no depth.
    for way in [Vec3::new(2.0, 2.0, 0.5), Vec3::splat(2.0)] {
        let found = of_solids(&cube, Pose::IDENTITY, &cube, at(way))?;
        let [region] = &found[..] else { panic!("{way}: {found:?}") };
        let normal = region.normal.expect("a normal");
        assert!(normal.dot(way.as_dvec3()) > 0.5, "{way}: {region:?}");
    }
    Ok(())
}

/// The plane of a curve tells more than the mean of the normals along it, which leans outward.
#[test]
fn surfaces_push_along_the_normal_of_their_curve() -> Result {
    let mut world = MeshWorld::default();
    let cube = world.insert_mesh(meshes::cuboid([0.0; 3], [2.0; 3]));
    let a = world.insert(cube, Pose::IDENTITY)?;
    let b = world.insert(cube, at(Vec3::new(1.0, 1.875, 0.5)))?;
    let found = world.contact_regions(a, b)?;
    let [region] = &found[..] else { panic!("{found:?}") };
    assert!(region.normal.expect("a normal").y > 0.98, "{region:?}");
    Ok(())
}

/// What lies deeper beside a solid than within it does not count, though triangles that meet the
/// solid reach there.
#[test]
fn only_what_is_within_is_deep() -> Result {
    // A profile with a foot within the post and a heel beside it, which lies deeper.
    let profile = [[0.5, -0.25], [3.0, -5.0], [3.0, 4.0], [-3.0, 4.0]];
    let corner = |z: f32| move |[x, y]: [f32; 2]| [x, y, z];
    let points: Vec<_> =
        [profile.map(corner(0.25)), profile.map(corner(0.75))].concat().into_iter().collect();
    let mut faces = vec![[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7]];
    for i in 0..4 {
        let (j, n) = ((i + 1) % 4, 4);
        faces.extend([[i, j, j + n], [i, j + n, i + n]]);
    }
    let boot = TriangleMesh::new(points, faces).expect("a boot");
    let post = meshes::cuboid([0.0, -50.0, 0.0], [1.0, 0.0, 1.0]);
    let found = of_solids(&post, Pose::IDENTITY, &boot, Pose::IDENTITY)?;
    let [region] = &found[..] else { panic!("{found:?}") };
    assert!((0.1..1.0).contains(&region.depth.expect("a depth")), "{region:?}");
    Ok(())
}

/// Pairs hang together where triangles share corners on both sides, and every pair is in one
/// region.
#[test]
fn regions_are_what_hangs_together() -> Result {
    let made = [
        meshes::torus(16, 8, 1.0, 0.3),
        meshes::blob(12, 8, 1.0, 0.6, 11),
        meshes::plate(6, 2.0),
        meshes::cuboid([-0.7; 3], [0.7; 3]),
    ];
    let mut rng = rng("what hangs together");
    let (mut met, mut several) = (0, 0);
    for round in 0..1000 {
        if round >= 20 && met > 10 && several > 3 {
            return Ok(());
        }
        let (i, j) = (rng.usize(0..made.len()), rng.usize(0..made.len()));
        let mut way = || rng.f32() * 2.0 - 1.0;
        let ways = [(); 2].map(|()| Vec3::new(way(), way(), way()));
        let poses = ways.map(|way| turned(&mut rng, way));
        let mut world = MeshWorld::default();
        let (a, b) = (world.insert_mesh(made[i].clone()), world.insert_mesh(made[j].clone()));
        let (a, b) = (world.insert(a, poses[0])?, world.insert(b, poses[1])?);
        let found = world.contact_regions(a, b)?;
        let expected = regions([&made[i], &made[j]], world.meeting_triangles(a, b)?);
        let told: Vec<_> = found.iter().map(|region| region.triangles.clone()).collect();
        assert_eq!(told, expected, "round {round}, seed {}", seed());
        for region in &found {
            assert!(region.point.is_finite(), "{region:?}");
            assert!(region.normal.is_none_or(|n| (n.length() - 1.0).abs() < 1e-9), "{region:?}");
        }
        met += usize::from(!found.is_empty());
        several += usize::from(found.len() > 1);
    }
    panic!("{met} met, {several} in several regions");
}

/// Vertices are one if their coordinates are, of either sign of zero, whatever their numbers.
#[test]
fn vertices_hang_together_by_their_coordinates() -> Result {
    let torus = meshes::torus(16, 8, 1.0, 0.3);
    let corners = (0..torus.len() as u32).flat_map(|i| {
        let sign = if i % 2 == 0 { 0.0 } else { -0.0 };
        torus.corners(i).map(|corner| corner.map(|x| if x == 0.0 { sign } else { x }))
    });
    let faces = (0..torus.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    let loose = TriangleMesh::new(corners.collect(), faces.collect()).expect("a soup");
    let found = [&torus, &loose].map(|mesh| -> Result<Vec<ContactRegion>> {
        let mut world = MeshWorld::default();
        let (a, b) = (world.insert_mesh(mesh.clone()), world.insert_mesh(torus.clone()));
        let (a, b) =
            (world.insert(a, Pose::IDENTITY)?, world.insert(b, at(Vec3::new(0.9, 0.2, 0.1)))?);
        world.contact_regions(a, b)
    });
    let [welded, loose] = found;
    let (welded, loose) = (welded?, loose?);
    assert!(!welded.is_empty());
    assert_eq!(loose.len(), welded.len());
    for (loose, welded) in loose.iter().zip(&welded) {
        assert_eq!(loose.triangles, welded.triangles);
    }
    Ok(())
}

/// Nothing meets, one within the other, needles and points, numbers at the ends of the range, and
/// what names nothing.
#[test]
fn extremes_have_regions_or_none() -> Result {
    let mut world = MeshWorld::default();
    let cube = world.insert_mesh(meshes::cuboid([-1.0; 3], [1.0; 3]));
    let small = world.insert_mesh(meshes::cuboid([-0.25; 3], [0.25; 3]));
    let (outer, inner) =
        (world.insert_solid(cube, Pose::IDENTITY)?, world.insert_solid(small, at(Vec3::ZERO))?);
    assert!(world.verdict(outer, inner)?.meets());
    assert_eq!(world.contact_regions(outer, inner)?, []);
    world.set_pose(inner, at(Vec3::X * 9.0))?;
    assert_eq!(world.contact_regions(outer, inner)?, []);
    let points = vec![[0.5, 0.0, 1.0], [0.5, 0.5, 1.0], [0.5, 0.5, 1.0]];
    let needle = TriangleMesh::new(points, vec![[0, 0, 0], [0, 1, 2]]).expect("a point, a needle");
    let needle = world.insert_mesh(needle);
    let needle = world.insert(needle, Pose::IDENTITY)?;
    let found = world.contact_regions(outer, needle)?;
    assert_eq!(found.len(), 1);
    assert!(found[0].point.is_finite() && found[0].depth.is_none());
    for size in [1e-30_f32, 1e30] {
        let huge = world.insert_mesh(meshes::cuboid([0.0; 3], [size; 3]));
        let (a, b) =
            (world.insert_solid(huge, Pose::IDENTITY)?, world.insert_solid(huge, at(Vec3::ZERO))?);
        world.set_pose(b, at(Vec3::X * size * 0.75))?;
        let found = world.contact_regions(a, b)?;
        assert!(!found.is_empty());
        for region in found {
            assert!(region.point.is_finite() && region.depth.is_none_or(f64::is_finite));
        }
    }
    assert!(matches!(world.contact_regions(outer, 99), Err(MeshWorldError::NoSuchObject(99))));
    assert!(matches!(world.contact_regions(outer, outer), Err(MeshWorldError::Itself(_))));
    Ok(())
}

/// A search for regions leaves nothing behind that later steps take for a verdict.
#[test]
fn what_a_solid_holds_is_held_after_a_look_at_its_regions() -> Result {
    let mut world = MeshWorld::default();
    let room = world.insert_mesh(meshes::cuboid([-8.0; 3], [8.0; 3]));
    let stone = world.insert_mesh(meshes::blob(16, 12, 1.0, 0.3, seed()));
    let room = world.insert_solid(room, Pose::IDENTITY)?;
    let stone = world.insert(stone, Pose::IDENTITY)?;
    for _ in 0..3 {
        assert!(world.contact_regions(room, stone)?.is_empty());
        assert!(world.verdict(room, stone)?.meets());
        assert_eq!(world.collide()?.len(), 1);
    }
    Ok(())
}
