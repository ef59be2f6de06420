// What polytopes at rest add to supports. Twin: `M = Resting` of
// crates/core/src/kernel/hull/support.rs.

fn sweep_of(a: PlacedHull, b: PlacedHull) -> vec3<f32> {
    return vec3<f32>(0.0);
}

// Asked of polytopes in the plane z = 0.
fn stays_in_plane(a: PlacedHull, b: PlacedHull) -> bool {
    return true;
}

fn moved(pair: Facing, n: vec3<f32>, at_rest: Extreme) -> Extreme {
    return at_rest;
}
