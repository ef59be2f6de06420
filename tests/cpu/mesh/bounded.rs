//! Lists of triangles that meet, where they are longer than is allowed.

use motzkin::glam::Vec3;
use motzkin::tree::spheres::{CpuOccupancyTest, MeshWorld, MeshWorldError, MeshWorldOptions};
use motzkin::{Pose, TriangleMesh};
use std::f32::consts::TAU;

/// Triangles round one apex: each meets every other one.
fn fan(triangles: u32) -> TriangleMesh {
    let rim = |i: u32| {
        let turn = i as f32 / triangles as f32 * TAU;
        [turn.cos(), turn.sin(), 1.0]
    };
    let vertices = std::iter::once([0.0; 3]).chain((0..triangles).map(rim));
    let faces = (0..triangles).map(|i| [0, 1 + i, 1 + (i + 1) % triangles]);
    TriangleMesh::new(vertices.collect(), faces.collect()).expect("a fan")
}

/// A world of two such objects in one place.
fn two_fans(
    triangles: u32,
    options: MeshWorldOptions,
) -> Result<(MeshWorld, [u32; 2]), MeshWorldError> {
    let mut world = MeshWorld::new(options);
    let mesh = world.insert_mesh(fan(triangles));
    let objects = [world.insert(mesh, Pose::IDENTITY)?, world.insert(mesh, Pose::IDENTITY)?];
    Ok((world, objects))
}

/// The error names the objects as they were asked about, and the most that are allowed.
fn hold_error(error: &MeshWorldError, objects: [u32; 2], allowed: usize) {
    let told = match error {
        MeshWorldError::TooManyTrianglePairs { a, b, most } => ([*a, *b], *most),
        other => panic!("{other}"),
    };
    assert_eq!(told, (objects, allowed));
}

/// As many pairs as are allowed are listed, and one more is an error, whatever opens the nodes.
/// Everything else is answered as before.
#[test]
fn pairs_of_triangles_are_listed_up_to_a_number() -> Result<(), MeshWorldError> {
    const FAN: u32 = 40;
    let all: Vec<[u32; 2]> = (0..FAN).flat_map(|p| (0..FAN).map(move |q| [p, q])).collect();
    for most in [0, 1, all.len() / 2, all.len() - 1, all.len(), all.len() + 1, usize::MAX] {
        let usual = MeshWorldOptions { max_triangle_pairs: most, ..MeshWorldOptions::default() };
        for (options, grey) in [
            (usual, false),
            (usual, true),
            (MeshWorldOptions { memory: 0, coherence: false, ..usual }, false),
        ] {
            let (mut world, [a, b]) = two_fans(FAN, options)?;
            if grey {
                world.set_occupancy_test(Some(Box::new(CpuOccupancyTest::default())));
            }
            for _ in 0..2 {
                for [a, b] in [[a, b], [b, a]] {
                    let tests = world.stats().triangle_tests;
                    match world.meeting_triangles(a, b) {
                        Ok(found) => assert!(most >= all.len() && found == all, "{most}"),
                        Err(error) => {
                            hold_error(&error, [a, b], most);
                            assert!(most < all.len(), "{error}");
                        }
                    }
                    // The work that it took is counted.
                    assert!(world.stats().triangle_tests > tests);
                }
                // Regions have a number of their own.
                assert_eq!(world.contact_regions(a, b)?.len(), 1);
                assert!(world.verdict(a, b)?.meets());
                assert_eq!(world.collide()?.len(), 1);
            }
            world.set_pose(b, Pose::at(Vec3::X * 9.0).expect("a place"))?;
            assert!(world.meeting_triangles(a, b)?.is_empty());
        }
    }
    Ok(())
}

#[test]
fn pairs_of_triangles_of_regions_are_bounded() -> Result<(), MeshWorldError> {
    const FAN: u32 = 24;
    let all = (FAN * FAN) as usize;
    for most in [0, 1, all - 1, all, usize::MAX] {
        let options = MeshWorldOptions {
            max_triangle_pairs: all,
            max_region_pairs: most,
            ..MeshWorldOptions::default()
        };
        let (mut world, [a, b]) = two_fans(FAN, options)?;
        for [a, b] in [[a, b], [b, a]] {
            match world.contact_regions(a, b) {
                Ok(found) => {
                    assert!(most >= all && found.len() == 1, "{most}: {} regions", found.len());
                    assert_eq!(found[0].triangles.len(), all);
                }
                Err(error) => {
                    hold_error(&error, [a, b], most);
                    assert!(most < all, "{error}");
                }
            }
        }
        assert_eq!(world.meeting_triangles(a, b)?.len(), all);
        world.set_pose(b, Pose::at(Vec3::X * 9.0).expect("a place"))?;
        assert!(world.contact_regions(a, b)?.is_empty());
    }
    Ok(())
}
