//! Faults that were found by reading: what random meshes hardly ever hold.

use motzkin::glam::{DVec3, Vec3};
use motzkin::tree::spheres::{
    ConvexVerdict, CpuOccupancyTest, MeshVerdict, MeshWorld, MeshWorldError, QueryBudget,
    SphereNode, SphereTree,
};
use motzkin::{Frame3, Pair, PolytopeSet, Pose, TriangleMesh};
use motzkin_core::exact::triangles::{Origin, Ray};
use motzkin_lab::workload::meshes;

fn at(place: Vec3) -> Pose {
    Pose::at(place).expect("a place")
}

/// A mesh with some triangles more, of its own vertices.
fn with(mesh: &TriangleMesh, more: &[[u32; 3]]) -> TriangleMesh {
    let triangles = [mesh.triangles(), more].concat();
    TriangleMesh::new(mesh.vertices().to_vec(), triangles).expect("a mesh")
}

/// Rays run into the edges of triangles that are points, and of those in whose line they begin.
#[test]
fn triangles_without_an_area_hide_nothing() -> Result<(), MeshWorldError> {
    let cube = meshes::cuboid([-1.0; 3], [1.0; 3]);
    let points: Vec<[u32; 3]> = (0..8).map(|vertex| [vertex; 3]).collect();
    // Along edges of the cube.
    let segments: Vec<[u32; 3]> = (0..4).map(|edge| [2 * edge, 2 * edge + 1, 2 * edge]).collect();
    for more in [&points[1..2], &points, &segments] {
        let mut world = MeshWorld::default();
        let cube = world.insert_mesh(with(&cube, more));
        let stone = world.insert_mesh(meshes::cuboid([-0.1; 3], [0.1; 3]));
        let cube = world.insert_solid(cube, Pose::IDENTITY)?;
        let stone = world.insert(stone, at(Vec3::new(0.3, 0.2, -0.1)))?;
        let verdict = world.verdict(cube, stone)?;
        assert!(matches!(verdict, MeshVerdict::Enclosed { .. }), "{more:?}: {verdict:?}");
        assert_eq!(world.inside(cube, stone)?, [Some(false), Some(true)], "{more:?}");
        let mut set = PolytopeSet::new();
        let point = set.push(&[Vec3::ZERO]).expect("a point");
        let found = world.verdicts_with(&set, &[Pair::new(cube, point)])?;
        assert_eq!(found, [ConvexVerdict::Enclosed], "{more:?}");
    }
    Ok(())
}

/// Coordinates of which sums leave the range of `f32`.
#[test]
fn largest_numbers_are_searched() -> Result<(), MeshWorldError> {
    let huge = meshes::cuboid([-2e38; 3], [2e38; 3]);
    let block = meshes::cuboid([1.9e38, -1e37, -1e37], [2.1e38, 1e37, 1e37]);
    for is_tested in [false, true] {
        let mut world = MeshWorld::default();
        if is_tested {
            world.set_occupancy_test(Some(Box::new(CpuOccupancyTest::default())));
        }
        let (huge, block) = (world.insert_mesh(huge.clone()), world.insert_mesh(block.clone()));
        let huge = world.insert(huge, Pose::IDENTITY)?;
        let block = world.insert(block, Pose::IDENTITY)?;
        let verdict = world.verdict(huge, block)?;
        assert!(matches!(verdict, MeshVerdict::Meeting { .. }), "{is_tested}: {verdict:?}");
        let frame =
            Frame3::aligned_box(Vec3::new(1.9e38, -1e37, -1e37), Vec3::new(2.1e38, 1e37, 1e37));
        let mut set = PolytopeSet::new();
        let shape = set.push_frame(&frame.expect("a box")).expect("a shape");
        let found = world.verdicts_with(&set, &[Pair::new(huge, shape)])?;
        assert!(matches!(found[0], ConvexVerdict::Meeting { .. }), "{is_tested}: {found:?}");
    }
    Ok(())
}

