// A triangle against a box by separating axes. Twin: src/tree/spheres/occupancy/cpu.rs, where the
// band is derived.

const BAND: f32 = 4e-6;
const FLUSHED: f32 = 1e-37;
const LARGEST: f32 = 1e37;

fn largest(v: vec3<f32>) -> f32 {
    return max(v.x, max(v.y, v.z));
}

// True when a triangle passes through a box, or within the band of it.
fn passes_through(p: vec3<f32>, q: vec3<f32>, r: vec3<f32>, low: vec3<f32>, high: vec3<f32>) -> bool {
    if largest(max(max(abs(p), max(abs(q), abs(r))), max(abs(low), abs(high)))) >= LARGEST {
        return true;
    }
    let centre = low * 0.5 + high * 0.5;
    let half = high * 0.5 - low * 0.5;
    let a = p - centre;
    let b = q - centre;
    let c = r - centre;
    let size = largest(max(max(abs(a), abs(b)), max(abs(c), half))) + largest(abs(centre));
    let band = BAND * size + FLUSHED;
    // The box's own axes.
    let least = min(a, min(b, c));
    let most = max(a, max(b, c));
    if any(least > half + band) || any(most < -half - band) {
        return false;
    }
    // Edges are seen at a size of 1, so that no product vanishes or overflows.
    let e = (b - a) / (largest(abs(b - a)) + FLUSHED);
    let f = (c - b) / (largest(abs(c - b)) + FLUSHED);
    let g = (a - c) / (largest(abs(a - c)) + FLUSHED);
    if beyond_edge(e, a, b, c, half, band) || beyond_edge(f, a, b, c, half, band) || beyond_edge(g, a, b, c, half, band) {
        return false;
    }
    let normal = cross(e, f);
    let along = vec3<f32>(dot(normal, a), dot(normal, b), dot(normal, c));
    let reach = dot(half, abs(normal)) + 4.0 * band;
    return -largest(-along) <= reach && largest(along) >= -reach;
}

// True when a product of the edge with an axis separates.
fn beyond_edge(edge: vec3<f32>, a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, half: vec3<f32>, band: f32) -> bool {
    let p = cross(edge, a);
    let q = cross(edge, b);
    let r = cross(edge, c);
    let size = abs(edge);
    let reach = size.yzx * half.zxy + size.zxy * half.yzx + 2.0 * band;
    return any(min(p, min(q, r)) > reach) || any(max(p, max(q, r)) < -reach);
}
