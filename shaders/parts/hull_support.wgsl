// The point of a Minkowski difference of two hulls that lies furthest along a direction. Twin:
// crates/core/src/kernel/hull/support.rs.

@group(0) @binding(3) var<storage, read> blocks: array<Block>;

// Two hulls in one scale, in which their sizes and what lies between their centres add up to [1,
// 2).
struct Facing {
    // The rows of either transform as columns: `a * n` is a direction as the first hull sees it, `v
    // * a` a vertex in the world.
    a: mat3x3<f32>,
    b: mat3x3<f32>,
    // First block and number of blocks of either.
    range_a: vec2<u32>,
    range_b: vec2<u32>,
    // The first centre seen from the second.
    apart: vec3<f32>,
    // How far the first one moves as seen from the second; zero at rest.
    sweep: vec3<f32>,
    // Hulls in the plane z = 0 become prisms from -1 to 1, which changes nothing of how they meet;
    // else 0.
    lift: f32,
    // Bounds the error of a height, for each unit of the direction's 1-norm,
    height_error: f32,
    // and that of a point's coordinate.
    point_error: f32,
    fit: bool,
}

// Sizes between which nothing that is computed leaves the range.
const LEAST_NORM: f32 = 1.0 / 1152921504606846976.0;
const MOST_NORM: f32 = 1152921504606846976.0;

// A difference of centres: whole, then rounded. Sums of floats a compiler may order as it likes,
// these not.
fn centres_apart(a: PlacedHull, b: PlacedHull) -> vec3<f32> {
    let low = a.low - b.low;
    let borrow = select(vec3<i32>(0), vec3<i32>(1), a.low < b.low);
    let high = a.high - b.high - borrow;
    let negative = high < vec3<i32>(0);
    let carry = select(vec3<u32>(0u), vec3<u32>(1u), low == vec3<u32>(0u));
    let upper = select(bitcast<vec3<u32>>(high), ~bitcast<vec3<u32>>(high) + carry, negative);
    let lower = select(low, ~low + 1u, negative);
    let size = (vec3<f32>(upper) * 4294967296.0 + vec3<f32>(lower)) * a.rows[2].w;
    return select(size, -size, negative);
}

fn rows_times(hull: PlacedHull, by: f32) -> mat3x3<f32> {
    return mat3x3<f32>(hull.rows[0].xyz * by, hull.rows[1].xyz * by, hull.rows[2].xyz * by);
}

fn facing(a: PlacedHull, b: PlacedHull) -> Facing {
    var out: Facing;
    let apart = centres_apart(a, b);
    let sweep = sweep_of(a, b);
    let size = norm(apart) + a.rows[0].w + b.rows[0].w + norm(sweep);
    out.fit = size >= LEAST_NORM && size <= MOST_NORM;
    let by = unit_scale(size);
    out.a = rows_times(a, by);
    out.b = rows_times(b, by);
    out.range_a = vec2<u32>(a.start, a.blocks & BLOCK_COUNT);
    out.range_b = vec2<u32>(b.start, b.blocks & BLOCK_COUNT);
    out.apart = apart * by;
    out.sweep = sweep * by;
    out.lift = select(0.0, 1.0, (a.blocks & b.blocks & IN_PLANE) != 0u && stays_in_plane(a, b));
    let reach = size * by + out.lift;
    let given = (a.rows[1].w + b.rows[1].w) * by + HULL_TINY;
    out.height_error = HULL_HEIGHT * reach + given;
    out.point_error = HULL_POINT * reach + given;
    return out;
}

// Vertex number `place` of a block.
fn vertex_of(block: u32, place: u32) -> vec3<f32> {
    let half = place / 4u;
    let lane = place % 4u;
    return vec3<f32>(blocks[block].x[half][lane], blocks[block].y[half][lane], blocks[block].z[half][lane]);
}

struct Scanned {
    height: f32,
    vertex: vec3<f32>,
}

// Half of a block's vertices along m.
fn products(block: u32, half: u32, m: vec3<f32>) -> vec4<f32> {
    return blocks[block].x[half] * m.x + blocks[block].y[half] * m.y + blocks[block].z[half] * m.z;
}

// The highest product of m with a vertex, and the vertex.
fn scan(range: vec2<u32>, m: vec3<f32>) -> Scanned {
    var best = products(range.x, 0u, m);
    var at = vec4<u32>(0u);
    for (var i = 0u; i < range.y; i++) {
        let low = products(range.x + i, 0u, m);
        let high = products(range.x + i, 1u, m);
        let value = max(low, high);
        let better = value > best;
        best = select(best, value, better);
        at = select(at, select(vec4<u32>(2u * i), vec4<u32>(2u * i + 1u), high > low), better);
    }
    var lane = 0u;
    for (var other = 1u; other < 4u; other++) {
        if best[other] > best[lane] {
            lane = other;
        }
    }
    let vertex = vertex_of(range.x + at[lane] / 2u, 4u * (at[lane] % 2u) + lane);
    return Scanned(best[lane], vertex);
}

struct Extreme {
    point: vec3<f32>,
    height: f32,
}

// Along a direction of a max-norm in [1, 2).
fn furthest(pair: Facing, n: vec3<f32>) -> Extreme {
    let of_a = scan(pair.range_a, pair.a * n);
    let of_b = scan(pair.range_b, -(pair.b * n));
    let up = select(pair.lift, -pair.lift, n.z < 0.0);
    let point = pair.apart + of_a.vertex * pair.a - of_b.vertex * pair.b + vec3<f32>(0.0, 0.0, up);
    let height = dot(n, pair.apart) + of_a.height + of_b.height + up * n.z;
    return moved(pair, n, Extreme(point, height));
}

// A point of the difference: of the centroids, or another one that no symmetry of a shape shares;
// half-way if they move.
fn inside(pair: Facing, attempt: u32) -> vec3<f32> {
    let half_way = pair.apart + 0.5 * pair.sweep;
    if attempt == 0u {
        return half_way;
    }
    let p = 0.1875 * vertex_of(pair.range_a.x, 0u) + 0.3125 * vertex_of(pair.range_a.x + pair.range_a.y / 2u, 1u);
    let q = 0.3125 * vertex_of(pair.range_b.x, 0u) + 0.125 * vertex_of(pair.range_b.x + pair.range_b.y / 2u, 2u);
    return half_way + p * pair.a - q * pair.b;
}
