//! The broad phase of a world of meshes: root spheres, swept along an axis.

use glam::DVec3;

/// The root sphere of an object in the world.
#[derive(Clone, Copy)]
pub struct RootSphere {
    pub object: u32,
    pub centre: DVec3,
    pub radius: f64,
}

/// Returns the pairs of objects whose spheres meet, in ascending order, the lesser number first.
pub fn candidates(mut spheres: Vec<RootSphere>) -> Vec<[u32; 2]> {
    // The fewest spheres overlap along the axis on which they are spread widest.
    let ends = |f: fn(DVec3, DVec3) -> DVec3| {
        spheres.iter().map(|sphere| sphere.centre).reduce(f).unwrap_or_default()
    };
    let spread = ends(DVec3::max) - ends(DVec3::min);
    let axis = spread.max_position();
    let low = |sphere: &RootSphere| sphere.centre[axis] - sphere.radius;
    spheres.sort_by(|a, b| low(a).total_cmp(&low(b)).then(a.object.cmp(&b.object)));
    let mut found = Vec::new();
    for (number, a) in spheres.iter().enumerate() {
        let high = a.centre[axis] + a.radius;
        for b in spheres[number + 1..].iter().take_while(|b| low(b) <= high) {
            let sum = a.radius + b.radius;
            if a.centre.distance_squared(b.centre) <= sum * sum {
                found.push([a.object.min(b.object), a.object.max(b.object)]);
            }
        }
    }
    found.sort_unstable();
    found
}