/// What was separate is looked at again where the sphere round a mesh has no finite radius.
#[test]
fn largest_meshes_do_not_stand_still() -> Result<(), MeshWorldError> {
    let corner = |at: f32| {
        let size = 1e36;
        (0..4).map(move |i| {
            let x = at + i as f32 * size;
            [[x, at, 0.0], [x + size, at, 0.0], [x, at + size, size]]
        })
    };
    let far: Vec<_> = corner(-2.5e38).chain(corner(2.5e38)).collect();
    let one = [[-1.8e38, -2.51e38, 5e35], [-1.76e38, -2.51e38, 5e35], [-1.78e38, -2.45e38, 5e35]];
    let mut world = MeshWorld::default();
    let far = world.insert_mesh(TriangleMesh::from_soup(&far).expect("a mesh"));
    let one = world.insert_mesh(TriangleMesh::from_soup(&[one]).expect("a mesh"));
    let (far, one) = (world.insert(far, Pose::IDENTITY)?, world.insert(one, Pose::IDENTITY)?);
    assert_eq!(world.verdict(far, one)?, MeshVerdict::Separate);
    world.set_pose(far, at(Vec3::X * 0.7e38))?;
    let again = world.verdict(far, one)?;
    assert!(matches!(again, MeshVerdict::Meeting { .. }), "{again:?}");
    Ok(())
}

/// A vertex that a transform places, and whose terms are far larger than itself.
#[test]
fn vertices_that_cancel_are_found_inside() -> Result<(), MeshWorldError> {
    use motzkin::glam::{Affine3A, Mat3};
    let half = 1.5 * 2.0_f32.powi(-33);
    let mut world = MeshWorld::default();
    let cube = world.insert_mesh(meshes::cuboid([-half; 3], [half; 3]));
    let cube = world.insert_solid(cube, Pose::IDENTITY)?;
    let small = 2.0_f32.powi(-40);
    let map = Mat3::from_cols(
        Vec3::new(1_048_576.0, 0.0, 0.0),
        Vec3::new(2.0_f32.powi(-33) + 2.0_f32.powi(-50), small, 0.0),
        Vec3::new(-1_048_576.0, 0.0, small),
    );
    let mut set = PolytopeSet::new();
    let point = set.push(&[Vec3::ONE]).expect("a point");
    set.set_transform(point, Affine3A::from_mat3(map)).expect("no plane");
    let found = world.verdicts_with(&set, &[Pair::new(cube, point)])?;
    assert_eq!(found, [ConvexVerdict::Enclosed]);
    Ok(())
}

/// A corner, its neighbours so far along each axis, and the four triangles between, which face
/// outwards.
fn spike(corner: [f32; 3], size: f32) -> [[[f32; 3]; 3]; 4] {
    let [x, y, z] = [0, 1, 2].map(|axis| {
        let mut beside = corner;
        beside[axis] += size;
        beside
    });
    [[corner, y, x], [corner, z, y], [corner, x, z], [x, y, z]]
}

/// A solid that is made against the rays: each of the first sixty-four from the origin runs into a
/// corner.
#[test]
fn points_are_found_inside_whatever_rays_hit() -> Result<(), MeshWorldError> {
    let origin = Origin::stored([0.0; 3]);
    let spikes = (0..64).flat_map(|number| {
        let corner = Ray::new(&origin, number).direction().map(|x| x as f32);
        spike(corner, 50.0)
    });
    let around = meshes::cuboid([-100.0; 3], [100.0; 3]);
    let around = (0..around.len() as u32).map(|i| around.corners(i));
    let all: Vec<[[f32; 3]; 3]> = spikes.chain(around).collect();
    let mut world = MeshWorld::default();
    let solid = world.insert_mesh(TriangleMesh::from_soup(&all).expect("a mesh"));
    let solid = world.insert_solid(solid, Pose::IDENTITY)?;
    let small = TriangleMesh::from_soup(&spike([0.0; 3], 1.0)).expect("a mesh");
    let small = world.insert_mesh(small);
    let small = world.insert_solid(small, Pose::IDENTITY)?;
    let found = world.verdict(solid, small)?;
    assert_eq!(found, MeshVerdict::Enclosed { of_second: true, triangle: 0 });
    assert_eq!(world.inside(solid, small)?, [Some(false), Some(true)]);
    let mut set = PolytopeSet::new();
    let point = set.push(&[Vec3::ZERO]).expect("a point");
    let found = world.verdicts_with(&set, &[Pair::new(solid, point)])?;
    assert_eq!(found, [ConvexVerdict::Enclosed]);
    Ok(())
}

fn nodes_below(tree: &SphereTree, node: &SphereNode) -> usize {
    1 + tree.children(node).iter().map(|child| nodes_below(tree, child)).sum::<usize>()
}

