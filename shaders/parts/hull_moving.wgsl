// What moving adds to supports. Twin: `M = Moving` of crates/core/src/kernel/hull/support.rs.

// How far the first one moves as seen from the second.
fn sweep_of(a: PlacedHull, b: PlacedHull) -> vec3<f32> {
    return a.velocity - b.velocity;
}

// Asked of polytopes in the plane z = 0. The difference of two numbers that are not equal may count
// as zero, their comparison may not.
fn stays_in_plane(a: PlacedHull, b: PlacedHull) -> bool {
    return a.velocity.z == b.velocity.z;
}

// The sweep, where that goes forward.
fn moved(pair: Facing, n: vec3<f32>, at_rest: Extreme) -> Extreme {
    let forward = dot(n, pair.sweep);
    if forward > 0.0 {
        return Extreme(at_rest.point + pair.sweep, at_rest.height + forward);
    }
    return at_rest;
}
