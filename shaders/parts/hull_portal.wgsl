// The walk through triangles. Twin: crates/core/src/kernel/hull/portal.rs.

// Supports after which a walk gives up.
const MOST_STEPS: u32 = 96u;
// Turns of all loops of an invocation. Some drivers end a loop after 65,535 without a word.
const MOST_TURNS: u32 = 32768u;

// Walks from a point inside the difference towards the origin.
fn walk(pair: Facing, v0: vec3<f32>, steps: u32) -> u32 {
    var v1 = v0;
    var v2 = v0;
    var v3 = v0;
    // How far it has come: no point yet, one, two, a portal.
    var stage = 0u;
    var n = -v0;
    for (var step = 0u; step < steps; step++) {
        let size = norm(n);
        if !(size > HULL_TINY) {
            return UNDECIDED;
        }
        n *= unit_scale(size);
        let found = furthest(pair, n);
        let error = pair.height_error * (abs(n.x) + abs(n.y) + abs(n.z));
        if found.height < -error {
            return SEPARATE;
        }
        // Too near to tell.
        if !(found.height > error) {
            return UNDECIDED;
        }
        let v = found.point;
        if stage == 0u {
            v1 = v;
            n = cross(v1, v0);
            if norm(n) <= 1e-6 * norm(v1) * norm(v0) {
                n = across(v0);
            }
            stage = 1u;
            continue;
        }
        if stage == 1u {
            v2 = v;
            n = cross(v1 - v0, v2 - v0);
            if dot(n, v0) > 0.0 {
                v2 = v1;
                v1 = v;
                n = -n;
            }
            stage = 2u;
            continue;
        }
        if stage == 2u {
            let past_v2 = dot(cross(v1, v), v0) < 0.0;
            if past_v2 || dot(cross(v, v2), v0) < 0.0 {
                if past_v2 {
                    v2 = v;
                } else {
                    v1 = v;
                }
                n = cross(v1 - v0, v2 - v0);
                continue;
            }
            v3 = v;
            stage = 3u;
        } else {
            if dot(n, v - v1) <= 0.0 {
                return UNDECIDED;
            }
            let through = cross(v, v0);
            if dot(v1, through) > 0.0 {
                if dot(v2, through) > 0.0 {
                    v1 = v;
                } else {
                    v3 = v;
                }
            } else if dot(v3, through) > 0.0 {
                v2 = v;
            } else {
                v1 = v;
            }
        }
        // Portals further and further out, until one is beyond the origin.
        n = cross(v2 - v1, v3 - v1);
        if dot(n, v1 - v0) < 0.0 {
            n = -n;
        }
        if dot(n, v1) >= 0.0 {
            return select(UNDECIDED, OVERLAPPING, is_inside(pair.point_error, v0, v1, v2, v3));
        }
    }
    return UNDECIDED;
}

// Some direction at right angles.
fn across(v: vec3<f32>) -> vec3<f32> {
    return select(vec3<f32>(-v.z, 0.0, v.x), vec3<f32>(0.0, v.z, -v.y), abs(v.x) < abs(v.y));
}

// True only when the origin lies inside the tetrahedron of four points whose coordinates are off by
// `error` at most. As seen from the first point the others turn to the right, as in a walk from
// there.
fn is_inside(error: f32, v0: vec3<f32>, v1: vec3<f32>, v2: vec3<f32>, v3: vec3<f32>) -> bool {
    let size = max(max(norm(v0), norm(v1)), max(norm(v2), norm(v3)));
    let band = size * size * (HULL_DETERMINANT_INPUT * error + HULL_DETERMINANT * size) + HULL_TINY;
    let of_01 = cross(v0, v1);
    let of_23 = cross(v2, v3);
    let volumes = vec4<f32>(dot(v1, of_23), -dot(v0, of_23), dot(of_01, v3), -dot(of_01, v2));
    return all(volumes > vec4<f32>(band));
}

// The raw code of two hulls.
fn test_hulls(a: PlacedHull, b: PlacedHull) -> u32 {
    let count = vec2<u32>(a.blocks, b.blocks) & vec2<u32>(BLOCK_COUNT);
    if min(count.x, count.y) == 0u {
        return SEPARATE;
    }
    if ((a.blocks | b.blocks) & UNFIT) != 0u {
        return UNDECIDED;
    }
    let pair = facing(a, b);
    if !pair.fit {
        return UNDECIDED;
    }
    // Of either walk: a turn for each block, and seven for both choices of a lane and the step
    // itself.
    let steps = min(MOST_STEPS, MOST_TURNS / (2u * (count.x + count.y + 7u)));
    var code = walk(pair, inside(pair, 0u), steps);
    if code == UNDECIDED {
        code = walk(pair, inside(pair, 1u), steps);
    }
    return code;
}
