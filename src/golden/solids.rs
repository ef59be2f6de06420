//! Which meshes meet, by the sphere trees and by the reference.

use super::error::GoldenError;
use crate::geom::{Pair, Pose};
use crate::reference::simplex;
use crate::service::{CollisionService, Engine};
use crate::tree::spheres::{MeshWorld, OccupancyTest};
use dashu_ratio::RBig;
use motzkin_lab::golden::Body;

/// Returns the pairs of bodies that meet, ascending.
pub fn collide(service: &CollisionService, bodies: &[Body]) -> Result<Vec<Pair>, GoldenError> {
    if service.info().engine == Engine::Reference {
        return Ok(by_simplex(bodies));
    }
    let mut world = MeshWorld::default();
    world.set_occupancy_test(occupancy(service)?);
    for body in bodies {
        let mesh = world.insert_mesh(body.mesh.clone());
        match body.is_solid {
            true => world.insert_solid(mesh, Pose::IDENTITY)?,
            false => world.insert(mesh, Pose::IDENTITY)?,
        };
    }
    Ok(world.collide()?.iter().map(|found| found.pair).collect())
}

/// Returns the test by compute shaders on the service's GPU, if it has one and may wait for it.
#[cfg(all(feature = "gpu", not(target_family = "wasm")))]
fn occupancy(service: &CollisionService) -> Result<Option<Box<dyn OccupancyTest>>, GoldenError> {
    use crate::gpu::{AdapterChoice, GpuOccupancyTest, OccupancyMode, headless};
    let Some(adapter) = &service.info().adapter_description else { return Ok(None) };
    let device = pollster::block_on(headless(&AdapterChoice::Named(adapter.clone())))?;
    Ok(Some(Box::new(GpuOccupancyTest::new(&device, OccupancyMode::Compute)?)))
}

#[cfg(not(all(feature = "gpu", not(target_family = "wasm"))))]
fn occupancy(_service: &CollisionService) -> Result<Option<Box<dyn OccupancyTest>>, GoldenError> {
    Ok(None)
}

/// A convex part of a body with its box.
struct Part {
    points: Vec<[RBig; 3]>,
    low: [f32; 3],
    high: [f32; 3],
}

impl Part {
    fn of(corners: &[[f32; 3]]) -> Self {
        let end = |pick: fn(f32, f32) -> f32| {
            corners.iter().copied().reduce(|a, b| [0, 1, 2].map(|i| pick(a[i], b[i])))
        };
        let points = corners.iter().map(|corner| corner.map(crate::num::f32_to_rational));
        Self {
            points: points.collect(),
            low: end(f32::min).unwrap_or_default(),
            high: end(f32::max).unwrap_or_default(),
        }
    }

    fn meets(&self, other: &Self) -> bool {
        (0..3).all(|i| self.low[i] <= other.high[i] && other.low[i] <= self.high[i])
            && simplex::verdict(&self.points, &other.points).meets()
    }
}

/// Tests every part of a body with every part of another: of a soup the triangles, of a closed
/// tetrahedron the whole of it.
fn by_simplex(bodies: &[Body]) -> Vec<Pair> {
    let parts = |body: &Body| -> Vec<Part> {
        let mesh = &body.mesh;
        match body.is_solid {
            true => vec![Part::of(mesh.vertices())],
            false => (0..mesh.len() as u32).map(|i| Part::of(&mesh.corners(i))).collect(),
        }
    };
    let bodies: Vec<Vec<Part>> = bodies.iter().map(parts).collect();
    let meet = |pair: &Pair| {
        let [a, b] = [pair.a, pair.b].map(|index| &bodies[index as usize]);
        a.iter().any(|part| b.iter().any(|other| part.meets(other)))
    };
    let count = bodies.len() as u32;
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| Pair::new(a, b)));
    pairs.filter(meet).collect()
}