/// A pair wants a node that a ray of another pair opens before its turn: blobs on both sides of a
/// cube, in the direction of the first ray, and a cube close to each.
#[test]
fn nodes_are_opened_once() -> Result<(), MeshWorldError> {
    let ray = Ray::new(&Origin::stored([-0.05; 3]), 0).direction();
    let direction = DVec3::from(ray).normalize().as_vec3();
    let blob = meshes::blob(40, 30, 1.0, 0.3, 5);
    let both: Vec<[[f32; 3]; 3]> = [-2.5, 2.5]
        .into_iter()
        .flat_map(|way| (0..blob.len() as u32).map(move |triangle| (way, triangle)))
        .map(|(way, i)| blob.corners(i).map(|v| (Vec3::from(v) + direction * way).into()))
        .collect();
    // It crosses the box round both blobs between them, and begins outside.
    let across = direction.abs().min_position();
    let ends = |sign: f32| {
        let mut end = [0.05 * sign; 3];
        end[across] = 9.0 * sign;
        end
    };
    let mut world = MeshWorld::default();
    let both = world.insert_mesh(TriangleMesh::from_soup(&both).expect("a mesh"));
    let post = world.insert_mesh(meshes::cuboid(ends(-1.0), ends(1.0)));
    let cube = world.insert_mesh(meshes::cuboid([-0.05; 3], [0.05; 3]));
    let solid = world.insert_solid(both, Pose::IDENTITY)?;
    let post = world.insert(post, Pose::IDENTITY)?;
    let [close, other, between] =
        [2.0, -2.0, 0.0].map(|way| world.insert(cube, at(direction * way)).expect("an object"));
    let root_alone = world.collide_pairs(&[Pair::new(solid, post)])?;
    assert!(root_alone.is_empty() && world.tree(both)?.stats().alive <= 9);
    let pairs = [close, other, between].map(|cube| Pair::new(solid, cube));
    world.collide_pairs(&pairs)?;
    let tree = world.tree(both)?;
    let reached = tree.root().map_or(0, |root| nodes_below(tree, root));
    assert_eq!(tree.stats().alive, reached);
    Ok(())
}

/// A shape so small that the map to its cube leaves the range of `f32`, and one so large that its
/// box does.
#[test]
fn smallest_and_largest_shapes_are_seen() -> Result<(), MeshWorldError> {
    let size = 1e-39;
    let corners = [[0.0; 3], [size, 0.0, 0.0], [0.0, size, 0.0]];
    let mut world = MeshWorld::default();
    let mesh = world.insert_mesh(TriangleMesh::from_soup(&[corners]).expect("a triangle"));
    let small = world.insert(mesh, Pose::IDENTITY)?;
    let large = world.insert(mesh, Pose::IDENTITY.scaled(2.0_f32.powi(96)).expect("a scale"))?;
    let mut set = PolytopeSet::new();
    for (object, size) in [(small, size), (large, 8e-11)] {
        let corner = |i: i32| Vec3::from([0, 1, 2].map(|axis| ((i >> axis & 1) * 2 - 1) as f32));
        let corners: Vec<Vec3> = (0..8).map(|i| corner(i) * size).collect();
        let shape = set.push(&corners).expect("a box");
        let found = world.verdicts_with(&set, &[Pair::new(object, shape)])?;
        assert!(matches!(found[0], ConvexVerdict::Meeting { .. }), "{size}: {found:?}");
    }
    let torus = world.insert_mesh(meshes::torus(24, 12, 1.0, 0.35));
    let torus = world.insert(torus, Pose::IDENTITY.scaled(0.25).expect("a scale"))?;
    let corner = |i: i32| Vec3::from([0, 1, 2].map(|axis| ((i >> axis & 1) * 2 - 1) as f32));
    let corners: Vec<Vec3> = (0..8).map(|i| corner(i) * 2e38).collect();
    let shape = set.push(&corners).expect("a box");
    world.set_budget(QueryBudget { depth: Some(0), ..QueryBudget::default() });
    let found = world.verdicts_with(&set, &[Pair::new(torus, shape)])?;
    let holds = match found[0] {
        ConvexVerdict::Maybe { gap } => gap >= 0.0,
        found => found.meets(),
    };
    assert!(holds, "{found:?}");
    Ok(())
}
