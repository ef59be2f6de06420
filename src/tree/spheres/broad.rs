//! Which objects come close: their root spheres, swept along an axis.

use glam::DVec3;

/// The sphere of an object in the world.
#[derive(Clone, Copy)]
pub struct Ball {
    pub object: u32,
    pub centre: DVec3,
    pub radius: f64,
}

/// Pairs whose spheres meet, ordered, the earlier object first.
pub fn candidates(mut balls: Vec<Ball>) -> Vec<[u32; 2]> {
    // Along the axis of the widest spread fewest overlap.
    let ends = |f: fn(DVec3, DVec3) -> DVec3| {
        balls.iter().map(|ball| ball.centre).reduce(f).unwrap_or_default()
    };
    let spread = ends(DVec3::max) - ends(DVec3::min);
    let axis = spread.max_position();
    let low = |ball: &Ball| ball.centre[axis] - ball.radius;
    balls.sort_by(|a, b| low(a).total_cmp(&low(b)).then(a.object.cmp(&b.object)));
    let mut found = Vec::new();
    for (number, a) in balls.iter().enumerate() {
        let high = a.centre[axis] + a.radius;
        for b in balls[number + 1..].iter().take_while(|b| low(b) <= high) {
            let reach = a.radius + b.radius;
            if a.centre.distance_squared(b.centre) <= reach * reach {
                found.push([a.object.min(b.object), a.object.max(b.object)]);
            }
        }
    }
    found.sort_unstable();
    found
}
